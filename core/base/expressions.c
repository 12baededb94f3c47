/* SPDX-License-Identifier: MIT
 *
 * expressions.c - see expressions.h.
 */
#include "base/expressions.h"

#include "base/braces.h"

#include <stdio.h>
#include <string.h>

int ep_is_not(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "!");
}

int ep_is_and(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "&&");
}

int ep_is_or(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "||");
}

int ep_is_logic(const struct ep_words *words, uint32_t i)
{
    return ep_is_and(words, i) || ep_is_or(words, i);
}

int ep_is_assignment(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {"=",  "+=", "-=", "*=",  "/=",  "%=",
                                        "&=", "|=", "^=", "<<=", ">>=", NULL};

    return ep_words_is_one(words, i, texts);
}

int ep_ends_expression(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {
        ";",        "{",     "}",    ",",  "return", "co_return", "case",
        "co_yield", "throw", "else", "do", "goto",   NULL};

    return ep_words_is_one(words, i, texts);
}

int ep_is_head(const struct ep_words *words, uint32_t i)
{
    static const char *const texts[] = {"if",     "while",     "for",
                                        "switch", "constexpr", NULL};

    return ep_words_is_one(words, i, texts);
}

int ep_is_of_head(const struct ep_words *words, uint32_t open)
{
    return ep_words_is(words, open, "(") && open > 0 &&
           ep_is_head(words, open - 1);
}

int ep_is_opener(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "(") || ep_words_is(words, i, "[");
}

int ep_is_closer(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, ")") || ep_words_is(words, i, "]");
}

int ep_is_choice(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, "?") || ep_words_is(words, i, ":");
}

/* ---- how far ------------------------------------------------------------- */

static int is_end(const struct ep_words *words, uint32_t i, int at)
{
    return ep_ends_expression(words, i) ||
           ((at & EP_AT_AND) && ep_is_and(words, i)) ||
           ((at & EP_AT_OR) && ep_is_or(words, i)) ||
           ((at & EP_AT_CHOICE) && ep_is_choice(words, i)) ||
           ((at & EP_AT_ASSIGNMENT) && ep_is_assignment(words, i));
}

uint32_t ep_range_last(const struct ep_words *words, uint32_t i, int at)
{
    for (; i + 1 < words->n; i++) {
        if ((ep_is_opener(words, i + 1) &&
             words->items[i + 1].pair != EP_NONE) ||
            ep_brace_is_of_expression(words, i + 1))
            i = words->items[i + 1].pair - 1;
        else if (ep_is_closer(words, i + 1) || is_end(words, i + 1, at))
            break;
    }
    return i;
}

int ep_is_of_statement(const struct ep_words *words, uint32_t open, uint32_t i)
{
    return open > 0 && ep_words_is(words, open, "(") &&
           ep_words_is_name(words, open - 1) && ep_words_is_name(words, i) &&
           !ep_is_logic(words, i) && !ep_is_logic(words, open - 1) &&
           !ep_is_not(words, open - 1) &&
           !ep_ends_expression(words, open - 1) &&
           !ep_words_is(words, open - 1, "new");
}

/* Whether what the `;` at word I is behind is done before a statement asks: what is behind may be
 * a declaration. */
static int is_before_test(const struct ep_words *words, uint32_t i)
{
    return ep_words_is(words, i, ";") && words->items[i].within != EP_NONE &&
           ep_is_of_head(words, words->items[i].within);
}

uint32_t ep_range_first(const struct ep_words *words, uint32_t i, int at)
{
    uint32_t assigned = EP_NONE;

    for (; i > 0; i--) {
        uint32_t pair = words->items[i - 1].pair;

        if ((ep_is_closer(words, i - 1) && pair != EP_NONE && pair < i) ||
            ep_brace_of_expression_end(words, i - 1) != EP_NONE) {
            if (ep_is_of_head(words, pair) ||
                ep_is_of_statement(words, pair, i))
                break;
            i = pair + 1;
        } else if (ep_is_opener(words, i - 1) || is_before_test(words, i - 1)) {
            return i;
        } else if (is_end(words, i - 1, at)) {
            break;
        } else if (ep_is_assignment(words, i - 1) && assigned == EP_NONE) {
            assigned = i;
        }
    }
    return assigned == EP_NONE ? i : assigned;
}

