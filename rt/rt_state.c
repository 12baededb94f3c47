/* SPDX-License-Identifier: MIT
 *
 * rt_state.c - the one struct rt, its lock, its memory, the run's flags, where
 * counts are.
 */
#include "rt.h"

#include <pthread.h>

struct rt rt;

/* ---- lock and memory ------------------------------------------------------
 */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void rt_lock(uint64_t *mask)
{
    os_block_signals(mask);
    pthread_mutex_lock(&mutex);
}

void rt_lock_in_child(uint64_t *mask)
{
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    os_block_signals(mask);
    mutex = fresh;
    pthread_mutex_lock(&mutex);
}

void rt_unlock(const uint64_t *mask)
{
    pthread_mutex_unlock(&mutex);
    os_restore_signals(mask);
}

/* Each is changed by one store, since a fork may come in between. */
struct block {
    size_t used, size;
    char data[];
};

void *rt_new(size_t size)
{
    static struct {
        struct block block;
        char data[16384];
    } first = {.block.size = sizeof first.data};
    static struct block *block = &first.block;
    const size_t more_size = (size_t)256 * 1024;
    size = (size + 15) & ~(size_t)15;
    if (block->size - block->used < size) {
        struct block *more = os_memory(more_size);
        if (!more || size > more_size - sizeof *more)
            return NULL;
        more->size = more_size - sizeof *more;
        block = more;
    }
    void *result = block->data + block->used;
    block->used += size;
    return result;
}

/* ---- what a reader of the run must know -----------------------------------
 */

void rt_flag(uint32_t flags)
{
    atomic_fetch_or(&rt.flags, flags);
    rt_flag_raw(flags);
}

void rt_flag_raw(uint32_t flags)
{
    /* Another process may share the page (a clone's child), or may have made
     * it a run file's. */
    if (rt.file.head && rt.file.head->kind != EDGEPROF_KIND_RUN)
        __atomic_fetch_or(&rt.file.head->flags, flags, __ATOMIC_RELAXED);
}

void rt_use_sections(void)
{
    rt.in_sections = true;
    rt_flag_raw(EDGEPROF_RUN_LOST);
}

/* ---- regions --------------------------------------------------------------
 */

uint64_t *rt_region_counts(const struct rt_region *region,
                           const struct rt_module *module)
{
    if (region->state == RT_STALE || !rt_module_mirrored(module))
        return NULL;
    if (region->state == RT_LOST) {
        const struct rt_module *m = region->mirrors_from;
        while (m && m != module)
            m = m->next;
        if (!m)
            return NULL;
    }
    return (uint64_t *)((uintptr_t)module->start + region->delta);
}
