// dlopen, dlclose, dlopen again; a library that only the main program loads.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -DLIB=1 -fPIC -shared %s -o lib1.so && %cc -DLIB=2 -fPIC -shared %s -o lib2.so
// RUN: %cc %s -o prog -ldl -pthread && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %plain_cc %s -o plain -ldl -pthread && ./plain
// RUN: %prof_show functions | FileCheck %s
// CHECK: {{^ *}}17{{ .*}} step1
// CHECK: {{^ *}}6{{ .*}} step2
#include <dlfcn.h>
#include <pthread.h>

#if LIB == 1
static volatile int sink;
void step1(void)
{
    sink++;                                      //= 17
}
#elif LIB == 2
static volatile int sink;
void step2(void)
{
    sink++;                                      //= 6
}
#else
static void load(const char *path, const char *name, int n)
{
    void *library = dlopen(path, RTLD_NOW);      //= 5
    void (*step)(void);

    *(void **)&step = dlsym(library, name);      //= 5
    while (n-- > 0)                              //= 28
        step();                                  //= 23
    dlclose(library);                            //= 5
}

static void *other_thread(void *unused)
{
    load("./lib1.so", "step1", 4);               //= 1
    return unused;                               //= 1
}

int main(void)
{
    pthread_t thread;

    load("./lib1.so", "step1", 5);               //= 1
    load("./lib2.so", "step2", 3);               //= 1
    load("./lib1.so", "step1", 8);               //= 1
    pthread_create(&thread, 0, other_thread, 0); //= 1
    pthread_join(thread, 0);                     //= 1
    load("./lib2.so", "step2", 3);               //= 1
    return 0;                                    //= 1
}
#endif
