/* SPDX-License-Identifier: MIT
 *
 * begun.c - see begun.h.
 */
#include "base/begun.h"

#include "base/braces.h"
#include "base/directives.h"
#include "base/expressions.h"

/* Whether a directive stands between word I and the one before: what is there may be one of
 * several branches, of which that is another. */
static int is_behind_directive(const struct ep_words *words, uint32_t i)
{
    size_t next = ep_directives_before(words, words->items[i - 1].at);

    return next < words->n_directives &&
           words->directives[next] < words->items[i].at;
}

/* Whether word I begins a statement that has others in it. */
static int has_statements(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {"else", "do", "try", NULL};

    return ep_is_head(words, i) || ep_words_is_one(words, i, texts);
}

/* Whether bracket I, an opening one, is of an expression.  What is in the body of a lambda is
 * no part of the one that this is in. */
static int is_of_expression(const struct ep_words *words, uint32_t i,
                            int is_from_inside)
{
    if (i == EP_NONE || words->items[i].pair == EP_NONE)
        return 0;
    if (!ep_words_is(words, i, "{"))
        return !ep_is_of_head(words, i);
    return is_from_inside ? ep_brace_begins_list(words, i)
                          : ep_brace_is_of_expression(words, i);
}

/* Whether what is behind word I is executed only if something before it was true, or false. */
static int is_conditional(const struct ep_words *words, uint32_t i)
{
    return ep_is_logic(words, i) || ep_is_choice(words, i);
}

/* Where the search goes on to the left of word I: at another word of the same operand or,
 * where one begins at I, of what that is a part of.  EP_NONE: a statement begins at I. */
static uint32_t go_left(const struct ep_words *words, uint32_t i)
{
    static const char *const keywords[] = {"return", "co_return", "throw",
                                           "co_yield", NULL};
    uint32_t before = i - 1;
    const struct ep_word *word = &words->items[before];
    int is_brace = ep_words_is(words, before, "}");

    if (ep_is_opener(words, before) || ep_words_is(words, before, "{"))
        return is_of_expression(words, before, 1) ? before : EP_NONE;
    if (ep_is_closer(words, before) || is_brace)
        return is_of_expression(words, word->pair, 0) &&
                       (is_brace || !ep_is_of_statement(words, word->pair, i))
                   ? word->pair
                   : EP_NONE;
    if (ep_words_is(words, before, ","))
        return is_of_expression(words, word->within, 1) ? word->within : before;
    if (ep_words_is_one(words, before, keywords))
        return before;
    return ep_ends_expression(words, before) || has_statements(words, before) ||
                   is_conditional(words, before)
               ? EP_NONE
               : before;
}

/* The keyword of the statement whose brackets word OPEN begins. */
static uint32_t keyword_of(const struct ep_words *words, uint32_t open)
{
    return ep_words_is(words, open - 1, "constexpr") && open > 1 ? open - 2
                                                                 : open - 1;
}

/* Whether bracket I opens what word INNER, to its right, is in. */
static int encloses(const struct ep_words *words, uint32_t i, uint32_t inner)
{
    return (ep_is_opener(words, i) || ep_words_is(words, i, "{")) &&
           words->items[i].pair != EP_NONE && words->items[i].pair > inner;
}

uint32_t ep_begun_before(const struct ep_words *words, uint32_t i)
{
    static const char *const none[] = {"{", "}", ":", NULL};
    int has_comma = 0; /* bool: one was passed that is between no arguments */
    uint32_t at = i;

    if (ep_words_is_one(words, i, none))
        return EP_NONE;
    if (ep_is_of_head(words, i))
        return keyword_of(words, i);
    for (uint32_t next = i; next != EP_NONE; next = go_left(words, at)) {
        has_comma |= next < at && ep_words_is(words, next, ",");
        at = next;
        if (at == 0 || has_statements(words, at) ||
            is_behind_directive(words, at))
            break;
        if (has_comma && is_conditional(words, at - 1))
            return EP_NONE;
        if (at != i && !ep_words_is(words, at, "{") &&
            (encloses(words, at - 1, i) ||
             (!has_comma && (ep_words_is(words, at - 1, ",") ||
                             ep_is_assignment(words, at - 1)))))
            break;
        if (ep_is_of_head(words, at - 1))
            return keyword_of(words, at - 1);
    }
    return at != i ? at : EP_NONE;
}

/* ---- operands ------------------------------------------------------------- */

/* Whether word I is a name, a number or a text. */
static int is_value(const struct ep_words *words, uint32_t i)
{
    char c = ep_words_first(words, i);

    return ep_words_is_name(words, i) || (c >= '0' && c <= '9') || c == '"' ||
           c == '\'';
}

/* Whether what is behind word I is not computed, or not as an operand is. */
static int is_aside(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {
        "sizeof",     "alignof", "_Alignof", "__alignof__", "decltype",
        "__typeof__", "typeof",  "typeid",   "noexcept",    "requires",
        "_Generic",   "new",     "delete",   "co_await",    NULL};

    return ep_words_is_one(words, i, texts);
}

/* Whether what word I begins is of the value before it: a call, an index. */
static int is_behind_value(const struct ep_words *words, uint32_t i)
{
    return is_value(words, i - 1) || ep_is_closer(words, i - 1);
}

/* The comma behind word I in the same brackets, or their end; EP_NONE: it is in none. */
static uint32_t part_end(const struct ep_words *words, uint32_t i)
{
    uint32_t within = words->items[i].within;
    uint32_t end = within != EP_NONE ? words->items[within].pair : EP_NONE;

    while (i < end && end != EP_NONE &&
           !(ep_words_is(words, i, ",") && words->items[i].within == within))
        i++;
    return end != EP_NONE ? i : EP_NONE;
}

/* The word behind I that the search looks at, or EP_NONE: it ends. */
static uint32_t go_right(const struct ep_words *words, uint32_t i)
{
    uint32_t next = i + 1;

    if (next >= words->n || ep_words_is(words, next, "{") ||
        (ep_words_is(words, next, "[") && !is_behind_value(words, next)) ||
        (is_value(words, next) && is_value(words, i)))
        return EP_NONE;
    if (ep_words_is(words, next, "(") && is_behind_value(words, next))
        return words->items[next].pair;
    return is_conditional(words, next) || is_aside(words, next)
               ? part_end(words, next)
               : next;
}

/* Whether a directive stands anywhere between words I and LAST. */
static int has_directive(const struct ep_words *words, uint32_t i,
                         uint32_t last)
{
    while (i < last && !is_behind_directive(words, i + 1))
        i++;
    return i < last;
}

uint32_t ep_begun_behind(const struct ep_words *words, uint32_t i,
                         uint32_t last)
{
    uint32_t next;

    while ((next = go_right(words, i)) != EP_NONE && next <= last &&
           !has_directive(words, i, next)) {
        i = next;
        if (is_value(words, i))
            return i;
    }
    return EP_NONE;
}
