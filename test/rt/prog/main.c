/* SPDX-License-Identifier: MIT
 *
 * main.c - one program that runs and ends as it is asked to.  Usage: main WHAT [ARG]
 * Each test beside prog/ says how often counter i must have been counted.
 */
#define _GNU_SOURCE
#include "count.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

static long argument = 1;
static const char *text = "";

__attribute__((destructor(102))) static void late(void)
{
    COUNT(7);
}

static void in_atexit(void)
{
    COUNT(6);
}

static void count_n(long n)
{
    while (n--)
        COUNT(1);
}

static void *thread(void *data)
{
    count_n((long)data);
    COUNT(2);
    return data;
}

static int do_exit(void)
{
    atexit(in_atexit);
    return 0;
}

static int do_fast_exit(void)
{
    _exit(0);
}

static int do_quick_exit(void)
{
    quick_exit(0);
}

static int do_abort(void)
{
    abort();
}

static int do_kill(void)
{
    return raise(SIGKILL);
}

static int do_crash(void)
{
    return *(volatile int *)8;
}

static int do_exec(void)
{
    execl("/proc/self/exe", "main", "exit", (char *)NULL);
    return 1;
}

static int do_vfork(void)
{
    pid_t pid = vfork();
    if (!pid) {
        COUNT(1);
        _exit(0);
    }
    return waitpid(pid, NULL, 0) != pid;
}

static int do_fork(void)
{
    count_n(5);
    for (long i = 0; i < argument; i++) {
        pid_t pid = fork();
        if (!pid) {
            count_n(3);
            return 0;
        }
        if (waitpid(pid, NULL, 0) != pid)
            return 1;
    }
    COUNT(2);
    return 0;
}

static int do_clone(void)
{
    long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    COUNT(1);
    if (pid)
        waitpid((pid_t)pid, NULL, 0);
    return 0;
}

static void await_end_of_input(void)
{
    char byte;
    write(1, "x", 1);
    while (read(0, &byte, 1) > 0)
        ;
}

static int do_hold(void)
{
    await_end_of_input();
    return 0;
}

/* Born by a raw clone, it outlives its parent, and counts. */
static int do_linger(void)
{
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0))
        return 0;
    await_end_of_input();
    count_n(1000);
    _exit(0);
}

static pthread_t threads[2000];

static int start_threads(long n, const pthread_attr_t *attr,
                         void *(*run)(void *), void *data)
{
    for (long i = 0; i < n; i++)
        if (pthread_create(&threads[i], attr, run, data))
            return 1;
    return 0;
}

static int join_threads(long n)
{
    for (long i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

static int run_thread(long count)
{
    pthread_t t;
    return pthread_create(&t, NULL, thread, (void *)count) ||
           pthread_join(t, NULL);
}

static int do_threads(void)
{
    if (start_threads(8, NULL, thread, (void *)1000000L))
        return 1;
    count_n(1000000);
    return join_threads(8);
}

static pthread_barrier_t barrier;

static void *at_barrier(void *data)
{
    COUNT(2);
    pthread_barrier_wait(&barrier);
    count_n(1000);
    return data;
}

static int do_many(void)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 65536);
    pthread_barrier_init(&barrier, NULL, (unsigned)argument);
    if (start_threads(argument, &attr, at_barrier, NULL))
        return 1;
    return join_threads(argument);
}

static int do_sequence(void)
{
    for (long i = 0; i < argument; i++)
        if (run_thread(1))
            return 1;
    return 0;
}

static int print_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    int n = 0;
    for (int c; maps && (c = getc(maps)) != EOF;)
        n += c == '\n';
    return maps ? fclose(maps) || printf("%d\n", n) < 0 : 1;
}

/* Many threads at once, and again, and as many one after another. */
static int do_peaks(void)
{
    return do_many() || print_mappings() || do_many() || print_mappings() ||
           do_sequence() || print_mappings();
}

static atomic_int n_done;

static void *detached(void *data)
{
    COUNT(2);
    n_done++;
    return data;
}

static int do_detached(void)
{
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    if (start_threads(argument, &attr, detached, NULL))
        return 1;
    while (n_done < argument)
        sched_yield();
    return 0;
}

static void cleanup(void *data)
{
    (void)data;
    COUNT(3);
}

static void *exiting(void *data)
{
    pthread_cleanup_push(cleanup, NULL);
    COUNT(2);
    if (data)
        pthread_exit(NULL);
    for (;;)
        pause();
    pthread_cleanup_pop(1);
    return NULL;
}

static int do_pthread_exit(void)
{
    pthread_create(&threads[0], NULL, exiting, threads);
    pthread_create(&threads[1], NULL, exiting, NULL);
    pthread_cancel(threads[1]);
    return join_threads(2);
}

static int thread_c11(void *data)
{
    COUNT(2);
    return *(int *)data;
}

static int do_c11(void)
{
    thrd_t t;
    int value = 42, result = 0;
    return thrd_create(&t, thread_c11, &value) != thrd_success ||
           thrd_join(t, &result) != thrd_success || result != 42;
}

static pthread_key_t key;

/* Runs again and again, later than any other destructor. */
static void in_key(void *data)
{
    COUNT(3);
    if ((long)data > 1)
        pthread_setspecific(key, (void *)((long)data - 1));
}

static void *with_key(void *data)
{
    pthread_setspecific(key, data);
    COUNT(2);
    return data;
}

