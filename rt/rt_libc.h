/* SPDX-License-Identifier: MIT
 *
 * rt_libc.h - what C libraries do differently.
 *
 * WHY   The shared runtime is linked with glibc, and opened by programs of musl
 *       as well, which lacks some of glibc's names.
 * MODEL These names are weak, here and in rt_libc.c alone, and there is another
 *       way where they are missing.  The archive is for glibc.
 * RULES As for rt_os.h's functions: errno is kept, or said to change.
 */
#ifndef EDGEPROF_RT_LIBC_H
#define EDGEPROF_RT_LIBC_H

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

/* Whether this process has had one thread only; false: perhaps not. */
bool libc_one_thread(void);

/* Whether this copy of the runtime was loaded by dlmopen, into a name space of
 * its own: of threads and modules outside it we are told nothing. */
bool libc_own_namespace(void);

/* As pthread_atfork and at_quick_exit.  What they may lack is memory. */
void libc_at_fork(void (*before)(void), void (*parent)(void),
                  void (*child)(void));
void libc_at_quick_exit(void (*function)(void));

/* In a destructor: have FUNCTION called when all destructors are done.  False:
 * it will not be. */
bool libc_at_end(void (*function)(void *));

/* The signal mask that ATTR gives a thread into OUT; false: none. */
bool libc_own_mask(const pthread_attr_t *attr, uint64_t *out);

/* Whether the words of a jmp_buf are other than the registers were. */
bool libc_hides_jumps(void);

#ifndef EDGEPROF_RT_ARCHIVE
/* What imports of these names are diverted to goes on to; nobody imports them
 * where they are missing. */
__attribute__((weak)) void __longjmp_chk(jmp_buf env, int value); /* NOLINT */
typedef void libc_handler(int number);
__attribute__((weak)) libc_handler *sysv_signal(int number,
                                                libc_handler *handler);
#endif

#endif
