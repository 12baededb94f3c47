// A program that is not position-independent tells of no pointer: labels that only a table
// of words leads to are found, and words that lead into the midst of instructions are no
// labels, whichever comes first in the file.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -no-pie -fno-pie %s -o prog
// RUN: %prof_patch -v -o counted prog 2>&1 | FileCheck %s --check-prefix=SAID
// SAID-NOT: pick is left alone
// SAID: functions are counted
// RUN: EDGEPROF_FILE=run ./counted && %prof_show instructions --function pick run | FileCheck %s
// CHECK: {{^}}          10  {{.*}}: mov
// CHECK-NEXT: {{^}}          10  {{.*}}: jmp %rax
// CHECK-NEXT: {{^}}           1  {{.*}}: mov {{.*}}588
// CHECK-NEXT: {{^}}           1  {{.*}}: ret
// CHECK-NEXT: {{^}}           2  {{.*}}: mov {{.*}}589
// CHECK-NEXT: {{^}}           2  {{.*}}: ret
// CHECK-NEXT: {{^}}           3  {{.*}}: mov {{.*}}58a
// CHECK-NEXT: {{^}}           3  {{.*}}: ret
// CHECK-NEXT: {{^}}           4  {{.*}}: mov {{.*}}58b
// CHECK-NEXT: {{^}}           4  {{.*}}: ret
long pick(long n);
extern long wrong[];

__asm__(".section .rodata\n"
        ".balign 8\n"
        ".globl wrong\n"
        "wrong:\t.quad .Lp0 + 4, 0, .Lp2 + 3, 0, .Lp3 + 1, 0\n"
        "table:\t.quad .Lp0, .Lp1, .Lp2, .Lp3\n"
        ".text\n"
        ".globl pick\n"
        ".type pick,@function\n"
        "pick:\tmov table(,%rdi,8), %rax\n"
        "\tjmp *%rax\n"
        ".Lp0:\tmovabs $0x1155555555555588, %rax\n\tret\n"
        ".Lp1:\tmovabs $0x1155555555555589, %rax\n\tret\n"
        ".Lp2:\tmovabs $0x115555555555558a, %rax\n\tret\n"
        ".Lp3:\tmovabs $0x115555555555558b, %rax\n\tret\n"
        ".size pick, .-pick\n");

int main(void)
{
    volatile long sum = 0;

    for (volatile long i = 0; i < 4; i++)
        for (volatile long k = 0; k <= i; k++)
            sum += pick(i) & 0xff;
    return sum == 0x88 + 2 * 0x89 + 3 * 0x8a + 4 * 0x8b && wrong[1] == 0 ? 0 : 1;
}
