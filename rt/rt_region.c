/* SPDX-License-Identifier: MIT
 *
 * rt_region.c - where threads count: finding deltas, mapping mirrors.
 *
 * A delta is good if section + delta is free for every module.  Positive ones
 * come first: under a negative GS base PTRACE_SETREGS fails, and debuggers with
 * it.  Mirrors of libraries, which end just below the gap that the kernel keeps
 * under the stack, fit into that gap; we start at its far end, so that the
 * program may map as much as the gap is wide before a library that it loads
 * later finds its mirror's place taken.  Steps are large first, so that the
 * mirrors of one region do not lie where a later library's mirror in another
 * would be, and so that the heap above the main program can grow.
 */
#include "rt.h"

#include <errno.h>
#include <string.h>

#define MIB ((uintptr_t)1 << 20)
#define GIB ((uintptr_t)1 << 30)

uintptr_t rt_mirror_at(const struct rt_module *module, uintptr_t delta)
{
    return os_page_down((uintptr_t)module->start) + delta;
}

size_t rt_mirror_size(const struct rt_module *module)
{
    return os_page_up((uintptr_t)module->stop) -
           os_page_down((uintptr_t)module->start);
}

static bool has_mirrors(const struct rt_module *module)
{
    return !module->direct && !module->retired;
}

uint64_t *rt_region_counts(const struct rt_region *region,
                           const struct rt_module *module)
{
    if (region->stale || !has_mirrors(module))
        return NULL;
    if (region->state == RT_LOST) { /* modules after `known` came too late */
        const struct rt_module *m = region->known;
        while (m && m != module)
            m = m->next;
        if (!m)
            return NULL;
    }
    return (uint64_t *)((uintptr_t)module->start + region->delta);
}

/* ---- candidates -----------------------------------------------------------
 */

/* How deltas are looked for: multiples of `step`, downwards from `from` to 1;
 * where `up`, upwards from it. */
struct pass {
    uintptr_t from, step;
    bool up;
};

static struct {
    uintptr_t room; /* of a module at the top of the mapping area */
    uintptr_t top;
    struct pass pass[7];
    unsigned n_passes, at;
    uintptr_t next; /* multiple of the step to try next */
    uintptr_t tries;
} space;

static void add_pass(uintptr_t from, uintptr_t step, bool up)
{
    space.pass[space.n_passes++] = (struct pass){from / step, step, up};
}

static void start_pass(unsigned at)
{
    space.at = at;
    space.tries = 0;
    if (at < space.n_passes)
        space.next = space.pass[at].from + space.pass[at].up;
}

void rt_region_space(void)
{
    space.top = rt_elf_top();
    void *probe = os_memory(OS_PAGE); /* in a static program: where mmap is */
    if (probe && (uintptr_t)probe > space.top)
        space.top = (uintptr_t)probe + OS_PAGE;
    if (probe)
        os_unmap((uintptr_t)probe, OS_PAGE);
    space.room = os_room_above(space.top);
    add_pass(space.room, GIB, false);
    if (space.room >= 4 * GIB)
        add_pass(space.room, 64 * MIB, false);
    /* Good for the main program alone, and away from its heap. */
    add_pass(space.room, GIB, true);
    add_pass(space.room, 64 * GIB, true); /* over a sanitizer's shadow */
    if (space.room < 4 * GIB)
        add_pass(space.room, 64 * MIB, false);
    add_pass(space.room, MIB, false);
    add_pass(space.room, 16 * OS_PAGE, false);
    add_pass((uintptr_t)0 - GIB, GIB, false);
    start_pass(0);
}

/* The next delta worth a try; 0: there is none. */
static uintptr_t next_delta(void)
{
    const uintptr_t most = 4096; /* tries in one pass */
    for (; space.at < space.n_passes; start_pass(space.at + 1)) {
        const struct pass *pass = &space.pass[space.at];
        if (space.next && space.tries++ < most) {
            uintptr_t delta = space.next * pass->step;
            space.next += pass->up ? 1 : (uintptr_t)-1;
            return delta;
        }
    }
    return 0;
}

/* Whether a mirror of [LOW, HIGH) would be below the stack and above zero. */
static bool plausible(uintptr_t low, uintptr_t high, uintptr_t delta)
{
    uintptr_t limit = space.top + space.room;
    if ((intptr_t)delta > 0)
        return high + delta <= limit || low >= limit;
    return low + delta < low && low + delta >= GIB;
}

