/* SPDX-License-Identifier: MIT
 *
 * threads.c - a library without counters that makes threads.
 */
#include <pthread.h>
#include <stddef.h>

int run(void (*call)(void));

static void *start(void *data)
{
    (*(void (**)(void))data)();
    return NULL;
}

int run(void (*call)(void))
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        if (pthread_create(&t[i], NULL, start, &call))
            return 1;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
