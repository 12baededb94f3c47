/* SPDX-License-Identifier: MIT
 *
 * patch_maps.h - what a process has mapped where, as /proc/PID/maps tells.
 */
#ifndef PROF_PATCH_MAPS_H
#define PROF_PATCH_MAPS_H

#include "base/mem.h"

#include <sys/types.h>

struct map {
    uint64_t start, end; /* addresses */
    uint64_t offset;     /* of the start, in the file */
    uint64_t inode;      /* 0: of no file */
    int executable;      /* bool */
    int shared;          /* bool */
    char *path;          /* or a name in brackets, or "" */
};

struct maps {
    struct map *items; /* in order */
    size_t n;
    size_t capacity;
};

/* Those of PID.  OUT is initialised by this call; release it whatever comes back.
 * EP_OK; EP_ENOMEM; EP_EMATCH: there is no such process, or it is not for us. */
EP_MUST_CHECK int maps_read(pid_t pid, struct ep_diag *diag, struct maps *out);
void maps_release(struct maps *maps);

/* The one that ADDRESS is in, or NULL. */
const struct map *maps_at(const struct maps *maps, uint64_t address);
/* The first of the file PATH, from its beginning on, or NULL. */
const struct map *maps_of_file(const struct maps *maps, const char *path);

/* Where SIZE bytes are free and within REACH of all of [LOW, HIGH), with room beside them
 * for what grows; 0: nowhere. */
uint64_t maps_find_room(const struct maps *maps, uint64_t low, uint64_t high,
                        uint64_t size);

#endif
