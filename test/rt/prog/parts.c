/* SPDX-License-Identifier: MIT
 *
 * parts.c - labelled parts of a run, and what may come in between.  Usage: parts
 * WHAT [ARG].
 */
#define _GNU_SOURCE
#include "count.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void one_of_each(void)
{
    COUNT(0);
    edgeprof_begin_label("A");
    COUNT(1);
    edgeprof_end_label();
    COUNT(0);
    edgeprof_begin_label("B");
    COUNT(2);
}

static atomic_bool stop;
static atomic_long made;

static void *counting(void *unused)
{
    while (!stop) {
        COUNT(3);
        made++;
    }
    return unused;
}

static void *thousand(void *unused)
{
    for (int i = 0; i < 1000; i++)
        COUNT(4);
    return unused;
}

static void in_threads(void)
{
    pthread_t busy, short_lived;
    char label[32];
    pthread_create(&busy, NULL, counting, NULL);
    for (int i = 0; i < 200; i++) {
        snprintf(label, sizeof label, "T%d", i);
        edgeprof_begin_label(label);
        long before = made;
        pthread_create(&short_lived, NULL, thousand, NULL);
        pthread_join(short_lived, NULL);
        while (made < before + 2) /* so one at least is of this part */
            sched_yield();
        edgeprof_end_label();
    }
    stop = 1;
    pthread_join(busy, NULL);
    printf("%ld\n", (long)made);
}

static pthread_barrier_t turn;
static bool ends; /* the thread that rests ends the part */

static void *resting(void *unused)
{
    for (;;) {
        pthread_barrier_wait(&turn);
        if (stop)
            return unused;
        for (int i = 0; i < 7; i++)
            COUNT(3);
        if (ends)
            edgeprof_end_label();
        pthread_barrier_wait(&turn);
    }
}

/* A thread that rests for most parts, and others that end and leave what they counted. */
static void with_rests(const char *library)
{
    pthread_t thread, short_lived[3];
    char label[32];
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&thread, NULL, resting, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&short_lived[i], NULL, thousand, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(short_lived[i], NULL);
    for (int i = 0; i < 400; i++) {
        snprintf(label, sizeof label, "R%d", i);
        edgeprof_begin_label(label);
        COUNT(5);
        ends = i == 359;
        if (i % 40 == 39 || i % 40 == 0) {
            pthread_barrier_wait(&turn);
            pthread_barrier_wait(&turn);
        }
        if (i % 100 == 50) {
            pthread_create(&short_lived[0], NULL, thousand, NULL);
            pthread_join(short_lived[0], NULL);
        }
        if (i == 220)
            dlopen(library, RTLD_NOW);
        edgeprof_end_label();
        COUNT(6);
    }
    stop = 1;
    pthread_barrier_wait(&turn);
    pthread_join(thread, NULL);
}

static int (*call)(void);

static void *calling(void *unused)
{
    for (;;) {
        pthread_barrier_wait(&turn);
        if (stop)
            return unused;
        call();
        pthread_barrier_wait(&turn);
    }
}

/* Libraries of which each is loaded where the other was: in a part, they are called, and
 * unloaded in it or in the next, when the thread that called them as well rests. */
static void in_turn(char **libraries)
{
    pthread_t thread;
    char label[32];
    void *library = NULL;
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&thread, NULL, calling, NULL);
    for (int i = 0; i < 40; i++) {
        snprintf(label, sizeof label, "L%d", i);
        edgeprof_begin_label(label);
        if (library)
            dlclose(library);
        library = dlopen(libraries[i % 2], RTLD_NOW);
        *(void **)&call = dlsym(library, "call");
        for (int n = 0; n <= i; n++)
            call();
        if (i % 4 == 0) {
            pthread_barrier_wait(&turn);
            pthread_barrier_wait(&turn);
        }
        if (i % 4 == 3) {
            dlclose(library);
            library = NULL;
        }
        edgeprof_end_label();
    }
    stop = 1;
    pthread_barrier_wait(&turn);
    pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    one_of_each();
    if (strcmp(what, "kill") == 0) {
        raise(SIGKILL);
    } else if (strcmp(what, "again") == 0) {
        edgeprof_begin_label("A");
        COUNT(1);
    } else if (strcmp(what, "fork") == 0) {
        pid_t child = fork();
        COUNT(3);
        if (child)
            waitpid(child, NULL, 0);
    } else if (strcmp(what, "threads") == 0) {
        edgeprof_end_label();
        in_threads();
    } else if (strcmp(what, "rests") == 0) {
        edgeprof_end_label();
        with_rests(argv[2]);
    } else if (strcmp(what, "turns") == 0) {
        edgeprof_end_label();
        in_turn(argv + 2);
    } else if (strcmp(what, "exec") == 0) {
        execl(argv[2], argv[2], NULL);
        COUNT(2);
        if (argc > 3)
            raise(SIGKILL);
    } else if (strcmp(what, "reset") == 0) {
        edgeprof_reset();
        COUNT(2);
    } else if (strcmp(what, "snapshot") == 0) {
        edgeprof_snapshot(argv[2]);
        COUNT(2);
    } else if (strcmp(what, "library") == 0) {
        void *library = dlopen(argv[2], RTLD_NOW);
        *(void **)&call = dlsym(library, "call");
        call();
    } else if (strcmp(what, "many") == 0) {
        for (int i = 0; i < 5000; i++) {
            char label[32];
            snprintf(label, sizeof label, "T%d", i);
            edgeprof_begin_label(label);
            COUNT(5);
        }
    }
    return 0;
}
