// pgo: the counts as profiles of samples, which clang and gcc take for their own.  Two
// functions are called `step`; the one that ran more is in the profile.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc -DOTHER -c prog.c -o other.o
// RUN: %cc prog.c other.o -o prog && env EDGEPROF_FILE=prof.out ./prog
// RUN: %prof_show pgo > text 2> warnings
// RUN: FileCheck %s --match-full-lines --strict-whitespace --check-prefix=TEXT < text
//      TEXT:main:1603:1
// TEXT-NEXT: 2: 1
// TEXT-NEXT: 4: 401
// TEXT-NEXT: 5: 400
// TEXT-NEXT: 6: 100
// TEXT-NEXT: 8: 300
// TEXT-NEXT: 9: 400
// TEXT-NEXT: 10: 1
// TEXT-NEXT:never:0:0
// TEXT-NEXT: 2: 0
// TEXT-NEXT:other:100:100
// TEXT-NEXT: 2: 100
// TEXT-NEXT:step:400:400
// TEXT-NEXT: 2: 400
// RUN: FileCheck %s --check-prefix=WARNINGS < warnings
// WARNINGS: 1 function is left out: a profile knows functions by their names alone
// RUN: %prof_show pgo --format llvm-text --function never | FileCheck %s --check-prefix=ONE
// ONE-NOT: main
// ONE: never:0:0
// RUN: llvm-profdata show --sample text | FileCheck %s --check-prefix=MERGED
// MERGED: Function: main
// RUN: %clang -O1 -g -fdebug-info-for-profiling -fprofile-sample-use=text -S -emit-llvm prog.c -o - | FileCheck %s --check-prefix=CLANG
// Up to 19 clang takes one more than the profile has, from 21 on not; from 16 on gcc
// scales all counts.
// CLANG-DAG: !{!"function_entry_count", i64 {{1|2}}}
// CLANG-DAG: !{!"branch_weights", i32 {{100|101}}, i32 {{300|301}}}
// RUN: %prof_show pgo --format %afdo > prog.afdo
// RUN: %gcc -O1 -g -fauto-profile=prog.afdo -fdump-tree-optimized-blocks-all -c prog.c
// RUN: cat *.optimized | FileCheck %s --check-prefix=GCC
// GCC: count {{401 \(auto FDO\)|[0-9]+ \(auto FDO, freq 40[01]\.0000\)}}
// GCC: count {{300 \(auto FDO\)|[0-9]+ \(auto FDO, freq 300\.0000\)}}
// RUN: not %prof_show pgo --format json 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: prof-show: error: pgo: not in the format json
#ifdef OTHER
static int step(int i)
{
    return i + 1;
}
int other(int i)
{
    return step(i);
}
#else
int other(int i);
__attribute__((noinline)) static int step(int i)
{
    return i + 2;
}
int never(int i)
{
    return i;
}
int main(void)
{
    volatile int sum = 0;

    for (int i = 0; i < 400; i++) {
        if (i % 4 == 0)
            sum += other(i);
        else
            sum -= i;
        sum += step(i); }
    return sum == 0;
}
#endif
