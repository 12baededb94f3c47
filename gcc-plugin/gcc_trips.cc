/* SPDX-License-Identifier: MIT
 *
 * gcc_trips.cc - see gcc_trips.h.
 */
#include "gcc_trips.h"

#include "gcc_mark.h"

#define N_TRIP_OPERANDS 2

namespace
{

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
        edgeprof_mark_put(&graph->sites[trip->edge],
                          trip->step == EP_TRIP_LEAVE
                              ? edgeprof_mark_build_id(
                                    ep_trips_id(index, function, trip->loop),
                                    variable, N_TRIP_OPERANDS)
                              : build_step(trip->step, variable));
    }
}

tree edgeprof_trips(const gimple *stmt, uint64_t *out)
{
    return edgeprof_mark_value(stmt, N_TRIP_OPERANDS, out);
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
