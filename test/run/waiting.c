// A thread that waits for others came no further, however it ends there: the process exits
// or is killed, or the thread is cancelled.  What is behind is not counted, nor are other
// passes of its loop.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: ./prog && not --crash ./prog killed && %counts --all %s
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t never, ready;
static int jobs, kind;
static volatile int sink;

static void work(void)
{
    sink++;                                 //= 0
}

static void *serve(void *none)
{
    pthread_mutex_lock(&lock);              //= 3
    sem_post(&ready);                       //= 3
    for (;;) {
        if (jobs == 0) {                    //= 3
            pthread_cond_wait(&changed, &lock); //= 3
            continue;                       //= 0
        }
        jobs--;                             //= 0
        if (kind == 1)                      //= 0
            sink++;                         //= 0
        else if (kind == 2)                 //= 0
            work();                         //= 0
        sink++;                             //= 0
    }
    return none;
}

static void *in_semaphore(void *none)
{
    sem_wait(&never);                       //= 1
    sink++;                                 //= 0
    return none;                            //= 0
}

static void *in_poll(void *none)
{
    while (poll(0, 0, -1) == 0)             //= 1
        work();                             //= 0
    return none;                            //= 0
}

static void *in_sleep(void *none)
{
    for (int i = 0; i < 3; i++)             //= 1
        sleep(1000);                        //= 1
    return none;                            //= 0
}

static void *in_join(void *other)
{
    if (pthread_join(*(pthread_t *)other, 0)) //= 1
        sink++;                             //= 0
    return 0;                               //= 0
}

static void be_cancelled(void)
{
    pthread_t sleeper, thread;

    pthread_create(&sleeper, 0, in_sleep, 0); //= 1
    pthread_create(&thread, 0, in_join, &sleeper); //= 1
    pthread_cancel(thread);                 //= 1
    pthread_join(thread, 0);                //= 1
    pthread_cancel(sleeper);                //= 1
    pthread_join(sleeper, 0);               //= 1
    pthread_create(&thread, 0, in_semaphore, 0); //= 1
    pthread_cancel(thread);                 //= 1
    pthread_join(thread, 0);                //= 1
    pthread_create(&thread, 0, in_poll, 0); //= 1
    pthread_cancel(thread);                 //= 1
    pthread_join(thread, 0);                //= 1
}

/* Its signal is let through by ppoll(). */
static void be_killed(void)
{
    sigset_t set;

    sigemptyset(&set);                      //= 1
    sigaddset(&set, SIGTERM);               //= 1
    sigprocmask(SIG_BLOCK, &set, 0);        //= 1
    raise(SIGTERM);                         //= 1
    sigemptyset(&set);                      //= 1
    for (;;) {
        if (ppoll(0, 0, 0, &set) < 0)       //= 1
            work();                         //= 0
        sink++;                             //= 0
    }
}

int main(int argc, char **argv)
{
    pthread_t thread;

    sem_init(&never, 0, 0);                 //= 2
    sem_init(&ready, 0, 0);                 //= 2
    if (argc > 1)                           //= 2
        be_killed();                        //= 1
    be_cancelled();                         //= 1
    for (int i = 0; i < 3; i++)             //= 4
        pthread_create(&thread, 0, serve, 0); //= 3
    for (int i = 0; i < 3; i++)             //= 4
        sem_wait(&ready);                   //= 3
    pthread_mutex_lock(&lock); // all wait  //= 1
    return 0;                               //= 1
}
