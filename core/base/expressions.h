/* SPDX-License-Identifier: MIT
 *
 * expressions.h - how far an expression of C or C++ goes, told from its words.
 */
#ifndef EP_EXPRESSIONS_H
#define EP_EXPRESSIONS_H

#include "base/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Words FIRST to LAST. */
struct ep_range {
    uint32_t first;
    uint32_t last;
};

/* Whether word I is in RANGE. */
static inline int ep_range_has(struct ep_range range, uint32_t i)
{
    return i >= range.first && i <= range.last;
}

/* What ends a range, beside the end of the expression. */
enum {
    EP_AT_AND = 1,
    EP_AT_OR = 2,
    EP_AT_LOGIC = EP_AT_AND | EP_AT_OR,
    EP_AT_CHOICE = 4,
    EP_AT_ASSIGNMENT = 8
};

/* Whether word I is !; &&; ||; either; an assignment; an opening, a closing bracket; the
 * ? or : of a choice. */
int ep_is_not(const struct ep_words *words, uint32_t i);
int ep_is_and(const struct ep_words *words, uint32_t i);
int ep_is_or(const struct ep_words *words, uint32_t i);
int ep_is_logic(const struct ep_words *words, uint32_t i);
int ep_is_assignment(const struct ep_words *words, uint32_t i);
int ep_is_opener(const struct ep_words *words, uint32_t i);
int ep_is_closer(const struct ep_words *words, uint32_t i);
int ep_is_choice(const struct ep_words *words, uint32_t i);

/* Whether word I is what a statement's brackets follow: if, while, for, switch. */
int ep_is_head(const struct ep_words *words, uint32_t i);

/* Whether word OPEN opens such brackets: a statement begins behind their end. */
int ep_is_of_head(const struct ep_words *words, uint32_t open);

/* Whether the brackets from word OPEN to before word I are of a macro that is a statement, or a
 * function: names stand before and behind them, `CHECK(a) b`, and none is an operator. */
int ep_is_of_statement(const struct ep_words *words, uint32_t open, uint32_t i);

/* Whether the expression ends before word I, or behind it, whatever it was. */
int ep_ends_expression(const struct ep_words *words, uint32_t i);

/* The last word of the range that goes on from I, and ends AT. */
uint32_t ep_range_last(const struct ep_words *words, uint32_t i, int at);

/* The first word of the range that I ends.  But for EP_AT_ASSIGNMENT an assignment is part of a
 * range in brackets, and else ends it. */
uint32_t ep_range_first(const struct ep_words *words, uint32_t i, int at);

/* The expression that begins with word I. */
struct ep_range ep_range_from(const struct ep_words *words, uint32_t i);

/* The part of RANGE's level that ends AT, with RANGE in it. */
struct ep_range ep_range_widen(const struct ep_words *words,
                               struct ep_range range, int at);

/* POINT; or, if an operator is there that is the last on its line, behind brackets that begin on
 * a line before and have more than their end on this one: their first word, or, of a call, what is
 * called.  What begins on the operator's line may be an operand that was not chosen, as `b` here:
 *     (c ? a
 *        : b) +
 *         d */
struct ep_point ep_operator_begin(const struct ep_words *words,
                                  struct ep_point point);

/* Where the last bracket of the call is whose function is named at POINT, `f` or `p->f`, and has
 * the linkage name NAME, NULL if a pointer leads to it.  Line 0: there is none, or another is
 * named, as where a macro has it. */
struct ep_point ep_call_end(const struct ep_words *words, struct ep_point point,
                            const char *name);

#ifdef __cplusplus
}
#endif

#endif
