/* SPDX-License-Identifier: MIT
 *
 * loops.h - which edges lead back to the head of a loop.
 *
 * MODEL An edge leads back if its end dominates its beginning; its end is then the
 *       head of a natural loop (Allen, Control Flow Analysis, 1970).  A RETURN is an
 *       edge from its call's block here.  Where control comes from nowhere it begins
 *       anew: what is reached in no other way is in no loop.  Cycles that are
 *       entered in several places have no head.
 */
#ifndef EP_LOOPS_H
#define EP_LOOPS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* BACK  per edge of CFG, which is finished: bool, whether it leads back
 * EP_OK or EP_ENOMEM.  Cost as ep_dominators_find. */
EP_MUST_CHECK int ep_loops_find(const struct ep_cfg *cfg, uint8_t *back);

#ifdef __cplusplus
}
#endif

#endif
