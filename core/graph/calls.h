/* SPDX-License-Identifier: MIT
 *
 * calls.h - which calls return exactly once, proven.
 *
 * WHY   a call that may not return costs a mark after it (cfg.h).  Most calls
 *       do return, and where that can be proven the mark is saved.
 * MODEL A function returns exactly once if it is in our table of C library
 *       functions, or if it is defined in this unit, cannot be interposed, and
 *       calls only such functions.  Endless loops do not matter: a frame that
 *       never comes back is alive, not abandoned.  Recursion does not matter
 *       either: a function is unproven only if something unproven is reachable
 *       from it, so the greatest fixed point is what is computed.
 * RULES Declarations' nothrow, leaf, pure or noreturn prove nothing (glibc
 *       gives them to execve and fork).  Never in the table: exec*, the kill
 *       family, fork, vfork, setjmp, context functions, syscall, whatever calls
 *       back (qsort, bsearch, atexit) or may end the process; nor what waits for
 *       others (pthread_cond_wait, poll, accept): a mark costs nothing there, and
 *       there most frames stand when the process ends.
 */
#ifndef EP_CALLS_H
#define EP_CALLS_H

#include "base/error.h"
#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the external function of linkage name NAME returns exactly once
 * whenever it is called, in every C library that we support.  Compilers'
 * builtins are asked by the name of their library function ("memcpy"). */
int ep_calls_returns(const char *name);

/* Whether it may return more often than it is called. */
int ep_calls_returns_twice(const char *name);

/* What compilers call for a cast, or for typeid: where they ask first whether there is
 * an object, that is nobody's question. */
enum ep_cast {
    EP_CAST_NONE,
    EP_CAST_CALL, /* perhaps without having asked */
    EP_CAST_FAIL  /* only behind the question: there is none */
};
enum ep_cast ep_calls_cast(const char *name);

/* A call of a function, as an adapter sees it. */
struct ep_call {
    int not_once;     /* it never returns, or more than once */
    int proven;       /* that it returns once is: of the unit, made inline */
    const char *name; /* linkage name of a callee of elsewhere, or NULL */
};

/* Whether CALL may be left otherwise than by one return.  ASSUMED: of calls of
 * which nothing is known the user says that they return. */
int ep_call_may_leave(const struct ep_call *call, int assumed);

/* The unit's call graph: functions 0..n-1, edges caller -> callee. */
struct ep_calls {
    int traced; /* bool: nothing is proven of the unit's functions, since each of
                   their calls is to end a block (witness.h) */
    uint32_t n_functions;
    uint8_t *unproven; /* per function, bool */
    size_t unproven_capacity;
    uint32_t *edges; /* pairs (callee, caller) */
    size_t n_edges;  /* pairs */
    size_t edges_capacity;
};

void ep_calls_init(struct ep_calls *calls);
void ep_calls_release(struct ep_calls *calls);

/* A new function of the unit; its id in OUT.  INTERPOSABLE: another definition
 * may take its place, or its body holds something other than a call that may
 * not return (inline asm that jumps, a suspend point, a throw). */
EP_MUST_CHECK int ep_calls_add(struct ep_calls *calls, int interposable,
                               uint32_t *out);
/* FUNCTION has a call that is not proven: external, indirect, unknown. */
void ep_calls_add_unknown(struct ep_calls *calls, uint32_t function);
/* CALLER calls CALLEE, both of the unit. */
EP_MUST_CHECK int ep_calls_add_edge(struct ep_calls *calls, uint32_t caller,
                                    uint32_t callee);
/* Close over the graph.  Afterwards `unproven` is final.  O(F+E). */
EP_MUST_CHECK int ep_calls_solve(struct ep_calls *calls);

#ifdef __cplusplus
}
#endif

#endif
