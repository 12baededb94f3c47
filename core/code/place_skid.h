/* SPDX-License-Identifier: MIT
 *
 * place_skid.h - the instruction that a sample is of.
 *
 * WHY   a process is interrupted when an instruction has ended, and stands at the next:
 *       that it waited for the one before, the division or the load, is what a sample says.
 * MODEL Within a basic block the one before is that which was executed before; where a
 *       block begins it is not known, and the sample stays.
 *       An increment stands where its block begins, and has no place of its own in debug
 *       information: there it has that of whatever lies before.  Its samples are of what
 *       it counts, the instruction behind it.
 */
#ifndef EP_CODE_PLACE_SKID_H
#define EP_CODE_PLACE_SKID_H

#include "base/mem.h"

struct ep_skid_step;

/* The function that was read last.  Zero-initialised is none. */
struct ep_skid {
    uint64_t start, end; /* addresses */
    struct ep_skid_step *steps;
    size_t n;
    size_t capacity;
};

/* Read the function whose SIZE bytes are at BYTES and lie at ADDRESS.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_skid_read(struct ep_skid *skid, const uint8_t *bytes,
                               size_t size, uint64_t address);
/* What a sample at ADDRESS is of. */
uint64_t ep_skid_back(const struct ep_skid *skid, uint64_t address);
void ep_skid_release(struct ep_skid *skid);

#endif
