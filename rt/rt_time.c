/* SPDX-License-Identifier: MIT
 *
 * rt_time.c - samples of this process's CPU time, by timers of its threads.
 *
 * WHY   where the kernel allows no other process to sample this one, it does so itself.
 * MODEL Each thread that has a region has a timer of its CPU time, whose signal's handler
 *       adds one for the address that was interrupted, in a table that is mapped from a file
 *       of the process's own, among those of prof-run.  What is mapped where is written into
 *       it as text, at the start and at the end.
 *       The kernel looks at such timers when it ticks; a signal says how often its timer has
 *       gone off since the one before.  A thread that runs between ticks, as one among many
 *       does or one that a clock wakes, may end with all that no signal has told: that is
 *       added when its timer is stopped, of no address.
 * RULES The handler makes no system call, takes no lock, and calls nothing but this.
 *       The program comes first: a signal that it has a handler for, ignores or blocks is not
 *       taken; one that it asks for later is given back, without a signal that is under way.
 */
#define _GNU_SOURCE
#include "rt_time.h"

#include <string.h>

enum { MOST_STEPS = 64, MOST_NAMES = 100 };

/* What a timer has taken when it was stopped: what comes later is no sample. */
#define STOPPED (UINT64_C(1) << 63)

static struct {
    struct edgeprof_times *_Atomic at; /* NULL: nothing is sampled */
    _Atomic int number;                /* the signal */
    uint64_t period;
    const char *folder;
    uint64_t text; /* bytes of it */
    char path[RT_PATH_SIZE];
} times;

/* ---- the handler ----------------------------------------------------------
 */

static void add(struct edgeprof_times *to, uint64_t address, uint64_t n)
{
    uint64_t hash = address * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        struct edgeprof_time *slot =
            &to->slots[(hash + i) % EDGEPROF_TIMES_SLOTS];
        uint64_t known = 0;
        if (__atomic_compare_exchange_n(&slot->address, &known, address, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
            known == address) {
            (void)__atomic_fetch_add(&slot->count, n, __ATOMIC_RELAXED);
            return;
        }
    }
    (void)__atomic_fetch_add(&to->lost, n, __ATOMIC_RELAXED);
}

static void on_timer(int number, void *info, void *context)
{
    uint64_t registers[EDGEPROF_REGISTERS], n;
    struct edgeprof_times *to = times.at;
    const void *owner = os_timer_for(info, &n);
    struct rt_region *region = rt.regions;
    while (region && region != owner)
        region = region->next;
    if (!region) { /* somebody else's, which nobody handles */
        os_catch_no_more(number, info);
        return;
    }
    if (!to || atomic_fetch_add(&region->timer.taken, n) >= STOPPED)
        return;
    arch_registers(context, registers);
    add(to, registers[EDGEPROF_REGISTERS - 1], n);
}

/* ---- the file -------------------------------------------------------------
 */

/* FOLDER/PID, or with a suffix, since numbers come again. */
static int make_file(void)
{
    size_t length = strlen(times.folder);
    if (length > sizeof times.path - 64)
        return -1;
    memcpy(times.path, times.folder, length);
    times.path[length] = '/';
    char *end = rt_decimal(times.path + length + 1, (unsigned long)os_pid());
    int fd = -1;
    for (unsigned i = 0; i < MOST_NAMES && fd < 0; i++) {
        *end = 0;
        if (i) {
            *end = '.';
            *rt_decimal(end + 1, i) = 0;
        }
        fd = os_create(times.path);
    }
    return fd;
}

/* What is mapped now, behind what was. */
static void write_maps(struct edgeprof_times *to)
{
    char text[512];
    long n = sizeof text;
    uint64_t from = 0;
    int maps = os_open("/proc/self/maps"), fd;
    struct os_file_id id;
    if (maps < 0)
        return;
    fd = os_path_id(times.path, &id) ? -1 : os_reopen(times.path, &id);
    while (fd >= 0 && n == sizeof text) {
        n = os_read(maps, text, sizeof text, from);
        if (n <= 0 ||
            os_write(fd, text, (size_t)n, sizeof *to + times.text + from))
            break;
        from += (uint64_t)n;
    }
    if (fd >= 0)
        os_close(fd);
    os_close(maps);
    times.text += from;
    to->text_size = times.text;
}

