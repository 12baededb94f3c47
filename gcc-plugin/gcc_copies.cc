/* SPDX-License-Identifier: MIT
 *
 * gcc_copies.cc - see gcc_copies.h.
 */
#include "gcc_copies.h"

#include "gcc_made.h"

namespace
{

struct copy {
    tree *at;
    unsigned
        depth; /* of operands that are evaluated on a condition, or in a loop */
};

struct walk {
    hash_map<tree, copy> first; /* of what may have copies: the source's */
    hash_map<tree, copy> asked; /* likewise, of what a ?: asks */
    hash_set<tree> seen;
    auto_vec<tree *> others;
    auto_vec<tree *> others_asked;
    unsigned depth = 0;
};

bool is_choice(tree expression)
{
    return TREE_CODE(expression) == COND_EXPR ||
           TREE_CODE(expression) == TRUTH_ANDIF_EXPR ||
           TREE_CODE(expression) == TRUTH_ORIF_EXPR;
}

/* What is saved, and a temporary, is in several places and evaluated once. */
bool may_have_copies(tree expression)
{
    return !TREE_SIDE_EFFECTS(expression) && !TREE_CONSTANT(expression) &&
           !VOID_TYPE_P(TREE_TYPE(expression)) &&
           TREE_CODE(expression) != SAVE_EXPR &&
           TREE_CODE(expression) != TARGET_EXPR;
}

/* What is at AT has been met before, FIRST. */
void note_again(tree *at, copy *first, unsigned depth, vec<tree *> *others)
{
    if (depth < first->depth) {
        others->safe_push(first->at);
        *first = {at, depth};
    } else {
        others->safe_push(at);
    }
}

/* What the ?: at AT asks may be what another one asks, which GCC has made of the same: of
 * `(c ? a : b).n++` it makes `(c ? a.n : b.n) = (c ? a.n : b.n) + 1`. */
void note_asked(tree *at, walk *all)
{
    tree asked = TREE_OPERAND(*at, 0);
    while (CONVERT_EXPR_P(asked) || TREE_CODE(asked) == NON_LVALUE_EXPR)
        asked = TREE_OPERAND(asked, 0);
    if (!EXPR_P(asked) || !may_have_copies(asked))
        return;
    if (copy *first = all->asked.get(asked))
        note_again(at, first, all->depth, &all->others_asked);
    else
        all->asked.put(asked, {at, all->depth});
}

/* walk_tree callback. */
tree note(tree *at, int *walk_subtrees, void *data)
{
    walk *all = (walk *)data;
    tree expression = *at;
    if (TYPE_P(expression))
        *walk_subtrees = 0;
    if (!EXPR_P(expression))
        return NULL_TREE;
    if (all->seen.add(expression)) {
        *walk_subtrees = 0;
        copy *first = all->first.get(expression);
        if (first && edgeprof_made_has_choice(expression))
            note_again(at, first, all->depth, &all->others);
        return NULL_TREE;
    }
    if (may_have_copies(expression))
        all->first.put(expression, {at, all->depth});
    bool is_loop = TREE_CODE(expression) == LOOP_EXPR;
    if (!is_choice(expression) && !is_loop)
        return NULL_TREE;
    if (TREE_CODE(expression) == COND_EXPR &&
        !VOID_TYPE_P(TREE_TYPE(expression)))
        note_asked(at, all);
    *walk_subtrees = 0;
    if (!is_loop)
        walk_tree(&TREE_OPERAND(expression, 0), note, data, NULL);
    all->depth++;
    for (int i = is_loop ? 0 : 1; i < TREE_OPERAND_LENGTH(expression); i++)
        walk_tree(&TREE_OPERAND(expression, i), note, data, NULL);
    all->depth--;
    return NULL_TREE;
}

void mark_other(tree expression)
{
    SET_EXPR_LOCATION(expression,
                      make_location(EXPR_LOCATION(expression),
                                    BUILTINS_LOCATION, BUILTINS_LOCATION));
}

/* walk_tree callback. */
tree mark(tree *at, int *walk_subtrees, void *)
{
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    else if (EXPR_HAS_LOCATION(*at))
        mark_other(*at);
    return NULL_TREE;
}

void part_at(tree *at)
{
    *at = unshare_expr(*at);
    walk_tree_without_duplicates(at, mark, NULL);
}

} // namespace

bool edgeprof_copies_has(location_t place)
{
    return get_start(place) == BUILTINS_LOCATION;
}

void edgeprof_copies_part(tree *body)
{
    walk all;
    walk_tree(body, note, &all, NULL);
    for (tree *at : all.others_asked) {
        mark_other(*at);
        part_at(&TREE_OPERAND(*at, 0));
    }
    for (tree *at : all.others)
        part_at(at);
}
