/* SPDX-License-Identifier: MIT */
#include "run_maps.h"

#include "base/mem.h"

#include <string.h>

void maps_release(struct maps *maps)
{
    for (size_t i = 0; i < maps->n; i++)
        ep_mem_free(maps->processes[i].items);
    ep_mem_free(maps->processes);
    *maps = (struct maps){0};
}

static struct mapped_process *find(const struct maps *maps, uint32_t pid)
{
    for (size_t i = maps->n; i > 0; i--) /* the newest is the busiest */
        if (maps->processes[i - 1].pid == pid)
            return &maps->processes[i - 1];
    return NULL;
}

static struct mapped_process *own(struct maps *maps, uint32_t pid)
{
    struct mapped_process *process = find(maps, pid);

    if (process || EP_GROW(maps->processes, maps->n, maps->capacity))
        return process;
    process = &maps->processes[maps->n++];
    *process = (struct mapped_process){.pid = pid, .threads = 1};
    return process;
}

static int append(struct mapped_process *process, struct mapping mapping)
{
    if (mapping.start >= mapping.end)
        return EP_OK;
    if (EP_GROW(process->items, process->n, process->capacity))
        return EP_ENOMEM;
    process->items[process->n++] = mapping;
    return EP_OK;
}

/* Take START to END out of mapping I, of which what is behind becomes a new one. */
static int cut(struct mapped_process *process, size_t i, uint64_t start,
               uint64_t end)
{
    struct mapping *old = &process->items[i];
    struct mapping behind = *old;

    if (old->end <= start || end <= old->start)
        return EP_OK;
    if (old->end > start)
        old->end = old->start < start ? start : old->start;
    behind.start = end;
    behind.offset += end - old->start;
    return append(process, behind);
}

int maps_add(struct maps *maps, uint32_t pid, const struct mapping *new)
{
    struct mapped_process *process = own(maps, pid);
    size_t n = process ? process->n : 0, kept = 0;
    int status = process ? EP_OK : EP_ENOMEM;

    for (size_t i = 0; !status && i < n; i++)
        status = cut(process, i, new->start, new->end);
    if (status)
        return status;
    for (size_t i = 0; i < process->n; i++)
        if (process->items[i].start < process->items[i].end)
            process->items[kept++] = process->items[i];
    process->n = kept;
    return append(process, *new);
}

void maps_clear(struct maps *maps, uint32_t pid)
{
    struct mapped_process *process = find(maps, pid);

    if (!process)
        return;
    process->n = 0;
    process->threads = 1;
}

static void drop(struct maps *maps, struct mapped_process *process)
{
    ep_mem_free(process->items);
    maps->n--;
    memmove(process, process + 1,
            (size_t)(maps->processes + maps->n - process) * sizeof *process);
}

int maps_fork(struct maps *maps, uint32_t pid, uint32_t parent)
{
    struct mapped_process *from, *to;
    struct mapping *items;

    to = own(maps, pid);
    if (!to)
        return EP_ENOMEM;
    if (pid == parent) {
        to->threads++;
        return EP_OK;
    }
    to->n = 0; /* its number may have been another's */
    to->threads = 1;
    from = find(maps, parent);
    if (!from || from->n == 0)
        return EP_OK;
    items = ep_mem_resize(to->items, from->n * sizeof *items);
    if (!items)
        return EP_ENOMEM;
    memcpy(items, from->items, from->n * sizeof *items);
    to->items = items;
    to->n = to->capacity = from->n;
    return EP_OK;
}

void maps_exit(struct maps *maps, uint32_t pid)
{
    struct mapped_process *process = find(maps, pid);

    if (process && --process->threads == 0)
        drop(maps, process);
}

const struct mapping *maps_find(const struct maps *maps, uint32_t pid,
                                uint64_t address)
{
    const struct mapped_process *process = find(maps, pid);

    for (size_t i = 0; process && i < process->n; i++)
        if (process->items[i].start <= address &&
            address < process->items[i].end)
            return &process->items[i];
    return NULL;
}
