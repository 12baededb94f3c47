/* SPDX-License-Identifier: MIT
 *
 * merge_core_private.h - what merge_core.c reads and merge_core_apply.c takes off.
 */
#ifndef PROF_MERGE_CORE_PRIVATE_H
#define PROF_MERGE_CORE_PRIVATE_H

#include "merge_core.h"

#include <stdatomic.h>

/* A line and column of the source, 0 where they are not known. */
struct point {
    uint32_t line, column;
};

struct frame {
    struct ep_module id; /* of the module: id_size and id; else empty */
    uint64_t address;    /* in the file */
    char *symbol;        /* NULL: there is none */
    struct point
        *chain; /* the instruction's; the calls by which it is inlined */
    size_t n;
    int is_call; /* bool: what it called is alive, too */
    int is_own;  /* bool: its instruction begins what the line table says */
};

struct core {
    char *path;
    uint32_t pid;
    struct frame *frames;
    size_t n_frames;
    size_t capacity;
    int whole; /* bool: these are all frames of all threads */
    atomic_bool used;
};

#endif
