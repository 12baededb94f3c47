/* SPDX-License-Identifier: MIT
 *
 * What a line has of all functions: those of one depth add up, and of a function
 * and those that stand in it there, lambdas and members of local classes, the
 * largest counts.
 */
#include "profile/profile_build.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 }; /* what stands in more functions stands in as many */

/* How often TEXT has PIECE, one behind the other, or DEEPEST. */
static unsigned count_pieces(const char *text, const char *piece)
{
    size_t size = strlen(piece);
    unsigned n = 0;

    for (; n < DEEPEST && strncmp(text, piece, size) == 0; text += size)
        n++;
    return n;
}

/* Whether NAME, one of the Itanium ABI's <nested-name>s, begins with those of a lambda that stands
 * in no function: NK2g1MUliE_clEi, and Clang's NK3$_1clEi.  In a class template it is not known. */
static int is_in_lambda(const char *name)
{
    if (*name++ != 'N')
        return 0;
    while (strncmp(name, "Ul", 2) != 0) {
        if (*name == 'K' || *name == 'L' || *name == 'M') {
            name++;
        } else if (isdigit((unsigned char)*name)) {
            char *text;
            size_t size = strtoul(name, &text, 10);

            if (strncmp(text, "$_", 2) == 0)
                return 1;
            if (size > strlen(text))
                return 0;
            name = text + size;
        } else {
            return 0;
        }
    }
    return 1;
}

/* In how many functions and initialisers the function with the linkage name NAME stands: in C++
 * (the Itanium ABI's <local-name>) and in Rust, whose closures have names in two ways. */
static unsigned depth_of(const char *name)
{
    static const char closure[] = "28_$u7b$$u7b$closure$u7d$$u7d$";
    const char *inner;
    unsigned depth;

    if (strncmp(name, "_R", 2) == 0)
        return count_pieces(name + 2, "NC");
    if (strncmp(name, "_Z", 2) != 0)
        return 0;
    inner = strstr(name, closure);
    if (inner)
        return count_pieces(inner, closure);
    depth = count_pieces(name + 2, "Z");
    return depth + (unsigned)is_in_lambda(name + 2 + depth);
}

/* Into LINES those that FUNCTION has at DEPTH, its own being OWN: what it is called with, or
 * makes members of, stands elsewhere.  Returns how many. */
static size_t copy_lines(const struct ep_profile_function *function,
                         unsigned own, unsigned depth,
                         struct ep_line_count *lines)
{
    size_t n = 0;

    for (size_t i = 0; i < function->n_lines; i++) {
        const struct ep_line_count *line = &function->lines[i];
        int is_inside = line->file == function->file &&
                        line->line >= function->function->line;

        if (depth == (is_inside ? own : 0))
            lines[n++] = *line;
    }
    return n;
}

/* Into LINES those of all functions at DEPTH, which add up.  Returns how many; *DEEPER is
 * whether there are functions of more. */
static size_t add_lines(const struct ep_profile *profile, unsigned depth,
                        struct ep_line_count *lines, int *deeper)
{
    size_t n = 0;

    *deeper = 0;
    for (size_t i = 0; i < profile->n_functions; i++) {
        const struct ep_profile_function *function = &profile->functions[i];
        unsigned own = depth_of(function->function->name);

        *deeper |= own > depth;
        n += copy_lines(function, own, depth, lines + n);
    }
    return ep_line_fold_sum(lines, n);
}

int ep_profile_make_lines(struct ep_profile *profile)
{
    struct ep_line_count *lines;
    size_t n = 0;
    int deeper = 1;

    for (size_t i = 0; i < profile->n_functions; i++)
        n += profile->functions[i].n_lines;
    lines = ep_arena_new(&profile->p->arena, n, sizeof *lines);
    if (!lines)
        return EP_ENOMEM;
    profile->p->lines = lines;
    n = 0;
    for (unsigned depth = 0; deeper; depth++)
        n += add_lines(profile, depth, lines + n, &deeper);
    n = ep_line_fold_largest(lines, n);
    for (size_t i = 0; i < n; i++) {
        struct ep_profile_file *file = &profile->files[lines[i].file];
        if (!file->lines)
            file->lines = &lines[i];
        file->n_lines++;
    }
    return EP_OK;
}
