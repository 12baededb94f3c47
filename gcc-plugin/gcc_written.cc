/* SPDX-License-Identifier: MIT
 *
 * gcc_written.cc - see gcc_written.h.
 */
#include "gcc_written.h"

#include "base/conditions.h"
#include "gcc_branches.h"

namespace
{

struct ep_point point_of(location_t place)
{
    expanded_location at = edgeprof_compat_line(place);
    return {(uint32_t)at.line, (uint32_t)at.column};
}

/* Whether MAP has a place for POINT. */
bool has_point(const line_map_ordinary *map, struct ep_point point)
{
    unsigned bits = map->m_column_and_range_bits - map->m_range_bits;
    return point.line >= ORDINARY_MAP_STARTING_LINE_NUMBER(map) &&
           point.column < 1u << bits;
}

/* A place at POINT, which is in the file of NEAR and not far from there; or NEAR.  A
 * line that is longer than GCC thought goes on in another map. */
location_t place_at(location_t near, struct ep_point point)
{
    location_t place = LOCATION_LOCUS(near);
    const line_map *found = place < RESERVED_LOCATION_COUNT
                                ? NULL
                                : linemap_lookup(line_table, place);
    if (!found || linemap_macro_expansion_map_p(found))
        return near;
    const line_map_ordinary *map = linemap_check_ordinary(found);
    const line_map_ordinary *last = LINEMAPS_LAST_ORDINARY_MAP(line_table);
    while (!has_point(map, point) && map < last &&
           point.line >= ORDINARY_MAP_STARTING_LINE_NUMBER(map) &&
           strcmp(ORDINARY_MAP_FILE_NAME(map),
                  ORDINARY_MAP_FILE_NAME(map + 1)) == 0)
        map++;
    return has_point(map, point)
               ? linemap_position_for_line_and_column(line_table, map,
                                                      point.line, point.column)
               : near;
}

/* The word at PLACE, or EP_NONE. */
uint32_t word_at(const struct ep_words *words, location_t place)
{
    return place == UNKNOWN_LOCATION ? EP_NONE
                                     : ep_words_find(words, point_of(place));
}

bool is_in(uint32_t word, struct ep_range range)
{
    return word >= range.first && word <= range.last;
}

enum side { SIDE_UNKNOWN, SIDE_LEFT, SIDE_RIGHT };

/* Which operand of CHOICE PLACE is in. */
side side_of_place(location_t place, const edgeprof_written &choice)
{
    uint32_t i = word_at(choice.words, place);
    return is_in(i, choice.as.operands[1])   ? SIDE_LEFT
           : is_in(i, choice.as.operands[2]) ? SIDE_RIGHT
                                             : SIDE_UNKNOWN;
}

/* Whether OPERAND of CHOICE stands in no operand as it is written, or in both. */
bool is_spread(tree operand, const edgeprof_written &choice)
{
    location_t place = EXPR_LOCATION(operand);
    if (TREE_CODE(operand) != COND_EXPR && !UNARY_CLASS_P(operand) &&
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

/* Whether word I is what OPERAND, a variable or number, is written as. */
bool is_written_as(const struct ep_words *words, uint32_t i, tree operand)
{
    if (DECL_P(operand))
        return DECL_NAME(operand) &&
               ep_words_is(words, i, IDENTIFIER_POINTER(DECL_NAME(operand)));
    if (TREE_CODE(operand) != INTEGER_CST || i >= words->n ||
        !ISDIGIT(words->text[words->items[i].at]))
        return false;
    unsigned long long value =
        strtoull(words->text + words->items[i].at, NULL, 0);
    return value == absu_hwi(TREE_INT_CST_LOW(operand));
}

/* On which side of its colon OPERAND of CHOICE stands, told from the last word of one
 * and the first of the other; if both are so written, nothing tells. */
side side_of_word(tree operand, const edgeprof_written &choice)
{
    const struct ep_words *words = choice.words;
    uint32_t left = choice.as.operands[1].last;
    uint32_t right = choice.as.operands[2].first;
    while (left > choice.as.operands[1].first && ep_words_is(words, left, ")"))
        left--;
    while (ep_words_is(words, right, "(") || ep_words_is(words, right, "-"))
        right++;
    bool is_left = is_written_as(words, left, operand);
    bool is_right = is_written_as(words, right, operand);
    if (is_left == is_right)
        return SIDE_UNKNOWN;
    return is_left ? SIDE_LEFT : SIDE_RIGHT;
}

/* On which side of its colon OPERAND of CHOICE is written.  A number tells nothing if
 * something is computed with the ?:, which then has that operator's place. */
side side_of(tree operand, const edgeprof_written &choice)
{
    uint32_t caret = word_at(choice.words, choice.near);
    if (CONSTANT_CLASS_P(operand) && caret != choice.as.at &&
        caret != choice.as.operands[2].first - 1)
        return SIDE_UNKNOWN;
    operand = written_operand(operand, choice);
    side found = SIDE_UNKNOWN;
    if (EXPR_HAS_LOCATION(operand))
        found = side_of_place(get_start(EXPR_LOCATION(operand)), choice);
    return found != SIDE_UNKNOWN
               ? found
               : side_of_word(tree_strip_nop_conversions(operand), choice);
}

/* Where RANGE, an operand, begins. */
struct ep_point begin_of(const struct ep_words *words, struct ep_range range)
{
    struct ep_point point = ep_words_point(words, range.first);
    struct ep_condition condition;
    return ep_condition_find(words, point, &condition) ? condition.at : point;
}

/* ---- tests that GCC has made --------------------------------------------- */

struct made_test {
    const struct ep_words *words;
    struct ep_point at;
};

auto_vec<made_test> made; /* few */

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

/* How CHOICE is written, whose condition stands where it is written. */
bool find_behind_condition(tree choice, edgeprof_written *out)
{
    location_t place = EXPR_LOCATION(TREE_OPERAND(choice, 0));
    uint32_t first = word_at(out->words, get_start(place));
    uint32_t i = word_at(out->words, get_finish(place));
    if (first == EP_NONE || i == EP_NONE)
        return false;
    do
        i++;
    while (ep_words_is(out->words, i, ")"));
    return ep_words_is(out->words, i, "?") &&
           ep_operator_at(out->words, i, true, &out->as) &&
           is_in(first, out->as.operands[0]);
}

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

bool edgeprof_written_find(tree expression, edgeprof_written *out)
{
    location_t place = EXPR_LOCATION(expression);
    bool is_choice = TREE_CODE(expression) == COND_EXPR;
    out->words = edgeprof_branches_words(edgeprof_compat_line(place).file);
    out->near = place;
    if (!out->words)
        return false;
    struct ep_range range = {word_at(out->words, get_start(place)),
                             word_at(out->words, get_finish(place))};
    if (range.first == range.last && range.first != EP_NONE)
        range = ep_range_from(out->words, range.first);
    return ep_operator_at(out->words, word_at(out->words, place), is_choice,
                          &out->as) ||
           ep_operator_of(out->words, range, is_choice, &out->as) ||
           (is_choice &&
            (find_behind_condition(expression, out) ||
             ep_operator_only_choice(out->words, range, &out->as)));
}

location_t edgeprof_written_begin(const edgeprof_written &written, unsigned i)
{
    return place_at(written.near,
                    begin_of(written.words, written.as.operands[i]));
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
    if (!ep_operator_of(written.words, range, TREE_CODE(inner) == COND_EXPR,
                        &own.as))
        return;
    const uint32_t words[] = {own.as.at, own.as.operands[0].first,
                              own.as.operands[1 + own.as.is_choice].last};
    location_t places[3];
    for (int k = 0; k < 3; k++)
        places[k] =
            place_at(written.near, ep_words_point(written.words, words[k]));
    SET_EXPR_LOCATION(inner, make_location(places[0], places[1], places[2]));
}

bool edgeprof_written_is_made(const struct ep_words *words, struct ep_point at)
{
    for (const made_test &test : made)
        if (test.words == words && test.at.line == at.line &&
            test.at.column == at.column)
            return true;
    return false;
}

location_t edgeprof_written_make(tree choice)
{
    location_t place = EXPR_LOCATION(choice);
    tree condition = TREE_OPERAND(choice, 0);
    const struct ep_words *words =
        edgeprof_branches_words(edgeprof_compat_line(place).file);
    location_t own = get_start(EXPR_LOCATION(condition));
    if (!words || from_macro_expansion_at(place) || own == UNKNOWN_LOCATION ||
        word_at(words, own) == word_at(words, get_start(place)) ||
        may_have_question(words, place))
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

void edgeprof_written_place_third(tree loop)
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

void edgeprof_written_place_steps(tree *at)
{
    walk_tree_without_duplicates(at, place_step, NULL);
}
