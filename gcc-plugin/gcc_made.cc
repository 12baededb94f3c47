/* SPDX-License-Identifier: MIT
 *
 * gcc_made.cc - see gcc_made.h.
 */
#include "gcc_made.h"

namespace
{

/* walk_tree callback: have what is computed stand at the place DATA. */
tree visit_moved(tree *at, int *walk_subtrees, void *data)
{
    if (TYPE_P(*at) || TREE_CODE(*at) == SAVE_EXPR)
        *walk_subtrees = 0;
    else if (EXPR_HAS_LOCATION(*at))
        SET_EXPR_LOCATION(*at, *(location_t *)data);
    return NULL_TREE;
}

/* walk_tree callback: the guard of a static variable, if that is what AT is. */
tree visit_guard(tree *at, int *walk_subtrees, void *)
{
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    return edgeprof_made_is_guard(*at) ? *at : NULL_TREE;
}

} // namespace

bool edgeprof_made_is_guard(tree operand)
{
    return VAR_P(operand) && DECL_NAME(operand) &&
           edgeprof_compat_starts(IDENTIFIER_POINTER(DECL_NAME(operand)),
                                  "_ZGV");
}

void edgeprof_made_place_guard(tree choice)
{
    tree guard = walk_tree_without_duplicates(&TREE_OPERAND(choice, 0),
                                              visit_guard, NULL);
    if (!guard)
        return;
    location_t place = DECL_SOURCE_LOCATION(guard);
    walk_tree_without_duplicates(&TREE_OPERAND(choice, 0), visit_moved, &place);
    SET_EXPR_LOCATION(choice, place);
}

void edgeprof_made_place_check(tree call)
{
    location_t place = EXPR_LOCATION(call);
    if (CALL_EXPR_FN(call) || CALL_EXPR_IFN(call) != IFN_UBSAN_BOUNDS)
        return;
    for (int i = 0; i < call_expr_nargs(call); i++) {
        CALL_EXPR_ARG(call, i) = unshare_expr(CALL_EXPR_ARG(call, i));
        walk_tree_without_duplicates(&CALL_EXPR_ARG(call, i), visit_moved,
                                     &place);
    }
}
