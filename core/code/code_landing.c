/* SPDX-License-Identifier: MIT
 *
 * code_landing.c - where old code is replaced by jumps to copies.
 *
 * Whatever holds an address of old code keeps it: the function's entry and every
 * arrival get a jump to the copy.  Where it is known who comes, and all of them
 * are changed, that may fail for want of room; else the function is left alone.
 * Nobody is changed in a process that runs.
 * The jump has 5 bytes.  Where the next one is nearer,
 * a jump of 2 bytes leads to one of 5 elsewhere in the function's old code, which
 * nobody needs any more.  The rest of the old code stays as it is: what comes
 * there against all expectation runs right, only uncounted.
 * Where there is no room for 2 bytes there may be a breakpoint (rewrite_breakpoints.c).
 */
#include "code/code_private.h"

#include <inttypes.h>

enum { JUMP = 5, SHORT_JUMP = 2, REACH = 120 };

/* The end of FUNCTION and of what fills the gap behind it.  Zeros do if FUNCTION
 * has no room for one jump without them. */
static uint64_t end_of_room(const struct ep_code *code,
                            const struct ep_code_function *function)
{
    enum { MOST = 16 };
    uint64_t end = function->end;

    while (end < function->end + MOST && end < code->high &&
           !ep_code_at(code, end)) {
        uint64_t room = ep_image_room(code->image, end);
        const uint8_t *bytes = ep_image_at(code->image, end, room);
        struct ep_insn insn;

        if (bytes && bytes[0] == 0 && end < function->start + JUMP)
            end++;
        else if (bytes && ep_insn_decode(bytes, (size_t)room, end, &insn) &&
                 (insn.traits & EP_INSN_NOTHING))
            end += insn.length;
        else
            break;
    }
    return end;
}

struct room {
    const struct ep_code *code;
    uint64_t start, end;
    uint64_t behind; /* what is from here on fills a gap */
    const struct ep_code_landing *taken;
    size_t n_taken;
};

static int is_entry(const struct room *room, uint64_t address)
{
    return address == room->start ||
           (ep_code_byte(room->code, address) & EP_BYTE_ARRIVES);
}

/* Whether nobody needs what is at ADDRESS: known code, as it is copied, and what
 * fills gaps.  The rest of a function may be data, or code that is come to in a
 * way that is not known. */
static int is_spent(const struct room *room, uint64_t address)
{
    unsigned what = ep_code_byte(room->code, address);

    if (address >= room->behind)
        return address < room->end;
    return (what & (EP_BYTE_STARTS | EP_BYTE_INSIDE | EP_BYTE_FILLS)) &&
           !(what & EP_BYTE_KEPT);
}

/* Whether SIZE bytes at ADDRESS are free for a jump: no arrival begins in them,
 * and none of those that were taken is there. */
static int is_free(const struct room *room, uint64_t address, unsigned size)
{
    if (address < room->start || address + size > room->end)
        return 0;
    /* What begins just before needs a byte of these at least. */
    if (size == JUMP && address > room->start && is_entry(room, address - 1))
        return 0;
    for (unsigned i = 0; i < size; i++)
        if (is_entry(room, address + i) || !is_spent(room, address + i))
            return 0;
    for (size_t i = 0; i < room->n_taken; i++) {
        uint64_t jump = room->taken[i].jump;
        uint64_t at = room->taken[i].address;

        if (room->taken[i].is_breakpoint) /* it is an entry */
            continue;
        if (address < jump + JUMP && jump < address + size)
            return 0;
        if (address < at + SHORT_JUMP && at < address + size)
            return 0;
    }
    return 1;
}

/* What is left of ADDRESS's own room. */
static unsigned own_room(const struct room *room, uint64_t address)
{
    unsigned n = 1;

    while (n < JUMP && !is_entry(room, address + n) &&
           is_spent(room, address + n))
        n++;
    return n;
}

/* Where a jump for ADDRESS fits; 0: nowhere. */
static uint64_t find_place(const struct room *room, uint64_t address)
{
    unsigned own = own_room(room, address);

    if (own >= JUMP && is_free(room, address + 1, JUMP - 1))
        return address;
    if (own < SHORT_JUMP || !is_free(room, address + 1, SHORT_JUMP - 1))
        return 0;
    for (uint64_t d = SHORT_JUMP; d < REACH; d++) {
        if (is_free(room, address + d, JUMP))
            return address + d;
        if (address - room->start >= d && is_free(room, address - d, JUMP))
            return address - d;
    }
    return 0;
}

/* From AT on, up to END or what does not fill a gap. */
static void note_gap(struct ep_code *code,
                     const struct ep_code_function *function, uint64_t at,
                     uint64_t end)
{
    struct ep_insn insn;

    while (at < end && ep_code_decode(function, at, &insn) &&
           (insn.traits & EP_INSN_NOTHING))
        for (unsigned i = 0; i < insn.length; i++)
            code->bytes[at++ - code->low] |= EP_BYTE_FILLS;
}

