// What the runtime stands in for (rt/rt_divert.c) is its own in every module, be it
// called or kept as an address; and what it does not is the C library's.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc -DLIBRARY -fPIC -shared %s -o libplain.so
// RUN: %cc -fPIE -pie %s -o prog -pthread -L. -lplain -Wl,-rpath,%t && ./prog && %counts --all %s
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <time.h>

void __longjmp_chk(void);

struct function {
    const char *name;
    void *address;
};

#define DIVERTED \
    {"__longjmp_chk", (void *)__longjmp_chk}, {"__sysv_signal", (void *)__sysv_signal}, \
    {"_longjmp", (void *)_longjmp}, {"dlsym", (void *)dlsym}, {"longjmp", (void *)longjmp}, \
    {"pthread_create", (void *)pthread_create}, {"pthread_exit", (void *)pthread_exit}, \
    {"sigaction", (void *)sigaction}, {"siglongjmp", (void *)siglongjmp}, \
    {"signal", (void *)signal}, {"thrd_create", (void *)thrd_create}, \
    {"timer_create", (void *)timer_create}
#define LEFT \
    {"pthread_join", (void *)pthread_join}, {"raise", (void *)raise}, \
    {"timer_delete", (void *)timer_delete}, {"dlclose", (void *)dlclose}

const struct function *in_library(void);

#ifdef LIBRARY
static struct function functions[] = {DIVERTED, LEFT};

const struct function *in_library(void)
{
    return functions;
}
#else
static struct function in_program[] = {DIVERTED, LEFT};
enum { N_LEFT = 4, N = sizeof in_program / sizeof *in_program };

static int check(const struct function *function, int diverted)
{
    Dl_info info;

    if (!dladdr(function->address, &info) ||                    //= 32
        (strstr(info.dli_fname, "libedgeprof_rt") != 0) != diverted) { //= 32
        printf("%s is in %s\n", function->name, info.dli_fname); //= 0
        return 1;                                               //= 0
    }
    return 0;                                                   //= 32
}

int main(void)
{
    int wrong = 0;                                              //= 1

    for (int i = 0; i < N; i++) {                               //= 17
        wrong += check(&in_program[i], i < N - N_LEFT);         //= 16
        wrong += check(in_library() + i, i < N - N_LEFT);         //= 16
    }
    return wrong;                                               //= 1
}
#endif
