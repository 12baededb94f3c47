/* SPDX-License-Identifier: MIT
 *
 * braces.h - what a brace of C or C++ begins: a list of values, a lambda's body, or a block.
 *
 * WHY   a list is of the expression that it is in, `T{a, b}.c`, and what is in it of the same
 *       statement; the body of a lambda is of such an expression, and has statements of its own;
 *       so has a block, and what is before that is done.
 * MODEL no grammar is known, only words: what is before the brace, whether a statement ends in it,
 *       and, where a statement may begin with it (`T{a}.f();`, or `forever { ... }`, a macro's),
 *       what is behind it.
 */
#ifndef EP_BRACES_H
#define EP_BRACES_H

#include "base/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the brace I begins a list that something is made of or initialised with, not a block, a
 * body or what a class has. */
int ep_brace_begins_list(const struct ep_words *words, uint32_t i);

/* Whether the brace I begins the block of a statement expression, `({ f(); x; })`. */
int ep_brace_begins_value(const struct ep_words *words, uint32_t i);

/* The brace of such a block that word I ends; EP_NONE: it ends none. */
uint32_t ep_brace_of_value_end(const struct ep_words *words, uint32_t i);

/* Whether a block is behind word I, or behind its brackets: of a name that is a macro which begins
 * a loop or the like, as Qt's `forever { ... }`. */
int ep_brace_follows(const struct ep_words *words, uint32_t i);

/* Whether the brace I begins such a list or the body of a lambda: the expression that it is in goes
 * on behind its end. */
int ep_brace_is_of_expression(const struct ep_words *words, uint32_t i);

/* The brace of such that word I ends, as in `T{1} + 2` and `[] { f(); }() && x`; EP_NONE: it ends
 * none. */
uint32_t ep_brace_of_expression_end(const struct ep_words *words, uint32_t i);

/* POINT; or, if a list ends there that initialises something: where that begins, at the
 * last word before the list, if that is of it: at `m` of `T m{1, f()};`. */
struct ep_point ep_brace_list_begin(const struct ep_words *words,
                                    struct ep_point point);

#ifdef __cplusplus
}
#endif

#endif
