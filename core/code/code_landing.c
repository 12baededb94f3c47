/* SPDX-License-Identifier: MIT
 *
 * code_landing.c - where old code is replaced by jumps to copies.
 *
 * Whatever holds an address of old code keeps it: the function's entry and every
 * arrival get a jump to the copy.  Where it is known who comes, and all of them
 * are changed, that may fail for want of room; else the function is left alone.
 * Nobody is changed in a process that runs.
 * The jump has 5 bytes.  Where the next one is nearer,
 * a jump of 2 bytes leads to one of 5 elsewhere in old code that nobody needs any more:
 * the function's or, where it has no room, that of a copied one nearby.  The rest of the
 * old code stays as it is: what comes there against all expectation runs right, only
 * uncounted.
 * Where there is no room for 2 bytes there may be a breakpoint (rewrite_breakpoints.c).
 */
#include "code/code_private.h"

#include <inttypes.h>
#include <string.h>

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
        else if (bytes &&
                 ep_insn_decode_known(code->known, bytes, (size_t)room, end,
                                      &insn) &&
                 (insn.traits & EP_INSN_NOTHING))
            end += insn.length;
        else
            break;
    }
    return end;
}

struct plan {
    struct ep_code *code;
    uint8_t *covered; /* per byte of code: bool: a jump will be there */
    struct waiting {
        uint32_t function;
        uint64_t address; /* that has no room for a jump in it */
    } * waiting;
    size_t n_waiting, waiting_capacity;
};

struct room {
    const struct ep_code *code;
    const uint8_t *covered;
    uint64_t start, end;
    uint64_t behind; /* what is from here on fills a gap */
};

static struct room room_of(const struct plan *plan,
                           const struct ep_code_function *function)
{
    return (struct room){.code = plan->code,
                         .covered = plan->covered,
                         .start = function->start,
                         .end = end_of_room(plan->code, function),
                         .behind = function->end};
}

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
 * and no other jump is there. */
