// calls as callgrind and gprof write them: what each function costs itself is the sum
// of its lines, and with all that it calls, its callers' shares; callgrind_annotate
// says the same.  even and odd are a circle, fact calls itself, and one call is by a
// pointer.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc prog.c -o prog && ./prog
// RUN: %prof_show calls --format callgrind > callgrind.out.1
// RUN: %py -B %source/test/tools/Inputs/call_formats.py %prof_show callgrind.out.1
// RUN: callgrind_annotate --auto=no callgrind.out.1 | FileCheck %s --check-prefix=SELF
// SELF: Events recorded: Lines
// SELF: 191 (100.0%) PROGRAM TOTALS
// SELF: 163 (85.34%) prog.c:leaf
// RUN: callgrind_annotate --auto=no --inclusive=yes --tree=both callgrind.out.1 | FileCheck %s --check-prefix=ALL
// ALL:     62 (32.46%) {{ *}}< prog.c:main (2x)
// ALL-NEXT: 62 (32.46%) {{ *}}* prog.c:middle
// ALL-NEXT: 60 (31.41%) {{ *}}> prog.c:leaf (4x)
// RUN: %prof_show calls --format gprof | FileCheck %s --check-prefix=GPROF
// GPROF:      85.34 163.00 163.00 11 14.82 14.82 leaf
// GPROF:      2.00 60.00 2/2 main [1]
// GPROF-NEXT: [4] 32.5 2.00 60.00 2 middle [4]
// GPROF-NEXT: 60.00 0.00 4/11 leaf [2]
// GPROF:      [6] 2.6 5.00 0.00 1+4 fact [6]
#include <stdio.h>
static int leaf(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
static int even(int n);
static int odd(int n)
{
    leaf(1);
    return n ? even(n - 1) : 0;
}
static int even(int n)
{
    return n ? odd(n - 1) : 1;
}
static int fact(int n)
{
    return n < 2 ? 1 : n * fact(n - 1);
}
static int middle(int n)
{
    return leaf(n) + leaf(n);
}
int main(int c, char **v)
{
    int (*p)(int) = leaf;
    int s = middle(10) + middle(10) + leaf(10);
    s += even(10) + fact(5) + p(10);
    printf("%d\n", s);
    return 0;
}
