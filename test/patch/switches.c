// Switches of every kind, in one function too, computed gotos, tail calls, pointers to
// functions and recursion: right output, right numbers, and every function is counted.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: ./prog > want && %prof_patch -v -o counted prog 2> said && EDGEPROF_FILE=run ./counted > got
// RUN: cmp want got && FileCheck %s < said
// CHECK-NOT: left alone
// CHECK: functions are counted
// RUN: %py %S/Inputs/calls.py %prof_show run two=1000 sparse=1000 bytes=1000 interpret=10 leaf=2000 indirect=2000
// So it is where nothing is relocated: tables and pointers are plain numbers.  There a
// computed goto's labels may be too close for jumps to their copies: that is said.
// RUN: %plain_cc -no-pie -fno-pie %s -o exec && %prof_patch -v -o fixed exec 2> said && EDGEPROF_FILE=other ./fixed > got
// RUN: cmp want got && FileCheck --check-prefix=EXEC %s < said
// EXEC-NOT: {{(two|sparse|bytes|leaf|indirect) is left alone}}
// EXEC: functions are counted
// RUN: %py %S/Inputs/calls.py %prof_show other two=1000 sparse=1000 bytes=1000 leaf=2000 indirect=2000
#include <stdio.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

static volatile int sink;

NOINLINE static int two(int a, int b)
{
    int r = 0;
    switch (a) {
    case 0: r = 3; break;
    case 1: r = sink; /* falls through */
    case 2: r += 7; break;
    case 3: r = a * b; break;
    case 4: r = b - 3; break;
    case 5: r = b ^ 0x55; break;
    default: r = -1;
    }
    switch (b) {
    case 10: sink++; break;
    case 11: r++; break;
    case 12: r *= 3; break;
    case 13: r -= sink; break;
    case 14: return r;
    case 15: r = ~r; break;
    case 16: r <<= 1; break;
    }
    return r + 1;
}

NOINLINE static int sparse(long a)
{
    switch (a) {
    case 1: return 4;
    case 10: return sink;
    case 100: return 9;
    case 1000: return -2;
    case -50: return 12;
    default: return 0;
    }
}

NOINLINE static int bytes(unsigned char c)
{
    switch (c & 7) {
    case 0: return 1;
    case 1: return sink + 2;
    case 2: return 44;
    case 3: return sink - 4;
    case 4: return 5 * c;
    case 5: return 66 - c;
    case 6: return sink * 7;
    default: return 8;
    }
}

NOINLINE static long interpret(const unsigned char *code)
{
    static const void *const labels[] = {&&add, &&twice, &&less, &&end};
    long value = 1;
    goto *labels[*code++];
add:
    value += 5 + sink;
    goto *labels[*code++];
twice:
    value *= 2;
    goto *labels[*code++];
less:
    value -= 3;
    goto *labels[*code++];
end:
    return value;
}

NOINLINE static int leaf(int a)
{
    return a + sink;
}

NOINLINE static int indirect(int (*function)(int), int a)
{
    return function(a ^ sink); /* a jump at -O2 */
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    static const unsigned char code[] = {0, 1, 1, 2, 0, 1, 2, 3};
    long sum = 0;

    for (int i = 0; i < 1000; i++) {
        sum = sum * 3 + two(i % 7, 8 + i % 11) + sparse(i) + bytes((unsigned char)i);
        sum += indirect(leaf, i) + indirect(leaf, -i);
    }
    for (int i = 0; i < 10; i++)
        sum += interpret(code);
    printf("%ld %d\n", sum, fib(10));
    return 0;
}
