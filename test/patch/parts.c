// What the compiler put elsewhere of a function is a function of its own, into whose midst
// the other's table may be the only way, or a jump that nobody can tell the end of.  Its
// output is right, and it is counted, but for the latter.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: ./prog > want && %prof_patch -v -o counted prog 2> said && EDGEPROF_FILE=run ./counted > got
// RUN: cmp want got && FileCheck %s < said
// CHECK-NOT: {{(get|get_rest|first) is left alone}}
// CHECK-DAG: lost is left alone: where the jump at {{.*}} goes is computed in an unknown way
// CHECK-DAG: lost_rest is left alone: the jump at {{.*}} may go anywhere
// RUN: %py %S/Inputs/calls.py %prof_show run get=900 first=300
#include <stdio.h>

long get(const char *bytes, long size);
long lost(long way, long value);
long first(long kind);

// As GCC -O2 divides a switch some of whose cases are cold: `get` is left by its table
// alone for the cases 3 and 5, and come back to at its last two instructions, with another
// case 2 bytes behind them.
__asm__(".text\n.globl get\n.type get, @function\n"
        "get: .cfi_startproc\n push %rbx\n .cfi_def_cfa_offset 16\n mov %esi, %ebx\n"
        " cmp $8, %esi\n ja get_rest\n lea get_table(%rip), %rcx\n mov %esi, %edx\n"
        " movslq (%rcx,%rdx,4), %rdx\n add %rcx, %rdx\n jmp *%rdx\n"
        "get_8: mov (%rdi), %rax\nget_end: pop %rbx\n ret\n"
        "get_4: mov (%rdi), %eax\n pop %rbx\n ret\n"
        "get_2: movzwl (%rdi), %eax\n pop %rbx\n ret\n"
        "get_1: movzbl (%rdi), %eax\n pop %rbx\n ret\n"
        " .cfi_endproc\n.size get, . - get\n"
        ".section .text.unlikely, \"ax\"\n.type get_rest, @function\n"
        "get_rest: .cfi_startproc\n .cfi_def_cfa_offset 16\n mov $-1, %rax\n jmp get_end\n"
        "get_3: mov $3, %eax\n jmp get_end\n"
        "get_5: mov $5, %eax\n add $1, %rax\n jmp get_end\n"
        " .cfi_endproc\n.size get_rest, . - get_rest\n"
        ".section .rodata\n.balign 4\nget_table: .long get_rest - get_table\n"
        " .long get_1 - get_table, get_2 - get_table, get_3 - get_table\n"
        " .long get_4 - get_table, get_5 - get_table, get_rest - get_table\n"
        " .long get_rest - get_table, get_8 - get_table\n.text\n");

// No bound, as where all values of an enumeration have a case; the next table begins where
// this one ends, and is used by code that only this one leads to.
__asm__(".globl first\n.type first, @function\n"
        "first: .cfi_startproc\n lea table_1(%rip), %rcx\n"
        " movslq (%rcx,%rdi,4), %rdx\n add %rcx, %rdx\n jmp *%rdx\n"
        "first_0: xor %edi, %edi\n lea table_2(%rip), %rcx\n"
        " movslq (%rcx,%rdi,4), %rdx\n add %rcx, %rdx\n jmp *%rdx\n"
        "first_1: mov $0x1c3c3c3, %eax\n ret\n"
        "first_2: mov $2, %eax\n ret\n"
        " .cfi_endproc\n.size first, . - first\n"
        // As distances from the wrong table, this one's lead into the midst of the above.
        ".section .rodata\n.balign 4\ntable_1: .long first_0 - table_1, first_1 - table_1\n"
        "table_2: .long first_2 - table_2, first_1 - table_2\n"
        " .long first_1 - table_2\n.text\n");

// A jump that is computed without a table: into the part elsewhere, too.
__asm__(".globl lost\n.type lost, @function\n"
        "lost: .cfi_startproc\n lea lost_rest(%rip), %rax\n test %rdi, %rdi\n js lost_rest\n"
        " add $lost_3 - lost_rest, %rax\n jmp *%rax\n"
        "lost_end: ret\n"
        " .cfi_endproc\n.size lost, . - lost\n"
        ".section .text.unlikely, \"ax\"\n.type lost_rest, @function\n"
        "lost_rest: .cfi_startproc\n jmp 1f\n"
        "lost_3: lea 3(%rsi), %rax\n jmp lost_end\n"
        "1: mov %rsi, %rax\n jmp lost_end\n"
        " .cfi_endproc\n.size lost_rest, . - lost_rest\n.text\n");

int main(void)
{
    const char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    long sum = 0;

    for (long i = 0; i < 900; i++)
        sum = sum * 7 + get(bytes, i % 9);
    for (long i = 0; i < 300; i++)
        sum = sum * 7 + first(i % 2);
    for (long i = 0; i < 300; i++)
        sum = sum * 7 + lost(i % 3 - 1, i);
    printf("%lx\n", sum);
    return 0;
}
