/* SPDX-License-Identifier: MIT
 *
 * copy_once.h - probes in copies, each of which removes itself when it is first
 * come to.
 *
 * WHY   who asks only what was executed need not pay each time.
 * MODEL A probe is a jump over the first bytes of some instruction of a block.
 *       It leads to a stub that counts, if it is the first to be there, puts the
 *       old bytes back, and goes on with them; from then on the block is as it
 *       was in the old code.
 *       The jump's 5 bytes lie in one aligned word of 8, which no other probe
 *       is in; so one store, which all processors see whole, takes it away, and
 *       whoever comes to a stub later stores what is there already.  Nobody
 *       can be in the midst of these bytes before: they begin an instruction
 *       and no call stands before it in the block.
 *       Where no instruction of a block lies so, the one before it is made longer, by
 *       prefixes that mean nothing, or nops are put between; where the block is
 *       shorter than the jump, so is its first one.
 * RULES The code must be writable when it runs.
 */
#ifndef EP_COPY_ONCE_H
#define EP_COPY_ONCE_H

#include "code/copy.h"

/* Where in a block its probe goes. */
struct ep_probe_plan {
    uint32_t insn;   /* that it stands in the place of */
    uint32_t before; /* bytes of nops before the block */
    uint32_t within; /* ... in it, before its first instruction */
    uint32_t behind; /* bytes behind it, that are not executed */
};

/* What the copy of BLOCK needs that would begin at AT. */
struct ep_probe_plan ep_probe_plan(const struct ep_code_function *function,
                                   const struct ep_code_block *block,
                                   uint32_t at);

/* Append SIZE bytes to OUT: nops if they are EXECUTED. */
void ep_probe_fill(struct ep_copies *out, uint32_t size, int executed);

/* Whether the copy of INSN can take SIZE bytes more, that mean nothing: so it takes no more
 * time, as nops would. */
int ep_probe_may_lengthen(const struct ep_code *code,
                          const struct ep_insn *insn, uint32_t size);
/* Have it take them, when it was written last. */
void ep_probe_lengthen(struct ep_copies *out, const struct ep_insn *insn,
                       uint32_t size);

/* Append the stub of a probe AT for the counter COUNTER to OUT.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_probe_stub(struct ep_copies *out, uint32_t at,
                                uint64_t counter);

/* Put the probes in, now that all else is final. */
void ep_probes_set(struct ep_copies *copies);

#endif
