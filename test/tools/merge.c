// Merging: inputs of every kind, bad ones skipped, notes embedded.
// RUN: rm -rf %t && mkdir %t %t/runs %t/moved && cd %t
// RUN: cp %s prog.c && %cc prog.c -o prog
// RUN: ./prog && ./prog x && ./prog x y && mv prof.out.* runs
// RUN: EDGEPROF_FILE=one.prof ./prog
//
// A directory, a file, a list, standard input: all the same.
// RUN: %prof_merge -o a runs one.prof
// RUN: sh -c 'ls runs/* one.prof > list' && %prof_merge -o b @list && cmp a b
// RUN: %prof_merge -o c - < b && cmp b c
// RUN: %prof_merge -o - a | %prof_merge -o d - && cmp a d
// RUN: %prof_merge -o runs/prof.out runs && %prof_merge -o runs/prof.out runs
// RUN: %prof_show functions a | FileCheck %s --check-prefix=ALL
// RUN: %prof_show functions runs/prof.out | FileCheck %s --check-prefix=RUNS
// ALL: {{^ *}}4 {{.*}} main
// ALL: {{^ *}}2 {{.*}} work
// RUNS: {{^ *}}3 {{.*}} main
//
// A bad input is named, skipped, counted; --strict makes it an error.
// RUN: echo junk > runs/prof.out.1 && touch runs/prof.out.2
// RUN: %prof_merge -o e runs one.prof 2>&1 | FileCheck %s --check-prefix=SKIP
// SKIP: prof-merge: warning: runs/prof.out.1: not an edgeprof file; skipped
// SKIP: prof-merge: warning: runs/prof.out.2: empty; skipped
// SKIP: prof-merge: 2 of 7 inputs skipped
// RUN: sh -c '%prof_merge --strict -o f runs; test $? = 1' 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT: prof-merge: error: runs/prof.out.1: not an edgeprof file
// RUN: not test -e f
// RUN: sh -c '%prof_merge -o f runs/prof.out.1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: prof-merge: error: no usable profile
// RUN: sh -c '%prof_merge -o no/such/f a; test $? = 1' 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: prof-merge: error: no/such/f: No such file or directory
// RUN: sh -c '%prof_merge -o /dev/full a; test $? = 1' 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: prof-merge: error: /dev/full: No space left on device
// RUN: sh -c '%prof_show lines a > /dev/full; test $? = 1' 2>&1 | FileCheck %s --check-prefix=SHOW-FULL
// SHOW-FULL: prof-show: error: standard output: No space left on device
//
// The binary is gone: the merged profile has its notes, a run has not; the
// binary's id finds it wherever it is.
// RUN: mv prog moved/other-name
// RUN: %prof_show functions a | FileCheck %s --check-prefix=ALL
// RUN: sh -c '%prof_show functions one.prof; test $? = 3' 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: prof-show: note: {{.*}}/prog: No such file or directory; its counts are left out: name the binary of build-id {{[0-9a-f]+}} with --binary PATH
// GONE: prof-show: error: no usable profile
// RUN: %prof_show functions --binary moved one.prof | FileCheck %s --check-prefix=ONE
// RUN: %prof_show functions --binary moved/other-name one.prof | FileCheck %s --check-prefix=ONE
// ONE: {{^ *}}1 {{.*}} main
static int work(int n)
{
    return n + 1;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        argc = work(argc);
    return argv == 0;
}
