/* SPDX-License-Identifier: MIT
 *
 * rt_signals.c - signal handlers that never return.
 *
 * A frame that is abandoned where a signal came has been counted as if it had
 * gone on to its next call that may not return: one too high, as in a run that
 * is cut off, and the run is marked as one.  A handler that exits is found at
 * the exit, on the stack; but not one that the process was forked in: what it
 * interrupted is the parent's.  One that jumps, or ends its thread, is found by
 * longjmp and pthread_exit, whose imports are diverted; they look only once
 * there is a handler, which they learn from what installs one.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_break.h"
#include "rt_crash.h"
#include "rt_divert.h"
#include "rt_time.h"

static _Atomic uint64_t handled; /* signals that have, or had, a handler */

/* Whether one may not block its signal: in a static program, where nobody tells
 * of sysv_signal, or once we have seen one. */
#ifdef EDGEPROF_RT_ARCHIVE
static atomic_bool has_unblocked = true;
#else
static atomic_bool has_unblocked;
#endif

/* The stack pointer that frames are left up to, UNTIL or 0 for all, but for
 * those that are the parent's. */
static uintptr_t left_until(uintptr_t until)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    bool parents = rt.forked_in > here && (!until || until > rt.forked_in);
    return parents ? rt.forked_in : until;
}

void rt_signals_exit(const uint64_t *mask)
{
    if ((*mask || has_unblocked) && os_handler(mask, left_until(0)))
        rt.abandoned = true;
}

#ifdef EDGEPROF_RT_ARCHIVE
int __sigaction(int number, const struct sigaction *action,
                struct sigaction *old);
sighandler_t __bsd_signal(int number, sighandler_t handler);
_Noreturn void __libc_siglongjmp(sigjmp_buf env, int value);
#define real_sigaction __sigaction
#define real_signal    __bsd_signal
#define real_longjmp   __libc_siglongjmp
#else
#define real_sigaction sigaction
#define real_signal    signal
#define real_longjmp   longjmp
#endif

/* ---- installing -----------------------------------------------------------
 */

/* The program sees neither the catcher of rt_crash.c nor the handlers of rt_time.c. */
static bool is_ours(sighandler_t handler)
{
    return os_is_catcher((uintptr_t)handler) ||
           rt_time_is_handler((uintptr_t)handler);
}

static void look_at(int number, sighandler_t handler, bool blocks)
{
    if (handler == SIG_DFL || handler == SIG_IGN || is_ours(handler) ||
        number < 1 || number > 64)
        return;
    atomic_fetch_or(&handled, (uint64_t)1 << (number - 1));
    if (!blocks)
        has_unblocked = true;
}

/* What had OLD got HANDLER; returns the program's OLD. */
static sighandler_t seen(int number, sighandler_t handler, sighandler_t old)
{
    if (handler == SIG_DFL && old != SIG_ERR)
        rt_crash_unhandled(number);
    return is_ours(old) ? SIG_DFL : old;
}

RT_EXPORTED_WEAK int RT_DIVERTED(sigaction)(int number,
                                            const struct sigaction *action,
                                            struct sigaction *old)
{
    struct sigaction changed;
    if (rt_break_takes(number))
        return rt_break_action(action, old);
    if (action) {
        rt_time_yield(number);
        look_at(number, action->sa_handler, !(action->sa_flags & SA_NODEFER));
        changed = *action;
        rt_break_unblock(&changed.sa_mask);
        action = &changed;
    }
    int result = real_sigaction(number, action, old);
    if (!result && old && is_ours(old->sa_handler))
        *old = (struct sigaction){.sa_handler = SIG_DFL};
    if (!result && action && action->sa_handler == SIG_DFL)
        rt_crash_unhandled(number);
    return result;
}

RT_EXPORTED_WEAK sighandler_t RT_DIVERTED(signal)(int number,
                                                  sighandler_t handler)
{
    if (rt_break_takes(number))
        return rt_break_handler(handler, SA_RESTART);
    rt_time_yield(number);
    look_at(number, handler, true);
    return seen(number, handler, real_signal(number, handler));
}

/* ---- leaving --------------------------------------------------------------
 */

void rt_signals_forked(const uint64_t *mask)
{
    rt.forked_in = *mask & handled || has_unblocked ? os_handler(mask, 0) : 0;
}

/* Frames are left for good, up to the stack pointer UNTIL; 0: all. */
static void look_for_handler(uintptr_t until)
{
    uint64_t mask;
    if (!handled || rt.mode != RT_ON || rt.abandoned)
        return;
    os_signal_mask(&mask);
    if ((mask & handled || has_unblocked) &&
        os_handler(&mask, left_until(until)))
        rt.abandoned = true;
}

/* Used by trampolines alone. */
void *rt_longjmp_real = (void *)(uintptr_t)real_longjmp;
void *rt_longjmp_look(jmp_buf env);

__attribute__((used)) void *rt_longjmp_look(jmp_buf env)
{
    if (handled)
        look_for_handler(arch_jump_target(env, libc_hides_jumps()));
    return NULL;
}

ARCH_TRAMPOLINE("rt_longjmp", "rt_longjmp_look", "rt_longjmp_real");

#ifdef EDGEPROF_RT_ARCHIVE

__asm__(".weak longjmp, _longjmp, siglongjmp\n"
        ".set longjmp, rt_longjmp\n"
        ".set _longjmp, rt_longjmp\n"
        ".set siglongjmp, rt_longjmp\n");

#else

void *rt_longjmp_chk_real = (void *)(uintptr_t)__longjmp_chk;
ARCH_TRAMPOLINE("rt_longjmp_chk", "rt_longjmp_look", "rt_longjmp_chk_real");

sighandler_t rt_sysv_signal(int number, sighandler_t handler)
{
    if (rt_break_takes(number))
        return rt_break_handler(handler, (int)(SA_RESETHAND | SA_NODEFER));
    rt_time_yield(number);
    look_at(number, handler, false);
    return seen(number, handler, sysv_signal(number, handler));
}

_Noreturn void rt_pthread_exit(void *result)
{
    look_for_handler(0);
    pthread_exit(result);
}

#endif
