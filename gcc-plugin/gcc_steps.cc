/* SPDX-License-Identifier: MIT
 *
 * gcc_steps.cc - see gcc_steps.h.
 */
#include "gcc_steps.h"

#include "gcc_made.h"

namespace
{

/* walk_tree callback: ++X, which GCC gives the place of the && around it, becomes
 * X = X + 1 at its own, as GCC itself makes it. */
tree place_step(tree *at, int *walk_subtrees, void *)
{
    tree step = *at;
    if (TYPE_P(step))
        *walk_subtrees = 0;
    if ((TREE_CODE(step) != PREINCREMENT_EXPR &&
         TREE_CODE(step) != PREDECREMENT_EXPR) ||
        !EXPR_HAS_LOCATION(step))
        return NULL_TREE;
    bool down = TREE_CODE(step) == PREDECREMENT_EXPR;
    tree type = TYPE_MAIN_VARIANT(TREE_TYPE(step));
    tree variable = stabilize_reference(TREE_OPERAND(step, 0));
    tree by = TREE_OPERAND(step, 1), value;
    if (POINTER_TYPE_P(type)) {
        by = fold_convert(sizetype, by);
        if (down)
            by = fold_build1(NEGATE_EXPR, sizetype, by);
        value = fold_build2(POINTER_PLUS_EXPR, type, variable, by);
    } else {
        bool promoted =
            INTEGRAL_TYPE_P(type) &&
            TYPE_PRECISION(type) < TYPE_PRECISION(integer_type_node);
        tree in = promoted ? unsigned_type_for(type) : type;
        value = fold_convert(type, fold_build2(down ? MINUS_EXPR : PLUS_EXPR,
                                               in, fold_convert(in, variable),
                                               fold_convert(in, by)));
    }
    *at = build2_loc(EXPR_LOCATION(step), MODIFY_EXPR, TREE_TYPE(step),
                     variable, value);
    return NULL_TREE;
}

} // namespace

void edgeprof_steps_place_third(tree loop)
{
    tree *at = &FOR_EXPR(loop);
    tree part = *at;
    if (edgeprof_compat_is_c() || !part || !EXPR_P(part))
        return;
    while (CONVERT_EXPR_P(part) || TREE_CODE(part) == CLEANUP_POINT_EXPR)
        part = TREE_OPERAND(part, 0);
    if (!EXPR_HAS_LOCATION(part))
        return;
    if (TREE_CODE(*at) != CLEANUP_POINT_EXPR)
        *at = build1(CLEANUP_POINT_EXPR, void_type_node, *at);
    at = &TREE_OPERAND(*at, 0);
    for (; CONVERT_EXPR_P(*at); at = &TREE_OPERAND(*at, 0))
        SET_EXPR_LOCATION(*at, EXPR_LOCATION(part));
}

void edgeprof_steps_place(tree *at)
{
    walk_tree_without_duplicates(at, place_step, NULL);
}
