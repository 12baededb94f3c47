/* SPDX-License-Identifier: MIT
 *
 * gcc_colons.cc - see gcc_colons.h.
 */
#include "gcc_colons.h"

#include "gcc_branches.h"

namespace
{

struct ep_point point_of(location_t place)
{
    expanded_location at = edgeprof_compat_line(place);
    return {(uint32_t)at.line, (uint32_t)at.column};
}

/* The colon of CHOICE, a word of WORDS, or EP_NONE.  It stands at its ?, or at the
 * operator of what was made part of it. */
uint32_t colon_of(tree choice, const struct ep_words **words)
{
    location_t place = EXPR_LOCATION(choice);
    *words = edgeprof_branches_words(edgeprof_compat_line(place).file);
    if (!*words)
        return EP_NONE;
    uint32_t colon = ep_condition_colon(*words, point_of(place));
    return colon != EP_NONE
               ? colon
               : ep_condition_only_colon(*words, point_of(get_start(place)),
                                         point_of(get_finish(place)));
}

/* Whether PLACE, which is known, is behind the word COLON of WORDS. */
bool is_place_behind(location_t place, const struct ep_words *words,
                     uint32_t colon)
{
    expanded_location at = edgeprof_compat_line(place);
    struct ep_point point = ep_words_point(words, colon);
    return (uint32_t)at.line > point.line ||
           ((uint32_t)at.line == point.line &&
            (uint32_t)at.column > point.column);
}

/* What of OPERAND stands on one side of COLON: GCC makes (c ? a : b) * 2 of
 * c ? a * 2 : b * 2, and converts likewise. */
tree on_one_side(tree operand, const struct ep_words *words, uint32_t colon)
{
    for (;;) {
        location_t place = EXPR_LOCATION(operand);
        bool begins_before = place == UNKNOWN_LOCATION ||
                             !is_place_behind(get_start(place), words, colon);
        bool ends_behind = place == UNKNOWN_LOCATION ||
                           is_place_behind(get_finish(place), words, colon);
        bool is_made = (UNARY_CLASS_P(operand) || BINARY_CLASS_P(operand)) &&
                       begins_before && ends_behind;
        if (!is_made)
            return operand;
        bool of_right = BINARY_CLASS_P(operand) &&
                        CONSTANT_CLASS_P(TREE_OPERAND(operand, 0));
        operand = TREE_OPERAND(operand, of_right);
    }
}

/* Whether OPERAND of a ?: stands behind its COLON, a word of WORDS; it stands
 * behind its question mark if it is not known to. */
bool is_behind(tree operand, const struct ep_words *words, uint32_t colon)
{
    operand = on_one_side(operand, words, colon);
    if (EXPR_HAS_LOCATION(operand))
        return is_place_behind(get_start(EXPR_LOCATION(operand)), words, colon);
    return DECL_P(operand) && DECL_NAME(operand) &&
           ep_words_is(words, colon + 1,
                       IDENTIFIER_POINTER(DECL_NAME(operand)));
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

void edgeprof_colons_turn_back(tree choice)
{
    const struct ep_words *words;
    uint32_t colon = colon_of(choice, &words);
    tree yes = TREE_OPERAND(choice, 1);
    tree no = TREE_OPERAND(choice, 2);
    if (colon == EP_NONE || !yes || !no || CONSTANT_CLASS_P(yes))
        return;
    tree moved = tree_strip_nop_conversions(on_one_side(no, words, colon));
    if (!(CONSTANT_CLASS_P(moved) || DECL_P(moved)) ||
        !is_behind(yes, words, colon))
        return;
    TREE_OPERAND(choice, 0) = invert_truthvalue_loc(
        EXPR_LOCATION(TREE_OPERAND(choice, 0)), TREE_OPERAND(choice, 0));
    TREE_OPERAND(choice, 1) = no;
    TREE_OPERAND(choice, 2) = yes;
}

void edgeprof_colons_find_operands(tree choice, location_t out[2])
{
    location_t whole = EXPR_LOCATION(choice);
    const struct ep_words *words;
    uint32_t colon = colon_of(choice, &words);
    bool is_between = colon != EP_NONE && colon > 0 && colon + 1 < words->n;
    for (int i = 0; i < 2; i++) {
        tree operand = TREE_OPERAND(choice, i + 1);
        out[i] = whole;
        if (EXPR_HAS_LOCATION(operand))
            out[i] = get_start(EXPR_LOCATION(operand));
        else if (is_between)
            out[i] = edgeprof_colons_place_at(
                whole, ep_words_point(words, i ? colon + 1 : colon - 1));
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
