// The resolver of an indirect function runs when the library is relocated, and what it calls,
// too: before the library has counters.  It is left alone, whoever opens the library.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -shared -fPIC -DLIBRARY %s -o own.so
// RUN: strip own.so && %plain_cc %s -o prog -ldl
// RUN: ./prog ./own.so > want && %prof_patch -v -o lib.so own.so 2> said && %prof_patch -o counted prog
// RUN: EDGEPROF_FILE=run ./counted ./lib.so > got && cmp want got && FileCheck %s < said
// CHECK-DAG: chosen is left alone: it runs while the file is loaded
// CHECK-DAG: {{own|sub_.*}} is left alone: it runs while the file is loaded
// CHECK-DAG: {{own|sub_.*}} is left alone: it runs while the file is loaded
// CHECK-DAG: 3 of 6 functions are counted
// RUN: %py %S/Inputs/calls.py %prof_show run main=1 asked=1 chosen=None
#include <dlfcn.h>
#include <stdio.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

#ifdef LIBRARY

static volatile int sink;

static int fast(int n)
{
    return n + 1 + sink;
}

static int slow(int n)
{
    return n + 2 + sink;
}

NOINLINE static int is_fast(int n)
{
    for (int i = 0; i < n; i++)
        if (i * i == 49)
            return 1;
    return 0;
}

typedef int function_fn(int);

static function_fn *choose(void)
{
    return is_fast(10 + sink) ? fast : slow;
}

int chosen(int n) __attribute__((ifunc("choose")));

/* Of this one the file has no symbol, if it is stripped, but a relocation. */
NOINLINE static function_fn *choose_own(void)
{
    return is_fast(9 + sink) ? fast : slow;
}

static int own(int n) __attribute__((ifunc("choose_own")));

int asked(int n)
{
    return chosen(n) + chosen(n + 1) + own(n + 2);
}

#else

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    int (*asked)(int);

    if (!library)
        return 2;
    *(void **)&asked = dlsym(library, "asked");
    printf("%d\n", asked(5));
    return 0;
}

#endif
