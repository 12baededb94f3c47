/* SPDX-License-Identifier: MIT
 *
 * What a program may do with signals and timers, and sees of them.
 *
 *     unharmed WHAT...      each in turn; what it finds is printed
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

static double spent(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void burn(int ms)
{
    double end = spent(CLOCK_THREAD_CPUTIME_ID) + ms;

    while (spent(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < 1000; i++)
            sum += (unsigned long)i;
}

/* Calls that end early if a signal comes, with and without SA_RESTART. */
static void calls(void)
{
    int interrupted = 0, ends[2], epoll = epoll_create1(0), pair[2];
    struct timeval patience = {0, 1000};
    double end = spent(CLOCK_THREAD_CPUTIME_ID) + 400;

    if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        exit(1);
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    while (spent(CLOCK_THREAD_CPUTIME_ID) < end) {
        struct pollfd polled = {ends[0], POLLIN, 0};
        struct epoll_event event;
        const struct timespec moment = {0, 50000};
        struct timeval some = {0, 50};
        sigset_t none;
        char byte;

        sigemptyset(&none);
        burn(1);
        interrupted += poll(&polled, 1, 1) < 0 && errno == EINTR;
        burn(1);
        interrupted += epoll_wait(epoll, &event, 1, 1) < 0 && errno == EINTR;
        burn(1);
        interrupted += nanosleep(&moment, NULL) && errno == EINTR;
        burn(1);
        interrupted += select(0, NULL, NULL, NULL, &some) < 0 && errno == EINTR;
        burn(1);
        interrupted += recv(pair[0], &byte, 1, 0) < 0 && errno == EINTR;
        burn(1);
        interrupted += usleep(50) && errno == EINTR;
    }
    printf("calls: %d interrupted\n", interrupted);
}

static volatile sig_atomic_t handled;

static void handle(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    handled += info->si_code == SI_TIMER ? 1000 : 1;
}

/* All signals that can be handled have the same handler, which counts. */
static void handlers(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO},
                     old;
    int others = 0;

    for (int i = 1; i <= SIGRTMAX; i++)
        if (sigaction(i, NULL, &old) == 0)
            others += old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN;
    burn(300);
    for (int i = SIGRTMAX; i > 0; i--)
        if (sigaction(i, &action, &old) == 0)
            others += old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN;
    burn(200);
    raise(SIGRTMAX);
    printf("handlers: %d of others, %d handled\n", others, (int)handled);
}

static void *wait_for_all(void *unused)
{
    struct timespec patience = {0, 300000000};
    sigset_t all;
    siginfo_t info;

    (void)unused;
    sigfillset(&all);
    burn(200);
    printf("blocked: %d came\n",
           sigtimedwait(&all, &info, &patience) > 0 ? info.si_signo : 0);
    return NULL;
}

/* One thread is for all signals, as servers have it. */
static void blocked(void)
{
    sigset_t all, before;
    pthread_t other;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&other, NULL, wait_for_all, NULL);
    pthread_join(other, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void *nothing(void *unused)
{
    return unused;
}

static int count_timers(void)
{
    char line[128];
    FILE *timers = fopen("/proc/self/timers", "r");
    int n = 0;

    while (timers && fgets(line, sizeof line, timers))
        n += strncmp(line, "ID:", 3) == 0;
    if (timers)
        fclose(timers);
    return n;
}

/* Threads that have ended leave no timer; nor has a child its parent's. */
static void threads(void)
{
    int before = count_timers();
    pid_t pid;

    for (int i = 0; i < 500; i++) {
        pthread_t other;

        if (pthread_create(&other, NULL, nothing, NULL))
            exit(1);
        pthread_join(other, NULL);
    }
    printf("threads: %d timers more\n", count_timers() - before);
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        burn(50);
        _exit(count_timers() == before ? 0 : 1);
    }
    waitpid(pid, &before, 0);
    printf("child: %d\n", before);
}

extern char **environ;

/* Programs that are started while signals are under way. */
static void programs(void)
{
    int ended = 0, status;
    char *const words[] = {"true", NULL};

    for (int i = 0; i < 60; i++) {
        pid_t pid;

        burn(3);
        if (i % 2) {
            pid = fork();
            if (pid == 0) {
                burn(5);
                execvp("true", words);
                _exit(9);
            }
        } else if (posix_spawnp(&pid, "true", NULL, NULL, words, environ)) {
            continue;
        }
        waitpid(pid, &status, 0);
        ended += status == 0;
    }
    printf("programs: %d ended well\n", ended);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {{"calls", calls},
               {"handlers", handlers},
               {"blocked", blocked},
               {"threads", threads},
               {"programs", programs}};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "raise") == 0) {
            fflush(stdout);
            raise(SIGRTMAX);
        }
        for (unsigned j = 0; j < sizeof all / sizeof *all; j++)
            if (strcmp(all[j].name, argv[i]) == 0)
                all[j].run();
    }
    return 0;
}
