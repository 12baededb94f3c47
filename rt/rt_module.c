/* SPDX-License-Identifier: MIT
 *
 * rt_module.c - modules coming and going; their states are in rt.h.
 */
#include "rt.h"
#include "rt_ring.h"

#include <string.h>

/* ---- whose section is there -----------------------------------------------
 */

bool rt_section_there(const struct rt_module *module, bool exiting)
{
    switch ((enum rt_module_state)module->state) {
    case RT_MIRRORED:
    case RT_DIRECT:
        return true;
    case RT_GONE:
    case RT_GONE_DIRECT:
        return exiting && module->unloads == rt_elf_unloads();
    default:
        return false;
    }
}

struct rt_module *rt_module_find(const struct edgeprof_module *descriptor)
{
    struct rt_module *m = rt.modules;
    while (m && (!rt_module_in_place(m) || m->start != descriptor->start ||
                 m->stop != descriptor->stop))
        m = m->next;
    return m;
}

/* ---- atomic code ----------------------------------------------------------
 */

static void make_atomic(const struct rt_module *module)
{
    if (!(module->flags & EDGEPROF_MODULE_PRIVATE) ||
        rt_patch_atomic(module->start, module->stop))
        return;
    rt_log("cannot change", module->raw.path, 0);
    if (module->state == RT_DIRECT) /* some increments go elsewhere */
        rt_flag(EDGEPROF_RUN_LOST);
    rt.lossy_sections = true;
}

void rt_make_atomic(void)
{
    if (rt.all_atomic)
        return;
    rt.all_atomic = true;
    rt_use_sections();
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_registered(m))
            make_atomic(m);
        else if (m->state == RT_PENDING && !rt_patch_atomic(m->start, m->stop))
            rt.lossy_sections = true;
}

uint64_t rt_module_ring(const struct edgeprof_module *descriptor)
{
    const struct edgeprof_traced_module *traced = (const void *)descriptor;
    return descriptor->flags & EDGEPROF_MODULE_TRACE
               ? (uint64_t)(traced->ring - descriptor->start) + 1
               : 0;
}

static void set_lap(const struct edgeprof_module *descriptor)
{
    const struct edgeprof_traced_module *traced = (const void *)descriptor;
    if (descriptor->flags & EDGEPROF_MODULE_LAPS)
        *traced->lap = rt_ring_lap;
}

/* An object that is traced comes after one that is not. */
static void add_ring(struct rt_module *module, uint64_t ring)
{
    if (!ring || module->raw.ring)
        return;
    int fd = rt_file_open();
    module->raw.ring = ring;
    rt_file_set_ring(fd, module);
    rt_region_trace(module, fd);
    rt_file_close(fd);
}

void rt_module_add_flags(struct rt_module *module,
                         const struct edgeprof_module *descriptor)
{
    uint32_t before = module->flags, flags = descriptor->flags;
    flags &= ~(EDGEPROF_MODULE_PLACED | EDGEPROF_MODULE_FRAMES |
               EDGEPROF_MODULE_TRACE | EDGEPROF_MODULE_LAPS |
               EDGEPROF_MODULE_BREAKPOINTS);
    set_lap(descriptor);
    add_ring(module, rt_module_ring(descriptor));
    module->flags |= flags;
    if (flags & ~EDGEPROF_MODULE_PRIVATE)
        rt_use_sections();
    rt.lossy_sections |= (flags & EDGEPROF_MODULE_SHARED) != 0;
    if ((rt.all_atomic || module->state == RT_DIRECT) &&
        before != module->flags)
        make_atomic(module);
}

/* ---- coming ---------------------------------------------------------------
 */

struct rt_module *rt_module_new(const struct edgeprof_module *descriptor,
                                const struct edgeprof_raw_module *raw)
{
    static uint32_t n_made;
    struct rt_module *module = rt_new(sizeof *module);
    if (!module)
        return NULL;
    module->start = descriptor->start;
    module->stop = descriptor->stop;
    module->raw = *raw;
    module->raw.ring = rt_module_ring(descriptor);
    set_lap(descriptor);
    module->number = n_made++;
    module->state = RT_MIRRORED;
    return module;
}

void rt_module_add(struct rt_module *module)
{
    uintptr_t first = rt_mirror_at(module, 0);
    int fd = rt_file_open();
    rt_region_park(first, first + rt_mirror_size(module));
    rt_file_add_module(fd, module);
    rt_region_add_module(module, fd);
    module->next = rt.modules;
    rt.modules = module;
    rt_region_carry(module, true);
    rt_region_trace(module, fd);
    rt_file_close(fd);
}

bool rt_module_is_back(struct rt_module *module,
                       const struct edgeprof_raw_module *raw)
{
    const struct edgeprof_raw_module *was = &module->raw;
    if (rt_module_registered(module) || was->id_kind != raw->id_kind ||
        !raw->id_size || was->id_size != raw->id_size ||
        memcmp(was->id, raw->id, raw->id_size) != 0 ||
        strcmp(was->path, raw->path) != 0)
        return false;
    module->state = module->state == RT_GONE ? RT_MIRRORED : RT_DIRECT;
    module->flags = 0; /* its code is as it was at first */
    return true;
}

/* ---- pending --------------------------------------------------------------
 */

static bool is_noted(uintptr_t low, uintptr_t high)
{
    struct rt_module *m = rt.modules;
    while (m && (!rt_module_pending(m) || (uintptr_t)m->start != low ||
                 (uintptr_t)m->stop != high))
        m = m->next;
    return m != NULL;
}

static void note_pending(const struct rt_extent *data)
{
    uint64_t mask;
    uintptr_t low = os_page_down(data->low), high = os_page_up(data->high);
    rt_lock(&mask);
    struct rt_module *module =
        is_noted(low, high) ? NULL : rt_new(sizeof *module);
    if (module) {
        module->start = (uint64_t *)low;
        module->stop = (uint64_t *)high;
        module->state = RT_PENDING;
        module->index = UINT32_MAX;
        rt_region_park(low, high);
        rt_region_add_module(module, -1);
        if (module->state == RT_PENDING_DIRECT &&
            !rt_patch_atomic((void *)data->low, (void *)data->high))
            rt_flag(EDGEPROF_RUN_LOST);
        module->next = rt.modules;
        rt.modules = module;
    }
    rt_unlock(&mask);
}

void rt_module_scan(const uint64_t *start, void *(*divert)(const char *name))
{
    struct rt_scan scan = {.start = start, .divert = divert};
    rt_patch_scan(&scan);
    while (scan.n_pending)
        note_pending(&scan.pending[--scan.n_pending]);
}

/* ---- going ----------------------------------------------------------------
 */

void rt_module_gone(struct rt_module *module, unsigned long long unloads)
{
    if (rt.in_sections)
        rt_region_carry(module, false);
    module->unloads = unloads;
    module->state = module->state == RT_MIRRORED ? RT_GONE : RT_GONE_DIRECT;
}
