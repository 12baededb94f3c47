/* SPDX-License-Identifier: MIT
 *
 * guess.cc - see guess.h.
 *
 * Blocks are visited in an order in which all ways into one but the back edges
 * come first.  A loop turns eight times per entry.  What the source says of a
 * condition decides it, then whether a way out of the program or of a loop is
 * taken; else the heuristics of Ball and Larus (1993) are combined as Wu and
 * Larus (1994) do, with the hit rates of GCC's predictors (predict.def).  GCC's
 * own combination of them all cannot be had here: it needs SSA.
 */
#include "guess.h"

namespace
{

const uint64_t HOT = EDGEPROF_ONE_CALL << 30;
enum { TURNS = 8, FEW_BLOCKS = 8 };

/* Probabilities, in 1/CERTAIN. */
enum {
    CERTAIN = REG_BR_PROB_BASE,
    EVEN = CERTAIN / 2,
    STAYS = CERTAIN - CERTAIN / TURNS, /* in the loop */
    ENDS = CERTAIN / 1000,             /* in a call that never returns */
    EXPECTED = CERTAIN * 85 / 100,     /* at least, by __builtin_expect */
    CALLS = CERTAIN * 33 / 100,
    RETURNS = CERTAIN * 34 / 100,
    CONTINUES = CERTAIN * 33 / 100,
    JUMPS = CERTAIN * 34 / 100,
    HOT_LABEL = CERTAIN * 90 / 100,
    COLD_LABEL = CERTAIN - HOT_LABEL
};

/* Two independent opinions. */
unsigned combine(unsigned p, unsigned q)
{
    uint64_t yes = (uint64_t)p * q;
    uint64_t no = (uint64_t)(CERTAIN - p) * (CERTAIN - q);
    return (unsigned)(yes * CERTAIN / (yes + no));
}

unsigned depth(basic_block bb)
{
    return current_loops && bb->loop_father ? loop_depth(bb->loop_father) : 0;
}

/* ---- a condition ----------------------------------------------------------
 */

/* What GCC can say of a comparison alone, __builtin_expect included. */
unsigned by_comparison(basic_block bb, edge yes, edge no)
{
    profile_probability yes_before = yes->probability;
    profile_probability no_before = no->probability;
    tree_guess_outgoing_edge_probabilities(bb);
    unsigned guess = yes->probability.initialized_p()
                         ? yes->probability.to_reg_br_prob_base()
                         : EVEN;
    yes->probability = yes_before;
    no->probability = no_before;
    return guess;
}

/* A call of GCC's heuristic: it often reports that something is wrong. */
bool is_costly_call(gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    return call && gimple_call_fndecl(call) &&
           !gimple_inexpensive_call_p(call) && gimple_has_side_effects(call);
}

/* What STMT says of the ways to it. */
unsigned by_statement(gimple *stmt)
{
    if (is_costly_call(stmt))
        return CALLS;
    if (gimple_code(stmt) != GIMPLE_PREDICT)
        return EVEN;
    switch (gimple_predict_predictor(stmt)) {
    case PRED_HOT_LABEL:
        return HOT_LABEL;
    case PRED_COLD_LABEL:
        return COLD_LABEL;
    case PRED_CONTINUE:
        return CONTINUES;
    case PRED_GOTO:
        return JUMPS;
    default:
        return EVEN;
    }
}

bool is_condition(basic_block bb)
{
    gimple *stmt = bb->index == ENTRY_BLOCK ? NULL : last_stmt(bb);
    return stmt && gimple_code(stmt) == GIMPLE_COND;
}

/* Several conditions lead to where E does: `a && b` as a whole is as likely
 * true as false, and each of many ways to an error is rare. */
unsigned by_company(edge e)
{
    unsigned n = 0;
    edge other;
    edge_iterator ei;
    FOR_EACH_EDGE (other, ei, e->dest->preds)
        n += !(other->flags & EDGE_DFS_BACK) && is_condition(other->src);
    return EVEN / MAX(n, 1);
}

/* What the block that E leads to says of it. */
unsigned by_target(edge e)
{
    unsigned guess = EVEN;
    if (!single_pred_p(e->dest))
        return by_company(e);
    for (gimple_stmt_iterator gsi = gsi_start_bb(e->dest); !gsi_end_p(gsi);
         gsi_next(&gsi)) {
        guess = combine(guess, by_statement(gsi_stmt(gsi)));
        if (is_costly_call(gsi_stmt(gsi)))
            break;
    }
    return guess;
}

/* Whether the function returns after BB without another condition. */
bool leads_to_return(basic_block bb)
{
    for (unsigned blocks = 0; blocks < FEW_BLOCKS; blocks++) {
        if (bb->index == EXIT_BLOCK)
            return true;
        if (!single_succ_p(bb))
            return false;
        bb = single_succ(bb);
    }
    return false;
}

bool never_returns(basic_block bb)
{
    return bb->index != EXIT_BLOCK && EDGE_COUNT(bb->succs) == 0;
}

/* P where something holds of the true edge alone, 1-P where of the other. */
unsigned if_one(bool yes, bool no, unsigned p)
{
    if (yes == no)
        return EVEN;
    return yes ? p : CERTAIN - p;
}

unsigned true_probability(basic_block bb, edge yes, edge no)
{
    unsigned guess = by_comparison(bb, yes, no);
    if (guess >= EXPECTED || guess <= CERTAIN - EXPECTED)
        return guess;
    unsigned sure =
        if_one(never_returns(yes->dest), never_returns(no->dest), ENDS);
    if (sure == EVEN)
        sure = if_one(depth(yes->dest) < depth(bb), depth(no->dest) < depth(bb),
                      CERTAIN - STAYS);
    if (sure != EVEN)
        return sure;
    guess = combine(guess, by_target(yes));
    guess = combine(guess, CERTAIN - by_target(no));
    return combine(guess, if_one(leads_to_return(yes->dest),
                                 leads_to_return(no->dest), RETURNS));
}

/* ---- weights --------------------------------------------------------------
 */

void set_weight(edge e, uint64_t weight)
{
    *(uint64_t *)e->aux = weight + 1;
}

bool is_rare(edge e)
{
    return (e->flags & (EDGE_EH | EDGE_ABNORMAL)) || never_returns(e->dest);
}

/* All that are not rare are equally likely. */
void weigh_equally(basic_block bb, uint64_t freq)
{
    edge e;
    edge_iterator ei;
    unsigned n = 0;
    FOR_EACH_EDGE (e, ei, bb->succs)
        n += !is_rare(e);
    FOR_EACH_EDGE (e, ei, bb->succs)
        set_weight(e, is_rare(e) ? 0 : freq / n);
}

void weigh_edges(basic_block bb, uint64_t freq)
{
    edge yes;
    edge no;
    if (!is_condition(bb))
        return weigh_equally(bb, freq);
    extract_true_false_edges_from_block(bb, &yes, &no);
    uint64_t taken = freq * true_probability(bb, yes, no) / CERTAIN;
    set_weight(yes, taken);
    set_weight(no, freq - taken);
}

uint64_t block_weight(basic_block bb)
{
    uint64_t sum = 0;
    bool loop = false;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds) {
        loop |= (e->flags & EDGE_DFS_BACK) != 0;
        if (!(e->flags & EDGE_DFS_BACK))
            sum += edgeprof_guess_edge(e);
    }
    return MIN(loop ? sum * TURNS : sum, HOT);
}

} // namespace

void edgeprof_guess(auto_vec<uint64_t> *freq)
{
    auto_vec<int> order;
    basic_block entry = ENTRY_BLOCK_PTR_FOR_FN(cfun);
    order.safe_grow_cleared(n_basic_blocks_for_fn(cfun));
    freq->safe_grow_cleared(last_basic_block_for_fn(cfun));
    alloc_aux_for_edges(sizeof(uint64_t));
    mark_dfs_back_edges();
    (*freq)[ENTRY_BLOCK] = EDGEPROF_ONE_CALL;
    weigh_edges(entry, EDGEPROF_ONE_CALL);
    int n = pre_and_rev_post_order_compute(NULL, order.address(), false);
    for (int i = 0; i < n; i++) {
        basic_block bb = BASIC_BLOCK_FOR_FN(cfun, order[i]);
        (*freq)[bb->index] = block_weight(bb);
        weigh_edges(bb, (*freq)[bb->index]);
    }
}

uint64_t edgeprof_guess_edge(edge e)
{
    return *(uint64_t *)e->aux;
}

void edgeprof_guess_end()
{
    free_aux_for_edges();
}
