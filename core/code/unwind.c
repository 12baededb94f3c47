/* SPDX-License-Identifier: MIT */
#include "code/unwind.h"
#include "base/order.h"
#include "code/unwind_private.h"

#include <string.h>

void ep_unwind_release(struct ep_unwind *unwind)
{
    ep_buf_release(&unwind->tables);
    ep_buf_release(&unwind->frames);
    ep_buf_release(&unwind->index);
    *unwind = (struct ep_unwind){0};
}

struct entry {
    uint64_t code, frame; /* addresses */
};

struct unwinding {
    const struct ep_code *code;
    const struct ep_copies *copies;
    uint64_t copies_at;
    struct ep_unwind *out;
    uint32_t *cie_at; /* per old CIE: where it is in frames; EP_NONE: not yet */
    struct entry *entries;
    size_t n_entries;
    size_t entries_capacity;
    int status;
};

/* ---- places --------------------------------------------------------------- */

/* Which stub is the first of FUNCTION, or of one behind it. */
static size_t first_stub(const struct ep_copies *copies,
                         const struct ep_code_function *function)
{
    size_t low = 0, high = copies->n_stubs;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (copies->stubs[middle].start < function->copy_start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether stub I is FUNCTION's, given that it is not of one before. */
static int has_stub(const struct ep_copies *copies,
                    const struct ep_code_function *function, size_t i)
{
    return i < copies->n_stubs && copies->stubs[i].start < function->copy_end;
}

static uint32_t end_of_blocks(const struct ep_copies *copies,
                              const struct ep_code_function *function)
{
    size_t i = first_stub(copies, function);

    return has_stub(copies, function, i) ? copies->stubs[i].start
                                         : function->copy_end;
}

static int insn_before(const void *item, const void *key)
{
    return ((const struct ep_insn *)item)->address < *(const uint64_t *)key;
}

uint32_t ep_unwind_moved(const struct ep_copies *copies,
                         const struct ep_code_function *function,
                         uint64_t address)
{
    size_t at = ep_lower_bound(function->insns, function->n_insns,
                               sizeof *function->insns, insn_before, &address);

    return at < function->n_insns ? function->insns[at].copy
                                  : end_of_blocks(copies, function);
}

/* ---- records -------------------------------------------------------------- */

static uint64_t frames_end(const struct unwinding *u)
{
    return u->out->frames_at + u->out->frames.size;
}

static void put_byte(struct ep_buf *out, unsigned byte)
{
    char one = (char)byte;

    ep_buf_add(out, &one, 1);
}

/* The distance to TARGET, or 0 for none. */
static void put_distance(struct unwinding *u, uint64_t target)
{
    ep_buf_u32(&u->out->frames,
               target ? (uint32_t)(target - frames_end(u)) : 0);
}

static void put_reader(struct ep_buf *out, const struct ep_reader *bytes)
{
    if (bytes->end > bytes->at)
        ep_buf_add(out, bytes->at, (size_t)(bytes->end - bytes->at));
}

static size_t begin_record(struct unwinding *u)
{
    size_t at = u->out->frames.size;

    ep_buf_u32(&u->out->frames, 0);
    return at;
}

static void end_record(struct unwinding *u, size_t at)
{
    struct ep_buf *out = &u->out->frames;
    uint32_t size;

    while ((out->size - at) % 8 && !out->failed) /* DW_CFA_nop */
        put_byte(out, 0);
    size = (uint32_t)(out->size - at - 4);
    for (unsigned i = 0; i < 4 && !out->failed; i++)
        out->data[at + i] = (char)(size >> (8 * i));
}

enum { NEAR = EP_PE_PCREL | EP_PE_S4 };

/* The old CIE, but that all its pointers are distances of 4 bytes and advances
 * count bytes. */
static void put_cie(struct unwinding *u, const struct ep_cie *cie)
{
    struct ep_buf *out = &u->out->frames;
    size_t at = begin_record(u);

    ep_buf_u32(out, 0);
    put_byte(out, 1);
    /* Every letter's data has one size. */
    put_byte(out, 'z');
    if (cie->personality)
        put_byte(out, 'P');
    put_byte(out, 'L');
    put_byte(out, 'R');
    if (strchr(cie->letters, 'S'))
        put_byte(out, 'S');
    put_byte(out, 0);
    ep_buf_leb(out, 1);
    put_reader(out, &cie->factors);
    ep_buf_leb(out, cie->personality ? 7 : 2);
    if (cie->personality) {
        put_byte(out, NEAR | (cie->personality_form & EP_PE_INDIRECT));
        put_distance(u, cie->personality);
    }
    put_byte(out, NEAR);
    put_byte(out, NEAR);
    put_reader(out, &cie->rules);
    end_record(u, at);
}

static int add_entry(struct unwinding *u, uint64_t code)
{
    if (EP_GROW(u->entries, u->n_entries, u->entries_capacity))
        return EP_ENOMEM;
    u->entries[u->n_entries++] = (struct entry){code, frames_end(u)};
    return EP_OK;
}

/* A frame of [START, START + SIZE) with the exception table TABLE, or 0. */
static void put_fde(struct unwinding *u, uint32_t cie, uint64_t start,
                    uint64_t size, uint64_t table,
                    const struct ep_reader *rules)
{
    struct ep_buf *out = &u->out->frames;
    size_t at;

    if (u->cie_at[cie] == EP_NONE) {
        u->cie_at[cie] = (uint32_t)out->size;
        put_cie(u, &u->code->frames->cies[cie]);
    }
    if (u->status || add_entry(u, start)) {
        u->status = EP_ENOMEM;
        return;
    }
    at = begin_record(u);
    ep_buf_u32(out, (uint32_t)out->size - u->cie_at[cie]);
    put_distance(u, start);
    ep_buf_u32(out, (uint32_t)size);
    ep_buf_leb(out, 4);
    put_distance(u, table);
    put_reader(out, rules);
    end_record(u, at);
}

/* ---- rules ---------------------------------------------------------------- */

static void put_advance(struct ep_buf *out, uint32_t bytes)
{
    enum { ADVANCE = 0x40, ADVANCE_4 = 0x04 };

    if (bytes == 0)
        return;
    if (bytes < 0x40) {
        put_byte(out, ADVANCE | bytes);
        return;
    }
    put_byte(out, ADVANCE_4);
    ep_buf_u32(out, bytes);
}

/* The rules of FRAME: for each address that they advance to, MOVED says how far
 * from the code's start it is now. */
static void move_rules(const struct unwinding *u, const struct ep_frame *frame,
                       const struct ep_code_function *function,
                       struct ep_buf *out)
{
    const struct ep_cie *cie = &u->code->frames->cies[frame->cie];
    struct ep_reader rules = frame->rules;
    uint64_t old = frame->start;
    uint32_t now = 0;
    struct ep_rule rule;

    while (ep_rule_next(&rules, cie, &rule)) {
        uint32_t to;

        if (!rule.advances) {
            ep_buf_add(out, rule.at, rule.size);
            continue;
        }
        old += rule.advance;
        to = function ? ep_unwind_moved(u->copies, function, old) -
                            function->copy_start
                      : (uint32_t)(old - frame->start);
        put_advance(out, to - now);
        now = to;
    }
}

/* From the old address FROM on the first SIZE bytes of the rules hold. */
struct stretch {
    uint64_t from;
    size_t size;
};

/* The rules of a frame but for advances, and how many of them hold where. */
struct rules {
    struct ep_buf bytes;
    struct stretch *stretches; /* by address */
    size_t n;
    size_t capacity;
};

static int add_stretch(struct rules *rules, uint64_t from)
{
    if (EP_GROW(rules->stretches, rules->n, rules->capacity))
        return EP_ENOMEM;
    rules->stretches[rules->n++] = (struct stretch){from, rules->bytes.size};
    return EP_OK;
}

static int list_rules(const struct unwinding *u, const struct ep_frame *frame,
                      struct rules *out)
{
    const struct ep_cie *cie = &u->code->frames->cies[frame->cie];
    struct ep_reader from = frame->rules;
    uint64_t old = frame->start;
    int status = add_stretch(out, old);
    struct ep_rule rule;

    while (!status && ep_rule_next(&from, cie, &rule)) {
        if (rule.advances) {
            old += rule.advance;
            status = add_stretch(out, old);
            continue;
        }
        ep_buf_add(&out->bytes, rule.at, rule.size);
        out->stretches[out->n - 1].size = out->bytes.size;
    }
    return status;
}

static int begins_by(const void *item, const void *key)
{
    return ((const struct stretch *)item)->from <= *(const uint64_t *)key;
}

/* How many bytes of RULES hold at the old address LIKE. */
static size_t size_at(const struct rules *rules, uint64_t like)
{
    size_t behind = ep_lower_bound(rules->stretches, rules->n,
                                   sizeof *rules->stretches, begins_by, &like);

    return behind > 0 ? rules->stretches[behind - 1].size : 0;
}

/* ---- functions ------------------------------------------------------------ */

static void put_old(struct unwinding *u, const struct ep_frame *frame)
{
    struct ep_buf rules = {0};
    struct ep_reader all;

    move_rules(u, frame, NULL, &rules);
    all = ep_buf_reader(&rules);
    put_fde(u, frame->cie, frame->start, frame->end - frame->start, frame->lsda,
            &all);
    if (rules.failed)
        u->status = EP_ENOMEM;
    ep_buf_release(&rules);
}

/* Stubs side by side that have the same rules make one frame. */
static void put_stubs(struct unwinding *u,
                      const struct ep_code_function *function)
{
    const struct ep_copies *copies = u->copies;
    size_t i = first_stub(copies, function);
    struct rules rules = {0};

    if (has_stub(copies, function, i))
        u->status = list_rules(u, function->frame, &rules);
    while (!u->status && has_stub(copies, function, i)) {
        size_t size = size_at(&rules, copies->stubs[i].like);
        uint32_t start = copies->stubs[i].start, stop;
        struct ep_reader held = ep_buf_reader(&rules.bytes);

        if (size < rules.bytes.size)
            held.end = held.at + size;
        do
            stop = copies->stubs[i++].end;
        while (has_stub(copies, function, i) &&
               size_at(&rules, copies->stubs[i].like) == size);
        put_fde(u, function->frame->cie, u->copies_at + start, stop - start, 0,
                &held);
    }
    if (rules.bytes.failed)
        u->status = EP_ENOMEM;
    ep_buf_release(&rules.bytes);
    ep_mem_free(rules.stretches);
}

static void put_copy(struct unwinding *u,
                     const struct ep_code_function *function, uint64_t table)
{
    struct ep_buf rules = {0};
    struct ep_reader all;

    move_rules(u, function->frame, function, &rules);
    all = ep_buf_reader(&rules);
    put_fde(u, function->frame->cie, u->copies_at + function->copy_start,
            end_of_blocks(u->copies, function) - function->copy_start, table,
            &all);
    if (rules.failed)
        u->status = EP_ENOMEM;
    ep_buf_release(&rules);
    if (!u->status)
        put_stubs(u, function);
}

static int has_frame(const struct ep_code_function *function)
{
    return ep_code_is_copied(function) && function->frame != NULL;
}

/* Where each function's exception table is into TABLES, 0 for none. */
static int put_tables(struct unwinding *u, uint64_t at, uint64_t *tables)
{
    struct ep_buf *out = &u->out->tables;
    int status = EP_OK;

    for (size_t i = 0; !status && i < u->code->n_functions; i++) {
        const struct ep_code_function *function = &u->code->functions[i];

        if (!has_frame(function) || !function->frame->lsda)
            continue;
        tables[i] = at + out->size;
        status = ep_unwind_table(u->code, u->copies, function, at, out);
    }
    return status;
}

static void put_frames(struct unwinding *u, const uint64_t *tables)
{
    const struct ep_frames *frames = u->code->frames;

    for (size_t i = 0; !u->status && i < frames->n; i++)
        put_old(u, &frames->items[i]);
    for (size_t i = 0; !u->status && i < u->code->n_functions; i++)
        if (has_frame(&u->code->functions[i]))
            put_copy(u, &u->code->functions[i], tables[i]);
    ep_buf_u32(&u->out->frames, 0); /* the end */
    ep_buf_u32(&u->out->frames, 0);
}

/* ---- the index ------------------------------------------------------------ */

static int by_code(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;

    return (a->code > b->code) - (a->code < b->code);
}

static void put_index(struct unwinding *u)
{
    struct ep_buf *out = &u->out->index;
    uint64_t at = u->out->index_at;

    put_byte(out, 1);
    put_byte(out, NEAR);
    put_byte(out, EP_PE_U4);
    put_byte(out, EP_PE_DATAREL | EP_PE_S4);
    ep_buf_u32(out, (uint32_t)(u->out->frames_at - (at + 4)));
    ep_buf_u32(out, (uint32_t)u->n_entries);
    ep_sort(u->entries, u->n_entries, sizeof *u->entries, by_code);
    for (size_t i = 0; i < u->n_entries; i++) {
        ep_buf_u32(out, (uint32_t)(u->entries[i].code - at));
        ep_buf_u32(out, (uint32_t)(u->entries[i].frame - at));
    }
}

static uint64_t aligned(uint64_t address)
{
    return (address + 15) & ~UINT64_C(15);
}

static void make(struct unwinding *u, uint64_t at, uint64_t *tables)
{
    struct ep_unwind *out = u->out;

    memset(u->cie_at, 0xff, u->code->frames->n_cies * sizeof *u->cie_at);
    u->status = put_tables(u, at, tables);
    out->frames_at = aligned(at + out->tables.size);
    if (!u->status)
        put_frames(u, tables);
    out->index_at = aligned(frames_end(u));
    if (!u->status)
        put_index(u);
    if (out->tables.failed || out->frames.failed || out->index.failed)
        u->status = EP_ENOMEM;
}

int ep_unwind_make(const struct ep_code *code, const struct ep_copies *copies,
                   uint64_t copies_at, uint64_t at, struct ep_unwind *out)
{
    struct unwinding u = {.code = code,
                          .copies = copies,
                          .copies_at = copies_at,
                          .out = out,
                          .status = EP_ENOMEM};
    struct ep_arena arena = {0};
    uint64_t *tables = ep_arena_new(&arena, code->n_functions, sizeof *tables);

    *out = (struct ep_unwind){0};
    u.cie_at = ep_arena_new(&arena, code->frames->n_cies, sizeof *u.cie_at);
    if (!arena.failed)
        make(&u, at, tables);
    ep_arena_release(&arena);
    ep_mem_free(u.entries);
    return u.status;
}
