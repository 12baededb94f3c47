// Two threads by a raw clone write to one ring at the same time: what it tells is not known,
// but neither looks for a free slot for ever.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:trace=ring %s -o prog
// RUN: timeout 30 ./prog
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

static volatile int sink;

static int work(void *argument)
{
    for (long i = 0; i < 5000000; i++) {
        if (i & 1)
            sink = 1;
        else
            sink = 2;
    }
    return argument != NULL;
}

int main(void)
{
    const size_t size = 1 << 20;
    char *stack = malloc(size);
    int child = clone(work, stack + size,
                      CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, NULL);
    int status = 1;
    work(NULL);
    return waitpid(child, &status, 0) != child || status;
}
