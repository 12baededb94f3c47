// What other tools counted of this program, each in its own format, are the counts that
// this file promises; runs add up, and so does what was counted here.
// RUN: rm -rf %t && mkdir -p %t/gcc %t/llvm %t/valgrind && cp %s %t/imports.cc
//
// gcov: its own JSON, packed and on standard output; by lcov; by gcovr, as Cobertura's XML.
// RUN: cd %t/gcc && %gxx -g --coverage ../imports.cc -o prog && ./prog
// RUN: sh -c 'gcov=$(echo %gcc | sed s/gcc/gcov/); $gcov -b --json-format *.gcda > log; $gcov -b -t --json-format *.gcda > out.json; %S/Inputs/lcov.sh -q -c -d . -o all.info --gcov-tool $gcov 2> log; gcovr -r .. --gcov-executable $gcov --xml out.xml . > log 2>&1'
// RUN: sh -c 'for i in out.json all.info out.xml; do %prof_merge -o sum.prof $i && %counts %s sum.prof || exit; done'
// RUN: %prof_merge -o one.prof out.json
// RUN: %prof_show branches one.prof | FileCheck %s --check-prefix=WAYS --match-full-lines
// WAYS: imports.cc:{{[0-9]+}}: way 1 10, way 2 0, way 3 0, way 4 10
// RUN: %prof_show functions one.prof 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: note: {{[0-9]+}} functions were counted by another tool
// FUNCTIONS-DAG: {{^ +}}1 {{.*}} main imports.cc:
// FUNCTIONS-DAG: {{^ +}}10 {{.*}} small(int) imports.cc:
// FUNCTIONS-DAG: {{^ +}}0 {{.*}} 0.0 never(int) imports.cc:
//
// llvm-cov export: JSON and lcov's format, of which the lines are the same.
// RUN: cd %t/llvm && %clangxx -g -fprofile-instr-generate -fcoverage-mapping ../imports.cc -o prog && ./prog
// RUN: sh -c 'v=$(echo %clang | sed s/clang//); llvm-profdata$v merge -o data default.profraw; llvm-cov$v export prog -instr-profile=data > out.json; llvm-cov$v export -format=lcov prog -instr-profile=data > out.info'
// RUN: %prof_merge -o json.prof out.json && %prof_merge -o info.prof out.info
// RUN: %counts %s json.prof && %counts %s info.prof
// RUN: %prof_show lines json.prof > json.lines && %prof_show lines info.prof > info.lines && diff json.lines info.lines
// RUN: %prof_show branches json.prof | FileCheck %s --check-prefix=CONDITIONS
// CONDITIONS: imports.cc:{{[0-9]+}}:9: true 10, false 0
// CONDITIONS: imports.cc:{{[0-9]+}}:20: true 0, false 10
// RUN: %prof_show functions json.prof 2> log | FileCheck %s --check-prefix=LOCAL
// LOCAL: {{^ +}}1 {{.*}} local(int) imports.cc:
//
// callgrind: instructions that were executed, and calls.
// RUN: cd %t/valgrind && %gxx -g ../imports.cc -o prog
// RUN: valgrind -q --tool=callgrind --dump-instr=yes --skip-plt=no --callgrind-out-file=out ./prog
// RUN: %prof_merge -o sum.prof out && %prof_show lines --include '*imports.cc' sum.prof > log && %py %S/Inputs/imports.py ran %s log
// RUN: %prof_show functions --include '*imports.cc' sum.prof 2> log | FileCheck %s --check-prefix=CALLS
// CALLS-DAG: {{^ +}}1 {{.*}} main {{.*}}imports.cc:
// CALLS-DAG: {{^ +}}10 {{.*}} small(int) {{.*}}imports.cc:
// CALLS-NOT: never
//
// Two runs of one shape are one program's; sums with what is counted here.
// RUN: cd %t && %prof_merge -o two.prof gcc/out.json gcc/out.json && %prof_show dump two.prof | FileCheck %s --check-prefix=TWO
// TWO: entry mark 0 count 20
// TWO-NOT: function _ZL5smalli
// RUN: %gxx -g -fplugin=%plugin imports.cc -o prog && ./prog && %prof_merge -o all.prof prof.out.* gcc/out.json llvm/out.json
// RUN: %py %S/Inputs/imports.py times 3 %s %prof_show all.prof
// RUN: %prof_merge -o less.prof prof.out.* gcc/out.json --subtract gcc/out.json && %counts %s less.prof
static int small(int x)
{
    if (x < 100 && x > 50) //= 10
        return 1; //= 0
    return 0; //= 10
}

static int local(int n)
{
    int s = 0; //= 1

    for (int i = 0; i < n; i++)
        s += small(i); //= 10
    return s; //= 1
}

int never(int x)
{
    return x; //= 0
}

int main()
{
    int s = local(10); //= 1

    return s; //= 1
}