/* ---- mapping --------------------------------------------------------------
 */

static int map_mirror(enum os_place place, const struct rt_module *module,
                      uintptr_t delta, int fd, uint64_t chunk)
{
    if (module->index == UINT32_MAX)
        fd = -1;
    return os_map(place, rt_mirror_at(module, delta), rt_mirror_size(module),
                  fd, chunk + rt_file_counts_lead(module), NULL);
}

static void unmap_mirrors(const struct rt_module *from,
                          const struct rt_module *to, uintptr_t delta)
{
    for (; from != to; from = from->next)
        if (has_mirrors(from))
            os_unmap(rt_mirror_at(from, delta), rt_mirror_size(from));
}

/* Map all modules for a region, from the end of the file on.  0 or -errno, and
 * then nothing is mapped. */
static int map_modules(enum os_place place, uintptr_t delta, int fd)
{
    uint64_t chunk = rt.file.used;
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        if (!has_mirrors(m))
            continue;
        int error = map_mirror(place, m, delta, fd, chunk);
        if (error) {
            if (place == OS_IF_FREE)
                unmap_mirrors(rt.modules, m, delta);
            return error;
        }
        if (m->index != UINT32_MAX)
            chunk += rt_file_counts_size(m);
    }
    return 0;
}

static bool is_mirrored(const struct rt_early *early)
{
    return !early->used && !early->direct;
}

static int map_early(uintptr_t delta)
{
    int error = 0;
    struct rt_early *e = rt.early;
    for (; e && !error; e = e->next)
        if (is_mirrored(e))
            error = os_map(OS_IF_FREE, e->low + delta, e->high - e->low, -1, 0,
                           NULL);
    return error;
}

static bool all_plausible(uintptr_t delta)
{
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (has_mirrors(m) &&
            !plausible((uintptr_t)m->start, (uintptr_t)m->stop, delta))
            return false;
    for (struct rt_early *e = rt.early; e; e = e->next)
        if (is_mirrored(e) && !plausible(e->low, e->high, delta))
            return false;
    return true;
}

static uintptr_t find_delta(int fd)
{
    for (uintptr_t delta; (delta = next_delta());) {
        if (!all_plausible(delta))
            continue;
        int error = map_modules(OS_IF_FREE, delta, fd);
        if (!error) {
            error = map_early(delta);
            if (!error)
                return delta;
            unmap_mirrors(rt.modules, NULL, delta);
        }
        if (error != -EEXIST)
            return 0; /* no memory, or no more mappings */
    }
    return 0;
}

/* Room in the file for a region.  -1 if there is none; the region will then be
 * in memory only. */
static int reserve_region(int fd)
{
    uint64_t bytes = 0;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (has_mirrors(m) && m->index != UINT32_MAX)
            bytes += rt_file_counts_size(m);
    if (fd >= 0 && rt_file_reserve(fd, bytes))
        return fd;
    if (rt.file.present)
        rt_flag_raw(EDGEPROF_RUN_LOST);
    return -1;
}

static void add_region_counts(int fd)
{
    if (fd < 0)
        return;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (has_mirrors(m) && m->index != UINT32_MAX)
            rt_file_add_counts(fd, m);
}

/* ---- regions --------------------------------------------------------------
 */

struct rt_region *rt_region_new(int fd)
{
    struct rt_region *region = rt_new(sizeof *region);
    if (!region)
        return NULL;
    fd = reserve_region(fd);
    region->delta = find_delta(fd);
    if (!region->delta) {
        rt_log("no place for", "a thread's counters", 0);
        return NULL;
    }
    add_region_counts(fd);
    region->in_file = fd >= 0;
    region->next = rt.regions;
    region->state = RT_LIVE;
    rt.regions = region;
    return region;
}

bool rt_region_renew(struct rt_region *region, int fd)
{
    fd = reserve_region(fd);
    if (map_modules(OS_REPLACE, region->delta, fd)) {
        region->known = NULL;
        region->state = RT_LOST;
        return false;
    }
    add_region_counts(fd);
    region->in_file = fd >= 0;
    region->stale = false;
    return true;
}

struct rt_region *rt_region_here(void)
{
    if (!rt.moving)
        return NULL;
    uintptr_t delta = os_delta();
    struct rt_region *region = rt.regions;
    while (region && region->delta != delta)
        region = region->next;
    return region;
}

