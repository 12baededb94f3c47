// What only looks like a label or a return address: a pointer with a tag, which leads into an
// instruction, and what a table leads to right behind a call that does not return.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: %prof_patch -v -o counted prog 2>&1 | FileCheck %s
// CHECK-NOT: {{(tagged|arms) is left alone}}
// CHECK: functions are counted
// RUN: EDGEPROF_FILE=run ./counted && %py %S/Inputs/calls.py %prof_show run tagged=10 arms=10 leaves=10
// RUN: %prof_show instructions --function arms run | FileCheck %s --check-prefix=ARMS
// ARMS: {{^}}          10  {{.*}}: jmp %rax
// ARMS-NEXT: {{^}}           1  {{.*}}: call
// ARMS-NEXT: {{^}}           2  {{.*}}: call
// ARMS-NEXT: {{^}}           3  {{.*}}: call
// ARMS-NEXT: {{^}}           4  {{.*}}: call
// Nor does what drops its return address come back.
// RUN: %prof_show instructions --function outer run | FileCheck %s --check-prefix=OUTER
// OUTER: {{^}}          10  {{.*}}: call
// OUTER-NEXT: {{^}}           0  {{.*}}: mov
// In a program that is not position-independent words lead to labels, though its only table leads
// to nothing new.
// RUN: %plain_cc -DWORDS -no-pie -fno-pie %s -o exec && %prof_patch -o counted exec
// RUN: EDGEPROF_FILE=other ./counted && %prof_show instructions --function words other | FileCheck %s --check-prefix=WORDS
// WORDS: {{^}}          10  {{.*}}: lea 0x07(%rdi), %rax
// WORDS-NEXT: {{^}}          10  {{.*}}: ret

#ifndef WORDS

long tagged(void);
long arms(long n);
long outer(void);

__asm__(".text\n"
        ".type tagged, @function\n"
        "tagged: .cfi_startproc\n mov $7, %rax\n ret\n .cfi_endproc\n"
        ".size tagged, . - tagged\n"
        ".type drops, @function\n"
        "drops: .cfi_startproc\n add $8, %rsp\n mov $6, %eax\n ret\n .cfi_endproc\n"
        ".size drops, . - drops\n"
        ".type outer, @function\n"
        "outer: .cfi_startproc\n call drops\n mov $9, %eax\n ret\n .cfi_endproc\n"
        ".size outer, . - outer\n"
        ".type leaves, @function\n" /* the function that called it */
        "leaves: .cfi_startproc\n mov saved(%rip), %rsp\n mov $5, %eax\n ret\n "
        ".cfi_endproc\n"
        ".size leaves, . - leaves\n"
        ".type arms, @function\n"
        "arms: .cfi_startproc\n mov %rsp, saved(%rip)\n lea table(%rip), %rdx\n"
        " movslq (%rdx,%rdi,4), %rax\n add %rdx, %rax\n jmp *%rax\n"
        "1: call leaves\n"
        "2: call leaves\n"
        "3: call leaves\n"
        "4: call leaves\n"
        " .cfi_endproc\n"
        ".size arms, . - arms\n"
        ".local saved\n.comm saved, 8, 8\n"
        ".section .rodata\n"
        ".balign 4\n"
        "table: .long 1b - table, 2b - table, 3b - table, 4b - table\n"
        ".text\n");

int main(void)
{
    volatile long sum = 0;

    for (volatile long i = 0; i < 4; i++)
        for (volatile long k = 0; k <= i; k++) {
            char *pointer;

            __asm__ volatile("lea tagged+2(%%rip), %0" : "=r"(pointer));
            sum += ((long (*)(void))(pointer - 2))() + arms(i) + outer();
        }
    return sum != 180;
}

#else

/* `table` leads where `words` itself jumps to. */
long words(long n);

__asm__(
    ".text\n"
    ".globl words\n"
    ".type words, @function\n"
    "words: test %rdi, %rdi\n js 2f\n jmp *label\n"
    "1: lea 0x07(%rdi), %rax\n ret\n"
    "2: lea table(%rip), %rdx\n movslq 8(%rdx,%rdi,4), %rax\n add %rdx, %rax\n"
    " cmp $-2, %rdi\n je 3f\n jmp *%rax\n"
    "3: xor %eax, %eax\n ret\n"
    ".size words, . - words\n"
    ".data\n"
    ".balign 8\n"
    "label: .quad 1b\n"
    ".section .rodata\n"
    ".balign 4\n"
    "table: .long 3b - table, 3b - table\n"
    ".text\n");

int main(void)
{
    volatile long sum = words(-1) + words(-2);

    for (int i = 0; i < 10; i++)
        sum += words(i);
    return sum != 115;
}

#endif
