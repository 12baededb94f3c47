/* SPDX-License-Identifier: MIT
 *
 * exec.c - executes itself in every way.  Usage: exec HOW END [FILE], or
 *     exec chain|loop FILE    on and on, or on and on in vain, until it is killed;
 *                             the first 8 bytes of FILE say how often
 * END is done if HOW fails, as it does with FILE; without FILE, it is this program,
 * which prints its arguments.
 */
#define _GNU_SOURCE
#include "count.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char *self = "/proc/self/exe";

static void execute(const char *how, char *path)
{
    char *argv[] = {"a", "b", NULL}, *envp[] = {"EDGEPROF_TEST=e", NULL};
    if (!strcmp(how, "execl"))
        execl(path, "a", "b", (char *)NULL);
    if (!strcmp(how, "execle"))
        execle(path, "a", "b", (char *)NULL, envp);
    if (!strcmp(how, "execlp"))
        execlp(path, "a", "b", (char *)NULL);
    if (!strcmp(how, "execv"))
        execv(path, argv);
    if (!strcmp(how, "execve"))
        execve(path, argv, envp);
    if (!strcmp(how, "execvp"))
        execvp(path, argv);
    if (!strcmp(how, "execvpe"))
        execvpe(path, argv, envp);
    if (!strcmp(how, "fexecve"))
        fexecve(open(path, O_RDONLY), argv, envp);
}

static void *idle(void *data)
{
    COUNT(5);
    pause();
    return data;
}

/* A thread of several forks, and the child executes. */
static void *fork_and_execute(void *how)
{
    pid_t child = fork();
    if (!child) {
        execute(how, self);
        _exit(1);
    }
    waitpid(child, NULL, 0);
    return NULL;
}

static void handler(int number)
{
    (void)number;
    COUNT(6);
}

/* On and on. */
_Noreturn static void repeat(const char *what, char *file)
{
    char *argv[] = {"exec", "chain", file, NULL};
    uint64_t *n = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED,
                       open(file, O_RDWR), 0);
    for (;;) {
        COUNT(1);
        ++*n;
        execv(strcmp(what, "chain") ? "/" : self, argv);
    }
}

static int end(const char *how)
{
    COUNT(2);
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    pid_t child = strcmp(how, "fork") ? 0 : fork();
    if (!child)
        COUNT(4);
    else
        waitpid(child, NULL, 0);
    return 0;
}

int main(int argc, char **argv)
{
    COUNT(0);
    if (!strcmp(argv[1], "b"))
        return printf("%s %s %s\n", argv[0], argv[1],
                      getenv("EDGEPROF_TEST") ? getenv("EDGEPROF_TEST") : "-") <
               0;
    if (!strcmp(argv[1], "chain") || !strcmp(argv[1], "loop"))
        repeat(argv[1], argv[2]);
    pthread_t thread;
    if (!strcmp(argv[2], "thread") && pthread_create(&thread, NULL, idle, NULL))
        return 1;
    if (!strcmp(argv[2], "forking"))
        return pthread_create(&thread, NULL, fork_and_execute, argv[1]) ||
               pthread_join(thread, NULL);
    if (!strcmp(argv[2], "handler"))
        signal(SIGUSR1, handler);
    COUNT(1);
    execute(argv[1], argc > 3 ? argv[3] : self);
    COUNT(3);
    printf("%s\n", strerrorname_np(errno));
    return end(argv[2]);
}
