/* SPDX-License-Identifier: MIT */
#include "patch_maps.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_line(struct maps *maps, char *line)
{
    struct map map = {0};
    char rights[5];
    int at = 0;

    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line,
               "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %" SCNu64 " %n",
               &map.start, &map.end, rights, &map.offset, &map.inode, &at) < 5)
        return EP_OK;
    map.executable = rights[2] == 'x';
    map.shared = rights[3] == 's';
    map.path = ep_mem_dup(line + at, strlen(line + at));
    if (!map.path || EP_GROW(maps->items, maps->n, maps->capacity)) {
        ep_mem_free(map.path);
        return EP_ENOMEM;
    }
    maps->items[maps->n++] = map;
    return EP_OK;
}

int maps_read(pid_t pid, struct ep_diag *diag, struct maps *out)
{
    char path[64], *line = NULL;
    size_t capacity = 0;
    FILE *file;
    int status = EP_OK;

    *out = (struct maps){0};
    (void)snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    file = fopen(path, "re");
    if (!file)
        return ep_fail(diag, EP_EMATCH, "process %d: %s", (int)pid,
                       strerror(errno == ENOENT ? ESRCH : errno));
    while (!status && getline(&line, &capacity, file) > 0)
        status = add_line(out, line);
    (free)(line);
    (void)fclose(file);
    if (status)
        return ep_fail(diag, status, "out of memory");
    if (out->n == 0)
        return ep_fail(diag, EP_EMATCH,
                       "process %d: has no memory: it has ended, or is the "
                       "kernel's",
                       (int)pid);
    return EP_OK;
}

void maps_release(struct maps *maps)
{
    for (size_t i = 0; i < maps->n; i++)
        ep_mem_free(maps->items[i].path);
    ep_mem_free(maps->items);
    *maps = (struct maps){0};
}

const struct map *maps_at(const struct maps *maps, uint64_t address)
{
    for (size_t i = 0; i < maps->n; i++)
        if (address >= maps->items[i].start && address < maps->items[i].end)
            return &maps->items[i];
    return NULL;
}

const struct map *maps_of_file(const struct maps *maps, const char *path)
{
    for (size_t i = 0; i < maps->n; i++)
        if (maps->items[i].offset == 0 && maps->items[i].inode &&
            strcmp(maps->items[i].path, path) == 0)
            return &maps->items[i];
    return NULL;
}

/* ---- room ------------------------------------------------------------------ */

/* The memory that is given out next lies at an end of a gap: the heap grows up,
 * what is mapped comes down.  So the middle of a gap is taken, as far as it is in
 * reach. */
static uint64_t place_in(uint64_t start, uint64_t end, uint64_t lowest,
                         uint64_t highest, uint64_t size)
{
    const uint64_t page = 4096;
    uint64_t at;

    if (end - start < size)
        return 0;
    at = start + (end - start - size) / 2;
    if (at < lowest)
        at = lowest;
    if (at > highest)
        at = highest;
    at &= ~(page - 1);
    return at >= start && at >= lowest && at + size <= end ? at : 0;
}

uint64_t maps_find_room(const struct maps *maps, uint64_t low, uint64_t high,
                        uint64_t size)
{
    const uint64_t reach = UINT64_C(0x7ff00000), lowest_page = 1 << 20,
                   top = UINT64_C(0x7ffffffff000);
    uint64_t best = 0, best_room = 0, before = lowest_page;
    uint64_t lowest = high > reach ? high - reach : 0;

    if (high - low + size >= reach)
        return 0;
    for (size_t i = 0; i <= maps->n; i++) {
        uint64_t start = before;
        uint64_t end = i < maps->n && maps->items[i].start < top
                           ? maps->items[i].start
                           : top;
        uint64_t at;

        if (i < maps->n && maps->items[i].end > before &&
            maps->items[i].end < top)
            before = maps->items[i].end;
        at = start < end
                 ? place_in(start, end, lowest, low + reach - size, size)
                 : 0;
        if (at && end - start > best_room) {
            best = at;
            best_room = end - start;
        }
    }
    return best;
}
