/* SPDX-License-Identifier: MIT
 *
 * handlers.c - signal handlers that return, exit or jump.  Usage: handlers WHAT
 */
#define _GNU_SOURCE
#include "count.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static sigjmp_buf outside;
static volatile sig_atomic_t seen;
static volatile int sink;

static void returns(int number)
{
    COUNT(1);
    seen = number;
}

static void exits(int number)
{
    COUNT(1);
    exit(number == SIGUSR1 ? 0 : 1);
}

static void jumps(int number)
{
    COUNT(1);
    siglongjmp(outside, number);
}

static void ends_thread(int number)
{
    COUNT(1);
    pthread_exit((void *)(long)number);
}

static void *raises(void *data)
{
    raise(SIGUSR1);
    return data;
}

static void jumps_within(int number)
{
    jmp_buf inside;
    COUNT(1);
    if (!setjmp(inside))
        longjmp(inside, number);
    seen = number;
}

/* Writes over what a handler may have left on the stack. */
__attribute__((noinline)) static void use_stack(void)
{
    volatile char used[65536];
    for (size_t i = 0; i < sizeof used; i++)
        used[i] = (char)i;
    sink = used[(unsigned)sink % sizeof used];
}

static void handle(void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    static char other_stack[65536];
    stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
}

/* WHAT is "HANDLER" or "HANDLER-FLAG". */
static int set_up(const char *what)
{
    static const struct {
        const char *name;
        void (*handler)(int);
    } handlers[] = {{"returns", returns},
                    {"exits", exits},
                    {"jumps", jumps},
                    {"within", jumps_within}};
    int flags = strstr(what, "-other")   ? SA_ONSTACK
                : strstr(what, "-defer") ? SA_NODEFER
                : strstr(what, "-reset") ? (int)SA_RESETHAND
                                         : 0;
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
        if (!strncmp(what, handlers[i].name, strlen(handlers[i].name))) {
            handle(handlers[i].handler, flags);
            return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    COUNT(0);
    if (argc != 2)
        return 2;
    if (set_up(argv[1]) && !sigsetjmp(outside, 1)) {
        kill(getpid(), SIGUSR1);
        while (!seen)
            sink++;
    }
    if (!strcmp(argv[1], "sysv")) {
        sysv_signal(SIGUSR1, exits);
        raise(SIGUSR1);
    }
    if (!strcmp(argv[1], "thread")) {
        pthread_t thread;
        handle(ends_thread, 0);
        pthread_create(&thread, NULL, raises, NULL);
        pthread_join(thread, NULL);
    }
    use_stack();
    if (!sigsetjmp(outside, 1)) /* no handler's business */
        siglongjmp(outside, 1);
    COUNT(2);
    return 0;
}
