/* SPDX-License-Identifier: MIT
 *
 * gcc_choices.cc - see gcc_choices.h.
 */
#include "gcc_choices.h"

#include "gcc_anchors.h"
#include "gcc_made.h"
#include "gcc_sides.h"
#include "gcc_source.h"

namespace
{

/* GCC's, or that of its front end. */
int (*gimplify)(tree *, gimple_seq *, gimple_seq *);

/* What initialises the object VALUE, if that has a slot of its own, or VALUE. */
tree *initial_of(tree *value)
{
    return TREE_CODE(*value) == TARGET_EXPR && TARGET_EXPR_INITIAL(*value)
               ? &TARGET_EXPR_INITIAL(*value)
               : value;
}

void put_anchor(tree *at, location_t place)
{
    *at = build2_loc(place, COMPOUND_EXPR, TREE_TYPE(*at),
                     edgeprof_anchors_new(place), *at);
}

bool is_assignment(tree expression)
{
    return TREE_CODE(expression) == INIT_EXPR ||
           TREE_CODE(expression) == MODIFY_EXPR;
}

/* Where the operand of a ?: stands that EXPRESSION, `x = operand`, was made for; or
 * UNKNOWN_LOCATION. */
location_t place_of_chosen(tree expression)
{
    if (!is_assignment(expression) || EXPR_HAS_LOCATION(expression))
        return UNKNOWN_LOCATION;
    tree value = *initial_of(&TREE_OPERAND(expression, 1));
    return TREE_CODE(value) == COMPOUND_EXPR &&
                   edgeprof_anchors_is_new(TREE_OPERAND(value, 0))
               ? EXPR_LOCATION(value)
               : UNKNOWN_LOCATION;
}

/* From GCC 16 on `x = c ? a : b` of a register, too, is made `c ? x = a : x = b`: then
 * nothing else stands where EXPRESSION does. */
void anchor_assignment(tree expression, gimple_seq *before)
{
    tree value =
        is_assignment(expression) ? TREE_OPERAND(expression, 1) : NULL_TREE;
    if (!value || TREE_CODE(value) != COND_EXPR ||
        !is_gimple_reg_type(TREE_TYPE(value)))
        return;
    edgeprof_made_place_cast(value, input_location);
    if (edgeprof_compat_on_other_line(input_location, EXPR_LOCATION(value)))
        gimplify_and_add(edgeprof_anchors_new(input_location), before);
}

/* The language's hook: input_location is, until AT is done, that of what has no place.
 * GCC 11 has the test of `c ? x = a : x = b` none. */
int on_gimplify(tree *at, gimple_seq *before, gimple_seq *behind)
{
    if (TREE_CODE(*at) == COND_EXPR)
        edgeprof_made_place_cast(*at, input_location);
    anchor_assignment(*at, before);
    bool is_choice = TREE_CODE(*at) == COND_EXPR && EXPR_HAS_LOCATION(*at);
    location_t place = is_choice ? EXPR_LOCATION(*at) : place_of_chosen(*at);
    if (place != UNKNOWN_LOCATION) {
        SET_EXPR_LOCATION(*at, place);
        input_location = place;
    }
    return gimplify(at, before, behind);
}

/* Whether OPERAND, number I of CHOICE, is no ?: that stands in it: then GCC has made it one. */
bool is_elsewhere(tree operand, tree choice, unsigned i,
                  const edgeprof_written *written)
{
    location_t place = EXPR_LOCATION(operand);
    if (get_pure_location(place) == get_pure_location(EXPR_LOCATION(choice)))
        return true;
    uint32_t at = written ? edgeprof_written_word(*written, place) : EP_NONE;
    return at != EP_NONE && !ep_range_has(written->as.operands[i], at);
}

void undo_number(tree choice, unsigned i, const edgeprof_written *written)
{
    tree *at = &TREE_OPERAND(choice, i);
    while (*at && TREE_CODE(*at) == COMPOUND_EXPR)
        at = &TREE_OPERAND(*at, 1);
    tree operand = *at;
    if (operand && TREE_CODE(operand) == COND_EXPR &&
        is_elsewhere(operand, choice, i, written) &&
        integer_onep(TREE_OPERAND(operand, 1)) &&
        integer_zerop(TREE_OPERAND(operand, 2)))
        *at = build1_loc(EXPR_LOCATION(operand), NOP_EXPR, TREE_TYPE(operand),
                         TREE_OPERAND(operand, 0));
}

} // namespace

void edgeprof_choices_unfold(tree *at, const edgeprof_written *around,
                             unsigned i)
{
    tree folded = *at;
    bool is_or = TREE_CODE(folded) == TRUTH_ORIF_EXPR;
    if (!is_or && TREE_CODE(folded) != TRUTH_ANDIF_EXPR)
        return;
    location_t place = UNKNOWN_LOCATION;
    unsigned chosen =
        around ? edgeprof_sides_find_folded_in(*around, i, folded, &place) : 0;
    if (!chosen)
        chosen = edgeprof_sides_find_folded(folded, &place);
    if (!chosen)
        return;
    tree known = constant_boolean_node(is_or, TREE_TYPE(folded));
    tree condition = TREE_OPERAND(folded, 0);
    tree operand = TREE_OPERAND(folded, 1);
    while (CONVERT_EXPR_P(condition) && /* to the type of the ?: */
           truth_value_p(TREE_CODE(TREE_OPERAND(condition, 0))))
        condition = TREE_OPERAND(condition, 0);
    if (is_or == (chosen == 1))
        condition = invert_truthvalue_loc(EXPR_LOCATION(condition), condition);
    *at = build3_loc(place, COND_EXPR, TREE_TYPE(folded), condition,
                     chosen == 1 ? operand : known,
                     chosen == 1 ? known : operand);
}

void edgeprof_choices_start()
{
    gimplify = lang_hooks.gimplify_expr;
    lang_hooks.gimplify_expr = on_gimplify;
}

void edgeprof_choices_undo_numbers(tree choice, const edgeprof_written *written)
{
    for (unsigned i = 1; i < 3; i++)
        undo_number(choice, i, written);
}

void edgeprof_choices_anchor(tree *at, location_t place, location_t whole)
{
    tree operand = *at;
    if (VOID_TYPE_P(TREE_TYPE(operand)))
        return;
    if (!is_gimple_reg_type(TREE_TYPE(operand))) {
        if (place != UNKNOWN_LOCATION)
            put_anchor(initial_of(at), place);
        return;
    }
    location_t begins =
        place != UNKNOWN_LOCATION ? place : get_start(EXPR_LOCATION(operand));
    if (!CONSTANT_CLASS_P(operand) &&
        edgeprof_compat_on_other_line(begins, whole))
        put_anchor(at, begins);
}

void edgeprof_choices_turn_back(tree choice)
{
    expanded_location at = edgeprof_compat_line(EXPR_LOCATION(choice));
    edgeprof_written written;
    if (!edgeprof_written_find_in_macro(choice, &written)) {
        written = {
            edgeprof_source_words(at.file), {}, {}, EXPR_LOCATION(choice)};
        if (!written.words ||
            !ep_operator_at(written.words,
                            ep_words_find(written.words, edgeprof_point_of(at)),
                            true, &written.as))
            return;
    }
    edgeprof_sides_turn_back(choice, written);
}
