/* SPDX-License-Identifier: MIT
 *
 * gcc_members.cc - see gcc_members.h.
 */
#include "gcc_members.h"

#include "gcc_source.h"

namespace
{

/* A constructor, as it is written. */
struct constructor {
    const struct ep_words *words;
    struct ep_point name;

    bool lists(tree member) const
    {
        return !DECL_NAME(member) ||
               ep_words_member(words, name,
                               IDENTIFIER_POINTER(DECL_NAME(member)))
                   .line;
    }
};

/* What EXPRESSION, which has one operand, as a statement and a conversion have, is of; or
 * itself. */
tree without_wrappers(tree expression)
{
    while (expression && EXPR_P(expression) &&
           TREE_CODE(expression) != COMPONENT_REF &&
           TREE_OPERAND_LENGTH(expression) == 1)
        expression = TREE_OPERAND(expression, 0);
    return expression;
}

/* The member that AT is, of the object that is made, if it has an initialiser; or NULL. */
tree member_at(tree at)
{
    at = without_wrappers(at);
    tree object =
        at && TREE_CODE(at) == COMPONENT_REF ? TREE_OPERAND(at, 0) : NULL_TREE;
    return object && TREE_CODE(object) == INDIRECT_REF &&
                   TREE_CODE(without_wrappers(object)) == PARM_DECL &&
                   DECL_INITIAL(TREE_OPERAND(at, 1))
               ? TREE_OPERAND(at, 1)
               : NULL_TREE;
}

/* The member that STATEMENT initialises, or calls the constructor of; or NULL. */
tree member_of(tree statement)
{
    if (TREE_CODE(statement) == INIT_EXPR)
        return member_at(TREE_OPERAND(statement, 0));
    tree callee = TREE_CODE(statement) == CALL_EXPR
                      ? get_callee_fndecl(statement)
                      : NULL_TREE;
    return callee && DECL_CXX_CONSTRUCTOR_P(callee) &&
                   call_expr_nargs(statement) > 0
               ? member_at(CALL_EXPR_ARG(statement, 0))
               : NULL_TREE;
}

void place_copy(tree copy, tree original);

/* Those of constructor COPY, of an aggregate. */
void place_elements(tree copy, tree original)
{
    if (CONSTRUCTOR_NELTS(copy) != CONSTRUCTOR_NELTS(original))
        return;
    for (unsigned i = 0; i < CONSTRUCTOR_NELTS(copy); i++)
        place_copy(CONSTRUCTOR_ELT(copy, i)->value,
                   CONSTRUCTOR_ELT(original, i)->value);
}

/* What initialises the temporary object EXPRESSION, or itself. */
tree without_object(tree expression)
{
    expression = without_wrappers(expression);
    return expression && TREE_CODE(expression) == TARGET_EXPR
               ? without_wrappers(TARGET_EXPR_INITIAL(expression))
               : expression;
}

bool is_like(tree copy, tree original)
{
    return TREE_CODE(copy) == TREE_CODE(original) ||
           (VL_EXP_CLASS_P(copy) && VL_EXP_CLASS_P(original));
}

/* Have COPY stand where ORIGINAL does, as far as they are the same: a temporary object may have
 * become the member, and its construction a call. */
void place_copy(tree copy, tree original)
{
    if (!is_like(copy, original)) {
        copy = without_object(copy);
        original = without_object(original);
    }
    if (!copy || !original || !is_like(copy, original))
        return;
    if (TREE_CODE(copy) == CONSTRUCTOR)
        place_elements(copy, original);
    if (!EXPR_P(copy) ||
        TREE_OPERAND_LENGTH(copy) != TREE_OPERAND_LENGTH(original))
        return;
    if (EXPR_HAS_LOCATION(copy) && EXPR_HAS_LOCATION(original))
        SET_EXPR_LOCATION(copy, EXPR_LOCATION(original));
    for (int i = 0; i < TREE_OPERAND_LENGTH(copy); i++)
        if (TREE_OPERAND(copy, i) && TREE_OPERAND(original, i))
            place_copy(TREE_OPERAND(copy, i), TREE_OPERAND(original, i));
}

/* What has been copied stands at one place, and goes to another. */
struct move {
    location_t from;
    location_t to;
};

/* walk_tree callback: of what is a copy of nothing that is known, as in a template. */
tree move_part(tree *at, int *walk_subtrees, void *data)
{
    const move *all = (const move *)data;
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    else if (EXPR_P(*at) && EXPR_LOCATION(*at) == all->from)
        SET_EXPR_LOCATION(*at, all->to);
    return NULL_TREE;
}

/* Have COPY, of MEMBER's initialiser, stand where that does, and not at PLACE. */
void move_copy(tree copy, tree member, location_t place)
{
    move all = {place, DECL_SOURCE_LOCATION(member)};
    place_copy(copy, DECL_INITIAL(member));
    if (place != UNKNOWN_LOCATION)
        walk_tree_without_duplicates(&copy, move_part, &all);
}

/* walk_tree callback: a statement in the constructor DATA. */
tree place_member(tree *at, int *walk_subtrees, void *data)
{
    const constructor *in = (const constructor *)data;
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    tree statement = without_wrappers(*at);
    tree member = statement ? member_of(statement) : NULL_TREE;
    if (!member || in->lists(member))
        return NULL_TREE;
    *walk_subtrees = 0;
    move_copy(TREE_CODE(statement) == INIT_EXPR ? TREE_OPERAND(statement, 1)
                                                : statement,
              member, EXPR_LOCATION(*at));
    location_t begins = DECL_SOURCE_LOCATION(member);
    for (tree part = *at; part != statement; part = TREE_OPERAND(part, 0))
        SET_EXPR_LOCATION(part, begins);
    SET_EXPR_LOCATION(statement, begins);
    return NULL_TREE;
}

/* Whether CONSTRUCTOR may have a reference to such an object; then, if `= default` makes it, it
 * copies that object's members. */
bool may_copy(tree constructor)
{
    tree type = TYPE_MAIN_VARIANT(DECL_CONTEXT(constructor));
    for (tree at = TYPE_ARG_TYPES(TREE_TYPE(constructor)); at;
         at = TREE_CHAIN(at))
        if (TREE_CODE(TREE_VALUE(at)) == REFERENCE_TYPE &&
            TYPE_MAIN_VARIANT(TREE_TYPE(TREE_VALUE(at))) == type)
            return true;
    return false;
}

/* Whether FNDECL is a constructor in which such copies are placed.  Where nobody declares one,
 * objects may be made without, as aggregates, which have the copies where they stand; before
 * C++20 also where one is defaulted. */
bool is_placed(tree fndecl)
{
    return DECL_CXX_CONSTRUCTOR_P(fndecl) && !DECL_ARTIFICIAL(fndecl) &&
           (!edgeprof_compat_is_defaulted(fndecl) ||
            (edgeprof_compat_is_cxx20() && !may_copy(fndecl))) &&
           !linemap_location_from_macro_expansion_p(
               line_table, DECL_SOURCE_LOCATION(fndecl));
}

} // namespace

void edgeprof_members_place(tree fndecl)
{
    if (!is_placed(fndecl))
        return;
    expanded_location at = edgeprof_compat_line(DECL_SOURCE_LOCATION(fndecl));
    constructor whole = {edgeprof_source_words(at.file), edgeprof_point_of(at)};
    if (whole.words)
        walk_tree_without_duplicates(&DECL_SAVED_TREE(fndecl), place_member,
                                     &whole);
}
