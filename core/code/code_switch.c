/* SPDX-License-Identifier: MIT
 *
 * code_switch.c - the tables of switches.
 *
 * A switch reads a distance from a table and adds the table's address:
 *     cmp $last, %i; ja default; lea table(%rip), %t;
 *     movslq (%t,%i,4), %d; add %t, %d; jmp *%d
 * Compilers move these apart, and one `lea` may serve several jumps.  So every
 * address that the function takes, of words that lead into code when they are
 * added to it, is a table: one too many does no harm, as nothing arrives by it.
 * A jump to a computed address in a function without a table, or with more cases than
 * its table has, is not understood.
 * Where the jump itself shows its table and how long that is, the table is
 * *certain*: its entries may be changed.
 */
#include "code/code_private.h"

#include "base/order.h"

#include <inttypes.h>

/* No switch has more. */
#define MOST_ENTRIES 65536u

/* Look back so far for what a jump is computed of. */
enum { LOOK_BACK = 48 };

static int move_of(const struct ep_code *code, const struct ep_insn *insn,
                   struct ep_move *out)
{
    return ep_insn_move(ep_image_at(code->image, insn->address, insn->length),
                        insn->length, insn->address, out);
}

/* Whether control may go to ADDRESS: of USER, or what the compiler put elsewhere of
 * it, to which a table may be the only way. */
static int may_lead(const struct ep_code *code,
                    const struct ep_code_function *user, uint64_t address)
{
    const struct ep_code_function *function = ep_code_at(code, address);

    if (!function || (ep_code_byte(code, address) & EP_BYTE_INSIDE))
        return 0;
    return function == user || !ep_code_is_copied(function) ||
           ep_code_look(code, function, address) <= EP_CODE_NEW;
}

static uint64_t entry_target(const uint8_t *entry, uint64_t table)
{
    uint32_t bits = (uint32_t)entry[0] | (uint32_t)entry[1] << 8 |
                    (uint32_t)entry[2] << 16 | (uint32_t)entry[3] << 24;

    return table + (uint64_t)(int64_t)(int32_t)bits;
}

/* How many entries the table at ADDRESS may have; 0: it is none. */
static uint32_t count_entries(const struct ep_code *code,
                              const struct ep_code_function *user,
                              uint64_t address)
{
    uint64_t room = ep_image_room(code->image, address);
    const uint8_t *bytes = ep_image_at(code->image, address, room);
    uint32_t n = 0;

    if (!bytes || address % 4 || ep_code_byte(code, address))
        return 0;
    while (n < MOST_ENTRIES && 4 * (uint64_t)n + 4 <= room &&
           may_lead(code, user, entry_target(bytes + (size_t)4 * n, address)))
        n++;
    return n;
}

/* ---- which table a jump uses ----------------------------------------------- */

struct shown {
    uint64_t table; /* 0: none */
    uint32_t n;     /* entries; 0: the jump does not show it */
    uint8_t base;   /* the register that has the table's address */
    enum { IS_POINTER, IS_COMPUTED, IS_UNKNOWN } what;
};

/* Whether control comes to INSN from the one before it, and only by code that
 * keeps registers. */
static int comes_from(const struct ep_insn *before)
{
    return before->kind == EP_INSN_PLAIN || before->kind == EP_INSN_BRANCH;
}

/* Looking back from a jump that is computed. */
struct looking {
    uint8_t by;     /* what it goes by, or what that is copied of */
    uint8_t other;  /* what is added to that */
    uint8_t base;   /* of the table, when its entry was read */
    uint8_t index;  /* of the entry */
    uint64_t place; /* in memory: what the index was read from */
    int read;       /* bool: the entry was */
    struct shown shown;
};

/* How many values the index may have behind the branch INSNS[K], as the
 * comparison before it says; 0: any. */
static uint32_t bound(const struct ep_code *code, const struct ep_insn *insns,
                      size_t k, const struct looking *at)
{
    enum { ABOVE_OR_EQUAL = 3, ABOVE = 7 };
    struct ep_move move;
    int is_index;

    if (insns[k].kind != EP_INSN_BRANCH || k == 0 ||
        (insns[k].condition != ABOVE && insns[k].condition != ABOVE_OR_EQUAL))
        return 0;
    if (!move_of(code, &insns[k - 1], &move) || move.kind != EP_MOVE_COMPARE ||
        move.limit >= MOST_ENTRIES)
        return 0;
    is_index = move.from == EP_REG_NONE
                   ? move.place != 0 && move.place == at->place
                   : move.from == at->index;
    return is_index ? (uint32_t)move.limit + (insns[k].condition == ABOVE) : 0;
}

/* What the index was before MOVE, which wrote it. */
static void look_for_index(struct looking *at, const struct ep_move *move)
{
    at->place = move->place;
    at->index = move->kind == EP_MOVE_COPY ? move->from : EP_REG_NONE;
}

