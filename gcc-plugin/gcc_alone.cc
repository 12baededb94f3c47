/* SPDX-License-Identifier: MIT
 *
 * gcc_alone.cc - see gcc_alone.h.
 */
#include "gcc_alone.h"

#include "gcc_mark.h"

namespace
{

bool has_only_marks(basic_block bb)
{
    uint64_t id;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi))
        if (gimple_code(gsi_stmt(gsi)) != GIMPLE_LABEL &&
            !is_gimple_debug(gsi_stmt(gsi)) &&
            !edgeprof_mark_id(gsi_stmt(gsi), &id))
            return false;
    return true;
}

/* Whether A and B lead to one block, which does not ask by which of them. */
bool are_same(edge a, edge b)
{
    if (a->dest != b->dest)
        return false;
    for (gphi_iterator gsi = gsi_start_phis(a->dest); !gsi_end_p(gsi);
         gsi_next(&gsi))
        if (!virtual_operand_p(gimple_phi_result(gsi.phi())) &&
            !operand_equal_p(PHI_ARG_DEF_FROM_EDGE(gsi.phi(), a),
                             PHI_ARG_DEF_FROM_EDGE(gsi.phi(), b), 0))
            return false;
    return true;
}

} // namespace

gcond *edgeprof_alone(gimple *stmt)
{
    basic_block bb = gimple_bb(stmt);
    if (!single_pred_p(bb) || !single_succ_p(bb) || phi_nodes(bb) ||
        !has_only_marks(bb))
        return NULL;
    edge to = single_pred_edge(bb);
    gcond *condition = safe_dyn_cast<gcond *>(last_stmt(to->src));
    if (!condition || stmt_could_throw_p(cfun, condition))
        return NULL;
    edge other = EDGE_SUCC(to->src, EDGE_SUCC(to->src, 0) == to);
    return are_same(other, single_succ_edge(bb)) ? condition : NULL;
}

tree edgeprof_alone_value(gcond *condition, const gimple *stmt)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(condition);
    tree holds = build2(gimple_cond_code(condition), boolean_type_node,
                        gimple_cond_lhs(condition), gimple_cond_rhs(condition));
    if (single_pred_edge(gimple_bb(stmt))->flags & EDGE_FALSE_VALUE)
        holds = fold_build1(TRUTH_NOT_EXPR, boolean_type_node, holds);
    return force_gimple_operand_gsi(
        &gsi, fold_convert(long_long_unsigned_type_node, holds), true,
        NULL_TREE, true, GSI_SAME_STMT);
}
