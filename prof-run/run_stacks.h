/* SPDX-License-Identifier: MIT
 *
 * run_stacks.h - the stacks of samples, gathered into the tree of a sampling.
 *
 * RULES The tree is bounded: once it has STACKS_MOST nodes, what would be new is put below
 *       one that says so, without callers.
 */
#ifndef PROF_RUN_STACKS_H
#define PROF_RUN_STACKS_H

#include "run_unwind.h"

#define STACKS_MOST 1000000

/* A copy of STACK and its bytes, for ep_mem_free; NULL: no memory. */
struct perf_stack *stack_copy(const struct perf_stack *stack);

/* Add a sample of STACK, which may be NULL, to SAMPLING's tree; LEAF is what it is of, if
 * it is not in the process's own code.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int stacks_add(const struct unwind_context *context,
                             const struct perf_stack *stack,
                             const struct unwound_frame *leaf,
                             struct ep_sampling *sampling);

#endif
