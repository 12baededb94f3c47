/* SPDX-License-Identifier: MIT
 *
 * guess.h - how often each edge of a function is likely to be taken.
 *
 * WHY   the marks go where the program is least often, and at the time of
 *       marking GCC has not guessed anything yet: its own guesses need SSA.
 */
#ifndef EDGEPROF_GCC_GUESS_H
#define EDGEPROF_GCC_GUESS_H

#include "plugin.h"

const uint64_t EDGEPROF_ONE_CALL = 1 << 20; /* weight of the entry */

/* Guess for the current function: executions per EDGEPROF_ONE_CALL of each
 * block, in FREQ by its index, and of each edge.  Takes the edges' `aux`. */
void edgeprof_guess(auto_vec<uint64_t> *freq);
uint64_t edgeprof_guess_edge(edge e);
void edgeprof_guess_end();

#endif
