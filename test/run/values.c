// With values=yes, calls by a pointer count whom they call: exactly, at all levels, in
// threads, of equal code that stands side by side too.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s values.c
// RUN: %cc %option:values=yes values.c -o prog -pthread
// RUN: env EDGEPROF_FILE=prof.out ./prog
// RUN: %prof_show calls --sort caller | FileCheck %s --match-full-lines
// RUN: %cc -O3 %option:values=yes values.c -o fast -pthread
// RUN: env EDGEPROF_FILE=fast.out ./fast
// RUN: %prof_show calls --sort caller fast.out | FileCheck %s --match-full-lines
// RUN: %cc %option:values=yes %option:threads=atomic values.c -o atomic -pthread
// RUN: env EDGEPROF_FILE=atomic.out ./atomic
// RUN: %prof_show calls --sort caller atomic.out | FileCheck %s --match-full-lines
// The counts of two builds add up, and without the programs as well.
// RUN: %prof_merge -o both prof.out fast.out && rm prog fast
// RUN: %prof_show calls --sort caller both | FileCheck %s --check-prefix=BOTH --match-full-lines
// Without the option the callee is not known.
// RUN: %cc values.c -o none -pthread && env EDGEPROF_FILE=none.out ./none
// RUN: %prof_show calls none.out | FileCheck %s --check-prefix=NONE --match-full-lines
//      CHECK:{{ +}}1200  apply values.c:[[#APPLY:]] -> add1
// CHECK-NEXT:{{ +}}600  apply values.c:[[#APPLY]] -> add2
// CHECK-NEXT:{{ +}}600  apply values.c:[[#APPLY]] -> add3
// CHECK-NEXT:{{ +}}6  either values.c:{{.*}} -> (in another module)
// CHECK-NEXT:{{ +}}6  either values.c:{{.*}} -> add2
//  BOTH:{{ +}}2400  apply values.c:[[#APPLY:]] -> add1
//  BOTH-NEXT:{{ +}}1200  apply values.c:[[#APPLY]] -> add2
//  NONE:{{ +}}2400  apply values.c:{{.*}} -> (by a pointer)
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

typedef int operation(int);

__attribute__((noinline)) static int add1(int x) { return x + 1; }
__attribute__((noinline)) static int add2(int x) { return x + 2; }
__attribute__((noinline)) static int add3(int x) { return x + 3; }

static operation *volatile const operations[] = {add1, add2, add1, add3};

static int apply(int n, int x)
{
    for (int i = 0; i < n; i++)
        x = operations[i % 4](x);
    return x;
}

__attribute__((noinline)) static int either(int which)
{
    operation *volatile chosen = which ? add2 : abs;
    return chosen(which);
}

static void *work(void *argument)
{
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += apply(8, i);
    for (int i = 0; i < 4; i++)
        s += either(i & 1);
    return (void *)(intptr_t)(s * 0 + (argument != NULL) * 0);
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
