/* SPDX-License-Identifier: MIT
 *
 * rt_crash.c - the stacks of a process that a signal ends.
 *
 * WHY   a frame that never goes on has counts of what it never came to.  Where it
 *       stood says which, and its stack says where it stood (docs/counting.md).
 * MODEL The signals that end a process get a handler, the catcher, where the
 *       program has none.  It appends what is needed to unwind: the mappings and,
 *       of each thread, registers and stack.  The other threads are sent the same
 *       signal; each waits in the catcher, and counts no more.  Then the signal
 *       comes once more, now without a handler, as it came and to what it came to:
 *       status and core file are those of a process without us.
 * RULES The program does not see the catcher (rt_signals.c).  It has no stack of
 *       its own: an alternative stack would be the program's handlers' as well.
 *       So a stack that has overflown is not had.  The first process of a PID
 *       name space, which signals do not end, has no catcher.
 */
#define _GNU_SOURCE
#include "rt_crash.h"
#include "rt.h"

#include <errno.h>

enum {
    SIGNALS = 31,
    MOST_STACK = 8 << 20, /* bytes of a thread's that are kept */
    /* For the other threads to come into the catcher, in microseconds. */
    WAIT = 500,
    MOST_WAITS = 2000,
    /* For the process to end, in threads that wait for that: unless a debugger
     * keeps the signal, it does at once. */
    END_WAIT = 10000,
    MOST_END_WAITS = 1000
};

static atomic_bool on;
static _Atomic int dying; /* process whose stacks are being written */

/* ---- what is written ------------------------------------------------------
 */

static bool add_maps(int fd)
{
    struct edgeprof_raw_maps head = {.chunk.type = EDGEPROF_CHUNK_MAPS,
                                     .threads = (uint32_t)os_threads()};
    char text[512];
    long n = sizeof text;
    int maps = os_open("/proc/self/maps");
    if (maps < 0)
        return false;
    while (n == sizeof text) {
        n = os_read(maps, text, sizeof text, head.text_size);
        uint64_t at = sizeof head + head.text_size;
        if (n < 0 || !rt_file_reserve(fd, os_page_up(at + sizeof text)) ||
            (n && os_write(fd, text, (size_t)n, rt.file.used + at)))
            break;
        head.text_size += (uint64_t)n;
    }
    os_close(maps);
    return n >= 0 && n < (long)sizeof text &&
           rt_file_add_bytes(fd, &head.chunk, sizeof head, NULL,
                             head.text_size);
}

/* The thread TID, which CONTEXT is of, on a stack that ends at END. */
static bool add_stack(int fd, int tid, const void *context, uintptr_t end)
{
    struct edgeprof_raw_stack head = {.chunk.type = EDGEPROF_CHUNK_STACK,
                                      .thread = (uint32_t)tid};
    arch_registers(context, head.registers);
    uintptr_t at = head.registers[ARCH_STACK_POINTER] - ARCH_RED_ZONE;
    if (end < at || end - at > MOST_STACK)
        end = at + MOST_STACK;
    head.address = at;
    head.size = os_readable(at, end);
    return rt_file_add_bytes(fd, &head.chunk, sizeof head, (void *)at,
                             head.size);
}

/* ---- other threads --------------------------------------------------------
 */

static bool is_other(const struct rt_region *region)
{
    return region != rt_region_here() &&
           (region->state == RT_LIVE || region->state == RT_DONE) &&
           region->tid && !os_thread_gone(region->tid);
}

/* Have the others come into the catcher; those that block signal NUMBER never do. */
static void call_others(int number)
{
    unsigned waits = 0;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        if (is_other(r))
            (void)os_signal_thread(r->tid, number);
    for (struct rt_region *r = rt.regions; r; r = r->next)
        while (is_other(r) && !r->context && waits++ < MOST_WAITS) {
            os_sleep(WAIT);
            if (!r->context && os_thread_holds_off(r->tid, number))
                break;
        }
}

/* In one of the others: be there until the process has ended. */
static void wait_for_end(const void *context)
{
    struct rt_region *region = rt_region_here();
    if (region) {
        region->context_end =
            os_stack_end((uintptr_t)__builtin_frame_address(0));
        region->context = context;
    }
    for (int i = 0; i < MOST_END_WAITS; i++)
        os_sleep(END_WAIT);
}

static void write_stacks(int number, const void *context)
{
    int fd = rt_file_open();
    if (fd < 0)
        return;
    call_others(number);
    /* As a core file, what was on the stack is not everybody's to read. */
    if (!os_make_private(fd) && add_maps(fd) &&
        add_stack(fd, os_tid(), context,
                  os_stack_end((uintptr_t)__builtin_frame_address(0))))
        for (struct rt_region *r = rt.regions; r; r = r->next)
            if (is_other(r) && r->context)
                (void)add_stack(fd, r->tid, r->context, r->context_end);
    rt_file_close(fd);
}

/* ---- the catcher ----------------------------------------------------------
 */

static void on_signal(int number, void *info, void *context)
{
    int saved = errno, pid = os_pid();
    uint64_t mask;
    /* A child of vfork, or of a raw clone, has its parent's file. */
    if (rt.mode == RT_ON && pid == rt.pid) {
        if (atomic_exchange(&dying, pid) == pid) {
            wait_for_end(context);
            if (os_sent_by_us(info))
                return;
        } else {
            rt_lock(&mask);
            write_stacks(number, context);
            rt_unlock(&mask);
        }
    }
    os_catch_no_more(number, info);
    errno = saved;
}

void rt_crash_unhandled(int number)
{
    if (on)
        os_catch(number, on_signal);
}

void rt_crash_init(void)
{
    if (on || os_pid() == 1)
        return;
    on = true;
    for (int number = 1; number <= SIGNALS; number++)
        rt_crash_unhandled(number);
}
