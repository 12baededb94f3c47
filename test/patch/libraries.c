// A counted library of a program that is not: linked, and opened and closed again.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc -shared -fPIC -DLIBRARY %s -o liblib.so && %plain_cc %s -o prog -L. -llib -ldl
// RUN: mkdir counted && %prof_patch -o counted/liblib.so liblib.so
// RUN: env LD_LIBRARY_PATH=. ./prog > want && env LD_LIBRARY_PATH=counted EDGEPROF_FILE=run ./prog > got
// RUN: cmp want got && %py %S/Inputs/calls.py %prof_show run library=3
// RUN: cp counted/liblib.so opened.so && env LD_LIBRARY_PATH=. EDGEPROF_FILE=again ./prog ./opened.so > got
// RUN: cmp want got && %py %S/Inputs/calls.py %prof_show again library=2
#include <dlfcn.h>
#include <stdio.h>

int library(int n);

#ifdef LIBRARY

__attribute__((constructor)) static void begin(void)
{
    puts("begin");
    fflush(stdout);
}

int library(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1 ? i : -1;
    return sum;
}

#else

static int open_and_call(const char *path)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        void *handle = dlopen(path, RTLD_NOW);
        int (*function)(int) = handle ? (int (*)(int))dlsym(handle, "library") : NULL;
        sum += function ? function(8 + i) : 100;
        if (!handle || dlclose(handle))
            return -1;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int own = library(5);
    int sum = argc > 1 ? 0 : library(8) + library(9);
    if (argc > 1) {
        FILE *out = freopen("/dev/null", "w", stdout);
        sum = open_and_call(argv[1]);
        out = out ? freopen("got", "w", stdout) : NULL;
        puts("begin");
    }
    printf("%d\n", own + sum);
    return 0;
}

#endif
