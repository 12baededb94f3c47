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

/* The ?: that has an operand begin at PLACE, or behind a comma there.  False, likewise. */
bool edgeprof_written_find_chooser(location_t place, edgeprof_written *out);

/* The word that is at PLACE, of those that WRITTEN is of, or EP_NONE. */
uint32_t edgeprof_written_word(const edgeprof_written &written,
                               location_t place);

/* Whether word I is what OPERAND, a variable, member or number, is written as. */
bool edgeprof_written_is_as(const struct ep_words *words, uint32_t i,
                            tree operand);

/* Where WRITTEN stands: its operator, from where it begins to where it ends. */
location_t edgeprof_written_place(const edgeprof_written &written);

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

/* If OPERAND I of WRITTEN is a call that stands in another: C++ has the call of a class's
 * conversion to a truth where the parser was, and from GCC 14 on that of a constructor
 * which copies the operand.  It stands at the operand. */
void edgeprof_written_place_call(tree operand, const edgeprof_written &written,
                                 unsigned i);

/* Whether GCC has made EXPRESSION, && or ||, of its contrary, as it does of
 * a && b ? 0 : 1. */
bool edgeprof_written_is_turned(tree expression);

#endif
