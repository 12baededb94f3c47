/* SPDX-License-Identifier: MIT
 *
 * gcc_ways.cc - see gcc_ways.h.
 */
#include "gcc_ways.h"

#include "gcc_mark.h"

namespace
{

tree number(uint32_t value)
{
    return build_int_cst(unsigned_type_node, (HOST_WIDE_INT)value);
}

/* Two edges in place of E, taken if VARIABLE is below MIDDLE and if not; those that they
 * lead to are blocks of their own, or E's. */
void fork(edge e, tree variable, uint32_t middle, edge *below, edge *above)
{
    basic_block head = split_edge(e);
    basic_block to = single_succ(head);
    basic_block side = split_edge(single_succ_edge(head));
    gimple_stmt_iterator gsi = gsi_last_bb(head);

    *above = single_pred_edge(side);
    *below = make_edge(head, to, EDGE_TRUE_VALUE);
    (*above)->flags &= ~EDGE_FALLTHRU;
    (*above)->flags |= EDGE_FALSE_VALUE;
    (*below)->probability = (*above)->probability = profile_probability::even();
    side->count = (*above)->count();
    gsi_insert_after(&gsi,
                     gimple_build_cond(LT_EXPR, variable, number(middle),
                                       NULL_TREE, NULL_TREE),
                     GSI_NEW_STMT);
}

/* The marks from ID on stand on E: that of the way FIRST, if VARIABLE is FIRST, and so on,
 * below END. */
void put_marks(edge e, tree variable, uint64_t id, uint32_t first, uint32_t end)
{
    uint32_t middle = first + (end - first) / 2;
    edge below, above;

    if (end - first == 1) {
        edgeprof_mark_put_on_edge(e, edgeprof_mark_build_id(id + first));
        return;
    }
    fork(e, variable, middle, &below, &above);
    put_marks(below, variable, id, first, middle);
    put_marks(above, variable, id, middle, end);
}

} // namespace

void edgeprof_ways_put(const edgeprof_graph *graph, uint32_t index)
{
    const struct ep_way_steps *steps =
        ep_unit_steps(graph->session->unit, index);
    auto_vec<tree> variables;

    if (steps->n == 0)
        return;
    free_dominance_info(CDI_DOMINATORS); /* edges are added */
    for (uint32_t i = 0; i < steps->n_variables; i++)
        variables.safe_push(create_tmp_var(unsigned_type_node, "edgeprof_way"));
    for (uint32_t i = 0; i < steps->n; i++) {
        const struct ep_way_step *step = &steps->items[i];
        edge e = graph->sites[step->edge].on;
        tree variable = variables[step->variable], value = number(step->value);

        if (step->kind == EP_WAY_END)
            put_marks(e, variable, ep_mark_id(index, step->value), 0, step->n);
        else if (step->kind == EP_WAY_SET)
            edgeprof_mark_put_on_edge(e, gimple_build_assign(variable, value));
        else
            edgeprof_mark_put_on_edge(
                e, gimple_build_assign(variable, PLUS_EXPR, variable, value));
    }
}