/* Before the addition: where the table is, and what bounds the index. */
static void look_for_table(struct looking *at, const struct ep_move *move)
{
    int is_part = move->to == at->by || move->to == at->other;

    if (!at->shown.table && move->kind == EP_MOVE_ADDRESS && is_part) {
        at->shown.table = move->target;
    } else if (at->read && move->kind == EP_MOVE_ADDRESS &&
               move->to == at->index && move->target == at->shown.table) {
        at->index = at->base; /* they stood the other way round */
    } else if (!at->read && move->kind == EP_MOVE_ENTRY && is_part) {
        *(move->to == at->by ? &at->by : &at->other) = EP_REG_NONE;
        at->index = move->index;
        at->base = move->base;
        at->read = 1;
    } else if (at->index != EP_REG_NONE && move->to == at->index) {
        look_for_index(at, move);
    }
}

/* Up to the addition, or to what else the jump goes by.  Returns 0 if that is
 * all there is to know. */
static int look_for_sum(struct looking *at, const struct ep_move *move)
{
    if (move->to != at->by)
        return 1;
    if (move->kind == EP_MOVE_COPY) {
        at->by = move->from;
        return at->by != EP_REG_NONE;
    }
    if (move->kind == EP_MOVE_ADD || move->kind == EP_MOVE_SUM) {
        at->shown.what = IS_COMPUTED;
        at->other = move->from;
        return move->kind == EP_MOVE_ADD;
    }
    if (move->kind == EP_MOVE_LOAD || move->kind == EP_MOVE_ADDRESS)
        at->shown.what = IS_POINTER;
    return 0;
}

/* What is known of the register BY, from the instructions before INSNS[K]. */
static struct shown look_back(const struct ep_code *code,
                              const struct ep_insn *insns, size_t k, uint8_t by)
{
    struct looking at = {.by = by,
                         .other = EP_REG_NONE,
                         .base = EP_REG_NONE,
                         .index = EP_REG_NONE,
                         .shown = {.what = IS_UNKNOWN}};

    for (size_t n = 0; by != EP_REG_NONE && k > 0 && n < LOOK_BACK; n++) {
        struct ep_move move;

        if (!comes_from(&insns[--k]) || !move_of(code, &insns[k], &move))
            break;
        if (at.shown.what != IS_COMPUTED) {
            if (!look_for_sum(&at, &move))
                break;
            continue;
        }
        look_for_table(&at, &move);
        if (!at.shown.n)
            at.shown.n = bound(code, insns, k, &at);
    }
    at.shown.base = at.base;
    return at.shown;
}

/* The only address that FUNCTION ever puts into the register BASE; 0: there are
 * several, or none. */
static uint64_t only_address(const struct ep_code *code,
                             const struct ep_code_function *function,
                             uint8_t base)
{
    uint64_t found = 0;

    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        struct ep_move move;

        if (!insn->rip || !(insn->traits & EP_INSN_ADDRESS) ||
            !move_of(code, insn, &move) || move.to != base)
            continue;
        if (found && found != move.target)
            return 0;
        found = move.target;
    }
    return found;
}

/* ---- the tables of the program --------------------------------------------- */

static int add_table(struct ep_code *code, uint64_t address, uint32_t n)
{
    if (EP_GROW(code->tables, code->n_tables, code->tables_capacity))
        return EP_ENOMEM;
    code->tables[code->n_tables++] =
        (struct ep_code_table){.address = address, .n = n};
    return EP_OK;
}

/* As ep_code_sweep; what is known already, from instruction *K on, is not decoded again. */
static int next_insn(const struct ep_code *code,
                     const struct ep_code_function *function, size_t *k,
                     uint64_t *address, struct ep_insn *out)
{
    const struct ep_insn *insns = function->insns;

    while (*k < function->n_insns && insns[*k].address < *address)
        ++*k;
    if (*k == function->n_insns || insns[*k].address != *address)
        return ep_code_sweep(code, function, address, out);
    *out = insns[*k];
    *address += out->length;
    return 1;
}

/* The addresses that FUNCTION takes.  All of them: a table ends at the next one, by
 * which code may be used that is not reached yet. */
static int take_addresses(const struct ep_code *code,
                          struct ep_code_function *function)
{
    uint64_t address = function->start;
    struct ep_insn insn;
    size_t k = 0;

    function->addresses_taken = 1;
    while (next_insn(code, function, &k, &address, &insn)) {
        if (!insn.rip || !(insn.traits & EP_INSN_ADDRESS))
            continue;
        if (EP_GROW(function->addresses, function->n_addresses,
                    function->addresses_capacity))
            return EP_ENOMEM;
        function->addresses[function->n_addresses++] = insn.target;
    }
    return EP_OK;
}

static int add_tables(struct ep_code *code, struct ep_code_function *function)
{
    int status =
        function->addresses_taken ? EP_OK : take_addresses(code, function);

    function->has_table = 0;
    for (size_t k = 0; !status && k < function->n_addresses; k++) {
        uint64_t address = function->addresses[k];
        uint32_t n = count_entries(code, function, address);

        function->has_table |= n > 0;
        if (n > 0)
            status = add_table(code, address, n);
    }
    return status;
}

