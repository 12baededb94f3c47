/* SPDX-License-Identifier: MIT
 *
 * guess.h - how often each edge of a function is likely to be taken.
 *
 * WHY   the marks go where the program is least often, and when they are
 *       placed the compilers cannot say yet where that is: GCC's predictors
 *       need SSA, LLVM's an optimised graph.
 * MODEL The compiler's own graph, in which a call is no end of a block.  A loop
 *       turns eight times per entry.  A way out of the program is hardly ever
 *       taken; then decides what the source says of a condition
 *       (__builtin_expect), then whether a way leads out of a loop; else the
 *       heuristics of Ball and Larus (1993) are combined as Wu and Larus (1994)
 *       do, with the hit rates that GCC publishes for its predictors.
 * RULES A choice only: reports are the same whatever the weights.  Same graph
 *       and facts, same guess, on every host.
 */
#ifndef EP_GUESS_H
#define EP_GUESS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Probabilities are in 1/EP_GUESS_CERTAIN. */
enum { EP_GUESS_CERTAIN = 10000, EP_GUESS_EVEN = EP_GUESS_CERTAIN / 2 };

/* What the source expects by __builtin_expect is as likely as this. */
enum { EP_GUESS_EXPECTED = EP_GUESS_CERTAIN / 10 * 9 };

/* What a comparison asks, ... */
enum ep_guess_relation {
    EP_GUESS_EQUAL,
    EP_GUESS_UNEQUAL,
    EP_GUESS_GREATER, /* or equal; of values with a sign */
    EP_GUESS_LESS     /* or equal; likewise */
};
/* ... and of what. */
enum ep_guess_compared {
    EP_GUESS_POINTERS,  /* each other, or with null */
    EP_GUESS_WITH_ZERO, /* a number with 0 or 0.0, ... */
    EP_GUESS_WITH_ONE,  /* ... with 1 or -1, ... */
    EP_GUESS_NUMBERS    /* ... with any other */
};

/* The probability that such a comparison holds.  GCC's adapter asks GCC's own
 * predictors; this is what they say, for those that have none. */
uint16_t ep_guess_comparison(enum ep_guess_relation relation,
                             enum ep_guess_compared compared);

/* Two opinions of one thing that know nothing of each other. */
uint16_t ep_guess_combine(unsigned p, unsigned q);

/* The weight of the function's entry. */
#define EP_GUESS_ONE_CALL (UINT64_C(1) << 20)

/* What a block's statements say of the edges to it. */
enum ep_guess_sign {
    EP_GUESS_CALLS = 1,     /* a function with effects: often says that
                               something is wrong */
    EP_GUESS_CONTINUES = 2, /* "continue", */
    EP_GUESS_JUMPS = 4,     /* "goto", before any such call */
    EP_GUESS_HOT = 8,       /* a label with that attribute, likewise */
    EP_GUESS_COLD = 16,
    EP_GUESS_MACHINE =
        32 /* machine code, which says "continue" by where it leads */
};

/* The facts about a block; its executions per EP_GUESS_ONE_CALL. */
struct ep_guess_block {
    uint16_t holds; /* the probability of its EP_EDGE_TRUE, from the condition
                       alone; EP_GUESS_EVEN if that says nothing */
    uint16_t signs; /* enum ep_guess_sign, a set */
    uint64_t weight;
};

/* Set the weights of GRAPH's edges, and of BLOCKS, which has GRAPH->n_blocks
 * entries.  A condition's edges are of kind EP_EDGE_TRUE and EP_EDGE_FALSE; one
 * that only an exception takes EP_EDGE_MADE; all others EP_EDGE_FALL.  A block
 * with no way out, other than EP_BLOCK_EXIT, never returns.  Need not be
 * finished.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_guess(struct ep_cfg *graph, struct ep_guess_block *blocks);

#ifdef __cplusplus
}
#endif

#endif
