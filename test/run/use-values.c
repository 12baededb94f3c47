// use=FILE of a run that counted whom calls by a pointer call: those that mostly call one
// function call it directly, where nothing else comes in between; counts stay what they
// are, on the chords and on every edge.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s values.c
// RUN: %cc -O2 -fno-pie %option:values=yes values.c -c -o values.o && %cc -no-pie values.o -o prog && ./prog
// RUN: %prof_merge -o profile prof.out.* && rm prof.out.*
// RUN: %prof_show lines profile > want && %prof_show branches profile >> want
//
// RUN: %cc -O2 -fno-pie values.c -S -o guessed.s
// RUN: %cc -O2 -fno-pie %option:use=profile %option:count=no values.c -S -o used.s
// RUN: FileCheck %s --check-prefix=USED < used.s && FileCheck %s --check-prefix=GUESSED < guessed.s
//     USED: {{^}}mostly:
//     USED: twice
//     USED: .size{{.*}}mostly
//     USED: {{^}}virtually:
//     USED: fewer
//     USED: .size{{.*}}virtually
//     USED: {{^}}evenly:
// USED-NOT: {{twice|fewer|other}}
//     USED: .size{{.*}}evenly
//     GUESSED: {{^}}mostly:
// GUESSED-NOT: {{twice|fewer|other}}
//     GUESSED: .size{{.*}}virtually
//
// RUN: %cc -O2 -fno-pie %option:use=profile values.c -c -o values.o && %cc -no-pie values.o -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got && rm prof.out.*
// RUN: %cc -O2 -fno-pie %option:use=profile %option:place=all values.c -c -o values.o && %cc -no-pie values.o -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got && rm prof.out.*
// RUN: %cc -O2 -fno-pie %option:use=profile %option:values=yes values.c -c -o values.o && %cc -no-pie values.o -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got
// Of four targets some may not be known, each build others.
// RUN: %prof_show calls profile | grep -v evenly > want && %prof_show calls | grep -v evenly > got && diff want got
// RUN: FileCheck %s --check-prefix=CALLS < got
// CALLS: {{34890 +virtually .* -> fewer}}
// CALLS: {{30000 +mostly .* -> twice}}
#include <setjmp.h>

typedef int operation(int);
struct shape {
    operation **functions;
};

static jmp_buf home;
static int left;

static int twice(int x)
{
    if (x % 3 == 0)
        return x;
    return 2 * x + 1;
}

static int fewer(int x)
{
    if (x == 977 && left++ < 5)
        longjmp(home, 1);
    return x > 2 ? x - 2 : x;
}

static int other(int x) { return x ^ 5; }
static int another(int x) { return x | 9; }

operation *operations[] = {twice, twice, twice, fewer};
operation *all[] = {twice, fewer, other, another};
operation *of_square[] = {fewer};
struct shape square = {of_square};

__attribute__((noinline)) int mostly(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += operations[i % 4](i & 255);
    return s;
}

__attribute__((noinline)) int virtually(const struct shape *shape, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += shape->functions[0](i);
    return s;
}

__attribute__((noinline)) int evenly(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += all[i & 3](i & 511);
    return s;
}

int main(void)
{
    volatile int times = 10000; // not known, so that no function gets a copy for it
    const struct shape *volatile shape = &square;
    volatile int s = mostly(4 * times);
    setjmp(home);
    s += virtually(shape, 3 * times);
    s += evenly(2 * times);
    return s == 1;
}
