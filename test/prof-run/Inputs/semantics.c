/* SPDX-License-Identifier: MIT
 *
 * semantics.c - what a program finds out of signals, stops, ends and threads, as text.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t n_got;
static siginfo_t got;

static void take(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    got = *info;
    n_got++;
}

static void say_wait(const char *what, pid_t child, int options)
{
    siginfo_t info;

    memset(&info, 0, sizeof info);
    if (waitid(P_PID, (id_t)child, &info, options))
        printf("%s: error %d\n", what, errno);
    else
        printf("%s: code %d status %d child %d\n", what, info.si_code,
               info.si_status, info.si_pid == child);
}

/* A child that is stopped, goes on, and is killed; of a group of its own, since
 * one without a parent outside of it is not stopped by the terminal's signals. */
static void stops(int number)
{
    pid_t child = fork();

    setpgid(child, 0);
    if (child == 0)
        for (;;)
            pause();
    kill(child, number);
    say_wait("stopped", child, WSTOPPED);
    say_wait("still", child, WSTOPPED | WNOHANG);
    kill(child, SIGCONT);
    say_wait("continued", child, WCONTINUED);
    kill(child, number);
    say_wait("again", child, WSTOPPED);
    kill(child, SIGTERM); /* it comes when it goes on */
    say_wait("held", child, WEXITED | WNOHANG);
    kill(child, SIGCONT);
    say_wait("ended", child, WEXITED);
}

static void queued(void)
{
    struct sigaction action = {.sa_sigaction = take, .sa_flags = SA_SIGINFO};
    union sigval value = {.sival_int = 4711};

    sigaction(SIGRTMIN, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigqueue(getpid(), SIGRTMIN, value);
    printf("queued: %d code %d value %d own %d\n", got.si_signo - SIGRTMIN,
           got.si_code, got.si_value.sival_int, got.si_pid == getpid());
    for (int i = 0; i < 100; i++)
        raise(SIGUSR1);
    printf("raised: %d\n", (int)n_got);
}

static void *ends_alone(void *unused)
{
    return unused;
}

static void *executes(void *path)
{
    execl(path, "semantics", "executed", (char *)NULL);
    return NULL;
}

static int ended_as(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* Another thread than the first one executes. */
static void thread_executes(void)
{
    pid_t child = fork();

    if (child == 0) {
        pthread_t one;

        pthread_create(&one, NULL, executes, "/proc/self/exe");
        for (;;)
            pause();
    }
    printf("executed: %x\n", ended_as(child));
}

static void children(void)
{
    static char *const words[] = {"sh", "-c", "kill -9 $$", NULL};
    pid_t child = vfork();

    if (child == 0) {
        execvp(words[0], words);
        _exit(9);
    }
    printf("vfork: %x\n", ended_as(child));
    child = fork();
    if (child == 0)
        abort();
    printf("abort: %x\n", ended_as(child) & 0x7f);
    printf("system: %x\n", system("exit 3"));
    child = fork();
    if (child == 0) {
        pthread_t one;

        for (int i = 0; i < 50; i++)
            if (!pthread_create(&one, NULL, ends_alone, NULL))
                pthread_join(one, NULL);
        pthread_create(&one, NULL, ends_alone, NULL);
        pthread_exit(NULL);
    }
    printf("threads: %x\n", ended_as(child));
}

/* What sleeps goes on sleeping over a signal that is ignored. */
static void sleeps(void)
{
    const struct timespec some = {0, 50000000};
    pid_t child = fork();

    if (child == 0) {
        for (int i = 0; i < 5; i++)
            kill(getppid(), SIGWINCH);
        _exit(0);
    }
    printf("sleep: %d\n", nanosleep(&some, NULL));
    printf("ignored: %x\n", ended_as(child));
}

int main(int argc, char **argv)
{
    (void)argv;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 1) {
        puts("executed");
        return 5;
    }
    stops(SIGSTOP);
    stops(SIGTSTP);
    queued();
    thread_executes();
    children();
    sleeps();
    return 7;
}
