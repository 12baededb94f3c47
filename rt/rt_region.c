/* SPDX-License-Identifier: MIT
 *
 * rt_region.c - where threads count: mapping mirrors, handing regions out,
 * adding counts up.
 */
#include "rt.h"
#include "rt_pool.h"
#include "rt_ring.h"
#include "rt_space.h"

#include <errno.h>
#include <string.h>

static struct rt_space space; /* where the next region may lie */

void rt_region_space(uintptr_t top)
{
    void *probe = os_memory(OS_PAGE); /* in a static program: where mmap is */
    if (probe && (uintptr_t)probe > top)
        top = (uintptr_t)probe + OS_PAGE;
    if (probe)
        os_unmap((uintptr_t)probe, OS_PAGE);
    rt_space_init(&space, top, os_room_above(top));
}

/* ---- mapping ------------------------------------------------------------- */

static int map_mirror(enum os_place place, const struct rt_module *module,
                      uintptr_t delta, int fd, uint64_t chunk)
{
    if (module->index == UINT32_MAX)
        fd = -1;
    uintptr_t at = rt_mirror_at(module, delta);
    size_t size = rt_mirror_size(module);
    uint64_t offset = chunk + rt_file_counts_lead(module);
    int error = os_map(place, at, size, fd, offset, NULL);
    return error || fd < 0 ? error : rt_spare_map(at, size, fd, offset);
}

static void unmap_mirrors(const struct rt_module *from,
                          const struct rt_module *to, uintptr_t delta)
{
    for (; from != to; from = from->next)
        if (rt_module_mirrored(from))
            os_unmap(rt_mirror_at(from, delta), rt_mirror_size(from));
}

/* Map all modules for a region, from the end of the file on.  0 or -errno, and
 * then nothing is mapped. */
static int map_modules(enum os_place place, uintptr_t delta, int fd)
{
    uint64_t chunk = rt.file.used;
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        if (!rt_module_mirrored(m))
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

static bool allowed(const struct rt_module *module, uintptr_t delta)
{
    return rt_space_allows(&space, (uintptr_t)module->start,
                           (uintptr_t)module->stop, delta);
}

static bool all_allowed(uintptr_t delta)
{
    if (!arch_delta_allowed(delta))
        return false;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_mirrored(m) && !allowed(m, delta))
            return false;
    return true;
}

static uintptr_t find_delta(int fd)
{
    for (uintptr_t delta; (delta = rt_space_next(&space));) {
        if (!all_allowed(delta))
            continue;
        int error = map_modules(OS_IF_FREE, delta, fd);
        if (!error)
            return delta;
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
        if (rt_module_mirrored(m) && m->index != UINT32_MAX)
            bytes += rt_file_counts_size(m);
    if (fd >= 0 && rt_file_reserve(fd, bytes))
        return fd;
    if (rt.file.present)
        rt_flag_raw(EDGEPROF_RUN_LOST);
    return -1;
}

static void add_region_counts(const struct rt_region *region, int fd)
{
    if (fd < 0)
        return;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_mirrored(m) && m->index != UINT32_MAX)
            rt_file_add_counts(fd, m, region);
}

/* Have all code that runs in REGION write to its ring. */
static void trace_region(struct rt_region *region, int fd)
{
    for (struct rt_module *m = rt.modules; m; m = m->next)
        rt_ring_lead(region, m, rt_region_counts(region, m), fd);
}

void rt_region_trace(struct rt_module *module, int fd)
{
    for (struct rt_region *r = rt.regions; r; r = r->next)
        rt_ring_lead(r, module, rt_region_counts(r, module), fd);
}

/* ---- regions ------------------------------------------------------------- */

/* Whether so many more REGIONS or MODULES would take more than half of the
 * mappings that a process may have. */
static bool too_many(size_t regions, size_t modules)
{
    static size_t most;
    const size_t never_too_many = 1000;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        regions++;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        modules += rt_module_mirrored(m);
    if (!most && regions * modules > never_too_many)
        most = os_most_mappings() / 2;
    return regions * modules > never_too_many && regions * modules > most;
}

