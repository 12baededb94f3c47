/* SPDX-License-Identifier: MIT
 *
 * gcc_made.h - where stands what GCC wrote, and not the user.
 */
#ifndef EDGEPROF_GCC_MADE_H
#define EDGEPROF_GCC_MADE_H

#include "gcc_compat.h"

/* Whether OPERAND says whether a static variable has been initialised. */
bool edgeprof_made_is_guard(tree operand);

/* If CHOICE asks a guard: C++ has that stand where the declaration ends.  It stands where
 * the variable does. */
void edgeprof_made_place_guard(tree choice);

/* Whether DECL, or NULL, has NAME, as "await_ready", which co_await calls. */
bool edgeprof_made_is_named(tree decl, const char *name);

/* Whether DECL has a name that begins with START. */
bool edgeprof_made_is_named_like(tree decl, const char *start);

/* If CHOICE is a co_await's, which waits if the awaited is not ready: C++ may have it stand
 * where the function ends.  It stands where the question does. */
void edgeprof_made_place_await(tree choice);

/* If CHOICE is the `if (!t) break;` that C++ makes of a loop that declares what it asks, as
 * `while (T t = f())`: it asks for t. */
void edgeprof_made_turn_exit(tree choice);

/* If BLOCK is a `for` through a range: that is evaluated once, and where it ends, or in a
 * template's instances at the `for`, stands what C++ makes of the loop: what it asks, how it
 * steps, what the variable gets.  That stands at the `:`. */
void edgeprof_made_place_range(tree block);

/* If VARIABLE stands for a part of something, as in C++ the names of `auto [a, b]`: that part has
 * the place of the declaration.  It gets the place of whatever uses it. */
void edgeprof_made_place_part(tree variable);

/* The calls that C++ makes of THROWN, a `throw`, stand where what is thrown does: at its last
 * operand, perhaps.  They stand at the `throw`. */
void edgeprof_made_place_throw(tree thrown);

/* If CALL is UBSan's check of an index: that computes what the array's declaration has
 * computed, at that place, a line that has nothing to do with it.  It stands at CALL. */
void edgeprof_made_place_check(tree call);

/* Whether CHOICE is a ?: that GCC makes of a builtin, as of fpclassify, or to have a pointer
 * point to a base of its class, or from there to the whole, or to call what a pointer to a
 * member points to, or of a truth that becomes a floating-point number, and not one that is
 * written.  If so, its test is placed so that the next function knows it. */
bool edgeprof_made_place_choice(tree choice);

/* Whether something is chosen in EXPRESSION, but in what is saved, by ?:, && or ||. */
bool edgeprof_made_has_choice(tree expression);

/* If CHOICE is of a pointer to a base, and stands nowhere, its test stands at PLACE. */
void edgeprof_made_place_cast(tree choice, location_t place);

/* Whether a test at PLACE is of such a ?:. */
bool edgeprof_made_is_test(location_t place);

/* Whether EXPRESSION, an && or ||, is what GCC from 14 on makes of `isinf(x) > 0`, a test of
 * the size, and one of the sign; or what C++ makes of whether pointers to members are the
 * same.  Then it asks both at once, and is one condition. */
bool edgeprof_made_join(tree expression);

#endif
