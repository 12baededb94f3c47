// Which test ran what: a test is a label of runs.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc -O2 prog.c -o prog
// RUN: %py -B %source/test/tools/Inputs/tests.py %prof_merge %prof_show
// RUN: rm *.prof
//
// What it looks like.
// RUN: env EDGEPROF_LABEL=one ./prog 1 && env EDGEPROF_LABEL=two ./prog 2 && env EDGEPROF_LABEL=one ./prog 1 && ./prog 8
// RUN: sh -c '%prof_show tests 2>&1' | FileCheck %s --match-full-lines
// CHECK:      prof-show: note: 1 of 4 runs have no label and are no test
// CHECK-NEXT:      only     lines      runs  test
// CHECK-NEXT:         2         6         2  one
// CHECK-NEXT:         2         6         1  two
// CHECK-NEXT: 2 of 2 tests run 8 of 14 lines; by greedy set cover 2 run as many:
// CHECK-NEXT:       new       sum  test
// CHECK-NEXT:         6         6  one
// CHECK-NEXT:         2         8  two
// CHECK-NOT:  {{.}}
// RUN: %prof_show tests %t/prog.c:56 | FileCheck %s --check-prefix=PLACE --match-full-lines
// PLACE:      prog.c:56: 1
// PLACE-NEXT:            1  two
// PLACE-NOT:  {{.}}
//
// A place without code is an error, and so are runs without labels.
// RUN: sh -c '%prof_show tests prog.c:1; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NONE --match-full-lines
// NONE: prof-show: error: prog.c:1: no code there
// RUN: sh -c '%prof_show tests --min . .; test $? = 1' 2>&1 | FileCheck %s --check-prefix=MIN --match-full-lines
// MIN: prof-show: error: tests: not with --min, --max and --intersect
// RUN: %py -B %source/test/format/make.py format
// RUN: sh -c '%prof_show tests --binary prog format/good-run-labels.prof prof.out.*; true' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: prof-show: warning: the test two is left out: the program that merged its runs kept no counts of theirs
// RUN: %prof_merge -q -o one.prof --only one && %prof_merge -q -o rest.prof --subtract one.prof && %prof_show tests rest.prof 2>&1 | FileCheck %s --check-prefix=REST
// REST: 1 of 1 tests run
// RUN: rm prof.out.* && ./prog
// RUN: sh -c '%prof_show tests prof.out.*; test $? = 3' 2>&1 | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: prof-show: error: no test: name each with EDGEPROF_LABEL when it runs
//
// With --diff, the tests that ran what has changed.
// RUN: git init -q . && git add prog.c && git -c user.name=t -c user.email=t@t commit -qm one
// RUN: %py -c "s = open('prog.c').read(); open('prog.c', 'w').write(s.replace('n *= 2;', 'n *= 3;'))"
// RUN: rm prof.out.* && %cc -O2 prog.c -o prog
// RUN: env EDGEPROF_LABEL=one ./prog 1 && env EDGEPROF_LABEL=two ./prog 2
// RUN: %prof_show tests --diff HEAD | FileCheck %s --check-prefix=DIFF --match-full-lines
// DIFF:           only     lines      runs  test
// DIFF-NEXT:         1         1         1  two
// DIFF-NEXT: 1 of 2 tests run 1 of 1 changed lines; by greedy set cover 1 run as many:
int main(int argc, char **argv)
{
    int n = 0;

    for (int i = 1; i < argc; i++)
        switch (argv[i][0] - '0') {
        case 1:
            n += 1;
            break;
        case 2:
            n *= 2;
            break;
        case 3:
            n -= 7;
            break;
        case 4:
            n ^= 4;
            break;
        case 5:
            n /= 5;
            break;
        }
    return n == 77;
}