struct ep_range ep_range_from(const struct ep_words *words, uint32_t i)
{
    uint32_t pair = ep_is_opener(words, i) ? words->items[i].pair : EP_NONE;

    return (struct ep_range){
        i, ep_range_last(words, pair != EP_NONE ? pair : i, 0)};
}

struct ep_range ep_range_widen(const struct ep_words *words,
                               struct ep_range range, int at)
{
    uint32_t last = ep_range_last(words, range.last, at);

    if (ep_is_logic(words, last + 1) || ep_words_is(words, last + 1, "?"))
        at |= EP_AT_ASSIGNMENT; /* x = RANGE ? a : b */
    return (struct ep_range){ep_range_first(words, range.first, at), last};
}

/* ---- operators ----------------------------------------------------------- */

static int is_sign(const struct ep_words *words, uint32_t i)
{
    return i < words->n &&
           strchr("+-*/%<>=!&|^~,.", ep_words_first(words, i)) != NULL;
}

/* Whether an operand begins behind the sign at word I, on its line. */
static int has_operand(const struct ep_words *words, uint32_t i)
{
    static const char *const increments[] = {"++", "--", NULL};
    uint32_t line = ep_words_point(words, i).line;

    if (ep_words_is_one(words, i, increments))
        return 0;
    do
        i++;
    while (ep_words_is(words, i, "("));
    return i < words->n && ep_words_point(words, i).line == line;
}

/* The first word of the operand that the bracket OPEN, its last one, belongs to: of a call, what is
 * called; else what is in the brackets. */
static uint32_t begin_of_brackets(const struct ep_words *words, uint32_t open)
{
    uint32_t i = open;

    while (i > 0 && ep_is_closer(words, i - 1) &&
           words->items[i - 1].pair != EP_NONE &&
           !ep_is_of_head(words, words->items[i - 1].pair))
        i = words->items[i - 1].pair;
    if (i > 0 && ep_words_is_name(words, i - 1) && !ep_is_logic(words, i - 1) &&
        !ep_is_not(words, i - 1) && !ep_ends_expression(words, i - 1))
        return i - 1;
    while (ep_words_is(words, i, "("))
        i++;
    return i;
}

struct ep_point ep_operator_begin(const struct ep_words *words,
                                  struct ep_point point)
{
    uint32_t i = ep_words_find(words, point);
    uint32_t first = ep_words_find(words, (struct ep_point){point.line, 1});
    uint32_t open = i != EP_NONE && i > 0 && ep_words_is(words, i - 1, ")")
                        ? words->items[i - 1].pair
                        : EP_NONE;

    if (open == EP_NONE || open >= first || first >= i ||
        ep_is_of_head(words, open) || ep_is_closer(words, first) ||
        !is_sign(words, i) || has_operand(words, i))
        return point;
    return ep_words_point(words, begin_of_brackets(words, open));
}

/* Whether the function NAME is called word I, plainly, behind a prefix, as the C library has
 * `__isoc99_sscanf`, or mangled, with its length before it. */
static int is_named(const struct ep_words *words, uint32_t i, const char *name)
{
    const char *text = words->text + words->items[i].at;
    uint32_t size = words->items[i].size;
    size_t length = strlen(name);
    char mangled[256];
    int n = snprintf(mangled, sizeof mangled, "%u%.*s", (unsigned)size,
                     (int)size, text);

    return (length >= size && memcmp(name + length - size, text, size) == 0) ||
           (n < (int)sizeof mangled && strstr(name, mangled) != NULL);
}

struct ep_point ep_call_end(const struct ep_words *words, struct ep_point point,
                            const char *name)
{
    static const char *const signs[] = {".", "->", NULL};
    uint32_t i = ep_words_find(words, point);
    int is_member = 0;

    while (ep_words_is_name(words, i) && ep_words_is_one(words, i + 1, signs)) {
        is_member = 1;
        i += 2;
    }
    if (!ep_words_is_name(words, i) || !ep_words_is(words, i + 1, "(") ||
        words->items[i + 1].pair == EP_NONE ||
        !(name ? is_named(words, i, name) : is_member))
        return (struct ep_point){0, 0};
    return ep_words_point(words, words->items[i + 1].pair);
}
