/* SPDX-License-Identifier: MIT
 *
 * gcc_guess.cc - see gcc_guess.h.
 */
#include "gcc_guess.h"

namespace
{

/* What GCC can say of the comparison at BB's end alone, __builtin_expect
 * included. */
unsigned by_comparison(basic_block bb)
{
    edge yes;
    edge no;
    extract_true_false_edges_from_block(bb, &yes, &no);
    profile_probability yes_before = yes->probability;
    profile_probability no_before = no->probability;
    tree_guess_outgoing_edge_probabilities(bb);
    profile_probability guess = yes->probability;
    yes->probability = yes_before;
    no->probability = no_before;
    if (!guess.initialized_p())
        return EP_GUESS_EVEN;
    return (uint64_t)guess.to_reg_br_prob_base() * EP_GUESS_CERTAIN /
           REG_BR_PROB_BASE;
}

/* A call of GCC's heuristic: it often reports that something is wrong. */
bool is_costly_call(gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    return call && gimple_call_fndecl(call) &&
           !gimple_inexpensive_call_p(call) && gimple_has_side_effects(call);
}

unsigned sign_of(gimple *stmt)
{
    if (is_costly_call(stmt))
        return EP_GUESS_CALLS;
    if (gimple_code(stmt) != GIMPLE_PREDICT)
        return 0;
    switch (gimple_predict_predictor(stmt)) {
    case PRED_HOT_LABEL:
        return EP_GUESS_HOT;
    case PRED_COLD_LABEL:
        return EP_GUESS_COLD;
    case PRED_CONTINUE:
        return EP_GUESS_CONTINUES;
    case PRED_GOTO:
        return EP_GUESS_JUMPS;
    default:
        return 0;
    }
}

bool is_condition(basic_block bb)
{
    gimple *stmt = last_stmt(bb);
    return stmt && gimple_code(stmt) == GIMPLE_COND;
}

struct ep_guess_block read_block(basic_block bb)
{
    unsigned signs = 0;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb);
         !gsi_end_p(gsi) && !(signs & EP_GUESS_CALLS); gsi_next(&gsi))
        signs |= sign_of(gsi_stmt(gsi));
    unsigned holds =
        is_condition(bb) ? by_comparison(bb) : unsigned{EP_GUESS_EVEN};
    return {(uint16_t)holds, (uint16_t)signs, 0};
}

enum ep_edge_kind kind_of(edge e)
{
    if (e->flags & EDGE_TRUE_VALUE)
        return EP_EDGE_TRUE;
    if (e->flags & EDGE_FALSE_VALUE)
        return EP_EDGE_FALSE;
    return e->flags & (EDGE_EH | EDGE_ABNORMAL) ? EP_EDGE_MADE : EP_EDGE_FALL;
}

int read_edges(struct ep_cfg *graph, basic_block bb)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs) {
        *(uint32_t *)e->aux = graph->n_edges;
        if (ep_cfg_add_edge(graph, (uint32_t)e->src->index,
                            (uint32_t)e->dest->index, kind_of(e), 0, 0))
            return EP_ENOMEM;
    }
    return EP_OK;
}

} // namespace

int edgeprof_guess_read(edgeprof_guess *guess)
{
    basic_block bb;
    unsigned n = last_basic_block_for_fn(cfun);
    alloc_aux_for_edges(sizeof(uint32_t));
    guess->blocks.safe_grow_cleared(n);
    ep_cfg_init(&guess->graph);
    while (guess->graph.n_blocks < n)
        ep_cfg_add_block(&guess->graph);
    int status = read_edges(&guess->graph, ENTRY_BLOCK_PTR_FOR_FN(cfun));
    FOR_EACH_BB_FN (bb, cfun) {
        guess->blocks[bb->index] = read_block(bb);
        if (status == EP_OK)
            status = read_edges(&guess->graph, bb);
    }
    return status == EP_OK ? ep_guess(&guess->graph, guess->blocks.address())
                           : status;
}

void edgeprof_guess_end(edgeprof_guess *guess)
{
    ep_cfg_release(&guess->graph);
    free_aux_for_edges();
}

uint64_t edgeprof_guess_block(const edgeprof_guess *guess, basic_block bb)
{
    return guess->blocks[bb->index].weight;
}

uint64_t edgeprof_guess_edge(const edgeprof_guess *guess, edge e)
{
    return guess->graph.edges[*(uint32_t *)e->aux].weight;
}
