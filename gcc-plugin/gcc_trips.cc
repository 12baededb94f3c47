/* SPDX-License-Identifier: MIT
 *
 * gcc_trips.cc - see gcc_trips.h.
 */
#include "gcc_trips.h"

#include "gcc_mark.h"

namespace
{

gimple *build_leave(uint64_t id, tree variable)
{
    vec<tree, va_gc> *operands = NULL;
    tree table = build_int_cst(long_long_unsigned_type_node, (HOST_WIDE_INT)id);
    vec_safe_push(operands, edgeprof_mark_operand("i", table));
    vec_safe_push(operands, edgeprof_mark_operand("r", variable));
    return edgeprof_mark_build(operands);
}

gimple *build_step(enum ep_trip_step step, tree variable)
{
    tree type = TREE_TYPE(variable);
    if (step == EP_TRIP_ENTER)
        return gimple_build_assign(variable,
                                   build_int_cst(type, EP_TRIPS_FIRST));
    return gimple_build_assign(variable, PLUS_EXPR, variable,
                               build_int_cst(type, EP_TRIPS_ROUND));
}

} // namespace

void edgeprof_trips_put(const edgeprof_graph *graph,
                        const struct ep_trips *trips, uint32_t index,
                        const struct ep_function *function)
{
    auto_vec<tree> variables;
    for (uint32_t i = 0; i < trips->n_loops; i++)
        variables.safe_push(
            create_tmp_reg(long_long_unsigned_type_node, "edgeprof"));
    for (size_t i = 0; i < trips->n; i++) {
        const struct ep_trip *trip = &trips->items[i];
        tree variable = variables[trip->loop];
        edgeprof_mark_put(
            &graph->sites[trip->edge],
            trip->step == EP_TRIP_LEAVE
                ? build_leave(ep_trips_id(index, function, trip->loop),
                              variable)
                : build_step(trip->step, variable));
    }
}

tree edgeprof_trips(const gimple *stmt, uint64_t *out)
{
    const gasm *mark = edgeprof_mark_statement(stmt);
    if (!mark || gimple_asm_ninputs(mark) != 2 || edgeprof_mark_is_flush(mark))
        return NULL_TREE;
    *out = tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(mark, 0)));
    return TREE_VALUE(gimple_asm_input_op(mark, 1));
}

tree edgeprof_trips_address(gimple_stmt_iterator *gsi, tree table, tree value)
{
    tree zeros =
        build_call_expr(builtin_decl_explicit(BUILT_IN_CLZLL), 1, value);
    tree bin = fold_build2(BIT_XOR_EXPR, integer_type_node, zeros,
                           build_int_cst(integer_type_node, 63));
    tree bytes = fold_build2(MULT_EXPR, sizetype, fold_convert(sizetype, bin),
                             build_int_cst(sizetype, 8));
    return force_gimple_operand_gsi(gsi, fold_build_pointer_plus(table, bytes),
                                    true, NULL_TREE, true, GSI_SAME_STMT);
}
