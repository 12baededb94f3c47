/* SPDX-License-Identifier: MIT
 *
 * gcc_sides.cc - see gcc_sides.h.
 */
#include "gcc_sides.h"

#include "base/expressions.h"
#include "gcc_source.h"

namespace
{

enum side { SIDE_UNKNOWN, SIDE_LEFT, SIDE_RIGHT };

/* Which operand of CHOICE PLACE is in. */
side side_of_place(location_t place, const edgeprof_written &choice)
{
    uint32_t i = edgeprof_written_word(choice, place);
    return ep_range_has(choice.as.operands[1], i)   ? SIDE_LEFT
           : ep_range_has(choice.as.operands[2], i) ? SIDE_RIGHT
                                                    : SIDE_UNKNOWN;
}

/* Whether OPERAND of CHOICE stands in no operand as it is written, or in both. */
bool is_spread(tree operand, const edgeprof_written &choice)
{
    location_t place = EXPR_LOCATION(operand);
    if (TREE_CODE(operand) != COND_EXPR &&
        TREE_CODE(operand) != COMPOUND_EXPR &&
        TREE_CODE(operand) != TRUTH_NOT_EXPR && !UNARY_CLASS_P(operand) &&
        !BINARY_CLASS_P(operand) &&
        !(TREE_CODE(operand) == NE_EXPR &&
          integer_zerop(TREE_OPERAND(operand, 1))))
        return false;
    side begins = side_of_place(get_start(place), choice);
    return begins == SIDE_UNKNOWN ||
           begins != side_of_place(get_finish(place), choice);
}

/* What of OPERAND of CHOICE is written there: GCC makes (c ? a : b) * 2 of
 * c ? a * 2 : b * 2, and converts likewise. */
tree written_operand(tree operand, const edgeprof_written &choice)
{
    while (is_spread(operand, choice)) {
        bool of_right = BINARY_CLASS_P(operand) &&
                        CONSTANT_CLASS_P(TREE_OPERAND(operand, 0));
        operand = TREE_OPERAND(operand, of_right);
    }
    return operand;
}

/* Whether word I of CHOICE is what OPERAND, a variable, member or number, is written as; a
 * parameter is what it has become. */
bool is_written_in(const edgeprof_written &choice, uint32_t i, tree operand)
{
    location_t argument = choice.macro.expansion
                              ? edgeprof_macros_argument(choice.macro, i)
                              : UNKNOWN_LOCATION;
    if (argument == UNKNOWN_LOCATION)
        return edgeprof_written_is_as(choice.words, i, operand);
    const struct ep_words *words = edgeprof_source_words_at(argument);
    return words && edgeprof_written_is_as(
                        words, edgeprof_source_word(words, argument), operand);
}

/* Whether a word of operand I of CHOICE is what OPERAND, a variable, is written as. */
bool has_word(tree operand, const edgeprof_written &choice, unsigned i)
{
    struct ep_range range = choice.as.operands[i];
    while (range.first <= range.last &&
           !is_written_in(choice, range.first, operand))
        range.first++;
    return range.first <= range.last;
}

/* On which side of its colon OPERAND of CHOICE stands, told from the last word of one
 * and the first of the other, or, of a variable, from all of them; if both are so written, nothing
 * tells. */
side side_of_word(tree operand, const edgeprof_written &choice)
{
    const struct ep_words *words = choice.words;
    uint32_t left = choice.as.operands[1].last;
    uint32_t right = choice.as.operands[2].first;
    while (left > choice.as.operands[1].first && ep_words_is(words, left, ")"))
        left--;
    while (ep_words_is(words, right, "(") || ep_words_is(words, right, "-"))
        right++;
    bool is_left = is_written_in(choice, left, operand);
    bool is_right = is_written_in(choice, right, operand);
    if ((is_left == is_right && DECL_P(operand)) ||
        TREE_CODE(operand) == FIELD_DECL) { /* of another object, perhaps */
        is_left = has_word(operand, choice, 1);
        is_right = has_word(operand, choice, 2);
    }
    if (is_left == is_right)
        return SIDE_UNKNOWN;
    return is_left ? SIDE_LEFT : SIDE_RIGHT;
}

/* Whether OPERAND is of what GCC makes of a test of a bit-field: it is of words, has no member,
 * and the place of who asks. */
bool tests_bits(tree operand)
{
    while (COMPARISON_CLASS_P(operand) || TREE_CODE(operand) == BIT_AND_EXPR)
        operand = TREE_OPERAND(operand, 0);
    return TREE_CODE(operand) == BIT_FIELD_REF;
}

/* The variable or member that OPERAND is the value of: of two that are one lvalue, C++ chooses the
 * place. */
tree named(tree operand)
{
    while (CONVERT_EXPR_P(operand) || INDIRECT_REF_P(operand) ||
           TREE_CODE(operand) == ADDR_EXPR || TREE_CODE(operand) == ARRAY_REF ||
           TREE_CODE(operand) == POINTER_PLUS_EXPR ||
           TREE_CODE(operand) == NON_LVALUE_EXPR || tests_bits(operand))
        operand = TREE_OPERAND(operand, 0);
    return TREE_CODE(operand) == COMPONENT_REF ? TREE_OPERAND(operand, 1)
                                               : operand;
}

/* On which side of its colon OPERAND of CHOICE is written.  A number tells nothing if
 * something is computed with the ?:, which then has that operator's place. */
side side_of(tree operand, const edgeprof_written &choice)
{
    uint32_t caret = edgeprof_written_word(choice, choice.near);
    if (CONSTANT_CLASS_P(operand) && caret != choice.as.at &&
        caret != choice.as.operands[2].first - 1)
        return SIDE_UNKNOWN;
    operand = written_operand(operand, choice);
    side found = SIDE_UNKNOWN;
    if (EXPR_HAS_LOCATION(operand))
        found = side_of_place(get_start(EXPR_LOCATION(operand)), choice);
    return found != SIDE_UNKNOWN ? found : side_of_word(named(operand), choice);
}

/* Which operand of CHOICE TEST is, which may have the place of all, and gets its own. */
unsigned find_side(tree test, const edgeprof_written &choice)
{
    tree within = test;
    side found = side_of(within, choice);
    while (found == SIDE_UNKNOWN && (COMPARISON_CLASS_P(within) ||
                                     TREE_CODE(within) == TRUTH_ANDIF_EXPR ||
                                     TREE_CODE(within) == TRUTH_ORIF_EXPR)) {
        within = TREE_OPERAND(within, 0);
        found = side_of(within, choice);
    }
    if (found != SIDE_UNKNOWN)
        edgeprof_sides_place(test, choice, found);
    return found;
}

/* Where EXPRESSION is, of CHOICE: 0, its condition, or operand 1 or 2; -1: that is not known. */
int operand_of(tree expression, const edgeprof_written &choice)
{
    int found = -1;
    uint32_t i = EXPR_HAS_LOCATION(expression)
                     ? edgeprof_written_word(
                           choice, get_start(EXPR_LOCATION(expression)))
                     : EP_NONE;
    uint32_t caret =
        EXPR_HAS_LOCATION(expression)
            ? edgeprof_written_word(choice, EXPR_LOCATION(expression))
            : EP_NONE;
    tree name = TREE_CODE(expression) == CALL_EXPR
                    ? get_callee_fndecl(expression)
                    : expression;
    unsigned n_found = 0;
    for (int k = 0; k < 3; k++)
        if (name && DECL_P(name)
                ? has_word(name, choice, k)
                : caret != edgeprof_written_word(choice, choice.near) &&
                      ep_range_has(choice.as.operands[k], i)) {
            found = k;
            n_found++;
        }
    if (n_found > 1)
        found = -1;
    int n = EXPR_P(expression) ? TREE_OPERAND_LENGTH(expression) : 0;
    for (int k = 0; found < 0 && k < n; k++)
        if (tree operand = TREE_OPERAND(expression, k))
            found = operand_of(operand, choice);
    return found;
}

/* The ?: that is asked at PLACE: a `!` before it, or where it begins. */
bool find_asked(location_t place, edgeprof_written *out)
{
    uint32_t i = edgeprof_source_word(out->words, place);
    return i != EP_NONE &&
           (ep_operator_at(out->words, i, true, &out->as) ||
            ep_operator_of(out->words, ep_range_from(out->words, i), true,
                           &out->as));
}

} // namespace

