/* SPDX-License-Identifier: MIT
 *
 * gcc_graph.cc - see gcc_graph.h.
 */
#include "gcc_graph.h"

#include "gcc_anchors.h"
#include "gcc_branches.h"
#include "gcc_calls.h"
#include "gcc_lines.h"
#include "gcc_made.h"
#include "gcc_source.h"

namespace
{

void add_edge(edgeprof_graph *graph, uint32_t src, uint32_t dst,
              enum ep_edge_kind kind, uint64_t weight, edgeprof_site where)
{
    if (graph->status == EP_OK)
        graph->status = ep_cfg_add_edge(graph->cfg, src, dst, kind, 0, weight);
    graph->sites.safe_push(where);
}

/* Where the last bracket of STMT is, if it is a call that no macro has. */
struct ep_point call_end(gimple *stmt)
{
    location_t place = gimple_location(stmt);
    if (!is_gimple_call(stmt) || from_macro_expansion_at(place) ||
        edgeprof_compat_place(stmt) != LOCATION_LOCUS(place))
        return {0, 0};
    return edgeprof_point_of(edgeprof_compat_line(get_finish(place)));
}

void add_line(edgeprof_graph *graph, uint32_t block, gimple *stmt)
{
    struct ep_point point;
    expanded_location at = edgeprof_lines_place(stmt, &point);
    if (!graph->lines || !at.file || graph->status != EP_OK)
        return;
    if (at.sysp && !graph->session->options.system_headers)
        return; /* all static objects of a unit have one function */
    const struct ep_words *words = edgeprof_source_words(at.file);
    graph->status =
        ep_cfg_add_line(graph->cfg, block, at.file, (uint32_t)at.line);
    if (graph->status == EP_OK)
        graph->status =
            ep_cfg_add_begun(graph->cfg, block, at.file, words, point);
    if (graph->status == EP_OK)
        graph->status = ep_cfg_add_given(graph->cfg, block, at.file, words,
                                         point, call_end(stmt));
}

/* STMT stands in BLOCK, where the debug information will have it. */
void add_stand(edgeprof_graph *graph, uint32_t block, gimple *stmt)
{
    location_t location = LOCATION_LOCUS(gimple_location(stmt));
    if (!graph->session->options.frames || graph->status != EP_OK ||
        location < RESERVED_LOCATION_COUNT)
        return;
    expanded_location at = expand_location(location);
    graph->status = ep_cfg_add_stand(
        graph->cfg, block, (uint32_t)at.line, (uint32_t)at.column,
        is_gimple_call(stmt), edgeprof_calls_may_leave(graph->session, stmt));
}

/* STMT, if it is a call, is one of BLOCK's. */
void add_call_site(edgeprof_graph *graph, uint32_t block, gimple *stmt)
{
    const char *name;
    bool defined;
    if (graph->status != EP_OK ||
        !edgeprof_calls_function(stmt, &name, &defined))
        return;
    expanded_location at = {};
    if (graph->lines)
        at = edgeprof_lines_place(stmt);
    graph->status = ep_cfg_add_call_site(
        graph->cfg, block, at.file, at.file ? (uint32_t)at.line : 0,
        name ? ep_callee_id(name, strlen(name)) : 0);
    if (!name)
        graph->pointer_calls.safe_push(stmt);
    if (graph->status == EP_OK && name)
        graph->status = ep_unit_add_callee(graph->session->unit, name, defined);
}

/* BLOCK ends as BRANCH says. */
void add_branch(edgeprof_graph *graph, uint32_t block,
                const edgeprof_branch &branch)
{
    const expanded_location &at = branch.at;
    const struct ep_point point = edgeprof_point_of(at);
    if (graph->lines && at.file && graph->status == EP_OK)
        graph->status = ep_cfg_add_branch(graph->cfg, block, at.file, point,
                                          branch.whole, branch.n_operands);
    if (graph->lines && branch.is_written && graph->status == EP_OK)
        graph->status = ep_cfg_add_asked(graph->cfg, block, at.file,
                                         edgeprof_source_words(at.file), point);
}

gimple *first_statement(basic_block bb)
{
    gimple_stmt_iterator gsi = gsi_after_labels(bb);
    if (!gsi_end_p(gsi) && is_gimple_debug(gsi_stmt(gsi)))
        gsi_next_nondebug(&gsi);
    return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

/* GCC's stand-in for "from any call to any place that calls can jump to". */
bool is_dispatcher(basic_block bb)
{
    gimple *stmt = first_statement(bb);
    return stmt && gimple_call_internal_p(stmt, IFN_ABNORMAL_DISPATCHER);
}

/* A second return of setjmp appears behind the call, not at its block. */
bool starts_with_setjmp(basic_block bb)
{
    gimple *stmt = first_statement(bb);
    return stmt && is_gimple_call(stmt) &&
           (gimple_call_flags(stmt) & ECF_RETURNS_TWICE);
}

bool is_computed_goto(gimple *stmt)
{
    return stmt && gimple_code(stmt) == GIMPLE_GOTO;
}

/* An edge of a computed goto to whose target no other edge leads: such a
 * target can be marked at its head. */
bool is_countable_goto(edge e)
{
    return (e->flags & EDGE_ABNORMAL) && single_pred_p(e->dest) &&
           is_computed_goto(last_stmt(e->src));
}

/* What leaves the function here, or goes on where it is said to arrive. */
bool is_leaving(edge e)
{
    return edgeprof_graph_is_odd(e) && !is_countable_goto(e);
}

/* Control arrives at BB from nowhere. */
bool is_arrival(basic_block bb)
{
    edge e;
    edge_iterator ei;
    if (starts_with_setjmp(bb))
        return false;
    FOR_EACH_EDGE (e, ei, bb->preds)
        if (is_leaving(e))
            return true;
    return false;
}

/* Where control arrives both normally and oddly, give the odd edges a block of
 * their own, so that a mark at its head counts them alone. */
void separate_arrivals()
{
    basic_block bb;
    auto_vec<basic_block> mixed;
    FOR_EACH_BB_FN (bb, cfun) {
        edge e;
        edge_iterator ei;
        unsigned odd = 0;
        FOR_EACH_EDGE (e, ei, bb->preds)
            odd += edgeprof_graph_is_odd(e);
        if (odd > 0 && odd < EDGE_COUNT(bb->preds) && !starts_with_setjmp(bb))
            mixed.safe_push(bb);
    }
    for (unsigned i = 0; i < mixed.length(); i++) {
        basic_block body = split_block_after_labels(mixed[i])->dest;
        for (unsigned k = 0; k < EDGE_COUNT(mixed[i]->preds);) {
            edge e = EDGE_PRED(mixed[i], k);
            if (edgeprof_graph_is_odd(e))
                k++;
            else
                redirect_edge_and_branch(e, body);
        }
        if (current_loops)
            loops_state_set(LOOPS_NEED_FIXUP);
    }
}

/* A coroutine goes on to another by a call that the front end made a tail call.
 */
bool is_tail_call(gimple *stmt)
{
    gcall *call = safe_dyn_cast<gcall *>(stmt);
    return call && gimple_call_tail_p(call);
}

/* Take the calls that the front end made tail calls out of the scope of what is
 * destroyed behind them, which is nothing that has a destructor: a mark there
 * would keep the edge alive, and GCC can make no tail call of a call that may
 * be left so. */
void free_tail_calls()
{
    basic_block bb;
    bool purged = false;
    FOR_EACH_BB_FN (bb, cfun)
        if (is_tail_call(last_stmt(bb)) &&
            remove_stmt_from_eh_lp(last_stmt(bb)))
            purged |= gimple_purge_dead_eh_edges(bb);
    if (purged)
        delete_unreachable_blocks();
}

/* ---- reading ---------------------------------------------------------------
 */

/* CALL, which may leave, comes back to DST. */
void add_return(edgeprof_graph *graph, gimple *call, uint32_t dst,
                uint64_t weight, edgeprof_site where)
{
    uint32_t id = graph->cfg->n_edges;
    add_edge(graph, EP_BLOCK_EXIT, dst, EP_EDGE_RETURN, weight, where);
    if (graph->status == EP_OK && edgeprof_calls_return_twice(call))
        graph->status = ep_tails_twice(&graph->tails, id);
    if (graph->status == EP_OK && is_tail_call(call))
        graph->status = ep_tails_must(&graph->tails, id);
}

/* The pieces of BB: a statement that may leave, inside it, ends one. */
void read_block(edgeprof_graph *graph, basic_block bb)
{
    uint32_t block = ep_cfg_add_block(graph->cfg);
    graph->first[bb->index] = block;
    gimple_stmt_iterator gsi = gsi_start_bb(bb);
    while (!gsi_end_p(gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        add_line(graph, block, stmt);
        if (edgeprof_anchors_is(stmt)) {
            gsi_remove(&gsi, true);
            continue;
        }
        add_call_site(graph, block, stmt);
        add_stand(graph, block, stmt);
        gsi_next_nondebug(&gsi);
        if (!edgeprof_calls_may_leave(graph->session, stmt))
            continue;
        if (gsi_end_p(gsi)) {
            graph->leaves[bb->index] = true;
            break;
        }
        uint32_t next = ep_cfg_add_block(graph->cfg);
        add_edge(graph, block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, {});
        add_return(graph, stmt, next, edgeprof_guess_block(&graph->guess, bb),
                   {NULL, stmt, NULL});
        if (gimple_get_lhs(stmt)) /* is set once per return */
            add_line(graph, next, stmt);
        block = next;
    }
    graph->last[bb->index] = block;
}

bool is_guard(tree operand)
{
    if (operand && TREE_CODE(operand) == ADDR_EXPR)
        operand = TREE_OPERAND(operand, 0);
    operand = operand ? get_base_address(operand) : NULL_TREE;
    return operand && edgeprof_made_is_guard(operand);
}

/* Whether the compiler, not the user, wrote the condition at BB's end. */
bool is_made(basic_block bb)
{
    expanded_location at = edgeprof_lines_place(last_stmt(bb));
    if (!at.file || edgeprof_branches_is_made(last_stmt(bb), at))
        return true;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi))
        for (unsigned i = 0; i < gimple_num_ops(gsi_stmt(gsi)); i++)
            if (is_guard(gimple_op(gsi_stmt(gsi), i)))
                return true;
    return false;
}

bool is_decision(gimple *stmt)
{
    return stmt && (gimple_code(stmt) == GIMPLE_COND ||
                    gimple_code(stmt) == GIMPLE_SWITCH);
}

enum ep_edge_kind kind_of(edge e, bool is_reversed)
{
    gimple *stmt = last_stmt(e->src);
    if (is_decision(stmt) && is_made(e->src))
        return EP_EDGE_MADE;
    switch (stmt ? gimple_code(stmt) : GIMPLE_NOP) {
    case GIMPLE_COND:
        return !(e->flags & EDGE_TRUE_VALUE) == is_reversed ? EP_EDGE_TRUE
                                                            : EP_EDGE_FALSE;
    case GIMPLE_SWITCH: {
        edge other = gimple_switch_default_edge(cfun, as_a<gswitch *>(stmt));
        return e == other ? EP_EDGE_DEFAULT : EP_EDGE_CASE;
    }
    case GIMPLE_GOTO:
        return EP_EDGE_CASE;
    case GIMPLE_ASM:
        if (single_succ_p(e->src))
            return EP_EDGE_FALL;
        return e->flags & EDGE_FALLTHRU ? EP_EDGE_DEFAULT : EP_EDGE_CASE;
    default:
        return single_succ_p(e->src) ? EP_EDGE_FALL : EP_EDGE_MADE;
    }
}

/* E, which the statement at its source decides on as BRANCH says. */
void add_outcome(edgeprof_graph *graph, uint32_t src, edge e,
                 const edgeprof_branch &branch)
{
    enum ep_edge_kind kind = kind_of(e, branch.is_reversed);
    uint32_t id = graph->cfg->n_edges;
    gimple *stmt = last_stmt(e->src);
    if (branch.has_cases)
        kind = kind == EP_EDGE_TRUE ? EP_EDGE_CASE : EP_EDGE_DEFAULT;
    if (kind == EP_EDGE_CASE && branch.has_cases && graph->status == EP_OK)
        graph->status = ep_cfg_add_case(graph->cfg, id, branch.first_case,
                                        branch.last_case);
    if (kind == EP_EDGE_CASE && gimple_code(stmt) == GIMPLE_SWITCH &&
        graph->status == EP_OK)
        graph->status =
            edgeprof_branches_cases(as_a<gswitch *>(stmt), e, graph->cfg, id);
    add_edge(graph, src, graph->first[e->dest->index], kind,
             edgeprof_guess_edge(&graph->guess, e), {e, NULL, NULL});
}

/* E is taken when the call at its source comes back.  What the call gives is
 * then stored: that makes a block of its own, on E. */
void read_return(edgeprof_graph *graph, edge e)
{
    gimple *call = last_stmt(e->src);
    uint32_t dst = graph->first[e->dest->index];
    uint64_t weight = edgeprof_guess_edge(&graph->guess, e);
    if (gimple_get_lhs(call)) {
        uint32_t stored = ep_cfg_add_block(graph->cfg);
        add_line(graph, stored, call);
        add_edge(graph, stored, dst, EP_EDGE_FALL, weight, {e, NULL, NULL});
        dst = stored;
    }
    add_return(graph, call, dst, weight, {e, NULL, NULL});
}

/* Control leaves SRC over E, and goes on from nowhere where E leads. */
void read_leaving(edgeprof_graph *graph, uint32_t src, edge e)
{
    if (graph->status == EP_OK && !is_dispatcher(e->dest))
        graph->status =
            ep_tails_arrives(&graph->tails, src, graph->first[e->dest->index]);
}

bool leaves_at_end(const edgeprof_graph *graph, basic_block bb)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs)
        if (is_leaving(e))
            return true;
    return graph->leaves[bb->index] || EDGE_COUNT(bb->succs) == 0;
}

