/* SPDX-License-Identifier: MIT
 *
 * gcc_promote.cc - see gcc_promote.h.
 *
 * A register is first a variable of the function; GCC's own renaming then finds
 * where it needs phis.
 */
#include "gcc_promote.h"

#include "gcc_calls.h"
#include "gcc_mark.h"
#include "graph/promote.h"

namespace
{

/* The marks of one block. */
struct counted_block {
    uint32_t counter;
    auto_vec<gimple *> marks;
};

struct counted_loop {
    class loop *loop;
    struct ep_loop shape;
    auto_delete_vec<counted_block> blocks;
    auto_vec<tree> variables; /* per counter of `shape` */
};

/* ---- looking at a loop --------------------------------------------------- */

/* Whether CALL does no more than read memory and write what its arguments point
 * to.  malloc, whose result is new, also keeps a note of that. */
bool is_closed_call(gcall *call)
{
    attr_fnspec effects = gimple_call_fnspec(call);
    return !gimple_has_side_effects(call) ||
           gimple_call_flags(call) & ECF_NOVOPS || /* prefetch */
           (effects.known_p() && !effects.global_memory_written_p() &&
            !effects.returns_noalias_p());
}

/* Whether STMT opens a loop (graph/promote.h). */
bool is_open(const edgeprof_session *session, gimple *stmt)
{
    if (gimple_clobber_p(stmt) || edgeprof_mark_statement(stmt))
        return false;
    if (gimple_has_volatile_ops(stmt) || gimple_code(stmt) == GIMPLE_ASM ||
        gimple_code(stmt) == GIMPLE_TRANSACTION ||
        edgeprof_calls_may_leave(session, stmt))
        return true;
    gcall *call = dyn_cast<gcall *>(stmt);
    return call && !is_closed_call(call);
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
    uint32_t size = 0;
    uint64_t id;
    edge e;
    edge_iterator ei;
    for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb(bb); !gsi_end_p(gsi);
         gsi_next_nondebug(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (edgeprof_mark_id(stmt, &id)) {
            ids.safe_push(id);
            marks.safe_push(stmt);
        } else {
            counted->shape.open |= is_open(session, stmt);
            size++;
        }
    }
    FOR_EACH_EDGE (e, ei, bb->succs)
        counted->shape.open |= (e->flags & EDGE_COMPLEX) != 0;
    uint32_t counter =
        ep_loop_add_block(&counted->shape, ids.address(), ids.length(), size,
                          frequency(bb->count));
    if (counter == EP_NONE)
        return;
    counted_block *block = new counted_block();
    block->counter = counter;
    block->marks.safe_splice(marks);
    counted->blocks.safe_push(block);
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
    counted->shape.searching = is_searching(loop);
    counted->shape.entered = frequency(loop_preheader_edge(loop)->count());
    for (unsigned i = 0; i < loop->num_nodes && !counted->shape.open; i++)
        look_at_block(session, counted, bbs[i]);
    free(bbs);
}

/* ---- promoting it -------------------------------------------------------- */

/* Adds what COUNTER's register holds to its marks. */
gimple *build_flush(const counted_loop *counted, uint32_t counter)
{
    const struct ep_loop_counter *ids = &counted->shape.counters[counter];
    vec<tree, va_gc> *inputs = NULL;
    vec_safe_push(inputs,
                  edgeprof_mark_operand("r", counted->variables[counter]));
    for (size_t i = 0; i < ids->n; i++)
        vec_safe_push(
            inputs,
            edgeprof_mark_operand(
                "i", build_int_cst(long_long_unsigned_type_node,
                                   counted->shape.ids[ids->first + i])));
    return edgeprof_mark_build(inputs);
}

/* Every edge into BB leaves LOOP. */
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
    for (uint32_t i = 0; i < counted->shape.n_counters; i++)
        gsi_insert_before(&gsi, build_flush(counted, i), GSI_SAME_STMT);
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
    tree variable = counted->variables[block->counter];
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
    for (uint32_t i = 0; i < counted->shape.n_counters; i++) {
        tree variable =
            create_tmp_reg(long_long_unsigned_type_node, "edgeprof");
        tree zero = build_zero_cst(TREE_TYPE(variable));
        counted->variables.safe_push(variable);
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
    counted.loop = loop;
    look_at_loop(session, &counted);
    bool changed = session->options.loops == EP_LOOPS_REGISTER &&
                   ep_loop_promotes(&counted.shape);
    if (changed)
        promote(&counted);
    ep_loop_release(&counted.shape);
    if (changed)
        return true;
    for (class loop *inner = loop->inner; inner; inner = inner->next)
        changed |= promote_outermost(session, inner);
    return changed;
}

} // namespace

tree edgeprof_flush(const gimple *stmt, auto_vec<uint64_t> *ids)
{
    const gasm *flush = edgeprof_mark_statement(stmt);
    if (!flush || !edgeprof_mark_is_flush(flush))
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
