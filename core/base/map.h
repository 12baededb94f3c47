/* SPDX-License-Identifier: MIT
 *
 * map.h - from a 64-bit hash to the indexes of the items that have it.
 *
 * WHY   merging and folding look up modules, labels, files and functions by
 *       keys of several shapes; the table knows hashes, its user compares
 *       items.
 * MODEL Open addressing with linear probing, at most half full.  Values are
 *       indexes into an array of the user's, EP_NONE excluded.
 * RULES Values of one hash come in the order in which they were added.
 */
#ifndef EP_MAP_H
#define EP_MAP_H

#include "base/mem.h"

/* Zero-initialised is empty and valid. */
struct ep_map {
    struct ep_map_slot *slots;
    size_t n;
    size_t capacity; /* a power of 2, or 0 */
};

void ep_map_release(struct ep_map *map);

/* EP_OK or EP_ENOMEM, the map then unchanged. */
EP_MUST_CHECK int ep_map_add(struct ep_map *map, uint64_t hash, uint32_t value);

/* The values of HASH, one a call, EP_NONE after the last.  *CURSOR is 0 at
 * first; nothing may be added between the calls. */
uint32_t ep_map_next(const struct ep_map *map, uint64_t hash, size_t *cursor);

#endif
