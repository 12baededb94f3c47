/* SPDX-License-Identifier: MIT
 *
 * gcc_joined.cc - see gcc_joined.h.
 */
#include "gcc_joined.h"

#include "gcc_anchors.h"
#include "gcc_source.h"

namespace
{

struct extent {
    location_t begins;
    edgeprof_joined_end end;
    bool is_open; /* the walk is in it */

    bool has(location_t place) const
    {
        return !edgeprof_compat_is_before(place, begins) &&
               !edgeprof_compat_is_before(end.behind, place);
    }

    bool has_behind(location_t place) const
    {
        return has(place) && edgeprof_compat_is_before(end.last, place);
    }
};

bool constructs;                /* the function is a constructor */
hash_map<tree, extent> choices; /* those over several lines */
hash_map<int_hash<int, -1, -2>, tree>
    lines; /* of theirs, but each's first: the outermost */

/* walk_tree callback: a choice that PLACE is in. */
tree find_around(tree *at, int *walk_subtrees, void *place)
{
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    extent *found = choices.get(*at);
    return found && found->has(*(location_t *)place) ? *at : NULL_TREE;
}

/* Whether a constructor's list ends at PLACE.  What it does not name, and the tables of virtual
 * functions, stand there, and are computed of nothing in it. */
bool is_list_end(location_t place)
{
    expanded_location at = edgeprof_compat_line(place);
    const struct ep_words *words =
        constructs ? edgeprof_source_words(at.file) : NULL;
    return words && ep_words_is_head_end(words, edgeprof_point_of(at));
}

/* Where EXPRESSION, which is at PLACE, shall stand: it is computed of a choice, or with one,
 * as `throw` is, at the brackets behind. */
location_t place_of(tree expression, location_t place)
{
    tree *on_line = place == UNKNOWN_LOCATION
                        ? NULL
                        : lines.get(edgeprof_compat_line(place).line);
    if (!on_line)
        return place;
    if (tree choice =
            walk_tree_without_duplicates(&expression, find_around, &place))
        return choices.get(choice)->begins;
    extent *outer = choices.get(*on_line);
    return !outer->is_open && outer->has_behind(place) && !is_list_end(place)
               ? outer->begins
               : place;
}

/* The anchor in front of a statement in LIST goes with it. */
void place_anchors(tree list)
{
    tree anchor = NULL_TREE;
    for (tree_stmt_iterator i = tsi_start(list); !tsi_end_p(i); tsi_next(&i)) {
        tree statement = tsi_stmt(i);
        if (anchor && EXPR_LOCATION(anchor) == EXPR_LOCATION(statement))
            SET_EXPR_LOCATION(anchor,
                              place_of(statement, EXPR_LOCATION(statement)));
        anchor = edgeprof_anchors_is_new(statement) ? statement : NULL_TREE;
    }
}

/* walk_tree callback.  A ?: that was not noted is nobody's, and its test no branch where it
 * stands. */
tree place(tree *at, int *walk_subtrees, void *seen)
{
    tree expression = *at;
    if (TYPE_P(expression)) {
        *walk_subtrees = 0;
    } else if (TREE_CODE(expression) == STATEMENT_LIST) {
        place_anchors(expression);
    } else if (extent *choice = choices.get(expression)) {
        *walk_subtrees = 0;
        choice->is_open = true;
        for (int i = 0; i < 3; i++)
            walk_tree(&TREE_OPERAND(expression, i), place, seen,
                      (hash_set<tree> *)seen);
        choice->is_open = false;
    } else if (EXPR_HAS_LOCATION(expression) &&
               TREE_CODE(expression) != COND_EXPR) {
        SET_EXPR_LOCATION(expression,
                          place_of(expression, EXPR_LOCATION(expression)));
    }
    return NULL_TREE;
}

} // namespace

void edgeprof_joined_note(tree choice, location_t begins,
                          const edgeprof_joined_end &end)
{
    if (!edgeprof_compat_on_other_line(begins, end.behind) ||
        !edgeprof_compat_is_before(begins, end.behind))
        return;
    int last = edgeprof_compat_line(end.behind).line;
    for (int line = edgeprof_compat_line(begins).line; line++ < last;)
        lines.put(line, choice);
    choices.put(choice, {begins, end, false});
}

void edgeprof_joined_place(tree fndecl)
{
    hash_set<tree> seen;
    constructs = DECL_CXX_CONSTRUCTOR_P(fndecl);
    if (!choices.is_empty())
        walk_tree(&DECL_SAVED_TREE(fndecl), place, &seen, &seen);
    choices.empty();
    lines.empty();
}