static bool ready(struct rt_region *region)
{
    if (region->state == RT_DONE && os_thread_gone(region->tid))
        region->state = RT_FREE;
    return region->state == RT_FREE;
}

struct rt_region *rt_region_take(void)
{
    int fd = -1;
    struct rt_region *region = rt.regions;
    while (region && !ready(region))
        region = region->next;
    if (!region || region->stale)
        fd = rt_file_open();
    if (!region)
        region = rt_region_new(fd);
    else if (region->stale && !rt_region_renew(region, fd))
        region = NULL;
    rt_file_close(fd);
    if (region) {
        region->tid = 0;
        region->state = RT_LIVE;
    }
    return region;
}

/* ---- modules that come later ----------------------------------------------
 */

static void add_counts(uint64_t *to, uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (from[i]) {
            uint64_t counts =
                __atomic_exchange_n(from + i, 0, __ATOMIC_RELAXED);
            __atomic_fetch_add(to + i, counts, __ATOMIC_RELAXED);
        }
}

/* A new place for a module's counts, of the layout of its section. */
static uintptr_t new_parked(struct rt_module *module)
{
    struct rt_parked *parked = rt_new(sizeof *parked);
    void *place = os_memory(rt_mirror_size(module));
    if (!parked || !place)
        return 0;
    uintptr_t within = (uintptr_t)module->start & (OS_PAGE - 1);
    parked->module = module;
    parked->counts = (uint64_t *)((uintptr_t)place + within);
    parked->next = rt.parked;
    rt.parked = parked;
    return (uintptr_t)place;
}

static void carry_page(const struct rt_module *module, uintptr_t page,
                       uintptr_t delta)
{
    uint64_t *from = (uint64_t *)page;
    uint64_t *to = from + OS_PAGE / sizeof *to;
    if (from < module->start)
        from = module->start;
    if (to > module->stop)
        to = module->stop;
    add_counts((uint64_t *)((uintptr_t)from + delta), from,
               (size_t)(to - from));
}

/* Where counts of the section are to go: the delta from there, 0: nowhere. */
static uintptr_t carry_delta(struct rt_module *module)
{
    struct rt_region *region = rt_region_here();
    if (!region)
        region = rt.regions;
    while (region && !rt_region_counts(region, module))
        region = region->next;
    if (region)
        return region->delta;
    uintptr_t place = new_parked(module);
    return place ? place - rt_mirror_at(module, 0) : 0;
}

void rt_region_carry(struct rt_module *module, bool fresh)
{
    uintptr_t first = rt_mirror_at(module, 0), delta = 0;
    size_t pages = rt_mirror_size(module) / OS_PAGE;
    /* Reading untouched pages would make them, and most are, at first.  Later
     * a page may have been swapped out, and looks untouched. */
    unsigned char touched[256];
    memset(touched, 1, sizeof touched);
    for (size_t page = 0; page < pages; page++) {
        size_t n = pages - page, i = page % sizeof touched;
        if (fresh && i == 0)
            os_touched(first + page * OS_PAGE,
                       n < sizeof touched ? n : sizeof touched, touched);
        if (!(touched[i] & 1))
            continue;
        if (!delta && !(delta = carry_delta(module)))
            return;
        carry_page(module, first + page * OS_PAGE, delta);
    }
}

/* Put a mirror where the region mirrors the module's data already. */
static int replace_early(struct rt_region *region, struct rt_module *module,
                         const struct rt_early *early, int fd)
{
    void *fresh;
    uintptr_t at = rt_mirror_at(module, region->delta);
    size_t size = rt_mirror_size(module);
    uintptr_t within = (uintptr_t)module->start & (OS_PAGE - 1);
    int error = os_map(OS_ANYWHERE, 0, size, fd,
                       rt.file.used + rt_file_counts_lead(module), &fresh);
    if (error)
        return error;
    add_counts((uint64_t *)((uintptr_t)fresh + within),
               (uint64_t *)(at + within), module->raw.n_counters);
    error = os_move((uintptr_t)fresh, size, at);
    os_unmap(early->low + region->delta, at - (early->low + region->delta));
    os_unmap(at + size, early->high + region->delta - (at + size));
    return error;
}

/* That of MODULE, which has not registered yet, or NULL. */
static struct rt_early *early_of(const struct rt_module *module)
{
    struct rt_early *e = rt.early;
    while (e && (e->used || (uintptr_t)module->start < e->low ||
                 (uintptr_t)module->stop > e->high))
        e = e->next;
    return e;
}

