// Code that runs before anything else: constructors of every priority, in the
// program and in a library that it loads while it has threads; and the program's
// own operator new, which constructors of other libraries call.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cxx -w -DLIBRARY -fPIC -shared %s -o late.so
// RUN: %plain_cxx -O0 -DUSER=plain -fPIC -shared %s -o libplain.so
// RUN: %cxx -DUSER=counted -fPIC -shared %s -o libcounted.so
// RUN: %cxx -w %s -o prog -Wl,--no-as-needed -L. -lplain -lcounted -Wl,-rpath,. -pthread
// RUN: ./prog && %counts --all %s
// RUN: rm prof.out.* && not --crash ./prog kill && %counts --all %s
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <pthread.h>
#include <signal.h>

static volatile int sink;

#ifdef USER
static int *made;

__attribute__((constructor)) static void USER()
{
    for (int i = 0; i < 10; i++)    //= 11
        delete new int;             //= 10
    made = new int;                 //= 1
}
#else
struct Early {
    Early() { sink = sink + 1; }    //= 4
};

static Early early __attribute__((init_priority(101))); //= 2

__attribute__((constructor(50))) static void first()
{
    for (int i = 0; i < 5; i++)     //= 12
        sink = sink + 1;            //= 10
}

static Early usual;                 //= 2

#ifndef LIBRARY
void *operator new(std::size_t size)
{
    return malloc(size);            //= 22
}

void operator delete(void *at) noexcept
{
    free(at);                       //= 20
}

void operator delete(void *at, std::size_t) noexcept
{
    operator delete(at);            //= 0 + 20
}

static pthread_barrier_t barrier;

static void *waits(void *data)
{
    pthread_barrier_wait(&barrier); //= 1
    pthread_barrier_wait(&barrier); //= 1
    return data;                    //= 1
}

int main(int argc, char **)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, nullptr, 2); //= 1
    pthread_create(&thread, nullptr, waits, nullptr); //= 1
    pthread_barrier_wait(&barrier); //= 1
    if (!dlopen("./late.so", RTLD_NOW)) //= 1
        return 1;                   //= 0
    pthread_barrier_wait(&barrier); //= 1
    pthread_join(thread, nullptr);  //= 1
    if (argc > 1)                   //= 1
        raise(SIGKILL);             //= 0 + 1
    return 0;                       //= 0 + 1
}
#endif
#endif
