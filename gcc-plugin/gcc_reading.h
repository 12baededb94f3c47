/* SPDX-License-Identifier: MIT
 *
 * gcc_reading.h - that the front end reads functions as they are written.
 *
 * WHY   front ends fold conditions while they read: the tests of two variables
 *       become one, so do ranges and neighbouring fields, and what constants
 *       decide vanishes.  Then lines have counts at some levels that they do
 *       not have at others.
 * MODEL At -O0 nothing of this happens: so functions are read with `optimize`
 *       at 0.  C folds as it parses, and is read so while a function's body is;
 *       C++ folds a function when all of it is known, from PLUGIN_PRE_GENERICIZE
 *       to PLUGIN_FINISH_PARSE_FUNCTION.  What else a front end reads
 *       (attributes, templates, constants) it reads as ever, and the optimisers
 *       have the user's level; but within a function C++'s parser makes no constant of
 *       a call of a constexpr function that it may leave (-fno-inline).  Functions
 *       that are not counted are read as ever: they are optimised as without us.
 *       At -O0, fold answers __builtin_constant_p at once, by no where it does
 *       not know.  So the builtin is one of the target's meanwhile: for these
 *       GCC asks targetm.fold_builtin, where we answer what is known, or has to
 *       be (an initialiser), and leave the rest to the optimisers.
 * RULES Other front ends fold as they like, and C++'s parser what a variable is
 *       initialised with, but for `a && b`, which no fold makes one condition of.
 */
#ifndef EDGEPROF_GCC_READING_H
#define EDGEPROF_GCC_READING_H

#include "gcc_plugin.h"

/* When the plugin starts.  IS_COUNTED tells whether a function will be. */
void edgeprof_reading_start(bool (*is_counted)(tree fndecl));

/* When the options are settled, and nothing is read yet. */
void edgeprof_reading_start_unit();

/* FNDECL, which is counted, is complete, and C++ is about to fold it.  Calls of
 * constexpr functions in it whose arguments are constants stay calls. */
void edgeprof_reading_fold(tree fndecl);

/* The front end is done with FNDECL; whether _fold was called for it, as it is
 * not for a template. */
bool edgeprof_reading_folded(tree fndecl);

/* All is read.  The optimisers may do what they like, but for -fipa-ra: values
 * that a caller keeps in registers which a function does not use are lost when
 * gdb steps over its increments, by copies that use them. */
void edgeprof_reading_end();

#endif
