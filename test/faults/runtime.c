/* SPDX-License-Identifier: MIT
 *
 * What the runtime serves: a program that only ends, threads, forks, a library
 * that is loaded, another program in its place, or none.  What it prints does not depend
 * on being counted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LIBRARY
int twice(int n)
{
    return n + n;
}
#else
/* Before all constructors: from here on calls may fail. */
__attribute__((no_profile_instrument_function)) static void begin(void)
{
    (void)syscall(SYS_getppid);
}
__attribute__((section(".preinit_array"),
               used)) static void (*at_start)(void) = begin;

static long sum_to(long n)
{
    long sum = 0;

    for (long i = 1; i <= n; i++)
        sum += i;
    return sum;
}

static void *work(void *data)
{
    return (void *)sum_to((long)data);
}

static long with_threads(void)
{
    pthread_t threads[3];
    long sum = 0;

    for (long i = 0; i < 3; i++)
        if (pthread_create(&threads[i], NULL, work, (void *)(i + 10)))
            abort();
    for (int i = 0; i < 3; i++) {
        void *result;

        if (pthread_join(threads[i], &result))
            abort();
        sum += (long)result;
    }
    return sum;
}

static long with_children(void)
{
    long sum = 0;

    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        int status;

        if (child == 0 && i == 0)
            exit((int)sum_to(3));
        if (child == 0)
            _exit((int)sum_to(4));
        if (child < 0 || waitpid(child, &status, 0) != child)
            abort();
        sum += WEXITSTATUS(status);
    }
    return sum;
}

static long with_library(void)
{
    long sum = 0;

    for (int i = 0; i < 2; i++) {
        void *library = dlopen("./library.so", RTLD_NOW);
        int (*function)(int) =
            library ? (int (*)(int))dlsym(library, "twice") : NULL;

        if (!function)
            abort();
        sum += function(i + 4);
        if (dlclose(library))
            abort();
    }
    return sum;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long sum = sum_to(4);

    if (strcmp(what, "threads") == 0)
        sum += with_threads();
    if (strcmp(what, "forks") == 0)
        sum += with_children();
    if (strcmp(what, "library") == 0)
        sum += with_library();
    if (strcmp(what, "exec") == 0)
        (void)execl("/proc/self/exe", argv[0], "threads", (char *)NULL);
    if (strcmp(what, "vain") == 0) {
        (void)execl("/", argv[0], (char *)NULL);
        sum += sum_to(5);
    }
    (void)printf("%ld\n", sum);
    if (strcmp(what, "_exit") == 0) {
        (void)fflush(stdout);
        _exit(3);
    }
    return (int)(sum % 7);
}
#endif
