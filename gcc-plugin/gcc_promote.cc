/* SPDX-License-Identifier: MIT
 *
 * gcc_promote.cc - see gcc_promote.h.
 *
 * A register is first a variable of the function; GCC's own renaming then finds
 * where it needs phis.
 */
#include "gcc_promote.h"

#include "gcc_calls_proof.h"
#include "gcc_mark.h"
#include "graph/promote.h"

namespace
{

/* No loop with so many is promoted: not worth looking further. */
const unsigned MANY_COUNTERS = 64;

/* What counts in one register. */
struct counter {
    auto_vec<uint64_t> ids; /* sorted */
    tree variable;
};

/* The marks of one block. */
struct counted_block {
    uint32_t counter;
    auto_vec<gimple *> marks;
};

struct counted_loop {
    class loop *loop;
    bool searching;
    struct ep_loop shape;
    auto_delete_vec<counter> counters;
    auto_delete_vec<counted_block> blocks;
};

/* ---- looking at a loop --------------------------------------------------- */

int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

bool same_ids(const auto_vec<uint64_t> &a, const auto_vec<uint64_t> &b)
{
    return a.length() == b.length() &&
           memcmp(a.address(), b.address(), a.length() * sizeof a[0]) == 0;
}

/* The counter of the marks IDS; a new one, if none has the same. */
uint32_t find_counter(counted_loop *counted, auto_vec<uint64_t> *ids)
{
    auto_delete_vec<counter> &counters = counted->counters;
    ids->qsort(by_value);
    for (unsigned i = 0; i < counters.length(); i++)
        if (same_ids(counters[i]->ids, *ids))
            return i;
    counter *added = new counter();
    added->ids.safe_splice(*ids);
    counters.safe_push(added);
    counted->shape.open |= counters.length() > MANY_COUNTERS;
    return counters.length() - 1;
}

/* Whether STMT lets the world see what has been counted, or may keep the loop
 * from going on. */
bool is_open(const edgeprof_session *session, gimple *stmt)
{
    return gimple_has_side_effects(stmt) || gimple_code(stmt) == GIMPLE_ASM ||
           gimple_code(stmt) == GIMPLE_TRANSACTION ||
           edgeprof_calls_may_leave(session, stmt);
}

uint64_t frequency(profile_count count)
{
    return count.initialized_p() ? (uint64_t)count.to_gcov_type() : 0;
}

void look_at_block(const edgeprof_session *session, counted_loop *counted,
                   basic_block bb)
{
    auto_vec<uint64_t> ids;
    auto_vec<gimple *> marks;
    uint64_t id;
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb(bb); !gsi_end_p(gsi);
         gsi_next_nondebug(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (edgeprof_mark_id(stmt, &id)) {
            ids.safe_push(id);
            marks.safe_push(stmt);
        } else {
            counted->shape.open |= is_open(session, stmt);
            counted->shape.searching += counted->searching;
        }
    }
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs)
        counted->shape.open |= (e->flags & EDGE_COMPLEX) != 0;
    if (marks.is_empty() || counted->shape.open)
        return;
    counted_block *block = new counted_block();
    block->counter = find_counter(counted, &ids);
    block->marks.safe_splice(marks);
    counted->blocks.safe_push(block);
    counted->shape.counted += frequency(bb->count);
}

bool is_searching(class loop *loop)
{
    if (number_of_latch_executions(loop) == chrec_dont_know)
        return true;
    for (class loop *inner = loop->inner; inner; inner = inner->next)
        if (is_searching(inner))
            return true;
    return false;
}

void look_at_loop(const edgeprof_session *session, counted_loop *counted)
{
    class loop *loop = counted->loop;
    basic_block *bbs = get_loop_body(loop);
    counted->shape.open = !single_exit(loop) && !loop->exits->next->e;
    counted->shape.entered = frequency(loop_preheader_edge(loop)->count());
    for (unsigned i = 0; i < loop->num_nodes && !counted->shape.open; i++)
        look_at_block(session, counted, bbs[i]);
    counted->shape.n_counters = counted->counters.length();
    free(bbs);
}

