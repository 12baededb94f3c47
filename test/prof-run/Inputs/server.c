/* SPDX-License-Identifier: MIT
 *
 * server.c - a server of which each function is called as often as it is asked to be.
 * Usage: server   each line of standard input is a word and a number, and is answered by
 *                 a line when it is done:
 *        plain N    N turns      thread N   in a thread of its own
 *        fork N     in a child, which ends before the answer
 *        part N     in a labelled part       clear 0   edgeprof_reset
 *        exec 0     of a file that is not there        again 0   of itself
 *        status N   ends with it
 */
#include <edgeprof/edgeprof.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int done;

static void *turn(void *times)
{
    for (int i = 0; i < *(int *)times; i++)
        done++; /* TURN */
    return NULL;
}

static void in_thread(int n)
{
    pthread_t thread;

    if (!pthread_create(&thread, NULL, turn, &n))
        pthread_join(thread, NULL);
}

static void in_child(int n)
{
    if (fork() == 0) {
        turn(&n);
        exit(0);
    }
    wait(NULL);
}

static void in_part(int n)
{
    edgeprof_begin_label("part");
    turn(&n);
    edgeprof_end_label();
}

int main(int argc, char **argv)
{
    char word[16];
    int n;

    (void)argc;
    puts("ready");
    fflush(stdout);
    while (scanf("%15s %d", word, &n) == 2) {
        if (strcmp(word, "plain") == 0)
            turn(&n); /* PLAIN */
        else if (strcmp(word, "thread") == 0)
            in_thread(n);
        else if (strcmp(word, "fork") == 0)
            in_child(n);
        else if (strcmp(word, "part") == 0)
            in_part(n);
        else if (strcmp(word, "clear") == 0)
            edgeprof_reset();
        else if (strcmp(word, "exec") == 0)
            execl("/no/such/file", "none", (char *)NULL);
        else if (strcmp(word, "again") == 0)
            execv(argv[0], argv);
        else
            return n;
        puts("done");
        fflush(stdout);
    }
    return 0;
}
