/* SPDX-License-Identifier: MIT
 *
 * gcc_colons.cc - see gcc_colons.h.
 */
#include "gcc_colons.h"

#include "base/expressions.h"
#include "gcc_branches.h"

namespace
{

struct ep_point point_of(location_t place)
{
    expanded_location at = edgeprof_compat_line(place);
    return {(uint32_t)at.line, (uint32_t)at.column};
}

/* How a ?: is written: its words, up to the last of its last operand. */
struct written_choice {
    const struct ep_words *words;
    uint32_t question;
    uint32_t colon;
    uint32_t last;
};

/* How CHOICE is, if that is found.  It BEGINS there, if that is known, with INNER others
 * in it; else it stands at its ?, or at the operator of what was made part of it. */
bool find_written(tree choice, location_t begins, unsigned inner,
                  written_choice *out)
{
    location_t place = EXPR_LOCATION(choice);
    out->words = edgeprof_branches_words(edgeprof_compat_line(place).file);
    if (!out->words)
        return false;
    out->colon = EP_NONE;
    if (begins != UNKNOWN_LOCATION)
        out->colon =
            ep_condition_colon_behind(out->words, point_of(begins), inner);
    if (out->colon == EP_NONE)
        out->colon = ep_condition_colon(out->words, point_of(place));
    if (out->colon == EP_NONE)
        out->colon =
            ep_condition_only_colon(out->words, point_of(get_start(place)),
                                    point_of(get_finish(place)));
    out->question = ep_condition_question(out->words, out->colon);
    if (out->question == EP_NONE)
        return false;
    out->last = ep_range_last(out->words, out->colon, 0);
    return true;
}

enum side { SIDE_UNKNOWN, SIDE_LEFT, SIDE_RIGHT };

/* Which operand of CHOICE PLACE is in. */
side side_of_place(location_t place, const written_choice *choice)
{
    uint32_t i = place == UNKNOWN_LOCATION
                     ? EP_NONE
                     : ep_words_find(choice->words, point_of(place));
    if (i == EP_NONE || i <= choice->question || i == choice->colon ||
        i > choice->last)
        return SIDE_UNKNOWN;
    return i < choice->colon ? SIDE_LEFT : SIDE_RIGHT;
}

/* Whether OPERAND of CHOICE stands in no operand as it is written, or in both. */
bool is_made(tree operand, const written_choice *choice)
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
tree written_operand(tree operand, const written_choice *choice)
{
    while (is_made(operand, choice)) {
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

/* On which side of its colon OPERAND of CHOICE stands, told from the word before the
 * colon and the one behind it; if both are so written, nothing tells. */
side side_of_word(tree operand, const written_choice *choice)
{
    const struct ep_words *words = choice->words;
    uint32_t left = choice->colon - 1, right = choice->colon + 1;
    while (left > choice->question && ep_words_is(words, left, ")"))
        left--;
    while (ep_words_is(words, right, "(") || ep_words_is(words, right, "-"))
        right++;
    bool is_left = is_written_as(words, left, operand);
    bool is_right = is_written_as(words, right, operand);
    if (is_left == is_right)
        return SIDE_UNKNOWN;
    return is_left ? SIDE_LEFT : SIDE_RIGHT;
}

/* On which side of its colon OPERAND of CHOICE is written. */
side side_of(tree operand, const written_choice *choice)
{
    operand = written_operand(operand, choice);
    side found = SIDE_UNKNOWN;
    if (EXPR_HAS_LOCATION(operand))
        found = side_of_place(get_start(EXPR_LOCATION(operand)), choice);
    return found != SIDE_UNKNOWN
               ? found
               : side_of_word(tree_strip_nop_conversions(operand), choice);
}

} // namespace

location_t edgeprof_colons_place_at(location_t near, struct ep_point point)
{
    location_t place = LOCATION_LOCUS(near);
    const line_map *map = place < RESERVED_LOCATION_COUNT
                              ? NULL
                              : linemap_lookup(line_table, place);
    if (!map || linemap_macro_expansion_map_p(map))
        return near;
    const line_map_ordinary *ordinary = linemap_check_ordinary(map);
    if (point.line < ORDINARY_MAP_STARTING_LINE_NUMBER(ordinary))
        return near;
    return linemap_position_for_line_and_column(line_table, ordinary,
                                                point.line, point.column);
}

void edgeprof_colons_turn_back(tree choice, location_t begins, unsigned inner)
{
    written_choice written;
    tree yes = TREE_OPERAND(choice, 1);
    tree no = TREE_OPERAND(choice, 2);
    if (!yes || !no || !find_written(choice, begins, inner, &written))
        return;
    side first = side_of(yes, &written);
    side last = side_of(no, &written);
    if (first == last || first == SIDE_LEFT || last == SIDE_RIGHT)
        return;
    TREE_OPERAND(choice, 0) = invert_truthvalue_loc(
        EXPR_LOCATION(TREE_OPERAND(choice, 0)), TREE_OPERAND(choice, 0));
    TREE_OPERAND(choice, 1) = no;
    TREE_OPERAND(choice, 2) = yes;
}

void edgeprof_colons_find_operands(tree choice, location_t begins,
                                   unsigned inner, location_t out[2])
{
    written_choice written;
    bool is_found = find_written(choice, begins, inner, &written);
    for (int i = 0; i < 2; i++) {
        location_t place = EXPR_LOCATION(TREE_OPERAND(choice, i + 1));
        uint32_t before = i == 0 ? written.question : written.colon;
        out[i] = EXPR_LOCATION(choice);
        if (!is_found && place != UNKNOWN_LOCATION)
            out[i] = get_start(place);
        else if (is_found && side_of_place(get_start(place), &written) ==
                                 (i == 0 ? SIDE_LEFT : SIDE_RIGHT))
            out[i] = get_start(place);
        else if (is_found)
            out[i] = edgeprof_colons_place_at(
                out[i], ep_words_point(written.words, before + 1));
    }
}

void edgeprof_colons_place_third(tree loop)
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
