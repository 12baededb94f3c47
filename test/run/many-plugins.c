// A hundred plugins, loaded, called by threads, unloaded, half of them loaded
// again; RTLD_LOCAL and RTLD_GLOBAL; one that starts threads in its constructor
// and joins them in its destructor; one in a name space of its own.  GCC's
// plugin does not need libc, and is not counted there (docs/limits.md).
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc -DPLUGIN -fPIC -shared %s -o plugin.so -pthread
// RUN: %cc -DPLUGIN -DTHREADS -fPIC -shared %s -o threads.so -pthread
// RUN: %py -c "import shutil; [shutil.copy('plugin.so', f'p{i}.so') for i in range(100)]"
// RUN: %cc %s -o prog -ldl -pthread && ./prog
// RUN: %counts --all %s
// RUN: %prof_show functions | FileCheck %s
// CHECK: {{^ *}}703{{ .*}} step
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;

#ifdef PLUGIN
void step(void)
{
    sink++;                                               //= 702 + 1
}

#ifdef THREADS
static pthread_t thread[3];

static void *background(void *unused)
{
    for (int i = 0; i < 1000; i++)                        //= 6006
        sink++;                                           //= 6000
    return unused;                                        //= 6
}

__attribute__((constructor)) static void begin(void)
{
    for (int i = 0; i < 3; i++)                           //= 8
        pthread_create(&thread[i], 0, background, 0);     //= 6
}

__attribute__((destructor)) static void end(void)
{
    for (int i = 0; i < 3; i++)                           //= 8
        pthread_join(thread[i], 0);                       //= 6
}
#endif
#else
static void *library[100];

static void *load(const char *path, int flags)
{
    void *handle = dlopen(path, RTLD_NOW | flags);        //= 152
    if (!handle)                                          //= 152
        abort();                                          //= 0
    return handle;                                        //= 152
}

static void load_number(int i)
{
    char path[32];

    snprintf(path, sizeof path, "./p%d.so", i);           //= 150
    library[i] = load(path, i % 3 ? RTLD_LOCAL : RTLD_GLOBAL); //= 150
}

static void step(void *handle)
{
    void (*call)(void);

    *(void **)&call = dlsym(handle, "step");              //= 703
    call();                                               //= 703
}

static void *call_all(void *unused)
{
    for (int i = 0; i < 100; i++)                         //= 707
        step(library[i]);                                 //= 700
    return unused;                                        //= 7
}

static void with_threads(int n)
{
    pthread_t thread[8];

    for (int i = 0; i < n; i++)                           //= 7
        pthread_create(&thread[i], 0, call_all, 0);       //= 5
    for (int i = 0; i < n; i++)                           //= 7
        pthread_join(thread[i], 0);                       //= 5
}

int main(void)
{
    for (int i = 0; i < 100; i++)                         //= 101
        load_number(i);                                   //= 100
    call_all(0);                                          //= 1
    with_threads(3);                                      //= 1
    for (int i = 0; i < 100; i += 2)                      //= 51
        dlclose(library[i]);                              //= 50
    for (int i = 0; i < 100; i += 2)                      //= 51
        load_number(i);                                   //= 50
    with_threads(2);                                      //= 1
    call_all(0);                                          //= 1
    for (int i = 0; i < 2; i++) {                         //= 3
        void *handle = load("./threads.so", RTLD_LOCAL);  //= 2
        step(handle);                                     //= 2
        dlclose(handle);                                  //= 2
    }
    step(dlmopen(LM_ID_NEWLM, "./plugin.so", RTLD_NOW));  //= 1
    return 0;                                             //= 1
}
#endif
