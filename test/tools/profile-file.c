// profile=FILE: weights of an earlier run choose other edges to count, and the
// counts are the same.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c
// RUN: %gcc -g -O2 -fplugin=%plugin prog.c -o prog && ./prog && %prof_merge -o gcc.prof && rm prof.out.*
// RUN: %prof_show lines gcc.prof > want && %prof_show branches gcc.prof >> want
// RUN: %gcc -g -O2 -fplugin=%plugin -fplugin-arg-edgeprof-profile=gcc.prof prog.c -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got
// RUN: %prof_show dump gcc.prof > guessed && %prof_show dump > measured
// RUN: sh -c 'diff guessed measured; test $? = 1'
// RUN: rm prof.out.*
//
// RUN: %clang -g -O2 -fpass-plugin=%plugin prog.c -o prog && ./prog && %prof_merge -o clang.prof && rm prof.out.*
// RUN: %prof_show lines clang.prof > want && %prof_show branches clang.prof >> want
// RUN: %clang -g -O2 -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=profile=clang.prof prog.c -o prog && ./prog
// RUN: %prof_show lines > got && %prof_show branches >> got && diff want got
//
// A profile that cannot be read is no error.
// RUN: %gcc -fplugin=%plugin -fplugin-arg-edgeprof-profile=no.prof prog.c -c 2>&1 | FileCheck %s
// RUN: %clang -g -fplugin=%plugin -fpass-plugin=%plugin -mllvm -edgeprof=profile=no.prof prog.c -c 2>&1 | FileCheck %s
// CHECK: warning: edgeprof: {{.*}}no.prof: No such file or directory
//
// So does a missing reader of profiles.  Without the option none is missed.
// RUN: mkdir -p lib/edgeprof && cp %plugin %build/lib/edgeprof/%gcc.so %build/lib/edgeprof/llvm-*.so lib/edgeprof
// RUN: %gcc -fplugin=%t/lib/edgeprof/edgeprof.so -fplugin-arg-edgeprof-profile=gcc.prof prog.c -c 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %clang -g -fplugin=%t/lib/edgeprof/edgeprof.so -fpass-plugin=%t/lib/edgeprof/edgeprof.so -mllvm -edgeprof=profile=clang.prof prog.c -c 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: warning: edgeprof: {{.*}}profile: {{.*}}/lib/edgeprof/weights.so: cannot open shared object file: No such file or directory
// RUN: %gcc -fplugin=%t/lib/edgeprof/edgeprof.so prog.c -c
static int rarely(int n)
{
    int s = 0;

    for (int i = -1000; i < 0; i++)
        if (__builtin_expect(i >= 0, 1)) // wrong
            s += 3;
        else
            s ^= i * n;
    return s;
}

int main(int argc, char **argv)
{
    int s = argc;

    for (int i = 0; i < 10; i++) {
        if (i != 7)
            s += rarely(i);
        else if (argv)
            s++;
    }
    return s == 12345;
}
