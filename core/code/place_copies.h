/* SPDX-License-Identifier: MIT
 *
 * place_copies.h - which instruction each copied one was, in a file that was rewritten:
 * its section .edgeprof.copies.
 *
 * MODEL 8 bytes: the address of the copies.  Then stretches, in their order: NEAR the
 *       copy's offset less the one before, NEAR the original's address less the one before.
 *       (NEAR is as in docs/format.md.)  Within a stretch both go on alike; what the
 *       originals do not have, increments, lies at the end of one.  A stretch whose
 *       original is address 0 is of no instruction.
 */
#ifndef EP_CODE_PLACE_COPIES_H
#define EP_CODE_PLACE_COPIES_H

#include "code/code.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EP_COPIES_SECTION ".edgeprof.copies"

/* Append the section for CODE's copies, which lie at AT. */
void ep_copies_describe(const struct ep_code *code, uint64_t at,
                        struct ep_buf *out);

struct ep_copied {
    uint64_t copy, original; /* addresses */
};

/* Zero-initialised is empty and valid. */
struct ep_copied_map {
    struct ep_copied *items; /* by copy */
    size_t n;
    size_t capacity;
};

/* Read the SIZE bytes of a section.  OUT is initialised by this call; release with
 * ep_copied_release.  EP_OK; EP_ENOMEM; what is damaged is left out. */
EP_MUST_CHECK int ep_copied_read(const uint8_t *bytes, size_t size,
                                 struct ep_copied_map *out);
/* Whether ADDRESS is in copies; then what it was the copy of into OUT, 0: of nothing. */
int ep_copied_from(const struct ep_copied_map *map, uint64_t address,
                   uint64_t *out);
void ep_copied_release(struct ep_copied_map *map);

#ifdef __cplusplus
}
#endif

#endif