static int do_tls(void)
{
    pthread_key_create(&key, in_key);
    for (long i = 0; i < argument; i++) {
        if (start_threads(4, NULL, with_key, (void *)4L))
            return 1;
        join_threads(4);
    }
    return 0;
}

static atomic_int n_failures;

static void *forking(void *data)
{
    count_n(10);
    for (int i = 0; i < 20; i++) {
        pid_t pid = fork();
        if (!pid) {
            COUNT(3);
            _exit(run_thread(4));
        }
        int status;
        n_failures += waitpid(pid, &status, 0) != pid || status;
    }
    COUNT(4);
    return data;
}

static int do_fork_threads(void)
{
    if (start_threads(4, NULL, forking, NULL))
        return 1;
    join_threads(4);
    return n_failures;
}

/* Nothing of ours shows: errno, signal mask, descriptors. */
static int do_invisible(void)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    int fd = open("/dev/null", O_RDONLY);
    for (int i = fd + 1; i < 1000; i++)
        if (fcntl(i, F_GETFD) != -1)
            return 1;
    for (int i = 1; i < 65; i++)
        if (sigismember(&mask, i) == 1)
            return 2;
    errno = 77;
    run_thread(1);
    return errno == 77 ? (int)argument - 1 : 3;
}

static int do_close_all(void)
{
    for (int i = 0; i < 1000; i++)
        close(i);
    return run_thread(1);
}

static int do_limit(void)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    return do_sequence();
}

static int do_api(void)
{
    COUNT(1);
    if (edgeprof_reset())
        return 1;
    COUNT(2);
    if (edgeprof_snapshot("api.snap") || edgeprof_set_label("by api") ||
        edgeprof_dump())
        return 2;
    COUNT(3);
    return 0;
}

static int do_absent(void)
{
    return edgeprof_dump() != EDGEPROF_ABSENT;
}

static int do_signal(void)
{
    raise(SIGUSR1);
    COUNT(2);
    raise(SIGUSR1);
    return 0;
}

static int do_wait(void)
{
    pause();
    return 0;
}

#ifndef STATIC
/* TEXT: a library; each of its calls adds 1 to its counter 1. */
static int call_library(void *library)
{
    int (*call)(void) = (int (*)(void))dlsym(library, "call");
    return call ? call() : -1;
}

static int do_dlopen(void)
{
    for (long i = 0; i < argument; i++) {
        void *library = dlopen(text, RTLD_NOW);
        if (!library || call_library(library) || dlclose(library))
            return 1;
        COUNT(1);
    }
    return 0;
}

static void *with_library(void *data)
{
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 100000; i++)
        call_library(*(void **)data);
    return NULL;
}

/* A library that comes when there are threads, which all call it. */
static int do_dlopen_threads(void)
{
    void *library;
    pthread_barrier_init(&barrier, NULL, 9);
    if (start_threads(8, NULL, with_library, &library))
        return 1;
    pthread_barrier_wait(&barrier);
    library = dlopen(text, RTLD_NOW);
    if (!library)
        return 1;
    pthread_barrier_wait(&barrier);
    return join_threads(8);
}

/* An uninstrumented library that makes two threads, each calling back. */
static void called_back(void)
{
    count_n(1000000);
}

static int do_foreign_threads(void)
{
    void *library = dlopen(text, RTLD_NOW);
    int (*run)(void (*)(void)) =
        library ? (int (*)(void (*)(void)))dlsym(library, "run") : NULL;
    return run ? run(called_back) : 1;
}

static int do_looked_up(void)
{
    void *libc = dlopen("libc.so.6", RTLD_NOW);
    for (int i = 0; i < 8; i++) {
        __typeof__(&pthread_create) create = (__typeof__(create))dlsym(
            i % 2 ? RTLD_DEFAULT : libc, "pthread_create");
        create(&threads[i], NULL, thread, (void *)1000000L);
    }
    return join_threads(8);
}
#endif

static const struct {
    const char *name;
    int (*run)(void);
} runs[] = {
    {"exit", do_exit},
    {"_exit", do_fast_exit},
    {"quick_exit", do_quick_exit},
    {"abort", do_abort},
    {"kill", do_kill},
    {"crash", do_crash},
    {"exec", do_exec},
    {"vfork", do_vfork},
    {"fork", do_fork},
    {"clone", do_clone},
    {"hold", do_hold},
    {"linger", do_linger},
    {"threads", do_threads},
    {"many", do_many},
    {"sequence", do_sequence},
    {"peaks", do_peaks},
    {"detached", do_detached},
    {"pthread_exit", do_pthread_exit},
    {"c11", do_c11},
    {"tls", do_tls},
    {"fork_threads", do_fork_threads},
    {"invisible", do_invisible},
    {"close_all", do_close_all},
    {"limit", do_limit},
    {"api", do_api},
    {"absent", do_absent},
    {"signal", do_signal},
    {"wait", do_wait},
#ifndef STATIC
    {"dlopen", do_dlopen},
    {"dlopen_threads", do_dlopen_threads},
    {"foreign_threads", do_foreign_threads},
    {"looked_up", do_looked_up},
#endif
};

int main(int argc, char **argv)
{
    COUNT(0);
    if (argc > 2) {
        argument = strtol(argv[2], NULL, 10);
        text = argv[argc - 1];
    }
    for (size_t i = 0; argc > 1 && i < sizeof runs / sizeof *runs; i++)
        if (!strcmp(argv[1], runs[i].name))
            return runs[i].run();
    return 99;
}