/* ---- promoting it -------------------------------------------------------- */

gimple *build_flush(const counter *from)
{
    vec<tree, va_gc> *inputs = NULL;
    vec_safe_push(inputs, edgeprof_mark_operand("r", from->variable));
    for (unsigned i = 0; i < from->ids.length(); i++)
        vec_safe_push(inputs,
                      edgeprof_mark_operand(
                          "i", build_int_cst(long_long_unsigned_type_node,
                                             from->ids[i])));
    return edgeprof_mark_build(inputs);
}

/* Every way into BB leaves LOOP. */
bool is_exit_alone(class loop *loop, basic_block bb)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds)
        if (!flow_bb_inside_loop_p(loop, e->src))
            return false;
    return true;
}

void flush_at(const counted_loop *counted, basic_block bb)
{
    gimple_stmt_iterator gsi = gsi_after_labels(bb);
    for (unsigned i = 0; i < counted->counters.length(); i++)
        gsi_insert_before(&gsi, build_flush(counted->counters[i]),
                          GSI_SAME_STMT);
}

void flush_at_exits(const counted_loop *counted)
{
    auto_vec<edge> exits = get_loop_exit_edges(counted->loop);
    hash_set<basic_block> done;
    for (unsigned i = 0; i < exits.length(); i++) {
        basic_block bb = exits[i]->dest;
        if (!is_exit_alone(counted->loop, bb))
            bb = split_edge(exits[i]);
        if (!done.add(bb))
            flush_at(counted, bb);
    }
}

void count_in_register(counted_loop *counted, const counted_block *block)
{
    tree variable = counted->counters[block->counter]->variable;
    tree one = build_one_cst(TREE_TYPE(variable));
    gimple_stmt_iterator gsi = gsi_for_stmt(block->marks[0]);
    gsi_replace(&gsi, gimple_build_assign(variable, PLUS_EXPR, variable, one),
                false);
    for (unsigned i = 1; i < block->marks.length(); i++) {
        gsi = gsi_for_stmt(block->marks[i]);
        gsi_remove(&gsi, true);
    }
}

void promote(counted_loop *counted)
{
    for (unsigned i = 0; i < counted->counters.length(); i++) {
        tree variable =
            create_tmp_reg(long_long_unsigned_type_node, "edgeprof");
        tree zero = build_zero_cst(TREE_TYPE(variable));
        counted->counters[i]->variable = variable;
        gsi_insert_on_edge_immediate(loop_preheader_edge(counted->loop),
                                     gimple_build_assign(variable, zero));
    }
    for (unsigned i = 0; i < counted->blocks.length(); i++)
        count_in_register(counted, counted->blocks[i]);
    flush_at_exits(counted);
}

/* Promote LOOP, or else those within it. */
bool promote_outermost(const edgeprof_session *session, class loop *loop)
{
    counted_loop counted = {};
    bool changed = false;
    counted.loop = loop;
    counted.searching = is_searching(loop);
    look_at_loop(session, &counted);
    if (session->options.loops == EP_LOOPS_REGISTER &&
        ep_promote(&counted.shape)) {
        promote(&counted);
        return true;
    }
    for (class loop *inner = loop->inner; inner; inner = inner->next)
        changed |= promote_outermost(session, inner);
    return changed;
}

} // namespace

tree edgeprof_flush(const gimple *stmt, auto_vec<uint64_t> *ids)
{
    const gasm *flush = edgeprof_mark_statement(stmt);
    if (!flush || gimple_asm_ninputs(flush) < 2)
        return NULL_TREE;
    for (unsigned i = 1; i < gimple_asm_ninputs(flush); i++)
        ids->safe_push(tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(flush, i))));
    return TREE_VALUE(gimple_asm_input_op(flush, 0));
}

void edgeprof_promote_function(const edgeprof_session *session)
{
    bool changed = false;
    class loop *outermost = current_loops->tree_root;
    for (class loop *loop = outermost->inner; loop; loop = loop->next)
        changed |= promote_outermost(session, loop);
    if (changed)
        rewrite_into_loop_closed_ssa(NULL, TODO_update_ssa);
}
