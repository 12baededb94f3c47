/* SPDX-License-Identifier: MIT
 *
 * rt_break.c - breakpoints where code has no room for a jump to its copy.
 *
 * WHY   prof-patch leaves such a function alone, but for --breakpoints: then what comes
 *       to it by a pointer stops there, and goes on in the copy, which counts.
 * MODEL A breakpoint is one byte, stored when the module has registered: without the
 *       runtime nothing has been changed.  Its signal's handler is ours as long as the
 *       process lives; what the program asks for instead is kept, and done for all
 *       such signals that no breakpoint has sent.
 *       A breakpoint whose signal is blocked ends the process.  So nobody blocks it:
 *       what sets masks is diverted.
 *       A module that was unloaded leaves its breakpoints in the list.  What is loaded
 *       in its place stands before them.
 * RULES The handler makes no system call, takes no lock, and leaves errno alone.
 *       The program comes first: where other threads run already, whose masks we do not
 *       know, there are none.
 */
#define _GNU_SOURCE
#include "rt_break.h"

#ifndef EDGEPROF_RT_ARCHIVE

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>

enum { SIGNALS = 64 };

/* A module's. */
struct set {
    struct set *next;
    size_t n;
    struct rt_breakpoint all[]; /* by place */
};

static struct {
    atomic_bool on;
    struct set *_Atomic sets;
    uintptr_t own; /* the one that the cost is measured with */
    /* What the program wants of the signal: the one that is not current is written. */
    struct sigaction theirs[2];
    _Atomic unsigned current;
} breaks;

/* ---- the handler ----------------------------------------------------------
 */

