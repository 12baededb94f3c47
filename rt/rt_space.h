/* SPDX-License-Identifier: MIT
 *
 * rt_space.h - where regions may lie.
 */
#ifndef EDGEPROF_RT_SPACE_H
#define EDGEPROF_RT_SPACE_H

#include "rt.h"

struct rt_space {
    uintptr_t top, room; /* of the modules; the gap from there on */
    unsigned pass, tries;
    uintptr_t next; /* multiple of the pass's step to try next */
};

/* The highest module ends at TOP; ROOM, see os_room_above. */
void rt_space_init(struct rt_space *space, uintptr_t top, uintptr_t room);
/* The next delta worth a try; 0: there are no more. */
uintptr_t rt_space_next(struct rt_space *space);
/* Whether a mirror of [LOW, HIGH) at DELTA is below the stack and above zero.
 */
bool rt_space_allows(const struct rt_space *space, uintptr_t low,
                     uintptr_t high, uintptr_t delta);
/* Name of the pass that gave the last delta, for tests. */
const char *rt_space_pass(const struct rt_space *space);

#endif
