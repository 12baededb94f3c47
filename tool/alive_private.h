/* SPDX-License-Identifier: MIT
 *
 * alive_private.h - what alive.c and alive_stacks.c read and alive_apply.c takes off.
 */
#ifndef TOOL_ALIVE_PRIVATE_H
#define TOOL_ALIVE_PRIVATE_H

#include "tool/alive.h"

#include <elfutils/libdwfl.h>
#include <stdatomic.h>

/* A line and column of the source, 0 where they are not known. */
struct point {
    uint32_t line, column;
};

struct frame {
    struct ep_module id; /* of the module: id_size and id; else empty */
    uint64_t address;    /* in the file */
    struct ep_buf
        symbols; /* of its code: texts, each with a zero; none: unknown */
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
    int whole;               /* bool: these are all frames of all threads */
    struct ep_counts memory; /* modules alone: what was in their own memory */
    size_t n_threads;
    int has_delta;   /* bool: a thread counts in memory of its own */
    int has_private; /* bool: a module may */
    int has_runtime; /* bool: the process has one */
    int is_lossy;    /* bool: threads may lose counts to each other */
    int lacks_some;  /* bool: modules whose memory, or file, is not there */
    atomic_bool used;
};

/* Add the frames of DWFL's threads to CORE.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int alive_walk(Dwfl *dwfl, struct core *core);
/* The build-id of MODULE; none: empty. */
struct ep_module alive_id(Dwfl_Module *module);
void alive_release(struct core *core);

/* What the core file ELF, open as FD, has of counts, into CORE, whose modules DWFL has.
 * EP_OK; EP_ENOMEM; EP_EFORMAT: counts that are in memory alone are not in it. */
EP_MUST_CHECK int alive_read_counts(Dwfl *dwfl, Elf *elf, int fd,
                                    struct core *core, struct ep_diag *diag);
/* Add them to COUNTS.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int alive_add_counts(const struct core *core,
                                   struct ep_counts *counts);
/* Whether they are all that the process counted. */
int alive_is_whole_run(const struct core *core);

/* Add the frames of the stacks that COUNTS came with to CORE, which is empty.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int alive_read_stacks(const struct ep_counts *counts,
                                    struct core *core);

#endif
