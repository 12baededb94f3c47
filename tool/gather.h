/* SPDX-License-Identifier: MIT
 *
 * gather.h - add many inputs up.
 *
 * MODEL Several threads take a share of the inputs each, side by side ones, and
 *       their sums are added in the order of the inputs.  As sums depend on no
 *       order, the result is that of one thread.
 * RULES Memory is that of one sum for each thread.
 */
#ifndef TOOL_GATHER_H
#define TOOL_GATHER_H

#include "format/merge.h"
#include "tool/inputs.h"

/* Add the input PATH to MERGE; EP_OK, or what is wrong with it, in DIAG too.
 * Called by several threads, each with a MERGE of its own. */
typedef int take_fn(const void *context, const char *path,
                    struct ep_merge *merge, struct ep_diag *diag);

struct gather {
    take_fn *take;
    const void *context;
    const char *output; /* not to be read if a directory has it, or NULL */
    int strict;         /* what cannot be used is an error */
    int quiet;          /* say nothing of what cannot be used */
    size_t *skipped;    /* how many could not be used, or NULL */
    unsigned jobs; /* threads at most; 0: one for each processor, up to 8 */
};

/* Add INPUTS to MERGE.  What cannot be used is named on standard error, skipped
 * and counted.  EXIT_DONE; EXIT_TROUBLE after a message. */
int gather(const struct gather *how, const struct inputs *inputs,
           struct ep_merge *merge);

#endif
