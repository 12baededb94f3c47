// A library that is not counted has fork handlers.  They stop its thread and
// start it again on both sides, and hold a lock that it also holds while it makes
// threads.  The runtime must hold nothing meanwhile, and the thread that starts
// in a child, before the runtime's own handler, counts for the child.  The alarm
// is for two that wait for each other.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc -DLIBRARY -shared -fPIC %s -o library.so -pthread
// RUN: %cc %s -o prog ./library.so -pthread
// RUN: ./prog && %counts --all %s
// RUN: for run in prof.out.*; do %prof_show lines $run; done > each
// RUN: FileCheck %s --check-prefix=EACH --input-file each
// EACH-COUNT-20: {{^ *}}1000:{{.*}}one more
#include <pthread.h>

void library_start(void *(*work)(void *));
void library_join(void);
int library_thread(pthread_t *thread, void *(*work)(void *));

#ifdef LIBRARY

static pthread_t worker;
static void *(*to_do)(void *);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void library_start(void *(*work)(void *))
{
    to_do = work;
    pthread_create(&worker, 0, work, 0);
}

void library_join(void)
{
    pthread_join(worker, 0);
}

int library_thread(pthread_t *thread, void *(*work)(void *))
{
    pthread_mutex_lock(&lock);
    int error = pthread_create(thread, 0, work, 0);
    pthread_mutex_unlock(&lock);
    return error;
}

static void before(void)
{
    if (to_do)
        library_join();
    pthread_mutex_lock(&lock);
}

static void after(void)
{
    pthread_mutex_unlock(&lock);
    if (to_do)
        library_start(to_do);
}

__attribute__((constructor)) static void start(void)
{
    pthread_atfork(before, after, after);
}

#else

#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

static void *work(void *unused)
{
    for (volatile int i = 0; i < 1000; i++) //= 41041
        sink++; // one more //= 41000
    return unused; //= 41
}

static void *nothing(void *unused)
{
    return unused; //= 300
}

static void *make_threads(void *unused)
{
    for (int i = 0; i < 300; i++) { //= 301
        pthread_t thread;

        if (library_thread(&thread, nothing)) //= 300
            return 0;                         //= 0
        pthread_join(thread, 0);              //= 300
    }
    return unused;          //= 1
}

int main(void)
{
    pthread_t maker;

    alarm(120);             //= 1
    library_start(work);    //= 1
    if (pthread_create(&maker, 0, make_threads, 0)) //= 1
        return 1;                                   //= 0
    for (int i = 0; i < 20; i++) {                  //= 21
        int child = fork();                         //= 40

        if (!child) {       //= 40
            library_join(); //= 20
            return 0;       //= 20
        }
        waitpid(child, 0, 0); //= 20
    }
    pthread_join(maker, 0); //= 1
    library_join();         //= 1
    return 0;               //= 1
}

#endif
