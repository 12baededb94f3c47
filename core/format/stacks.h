/* SPDX-License-Identifier: MIT
 *
 * stacks.h - what a raw file has of the stacks of a process that a signal ended.
 *
 * MODEL As the runtime wrote it: the mappings as the kernel tells them, and for each
 *       thread registers and a piece of its stack.  Who unwinds them is elsewhere.
 */
#ifndef EP_STACKS_H
#define EP_STACKS_H

#include <edgeprof/abi.h>

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_stack {
    uint32_t thread; /* the kernel's id */
    uint64_t registers[EDGEPROF_REGISTERS];
    uint64_t address; /* where the bytes were */
    struct ep_buf bytes;
};

/* Zero-initialised is empty. */
struct ep_stacks {
    struct ep_stack *items;
    size_t n;
    size_t capacity;
    struct ep_buf maps; /* text */
    uint32_t n_maps;    /* how often it was written; stacks are of one death */
    uint32_t n_threads; /* that there were; 0: unknown */
};

void ep_stacks_release(struct ep_stacks *stacks);

#ifdef __cplusplus
}
#endif

#endif
