/* SPDX-License-Identifier: MIT
 *
 * gcc_use.h - the counts of an earlier run drive GCC's optimisers: use=FILE.
 *
 * MODEL A function that is as it was measured gets its counts when its graph is
 *       read.  GCC guesses none where it takes them to be guessed already; when
 *       the early passes are done, they are said to be read.  Calls by a pointer that
 *       counted whom they call get a histogram as GCC's own have, which its
 *       inter-procedural passes make direct calls of.  So the optimisers see what
 *       -fprofile-use shows them, but for values that are not called.
 */
#ifndef EDGEPROF_GCC_USE_H
#define EDGEPROF_GCC_USE_H

#include "gcc_graph.h"

/* Turn on what -fprofile-use does, unless the user has said otherwise.  Before
 * anything is parsed. */
void edgeprof_use_start();

/* GATE is whether the current pass runs.  GCC would look for a profile of its own,
 * and split functions when it has it: they are split where they always are. */
void edgeprof_use_gate(bool *gate);

/* NOTED is the current function's: GRAPH's edges and weights that are counts. */
void edgeprof_use_function(const edgeprof_graph *graph,
                           const struct ep_function *noted);

/* GRAPH is that of the function INDEX, which has its counts: say whom its calls by a pointer
 * called. */
void edgeprof_use_calls(const edgeprof_graph *graph, uint32_t index);

/* Say how the counts of the whole program are spread. */
void edgeprof_use_summary(const struct ep_summary *summary);

/* When the early passes are done: what has counts is said to have read them. */
void edgeprof_use_unit();

#endif