static int is_free(const struct room *room, uint64_t address, unsigned size)
{
    if (address < room->start || address + size > room->end)
        return 0;
    /* What begins just before needs a byte of these at least. */
    if (size == JUMP && address > room->start && is_entry(room, address - 1))
        return 0;
    for (unsigned i = 0; i < size; i++)
        if (is_entry(room, address + i) || !is_spent(room, address + i) ||
            room->covered[address + i - room->code->low])
            return 0;
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

static int has_short_room(const struct room *room, uint64_t address)
{
    return own_room(room, address) >= SHORT_JUMP &&
           is_free(room, address + 1, SHORT_JUMP - 1);
}

/* Where a jump for ADDRESS fits; 0: nowhere. */
static uint64_t find_place(const struct room *room, uint64_t address)
{
    if (own_room(room, address) >= JUMP && is_free(room, address + 1, JUMP - 1))
        return address;
    if (!has_short_room(room, address))
        return 0;
    for (uint64_t d = SHORT_JUMP; d < REACH; d++) {
        if (is_free(room, address + d, JUMP))
            return address + d;
        if (address - room->start >= d && is_free(room, address - d, JUMP))
            return address - d;
    }
    return 0;
}

/* Where a jump of 5 bytes fits in ROOM, which is another function's, in reach of
 * ADDRESS. */
static uint64_t find_place_in(const struct room *room, uint64_t address)
{
    uint64_t at = address - REACH;

    if (at < room->start)
        at = room->start;
    for (; at < room->end && at < address + REACH; at++)
        if (is_free(room, at, JUMP))
            return at;
    return 0;
}

/* As find_place, in old code of functions near FUNCTION, which has none. */
static uint64_t find_place_nearby(const struct plan *plan, size_t function,
                                  uint64_t address)
{
    const struct ep_code_function *all = plan->code->functions;
    struct room room = room_of(plan, &all[function]);
    uint64_t place = 0;

    if (!has_short_room(&room, address))
        return 0;
    for (size_t i = function; !place && i-- > 0;) {
        room = room_of(plan, &all[i]);
        if (room.end + REACH <= address)
            break;
        if (ep_code_is_copied(&all[i]))
            place = find_place_in(&room, address);
    }
    for (size_t i = function; !place && ++i < plan->code->n_functions;) {
        if (all[i].start >= address + REACH)
            break;
        room = room_of(plan, &all[i]);
        if (ep_code_is_copied(&all[i]))
            place = find_place_in(&room, address);
    }
    return place;
}

/* From AT on, up to END or what does not fill a gap. */
static void note_gap(struct ep_code *code,
                     const struct ep_code_function *function, uint64_t at,
                     uint64_t end)
{
    struct ep_insn insn;

    while (at < end && ep_code_decode(code, function, at, &insn) &&
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

static int add_landing(struct plan *plan, struct ep_code_landing landing)
{
    struct ep_code *code = plan->code;

    if (EP_GROW(code->landings, code->n_landings, code->landings_capacity))
        return EP_ENOMEM;
    code->landings[code->n_landings++] = landing;
    if (landing.is_breakpoint)
        return EP_OK;
    memset(plan->covered + (landing.jump - code->low), 1, JUMP);
    if (landing.jump != landing.address)
        memset(plan->covered + (landing.address - code->low), 1, SHORT_JUMP);
    return EP_OK;
}

/* A loop of old code may be running that calls nothing, and so never comes to a
 * jump: one stands where it begins, if there is room. */
static int plan_loops(struct plan *plan,
                      const struct ep_code_function *function)
{
    struct ep_code *code = plan->code;
    struct room room = room_of(plan, function);
    int status = EP_OK;

    for (size_t k = 0; !status && k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        uint64_t at = insn->target, place;
        uint8_t *what;

        if ((insn->kind != EP_INSN_BRANCH && insn->kind != EP_INSN_JUMP) ||
            at > insn->address || at < function->start || is_entry(&room, at) ||
            plan->covered[at - code->low])
            continue;
        what = &code->bytes[at - code->low];
        *what |= EP_BYTE_ARRIVES; /* no jump covers it from now on */
        place = find_place(&room, at);
        if (place)
            status = add_landing(plan, (struct ep_code_landing){at, place, 0});
        else
            *what &= (uint8_t)~EP_BYTE_ARRIVES;
    }
    return status;
}

/* FUNCTION has no room for a jump at ADDRESS.  Others' room is not taken for what
 * nobody needs. */
static int wait(struct plan *plan, size_t function, uint64_t address)
{
    if (!plan->code->running &&
        !(ep_code_byte(plan->code, address) & EP_BYTE_HELD))
        return EP_OK;
    if (EP_GROW(plan->waiting, plan->n_waiting, plan->waiting_capacity))
        return EP_ENOMEM;
    plan->waiting[plan->n_waiting++] =
        (struct waiting){(uint32_t)function, address};
    return EP_OK;
}

static int plan_waiting(struct plan *plan, const struct waiting *waiting)
{
    struct ep_code *code = plan->code;
    struct ep_code_function *function = &code->functions[waiting->function];
    uint64_t address = waiting->address, place;

    if (!ep_code_is_copied(function))
        return EP_OK;
    place = find_place_nearby(plan, waiting->function, address);
    if (place)
        return add_landing(plan, (struct ep_code_landing){address, place, 0});
    if (!code->breakpoints || (ep_code_byte(code, address) & EP_BYTE_KEPT)) {
        ep_code_leave(function, "no room for a jump at %#" PRIx64, address);
        return EP_OK;
    }
    function->n_breakpoints++;
    return add_landing(plan, (struct ep_code_landing){address, address, 1});
}

static int plan_function(struct plan *plan, size_t index)
{
    struct ep_code_function *function = &plan->code->functions[index];
    struct room room = room_of(plan, function);
    int status = EP_OK;

    function->n_breakpoints = 0;
    for (uint64_t at = room.start; !status && at < function->end; at++) {
        uint64_t place = is_entry(&room, at) ? find_place(&room, at) : 0;

        if (place)
            status = add_landing(plan, (struct ep_code_landing){at, place, 0});
        else if (is_entry(&room, at))
            status = wait(plan, index, at);
    }
    return status;
}

/* Each function has its own room first. */
static int plan_functions(struct plan *plan)
{
    struct ep_code *code = plan->code;
    int status = EP_OK;

    code->n_landings = 0;
    plan->n_waiting = 0;
    memset(plan->covered, 0, (size_t)(code->high - code->low));
    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            status = plan_function(plan, i);
    for (size_t i = 0; !status && i < plan->n_waiting; i++)
        status = plan_waiting(plan, &plan->waiting[i]);
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
    struct plan plan = {.code = code};
    size_t before, n_left = hold_for_left(code);
    int status = EP_OK;

    plan.covered = ep_mem_zeroed((size_t)(code->high - code->low), 1);
    if (!plan.covered)
        return EP_ENOMEM;
    for (size_t i = 0; i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            note_gaps(code, &code->functions[i]);
    do {
        before = n_left;
        status = plan_functions(&plan);
        n_left = hold_for_left(code);
    } while (!status && n_left != before);
    for (size_t i = 0; !status && code->running && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            status = plan_loops(&plan, &code->functions[i]);
    ep_mem_free(plan.covered);
    ep_mem_free(plan.waiting);
    return status;
}