/* Map a new file, at AT or, if that is NULL, anywhere; it is valid once the maps are there. */
static struct edgeprof_times *map_file(struct edgeprof_times *at)
{
    const size_t size = sizeof *at;
    void *mapped = at;
    int fd = make_file();
    if (fd < 0 || os_reserve(fd, 0, size) ||
        os_map(at ? OS_REPLACE : OS_ANYWHERE, (uintptr_t)at, size, fd, 0,
               &mapped)) {
        if (fd >= 0) {
            os_close(fd);
            os_unlink(times.path);
        }
        return NULL;
    }
    os_close(fd);
    struct edgeprof_times *to = mapped;
    to->version = EDGEPROF_FILE_VERSION;
    to->kind = EDGEPROF_KIND_TIMES;
    to->period = times.period;
    to->pid = (uint32_t)os_pid();
    times.text = 0;
    write_maps(to);
    memcpy(to->magic, EDGEPROF_MAGIC, sizeof to->magic);
    return to;
}

/* ---- threads --------------------------------------------------------------
 */

/* How often TIMER was to go off by now. */
static uint64_t due(const struct rt_timer *timer)
{
    uint64_t now = os_thread_time(timer->tid);
    return now < timer->first ? 0 : 1 + (now - timer->first) / times.period;
}

void rt_time_leave(struct rt_region *region)
{
    struct rt_timer *timer = &region->timer;
    int id = atomic_exchange(&timer->id, 0);
    if (!id)
        return;
    os_stop_timer(id - 1);
    uint64_t taken = atomic_exchange(&timer->taken, STOPPED);
    uint64_t all = due(timer);
    if (all > taken)
        add(times.at, EDGEPROF_TIME_NOWHERE, all - taken);
}

void rt_time_enter(struct rt_region *region)
{
    int number = times.number;
    if (!times.at || !number || region->mask >> (number - 1) & 1)
        return;
    struct rt_timer *timer = &region->timer;
    timer->tid = os_tid();
    timer->taken = 0;
    /* Threads that begin together are not to be sampled together. */
    uint64_t first =
        1 + (uint64_t)timer->tid * UINT64_C(2654435761) % times.period;
    int id = os_start_timer(number, times.period, first, region);
    /* A little late, so that it never owes what it has not run for. */
    timer->first = first + os_thread_time(timer->tid);
    if (id >= 0)
        timer->id = id + 1;
}

/* No timer is left. */
static void stop(void)
{
    for (struct rt_region *r = rt.regions; r; r = r->next)
        rt_time_leave(r);
}

/* ---- start and end --------------------------------------------------------
 */

/* "PERIOD:FOLDER" */
static bool read_wish(void)
{
    const char *at = rt_env("EDGEPROF_TIME");
    for (; at && *at >= '0' && *at <= '9'; at++)
        times.period = times.period * 10 + (uint64_t)(*at - '0');
    if (!at || *at != ':' || times.period < 1000000)
        return false;
    times.folder = at + 1;
    return true;
}

void rt_time_start(struct rt_region *region)
{
    uint64_t mask;
    if (!region || !read_wish())
        return;
    os_signal_mask(&mask);
    int number = os_timers_interrupt_nothing() ? os_free_signal(mask) : 0;
    struct edgeprof_times *to = number ? map_file(NULL) : NULL;
    if (!to || os_handle(number, on_timer)) {
        rt_log("takes no samples of", "time", 0);
        return;
    }
    times.number = number;
    times.at = to;
    region->mask = mask;
    rt_time_enter(region);
}

void rt_time_forked(struct rt_region *region)
{
    struct edgeprof_times *at = times.at;
    if (!at)
        return;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        r->timer.id = 0; /* the parent's */
    if (!map_file(at)) {
        times.at = NULL; /* never into the parent's */
        return;
    }
    if (region)
        rt_time_enter(region);
}

void rt_time_end(void)
{
    struct edgeprof_times *to = times.at;
    if (!to)
        return;
    stop();
    write_maps(to);
}

uint64_t rt_time_signals(void)
{
    return times.at && times.number ? UINT64_C(1) << (times.number - 1) : 0;
}

bool rt_time_is_handler(uintptr_t handler)
{
    return handler == (uintptr_t)on_timer;
}

void rt_time_yield(int number)
{
    if (!times.at || times.number != number)
        return;
    times.number = 0; /* new threads have none */
    times.at->stopped = 1;
    stop();
    os_handle_no_more(number);
}
