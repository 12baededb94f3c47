/* SPDX-License-Identifier: MIT
 *
 * patch_stacks.h - what the stacks of a stopped process lead back to.
 */
#ifndef PROF_PATCH_STACKS_H
#define PROF_PATCH_STACKS_H

#include "patch_maps.h"
#include "patch_process.h"

typedef int stacks_is_fn(const void *context, uint64_t address);

/* Whether a signal handler that THREAD is in has interrupted code at an address that IS.
 * MAPS  of the process */
int stacks_interrupted(const struct process *process, const struct maps *maps,
                       const struct process_thread *thread, stacks_is_fn *is,
                       const void *context);
/* Whether a register of THREAD, or any word of its stack, may be such an address. */
int stacks_refer(const struct process *process, const struct maps *maps,
                 const struct process_thread *thread, stacks_is_fn *is,
                 const void *context);

#endif
