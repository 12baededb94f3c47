/* SPDX-License-Identifier: MIT
 *
 * pairs.h - counts as a run file has them: zeros and values by turns, LEB.
 *
 * WHY   most counters of a run are 0 and most others small; so a test's counts
 *       take a byte for each counter that it reached, in memory as in the file.
 * RULES What comes from a file is checked before the others see it.
 */
#ifndef EP_PAIRS_H
#define EP_PAIRS_H

#include "base/mem.h"

#include <edgeprof/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* COUNT times FACTOR, at least one; saturates. */
static inline uint64_t ep_saturating_product(uint64_t count, uint64_t factor)
{
    return count > UINT64_MAX / factor ? UINT64_MAX : count * factor;
}

/* Where abi.h's writers of records are to append to OUT. */
struct edgeprof_sink ep_pairs_sink(struct ep_buf *out);

/* Append the pairs of the N COUNTS. */
void ep_pairs_write(struct ep_buf *out, const uint64_t *counts, size_t n);

/* EP_OK if PAIRS are those of N counts and no more, else EP_EFORMAT. */
EP_MUST_CHECK int ep_pairs_check(struct ep_reader pairs, uint64_t n);

/* Add the counts of PAIRS, which were checked, to COUNTS, saturating. */
void ep_pairs_add(struct ep_reader pairs, uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif
