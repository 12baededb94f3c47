/* SPDX-License-Identifier: MIT
 *
 * run_unwind.h - the frames on a stack of which there is a copy.
 *
 * MODEL Unwind tables (run_tables.h) say of each instruction where its caller's registers
 *       are; of code without tables frame pointers do.
 * RULES A stack is whole if it was followed to where nobody called.
 */
#ifndef PROF_RUN_UNWIND_H
#define PROF_RUN_UNWIND_H

#include "run_perf.h"
#include "run_tables.h"

#define UNWIND_MOST 512 /* frames of a stack */

struct unwound_frame {
    uint32_t object;
    uint64_t offset; /* in its file, within the instruction that called */
};

struct unwound {
    struct unwound_frame frames[UNWIND_MOST]; /* the innermost first */
    size_t n;
    int is_whole; /* bool: the last one is the outermost */
};

/* Who and where. */
struct unwind_context {
    struct tables *tables;
    const struct ep_sampling *sampling;
    const struct maps *maps;
    uint32_t pid;
};

/* What a sample, or a call, at ADDRESS in MAPPING is of. */
struct unwound_frame unwind_frame(const struct mapping *mapping,
                                  uint64_t address);

/* The frames on STACK into OUT.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int unwind(const struct unwind_context *context,
                         const struct perf_stack *stack, struct unwound *out);

#endif
