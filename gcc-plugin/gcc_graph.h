/* SPDX-License-Identifier: MIT
 *
 * gcc_graph.h - GCC's graph of a function as the core's.
 */
#ifndef EDGEPROF_GCC_GRAPH_H
#define EDGEPROF_GCC_GRAPH_H

#include "gcc_guess.h"

/* Where the mark of an edge of the core's graph is put. */
struct edgeprof_site {
    edge on;          /* on this edge of GCC's, or */
    gimple *after;    /* behind this statement, or */
    basic_block head; /* at the beginning of this block */
};

struct edgeprof_graph {
    edgeprof_session *session;
    struct ep_cfg *cfg;
    bool lines;
    int status;
    auto_vec<edgeprof_site> sites;    /* per edge of cfg */
    auto_vec<gimple *> pointer_calls; /* as cfg numbers them */
    auto_vec<uint32_t> first; /* per basic block: its first piece, ... */
    auto_vec<uint32_t> last;  /* ... and its last */
    auto_vec<bool> leaves;    /* its last statement may leave */
    struct ep_tails tails;
    edgeprof_guess guess;
};

/* Read the current function into GRAPH, whose session, cfg, lines and status
 * are set; its tails are to be released.  Removes the anchors; may split blocks of GCC's graph. */
void edgeprof_graph_read(edgeprof_graph *graph);

/* Whether control goes along E in another way than from a block to its successor. */
inline bool edgeprof_graph_is_odd(edge e)
{
    return e->flags & (EDGE_EH | EDGE_ABNORMAL);
}

#endif
