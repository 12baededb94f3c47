// A jump over the `lock` of an instruction, as glibc has them where there may be one thread
// only: with it and without it are two instructions, each with its count, also where another
// function jumps there, and in a static program's own malloc.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: %prof_patch --verbose -o counted prog > said 2>&1 && not grep -E '(known|other) is left' said
// RUN: EDGEPROF_FILE=run ./counted && %prof_show instructions --function known run | FileCheck %s
// CHECK: known:
// CHECK-NEXT: {{^}}          10  {{ *[0-9a-f]+}}:  test %edi, %edi
// CHECK-NEXT: {{^}}          10  {{ *[0-9a-f]+}}:  jz
// CHECK-NEXT: {{^}}           7  {{ *[0-9a-f]+}}:  lock xadd %rax, (%rsi)
// CHECK-NEXT: {{^}}           5  {{ *[0-9a-f]+}}:  xadd %rax, (%rsi)
// CHECK-NEXT: {{^}}          12  {{ *[0-9a-f]+}}:  js
// CHECK-NEXT: {{^}}           8  {{ *[0-9a-f]+}}:  inc %rax
// CHECK-NEXT: {{^}}          12  {{ *[0-9a-f]+}}:  ret
// RUN: %prof_show functions run | FileCheck %s --check-prefix=CALLS
// CALLS-DAG: 10 {{.*}}known
// CALLS-DAG: 2 {{.*}}other
// RUN: %prof_merge -o sum run && rm counted && %prof_show instructions --function known sum | FileCheck %s
// RUN: %prof_patch --once -o once prog && EDGEPROF_FILE=once.run ./once
// RUN: %prof_show instructions --function known once.run | FileCheck %s --check-prefix=ONCE
// ONCE: {{^}}           1  {{ *[0-9a-f]+}}:  lock xadd
// ONCE-NEXT: {{^}}           1  {{ *[0-9a-f]+}}:  xadd
// ONCE-NEXT: {{^}}           1  {{ *[0-9a-f]+}}:  js
// RUN: %plain_cc -static %s -o static && %prof_patch --verbose -o static.counted static > said 2>&1
// RUN: not grep overlap said && EDGEPROF_FILE=static.run ./static.counted
// RUN: %prof_show instructions --function known static.run | FileCheck %s
#include <stdlib.h>

long known(int locked, long *at, long add);
long other(int unused, long *at, long add);
// What xadd takes comes in %rax, of which C need not know: the caller puts it there. Its flags
// are read behind it, so that no increment may stand between.
__asm__(".text\n"
        ".globl known\n"
        ".type known,@function\n"
        "known:\n"
        "\t.cfi_startproc\n"
        "\ttest %edi, %edi\n"
        "\tje 1f\n"
        "\tlock\n"
        "1:\txadd %rax, (%rsi)\n"
        "\tjs 2f\n"
        "\tinc %rax\n"
        "2:\tret\n"
        "\t.cfi_endproc\n"
        ".size known, .-known\n"
        ".globl other\n"
        ".type other,@function\n"
        "other:\n"
        "\t.cfi_startproc\n"
        "\tlea (%rax), %rax\n"
        "\tjmp 1b\n"
        "\t.cfi_endproc\n"
        ".size other, .-other\n");

static long call(long (*function)(int, long *, long), int locked, long *at, long add)
{
    long got = add;
    __asm__ volatile("call *%[function]"
                     : "+a"(got)
                     : [function] "r"(function), "D"(locked), "S"(at)
                     : "cc", "memory");
    return got;
}

int main(void)
{
    long *sum = calloc(1, sizeof *sum);
    long seen = 0;

    *sum = -5;
    for (int i = 0; i < 10; i++)
        seen += call(known, i % 10 < 7, sum, 1);
    if (*sum != 5 || seen != -5 - 4 - 3 - 2 + 0 + 1 + 2 + 3 + 4 + 5)
        return 1;
    seen = call(other, 0, sum, 1);
    seen += call(other, 0, sum, 1);
    free(sum);
    return seen != 6 + 7;
}