static struct rt_breakpoint *find_in(struct set *set, uintptr_t at)
{
    size_t low = 0, high = set->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (set->all[middle].at == at)
            return &set->all[middle];
        if (set->all[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static struct rt_breakpoint *find(uintptr_t at)
{
    struct rt_breakpoint *found = NULL;
    for (struct set *set = breaks.sets; set && !found; set = set->next)
        found = find_in(set, at);
    return found;
}

static void set_theirs(const struct sigaction *action)
{
    unsigned other = !breaks.current;
    breaks.theirs[other] = *action;
    breaks.current = other;
}

/* As the kernel would have called it, but that breakpoints still work. */
static void call_theirs(const struct sigaction *theirs, int number, void *info,
                        void *context)
{
    const ucontext_t *of = context;
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t mask = of->uc_sigmask;
    if (theirs->sa_flags & (int)SA_RESETHAND)
        set_theirs(&plain);
    for (int i = 1; i <= SIGNALS; i++)
        if (sigismember(&theirs->sa_mask, i) == 1)
            (void)sigaddset(&mask, i);
    rt_break_unblock(&mask);
    (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (theirs->sa_flags & SA_SIGINFO)
        theirs->sa_sigaction(number, info, context);
    else
        theirs->sa_handler(number);
}

static void on_signal(int number, void *info, void *context)
{
    const siginfo_t *sent = info;
    uintptr_t place = arch_place(context);
    struct rt_breakpoint *at = sent->si_code > 0 ? find(place) : NULL;
    const struct sigaction theirs = breaks.theirs[breaks.current];
    if (at) {
        (void)atomic_fetch_add_explicit(&at->hits, 1, memory_order_relaxed);
        arch_set_place(context, at->to);
    } else if (sent->si_code > 0 && place == breaks.own) {
        arch_set_place(context, place + 1);
    } else if (theirs.sa_handler == SIG_DFL ||
               (theirs.sa_handler == SIG_IGN && sent->si_code > 0)) {
        os_catch_no_more(number, info);
    } else if (theirs.sa_handler != SIG_IGN) {
        call_theirs(&theirs, number, info, context);
    }
}

/* ---- what the program asks for --------------------------------------------
 */

bool rt_break_takes(int number)
{
    return number == ARCH_BREAKPOINT_SIGNAL && breaks.on;
}

int rt_break_action(const struct sigaction *action, struct sigaction *old)
{
    const struct sigaction was = breaks.theirs[breaks.current];
    if (action)
        set_theirs(action);
    if (old)
        *old = was;
    return 0;
}

sighandler_t rt_break_handler(sighandler_t handler, int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
    (void)sigemptyset(&action.sa_mask);
    (void)rt_break_action(&action, &old);
    return old.sa_handler;
}

void rt_break_unblock(sigset_t *mask)
{
    if (breaks.on)
        (void)sigdelset(mask, ARCH_BREAKPOINT_SIGNAL);
}

/* MASK without the signal, in COPY; or NULL. */
static const sigset_t *without(const sigset_t *mask, sigset_t *copy)
{
    if (!mask)
        return NULL;
    *copy = *mask;
    rt_break_unblock(copy);
    return copy;
}

static int own_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t copy;
    return sigprocmask(how, how == SIG_UNBLOCK ? set : without(set, &copy),
                       old);
}

static int own_pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t copy;
    return pthread_sigmask(how, how == SIG_UNBLOCK ? set : without(set, &copy),
                           old);
}

static int own_sigsuspend(const sigset_t *mask)
{
    sigset_t copy;
    return sigsuspend(without(mask, &copy));
}

static int own_pselect(int n, fd_set *reads, fd_set *writes, fd_set *others,
                       const struct timespec *limit, const sigset_t *mask)
{
    sigset_t copy;
    return pselect(n, reads, writes, others, limit, without(mask, &copy));
}

static int own_ppoll(struct pollfd *files, nfds_t n,
                     const struct timespec *limit, const sigset_t *mask)
{
    sigset_t copy;
    return ppoll(files, n, limit, without(mask, &copy));
}

/* What the compiler knows of the size of FILES is checked as it is by the C library. */
static int own_ppoll_chk(struct pollfd *files, nfds_t n,
                         const struct timespec *limit, const sigset_t *mask,
                         size_t size)
{
    if (size / sizeof *files < n)
        abort();
    return own_ppoll(files, n, limit, mask);
}

static int own_epoll_pwait(int fd, struct epoll_event *events, int n, int limit,
                           const sigset_t *mask)
{
    sigset_t copy;
    return epoll_pwait(fd, events, n, limit, without(mask, &copy));
}

void *rt_break_divert(const char *name)
{
#define OURS(function) (void *)(uintptr_t)(function)
    static const struct {
        const char *name;
        void *ours;
    } diverted[] = {{"sigprocmask", OURS(own_sigprocmask)},
                    {"pthread_sigmask", OURS(own_pthread_sigmask)},
                    {"sigsuspend", OURS(own_sigsuspend)},
                    {"pselect", OURS(own_pselect)},
                    {"ppoll", OURS(own_ppoll)},
                    {"__ppoll_chk", OURS(own_ppoll_chk)},
                    {"epoll_pwait", OURS(own_epoll_pwait)}};
#undef OURS
    for (size_t i = 0; breaks.on && i < sizeof diverted / sizeof *diverted; i++)
        if (!strcmp(name, diverted[i].name))
            return diverted[i].ours;
    return NULL;
}

/* ---- modules --------------------------------------------------------------
 */

struct described {
    const struct edgeprof_breakpoint *all; /* NULL: there are none */
    size_t n;
};

static struct described described(const struct edgeprof_module *descriptor)
{
    const uint64_t *n = (const void *)(descriptor + 1);
    if (!(descriptor->flags & EDGEPROF_MODULE_BREAKPOINTS))
        return (struct described){NULL, 0};
    return (struct described){(const void *)(n + 1), (size_t)*n};
}

/* The signal is not blocked in this thread, which is the only one. */
static void take_signal(void)
{
    sigset_t mask;
    breaks.on = true;
    (void)sigaction(ARCH_BREAKPOINT_SIGNAL, NULL, &breaks.theirs[0]);
    (void)os_handle(ARCH_BREAKPOINT_SIGNAL, on_signal);
    (void)sigemptyset(&mask);
    (void)sigaddset(&mask, ARCH_BREAKPOINT_SIGNAL);
    (void)pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
}

void rt_break_begin(const struct edgeprof_module *descriptor)
{
    if (!described(descriptor).n || breaks.on)
        return;
    if (os_threads() != 1) {
        rt_log("sets no breakpoints, as there are threads in", "the process",
               0);
        return;
    }
    take_signal();
    rt_patch_scan_again();
}

static uintptr_t from(const struct edgeprof_breakpoint *first, int64_t distance)
{
    return (uintptr_t)first + (uintptr_t)distance;
}

/* In memory of our own: the module may be unloaded. */
static struct set *make_set(const struct described *of)
{
    const struct edgeprof_breakpoint *last = &of->all[of->n - 1];
    const char *names = (const char *)(of->all + of->n);
    size_t size = of->n * sizeof(struct rt_breakpoint);
    size_t names_size = (size_t)last->name - of->n * sizeof *last;
    names_size += strlen(names + names_size) + 1;
    struct set *set = os_memory(sizeof *set + size + names_size);
    if (!set)
        return NULL;
    char *copied = (char *)set->all + size;
    memcpy(copied, names, names_size);
    set->n = of->n;
    for (size_t i = 0; i < of->n; i++) {
        const struct edgeprof_breakpoint *at = &of->all[i];
        set->all[i].at = from(of->all, at->at);
        set->all[i].to = from(of->all, at->to);
        set->all[i].name = copied + (at->name - of->n * sizeof *at);
    }
    return set;
}

void rt_break_add(const struct edgeprof_module *descriptor)
{
    const struct described of = described(descriptor);
    struct set *set =
        of.n && breaks.on && rt.mode == RT_ON ? make_set(&of) : NULL;
    uint64_t mask;
    if (!set)
        return;
    rt_lock(&mask);
    set->next = breaks.sets;
    breaks.sets = set;
    bool done = rt_patch_breakpoints(descriptor, set->all, set->n);
    rt_unlock(&mask);
    if (!done)
        rt_log("cannot set breakpoints in", "a module", 0);
}

/* ---- what they cost -------------------------------------------------------
 */

void rt_break_forked(void)
{
    for (struct set *set = breaks.sets; set; set = set->next)
        for (size_t i = 0; i < set->n; i++)
            set->all[i].hits = 0;
}

/* Nanoseconds of one. */
static uint64_t measure(void)
{
    enum { TIMES = 100 };
    breaks.own = (uintptr_t)arch_stop;
    uint64_t start = os_clock();
    for (int i = 0; i < TIMES; i++)
        arch_stop();
    return (os_clock() - start) / TIMES;
}

static char *put(char *at, const char *end, const char *text)
{
    while (*text && at < end)
        *at++ = *text++;
    return at;
}

static char *put_number(char *at, const char *end, uint64_t n)
{
    char digits[24];
    rt_decimal(digits, (unsigned long)n);
    return put(at, end, digits);
}

static void say(uint64_t n, const struct rt_breakpoint *most)
{
    const uint64_t millisecond = 1000000;
    char line[512], *at = line;
    const char *end = line + sizeof line - 1;
    at = put(at, end, "edgeprof: breakpoints stopped the program ");
    at = put_number(at, end, n);
    at = put(at, end, " times, ");
    at = put_number(at, end, most->hits);
    at = put(at, end, " of them in ");
    at = put(at, end - 100, most->name);
    at = put(at, end, ", which took some ");
    at = put_number(at, end, n * measure() / millisecond + 1);
    at = put(at, end, " ms; without --breakpoints it runs uncounted");
    *at++ = '\n';
    os_say(line, (size_t)(at - line));
}

void rt_break_end(void)
{
    const uint64_t worth_saying = 1000;
    const struct rt_breakpoint *most = NULL;
    uint64_t n = 0;
    for (struct set *set = breaks.sets; set; set = set->next)
        for (size_t i = 0; i < set->n; i++) {
            n += set->all[i].hits;
            if (!most || set->all[i].hits > most->hits)
                most = &set->all[i];
        }
    if (n > worth_saying)
        say(n, most);
}

#endif
