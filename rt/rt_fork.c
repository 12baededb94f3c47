/* SPDX-License-Identifier: MIT
 *
 * rt_fork.c - a fork's child gets a file of its own.
 *
 * The C library calls the fork handlers of all libraries, ours among them.
 * Those of others may take locks, and wait for threads that want ours, or make
 * threads themselves.  So nothing is held while they run, neither the lock nor
 * signals.  Two things follow.
 *
 * A thread that is no more in the child may have held the lock, in the midst of
 * a change.  What a child needs is true all the same: lists grow by one store,
 * regions of others are mapped anew, the file and its names are made anew.
 *
 * Another library's handler may call us in the child before our own handler has
 * run: it starts a thread again, say.  So whatever is called by the program
 * asks first whether it is in a new child (rt_fork_check).
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_break.h"
#include "rt_part.h"
#include "rt_time.h"

#include <pthread.h>

static pthread_key_t forking; /* not NULL in a thread that forks */
static bool have_key;

/* The parent's counts, which may be in the sections too. */
static void clear_section(const struct rt_module *module)
{
    for (uint64_t *at = module->start; at < module->stop; at++)
        if (*at)
            *at = 0;
}

/* The counts so far are the parent's.  Only this thread, which counts in HERE,
 * goes on. */
static void forget_parent(const struct rt_region *here)
{
    rt.pid = os_pid();
    rt.started = os_clock();
    rt.made_thread = false;
    rt.parked = NULL;
    rt.abandoned = false;
    rt.flags &= (uint32_t) ~(EDGEPROF_RUN_SHARED | EDGEPROF_RUN_CLONE);
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        if (r->state == RT_LOST)
            r->mirrors_from = NULL; /* what it has is the parent's */
        else if (r != here)
            r->state = RT_STALE;
    }
    for (struct rt_module *m = rt.modules; m && rt.in_sections; m = m->next)
        if (rt_section_there(m, true))
            clear_section(m);
}

static void become_child(void)
{
    uint64_t mask;
    rt_lock_in_child(&mask);
    rt_signals_forked(&mask);
    struct rt_region *here = rt_region_here();
    forget_parent(here);
    int fd = rt_file_create();
    if (here)
        here->tid = os_tid();
    if (here && !rt_region_renew(here, fd)) {
        (void)arch_set_delta(0); /* never into the parent's file */
        rt_use_sections();
    }
    rt_part_forked();
    rt_break_forked();
    rt_file_publish();
    rt_file_close(fd);
    if (here)
        here->mask = mask;
    rt_time_forked(here);
    rt_unlock(&mask);
}

void rt_fork_check(void)
{
    if (have_key && pthread_getspecific(forking) && os_pid() != rt.pid)
        become_child();
}

static void before_fork(void)
{
    (void)pthread_setspecific(forking, &forking);
}

static void after_fork(void)
{
    rt_fork_check();
    (void)pthread_setspecific(forking, NULL);
}

void rt_fork_init(void)
{
    have_key = !pthread_key_create(&forking, NULL);
    libc_at_fork(before_fork, after_fork, after_fork);
}
