// Counts of an earlier build go to the functions that are as they were, wherever
// these stand now; changed ones are named and left out.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %s prog.c && %cc prog.c -o prog && ./prog && %prof_merge -o old.prof && rm prof.out.*
// RUN: sh -c '(echo; echo; cat %s) > prog.c' && %cc -DCHANGED=1 prog.c -o prog && ./prog
// RUN: %prof_show functions old.prof prof.out.* 2>&1 | FileCheck %s
// CHECK: prof-show: note: {{.*}}/prog: 2 functions of an earlier build have changed since; their counts are left out: {{changing, gone|gone, changing$}}
// CHECK-DAG: {{^ *}}10 {{.*}} steady prog.c:[[#STEADY:]]
// CHECK-DAG: {{^ *}}2 {{.*}} main
// CHECK-DAG: {{^ *}}1 {{.*}} changing
// RUN: %prof_show lines old.prof prof.out.* | FileCheck %s --check-prefix=LINES
// LINES: 10:{{[0-9]+}}:    return n * 3;
//
// Without the notes of the old build its run is of no use, and that is said.
// RUN: cp %s prog.c && %cc -DCHANGED=2 prog.c -o prog && ./prog
// RUN: %prof_show functions prof.out.* 2>&1 | FileCheck %s --check-prefix=STALE
// STALE: prof-show: note: {{.*}}/prog: rebuilt since the run: build-id {{.*}}, then build-id {{.*}}; its counts are left out
#ifndef CHANGED
#define CHANGED 0
#endif

static int steady(int n)
{
    return n * 3;
}

static int changing(int n)
{
#if CHANGED
    if (n > CHANGED)
        return 0;
#endif
    return n;
}

#if !CHANGED
void gone(void)
{
}
#endif

int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += steady(i);
    return s + changing(argc) + (argv == 0) > 100;
}
