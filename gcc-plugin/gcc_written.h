/* SPDX-License-Identifier: MIT
 *
 * gcc_written.h - how && || and ?: are written.
 *
 * WHY   GCC gives what it converts to a truth value the place of what asked for it,
 *       exchanges operands, makes what is computed with a ?: part of both, and has no
 *       place for a variable; the source's text tells.
 * MODEL An operator has a right place where its own is at its word, or where it is
 *       operand of one that has.
 */
#ifndef EDGEPROF_GCC_WRITTEN_H
#define EDGEPROF_GCC_WRITTEN_H

#include "gcc_compat.h"

#include "base/operators.h"
#include "gcc_macros.h"

struct edgeprof_written {
    const struct ep_words *words;
    edgeprof_macro macro; /* that these are the words of, or none */
    struct ep_operator as;
    location_t near; /* in the same file */
};

/* How EXPRESSION, && or || or ?:, is written.  False: the text does not tell. */
bool edgeprof_written_find(tree expression, edgeprof_written *out);

/* How CHOICE, a ?:, is written in the macro that has it in its definition.  False: none
 * has. */
bool edgeprof_written_find_in_macro(tree choice, edgeprof_written *out);

/* VALUE is assigned at PLACE, a `=` or the name before it.  GCC has no place for a ?: that it
 * converts to another number: it stands where it is written. */
void edgeprof_written_place_value(tree value, location_t place);

/* EXPRESSION may be what GCC has left of a ?: whose condition it knows, as
 * `sizeof(x) == 4`, and have its place: it stands where it is written. */
void edgeprof_written_place_left(tree expression);

/* Which operand of a ?: at PLACE the second one of EXPRESSION is, an && or || that GCC has
 * made of it: of c ? 1 : d it makes c || d.  0: it is written as it is, or the text does
 * not tell. */
unsigned edgeprof_written_find_folded(tree expression, location_t *place);

/* Likewise, if EXPRESSION is operand I of WRITTEN. */
unsigned edgeprof_written_find_folded_in(const edgeprof_written &written,
                                         unsigned i, tree expression,
                                         location_t *place);

/* Where operand I of WRITTEN begins, or what GCC has left of it: OPERAND. */
location_t edgeprof_written_begin(const edgeprof_written &written, unsigned i,
                                  tree operand);

/* Whether CHOICE is x ?: y. */
inline bool edgeprof_written_is_short(const edgeprof_written &choice)
{
    return choice.as.operands[0].first == choice.as.operands[1].first;
}

/* Where the last word of WRITTEN is, but for brackets, or, if IS_BEHIND, the last of the
 * brackets behind it, or the `;`. */
location_t edgeprof_written_last(const edgeprof_written &written,
                                 bool is_behind);

/* Where the condition begins that TEST is, or UNKNOWN_LOCATION. */
location_t edgeprof_written_begin_of(tree test);

/* The `:` of the `for` that goes through a range, and is at PLACE or has the range end there;
 * UNKNOWN_LOCATION: there is none. */
location_t edgeprof_written_range(location_t place);

/* Whether the word `if` is at PLACE, as in C++, or before it. */
bool edgeprof_written_is_if(location_t place);

/* Whether `==` is written at PLACE, or a macro, which may have it. */
bool edgeprof_written_compares(location_t place);

/* Whether a condition begins at PLACE that is not the first of its decision. */
bool edgeprof_written_is_behind(location_t place);

/* OPERAND is operand I of WRITTEN, of which INNER is the && or || or ?: in it, or NULL.
 * INNER gets its place, if GCC has lost it; a ?: that a macro has, the macro's.  If there is none
 * where one is written, GCC has made one test of several: that is no branch. */
void edgeprof_written_restore(tree operand, tree inner,
                              const edgeprof_written &written, unsigned i);

/* Whether the test at AT is nobody's: the first of several that GCC has made one of, or
 * of a ?: that is not written. */
bool edgeprof_written_is_made(const struct ep_words *words, struct ep_point at);

/* A ?: that is written gets the place BEGINS, and is one where it comes again: C++ copies constructors
 * for their variants. */
void edgeprof_written_keep(location_t begins);

/* CHOICE is a ?: that GCC has made, of 2 * (a == b), say: its test is no branch.  Where
 * it shall stand; UNKNOWN_LOCATION: it has no place of its own, or comes out of a macro,
 * and may be written. */
location_t edgeprof_written_make(tree choice);

/* GCC has exchanged the operands of CHOICE, a ?:, if one is a constant, or a variable,
 * and negated the condition, or if it has taken a `!` away: as they are WRITTEN. */
void edgeprof_written_turn_back(tree choice, const edgeprof_written &written);

/* If OPERAND I of WRITTEN is a call that stands in another: C++ has the call of a class's
 * conversion to a truth where the parser was, and from GCC 14 on that of a constructor
 * which copies the operand.  It stands at the operand. */
void edgeprof_written_place_call(tree operand, const edgeprof_written &written,
                                 unsigned i);

/* What GCC computes of OPERAND I of WRITTEN stands where the whole does, or the parser was: a
 * test of bits, and what is computed of both operands of a ?:.  It stands at the operand. */
void edgeprof_written_place_spread(tree operand,
                                   const edgeprof_written &written, unsigned i);

/* Whether GCC has made EXPRESSION, && or ||, of its contrary, as it does of
 * a && b ? 0 : 1. */
bool edgeprof_written_is_turned(tree expression);

#endif
