/* SPDX-License-Identifier: MIT
 *
 * tails.h - calls with nothing behind them that the count of their returns
 * would show.
 *
 * WHY   How often `return f(x);` came back would change no line; and a mark on
 *       the way back would make a real call of a tail call, and overflow the
 *       stack of a program that is made of those.
 * MODEL The adapter ends a block at each call that may not return, as cfg.h
 *       has it, and then hands the graph over.  A call is a *tail* if
 *       - one way of few blocks leads from behind it to EXIT, without a choice
 *         and without another call that may not return;
 *       - each line on that way is reached as often without the call: it stands
 *         in a block that all pass who come there (the call's own line in
 *         `return f(x);`, that of the condition in `return c ? f(x) : g(x);`);
 *       - it cannot return twice, as fork does: its line shows both;
 *       - what it throws is not caught in this function.
 *       A tail's LEAVE and RETURN are taken out.  The block behind it becomes
 *       part of the one before if nothing else leads there.  The way to EXIT
 *       gets EP_EDGE_NOSPLIT: nothing may count there, not even with place=all,
 *       or it would count less than what goes in where the call does not come
 *       back.
 *       Clang leaves nested scopes through cleanups: a block *stores* a code in
 *       a slot of the frame, and a *switch* behind the cleanups goes where the
 *       code says.  For a way that has stored a code, that is no choice.
 * RULES Facts name blocks and edges as they are numbered before ep_tails_join.
 */
#ifndef EP_TAILS_H
#define EP_TAILS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the graph does not show; private but for its life. */
struct ep_tail_fact {
    uint8_t what;
    uint32_t at;
    uint32_t code;
    uint32_t to;
};

/* Zero-initialised, it knows nothing. */
struct ep_tails {
    struct ep_tail_fact *facts;
    size_t n_facts;
    size_t capacity;
    uint8_t *taken;  /* per edge, bool: ep_tails_join took it out */
    uint32_t *block; /* per block: its number behind ep_tails_join */
};

void ep_tails_release(struct ep_tails *tails);

/* EP_OK or EP_ENOMEM, all of them. */

/* The call that RETURN, an edge, comes back from may return twice. */
EP_MUST_CHECK int ep_tails_twice(struct ep_tails *tails, uint32_t edge);
/* The front end has made the call that RETURN, an edge, comes back from a tail
 * call: it is one whatever shows. */
EP_MUST_CHECK int ep_tails_must(struct ep_tails *tails, uint32_t edge);
/* Who arrives at TO, which has an ARRIVE, was at the end of FROM last: an
 * exception was thrown there and is caught here, a coroutine goes on. */
EP_MUST_CHECK int ep_tails_arrives(struct ep_tails *tails, uint32_t from,
                                   uint32_t to);
/* BLOCK does something that shows although it has no line. */
EP_MUST_CHECK int ep_tails_shows(struct ep_tails *tails, uint32_t block);
/* BLOCK stores CODE last. */
EP_MUST_CHECK int ep_tails_stores(struct ep_tails *tails, uint32_t block,
                                  uint32_t code);
/* At the end of BLOCK, who has stored CODE goes on over EDGE; CODE EP_NONE: who
 * has stored any other.  Those of a block are said one after the other. */
EP_MUST_CHECK int ep_tails_switches(struct ep_tails *tails, uint32_t block,
                                    uint32_t code, uint32_t edge);

/* Find CFG's tails, join what they separate, and set what TAILS says of it.  CFG is not
 * finished yet; its blocks and edges are renumbered in the order that they
 * have.  EP_OK, or EP_ENOMEM: CFG is then as it was. */
EP_MUST_CHECK int ep_tails_join(struct ep_tails *tails, struct ep_cfg *cfg);

#ifdef __cplusplus
}
#endif

#endif
