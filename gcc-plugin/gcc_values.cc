/* SPDX-License-Identifier: MIT
 *
 * gcc_values.cc - see gcc_values.h.
 */
#include "gcc_values.h"

#include "gcc_mark.h"

#define N_VALUE_OPERANDS 3

namespace
{

/* EXPRESSION, which is used more than once. */
tree once(gimple_stmt_iterator *gsi, tree expression)
{
    return force_gimple_operand_gsi(gsi, expression, true, NULL_TREE, true,
                                    GSI_SAME_STMT);
}

} // namespace

void edgeprof_values_put(const edgeprof_graph *graph, uint32_t index,
                         const struct ep_function *function)
{
    for (unsigned i = 0; i < graph->pointer_calls.length(); i++) {
        gimple *call = graph->pointer_calls[i];
        gimple_stmt_iterator gsi = gsi_for_stmt(call);
        tree pointer = gimple_call_fn(call);
        if (TREE_CODE(pointer) == OBJ_TYPE_REF)
            pointer = OBJ_TYPE_REF_EXPR(pointer);
        gsi_insert_before(
            &gsi,
            edgeprof_mark_build_id(ep_value_id(index, function, i), pointer,
                                   N_VALUE_OPERANDS),
            GSI_SAME_STMT);
    }
}

tree edgeprof_values(const gimple *stmt, uint64_t *out)
{
    return edgeprof_mark_value(stmt, N_VALUE_OPERANDS, out);
}

/* ep_target_hash, of a place that is 0 if it is far. */
tree edgeprof_values_hash(gimple_stmt_iterator *gsi, tree start, tree pointer)
{
    tree word = long_long_unsigned_type_node;
    tree place =
        once(gsi, fold_build2(MINUS_EXPR, word, fold_convert(word, pointer),
                              fold_convert(word, start)));
    tree low = once(gsi, fold_convert(integer_type_node, place));
    tree extended =
        fold_convert(word, fold_convert(long_long_integer_type_node, low));
    tree near = fold_build2(EQ_EXPR, boolean_type_node, place, extended);
    tree mask = fold_build1(NEGATE_EXPR, word, fold_convert(word, near));
    tree factor = build_int_cst(word, (HOST_WIDE_INT)EP_TARGET_FACTOR);
    tree fold = build_int_cst(integer_type_node, EP_TARGET_FOLD);
    tree hash = once(
        gsi, fold_build2(MULT_EXPR, word,
                         fold_build2(BIT_AND_EXPR, word, place, mask), factor));
    hash = fold_build2(BIT_XOR_EXPR, word, hash,
                       fold_build2(RSHIFT_EXPR, word, hash, fold));
    return once(gsi,
                fold_build2(RSHIFT_EXPR, word,
                            fold_build2(MULT_EXPR, word, hash, factor), fold));
}

tree edgeprof_values_address(gimple_stmt_iterator *gsi, tree table, tree hash)
{
    tree word = long_long_unsigned_type_node;
    tree cell = fold_build2(RSHIFT_EXPR, word, hash,
                            build_int_cst(integer_type_node, EP_TARGET_SHIFT));
    tree bytes = fold_build2(MULT_EXPR, word, cell, build_int_cst(word, 16));
    return once(gsi,
                fold_build_pointer_plus(table, fold_convert(sizetype, bytes)));
}
