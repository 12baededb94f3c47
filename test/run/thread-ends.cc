// Threads that end in each way, and what runs after them: destructors of
// thread_local objects and of keys, cleanup handlers, detached threads, threads
// that go on when main has ended, a thread that ends the process.
// RUN: rm -rf %t && mkdir %t && cd %t && %cxx %s -o prog -pthread && ./prog
// RUN: %counts %s
#include <initializer_list>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int sink;
static pthread_key_t key;
static sem_t done, ended;

struct Local {
    Local() { sink = sink + 1; }         //= 8
    ~Local() { sink = sink + 1; }        //= 8
};

static thread_local Local local;

static void key_destructor(void *data)
{
    sink = sink + 1;                     //= 24
    if ((long)data > 1)                  //= 24
        pthread_setspecific(key, (void *)((long)data - 1)); //= 16
    else
        sem_post(&ended);                //= 8
}

static void cleanup(void *)
{
    sink = sink + 1;                     //= 4
}

__attribute__((noinline)) static void use()
{
    pthread_setspecific(key, (void *)3); //= 8
    asm volatile("" ::"r"(&local));      //= 8
}

static void *returns(void *data)
{
    use();                               //= 2
    return data;                         //= 2
}

__attribute__((noinline)) static void ends_deep(int n)
{
    if (n == 0)                          //= 12
        pthread_exit(nullptr);           //= 2
    ends_deep(n - 1);                    //= 10
    sink = sink + 1;                     //= 0
}

static void *exits(void *)
{
    use();                               //= 2
    pthread_cleanup_push(cleanup, nullptr); //= 2
    ends_deep(5);                        //= 2
    sink = sink + 1;                     //= 0
    pthread_cleanup_pop(1);              //= 0
    return nullptr;                      //= 0
}

static void *waits(void *)
{
    use();                               //= 2
    pthread_cleanup_push(cleanup, nullptr); //= 2
    sem_post(&done);                     //= 2
    for (;;)
        pause();                         //= 2
    pthread_cleanup_pop(1);
    return nullptr;
}

static void *detached(void *data)
{
    use();                               //= 2
    sem_post(&done);                     //= 2
    return data;                         //= 2
}

static void *survivor(void *main_thread)
{
    pthread_join(*static_cast<pthread_t *>(main_thread), nullptr); //= 1
    for (int i = 0; i < 8; i++)          //= 9
        sem_wait(&ended);                //= 8
    for (int i = 0; i < 100000; i++)     //= 100001
        sink = sink + 1;                 //= 100000
    exit(0);                             //= 1
}

static void at_exit()
{
    sink = sink + 1;                     //= 1
}

int main()
{
    pthread_t thread[2];
    static pthread_t self = pthread_self(); //= 1

    atexit(at_exit);                     //= 1
    sem_init(&done, 0, 0);               //= 1
    sem_init(&ended, 0, 0);              //= 1
    pthread_key_create(&key, key_destructor); //= 1
    for (auto start : {returns, exits, waits}) { //= 4
        for (auto &t : thread)           //= 9
            pthread_create(&t, nullptr, start, nullptr); //= 6
        for (auto &t : thread) {         //= 9
            if (start == waits) {        //= 6
                sem_wait(&done);         //= 2
                while (pthread_cancel(t)) //= 2
                    sink = sink + 1;     //= 0
            }
            pthread_join(t, nullptr);    //= 6
        }
    }
    for (auto &t : thread) {             //= 3
        pthread_create(&t, nullptr, detached, nullptr); //= 2
        pthread_detach(t);               //= 2
    }
    for (int i = 0; i < 2; i++)          //= 3
        sem_wait(&done);                 //= 2
    pthread_create(&thread[0], nullptr, survivor, &self); //= 1
    pthread_exit(nullptr);               //= 1
}
