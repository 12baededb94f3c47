/* SPDX-License-Identifier: MIT
 *
 * rt_timer_linux.c - timers of threads' CPU time, whose signals harm nobody.
 *
 * WHY   Since Linux 5.9 such a timer's signal is sent by the thread itself, on its way out of
 *       the kernel (POSIX_CPU_TIMERS_TASK_WORK): a call that waits never ends by it.
 */
#define _GNU_SOURCE
#include "rt_arch.h"
#include "rt_os.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>

enum { HIGHEST_SIGNAL = 64, LOWEST_SIGNAL = 50 };

/* As the kernel has them. */
struct action {
    uintptr_t handler;
    uint64_t flags;
    uintptr_t restorer;
    uint64_t mask;
};

struct event {
    const void *value;
    int number;
    int notify;
    int tid;
    char unused[64 - 20];
};

static unsigned take_number(const char **at)
{
    unsigned n = 0;
    for (; **at >= '0' && **at <= '9' && n < 1000; (*at)++)
        n = n * 10 + (unsigned)(**at - '0');
    return n;
}

bool os_timers_interrupt_nothing(void)
{
    struct utsname name;
    if (arch_call(SYS_uname, (long)&name, 0, 0, 0, 0, 0))
        return false;
    const char *at = name.release;
    unsigned major = take_number(&at);
    if (*at == '.')
        at++;
    unsigned minor = take_number(&at);
    return major > 5 || (major == 5 && minor >= 9);
}

static long set_action(int number, uintptr_t handler, uint64_t flags)
{
    const struct action action = {handler, flags | ARCH_SA_RESTORER,
                                  arch_restorer(), ~UINT64_C(0)};
    return arch_call(SYS_rt_sigaction, number, (long)&action, 0,
                     sizeof action.mask, 0, 0);
}

int os_free_signal(uint64_t mask)
{
    for (int i = HIGHEST_SIGNAL; i >= LOWEST_SIGNAL; i--) {
        struct action action = {0};
        if (!(mask >> (i - 1) & 1) &&
            !arch_call(SYS_rt_sigaction, i, 0, (long)&action,
                       sizeof action.mask, 0, 0) &&
            action.handler == (uintptr_t)SIG_DFL)
            return i;
    }
    return 0;
}

int os_handle(int number, os_catcher *handler)
{
    return (int)set_action(number, (uintptr_t)handler,
                           SA_SIGINFO | SA_RESTART | SA_ONSTACK);
}

void os_handle_no_more(int number)
{
    (void)set_action(number, (uintptr_t)SIG_IGN, 0); /* drops what is pending */
    (void)set_action(number, (uintptr_t)SIG_DFL, 0);
}

const void *os_timer_for(const void *info, uint64_t *out)
{
    const siginfo_t *sent = info;
    if (sent->si_code != SI_TIMER)
        return NULL;
    *out = 1 + (uint64_t)(sent->si_overrun > 0 ? sent->si_overrun : 0);
    return sent->si_value.sival_ptr;
}

int os_start_timer(int number, uint64_t period, uint64_t first,
                   const void *what_for)
{
    const struct event event = {
        .value = what_for, .number = number, .notify = 4, .tid = os_tid()};
    const struct itimerspec times = {
        {(time_t)(period / 1000000000), (long)(period % 1000000000)},
        {(time_t)(first / 1000000000), (long)(first % 1000000000)}};
    int id = -1;
    long error = arch_call(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID,
                           (long)&event, (long)&id, 0, 0, 0);
    if (!error) {
        error = arch_call(SYS_timer_settime, id, 0, (long)&times, 0, 0, 0);
        if (error)
            os_stop_timer(id);
    }
    return error ? (int)error : id;
}

void os_stop_timer(int id)
{
    (void)arch_call(SYS_timer_delete, id, 0, 0, 0, 0, 0);
}
