// Beside the compilers' sanitizers: counts are exact and nothing is reported, with
// threads, in a fork's child, at exit; and they still find what they look for.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fsanitize=address,undefined -fno-sanitize-recover=all %s -o asan -pthread
// RUN: ./asan && not ./asan bad 2>log
// RUN: FileCheck %s --check-prefix=ASAN < log && %counts %s 2>notes && rm prof.out.*
// RUN: %cc -fsanitize=thread %s -o tsan -pthread
// RUN: setarch -R ./tsan && not setarch -R ./tsan bad 2>log
// RUN: FileCheck %s --check-prefix=TSAN < log && %counts %s 2>>notes
// RUN: FileCheck %s --check-prefix=NOTE --allow-empty < notes
// NOTE-NOT: shared
// ASAN: heap-buffer-overflow
// TSAN: data race
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int racy;
static volatile int *words;

static void *work(void *own)
{
    for (int i = 0; i < 10000; i++) //= 100010
        *(volatile int *)own += i & 3; //= 100000
    return own;
}

static void *race(void *unused)
{
    for (int i = 0; i < 1000; i++)  //= 2002
        racy++;                     //= 2000
    return unused;
}

static void in_threads(void *(*run)(void *), int n, int step)
{
    pthread_t thread[4];

    for (int i = 0; i < n; i++)
        pthread_create(&thread[i], 0, run, (void *)(words + i * step));
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], 0);
}

int main(int argc, char **argv)
{
    (void)argv;
    words = calloc(64, sizeof *words);
    in_threads(work, 4, 1);         //= 2
    if (fork() == 0) {              //= 4
        work((void *)words);        //= 2
        _exit(0);                   //= 2
    }
    wait(0);
    if (argc > 1) {                 //= 2
        in_threads(race, 2, 0);     //= 1
        words[64 + argc - 2] = 1;   //= 1
    }
    return 0;
}
