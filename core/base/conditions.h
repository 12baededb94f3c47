/* SPDX-License-Identifier: MIT
 *
 * conditions.h - how a condition is written.
 *
 * WHY   compilers place a condition at its operator, at the bracket before it or
 *       at the keyword, each at another, and take `!` away from it.  Whoever
 *       adds up what several of them say needs one place and one truth.
 * MODEL An operand of && and ||, or all of an "if" without any, is a condition.
 *       It begins behind the brackets and signs before it: of
 *           if (!(a && b[i] > 3) || (f(x)))
 *       the conditions are a, b[i] > 3 and f(x), at `a`, `b` and `f`; they are
 *       one decision.  In `if (!a)` the condition is !a, at `a`: that `!` is its
 *       own.  The one in front of (a && b...) is the group's.
 *       Of (a, b) the condition is b, of !(a, b) it is !b.  That of
 *       `for (int x : all)`, whether there is another x, is its `:`.
 * RULES Told from the words alone: a macro is what it is written as.
 */
#ifndef EP_CONDITIONS_H
#define EP_CONDITIONS_H

#include "base/expressions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where what is written next is reached. */
enum ep_next {
    EP_NEXT_UNKNOWN,
    EP_NEXT_TRUE, /* when the condition holds: the operand behind &&, the body of
                     "if", what follows ? */
    EP_NEXT_FALSE /* when it does not: the operand behind || */
};

struct ep_condition {
    struct ep_point at;
    struct ep_point end;   /* its last word */
    struct ep_point whole; /* of the decision's first condition */
    struct ep_point
        next_end; /* the last word of the operand behind; line 0: none is */
    struct ep_point other_end; /* likewise, of the one behind that, of a ?: */
    uint32_t
        n_operands;  /* that the decision has as it is written; one that a ?:
                              or a number is, or a macro, is one */
    int is_negated;  /* bool: of all of it, its own `!`, an odd number */
    int is_inverted; /* bool: likewise, of the groups that it is in */
    enum ep_next next;
    int is_named; /* bool: it begins with a name, which may be a macro's */
};

/* How the condition of WORDS is written that POINT is in, or at the keyword,
 * the operator behind it or the bracket before it.  0: there is none; OUT is
 * then zero. */
int ep_condition_find(const struct ep_words *words, struct ep_point point,
                      struct ep_condition *out);

/* How many operands of && and || RANGE is, which `!` and brackets may be around; of (a, b) those
 * that b is. */
uint32_t ep_condition_count_operands(const struct ep_words *words,
                                     struct ep_range range);

/* CONDITION, if it is that of a ?:, becomes what asks for what that chooses, as in
 * `(a ? b : c) || d`, and stands there, too; for N above 1, what asks for what the ?: chooses
 * whose condition that is, and so on.  Its decision is as before: in others a ?: is no
 * operand that is known (design.md).  0: it is none; it is then not changed. */
int ep_condition_of_choice(const struct ep_words *words, unsigned n,
                           struct ep_condition *condition);

/* The `:` of the `for` that goes through a range, and is at POINT or has the range end there.
 * Line 0: there is none. */
struct ep_point ep_condition_of_range(const struct ep_words *words,
                                      struct ep_point point);

/* Whether POINT is in what a `for` or `while` has in its brackets. */
int ep_condition_is_of_loop(const struct ep_words *words,
                            struct ep_point point);

/* The point of the KEYWORD that is at or before POINT within its statement, or
 * POINT. */
struct ep_point ep_condition_keyword(const struct ep_words *words,
                                     struct ep_point point,
                                     const char *keyword);

#ifdef __cplusplus
}
#endif

#endif
