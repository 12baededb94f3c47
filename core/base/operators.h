/* SPDX-License-Identifier: MIT
 *
 * operators.h - which operands && || and ?: have, as they are written.
 *
 * WHY   GCC's trees of a condition are right, but many of their places are not: what
 *       is converted to a truth value has the place of what asked for it, and a
 *       variable has none.  Who knows in which words an expression is written finds
 *       its operator in them, and so the words of each of its operands.
 * RULES Told from the words alone: a macro is what it is written as.
 */
#ifndef EP_OPERATORS_H
#define EP_OPERATORS_H

#include "base/expressions.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_operator {
    int is_choice;               /* bool: ?:, else && or || */
    uint32_t at;                 /* its word; of ?: that of the question mark */
    struct ep_range operands[3]; /* a && has two */
};

/* The operator that a place at WORD means: the word is it, or one of its two, or a `!`
 * before brackets that hold it, or a comma that it is behind.  0: there is none that
 * IS_CHOICE; OUT is then not changed.  Linear in the expression's words. */
int ep_operator_at(const struct ep_words *words, uint32_t word, int is_choice,
                   struct ep_operator *out);

/* The one whose operands RANGE is made of, on whichever side of brackets, `!` and
 * casts.  0, likewise. */
int ep_operator_of(const struct ep_words *words, struct ep_range range,
                   int is_choice, struct ep_operator *out);

/* Whether word I is the `:` of `for (int x : all)`. */
int ep_operator_is_range(const struct ep_words *words, uint32_t i);

/* The only ?: whose question mark is in RANGE.  0: there is none, or several are. */
int ep_operator_only_choice(const struct ep_words *words, struct ep_range range,
                            struct ep_operator *out);

#ifdef __cplusplus
}
#endif

#endif
