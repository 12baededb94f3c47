/* SPDX-License-Identifier: MIT
 *
 * rt_space.c - which deltas are worth a try, best first.
 *
 * A delta is good if section + delta is free for every module.  The kernel
 * keeps a gap under the stack.  The libraries end just below it, so their
 * mirrors fit into it.  The main program's mirror may lie anywhere.
 *
 * Each pass tries multiples of its step.  Large steps come first: then the
 * mirrors of one region do not lie where those of a later library in another
 * region would be, and the heap above the main program can grow.  The gap is
 * tried from its far end down, so that the program may map as much as the gap
 * is wide before a library that it loads later finds its mirror's place taken.
 */
#include "rt_space.h"

#define MIB ((uintptr_t)1 << 20)
#define GIB ((uintptr_t)1 << 30)

/* From this on a gap is one of address randomisation. */
#define WIDE_GAP (4 * GIB)

/* The passes, in their order. */
static const struct pass {
    const char *name;
    uintptr_t step;
    /* DOWN and UP from the gap's width, BELOW_ZERO from 0. */
    enum { DOWN, UP, BELOW_ZERO } direction;
    enum { ANY_GAP, WIDE, NARROW } gap;
} passes[] = {
    /* The gap of address randomisation holds some hundred regions thus. */
    {"gap by 1 GiB", GIB, DOWN, ANY_GAP},
    /* And then some thousand. */
    {"wide gap by 64 MiB", 64 * MIB, DOWN, WIDE},
    /* Where only the main program is counted, beyond its heap: it need not be
     * near the gap, which is narrow without randomisation. */
    {"above by 1 GiB", GIB, UP, ANY_GAP},
    /* Likewise, where a sanitizer's shadow takes terabytes. */
    {"above by 64 GiB", 64 * GIB, UP, ANY_GAP},
    /* Libraries without randomisation: 128 MiB of gap are all there is. */
    {"narrow gap by 64 MiB", 64 * MIB, DOWN, NARROW},
    /* Some hundred threads there. */
    {"gap by 1 MiB", MIB, DOWN, ANY_GAP},
    /* Some thousand small modules there. */
    {"gap by 64 KiB", 16 * OS_PAGE, DOWN, ANY_GAP},
    /* No gap, as with an unlimited stack.  Last, since PTRACE_SETREGS fails
     * under a negative GS base, and debuggers with it. */
    {"below by 1 GiB", GIB, BELOW_ZERO, ANY_GAP},
};

enum { N_PASSES = sizeof passes / sizeof passes[0], MOST_TRIES = 4096 };

static bool is_for(const struct pass *pass, uintptr_t room)
{
    return pass->gap == ANY_GAP || (pass->gap == WIDE) == (room >= WIDE_GAP);
}

static void start_pass(struct rt_space *space, unsigned at)
{
    while (at < N_PASSES && !is_for(&passes[at], space->room))
        at++;
    space->pass = at;
    space->tries = 0;
    if (at == N_PASSES)
        return;
    const struct pass *pass = &passes[at];
    uintptr_t from =
        pass->direction == BELOW_ZERO ? 0 - pass->step : space->room;
    space->next = from / pass->step + (pass->direction == UP);
}

void rt_space_init(struct rt_space *space, uintptr_t top, uintptr_t room)
{
    space->top = top;
    space->room = room;
    start_pass(space, 0);
}

uintptr_t rt_space_next(struct rt_space *space)
{
    for (; space->pass < N_PASSES; start_pass(space, space->pass + 1)) {
        const struct pass *pass = &passes[space->pass];
        if (space->next && space->tries++ < MOST_TRIES) {
            uintptr_t delta = space->next * pass->step;
            space->next += pass->direction == UP ? 1 : (uintptr_t)-1;
            return delta;
        }
    }
    return 0;
}

bool rt_space_allows(const struct rt_space *space, uintptr_t low,
                     uintptr_t high, uintptr_t delta)
{
    uintptr_t limit = space->top + space->room;
    if ((intptr_t)delta > 0)
        return high + delta <= limit || low >= limit;
    return low + delta < low && low + delta >= GIB;
}

const char *rt_space_pass(const struct rt_space *space)
{
    return space->pass < N_PASSES ? passes[space->pass].name : "none";
}
