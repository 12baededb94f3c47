// use=FILE: an earlier run drives the optimiser.  Counts stay what they are; what is
// hot or cold, and how often branches are taken, is what was measured.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c
// RUN: %gcc -g -O2 -fplugin=%plugin prog.c -o prog && ./prog && %prof_merge -o gcc.prof && rm prof.out.*
// RUN: %prof_show lines gcc.prof > want && %prof_show branches gcc.prof >> want
// RUN: %gcc -g -O2 -fplugin=%plugin -fplugin-arg-edgeprof-use=gcc.prof prog.c -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got && rm prof.out.*
//
// Without counting nothing is left of it in the program but what the optimiser made.
// RUN: %gcc -g -O2 -fplugin=%plugin -fplugin-arg-edgeprof-use=gcc.prof -fplugin-arg-edgeprof-count=no -fdump-tree-optimized-blocks-details=gcc.txt -fdump-tree-release_ssa-blocks-details=early.txt prog.c -o prog && ./prog
// RUN: sh -c 'ls prof.out.* 2>/dev/null; test $? = 2' && sh -c 'readelf -SW prog | grep edgeprof; test $? = 1'
// RUN: FileCheck %s --check-prefix=GCC < gcc.txt
// GCC: ;; Function never {{.*}}(unlikely executed)
// GCC: ;; Function wrong {{.*}}(hot)
// GCC: succ: {{.*}}[10.0%]  count:100 (precise{{[,)]}}
// GCC-NEXT: {{.*}}[90.0%]  count:900 (precise{{[,)]}}
// What was inlined early has changed no count of the function around it.
// RUN: awk '/^;; Function/ { p = / turns / } p' early.txt | FileCheck %s --check-prefix=TURNS
// TURNS: basic block 2, {{.*}}, count 1 (precise
// TURNS: loop depth 1, count 900 (precise
//
// With LTO the compiler that the link runs has them as well.
// RUN: %gcc -g -O2 -flto -fplugin=%plugin prog.c -o prog && ./prog && %prof_merge -o lto.prof && rm prof.out.*
// RUN: %gcc -g -O2 -flto -fplugin=%plugin -fplugin-arg-edgeprof-use=lto.prof -fplugin-arg-edgeprof-count=no -fdump-tree-optimized-blocks-details prog.c -o lto && ./lto
// RUN: cat lto.*optimized | FileCheck %s --check-prefix=GCC
//
// The same of Clang, in a unit that was compiled by it.
// RUN: %clang -g -O2 -fpass-plugin=%plugin prog.c -o prog && ./prog && %prof_merge -o clang.prof && rm prof.out.*
// RUN: %prof_show lines clang.prof > want && %prof_show branches clang.prof >> want
// RUN: %clang -g -O2 -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=use=clang.prof prog.c -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got && rm prof.out.*
// RUN: %clang -g -O2 -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=use=clang.prof,count=no prog.c -o prog && ./prog
// RUN: sh -c 'ls prof.out.* 2>/dev/null; test $? = 2' && sh -c 'readelf -SW prog | grep edgeprof; test $? = 1'
// RUN: %clang -g -O2 -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=use=clang.prof,count=no prog.c -S -emit-llvm -o clang.txt
// RUN: FileCheck %s --check-prefix=CLANG < clang.txt
// CLANG-DAG: define {{.*}}@wrong({{.*}}!prof [[CALLED:![0-9]+]]
// CLANG-DAG: define {{.*}}@never({{.*}}!prof [[NEVER:![0-9]+]]
// CLANG-DAG: [[CALLED]] = !{!"function_entry_count", i64 1000}
// CLANG-DAG: [[NEVER]] = !{!"function_entry_count", i64 0}
// CLANG-DAG: !{!"branch_weights", i32 {{100, i32 900|900, i32 100}}}
// CLANG-DAG: !{!"ProfileFormat", !"InstrProf"}
// CLANG-DAG: !{!"MaxCount", i64 1001}
// CLANG-DAG: !{!"MaxFunctionCount", i64 1000}
// CLANG-DAG: !{!"NumFunctions", i64 6}
//
// A profile that cannot be read, and one of another state of the source, are warnings;
// of the functions, those that have changed are dropped and named.
// RUN: %gcc -O2 -fplugin=%plugin -fplugin-arg-edgeprof-use=no.prof prog.c -c 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %clang -O2 -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=use=no.prof -g prog.c -c 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: warning: edgeprof: {{.*}}no.prof: No such file or directory
// RUN: sed -e 's,^    // STALE,    if (n == 3) return 4;,' %s > prog.c
// RUN: %gcc -g -O2 -fplugin=%plugin -fplugin-arg-edgeprof-use=gcc.prof prog.c -o prog 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: ./prog && %prof_show lines | FileCheck %s --check-prefix=COUNTS && rm prof.out.*
// RUN: %clang -g -O2 -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=use=clang.prof prog.c -o prog 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: ./prog && %prof_show lines | FileCheck %s --check-prefix=COUNTS
// STALE: warning: edgeprof: {{.*}}.prof: not as it was measured: stale
// STALE-NOT: wrong
// COUNTS: 900: {{.*}}: n ^= 5;
__attribute__((noinline)) int stale(int n)
{
    // STALE
    return n + 1;
}

__attribute__((noinline)) int never(int n)
{
    return n * 3;
}

__attribute__((noinline)) int wrong(int n)
{
    if (__builtin_expect(n % 10 == 0, 1)) // it is not
        n += 7;
    else
        n ^= 5;
    return n;
}

static inline int mixed(int n)
{
    return n % 10 == 0 ? n + 7 : n ^ 5;
}

__attribute__((noinline)) void turns(int n, volatile int *out)
{
    for (int i = 0; i < n; i++)
        *out = mixed(i);
}

int main(int argc, char **argv)
{
    int s = 0;
    volatile int out;

    turns(1000, &out);
    for (int i = 0; i < 1000; i++)
        s += wrong(i);
    if (argc > 5)
        s += never(s);
    return stale(s) == 12345 && argv;
}
