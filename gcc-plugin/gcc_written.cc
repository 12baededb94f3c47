/* SPDX-License-Identifier: MIT
 *
 * gcc_written.cc - see gcc_written.h.
 */
#include "gcc_written.h"

#include "base/conditions.h"
#include "base/expressions.h"
#include "gcc_made.h"
#include "gcc_source.h"

namespace
{

location_t place_at(location_t near, struct ep_point point)
{
    return edgeprof_compat_place_at(near, point.line, point.column);
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
        if (!edgeprof_written_is_as(words, i, operand))
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

/* The object of a class whose truth, or contrary, EXPRESSION is, which C++ has where the parser
 * was; or NULL_TREE. */
tree converted_of(tree expression)
{
    while (CONVERT_EXPR_P(expression) ||
           TREE_CODE(expression) == TRUTH_NOT_EXPR)
        expression = TREE_OPERAND(expression, 0);
    tree callee = TREE_CODE(expression) == CALL_EXPR
                      ? get_callee_fndecl(expression)
                      : NULL_TREE;
    if (!callee || !edgeprof_made_is_named_like(callee, "__conv_op") ||
        call_expr_nargs(expression) < 1)
        return NULL_TREE;
    tree object = CALL_EXPR_ARG(expression, 0);
    return TREE_CODE(object) == ADDR_EXPR ? TREE_OPERAND(object, 0) : object;
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
        while (tree object = converted_of(operand))
            operand = object;
        if (DECL_P(operand))
            return range.first == EP_NONE ? EP_NONE
                                          : word_of(operand, words, range);
        uint32_t i = edgeprof_source_word(words, EXPR_LOCATION(operand));
        if (i == EP_NONE)
            continue;
        if (!ep_is_logic(words, i))
            return edgeprof_source_word(words,
                                        get_start(EXPR_LOCATION(operand)));
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
    return i != EP_NONE && ep_range_has(within, i) &&
                   ep_condition_find(words, ep_words_point(words, i),
                                     &condition) &&
                   ep_range_has(within, ep_words_find(words, condition.at))
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
        return ep_range_has(range, left) && ep_range_has(range, right);
    };
    struct ep_range range;
    do
        range = out->as.operands[both_in(out->as.operands[0]) ? 0 : 1];
    while (both_in(range) &&
           ep_operator_of(out->words, range, false, &out->as));
}

/* The ?: of which all that is at PLACE is the condition, or that has its `?` there. */
bool find_behind(location_t place, edgeprof_written *out)
{
    uint32_t first = edgeprof_written_word(*out, get_start(place));
    uint32_t i = edgeprof_written_word(*out, get_finish(place));
    if (first == EP_NONE || i == EP_NONE)
        return false;
    if (!ep_words_is(out->words, i, "?"))
        do
            i++;
        while (ep_words_is(out->words, i, ")"));
    return ep_words_is(out->words, i, "?") &&
           ep_operator_at(out->words, i, true, &out->as) &&
           (first == i || ep_range_has(out->as.operands[0], first));
}

/* The object whose member CALL is of, or NULL. */
tree converted_object(tree call)
{
    if (TREE_CODE(call) != CALL_EXPR || !call_expr_nargs(call))
        return NULL_TREE;
    tree object = CALL_EXPR_ARG(call, 0);
    return TREE_CODE(object) == ADDR_EXPR ? TREE_OPERAND(object, 0) : NULL_TREE;
}

/* How CHOICE is written, whose condition stands where it is written, or at the `?`.  GCC 11
 * has the call that converts an object behind the whole, if that is an operand of one. */
bool find_behind_condition(tree choice, edgeprof_written *out)
{
    tree condition = TREE_OPERAND(choice, 0);
    tree object = converted_object(condition);
    return find_behind(EXPR_LOCATION(condition), out) ||
           (object && find_behind(EXPR_LOCATION(object), out));
}

/* Whether EXPRESSION is a ?: that GCC has converted to another number, or to pointers: it
 * then has no place, but its condition may. */
bool is_converted(tree expression)
{
    return TREE_CODE(expression) == COND_EXPR && !EXPR_HAS_LOCATION(expression);
}

/* The ?: that has an operand begin at PLACE, or behind a comma there. */
bool find_chooser_of(location_t place, edgeprof_written *out)
{
    static const char *const signs[] = {"(", "!", "-", "*", NULL};
    uint32_t i = edgeprof_written_word(*out, place);
    while (i != EP_NONE && i > 0)
        if (ep_words_is_one(out->words, i - 1, signs))
            i--;
        else if (ep_words_is(out->words, i - 1, ","))
            i = out->words->items[i].within;
        else
            break;
    return i != EP_NONE && i > 0 && ep_is_choice(out->words, i - 1) &&
           ep_operator_at(out->words, i - 1, true, &out->as);
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
        *out = {edgeprof_source_words_at(place), {}, {}, place};
        if (out->words && find_chooser_of(place, out))
            return true;
    }
    return false;
}

} // namespace

