/* SPDX-License-Identifier: MIT
 *
 * gcc_members.h - where stands what a member is initialised with.
 *
 * WHY   of `struct T { int n = f(); T() {} };` C++ has a copy of `f()` in each constructor that
 *       does not initialise `n` itself, and all of it stands where that one's body begins.
 *       Which members a constructor's list has, the text tells.
 */
#ifndef EDGEPROF_GCC_MEMBERS_H
#define EDGEPROF_GCC_MEMBERS_H

#include "gcc_compat.h"

/* Have what FNDECL, if it is a constructor, initialises members with that have an initialiser
 * where they are declared, stand there. */
void edgeprof_members_place(tree fndecl);

#endif
