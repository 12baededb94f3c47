/* SPDX-License-Identifier: MIT
 *
 * rt_break.h - breakpoints where code has no room for a jump to its copy (abi.h).
 */
#ifndef EDGEPROF_RT_BREAK_H
#define EDGEPROF_RT_BREAK_H

#include "rt.h"

#include <signal.h>

#ifndef EDGEPROF_RT_ARCHIVE

/* All but rt_break_forked: not under the lock.
 * The module of DESCRIPTOR is about to register: before imports are diverted. */
void rt_break_begin(const struct edgeprof_module *descriptor);
/* And has registered. */
void rt_break_add(const struct edgeprof_module *descriptor);
/* What an import of NAME is to be bound to, since there are breakpoints; or NULL. */
void *rt_break_divert(const char *name);
/* Whether NUMBER is the breakpoints' signal, and there are some. */
bool rt_break_takes(int number);
/* As sigaction and signal, of that signal; FLAGS are signal's. */
int rt_break_action(const struct sigaction *action, struct sigaction *old);
sighandler_t rt_break_handler(sighandler_t handler, int flags);
/* That signal shall not be in MASK, with which code of the program runs. */
void rt_break_unblock(sigset_t *mask);
/* In a fork's child, of which this thread is all. */
void rt_break_forked(void);
/* At the end: say what they cost. */
void rt_break_end(void);

#else /* prof-patch counts static programs otherwise */

static inline void rt_break_begin(const struct edgeprof_module *descriptor)
{
    (void)descriptor;
}

static inline void rt_break_add(const struct edgeprof_module *descriptor)
{
    (void)descriptor;
}

static inline bool rt_break_takes(int number)
{
    (void)number;
    return false;
}

static inline int rt_break_action(const struct sigaction *action,
                                  struct sigaction *old)
{
    (void)action;
    (void)old;
    return -1;
}

static inline sighandler_t rt_break_handler(sighandler_t handler, int flags)
{
    (void)handler;
    (void)flags;
    return SIG_ERR;
}

static inline void rt_break_unblock(sigset_t *mask)
{
    (void)mask;
}

static inline void rt_break_forked(void) {}
static inline void rt_break_end(void) {}

#endif

#endif
