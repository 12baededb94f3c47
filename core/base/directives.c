/* SPDX-License-Identifier: MIT
 *
 * directives.c - see directives.h.
 */
#include "base/directives.h"

#include "base/order.h"

#include <string.h>

enum { UNKNOWN, KNOWN, LEFT_OUT }; /* what is known of a line, meanwhile */

/* A branch of an #if; those of one follow each other. */
struct branch {
    size_t first; /* its lines, from 1 */
    size_t end;
    int is_first; /* of its #if */
    int is_known; /* code of it is */
};

struct branches {
    struct branch *items;
    size_t n;
    size_t capacity;
};

/* Whether the directive at AT is one of those that begin with NAME. */
static int is_named(const struct ep_words *words, uint32_t at, const char *name)
{
    const char *text = words->text + at + (words->text[at] == '#' ? 1 : 2);
    const char *end = words->text + words->size;

    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    return (size_t)(end - text) >= strlen(name) &&
           memcmp(text, name, strlen(name)) == 0;
}

static int begin_branch(struct branches *open, size_t line, int is_first)
{
    if (EP_GROW(open->items, open->n, open->capacity))
        return EP_ENOMEM;
    open->items[open->n++] =
        (struct branch){.first = line, .is_first = is_first};
    return EP_OK;
}

static void end_branch(struct branches *open, size_t line,
                       const uint8_t *is_kept)
{
    struct branch *last = &open->items[open->n - 1];

    last->end = line;
    for (size_t i = last->first; i < line; i++)
        last->is_known |= is_kept[i - 1] == KNOWN;
}

/* Whether BRANCH has a name, and may be a part of an expression. */
static int is_operand(const struct ep_words *words, const struct branch *branch)
{
    static const char *const others[] = {";",    "{",       "}",
                                         "case", "default", NULL};
    uint32_t i = ep_words_at(words, words->lines[branch->first - 1]);
    uint32_t end = ep_words_at(words, words->lines[branch->end - 1]);
    uint32_t first = i;
    int has_name = 0;

    for (; i < end; i++) {
        uint32_t pair = words->items[i].pair;

        if (ep_words_is_one(words, i, others) ||
            (pair != EP_NONE && (pair < first || pair >= end)))
            return 0;
        has_name |= ep_words_is_name(words, i);
    }
    return has_name;
}

/* All branches of the innermost #if are there. */
static void end_all(const struct ep_words *words, struct branches *open,
                    uint8_t *is_kept, int *out)
{
    size_t first = open->n;
    int is_known = 0;

    do
        is_known |= open->items[--first].is_known;
    while (!open->items[first].is_first);
    for (size_t i = first; i < open->n; i++) {
        const struct branch *branch = &open->items[i];

        if (branch->is_known || (!is_known && !is_operand(words, branch)))
            continue;
        memset(is_kept + branch->first - 1, LEFT_OUT,
               branch->end - branch->first);
        *out |= branch->first < branch->end;
    }
    open->n = first;
}

int ep_directives_keep(const struct ep_words *words, uint8_t *is_kept, int *out)
{
    struct branches open = {0};
    int status = EP_OK;

    *out = 0;
    for (size_t i = 0; i < words->n_directives && !status; i++) {
        uint32_t at = words->directives[i];
        size_t line = ep_words_line(words, at);
        int begins = is_named(words, at, "if");
        int goes_on = is_named(words, at, "el") && open.n;
        int ends = is_named(words, at, "endif") && open.n;

        if (goes_on || ends)
            end_branch(&open, line, is_kept);
        if (ends)
            end_all(words, &open, is_kept, out);
        if (begins || goes_on)
            status = begin_branch(&open, line + 1, begins);
    }
    ep_mem_free(open.items);
    for (size_t i = 0; i < words->n_lines; i++)
        is_kept[i] = is_kept[i] != LEFT_OUT;
    return status;
}

/* ---- questions ----------------------------------------------------------- */

static int begins_before(const void *directive, const void *at)
{
    return *(const uint32_t *)directive < *(const uint32_t *)at;
}

size_t ep_directives_before(const struct ep_words *words, uint32_t at)
{
    return ep_lower_bound(words->directives, words->n_directives,
                          sizeof *words->directives, begins_before, &at);
}

int ep_directives_has(const struct ep_words *words, uint32_t line)
{
    uint32_t end = line < words->n_lines ? words->lines[line] : EP_NONE;
    size_t n = ep_directives_before(words, end);

    return line > 0 && line <= words->n_lines && n > 0 &&
           ep_words_line_end(words, words->directives[n - 1]) >=
               words->lines[line - 1];
}

/* Whether NAME is in the directive at AT. */
static int has_name(const struct ep_words *words, uint32_t at, const char *name)
{
    size_t end = ep_words_line_end(words, at);
    size_t n = strlen(name);

    for (size_t i = at + 1; i + n <= end; i++)
        if (memcmp(words->text + i, name, n) == 0 &&
            !ep_is_of_name(words->text[i - 1]) &&
            (i + n == end || !ep_is_of_name(words->text[i + n])))
            return 1;
    return 0;
}

/* Whether the directive that is right before word I, the `for` of a loop, divides it, and as
 * many loops within as DEPTH. */
static int is_divided(const struct ep_words *words, uint32_t i, int depth)
{
    static const char *const names[] = {"for",        "simd", "taskloop",
                                        "distribute", "loop", NULL};
    size_t n = ep_directives_before(words, words->items[i].at);
    uint32_t at = n > 0 ? words->directives[n - 1] : 0;

    if (n == 0 || (i > 0 && at < words->items[i - 1].at) ||
        !has_name(words, at, "omp") ||
        (depth > 0 && !has_name(words, at, "collapse")))
        return 0;
    for (const char *const *name = names; *name; name++)
        if (has_name(words, at, *name))
            return 1;
    return 0;
}

/* The `for` whose head word I is in, or is; or another word. */
static uint32_t head_of(const struct ep_words *words, uint32_t i)
{
    while (i < words->n && !ep_words_is(words, i, "for")) {
        i = words->items[i].within;
        if (i < words->n && i > 0 && ep_words_is(words, i - 1, "for"))
            i--;
    }
    return i;
}

/* The `for` of `for (...)`, or of `for (...) {`, that ends before word I; or another word. */
static uint32_t loop_around(const struct ep_words *words, uint32_t i)
{
    uint32_t open;

    while (i > 0 && ep_words_is(words, i - 1, "{"))
        i--;
    open = i > 0 && ep_words_is(words, i - 1, ")") ? words->items[i - 1].pair
                                                   : EP_NONE;
    return open != EP_NONE && open > 0 ? open - 1 : EP_NONE;
}

int ep_directives_divide(const struct ep_words *words, struct ep_point point)
{
    uint32_t i = head_of(words, ep_words_find(words, point));

    for (int depth = 0; ep_words_is(words, i, "for"); depth++) {
        if (is_divided(words, i, depth))
            return 1;
        i = loop_around(words, i);
    }
    return 0;
}

int ep_directives_is_system(const struct ep_words *words, uint32_t line)
{
    for (size_t n = ep_directives_before(words, words->lines[line - 1]); n > 0;
         n--) {
        uint32_t at = words->directives[n - 1];

        if (has_name(words, at, "pragma") &&
            has_name(words, at, "system_header"))
            return 1;
    }
    return 0;
}
