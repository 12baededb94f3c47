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
// RUN: %prof_show diff old.prof prof.out.* 2>&1 | FileCheck %s --check-prefix=DIFF
// DIFF:     note: {{.*}} 2 functions of an earlier build have changed since
// DIFF-NOT: steady
// DIFF:     {{^}}+ {{.*}} changing prog.c:[[#]]{{$}}
// DIFF-NOT: steady
//
// A test of the earlier build ran what has not changed.
// RUN: cp prog now && cp %s prog.c && %cc prog.c -o prog && env EDGEPROF_LABEL=old EDGEPROF_FILE=l1 ./prog && %prof_merge -q -o labelled.prof l1 && mv now prog
// RUN: sh -c '(echo; echo; cat %s) > prog.c' && env EDGEPROF_LABEL=new EDGEPROF_FILE=l2 ./prog
// RUN: %prof_show tests prog.c:39 labelled.prof l2 | FileCheck %s --check-prefix=TESTS
// TESTS: : 10
// TESTS-NEXT: {{^}}           5  new{{$}}
// TESTS-NEXT: {{^}}           5  old{{$}}
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
