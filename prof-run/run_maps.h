/* SPDX-License-Identifier: MIT
 *
 * run_maps.h - what code each process has at which address.
 */
#ifndef PROF_RUN_MAPS_H
#define PROF_RUN_MAPS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct mapping {
    uint64_t start, end; /* addresses */
    uint64_t offset;     /* of the start, in the file */
    uint32_t object;     /* the user's number of the file */
    int is_file;         /* bool: offsets mean something */
};

struct mapped_process {
    uint32_t pid;
    uint32_t threads;
    struct mapping *items;
    size_t n;
    size_t capacity;
};

/* Zero-initialised is empty and valid. */
struct maps {
    struct mapped_process *processes;
    size_t n;
    size_t capacity;
};

/* PID maps NEW, in place of what was there.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int maps_add(struct maps *maps, uint32_t pid,
                           const struct mapping *new);
/* PID has become another program. */
void maps_clear(struct maps *maps, uint32_t pid);
/* PID is a new thread of PARENT, its own process; or a new process with its maps.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int maps_fork(struct maps *maps, uint32_t pid, uint32_t parent);
/* A thread of PID has ended. */
void maps_exit(struct maps *maps, uint32_t pid);
/* What PID has at ADDRESS; NULL: nobody has said. */
const struct mapping *maps_find(const struct maps *maps, uint32_t pid,
                                uint64_t address);
void maps_release(struct maps *maps);

#endif
