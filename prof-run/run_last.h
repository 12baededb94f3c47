/* SPDX-License-Identifier: MIT
 *
 * run_last.h - the stacks of a process that a signal or _exit ends, put into its raw file from
 * outside, as the runtime does where it can (rt/rt_crash.c).
 *
 * MODEL Its threads come to their end one by one, and each is stopped there by ptrace(2):
 *       registers and memory are those of where it stood.  The first one has the
 *       process's file and mappings found, each has its stack taken, and the last one's
 *       end is when all is written: until then the process is there, and nobody else
 *       takes the file for one that is left. */
#ifndef PROF_RUN_LAST_H
#define PROF_RUN_LAST_H

#include <sys/types.h>

/* Processes that have begun to end; zero-initialised: none. */
struct lasts {
    struct last *items;
    size_t n;
    size_t capacity;
};

/* THREAD stands at its end, and so do all of its process. */
void lasts_add(struct lasts *lasts, pid_t thread);
/* The process PID is gone, whether or not all of its threads had come. */
void lasts_forget(struct lasts *lasts, pid_t pid);

#endif
