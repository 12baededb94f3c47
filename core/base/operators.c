/* SPDX-License-Identifier: MIT
 *
 * operators.c - see operators.h.
 */
#include "base/operators.h"

#include "base/braces.h"

/* The word behind what word I opens, or the next one. */
static uint32_t behind(const struct ep_words *words, uint32_t i)
{
    uint32_t pair = words->items[i].pair;

    if (ep_is_opener(words, i) ? pair != EP_NONE
                               : ep_brace_is_of_expression(words, i))
        i = pair;
    return i + 1;
}

/* Whether no expression goes beyond word I. */
static int is_statement(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {";", "{", "}", NULL};

    return ep_words_is_one(words, i, texts) &&
           !ep_brace_is_of_expression(words, i);
}

/* ---- ?: ------------------------------------------------------------------- */

/* The first of the `:` from I to LAST that belongs to no `?` there; EP_NONE: none
 * is. */
static uint32_t own_colon(const struct ep_words *words, uint32_t i,
                          uint32_t last)
{
    uint32_t open = 0;

    for (; i <= last && !is_statement(words, i); i = behind(words, i)) {
        if (ep_is_closer(words, i))
            break;
        if (ep_words_is(words, i, "?"))
            open++;
        else if (ep_words_is(words, i, ":") && open-- == 0)
            return i;
    }
    return EP_NONE;
}

/* The `?` that the `:` at COLON belongs to; EP_NONE: there is none. */
static uint32_t own_question(const struct ep_words *words, uint32_t colon)
{
    uint32_t open = 1;

    for (uint32_t i = colon; i-- > 0;) {
        if (ep_is_closer(words, i)
                ? words->items[i].pair < i
                : ep_brace_of_expression_end(words, i) != EP_NONE)
            i = words->items[i].pair;
        else if (ep_words_is(words, i, ":"))
            open++;
        else if (ep_words_is(words, i, "?") && --open == 0)
            return i;
        else if (ep_is_opener(words, i) || ep_ends_expression(words, i))
            break;
    }
    return EP_NONE;
}

/* ---- operands ------------------------------------------------------------- */

/* RANGE is what the operator at I is in. */
static int set_operands(const struct ep_words *words, struct ep_range range,
                        uint32_t i, struct ep_operator *out)
{
    struct ep_operator found = {.is_choice = ep_words_is(words, i, "?"),
                                .at = i};
    uint32_t colon = i;

    for (uint32_t at = range.first; at < i; at = behind(words, at))
        if (ep_is_assignment(words, at))
            range.first = at + 1;
    if (found.is_choice) {
        colon = own_colon(words, i + 1, range.last);
        if (colon == EP_NONE)
            return 0;
        found.operands[1] = (struct ep_range){i + 1, colon - 1};
    }
    found.operands[0] = (struct ep_range){range.first, i - 1};
    if (colon == i + 1) /* a ?: b */
        found.operands[1] = found.operands[0];
    found.operands[1 + found.is_choice] =
        (struct ep_range){colon + 1, range.last};
    for (int k = 0; k < 2 + found.is_choice; k++)
        if (found.operands[k].first > found.operands[k].last)
            return 0;
    *out = found;
    return 1;
}

/* The operator by which all of RANGE is made: the first ?, or else the last ||, or
 * else the last &&; EP_NONE: there is none outside of brackets, or a comma. */
static uint32_t last_done(const struct ep_words *words, struct ep_range range)
{
    uint32_t found = EP_NONE;

    for (uint32_t i = range.first; i <= range.last; i = behind(words, i)) {
        if (ep_words_is(words, i, "?"))
            return i;
        if (is_statement(words, i) || ep_words_is(words, i, ","))
            return EP_NONE;
        if (ep_is_or(words, i) ||
            (ep_is_and(words, i) &&
             (found == EP_NONE || !ep_is_or(words, found))))
            found = i;
    }
    return found;
}

/* RANGE becomes what is in its brackets, behind `!` and casts; 0: it has none. */
static int step_in(const struct ep_words *words, struct ep_range *range)
{
    uint32_t i = range->first;

    for (; i < range->last && words->items[i].pair != range->last; i++)
        if (ep_words_is(words, i, "(") && words->items[i].pair != EP_NONE)
            i = words->items[i].pair; /* a cast */
        else if (!ep_is_not(words, i))
            return 0;
    range->first = i + 1;
    return ep_words_is(words, i, "(") && range->first <= --range->last;
}

int ep_operator_of(const struct ep_words *words, struct ep_range range,
                   int is_choice, struct ep_operator *out)
{
    uint32_t i = EP_NONE;

    while (range.first <= range.last && range.last < words->n &&
           (i = last_done(words, range)) == EP_NONE && step_in(words, &range))
        ;
    return i != EP_NONE && ep_words_is(words, i, "?") == is_choice &&
           set_operands(words, range, i, out);
}

/* The words that the operator at I and its operands are. */
static struct ep_range around(const struct ep_words *words, uint32_t i)
{
    int is_choice = ep_words_is(words, i, "?");
    int before =
        EP_AT_CHOICE | EP_AT_ASSIGNMENT | (ep_is_and(words, i) ? EP_AT_OR : 0);
    int after = is_choice            ? 0
                : ep_is_or(words, i) ? EP_AT_CHOICE | EP_AT_OR
                                     : EP_AT_CHOICE | EP_AT_LOGIC;
    struct ep_range range = {ep_range_first(words, i, before),
                             ep_range_last(words, i, after)};
    uint32_t colon = is_choice ? own_colon(words, i + 1, range.last) : EP_NONE;

    if (colon != EP_NONE) /* in the second operand of another */
        colon = own_colon(words, colon + 1, range.last);
    if (colon != EP_NONE)
        range.last = colon - 1;
    return range;
}

int ep_operator_at(const struct ep_words *words, uint32_t word, int is_choice,
                   struct ep_operator *out)
{
    struct ep_range range = {word, EP_NONE};

    if (word >= words->n)
        return 0;
    while (ep_is_not(words, range.first))
        range.first++;
    if (range.first > word && ep_words_is(words, range.first, "("))
        range.last = words->items[range.first].pair;
    else if (ep_words_is(words, word, ","))
        range = (struct ep_range){word + 1, ep_range_last(words, word, 0)};
    if (range.last != EP_NONE)
        return ep_operator_of(words, range, is_choice, out);
    if (ep_words_is(words, word, ":"))
        word = own_question(words, word);
    if (is_choice ? !ep_words_is(words, word, "?") : !ep_is_logic(words, word))
        return 0;
    return word > 0 && set_operands(words, around(words, word), word, out);
}

int ep_operator_is_range(const struct ep_words *words, uint32_t i)
{
    uint32_t open = words->items[i].within;
    struct ep_operator choice;

    return ep_words_is(words, i, ":") && open != EP_NONE && open > 0 &&
           ep_words_is(words, open - 1, "for") &&
           !ep_operator_at(words, i, 1, &choice);
}

int ep_operator_only_choice(const struct ep_words *words, struct ep_range range,
                            struct ep_operator *out)
{
    uint32_t found = EP_NONE;

    for (uint32_t i = range.first; i <= range.last && i < words->n; i++) {
        if (!ep_words_is(words, i, "?"))
            continue;
        if (found != EP_NONE)
            return 0;
        found = i;
    }
    return found != EP_NONE && ep_operator_at(words, found, 1, out);
}
