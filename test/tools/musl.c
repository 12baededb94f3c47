// A program of musl, compiled with the plugin, is counted as one of glibc: the runtime is the
// same.  A static one is told that it is not.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env REALGCC=%gcc musl-gcc -O2 -g -fplugin=%plugin -DLIBRARY -fPIC -shared %s -o lib.so
// RUN: env REALGCC=%gcc musl-gcc -O2 -g -fplugin=%plugin %s ./lib.so -o prog
// RUN: ./prog > out 2> err && count 0 < err && %counts --all %s
// RUN: %prof_show files 2>&1 | FileCheck %s --implicit-check-not='cut off'
// CHECK: lines covered
// RUN: rm prof.out.* && env EDGEPROF=off ./prog && not ls prof.out.*
// RUN: env REALGCC=%gcc musl-gcc -O2 -g -static -fplugin=%plugin -DLIBRARY -DMAIN %s -o static
// RUN: ./static 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: edgeprof: not counted: the program is static
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LIBRARY
static volatile int sink;

__attribute__((destructor)) static void last(void)
{
    sink++; //= 2
}

int twice(int n)
{
    return 2 * n; //= 4001
}
#endif
#ifdef MAIN
int main(void)
{
    return 0;
}
#elif !defined LIBRARY
int twice(int n);

static jmp_buf back;

static void *work(void *unused)
{
    for (int i = 0; i < 1000; i++) //= 4004
        twice(i);                  //= 4000
    return unused;                 //= 4
}

static void leave(void)
{
    longjmp(back, 1); //= 1
}

int main(void)
{
    pthread_t thread[4];

    for (int i = 0; i < 4; i++)                 //= 5
        pthread_create(&thread[i], 0, work, 0); //= 4
    for (int i = 0; i < 4; i++)                 //= 5
        pthread_join(thread[i], 0);             //= 4
    if (!setjmp(back))                          //= 2
        leave();                                //= 1
    if (!fork())                                //= 2
        exit(twice(0));                         //= 1
    return wait(0) == -1;                       //= 1
}
#endif
