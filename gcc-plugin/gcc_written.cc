/* SPDX-License-Identifier: MIT
 *
 * gcc_written.cc - see gcc_written.h.
 */
#include "gcc_written.h"

#include "base/conditions.h"
#include "base/expressions.h"
#include "gcc_source.h"

namespace
{

struct ep_point point_of(location_t place)
{
    return edgeprof_point_of(edgeprof_compat_line(place));
}

location_t place_at(location_t near, struct ep_point point)
{
    return edgeprof_compat_place_at(near, point.line, point.column);
}

/* The words of the file that PLACE is in, or NULL. */
const struct ep_words *words_at(location_t place)
{
    return place == UNKNOWN_LOCATION
               ? NULL
               : edgeprof_source_words(edgeprof_compat_line(place).file);
}

/* The word at PLACE, or EP_NONE. */
uint32_t word_at(const struct ep_words *words, location_t place)
{
    return place == UNKNOWN_LOCATION ? EP_NONE
                                     : ep_words_find(words, point_of(place));
}

/* Likewise, of those that CHOICE is written in. */
uint32_t word_in(const edgeprof_written &choice, location_t place)
{
    return choice.macro.expansion ? edgeprof_macros_word(choice.macro, place)
                                  : word_at(choice.words, place);
}

bool is_in(uint32_t word, struct ep_range range)
{
    return word >= range.first && word <= range.last;
}

enum side { SIDE_UNKNOWN, SIDE_LEFT, SIDE_RIGHT };

/* Which operand of CHOICE PLACE is in. */
side side_of_place(location_t place, const edgeprof_written &choice)
{
    uint32_t i = word_in(choice, place);
    return is_in(i, choice.as.operands[1])   ? SIDE_LEFT
           : is_in(i, choice.as.operands[2]) ? SIDE_RIGHT
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

bool is_number(const struct ep_words *words, uint32_t i)
{
    return ISDIGIT(ep_words_first(words, i));
}

/* Whether something is computed with the number that word I is. */
bool is_in_sum(const struct ep_words *words, uint32_t i)
{
    static const char *const signs[] = {"+",  "*",  "/", "%", "&",
                                        "<<", ">>", "|", "^", NULL};
    bool is_left =
        ep_words_is_one(words, i + 1, signs) || ep_words_is(words, i + 1, "-");
    if (i > 1 && ep_words_is(words, i - 1, "-"))
        return is_left || ep_words_is_name(words, i - 2) ||
               is_number(words, i - 2);
    return is_left || (i > 0 && ep_words_is_one(words, i - 1, signs));
}

/* Whether word I is what OPERAND, a variable, member or number, is written as. */
bool is_written_as(const struct ep_words *words, uint32_t i, tree operand)
{
    static const char *const nothing[] = {"nullptr", "NULL", "false", NULL};
    if (DECL_P(operand))
        return DECL_NAME(operand) &&
               ep_words_is(words, i, IDENTIFIER_POINTER(DECL_NAME(operand)));
    if (integer_zerop(operand) && ep_words_is_one(words, i, nothing))
        return true;
    if (integer_onep(operand) && ep_words_is(words, i, "true"))
        return true;
    if (TREE_CODE(operand) != INTEGER_CST || !is_number(words, i) ||
        is_in_sum(words, i))
        return false;
    unsigned HOST_WIDE_INT value =
        strtoull(words->text + words->items[i].at, NULL, 0);
    if (i > 0 && ep_words_is(words, i - 1, "-"))
        value = -value;
    return value == TREE_INT_CST_LOW(operand);
}

/* Likewise, of a parameter that word I is: what has become of it. */
bool is_written_in(const edgeprof_written &choice, uint32_t i, tree operand)
{
    location_t argument = choice.macro.expansion
                              ? edgeprof_macros_argument(choice.macro, i)
                              : UNKNOWN_LOCATION;
    if (argument == UNKNOWN_LOCATION)
        return is_written_as(choice.words, i, operand);
    const struct ep_words *words = words_at(argument);
    return words && is_written_as(words, word_at(words, argument), operand);
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
    uint32_t caret = word_in(choice, choice.near);
    if (CONSTANT_CLASS_P(operand) && caret != choice.as.at &&
        caret != choice.as.operands[2].first - 1)
        return SIDE_UNKNOWN;
    operand = written_operand(operand, choice);
    side found = SIDE_UNKNOWN;
    if (EXPR_HAS_LOCATION(operand))
        found = side_of_place(get_start(EXPR_LOCATION(operand)), choice);
    return found != SIDE_UNKNOWN ? found : side_of_word(named(operand), choice);
}

/* Where RANGE, an operand, begins. */
struct ep_point begin_of(const struct ep_words *words, struct ep_range range)
{
    struct ep_point point = ep_words_point(words, range.first);
    struct ep_condition condition;
    return ep_condition_find(words, point, &condition) ? condition.at : point;
}

bool has_logic(const struct ep_words *words, struct ep_range range)
{
    for (uint32_t i = range.first; i <= range.last && i < words->n; i++)
        if (ep_is_logic(words, i))
            return true;
    return false;
}

/* The one word of RANGE that OPERAND, a variable, is written as, or EP_NONE. */
uint32_t word_of(tree operand, const struct ep_words *words,
                 struct ep_range range)
{
    uint32_t found = EP_NONE;
    for (uint32_t i = range.first; i <= range.last && i < words->n; i++) {
        if (!is_written_as(words, i, operand))
            continue;
        if (found != EP_NONE)
            return EP_NONE;
        found = i;
    }
    return found;
}

/* All that the operator at word I has for operands, or RANGE. */
struct ep_range range_of(const struct ep_words *words, uint32_t i,
                         struct ep_range range)
{
    struct ep_operator as;
    if (range.first != EP_NONE || !ep_operator_at(words, i, false, &as))
        return range;
    return {as.operands[0].first, as.operands[1].last};
}

/* What comes first of EXPRESSION, or NULL_TREE. */
tree first_of(tree expression)
{
    if (TREE_CODE(expression) == CALL_EXPR)
        return get_callee_fndecl(expression);
    return UNARY_CLASS_P(expression) || BINARY_CLASS_P(expression) ||
                   COMPARISON_CLASS_P(expression) ||
                   TREE_CODE(expression) == TRUTH_ANDIF_EXPR ||
                   TREE_CODE(expression) == TRUTH_ORIF_EXPR ||
                   TREE_CODE(expression) == TRUTH_NOT_EXPR ||
                   TREE_CODE(expression) == CLEANUP_POINT_EXPR
               ? TREE_OPERAND(expression, 0)
               : NULL_TREE;
}

/* The word that OPERAND begins at, within RANGE if that is known, or EP_NONE.  What is
 * left of an && one of whose operands GCC knows may have the place of the &&. */
uint32_t word_of_operand(const struct ep_words *words, tree operand,
                         struct ep_range range)
{
    for (; operand && !CONSTANT_CLASS_P(operand); operand = first_of(operand)) {
        if (DECL_P(operand))
            return range.first == EP_NONE ? EP_NONE
                                          : word_of(operand, words, range);
        uint32_t i = word_at(words, EXPR_LOCATION(operand));
        if (i == EP_NONE)
            continue;
        if (!ep_is_logic(words, i))
            return word_at(words, get_start(EXPR_LOCATION(operand)));
        range = range_of(words, i, range);
    }
    return EP_NONE;
}

/* RANGE; or, if that is an operand of a fold, all of it: one of the pack's is written on either
 * side of the `...`. */
struct ep_range fold_of(const struct ep_words *words, struct ep_range range)
{
    const uint32_t near[] = {range.first, range.last, range.last + 2,
                             range.first - (range.first < 2 ? 0 : 2)};
    for (uint32_t i : near)
        if (ep_words_is(words, i, "..."))
            return ep_range_widen(words, range, 0);
    return range;
}

/* Where the condition of RANGE begins that OPERAND is: the first, if nothing tells. */
struct ep_point begin_of_operand(const struct ep_words *words,
                                 struct ep_range range, tree operand)
{
    struct ep_condition condition;
    struct ep_range within = fold_of(words, range);
    uint32_t i = has_logic(words, within)
                     ? word_of_operand(words, operand, within)
                     : EP_NONE;
    return i != EP_NONE && is_in(i, within) &&
                   ep_condition_find(words, ep_words_point(words, i),
                                     &condition) &&
                   is_in(ep_words_find(words, condition.at), within)
               ? condition.at
               : begin_of(words, range);
}

/* The && that the ?: at word I asks: what GCC makes of it may stand there. */
bool is_asked_by(const struct ep_words *words, uint32_t i,
                 struct ep_operator *out)
{
    return ep_operator_at(words, i, true, out) &&
           ep_operator_of(words, out->operands[0], false, out);
}

/* The && of the fold whose bracket is at word I: GCC 11 has it there. */
bool ends_fold(const struct ep_words *words, uint32_t i,
               struct ep_operator *out)
{
    return i < words->n && ep_words_is(words, i, ")") &&
           words->items[i].pair < i &&
           ep_operator_of(words, {words->items[i].pair, i}, false, out);
}

/* EXPRESSION, an &&, may be what GCC has left of OUT, whose other operand it knows: the one
 * that both its operands are in. */
void find_left(tree expression, edgeprof_written *out)
{
    const struct ep_range none = {EP_NONE, EP_NONE};
    uint32_t left =
        word_of_operand(out->words, TREE_OPERAND(expression, 0), none);
    uint32_t right =
        word_of_operand(out->words, TREE_OPERAND(expression, 1), none);
    if (left == EP_NONE || right == EP_NONE)
        return;
    auto both_in = [&](struct ep_range range) {
        return is_in(left, range) && is_in(right, range);
    };
    struct ep_range range;
    do
        range = out->as.operands[both_in(out->as.operands[0]) ? 0 : 1];
    while (both_in(range) &&
           ep_operator_of(out->words, range, false, &out->as));
}

/* ---- tests that GCC has made --------------------------------------------- */

struct made_test {
    const struct ep_words *words;
    struct ep_point at;
};

auto_vec<made_test> made; /* few */

hash_set<edgeprof_place_hash> known; /* where those stand that are written */

/* Whether a ?: is written where what is at PLACE is, or that is not known. */
bool may_have_question(const struct ep_words *words, location_t place)
{
    uint32_t i = word_at(words, get_start(place));
    uint32_t last = word_at(words, get_finish(place));
    if (i == EP_NONE || last == EP_NONE)
        return true;
    while (i <= last && !ep_words_is(words, i, "?"))
        i++;
    return i <= last;
}

/* Whether OPERAND is one test of what several operands of an && have: the test of a
 * sum or a field of theirs, which stands at the &&. */
bool is_folded(tree operand, const struct ep_words *words)
{
    if (edgeprof_compat_is_c() || !COMPARISON_CLASS_P(operand))
        return false;
    tree tested = tree_strip_nop_conversions(TREE_OPERAND(operand, 0));
    return (BINARY_CLASS_P(tested) || TREE_CODE(tested) == BIT_FIELD_REF) &&
           ep_is_logic(words, word_at(words, EXPR_LOCATION(operand)));
}

/* How CHOICE is written, whose condition stands where it is written, or at the `?`. */
bool find_behind_condition(tree choice, edgeprof_written *out)
{
    location_t place = EXPR_LOCATION(TREE_OPERAND(choice, 0));
    uint32_t first = word_in(*out, get_start(place));
    uint32_t i = word_in(*out, get_finish(place));
    if (first == EP_NONE || i == EP_NONE)
        return false;
    if (!ep_words_is(out->words, i, "?"))
        do
            i++;
        while (ep_words_is(out->words, i, ")"));
    return ep_words_is(out->words, i, "?") &&
           ep_operator_at(out->words, i, true, &out->as) &&
           (first == i || is_in(first, out->as.operands[0]));
}

/* Whether EXPRESSION is a ?: that GCC has converted to another number, or to pointers: it
 * then has no place, but its condition may. */
bool is_converted(tree expression)
{
    return TREE_CODE(expression) == COND_EXPR && !EXPR_HAS_LOCATION(expression);
}

/* The ?: that has an operand begin at PLACE. */
bool find_chooser_of(location_t place, edgeprof_written *out)
{
    static const char *const signs[] = {"(", "!", "-", "*", NULL};
    uint32_t i = word_in(*out, place);
    while (i != EP_NONE && i > 0 && ep_words_is_one(out->words, i - 1, signs))
        i--;
    return i != EP_NONE && i > 0 && ep_is_choice(out->words, i - 1) &&
           ep_operator_at(out->words, i - 1, true, &out->as);
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
        edgeprof_written_place_spread(test, choice, found);
    return found;
}

/* ---- what is left of a ?: whose condition GCC knows ------------------------ */

/* Where EXPRESSION is, of CHOICE: 0, its condition, or operand 1 or 2; -1: that is not known. */
int operand_of(tree expression, const edgeprof_written &choice)
{
    int found = -1;
    uint32_t i = EXPR_HAS_LOCATION(expression)
                     ? word_in(choice, get_start(EXPR_LOCATION(expression)))
                     : EP_NONE;
    uint32_t caret = EXPR_HAS_LOCATION(expression)
                         ? word_in(choice, EXPR_LOCATION(expression))
                         : EP_NONE;
    tree name = TREE_CODE(expression) == CALL_EXPR
                    ? get_callee_fndecl(expression)
                    : expression;
    unsigned n_found = 0;
    for (int k = 0; k < 3; k++)
        if (name && DECL_P(name) ? has_word(name, choice, k)
                                 : caret != word_in(choice, choice.near) &&
                                       is_in(i, choice.as.operands[k])) {
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
    uint32_t i = word_at(out->words, place);
    return i != EP_NONE &&
           (ep_operator_at(out->words, i, true, &out->as) ||
            ep_operator_of(out->words, ep_range_from(out->words, i), true,
                           &out->as));
}

/* Where operator AS stands, in the words of WRITTEN. */
location_t place_of(const struct ep_operator &as,
                    const edgeprof_written &written)
{
    const uint32_t words[] = {as.at, as.operands[0].first,
                              as.operands[1 + as.is_choice].last};
    location_t places[3];
    for (int k = 0; k < 3; k++)
        places[k] =
            place_at(written.near, ep_words_point(written.words, words[k]));
    return make_location(places[0], places[1], places[2]);
}

/* The words of the macro that has in its definition what is at PLACE are those of OUT. */
bool find_macro(location_t place, edgeprof_written *out)
{
    bool is_found = edgeprof_macros_find(place, &out->macro);
    out->words = out->macro.words;
    return is_found;
}

/* How CHOICE is written, an operand of which stands where it is written. */
bool find_by_operand(tree choice, edgeprof_written *out)
{
    for (int i = 1; i < 3; i++) {
        location_t place = get_start(EXPR_LOCATION(TREE_OPERAND(choice, i)));
        *out = {words_at(place), {}, {}, place};
        if (out->words && find_chooser_of(place, out))
            return true;
    }
    return false;
}

} // namespace

bool edgeprof_written_find(tree expression, edgeprof_written *out)
{
    location_t place = EXPR_LOCATION(expression);
    bool is_choice = TREE_CODE(expression) == COND_EXPR;
    if (is_converted(expression))
        place = EXPR_LOCATION(TREE_OPERAND(expression, 0));
    out->words = edgeprof_source_words(edgeprof_compat_line(place).file);
    out->macro = {};
    out->near = place;
    if (is_converted(expression) && out->words &&
        find_behind_condition(expression, out))
        return true;
    if (is_converted(expression) && POINTER_TYPE_P(TREE_TYPE(expression)))
        return find_by_operand(expression, out);
    if (!out->words)
        return false;
    struct ep_range range = {word_at(out->words, get_start(place)),
                             word_at(out->words, get_finish(place))};
    if (range.first == range.last && range.first != EP_NONE)
        range = ep_range_from(out->words, range.first);
    uint32_t at = word_at(out->words, place);
    if (ep_operator_at(out->words, at, is_choice, &out->as) ||
        (!is_choice && (is_asked_by(out->words, at, &out->as) ||
                        ends_fold(out->words, at, &out->as)))) {
        if (!is_choice)
            find_left(expression, out);
        return true;
    }
    return ep_operator_of(out->words, range, is_choice, &out->as) ||
           (is_choice &&
            (find_behind_condition(expression, out) ||
             ep_operator_only_choice(out->words, range, &out->as)));
}

bool edgeprof_written_find_in_macro(tree choice, edgeprof_written *out)
{
    location_t place = EXPR_LOCATION(choice);
    out->near = place;
    return (find_macro(place, out) &&
            ep_operator_at(out->words, word_in(*out, place), true, &out->as)) ||
           (find_macro(EXPR_LOCATION(TREE_OPERAND(choice, 0)), out) &&
            find_behind_condition(choice, out));
}

void edgeprof_written_place_value(tree value, location_t place)
{
    while (CONVERT_EXPR_P(value))
        value = TREE_OPERAND(value, 0);
    if (!is_converted(value) || POINTER_TYPE_P(TREE_TYPE(value)) ||
        from_macro_expansion_at(place))
        return;
    edgeprof_written written = {words_at(place), {}, {}, place};
    uint32_t i = written.words ? word_at(written.words, place) : EP_NONE;
    if (i != EP_NONE && !ep_is_assignment(written.words, i))
        i++;
    if (i != EP_NONE && ep_is_assignment(written.words, i) &&
        ep_operator_of(written.words, ep_range_from(written.words, i + 1), true,
                       &written.as))
        SET_EXPR_LOCATION(value, place_of(written.as, written));
}

void edgeprof_written_place_left(tree expression)
{
    location_t place = EXPR_LOCATION(expression);
    edgeprof_written choice = {words_at(place), {}, {}, place};
    uint32_t at = choice.words ? word_at(choice.words, place) : EP_NONE;
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
            begins = place_of(choice.as, choice);
        else if (first != expression && from_macro_expansion_at(own))
            begins = own;
        SET_EXPR_LOCATION(expression, begins);
        if (!is_inner || is_logic)
            return; /* else what is known may be in what is known */
    }
    if (k < 0 && !is_choice && !is_logic)
        SET_EXPR_LOCATION(expression, edgeprof_written_begin(choice, 0, first));
}

unsigned edgeprof_written_find_folded(tree expression, location_t *place)
{
    tree second = TREE_OPERAND(expression, 1);
    while (
        (CONVERT_EXPR_P(second) || (TREE_CODE(second) == NE_EXPR &&
                                    integer_zerop(TREE_OPERAND(second, 1)))) &&
        EXPR_HAS_LOCATION(TREE_OPERAND(second, 0)))
        second = TREE_OPERAND(second, 0); /* C has its truth at the ?: */
    location_t operand = get_start(EXPR_LOCATION(second));
    location_t first = get_start(EXPR_LOCATION(TREE_OPERAND(expression, 0)));
    edgeprof_written out = {words_at(operand), {}, {}, operand};
    if (out.words && find_asked(operand, &out) &&
        (tests_bits(second) || word_in(out, first) == out.as.at ||
         is_in(word_in(out, first), out.as.operands[0]))) {
        *place = place_of(out.as, out);
        return find_side(second, out);
    }
    if (tests_bits(second) ||
        (!(out.words && find_chooser_of(operand, &out)) &&
         !(find_macro(operand, &out) && find_chooser_of(operand, &out))) ||
        side_of_place(first, out) != SIDE_UNKNOWN)
        return 0;
    *place = out.macro.expansion ? operand : place_of(out.as, out);
    return side_of_place(operand, out);
}

unsigned edgeprof_written_find_folded_in(const edgeprof_written &written,
                                         unsigned i, tree expression,
                                         location_t *place)
{
    edgeprof_written out = written;
    if (!ep_operator_of(written.words, written.as.operands[i], true, &out.as))
        return 0;
    *place = place_of(out.as, out);
    return find_side(TREE_OPERAND(expression, 1), out);
}

location_t edgeprof_written_begin(const edgeprof_written &written, unsigned i,
                                  tree operand)
{
    return place_at(
        written.near,
        begin_of_operand(written.words, written.as.operands[i], operand));
}

location_t edgeprof_written_last(const edgeprof_written &written,
                                 bool is_behind)
{
    static const char *const ends[] = {")", "]", ";", NULL};
    uint32_t i = written.as.operands[1 + written.as.is_choice].last;
    if (is_behind)
        while (ep_words_is_one(written.words, i + 1, ends))
            i++;
    else
        while (ep_words_is_one(written.words, i, ends))
            i--;
    return place_at(written.near, ep_words_point(written.words, i));
}

location_t edgeprof_written_begin_of(tree test)
{
    const struct ep_range none = {EP_NONE, EP_NONE};
    location_t place = EXPR_LOCATION(test);
    const struct ep_words *words = words_at(place);
    uint32_t i = words ? word_of_operand(words, test, none) : EP_NONE;
    struct ep_condition condition;
    return i != EP_NONE && ep_condition_find(words, ep_words_point(words, i),
                                             &condition)
               ? place_at(place, condition.at)
               : UNKNOWN_LOCATION;
}

location_t edgeprof_written_range(location_t place)
{
    place = linemap_resolve_location(line_table, place,
                                     LRK_MACRO_EXPANSION_POINT, NULL);
    const struct ep_words *words = words_at(place);
    if (!words)
        return UNKNOWN_LOCATION;
    struct ep_point at = ep_condition_of_range(words, point_of(place));
    return at.line != 0 ? place_at(place, at) : UNKNOWN_LOCATION;
}

bool edgeprof_written_is_if(location_t place)
{
    const struct ep_words *words = words_at(place);
    uint32_t i = words ? word_at(words, place) : EP_NONE;
    return i != EP_NONE && (ep_words_is(words, i, "if") ||
                            (i > 0 && ep_words_is(words, i - 1, "if")));
}

bool edgeprof_written_compares(location_t place)
{
    const struct ep_words *words = words_at(place);
    return !words || from_macro_expansion_at(place) ||
           ep_words_is(words, word_at(words, place), "==");
}

bool edgeprof_written_is_behind(location_t place)
{
    const struct ep_words *words = words_at(place);
    struct ep_condition condition;
    return words && ep_condition_find(words, point_of(place), &condition) &&
           (condition.at.line != condition.whole.line ||
            condition.at.column != condition.whole.column);
}

void edgeprof_written_restore(tree operand, tree inner,
                              const edgeprof_written &written, unsigned i)
{
    struct ep_range range = written.as.operands[i];
    edgeprof_written own;
    if (!inner) {
        if (is_folded(operand, written.words))
            made.safe_push({written.words, begin_of(written.words, range)});
        return;
    }
    if (edgeprof_written_find(inner, &own) && own.words == written.words &&
        is_in(own.as.at, range))
        return;
    bool is_choice = TREE_CODE(inner) == COND_EXPR;
    if (ep_operator_of(written.words, range, is_choice, &own.as))
        SET_EXPR_LOCATION(inner, place_of(own.as, written));
    else if (is_choice &&
             !is_in(word_at(written.words, EXPR_LOCATION(inner)), range))
        SET_EXPR_LOCATION(
            inner, place_at(written.near, begin_of(written.words, range)));
}

bool edgeprof_written_is_made(const struct ep_words *words, struct ep_point at)
{
    for (const made_test &test : made)
        if (test.words == words && test.at.line == at.line &&
            test.at.column == at.column)
            return true;
    return false;
}

void edgeprof_written_keep(location_t begins)
{
    if (begins != UNKNOWN_LOCATION)
        known.add(get_pure_location(begins));
}

location_t edgeprof_written_make(tree choice)
{
    location_t place = EXPR_LOCATION(choice);
    tree condition = TREE_OPERAND(choice, 0);
    const struct ep_words *words =
        edgeprof_source_words(edgeprof_compat_line(place).file);
    location_t own = get_start(EXPR_LOCATION(condition));
    edgeprof_written definition;
    if (!words || from_macro_expansion_at(place) || own == UNKNOWN_LOCATION ||
        word_at(words, own) == word_at(words, get_start(place)) ||
        known.contains(get_pure_location(place)) ||
        may_have_question(words, place) ||
        edgeprof_written_find_in_macro(choice, &definition))
        return UNKNOWN_LOCATION;
    made.safe_push({words, point_of(own)});
    return own;
}

void edgeprof_written_turn_back(tree choice, const edgeprof_written &written)
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

void edgeprof_written_place_call(tree operand, const edgeprof_written &written,
                                 unsigned i)
{
    while (CONVERT_EXPR_P(operand) || TREE_CODE(operand) == TRUTH_NOT_EXPR ||
           TREE_CODE(operand) == NON_LVALUE_EXPR)
        operand = TREE_OPERAND(operand, 0);
    if (TREE_CODE(operand) == TARGET_EXPR && TARGET_EXPR_INITIAL(operand))
        operand = TARGET_EXPR_INITIAL(operand);
    if (VL_EXP_CLASS_P(operand) && EXPR_HAS_LOCATION(operand) &&
        !is_in(word_at(written.words, EXPR_LOCATION(operand)),
               written.as.operands[i]))
        SET_EXPR_LOCATION(operand, edgeprof_written_begin(written, i, operand));
}

void edgeprof_written_place_spread(tree operand,
                                   const edgeprof_written &written, unsigned i)
{
    while (UNARY_CLASS_P(operand) || BINARY_CLASS_P(operand) ||
           COMPARISON_CLASS_P(operand) ||
           TREE_CODE(operand) == TRUTH_NOT_EXPR ||
           TREE_CODE(operand) == COMPOUND_EXPR ||
           TREE_CODE(operand) == BIT_FIELD_REF) {
        uint32_t at = word_at(written.words, EXPR_LOCATION(operand));
        if (at != EP_NONE && !is_in(at, written.as.operands[i]))
            SET_EXPR_LOCATION(operand,
                              edgeprof_written_begin(written, i, operand));
        operand = TREE_OPERAND(operand, TREE_CODE(operand) == COMPOUND_EXPR);
    }
}

bool edgeprof_written_is_turned(tree expression)
{
    location_t place = EXPR_LOCATION(expression);
    edgeprof_written written;
    if (find_macro(place, &written)
            ? !ep_operator_at(written.words, word_in(written, place), false,
                              &written.as)
            : !edgeprof_written_find(expression, &written))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct ep_range range = written.as.operands[i];
        struct ep_condition condition;
        if (!ep_condition_find(written.words, begin_of(written.words, range),
                               &condition) ||
            condition.is_inverted)
            return false;
    }
    return (bool)ep_is_and(written.words, written.as.at) !=
           (TREE_CODE(expression) == TRUTH_ANDIF_EXPR);
}