uint32_t edgeprof_written_word(const edgeprof_written &written,
                               location_t place)
{
    return written.macro.expansion ? edgeprof_macros_word(written.macro, place)
                                   : edgeprof_source_word(written.words, place);
}

bool edgeprof_written_is_as(const struct ep_words *words, uint32_t i,
                            tree operand)
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

location_t edgeprof_written_place(const edgeprof_written &written)
{
    const struct ep_operator &as = written.as;
    const uint32_t words[] = {as.at, as.operands[0].first,
                              as.operands[1 + as.is_choice].last};
    location_t places[3];
    for (int k = 0; k < 3; k++)
        places[k] =
            place_at(written.near, ep_words_point(written.words, words[k]));
    return make_location(places[0], places[1], places[2]);
}

bool edgeprof_written_find(tree expression, edgeprof_written *out)
{
    location_t place = EXPR_LOCATION(expression);
    bool is_choice = TREE_CODE(expression) == COND_EXPR;
    if (is_converted(expression))
        place = EXPR_LOCATION(TREE_OPERAND(expression, 0));
    out->words = edgeprof_source_words_at(place);
    out->macro = {};
    out->near = place;
    if (is_converted(expression) && out->words &&
        find_behind_condition(expression, out))
        return true;
    if (is_converted(expression) && POINTER_TYPE_P(TREE_TYPE(expression)))
        return find_by_operand(expression, out);
    if (!out->words)
        return false;
    struct ep_range range = {
        edgeprof_source_word(out->words, get_start(place)),
        edgeprof_source_word(out->words, get_finish(place))};
    if (range.first == range.last && range.first != EP_NONE)
        range = ep_range_from(out->words, range.first);
    uint32_t at = edgeprof_source_word(out->words, place);
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
            ep_operator_at(out->words, edgeprof_written_word(*out, place), true,
                           &out->as)) ||
           (find_macro(EXPR_LOCATION(TREE_OPERAND(choice, 0)), out) &&
            find_behind_condition(choice, out));
}

bool edgeprof_written_find_chooser(location_t place, edgeprof_written *out)
{
    *out = {edgeprof_source_words_at(place), {}, {}, place};
    return (out->words && find_chooser_of(place, out)) ||
           (find_macro(place, out) && find_chooser_of(place, out));
}

void edgeprof_written_place_value(tree value, location_t place)
{
    while (CONVERT_EXPR_P(value))
        value = TREE_OPERAND(value, 0);
    if (!is_converted(value) || POINTER_TYPE_P(TREE_TYPE(value)) ||
        from_macro_expansion_at(place))
        return;
    edgeprof_written written = {edgeprof_source_words_at(place), {}, {}, place};
    uint32_t i =
        written.words ? edgeprof_source_word(written.words, place) : EP_NONE;
    if (i != EP_NONE && !ep_is_assignment(written.words, i))
        i++;
    if (i != EP_NONE && ep_is_assignment(written.words, i) &&
        ep_operator_of(written.words, ep_range_from(written.words, i + 1), true,
                       &written.as))
        SET_EXPR_LOCATION(value, edgeprof_written_place(written));
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
    const struct ep_words *words = edgeprof_source_words_at(place);
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
    const struct ep_words *words = edgeprof_source_words_at(place);
    if (!words)
        return UNKNOWN_LOCATION;
    struct ep_point at = ep_condition_of_range(
        words, edgeprof_point_of(edgeprof_compat_line(place)));
    return at.line != 0 ? place_at(place, at) : UNKNOWN_LOCATION;
}

bool edgeprof_written_is_if(location_t place)
{
    const struct ep_words *words = edgeprof_source_words_at(place);
    uint32_t i = words ? edgeprof_source_word(words, place) : EP_NONE;
    return i != EP_NONE && (ep_words_is(words, i, "if") ||
                            (i > 0 && ep_words_is(words, i - 1, "if")));
}

bool edgeprof_written_compares(location_t place)
{
    const struct ep_words *words = edgeprof_source_words_at(place);
    return !words || from_macro_expansion_at(place) ||
           ep_words_is(words, edgeprof_source_word(words, place), "==");
}

bool edgeprof_written_is_behind(location_t place)
{
    const struct ep_words *words = edgeprof_source_words_at(place);
    struct ep_condition condition;
    return words &&
           ep_condition_find(words,
                             edgeprof_point_of(edgeprof_compat_line(place)),
                             &condition) &&
           (condition.at.line != condition.whole.line ||
            condition.at.column != condition.whole.column);
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
        !ep_range_has(
            written.as.operands[i],
            edgeprof_source_word(written.words, EXPR_LOCATION(operand))))
        SET_EXPR_LOCATION(operand, edgeprof_written_begin(written, i, operand));
}

bool edgeprof_written_is_turned(tree expression)
{
    location_t place = EXPR_LOCATION(expression);
    edgeprof_written written;
    if (find_macro(place, &written)
            ? !ep_operator_at(written.words,
                              edgeprof_written_word(written, place), false,
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
