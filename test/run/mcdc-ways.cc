// With mcdc=yes each way through a decision is counted, and no condition of a whole one is
// not known: in loops, threads and recursion, inlined, with operands that throw, jump away or
// end the process, in a decision's operand another one.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env EDGEPROF_OPTIONS=mcdc=yes %cxx %s -o prog -pthread && env EDGEPROF_FILE=ways ./prog
// RUN: %prof_show mcdc --function "w_*" ways > text && FileCheck %s --match-full-lines < text
// RUN: %counts %s ways
// RUN: not grep "not known" text
//
// RUN: env EDGEPROF_OPTIONS=mcdc=yes,place=all %cxx %s -o all -pthread && env EDGEPROF_FILE=all.prof ./all
// RUN: %prof_show mcdc --function "w_*" all.prof | diff text -
// RUN: env EDGEPROF_OPTIONS=mcdc=yes,loops=memory,threads=atomic %cxx %s -o all -pthread && env EDGEPROF_FILE=atomic.prof ./all
// RUN: %prof_show mcdc --function "w_*" atomic.prof | diff text -
//
// What one build counted by way, and another did not, adds up.
// RUN: %cxx %s -o plain -pthread && env EDGEPROF_FILE=plain.prof ./plain
// RUN: %prof_show mcdc --function "w_plain*" plain.prof | FileCheck %s --check-prefix=PLAIN
// RUN: %prof_show mcdc --function "w_plain*" ways plain.prof | FileCheck %s --check-prefix=BOTH
// RUN: %prof_show mcdc --function "w_plain*" plain.prof ways | FileCheck %s --check-prefix=BOTH
// PLAIN: 1 true, 2 false: `a` not known: the counts do not tell
// PLAIN: 1 true, 1 false: `b` not known: the counts do not tell
// BOTH:  2 true, 4 false: `a` not known: the counts do not tell
// BOTH:  2 true, 2 false: `b` shown
#include <setjmp.h>
#include <stdlib.h>
#include <thread>

static volatile int sink;
static jmp_buf away;

__attribute__((noinline)) static bool same(int n)
{
    if (n > 1)
        throw n;
    if (n < 0)
        longjmp(away, 1);
    return n;
}

static void w_plain(int a, int b, int c)
{
    if ((a || b) && c)
        sink = 1;
}

static void w_operands(int a, int b, int c)
{
    try {
        if ((a || same(b)) && same(c))                  //= 6
            sink = 1;
    } catch (int) {
        sink = 2;
    }
}

static void w_loop(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if ((i & 1 || i & 2) && (i & 4 || i & 8)) //= 16
            sink = 1;                             //= 9
}

static bool w_again(int n, int a, int b)
{
    if ((a || (n > 0 && w_again(n - 1, b, a))) && b)
        return true;
    return false;
}

static void w_nested(int a, int b, int c, int d)
{
    auto inner = [&] {
        for (int i = 0; i < 2; i++)
            if ((b || c) && d)
                return true;
        return false;
    };
    if ((a || same(inner())) && d)
        sink = 3;
}

static inline __attribute__((always_inline)) bool w_inlined(int a, int b, int c)
{
    if ((a || b) && c)
        return true;
    return false;
}

__attribute__((noinline)) static bool ends(int n)
{
    if (n)
        exit(0);
    return n;
}

static void w_ended(int a, int b)
{
    if ((a || b) && ends(a))                    //= 2
        sink = 4;
}

int main()
{
    // Of both ways to c one was masked by it: the first.
    w_plain(1, 0, 0), w_plain(0, 1, 1), w_plain(0, 0, 1);
    // a is shown; b is not: it decided only while it was false. Three came to no end.
    w_operands(1, 0, 1), w_operands(0, 0, 0), w_operands(0, 1, 0), w_operands(0, 2, 0), w_operands(0, 1, 2);
    if (!setjmp(away))
        w_operands(1, 0, -1);
    w_loop(16);
    w_again(2, 0, 0), w_again(1, 0, 1);
    w_nested(0, 1, 0, 1), w_nested(0, 0, 1, 0), w_nested(1, 0, 0, 0);
    sink = w_inlined(1, 0, 1), sink = w_inlined(0, 0, 1);
    std::thread other([] {
        for (int i = 0; i < 1000; i++)
            sink = w_inlined(0, 1, i & 1);
    });
    for (int i = 0; i < 1000; i++)
        sink = w_inlined(1, 1, 0);
    other.join();
    w_ended(0, 0), w_ended(1, 0);
}

// CHECK:      {{.*}}mcdc-ways.cc:[[#]]:10: 2 of 3 conditions shown, 1 by unique cause
// CHECK-NEXT:            1 true, 2 false: `a` not shown: it never decided while it was true
// CHECK-NEXT:            1 true, 1 false: `b` shown
// CHECK-NEXT:            1 true, 1 false: `c` shown by masking, not by unique cause
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:14: 2 of 3 conditions shown, 1 by unique cause
// CHECK-NEXT:            2 true, 4 false: `a` shown
// CHECK-NEXT:            2 true, 1 false: `same(b)` not shown: it never decided while it was true
// CHECK-NEXT:            1 true, 1 false: `same(c)` shown by masking, not by unique cause
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:26: 1 of 1 conditions shown, 1 by unique cause
// CHECK-NEXT:           16 true, 1 false: `i < n` shown
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:14: 4 of 4 conditions shown, 4 by unique cause
// CHECK-NEXT:            8 true, 8 false: `i & 1` shown
// CHECK-NEXT:            4 true, 4 false: `i & 2` shown
// CHECK-NEXT:            6 true, 6 false: `i & 4` shown
// CHECK-NEXT:            3 true, 3 false: `i & 8` shown
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:10: 0 of 4 conditions shown, 0 by unique cause
// CHECK-NEXT:            1 true, 4 false: `a` not shown: it never decided while it was true
// CHECK-NEXT:            3 true, 1 false: `n > 0` not shown: it never decided while it was true
// CHECK-NEXT:            0 true, 3 false: `w_again(n - 1, b, a)` not shown: it was never true
// CHECK-NEXT:            0 true, 1 false: `b` not shown: it was never true
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:25: 1 of 1 conditions shown, 1 by unique cause
// CHECK-NEXT:            3 true, 1 false: `i < 2` shown
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:18: 1 of 3 conditions shown, 0 by unique cause
// CHECK-NEXT:            1 true, 2 false: `b` not shown: it never decided while it was false
// CHECK-NEXT:            2 true, 0 false: `c` not shown: it was never false
// CHECK-NEXT:            1 true, 2 false: `d` shown by masking, not by unique cause
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:10: 2 of 3 conditions shown, 1 by unique cause
// CHECK-NEXT:            1 true, 2 false: `a` not shown: it never decided while it was true
// CHECK-NEXT:            1 true, 1 false: `same(inner())` shown
// CHECK-NEXT:            1 true, 1 false: `d` shown by masking, not by unique cause
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:10: 3 of 3 conditions shown, 3 by unique cause
// CHECK-NEXT:         1001 true, 1001 false: `a` shown
// CHECK-NEXT:         1000 true, 1 false: `b` shown
// CHECK-NEXT:          501 true, 1500 false: `c` shown
// CHECK-NEXT: {{.*}}mcdc-ways.cc:[[#]]:10: 0 of 3 conditions shown, 0 by unique cause
// CHECK-NEXT:            1 true, 1 false: `a` not shown: it never decided while it was true
// CHECK-NEXT:            0 true, 1 false: `b` not shown: it was never true
// CHECK-NEXT:            0 true, 0 false: `ends(a)` not shown: it was never evaluated