static int by_address(const void *left, const void *right)
{
    const struct ep_code_table *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

/* Two functions may use one table. */
static void keep_longer(void *kept, void *other)
{
    struct ep_code_table *table = kept;
    const struct ep_code_table *more = other;

    if (more->n > table->n)
        table->n = more->n;
}

/* A table ends where the next one begins. */
static void order_tables(struct ep_code *code)
{
    struct ep_code_table *all = code->tables;

    code->n_tables =
        ep_fold(all, code->n_tables, sizeof *all, by_address, keep_longer);
    for (size_t i = 0; i + 1 < code->n_tables; i++) {
        uint64_t room = (all[i + 1].address - all[i].address) / 4;

        if (all[i].n > room)
            all[i].n = (uint32_t)room;
    }
}

static int table_before(const void *item, const void *key)
{
    return ((const struct ep_code_table *)item)->address <
           *(const uint64_t *)key;
}

static struct ep_code_table *find_table(const struct ep_code *code,
                                        uint64_t address)
{
    size_t at = ep_lower_bound(code->tables, code->n_tables,
                               sizeof *code->tables, table_before, &address);

    return at < code->n_tables && code->tables[at].address == address
               ? &code->tables[at]
               : NULL;
}

/* A jump of FUNCTION goes by a table, whose length it may show.  Returns 0 if there is
 * none that could be it. */
static int take_table(struct ep_code *code,
                      const struct ep_code_function *function,
                      const struct shown *shown)
{
    struct ep_code_table *table = find_table(code, shown->table);

    if (!shown->table)
        return function->has_table;
    if (!table || shown->n > table->n)
        return 0;
    if (shown->n > 0 && ep_code_is_copied(function)) {
        table->n = shown->n;
        table->certain = 1;
    }
    return 1;
}

static void take_jumps(struct ep_code *code, struct ep_code_function *function)
{
    function->jumps_away = 0;
    function->lost_at = 0;
    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        struct ep_move move;
        struct shown shown;

        if (insn->kind != EP_INSN_JUMP_AWAY || insn->rip ||
            ep_code_has_words(code, insn) || !move_of(code, insn, &move))
            continue;
        shown = look_back(code, function->insns, k, move.to);
        function->jumps_away |= shown.what != IS_COMPUTED;
        if (!shown.table && shown.base != EP_REG_NONE)
            shown.table = only_address(code, function, shown.base);
        if (shown.what == IS_COMPUTED && !take_table(code, function, &shown))
            function->lost_at = insn->address;
    }
}

#define ANYWHERE "the jump at %#" PRIx64 " may go anywhere"

/* A function that goes who knows where may go into what the compiler put elsewhere of
 * it: whatever jumps into its midst, or has it jump into its own. */
static void leave_parts(struct ep_code *code, struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        struct ep_code_function *other = ep_code_at(code, insn->target);

        if (insn->kind != EP_INSN_BRANCH && insn->kind != EP_INSN_JUMP)
            continue;
        if (!other || other == function || insn->target == other->start)
            continue;
        if (function->lost_at)
            ep_code_leave(other, ANYWHERE, function->lost_at);
        if (other->lost_at)
            ep_code_leave(function, ANYWHERE, other->lost_at);
    }
}

static int arrive_by(struct ep_code *code, const struct ep_code_table *table,
                     unsigned how)
{
    const uint8_t *bytes =
        ep_image_at(code->image, table->address, 4 * (uint64_t)table->n);
    int status = EP_OK;

    for (uint32_t i = 0; bytes && !status && i < table->n; i++)
        status = ep_code_arrive(
            code, entry_target(bytes + (size_t)4 * i, table->address), how);
    return status;
}

void ep_code_leave_lost(struct ep_code *code)
{
    for (size_t i = 0; i < code->n_functions; i++) {
        struct ep_code_function *function = &code->functions[i];

        if (function->lost_at)
            ep_code_leave(function,
                          "where the jump at %#" PRIx64
                          " goes is computed in an unknown way",
                          function->lost_at);
    }
    for (size_t i = 0; i < code->n_functions; i++)
        leave_parts(code, &code->functions[i]);
}

int ep_code_find_tables(struct ep_code *code)
{
    int status = EP_OK;

    code->n_tables = 0;
    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (code->functions[i].by_register)
            status = add_tables(code, &code->functions[i]);
    order_tables(code);
    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (code->functions[i].by_register)
            take_jumps(code, &code->functions[i]);
    for (size_t i = 0; !status && i < code->n_tables; i++)
        status = arrive_by(code, &code->tables[i], 0);
    return status;
}

int ep_code_hold_tables(struct ep_code *code)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_tables; i++)
        if (!code->tables[i].certain)
            status = arrive_by(code, &code->tables[i], EP_BYTE_HELD);
    return status;
}