void edgeprof_sides_turn_back(tree choice, const edgeprof_written &written)
{
    tree yes = TREE_OPERAND(choice, 1);
    tree no = TREE_OPERAND(choice, 2);
    if (!yes || !no)
        return;
    side first = side_of(yes, written);
    side last = side_of(no, written);
    if (first == last || first == SIDE_LEFT || last == SIDE_RIGHT)
        return;
    TREE_OPERAND(choice, 0) = invert_truthvalue_loc(
        EXPR_LOCATION(TREE_OPERAND(choice, 0)), TREE_OPERAND(choice, 0));
    TREE_OPERAND(choice, 1) = no;
    TREE_OPERAND(choice, 2) = yes;
}

void edgeprof_sides_place(tree operand, const edgeprof_written &written,
                          unsigned i)
{
    while (UNARY_CLASS_P(operand) || BINARY_CLASS_P(operand) ||
           COMPARISON_CLASS_P(operand) ||
           TREE_CODE(operand) == TRUTH_NOT_EXPR ||
           TREE_CODE(operand) == COMPOUND_EXPR ||
           TREE_CODE(operand) == BIT_FIELD_REF) {
        uint32_t at =
            edgeprof_source_word(written.words, EXPR_LOCATION(operand));
        if (at != EP_NONE && !ep_range_has(written.as.operands[i], at))
            SET_EXPR_LOCATION(operand,
                              edgeprof_written_begin(written, i, operand));
        operand = TREE_OPERAND(operand, TREE_CODE(operand) == COMPOUND_EXPR);
    }
}

