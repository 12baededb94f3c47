// Which conditions were shown to decide alone, by masking and by unique cause, with every compiler.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %prof_show mcdc --function "s*" > text && FileCheck %s --match-full-lines < text
// RUN: %prof_show missing --mcdc | FileCheck %s --check-prefix=MISSING
// RUN: sh -c '%prof_show check --fail-under-mcdc 80; test $? = 2' | FileCheck %s --check-prefix=GATE --match-full-lines
// RUN: %prof_show check --fail-under-mcdc 58
//
// What two profiles have in common is no run's.
// RUN: %prof_show mcdc --intersect prof.out.* --function shown prof.out.* | FileCheck %s --check-prefix=COMBINED
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o all && rm prof.out.* && ./all && %prof_show mcdc --function "s*" | diff text -
#include <stdlib.h>

volatile int sink;

__attribute__((noinline)) static int same(int n)
{
    return n;
}

static void shown(int a, int b, int c)
{
    if (a && (b || !c))
        sink = 1;
}

static void some(int a, int b, int c)
{
    while (a || (b &&
                 same(c) > 0))
        return;
}

// Of both ways to c one was masked by it, whichever: (1 0) and (0 1 1), or (1 1) and (0 1 0).
static void shared(int a, int b, int c)
{
    if ((a || b) && c)
        sink = 1;
}

static void surely(int a, int b, int c)
{
    if ((a || b) && c)
        sink = 1;
}

static void single(int a)
{
    if (a)
        sink = 1;
    sink = a ? 2 : same(3);
}

__attribute__((noinline)) static int leave(int n)
{
    if (n > 1)
        exit(0);
    return n;
}

// An evaluation that never comes to an end shows nothing.
static void ended(int a, int n)
{
    if (a && leave(n)) //= 3
        sink = 1;
}

int main(void)
{
    shown(0, 0, 0), shown(1, 0, 1), shown(1, 1, 1), shown(1, 0, 0);
    some(1, 0, 0), some(0, 1, 0), some(0, 1, 0);
    shared(1, 0, 0), shared(0, 1, 1), shared(0, 0, 1);
    surely(1, 0, 1), surely(1, 0, 1), surely(1, 0, 0), surely(0, 1, 1), surely(0, 0, 1);
    single(1), single(0);
    ended(0, 0), ended(1, 0), ended(1, 9);
}

// CHECK:      {{.*}}mcdc.c:[[#]]:9: 3 of 3 conditions shown, 3 by unique cause
// CHECK-NEXT:            3 true, 1 false: `a` shown
// CHECK-NEXT:            1 true, 2 false: `b` shown
// CHECK-NEXT:            1 true, 1 false: `!c` shown
// CHECK-NEXT: {{.*}}mcdc.c:[[#]]:12: 1 of 3 conditions shown, 1 by unique cause
// CHECK-NEXT:            1 true, 2 false: `a` shown
// CHECK-NEXT:            2 true, 0 false: `b` not shown: it was never false
// CHECK-NEXT:            0 true, 2 false: `same(c) > 0` not shown: it was never true
// CHECK-NEXT: {{.*}}mcdc.c:[[#]]:10: 1 of 3 conditions shown, 0 by unique cause
// CHECK-NEXT:            1 true, 2 false: `a` not known: the counts do not tell
// CHECK-NEXT:            1 true, 1 false: `b` not known: the counts do not tell
// CHECK-NEXT:            1 true, 1 false: `c` shown by masking, not known by unique cause
// CHECK-NEXT: {{.*}}mcdc.c:[[#]]:10: 2 of 3 conditions shown, 1 by unique cause
// CHECK-NEXT:            3 true, 2 false: `a` shown
// CHECK-NEXT:            1 true, 1 false: `b` not known: the counts do not tell
// CHECK-NEXT:            3 true, 1 false: `c` shown by masking, not known by unique cause
// CHECK-NEXT: {{.*}}mcdc.c:[[#]]:9: 1 of 1 conditions shown, 1 by unique cause
// CHECK-NEXT:            1 true, 1 false: `a` shown
// CHECK-NEXT: {{.*}}mcdc.c:[[#]]:12: 1 of 1 conditions shown, 1 by unique cause
// CHECK-NEXT:            1 true, 1 false: `a` shown
// MISSING: mcdc.c:[[#]]:18: `b` alone was never shown to decide: it was never false
// MISSING: mcdc.c:[[#]]:18: `same(c) > 0` alone was never shown to decide: it was never true
// MISSING: mcdc.c:[[#]]:10: `a` alone may not have been shown to decide: the counts do not tell
// MISSING: mcdc.c:[[#]]:9: `a` alone was never shown to decide: it never decided while it was true
// MISSING: mcdc.c:[[#]]:14: `leave(n)` alone was never shown to decide: it was never true
// GATE: mcdc: {{.*}}, wanted 80 %: failed
// GATE: {{.*}}mcdc.c:[[#]]: never shown to decide at column 18: {{.*}}same(c) > 0))
// GATE: {{.*}}mcdc.c:[[#]]: not known to decide at column 10: {{.*}}
// COMBINED: 0 of 3 conditions shown, 0 by unique cause
// COMBINED: `a` not known
