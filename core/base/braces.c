/* SPDX-License-Identifier: MIT
 *
 * braces.c - see braces.h.
 */
#include "base/braces.h"

#include <string.h>

/* Whether word I may be before a value: `return`, but not `x`. */
static int asks_value(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {"return",   "co_return", "co_yield",
                                        "co_await", "throw",     "sizeof",
                                        "case",     NULL};

    return ep_words_is_one(words, i, texts);
}

/* The first word of the name that ends before word END: of `a::b<c, d>` it is `a`; END: there is
 * none. */
static uint32_t name_begin(const struct ep_words *words, uint32_t end)
{
    for (;;) {
        uint32_t i = ep_words_arguments_begin(words, end);

        if (i == 0 || !ep_words_is_name(words, i - 1) ||
            asks_value(words, i - 1))
            return end;
        end = i - 1;
        if (end == 0 || !ep_words_is(words, end - 1, "::"))
            return end;
        end--; /* of a::b, and ::b */
    }
}

/* Whether the brackets (...) that word OPEN begins are of no function and no statement, but a type
 * for the list behind: `(T){1}`. */
static int is_type_of_list(const struct ep_words *words, uint32_t open)
{
    static const char *const others[] = {")", "]", ">", NULL};

    if (open == EP_NONE || open == 0)
        return 0;
    if (ep_words_is_name(words, open - 1))
        return asks_value(words, open - 1);
    return !ep_words_is_one(words, open - 1, others) &&
           !(open > 1 && ep_words_is(words, open - 2, "operator"));
}

/* Whether word I ends what a declarator has in brackets: `(*p)`, as in `int (*p)[3]`. */
static int is_pointer(const struct ep_words *words, uint32_t i)
{
    uint32_t open = ep_words_is(words, i, ")") ? words->items[i].pair : EP_NONE;

    return open != EP_NONE && ep_words_is(words, open + 1, "*");
}

/* Whether the brackets [...] that word OPEN begins tell a size, and are no lambda's. */
static int is_size(const struct ep_words *words, uint32_t open)
{
    static const char *const signs[] = {"]", ">", "*", NULL};

    return open != EP_NONE && open > 0 &&
           (ep_words_is_one(words, open - 1, signs) ||
            is_pointer(words, open - 1) ||
            (ep_words_is_name(words, open - 1) &&
             !asks_value(words, open - 1)));
}

/* Where the attributes `[[...]]` begin that end before word END; END: none ends there. */
static uint32_t attributes_begin(const struct ep_words *words, uint32_t end)
{
    while (end > 3 && ep_words_is(words, end - 1, "]") &&
           ep_words_is(words, end - 2, "]")) {
        uint32_t open = words->items[end - 1].pair;

        if (open == EP_NONE || open == 0 ||
            words->items[end - 2].pair != open + 1)
            break;
        end = open;
    }
    return end;
}

/* Whether what is behind word I goes on with an expression that ended there, and begins no
 * statement. */
static int goes_on(const struct ep_words *words, uint32_t i)
{
    static const char *const increments[] = {"++", "--", NULL};
    char c = ep_words_first(words, i + 1);

    return i + 1 < words->n && c != '\0' && strchr(".-,)];?:+/%=<>|^&(", c) &&
           !ep_words_is_one(words, i + 1, increments);
}

/* Whether a brace behind the name of the words NAME to END - 1 begins a list, where the words
 * before tell: not in a class's head, nor behind a lambda's type or a keyword. */
static int may_name_list(const struct ep_words *words, uint32_t name,
                         uint32_t end)
{
    static const char *const heads[] = {
        "class",   "struct",    "union",   "enum",     "namespace", "public",
        "private", "protected", "virtual", "requires", NULL};
    static const char *const blocks[] = {"else",     "do",       "try",
                                         "const",    "noexcept", "mutable",
                                         "override", "final",    NULL};

    return !ep_words_is_one(words, end - 1, blocks) &&
           !ep_words_is_one(words, name, heads) &&
           (name == 0 || (!ep_words_is_one(words, name - 1, heads) &&
                          !ep_words_is(words, name - 1, "->")));
}

/* Whether a statement may begin at word I. */
static int may_begin_statement(const struct ep_words *words, uint32_t i)
{
    static const char *const befores[] = {";",    "{",  "}", ")",
                                          "else", "do", NULL};

    return i == 0 || ep_words_is_one(words, i - 1, befores);
}

/* Whether a statement ends in what the brace OPEN begins. */
static int has_statement(const struct ep_words *words, uint32_t open)
{
    uint32_t end = words->items[open].pair;

    for (uint32_t i = open + 1; i < end; i++)
        if (words->items[i].within == open && ep_words_is(words, i, ";"))
            return 1;
    return 0;
}

