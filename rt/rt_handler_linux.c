/* SPDX-License-Identifier: MIT
 *
 * rt_handler_linux.c - os_handler: whether we run in a signal handler; and ours for
 * signals that end the process.
 *
 * WHY   a handler that ends the process, or forks, has interrupted code that goes
 *       on nowhere else; the run must say so.  Neither kernel nor C library tells.
 * MODEL For a handler the kernel puts a *frame* on the stack: the address that the
 *       handler returns to (its restorer), the registers, the signal mask from
 *       before.  The stack is searched, from here up, for a frame with a restorer
 *       that some signal has now, and with a mask from before that allowed what is
 *       blocked now.
 * RULES Nothing above the stack is read before the kernel has said that it can be.
 */
#define _GNU_SOURCE
#include "rt_arch.h"
#include "rt_os.h"

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

enum { SIGNALS = 64, MOST_RESTORERS = 4 };

/* As the kernel has it. */
struct action {
    uintptr_t handler;
    uint64_t flags;
    uintptr_t restorer;
    uint64_t mask;
};

static bool ask(int number, struct action *out)
{
    return !arch_call(SYS_rt_sigaction, number, 0, (long)out, sizeof out->mask,
                      0, 0);
}

void os_signal_mask(uint64_t *out)
{
    arch_call(SYS_rt_sigprocmask, SIG_BLOCK, 0, (long)out, sizeof *out, 0, 0);
}

/* ---- ours -----------------------------------------------------------------
 */

static os_catcher *our_catcher;

bool os_is_catcher(uintptr_t handler)
{
    return our_catcher && handler == (uintptr_t)our_catcher;
}

bool os_is_fatal(int number)
{
    const uint64_t others =
        UINT64_C(1) << (SIGKILL - 1) | UINT64_C(1) << (SIGCHLD - 1) |
        UINT64_C(1) << (SIGCONT - 1) | UINT64_C(1) << (SIGSTOP - 1) |
        UINT64_C(1) << (SIGTSTP - 1) | UINT64_C(1) << (SIGTTIN - 1) |
        UINT64_C(1) << (SIGTTOU - 1) | UINT64_C(1) << (SIGURG - 1) |
        UINT64_C(1) << (SIGWINCH - 1);
    return number > 0 && number < 32 && !(others >> (number - 1) & 1);
}

void os_catch(int number, os_catcher *catcher)
{
    struct action action = {0};
    if (!os_is_fatal(number) || !ask(number, &action) || action.handler)
        return;
    our_catcher = catcher;
    action.handler = (uintptr_t)catcher;
    action.flags = SA_SIGINFO | SA_RESTART | ARCH_SA_RESTORER;
    action.restorer = arch_restorer();
    action.mask = ~UINT64_C(0);
    arch_call(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.mask, 0,
              0);
}

void os_catch_no_more(int number, void *info)
{
    const struct action plain = {0};
    arch_call(SYS_rt_sigaction, number, (long)&plain, 0, sizeof plain.mask, 0,
              0);
    /* Pending, since all are blocked; what the fault of an instruction would do
     * again, and a signal that was sent would not. */
    arch_call(SYS_rt_tgsigqueueinfo, os_pid(), os_tid(), number, (long)info, 0,
              0);
}

int os_signal_thread(int tid, int number)
{
    return (int)arch_call(SYS_tgkill, os_pid(), tid, number, 0, 0, 0);
}

bool os_sent_by_us(const void *info)
{
    const siginfo_t *sent = info;
    return sent->si_code == SI_TKILL && sent->si_pid == os_pid();
}

bool os_may_handle(uint64_t mask)
{
    struct action action = {0};
    for (int i = 1; i <= SIGNALS; i++)
        /* 32 and 33 are the C library's own, with handlers from the first thread
         * on. */
        if (i != 32 && i != 33 && !(mask >> (i - 1) & 1) && ask(i, &action) &&
            action.handler != (uintptr_t)SIG_DFL &&
            action.handler != (uintptr_t)SIG_IGN &&
            !os_is_catcher(action.handler))
            return true;
    return false;
}

/* ---- others' --------------------------------------------------------------
 */

/* The signals that handlers may be running for. */
struct handlers {
    uintptr_t restorer[MOST_RESTORERS]; /* what handlers return to */
    unsigned n;
    uint64_t blocked; /* signals that are blocked while they are handled */
    bool others;      /* there are some that are not */
};

static void add_restorer(struct handlers *out, uintptr_t restorer)
{
    unsigned i = 0;
    while (i < out->n && out->restorer[i] != restorer)
        i++;
    if (i == out->n && i < MOST_RESTORERS)
        out->restorer[out->n++] = restorer;
}

/* A handler that was called once only is no longer there, but its restorer. */
static void find_handlers(struct handlers *out)
{
    struct action action = {0};
    for (int i = 1; i <= SIGNALS; i++) {
        if (!ask(i, &action) || !action.restorer ||
            os_is_catcher(action.handler))
            continue;
        add_restorer(out, action.restorer);
        if (action.flags & SA_NODEFER)
            out->others = true;
        else
            out->blocked |= (uint64_t)1 << (i - 1);
    }
}

/* Whether a frame is at AT that has not been left: its signal is blocked now,
 * and was not when it came. */
static bool is_frame(const struct handlers *handlers, uintptr_t at,
                     uint64_t mask)
{
    struct arch_frame frame;
    unsigned i = 0;
    if (!arch_read_frame(at, &frame))
        return false;
    while (i < handlers->n && handlers->restorer[i] != frame.restorer)
        i++;
    return i < handlers->n &&
           (handlers->others || (mask & ~frame.mask & handlers->blocked));
}

static bool readable(uintptr_t page)
{
    /* The mask is read before the unknown request is refused. */
    return arch_call(SYS_rt_sigprocmask, -1, (long)page, 0, 8, 0, 0) != -EFAULT;
}

size_t os_readable(uintptr_t at, uintptr_t end)
{
    uintptr_t page = os_page_down(at);
    while (page < end && readable(page))
        page += OS_PAGE;
    return page < at ? 0 : (page < end ? page : end) - at;
}

uintptr_t os_stack_end(uintptr_t at)
{
    uintptr_t top = getauxval(AT_RANDOM), thread = arch_thread();
    return thread > at && thread < top ? thread : top;
}

/* Whether we are on the stack that is for handlers alone, and UNTIL is not. */
static bool leaves_other_stack(uintptr_t until)
{
    stack_t stack = {0};
    return !arch_call(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0, 0) &&
           stack.ss_flags & SS_ONSTACK &&
           until - (uintptr_t)stack.ss_sp >= stack.ss_size;
}

static uintptr_t find_frame(const struct handlers *handlers, uint64_t mask,
                            uintptr_t end)
{
    uintptr_t at = (uintptr_t)__builtin_frame_address(0), page = 0;
    for (; at + ARCH_FRAME_SIZE <= end; at += sizeof(uintptr_t)) {
        uintptr_t last = os_page_down(at + ARCH_FRAME_SIZE);
        if (last != page && !readable(last))
            return 0;
        page = last;
        if (is_frame(handlers, at, mask))
            return at;
    }
    return 0;
}

uintptr_t os_handler(const uint64_t *mask, uintptr_t until)
{
    struct handlers handlers = {0};
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    find_handlers(&handlers);
    if (!handlers.others && !(handlers.blocked & *mask))
        return 0;
    uintptr_t end = os_stack_end(here);
    if (until > here && until < end)
        end = until;
    uintptr_t frame = find_frame(&handlers, *mask, end);
    return frame || !leaves_other_stack(until) ? frame : here;
}