/* The edges out of BB. */
void read_edges(edgeprof_graph *graph, basic_block bb)
{
    uint32_t src = graph->last[bb->index];
    bool decides = is_decision(last_stmt(bb));
    bool returns = graph->leaves[bb->index] && !decides;
    edgeprof_branch branch = {};
    if ((decides && !is_made(bb)) || is_computed_goto(last_stmt(bb)))
        branch = edgeprof_branches_read(bb);
    edge e;
    edge_iterator ei;
    if (leaves_at_end(graph, bb))
        add_edge(graph, src, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, {});
    FOR_EACH_EDGE (e, ei, bb->succs) {
        uint32_t dst = graph->first[e->dest->index];
        if (is_leaving(e))
            read_leaving(graph, src, e);
        else if (is_countable_goto(e))
            add_edge(graph, src, dst, EP_EDGE_CASE,
                     edgeprof_guess_edge(&graph->guess, e),
                     {NULL, NULL, e->dest});
        else if (returns)
            read_return(graph, e);
        else
            add_outcome(graph, src, e, branch);
    }
    add_branch(graph, src, branch);
    if (is_arrival(bb))
        add_edge(graph, EP_BLOCK_EXIT, graph->first[bb->index], EP_EDGE_ARRIVE,
                 edgeprof_guess_block(&graph->guess, bb), {NULL, NULL, bb});
}