static void note_gaps(struct ep_code *code,
                      const struct ep_code_function *function)
{
    uint64_t at = function->start;

    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];

        note_gap(code, function, at, insn->address);
        at = insn->address + insn->length;
    }
    note_gap(code, function, at, function->end);
}

/* Whether no jump of ROOM's covers ADDRESS. */
static int is_bare(const struct room *room, uint64_t address)
{
    for (size_t i = 0; i < room->n_taken; i++) {
        const struct ep_code_landing *taken = &room->taken[i];

        if (address - taken->jump < JUMP ||
            address - taken->address < SHORT_JUMP)
            return 0;
    }
    return 1;
}

/* A loop of old code may be running that calls nothing, and so never comes to a
 * jump: one stands where it begins, if there is room. */
static int plan_loops(struct ep_code *code, struct room *room, size_t first,
                      const struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        uint64_t at = insn->target, place;
        uint8_t *what;

        if ((insn->kind != EP_INSN_BRANCH && insn->kind != EP_INSN_JUMP) ||
            at > insn->address || at < function->start || is_entry(room, at))
            continue;
        what = &code->bytes[at - code->low];
        if (EP_GROW(code->landings, code->n_landings, code->landings_capacity))
            return EP_ENOMEM;
        room->taken = code->landings + first;
        room->n_taken = code->n_landings - first;
        if (!is_bare(room, at))
            continue;
        *what |= EP_BYTE_ARRIVES; /* no jump covers it from now on */
        place = find_place(room, at);
        if (!place) {
            *what &= (uint8_t)~EP_BYTE_ARRIVES;
            continue;
        }
        code->landings[code->n_landings++] =
            (struct ep_code_landing){at, place, 0};
    }
    return EP_OK;
}

/* What arrives at ADDRESS of FUNCTION has no room for a jump. */
static void plan_without_room(struct ep_code *code,
                              struct ep_code_function *function,
                              uint64_t address)
{
    unsigned what = ep_code_byte(code, address);

    if (!code->running && !(what & EP_BYTE_HELD))
        return;
    if (!code->breakpoints || (what & EP_BYTE_KEPT)) {
        ep_code_leave(function, "no room for a jump at %#" PRIx64, address);
        return;
    }
    function->n_breakpoints++;
    code->landings[code->n_landings++] =
        (struct ep_code_landing){address, address, 1};
}

static int plan_function(struct ep_code *code,
                         struct ep_code_function *function, int loops)
{
    size_t first = code->n_landings;
    struct room room = {.code = code,
                        .start = function->start,
                        .end = end_of_room(code, function),
                        .behind = function->end};

    function->n_breakpoints = 0;
    for (uint64_t at = room.start; at < function->end; at++) {
        uint64_t place;

        if (!is_entry(&room, at))
            continue;
        if (EP_GROW(code->landings, code->n_landings, code->landings_capacity))
            return EP_ENOMEM;
        room.taken = code->landings + first;
        room.n_taken = code->n_landings - first;
        place = find_place(&room, at);
        if (place)
            code->landings[code->n_landings++] =
                (struct ep_code_landing){at, place, 0};
        else
            plan_without_room(code, function, at);
        if (function->left[0]) {
            code->n_landings = first;
            return EP_OK;
        }
    }
    return loops ? plan_loops(code, &room, first, function) : EP_OK;
}

static int plan_functions(struct ep_code *code, int loops)
{
    int status = EP_OK;

    code->n_landings = 0;
    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            status = plan_function(code, &code->functions[i], loops);
    return status;
}

/* Functions that are left alone come from old code.  How many there are. */
static size_t hold_for_left(struct ep_code *code)
{
    size_t n = 0;

    for (size_t i = 0; i < code->n_functions; i++) {
        const struct ep_code_function *function = &code->functions[i];

        if (ep_code_is_copied(function))
            continue;
        n++;
        for (size_t k = 0; k < function->n_insns; k++) {
            const struct ep_insn *insn = &function->insns[k];

            if (insn->kind != EP_INSN_PLAIN && insn->target &&
                ep_code_byte(code, insn->target))
                code->bytes[insn->target - code->low] |= EP_BYTE_HELD;
        }
    }
    return n;
}

int ep_code_plan_landings(struct ep_code *code)
{
    size_t before, n_left = hold_for_left(code);
    int status = EP_OK;

    for (size_t i = 0; i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            note_gaps(code, &code->functions[i]);
    do {
        before = n_left;
        status = plan_functions(code, 0);
        n_left = hold_for_left(code);
    } while (!status && n_left != before);
    return !status && code->running ? plan_functions(code, 1) : status;
}