unsigned edgeprof_sides_find_folded(tree expression, location_t *place)
{
    tree second = TREE_OPERAND(expression, 1);
    while (
        (CONVERT_EXPR_P(second) || (TREE_CODE(second) == NE_EXPR &&
                                    integer_zerop(TREE_OPERAND(second, 1)))) &&
        EXPR_HAS_LOCATION(TREE_OPERAND(second, 0)))
        second = TREE_OPERAND(second, 0); /* C has its truth at the ?: */
    location_t operand = get_start(EXPR_LOCATION(second));
    location_t first = get_start(EXPR_LOCATION(TREE_OPERAND(expression, 0)));
    edgeprof_written out = {edgeprof_source_words_at(operand), {}, {}, operand};
    if (out.words && find_asked(operand, &out) &&
        (tests_bits(second) || edgeprof_written_word(out, first) == out.as.at ||
         ep_range_has(out.as.operands[0], edgeprof_written_word(out, first)))) {
        *place = edgeprof_written_place(out);
        return find_side(second, out);
    }
    if (tests_bits(second) || !edgeprof_written_find_chooser(operand, &out) ||
        side_of_place(first, out) != SIDE_UNKNOWN)
        return 0;
    *place = out.macro.expansion ? operand : edgeprof_written_place(out);
    return side_of_place(operand, out);
}

unsigned edgeprof_sides_find_folded_in(const edgeprof_written &written,
                                       unsigned i, tree expression,
                                       location_t *place)
{
    edgeprof_written out = written;
    if (!ep_operator_of(written.words, written.as.operands[i], true, &out.as))
        return 0;
    *place = edgeprof_written_place(out);
    return find_side(TREE_OPERAND(expression, 1), out);
}

void edgeprof_sides_place_left(tree expression)
{
    location_t place = EXPR_LOCATION(expression);
    edgeprof_written choice = {edgeprof_source_words_at(place), {}, {}, place};
    uint32_t at =
        choice.words ? edgeprof_source_word(choice.words, place) : EP_NONE;
    bool is_choice = TREE_CODE(expression) == COND_EXPR;
    bool is_logic = TREE_CODE(expression) == TRUTH_ANDIF_EXPR ||
                    TREE_CODE(expression) == TRUTH_ORIF_EXPR;
    tree first = is_choice || is_logic ? TREE_OPERAND(expression, 0)
                 : TREE_CODE(expression) == TARGET_EXPR
                     ? TARGET_EXPR_INITIAL(expression)
                     : expression;
    int k;
    if (!first || at == EP_NONE || !ep_is_choice(choice.words, at) ||
        !ep_operator_at(choice.words, at, true, &choice.as) ||
        edgeprof_written_is_short(choice)) /* x stands behind the `?:` */
        return;
    while ((k = operand_of(first, choice)) > 0) {
        location_t own = EXPR_LOCATION(first);
        location_t begins = edgeprof_written_begin(choice, k, first);
        bool is_inner = ep_operator_of(choice.words, choice.as.operands[k],
                                       !is_logic, &choice.as);
        if (is_inner && (is_choice || is_logic))
            begins = edgeprof_written_place(choice);
        else if (first != expression && from_macro_expansion_at(own))
            begins = own;
        SET_EXPR_LOCATION(expression, begins);
        if (!is_inner || is_logic)
            return; /* else what is known may be in what is known */
    }
    if (k < 0 && !is_choice && !is_logic)
        SET_EXPR_LOCATION(expression, edgeprof_written_begin(choice, 0, first));
}
