/* SPDX-License-Identifier: MIT
 *
 * rt_threads.c - a region for every thread.
 *
 * A new thread starts with its creator's delta.  So creation is diverted, as
 * rt_divert.h has it.  The new thread sets its delta before its start routine,
 * and before it takes a signal: signals are blocked while it is made, and it
 * begins with that mask.
 *
 * The threads that the C library makes for a timer are seen when they call what
 * the program wants called: we have it call us.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_divert.h"
#include "rt_ring.h"
#include "rt_time.h"

#include <errno.h>
#include <string.h>

static pthread_key_t key;
static bool have_key;

/* ---- in the new thread ----------------------------------------------------
 */

/* In a function whose frame is at STACK; 0: there are others before it. */
static void enter(struct rt_region *region, uintptr_t stack)
{
    region->stack = stack;
    region->tid = os_tid();
    rt_ring_begin(region);
    if (!arch_set_delta(region->delta))
        rt_flag(EDGEPROF_RUN_SHARED); /* with whoever made the thread */
    if (have_key)
        pthread_setspecific(key, region);
    rt_time_enter(region);
    os_restore_signals(&region->mask);
}

static void *begin(void *data)
{
    struct rt_region *region = data;
    enter(region, (uintptr_t)__builtin_frame_address(0));
    return region->start(region->argument);
}

static int begin_c11(void *data)
{
    struct rt_region *region = data;
    enter(region, (uintptr_t)__builtin_frame_address(0));
    return region->start_c11(region->argument);
}

/* Destructors that run after this one still count; hence not yet RT_FREE. */
static void leave(void *data)
{
    struct rt_region *region = data;
    rt_time_leave(region);
    region->state = RT_DONE;
}

/* ---- in its creator -------------------------------------------------------
 */

static struct rt_region *take_region(void)
{
    uint64_t mask;
    rt_fork_check();
    if (rt.mode != RT_ON || os_pid() != rt.pid)
        return NULL;
    rt.made_thread = rt.sees_threads = true;
    if (rt.all_atomic)
        return NULL;
    rt_lock(&mask);
    struct rt_region *region = rt.by_delta ? rt_region_take() : NULL;
    if (!region)
        rt_make_atomic();
    rt_unlock(&mask);
    return region;
}

#ifdef EDGEPROF_RT_ARCHIVE
#define REAL(name) __##name
int __pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                     void *(*start)(void *), void *argument);
int __thrd_create(thrd_t *thread, thrd_start_t start, void *argument);
#else
#define REAL(name) rt_real_##name
__typeof__(pthread_create) *rt_real_pthread_create = pthread_create;
static __typeof__(thrd_create) *const rt_real_thrd_create = thrd_create;
#endif

/* Block signals for the thread that is about to be made; MASK: those of ours.
 * ATTR may bring a mask along; the C library then sets it before our code. */
static void block_signals(struct rt_region *region, const pthread_attr_t *attr,
                          uint64_t *mask)
{
    os_block_signals(mask);
    region->mask = *mask;
    if (attr)
        (void)libc_own_mask(attr, &region->mask);
}

RT_EXPORTED int RT_DIVERTED(pthread_create)(pthread_t *thread,
                                            const pthread_attr_t *attr,
                                            void *(*start)(void *),
                                            void *argument)
{
    int saved = errno;
    struct rt_region *region = take_region();
    errno = saved;
    if (!region)
        return REAL(pthread_create)(thread, attr, start, argument);
    region->start = start;
    region->start_c11 = NULL;
    region->argument = argument;
    uint64_t mask; /* the region may be another thread's when it is needed */
    block_signals(region, attr, &mask);
    int error = REAL(pthread_create)(thread, attr, begin, region);
    if (error)
        region->state = RT_FREE;
    os_restore_signals(&mask);
    return error;
}

RT_EXPORTED int RT_DIVERTED(thrd_create)(thrd_t *thread, thrd_start_t start,
                                         void *argument)
{
    int saved = errno;
    struct rt_region *region = take_region();
    errno = saved;
    if (!region)
        return REAL(thrd_create)(thread, start, argument);
    region->start = NULL;
    region->start_c11 = start;
    region->argument = argument;
    uint64_t mask;
    block_signals(region, NULL, &mask);
    int error = REAL(thrd_create)(thread, begin_c11, region);
    if (error != thrd_success)
        region->state = RT_FREE;
    os_restore_signals(&mask);
    return error;
}

/* ---- timers ----------------------------------------------------------------
 */

#ifndef EDGEPROF_RT_ARCHIVE

/* What a timer's threads are to call. */
struct notice {
    void (*function)(union sigval);
    union sigval value;
};

static void on_timer(union sigval data)
{
    const struct notice *notice = data.sival_ptr;
    struct rt_region *region = take_region();
    if (region) {
        os_signal_mask(&region->mask);
        enter(region, (uintptr_t)__builtin_frame_address(0));
    }
    notice->function(notice->value);
}

/* NULL: no memory.  Never given back, since threads may still need it when the
 * timer is gone. */
static struct notice *new_notice(const struct sigevent *event)
{
    uint64_t mask;
    rt_fork_check();
    rt_lock(&mask);
    struct notice *notice = rt_new(sizeof *notice);
    if (!rt.by_delta)
        rt_make_atomic();
    rt_unlock(&mask);
    if (notice)
        *notice =
            (struct notice){event->sigev_notify_function, event->sigev_value};
    return notice;
}

int rt_timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    if (rt.mode != RT_ON || !event || event->sigev_notify != SIGEV_THREAD)
        return timer_create(clock, event, timer);
    struct sigevent ours = *event;
    struct notice *notice = new_notice(event);
    if (notice) {
        ours.sigev_notify_function = on_timer;
        ours.sigev_value.sival_ptr = notice;
    } else {
        rt_flag(EDGEPROF_RUN_SHARED);
    }
    rt.made_thread = rt.sees_threads = true;
    return timer_create(clock, &ours, timer);
}

#endif

/* ---- at start -------------------------------------------------------------
 */

void rt_threads_init(struct rt_region *region)
{
    have_key = !pthread_key_create(&key, leave);
    if (region)
        enter(region, 0);
}
