// --objects: the libraries of the program whose names match are counted, found as they
// ever were: by $ORIGIN, by LD_LIBRARY_PATH, opened by a path or a name, with versions.
// REQUIRES: own
// RUN: rm -rf %t && mkdir -p %t/below %t/named && cd %t
// RUN: echo 'V1 { global: two; local: *; };' > map
// RUN: %plain_cc -shared -fPIC -DTWO %s -o below/libtwo.so -Wl,-soname,libtwo.so,--version-script=map
// RUN: %plain_cc -shared -fPIC -DONE %s -o below/libone.so -Wl,-soname,libone.so -Lbelow -ltwo -Wl,-rpath,'$ORIGIN',--enable-new-dtags
// RUN: %plain_cc -shared -fPIC -DOPENED %s -o opened.so && %plain_cc -shared -fPIC -DOPENED %s -o named/libnamed.so
// RUN: %plain_cc %s -o prog -Lbelow -lone -Wl,-rpath,'$ORIGIN/below' -Wl,-rpath-link,below -ldl
// RUN: env LD_LIBRARY_PATH=%t/named ./prog %t/opened.so > want 2>&1
// RUN: env LD_LIBRARY_PATH=%t/named EDGEPROF_FILE=run %py %S/Inputs/status.py 0 %prof_patch --objects 'lib[ton]*' --objects '*/opened.so' ./prog %t/opened.so > got 2>&1
// RUN: diff want got
// RUN: %py %S/Inputs/calls.py %prof_show run main=1 one=3 two=12 opened=2
// The program's own counts do not need those, nor these its.
// RUN: env LD_LIBRARY_PATH=%t/named EDGEPROF_FILE=some %py %S/Inputs/status.py 0 %prof_patch --objects 'libtwo*' ./prog %t/opened.so > got 2>&1
// RUN: diff want got && %py %S/Inputs/calls.py %prof_show some main=1 one=None two=12 opened=None
// A program that is refused has libraries all the same; the C library is no one's.
// RUN: %cc -DCOUNTED %s -o own -Lbelow -lone -Wl,-rpath,'$ORIGIN/below' -Wl,-rpath-link,below -ldl
// RUN: env LD_LIBRARY_PATH=%t/named EDGEPROF_FILE=more %py %S/Inputs/status.py 0 %prof_patch --objects '*' ./own %t/opened.so 2>&1 | FileCheck %s
// CHECK: own: is counted already: run it as it is; only its libraries are counted
// CHECK-NOT: libc
// CHECK-NOT: none of
// CHECK: 3 1 two one
// RUN: %py %S/Inputs/calls.py %prof_show more main=1 one=3 two=12 opened=2
// So is one in which nothing is to be counted.
// RUN: env LD_LIBRARY_PATH=%t/named EDGEPROF_FILE=few %py %S/Inputs/status.py 0 %prof_patch --objects '*' --functions one ./prog %t/opened.so > got 2>&1
// RUN: FileCheck %s --check-prefix=FEW < got && %py %S/Inputs/calls.py %prof_show few main=None one=3 two=None
// FEW: prog: none of its functions was chosen; only its libraries are counted
// FEW-NEXT: 3 1 two one
// --path says where; what cannot be is refused.
// RUN: env XDG_CACHE_HOME=%t/cache %prof_patch --path below/libtwo.so > where && test -x $(cat where)
// RUN: env XDG_CACHE_HOME=%t/cache %prof_patch --path --objects 'libone*' below/libtwo.so | count 0
// RUN: not env XDG_CACHE_HOME=%t/cache %prof_patch --path --objects '*' %s 2>&1 | FileCheck %s --check-prefix=NOT
// NOT: not an ELF file
// RUN: not %prof_patch -o new --objects '*' prog 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: -o: one file is made
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int one(int n), two(int n), opened(int n);

#if defined TWO

int two(int n)
{
    return n & 1;
}

#elif defined ONE

/* Of each thread, and at a fixed distance, as an allocator's. */
static __thread volatile char own[5000] __attribute__((tls_model("initial-exec")));

int one(int n)
{
    int sum = own[n];
    for (int i = 0; i < 4; i++)
        sum += two(n + i);
    return sum;
}

#elif defined OPENED

int opened(int n)
{
    return n ^ 1;
}

#else

static const char *last(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether the library NAME says that it is where it was looked for. */
static int open_it(const char *name, const char *folder)
{
    void *handle = dlopen(name, RTLD_NOW);
    void *again = dlopen(name, RTLD_NOW);
    int (*function)(int) =
        handle ? (int (*)(int))dlsym(handle, "opened") : NULL;
    Dl_info info;

    if (!function || again != handle || !dladdr((void *)function, &info)) {
        printf("%s\n", dlerror());
        return -1;
    }
    if (strncmp(info.dli_fname, folder, strlen(folder)) != 0)
        printf("%s is %s\n", name, info.dli_fname);
    return function(0);
}

static volatile sig_atomic_t n_signals;

static void on_signal(int signal)
{
    (void)signal;
    n_signals++;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"LD_AUDIT", "EDGEPROF_OBJECTS", "GLIBC_TUNABLES"};
    Dl_info here;
    int sum = one(1) + one(2) + one(3);

    signal(SIGCHLD, on_signal);
    for (int i = 0; i < 3; i++)
        if (getenv(names[i]))
            printf("%s is there\n", names[i]);
    if (argc < 2 || !dladdr((void *)one, &here))
        return 1;
    printf("%d %d two %.3s\n", sum / 2,
           open_it(argv[1], argv[1]) & open_it("libnamed.so", getenv("LD_LIBRARY_PATH")),
           last(here.dli_fname) + 3);
    /* No child that this program has not begun. */
    printf("%d %d\n", waitpid(-1, NULL, __WALL), (int)n_signals);
    signal(SIGCHLD, SIG_DFL);
    fflush(stdout);
    return system("env | grep -c -e LD_AUDIT -e EDGEPROF_OBJECTS -e GLIBC_TUNABLES") == 256 ? 0 : 2;
}

#endif