void read_graph(edgeprof_graph *graph)
{
    basic_block bb;
    unsigned n = last_basic_block_for_fn(cfun);
    graph->first.safe_grow_cleared(n);
    graph->last.safe_grow_cleared(n);
    graph->leaves.safe_grow_cleared(n);
    graph->first[EXIT_BLOCK] = EP_BLOCK_EXIT;
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun));
    add_edge(graph, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY,
             EP_GUESS_ONE_CALL, {entry, NULL, NULL});
    FOR_EACH_BB_FN (bb, cfun)
        if (!is_dispatcher(bb))
            read_block(graph, bb);
    add_edge(graph, EP_BLOCK_ENTRY, graph->first[entry->dest->index],
             EP_EDGE_FALL, EP_GUESS_ONE_CALL, {entry, NULL, NULL});
    FOR_EACH_BB_FN (bb, cfun)
        if (!is_dispatcher(bb))
            read_edges(graph, bb);
}

/* The sites stay those of the edges that are left. */
void join_tails(edgeprof_graph *graph)
{
    unsigned n = 0;
    if (graph->status == EP_OK)
        graph->status = ep_tails_join(&graph->tails, graph->cfg);
    for (unsigned i = 0; i < graph->sites.length() && graph->status == EP_OK;
         i++)
        if (!graph->tails.taken[i])
            graph->sites[n++] = graph->sites[i];
    graph->sites.truncate(n);
}

} // namespace

void edgeprof_graph_read(edgeprof_graph *graph)
{
    free_dominance_info(CDI_DOMINATORS); /* may be out of date */
    free_tail_calls();
    separate_arrivals();
    edgeprof_lines_loops();
    if (graph->status != EP_OK)
        return;
    graph->status = edgeprof_guess_read(&graph->guess);
    if (graph->status == EP_OK)
        read_graph(graph);
    edgeprof_guess_end(&graph->guess);
    join_tails(graph);
}
