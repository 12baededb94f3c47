/* SPDX-License-Identifier: MIT
 *
 * gcc_calls.h - which calls return exactly once, as far as GCC's program
 * shows; and taking from it what is claimed without proof.
 */
#ifndef EDGEPROF_GCC_CALLS_H
#define EDGEPROF_GCC_CALLS_H

#include "gcc_plugin.h"

/* Take const and pure from the program's own function DECL: the front end drops
 * such calls, the optimisers merge them, and the source makes them. */
void edgeprof_calls_strip(tree decl);

/* The same for the current function's calls through pointers, whose function
 * type says it. */
void edgeprof_calls_strip_pointers();

/* Give all functions back what was taken from them: nothing is counted. */
void edgeprof_calls_restore();

/* Find which functions of the unit return exactly once.  EP_OK or EP_ENOMEM. */
int edgeprof_calls_prove(edgeprof_session *session);

/* Whether control may leave the function at STMT, or never come back. */
bool edgeprof_calls_may_leave(const edgeprof_session *session, gimple *stmt);

/* Whether a copy of the process, or of the stack, comes back from STMT too. */
bool edgeprof_calls_return_twice(gimple *stmt);

/* Whether STMT calls a function.  Its linkage name into NAME, NULL where a pointer
 * leads; whether the unit has it into DEFINED. */
bool edgeprof_calls_function(gimple *stmt, const char **name, bool *defined);

#endif