/* Whether what is before the brace OPEN tells that it begins a list.  In a list, lists need no more:
 * then OUTER is the brace of the one around, else EP_NONE. */
static int may_begin_list(const struct ep_words *words, uint32_t open,
                          uint32_t *outer)
{
    static const char *const signs[] = {"=", "(", "?", NULL};
    uint32_t end = attributes_begin(words, open);
    uint32_t before = end - 1, within = words->items[open].within;
    uint32_t name;

    *outer = EP_NONE;
    if (ep_words_is_one(words, before, signs) || asks_value(words, before) ||
        (ep_words_is(words, before, ":") && ep_words_is(words, within, "(")))
        return 1;
    if (ep_words_is(words, before, ",") || ep_words_is(words, before, "{")) {
        if (ep_words_is(words, within, "{"))
            *outer = within;
        return 1;
    }
    if (ep_words_is(words, before, ")"))
        return is_type_of_list(words, words->items[before].pair);
    if (ep_words_is(words, before, "]"))
        return is_size(words, words->items[before].pair);
    name = name_begin(words, end);
    if (name == end || !may_name_list(words, name, end))
        return 0;
    if (!may_begin_statement(words, name) ||
        goes_on(words, words->items[open].pair))
        return 1;
    if (name > 0 && ep_words_is(words, name - 1, "{"))
        *outer = name - 1;
    return *outer != EP_NONE;
}

int ep_brace_begins_list(const struct ep_words *words, uint32_t i)
{
    while (i > 0 && ep_words_is(words, i, "{") && i < words->items[i].pair &&
           words->items[i].pair != EP_NONE && !has_statement(words, i) &&
           may_begin_list(words, i, &i))
        if (i == EP_NONE)
            return 1;
    return 0;
}

/* The word before what may be part of a lambda's head and ends before word END: a name, or
 * brackets that are no [...]; END: there is none. */
static uint32_t before_part(const struct ep_words *words, uint32_t end)
{
    static const char *const signs[] = {"->", "::", "*", "&", "&&", NULL};
    uint32_t begin = attributes_begin(words, end);

    if (begin == end)
        begin = ep_words_arguments_begin(words, end);
    if (begin == end && ep_words_is(words, end - 1, ")") &&
        words->items[end - 1].pair < end)
        begin = words->items[end - 1].pair;
    if (begin == end && (ep_words_is_name(words, end - 1) ||
                         ep_words_is_one(words, end - 1, signs)))
        begin = end - 1;
    return begin;
}

/* Whether the brace OPEN begins the body of a lambda: behind its [...], and what is between. */
static int begins_lambda(const struct ep_words *words, uint32_t open)
{
    uint32_t end = open, begin;

    if (!ep_words_is(words, open, "{") || words->items[open].pair == EP_NONE)
        return 0;
    while (end > 0 && (begin = before_part(words, end)) != end)
        end = begin;
    return end > 0 && ep_words_is(words, end - 1, "]") &&
           words->items[end - 1].pair < end &&
           !is_size(words, words->items[end - 1].pair);
}

int ep_brace_is_of_expression(const struct ep_words *words, uint32_t i)
{
    return ep_brace_begins_list(words, i) || begins_lambda(words, i);
}

int ep_brace_begins_value(const struct ep_words *words, uint32_t i)
{
    return i > 0 && ep_words_is(words, i, "{") &&
           ep_words_is(words, i - 1, "(") &&
           words->items[i].pair + 1 == words->items[i - 1].pair &&
           has_statement(words, i);
}

int ep_brace_follows(const struct ep_words *words, uint32_t i)
{
    uint32_t brace = i + 1;

    if (ep_words_is(words, brace, "(") && words->items[brace].pair != EP_NONE)
        brace = words->items[brace].pair + 1;
    return ep_words_is(words, brace, "{") &&
           !ep_brace_begins_list(words, brace);
}

/* The brace that word I, if it is another, is the end of; or EP_NONE. */
static uint32_t open_of(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "}") ? words->items[i].pair : EP_NONE;
}

uint32_t ep_brace_of_value_end(const struct ep_words *words, uint32_t i)
{
    uint32_t open = open_of(words, i);

    return ep_brace_begins_value(words, open) ? open : EP_NONE;
}

uint32_t ep_brace_of_expression_end(const struct ep_words *words, uint32_t i)
{
    uint32_t open = open_of(words, i);

    return ep_brace_is_of_expression(words, open) ? open : EP_NONE;
}

struct ep_point ep_brace_list_begin(const struct ep_words *words,
                                    struct ep_point point)
{
    static const char *const not_its[] = {"(", ",", "?", "{", NULL};
    uint32_t open = open_of(words, ep_words_find(words, point));

    if (!ep_brace_begins_list(words, open))
        return point;
    return ep_words_point(
        words, ep_words_is_one(words, open - 1, not_its) ? open : open - 1);
}