struct rt_region *rt_region_new(int fd)
{
    struct rt_region *region = too_many(1, 0) ? NULL : rt_new(sizeof *region);
    if (!region)
        return NULL;
    fd = reserve_region(fd);
    region->delta = find_delta(fd);
    if (!region->delta) {
        rt_log("no place for", "a thread's counters", 0);
        return NULL;
    }
    add_region_counts(region, fd);
    region->in_file = fd >= 0;
    region->next = rt.regions;
    region->state = RT_LIVE;
    rt.regions = region;
    trace_region(region, fd);
    return region;
}

bool rt_region_renew(struct rt_region *region, int fd)
{
    fd = reserve_region(fd);
    if (map_modules(OS_REPLACE, region->delta, fd)) {
        region->mirrors_from = NULL;
        region->state = RT_LOST;
        rt_ring_renew(region, -1);
        return false;
    }
    add_region_counts(region, fd);
    region->in_file = fd >= 0;
    if (region->state == RT_STALE) {
        region->state = RT_LIVE;
        region->tid = 0;
    }
    rt_ring_renew(region, fd);
    trace_region(region, fd);
    return true;
}

struct rt_region *rt_region_here(void)
{
    if (!rt.by_delta)
        return NULL;
    uintptr_t delta = arch_delta();
    struct rt_region *region = rt.regions;
    while (region && region->delta != delta)
        region = region->next;
    return region;
}

bool rt_region_free(struct rt_region *region)
{
    if (region->state == RT_DONE && os_thread_gone(region->tid))
        region->state = RT_FREE;
    return region->state == RT_FREE || region->state == RT_STALE;
}

struct rt_region *rt_region_take(void)
{
    int fd = -1;
    struct rt_region *region = rt.regions;
    while (region && !rt_region_free(region))
        region = region->next;
    bool stale = region && region->state == RT_STALE;
    if (!region || stale)
        fd = rt_file_open();
    if (!region)
        region = rt_region_new(fd);
    else if (stale && !rt_region_renew(region, fd))
        region = NULL;
    rt_file_close(fd);
    if (region) {
        region->tid = 0;
        region->owners++;
        region->state = RT_LIVE;
    }
    return region;
}

/* ---- modules that come later --------------------------------------------- */

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
    rt.moves++;
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

/* Put MODULE's mirror into that of PENDING, which goes. */
static int replace_mirror(const struct rt_region *region,
                          const struct rt_module *pending,
                          const struct rt_module *module, int fd)
{
    void *fresh;
    uintptr_t at = rt_mirror_at(module, region->delta);
    uintptr_t old = rt_mirror_at(pending, region->delta);
    size_t size = rt_mirror_size(module);
    uintptr_t within = (uintptr_t)module->start & (OS_PAGE - 1);
    int error = os_map(OS_ANYWHERE, 0, size, fd,
                       rt.file.used + rt_file_counts_lead(module), &fresh);
    if (error)
        return error;
    add_counts((uint64_t *)((uintptr_t)fresh + within),
               (uint64_t *)(at + within), module->raw.n_counters);
    error = os_move((uintptr_t)fresh, size, at);
    if (error) {
        add_counts((uint64_t *)(at + within),
                   (uint64_t *)((uintptr_t)fresh + within),
                   module->raw.n_counters);
        os_unmap((uintptr_t)fresh, size);
        return error;
    }
    os_unmap(old, at - old);
    os_unmap(at + size, old + rt_mirror_size(pending) - (at + size));
    return 0;
}

/* The pending module whose data MODULE's section is, or NULL. */
static struct rt_module *pending_of(const struct rt_module *module)
{
    struct rt_module *m = rt.modules;
    while (m && (!rt_module_pending(m) || module->start < m->start ||
                 module->stop > m->stop))
        m = m->next;
    return m;
}

/* The only thread there is moves on to a delta that fits MODULE as well; its
 * counts so far move with it, since the pages are the same. */
static bool move_region(struct rt_region *region, struct rt_module *module,
                        int fd)
{
    for (uintptr_t delta; (delta = rt_space_next(&space));) {
        struct rt_module *m = rt.modules;
        if (!all_allowed(delta) || !allowed(module, delta) ||
            map_mirror(OS_IF_FREE, module, delta, fd, rt.file.used))
            continue;
        while (m && (!rt_module_mirrored(m) ||
                     !os_mirror(rt_mirror_at(m, region->delta),
                                rt_mirror_size(m), rt_mirror_at(m, delta))))
            m = m->next;
        if (!m && arch_set_delta(delta)) {
            region->delta = delta;
            return true;
        }
        unmap_mirrors(rt.modules, m, delta);
        os_unmap(rt_mirror_at(module, delta), rt_mirror_size(module));
    }
    return false;
}

