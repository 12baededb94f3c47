/* SPDX-License-Identifier: MIT
 *
 * host.c - a program without counters, whose threads all call a counted library
 * that it loads when they are there already.  Usage: host apart|here LIBRARY
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static pthread_barrier_t loaded;
static int (*call)(void);

static void *caller(void *data)
{
    pthread_barrier_wait(&loaded);
    pthread_barrier_wait(&loaded);
    for (int i = 0; i < 100000; i++)
        call();
    return data;
}

int main(int argc, char **argv)
{
    pthread_t t[4];
    if (argc != 3)
        return 2;
    pthread_barrier_init(&loaded, NULL, 5);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, caller, NULL);
    pthread_barrier_wait(&loaded);
    void *library = strcmp(argv[1], "apart")
                        ? dlopen(argv[2], RTLD_NOW)
                        : dlmopen(LM_ID_NEWLM, argv[2], RTLD_NOW);
    call = library ? (int (*)(void))dlsym(library, "call") : NULL;
    if (!call)
        return 1;
    pthread_barrier_wait(&loaded);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
