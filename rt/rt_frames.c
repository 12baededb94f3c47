/* SPDX-License-Identifier: MIT
 *
 * rt_frames.c - whether the end of the process cuts other threads off.
 *
 * A frame of counted code that never goes on has counts for what lies behind
 * the point where it stands.  A thread that is asleep in a pool has no such
 * frame, and its run has lost nothing.  So the stack of each thread that is left
 * is looked through for return addresses in counted code.  One that is merely
 * left there from before is taken for one: a run is rather said to be cut off
 * than not.
 */
#include "rt.h"

#include <errno.h>
#include <string.h>

enum {
    MOST_CODE = 256,
    MOST_STACK = 1 << 20,
    /* For a thread of a pool to fall asleep; libgomp's runs for 3 to 15 ms
     * before it does.  In microseconds. */
    WAIT = 200,
    MOST_RUN = 20000000, /* of its own time, in nanoseconds */
    MOST_WAITS = 1000    /* where the machine has no time for it */
};

struct search {
    struct rt_extent code[MOST_CODE];
    unsigned n;
    int memory; /* of this process, as a file: threads may go on meanwhile */
    unsigned waits;
};

static bool is_code(const struct search *search, uintptr_t address)
{
    for (unsigned i = 0; i < search->n; i++)
        if (address >= search->code[i].low && address < search->code[i].high)
            return true;
    return false;
}

/* Whether one of the words from AT to END is a place in counted code. */
static bool has_code(const struct search *search, uintptr_t at, uintptr_t end)
{
    uintptr_t words[512];
    while (at < end) {
        size_t size = end - at < sizeof words ? end - at : sizeof words;
        if (os_read(search->memory, words, size, at) != (long)size)
            return true;
        for (size_t i = 0; i < size / sizeof *words; i++)
            if (is_code(search, words[i]))
                return true;
        at += size;
    }
    return false;
}

/* Where the thread of REGION is asleep, if it is or soon falls asleep; else an
 * error. */
static int wait_for_sleep(struct search *search, const struct rt_region *region,
                          uintptr_t *out_stack, uintptr_t *out_code)
{
    uint64_t start = os_thread_time(region->tid);
    for (;;) {
        int error = os_thread_place(region->tid, out_stack, out_code);
        if (error != -EAGAIN || search->waits++ == MOST_WAITS ||
            os_thread_time(region->tid) - start > MOST_RUN)
            return error;
        os_sleep(WAIT);
    }
}

static bool has_frames(struct search *search, const struct rt_region *region)
{
    uintptr_t at = 0, code = 0, end = region->stack;
    if (!end || is_code(search, (uintptr_t)region->start) ||
        is_code(search, (uintptr_t)region->start_c11))
        return true;
    if (wait_for_sleep(search, region, &at, &code))
        return !os_thread_gone(region->tid);
    return is_code(search, code) || at >= end || end - at > MOST_STACK ||
           has_code(search, at, end);
}

/* The next region from FROM on whose thread, another one, is there; or NULL. */
static struct rt_region *next_other(struct rt_region *from)
{
    const struct rt_region *here = rt_region_here();
    while (from && (from == here || from->state != RT_LIVE || !from->tid ||
                    os_thread_gone(from->tid)))
        from = from->next;
    return from;
}

bool rt_frames_left(void)
{
    struct search search = {0};
    struct rt_region *region = next_other(rt.regions);
    if (!region)
        return false;
    search.memory = os_open("/proc/self/mem");
    search.n = rt_elf_code(search.code, MOST_CODE);
    if (search.memory < 0)
        return true;
    bool found = search.n > MOST_CODE;
    for (; region && !found; region = next_other(region->next))
        found = has_frames(&search, region);
    os_close(search.memory);
    return found;
}
