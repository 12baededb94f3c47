// Objects that count without a runtime, in a program and a library of which others have one: all
// of them are in the run.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %option:runtime=none -DPART=1 -fPIC -c %s -o one.o
// RUN: %cc %option:runtime=none -DPART=2 -fPIC -c %s -o two.o
// RUN: %cc -DPART=3 -fPIC -shared %s two.o -o libthree.so
// RUN: %cc -DPART=0 %s one.o ./libthree.so -o prog -pthread && ./prog
// RUN: sh -c '%counts --all %s 2>&1' | FileCheck %s --allow-empty --check-prefix=SAID
// SAID-NOT: threads
// RUN: %prof_show coverage | FileCheck %s --check-prefix=CLEAN
// CLEAN-NOT: cut off
//
// Dropped by the linker, as static programs are linked, too.
// RUN: rm prof.out.* && %cc -DPART=3 -c %s -o three.o
// RUN: %cc -DPART=0 %s one.o two.o three.o -o prog -Wl,--gc-sections -ffunction-sections -pthread && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -DPART=0 %s one.o two.o three.o -o prog -static %rt_a -pthread && ./prog
// RUN: %counts --all %s
#include <pthread.h>

int one(int n);
int two(int n);
int three(int n);

#if PART == 1
int one(int n)
{
    int s = 0;                  //= 4
    for (int i = 0; i < n; i++) //= 2008
        s += i;                 //= 2004
    return s;                   //= 4
}
#elif PART == 2
int two(int n)
{
    if (n > 3)                  //= 3
        return n;               //= 1
    return -n;                  //= 2
}
#elif PART == 3
int three(int n)
{
    int s = 0;                  //= 1
    while (n--)                 //= 4
        s += two(n * 2);        //= 3
    return s;                   //= 1
}
#else
static void *work(void *at)
{
    *(int *)at = one(1000); //= 2
    return at;              //= 2
}

int main(void)
{
    pthread_t thread[2];
    int sum[2];
    for (int i = 0; i < 2; i++)                        //= 3
        pthread_create(&thread[i], 0, work, &sum[i]);  //= 2
    for (int i = 0; i < 2; i++)                        //= 3
        pthread_join(thread[i], 0);                    //= 2
    int s = one(1) + one(3) + three(3);                //= 1
    return s != 5 || sum[0] != 499500 || sum[1] != sum[0]; //= 1
}
#endif
