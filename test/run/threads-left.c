// The process ends while it has another thread.  If that is in counted code, the
// run is cut off there.  If it is asleep in a pool, as of OpenMP, nothing is lost.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc -DPOOL -shared -fPIC %s -o pool.so -pthread
// RUN: %cc %s -o prog ./pool.so -pthread
// RUN: ./prog && %counts --all %s
// RUN: %prof_show files 2>&1 | FileCheck %s --implicit-check-not='cut off'
// CHECK: lines covered
// RUN: rm prof.out.* && ./prog waiting
// RUN: %prof_show files 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: rm prof.out.* && ./prog busy
// RUN: %prof_show files 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: 1 of 1 runs cut off
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef void work(void);

/* Have one thread, of this library, do WORK; wait until it comes back, or where
 * it would not, until it is `away`. */
void pool_run(work *work, int waits);
extern atomic_int away;

#ifdef POOL

atomic_int away;
static work *to_do;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *serve(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!to_do)
            pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        to_do();
        pthread_mutex_lock(&lock);
        to_do = 0;
        pthread_cond_broadcast(&changed);
    }
    return unused;
}

void pool_run(work *work, int waits)
{
    static pthread_t thread;

    if (!thread && pthread_create(&thread, 0, serve, 0))
        _exit(1);
    pthread_mutex_lock(&lock);
    to_do = work;
    pthread_cond_broadcast(&changed);
    while (waits && to_do)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    while (!waits && !away)
        usleep(1000);
}

#else

static volatile int sink;

static void count(void)
{
    sink++; // counted //= 100
}

static void wait_for_ever(void)
{
    away = 1; //= 0
    pause();  //= 0
    sink++;   //= 0
}

static void work_for_ever(void)
{
    for (away = 1;;) //= 0
        count(); //= 0
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 100; i++) //= 101
        pool_run(count, 1); //= 100
    if (argc > 1) //= 1
        pool_run(*argv[1] == 'w' ? wait_for_ever : work_for_ever, 0); //= 0
    return 0; //= 1
}

#endif