static bool is_of_only_thread(const struct rt_region *region)
{
    return !rt.made_thread && arch_delta() == region->delta;
}

/* A mirror of MODULE, new or in that of PENDING, for one region.  False:
 * impossible. */
static bool add_mirror(struct rt_region *region,
                       const struct rt_module *pending,
                       struct rt_module *module, int fd)
{
    if (pending)
        return !replace_mirror(region, pending, module, fd);
    return !map_mirror(OS_IF_FREE, module, region->delta, fd, rt.file.used) ||
           (is_of_only_thread(region) && move_region(region, module, fd));
}

/* The same, in the file if possible. */
static bool add_filed_mirror(struct rt_region *region,
                             const struct rt_module *pending,
                             struct rt_module *module, int fd)
{
    bool filed = fd >= 0 && module->index != UINT32_MAX &&
                 rt_file_reserve(fd, rt_file_counts_size(module));
    if (!filed && rt.file.present && !rt_module_pending(module))
        rt_flag_raw(EDGEPROF_RUN_LOST);
    bool done = add_mirror(region, pending, module, filed ? fd : -1);
    if (done && filed)
        rt_file_add_counts(fd, module, region);
    region->in_file &= filed || rt_module_pending(module);
    return done;
}

bool rt_region_refile(struct rt_region *region, int fd)
{
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_mirrored(m) && !add_filed_mirror(region, m, m, fd))
            return false;
    return rt_ring_refile(region, fd) && region->in_file;
}

static void make_direct(struct rt_module *module)
{
    module->state = rt_module_pending(module) ? RT_PENDING_DIRECT : RT_DIRECT;
    rt_use_sections();
}

void rt_region_add_module(struct rt_module *module, int fd)
{
    struct rt_module *pending = pending_of(module);
    bool known = pending && pending->state == RT_PENDING;
    if (!known && (pending || rt.all_atomic || too_many(0, 1)))
        make_direct(module);
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        if (!rt_module_mirrored(module))
            break;
        rt.moves++;
        if (r->state == RT_STALE || r->state == RT_LOST ||
            add_filed_mirror(r, pending, module, fd))
            continue;
        if (rt_region_free(r)) {
            r->mirrors_from = rt.modules;
            r->state = RT_LOST;
        } else {
            make_direct(module);
        }
    }
    if (pending)
        pending->state = RT_RETIRED;
}

/* ---- a run that ends as its raw file ------------------------------------- */

bool rt_region_gather(void)
{
    struct rt_region *home = rt.regions;
    while (home && (!home->in_file || home->state == RT_STALE ||
                    home->state == RT_LOST))
        home = home->next;
    for (struct rt_module *m = rt.modules; m && home; m = m->next) {
        uint64_t *to = rt_region_counts(home, m);
        for (struct rt_region *r = rt.regions; r && to; r = r->next) {
            uint64_t *from = r->in_file ? NULL : rt_region_counts(r, m);
            if (!from)
                continue;
            add_counts(to, from, m->raw.n_counters);
            rt.moves++;
        }
    }
    return home != NULL;
}

/* ---- modules that went --------------------------------------------------- */

static void park_mirror(const struct rt_region *region,
                        struct rt_module *module)
{
    uintptr_t place = new_parked(module);
    rt.moves++;
    if (!place || os_move(rt_mirror_at(module, region->delta),
                          rt_mirror_size(module), place))
        rt_flag(EDGEPROF_RUN_LOST);
}

void rt_region_park(uintptr_t low, uintptr_t high)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        uintptr_t first = rt_mirror_at(m, 0);
        if ((m->state != RT_GONE && m->state != RT_GONE_DIRECT) ||
            first >= high || first + rt_mirror_size(m) <= low)
            continue;
        for (struct rt_region *r = rt.regions; r; r = r->next)
            if (rt_region_counts(r, m))
                park_mirror(r, m);
        m->state = RT_RETIRED;
    }
}
