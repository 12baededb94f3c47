/* SPDX-License-Identifier: MIT
 *
 * rt_divert.h - the functions of the C library that the runtime stands in for.
 *
 * WHY   Some calls must be seen: what makes a thread, what installs a signal
 *       handler, what leaves frames, what ends the program.
 * MODEL The shared runtime has a function rt_NAME for each NAME, and
 *       rt_divert.c binds the imports of loaded modules to it.  The archive
 *       defines NAME itself, and calls the C library by its other name.
 * RULES Each does what the C library's does, and keeps errno.
 */
#ifndef EDGEPROF_RT_DIVERT_H
#define EDGEPROF_RT_DIVERT_H

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <threads.h>
#include <time.h>

/* What an import of NAME is to be bound to instead; NULL: leave it. */
void *rt_divert(const char *name);
/* Once: deal with a program that defines thread creation.  Not under the lock.
 */
void rt_divert_definition(void);

#ifdef EDGEPROF_RT_ARCHIVE
#define RT_DIVERTED(name) name
#define RT_EXPORTED       __attribute__((visibility("default")))
/* For names that the program may define too. */
#define RT_EXPORTED_WEAK __attribute__((visibility("default"), weak))
#else
#define RT_DIVERTED(name) rt_##name
#define RT_EXPORTED
#define RT_EXPORTED_WEAK
#endif

/* ---- rt_threads.c -------------------------------------------------------- */

int RT_DIVERTED(pthread_create)(pthread_t *thread, const pthread_attr_t *attr,
                                void *(*start)(void *), void *argument);
int RT_DIVERTED(thrd_create)(thrd_t *thread, thrd_start_t start,
                             void *argument);
int rt_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer);

/* What rt_pthread_create goes on to. */
extern int (*rt_real_pthread_create)(pthread_t *thread,
                                     const pthread_attr_t *attr,
                                     void *(*start)(void *), void *argument);

/* ---- rt_signals.c -------------------------------------------------------- */

int RT_DIVERTED(sigaction)(int number, const struct sigaction *action,
                           struct sigaction *old);
sighandler_t RT_DIVERTED(signal)(int number, sighandler_t handler);
sighandler_t rt_sysv_signal(int number, sighandler_t handler);
_Noreturn void rt_pthread_exit(void *result);
/* Trampolines; their types are longjmp's. */
void rt_longjmp(void);
void rt_longjmp_chk(void);

/* ---- rt_exec.c; not in static programs ------------------------------------
 */

int rt_execve(const char *path, char *const argv[], char *const envp[]);
int rt_execv(const char *path, char *const argv[]);
int rt_execvp(const char *file, char *const argv[]);
int rt_execvpe(const char *file, char *const argv[], char *const envp[]);
int rt_fexecve(int fd, char *const argv[], char *const envp[]);
int rt_execl(const char *path, const char *argument, ...);
int rt_execle(const char *path, const char *argument, ...);
int rt_execlp(const char *file, const char *argument, ...);

#endif
