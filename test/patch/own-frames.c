// Code that .eh_frame does not tell of, and that calls, is found by somebody who knows where
// it is, and who may move it, as V8 does with its builtins.  It runs as it was, with what
// lies beside it; what calls nothing is counted.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: ./prog > want && %prof_patch -v -o counted prog 2> said && EDGEPROF_FILE=run ./counted > got
// RUN: cmp want got && FileCheck %s < said
// CHECK-NOT: {{(alone|asked|main) is left alone}}
// CHECK: inner is left alone: in code that calls, of which .eh_frame does not tell
// CHECK: outer is left alone: in code that calls, of which .eh_frame does not tell
// CHECK: functions are counted
// RUN: %py %S/Inputs/calls.py %prof_show run alone=1000 asked=2000 inner=None outer=None
// Where .eh_frame tells of nothing, that says nothing: all is counted, and what is called
// returns to where it did.
// RUN: %plain_cc -fno-asynchronous-unwind-tables -DNONE %s -o none
// RUN: ./none > want && %prof_patch -v -o fixed none 2> said && EDGEPROF_FILE=other ./fixed > got
// RUN: cmp want got && FileCheck --check-prefix=NONE %s < said
// NONE-NOT: left alone
// NONE: functions are counted
// RUN: %py %S/Inputs/calls.py %prof_show other alone=1000 asked=1000 inner=1000 outer=1000
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

typedef long asked_fn(long value);

extern const char own_start[], own_end[];
long alone(long value);
long outer(asked_fn *function, long value);

__asm__(".text\n"
        ".type alone, @function\nalone: lea 1(%rdi), %rax\n test %rdi, %rdi\n"
        " js 1f\n neg %rax\n1: ret\n.size alone, . - alone\n"
        ".type told, @function\ntold: .cfi_startproc\n mov $0, %eax\n ret\n .cfi_endproc\n"
        ".size told, . - told\n"
        "own_start:\n"
        ".type inner, @function\ninner: lea 3(%rdi), %rax\n cmp $9, %rdi\n jle 1f\n"
        " lea 7(%rdi), %rax\n1: ret\n.size inner, . - inner\n"
        ".type outer, @function\nouter: push %rbx\n mov %rdi, %rbx\n mov %rsi, %rdi\n"
        " call inner\n mov %rax, %rdi\n"
        " call *%rbx\n lea 4098(%rax), %rax\n sub $4096, %rax\n pop %rbx\n ret\n"
        ".size outer, . - outer\n"
        "own_end:\n"
        ".type tells, @function\ntells: .cfi_startproc\n mov $0, %eax\n ret\n .cfi_endproc\n"
        ".size tells, . - tells\n");

static const char *moved;

/* Which of the stretches it is called from. */
NOINLINE static long asked(long value)
{
    const char *from = __builtin_return_address(0);
    size_t size = (size_t)(own_end - own_start);

    if (from > own_start && from <= own_end)
        return value * 2;
    if (moved && from > moved && from <= moved + size)
        return value * 3;
    printf("called from elsewhere\n");
    exit(1);
}

int main(void)
{
    long sum = 0;

    for (long i = 0; i < 1000; i++)
        sum += outer(asked, i % 13) + alone(i % 3 - 1);
    printf("%ld\n", sum);
#ifndef NONE
    size_t size = (size_t)(own_end - own_start);
    asked_fn *function = asked;
    char *place = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long (*there)(asked_fn *, long);

    if (place == MAP_FAILED)
        return 2;
    memcpy(place, own_start, size);
    moved = place;
    place += (const char *)outer - own_start;
    memcpy(&there, &place, sizeof there);
    for (long i = 0; i < 1000; i++)
        sum += there(function, i % 13);
    printf("%ld\n", sum);
#endif
    return 0;
}