/* The only thread there is moves on to a delta that fits MODULE as well; its
 * counts so far move with it, since the pages are the same. */
static bool move_region(struct rt_region *region, struct rt_module *module,
                        int fd)
{
    for (uintptr_t delta; (delta = next_delta());) {
        struct rt_module *m = rt.modules;
        if (!all_plausible(delta) ||
            !plausible((uintptr_t)module->start, (uintptr_t)module->stop,
                       delta) ||
            map_mirror(OS_IF_FREE, module, delta, fd, rt.file.used))
            continue;
        while (m && (!has_mirrors(m) ||
                     !os_mirror(rt_mirror_at(m, region->delta),
                                rt_mirror_size(m), rt_mirror_at(m, delta))))
            m = m->next;
        if (!m && !map_early(delta)) {
            os_set_delta(delta);
            region->delta = delta;
            return true;
        }
        unmap_mirrors(rt.modules, m, delta);
        os_unmap(rt_mirror_at(module, delta), rt_mirror_size(module));
    }
    return false;
}

static bool alone(const struct rt_region *region)
{
    return !rt.threads && os_delta() == region->delta;
}

/* A mirror of MODULE for one region.  False: impossible, and needed. */
static bool add_mirror(struct rt_region *region, struct rt_module *module,
                       int fd)
{
    const struct rt_early *early = early_of(module);
    bool in_file = fd >= 0 && module->index != UINT32_MAX &&
                   rt_file_reserve(fd, rt_file_counts_size(module));
    if (!in_file) {
        fd = -1;
        if (rt.file.present)
            rt_flag_raw(EDGEPROF_RUN_LOST);
    }
    bool done = early ? !replace_early(region, module, early, fd)
                      : !map_mirror(OS_IF_FREE, module, region->delta, fd,
                                    rt.file.used) ||
                            (alone(region) && move_region(region, module, fd));
    if (done && in_file)
        rt_file_add_counts(fd, module);
    region->in_file &= in_file;
    return done;
}

void rt_region_add_module(struct rt_module *module, int fd)
{
    struct rt_early *early = early_of(module);
    module->direct = early && early->direct;
    for (struct rt_region *r = rt.regions; r && !module->direct; r = r->next) {
        if (r->stale || r->state == RT_LOST || add_mirror(r, module, fd))
            continue;
        if (ready(r)) {
            r->known = rt.modules;
            r->state = RT_LOST;
        } else {
            module->direct = true;
            rt_use_sections();
        }
    }
    if (early)
        early->used = true;
}

void rt_region_add_early(struct rt_early *early)
{
    size_t size = early->high - early->low;
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        if (r->stale || r->state == RT_LOST ||
            !os_map(OS_IF_FREE, early->low + r->delta, size, -1, 0, NULL))
            continue;
        if (!ready(r)) {
            early->direct = true;
            rt_use_sections();
            break;
        }
        r->known = rt.modules;
        r->state = RT_LOST;
    }
}

/* ---- a run that ends as its raw file --------------------------------------
 */

bool rt_region_gather(void)
{
    struct rt_region *home = rt.regions;
    while (home && (home->stale || !home->in_file || home->state == RT_LOST))
        home = home->next;
    for (struct rt_module *m = rt.modules; m && home; m = m->next) {
        uint64_t *to = rt_region_counts(home, m);
        for (struct rt_region *r = rt.regions; r && to; r = r->next) {
            uint64_t *from = r->in_file ? NULL : rt_region_counts(r, m);
            if (from)
                add_counts(to, from, m->raw.n_counters);
        }
        if (to && rt.sections && rt_section_there(m, true))
            add_counts(to, m->start, m->raw.n_counters);
    }
    return home != NULL;
}

/* ---- modules that went ----------------------------------------------------
 */

static void park_mirror(struct rt_region *region, struct rt_module *module)
{
    uintptr_t place = new_parked(module);
    if (!place || os_move(rt_mirror_at(module, region->delta),
                          rt_mirror_size(module), place))
        rt_flag(EDGEPROF_RUN_LOST);
}

void rt_region_park(uintptr_t low, uintptr_t high)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        uintptr_t first = rt_mirror_at(m, 0);
        if (m->retired || !m->gone || first >= high ||
            first + rt_mirror_size(m) <= low)
            continue;
        for (struct rt_region *r = rt.regions; r; r = r->next)
            if (rt_region_counts(r, m))
                park_mirror(r, m);
        m->retired = true;
    }
}
