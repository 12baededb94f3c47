/* SPDX-License-Identifier: MIT
 *
 * gcc_guess.h - how often each edge of GCC's graph is likely to be taken.
 *
 * WHY   core guesses; what it must know of the blocks, only GCC can say.
 */
#ifndef EDGEPROF_GCC_GUESS_H
#define EDGEPROF_GCC_GUESS_H

#include "gcc_plugin.h"

struct edgeprof_guess {
    struct ep_cfg graph;
    auto_vec<struct ep_guess_block> blocks; /* by index */
};

/* Guess for the current function.  Takes the edges' `aux` until the end, which
 * must follow in any case.  EP_OK or EP_ENOMEM. */
int edgeprof_guess_read(edgeprof_guess *guess);
void edgeprof_guess_end(edgeprof_guess *guess);

/* Executions per EP_GUESS_ONE_CALL. */
uint64_t edgeprof_guess_block(const edgeprof_guess *guess, basic_block bb);
uint64_t edgeprof_guess_edge(const edgeprof_guess *guess, edge e);

#endif
