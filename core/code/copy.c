/* SPDX-License-Identifier: MIT */
#include "code/copy.h"
#include "code/copy_kernel.h"
#include "code/copy_once.h"

#include <edgeprof/increment_x86_64.h>

#include <string.h>

/* A branch, or what arrives at a block, by way of a stub. */
struct waiting {
    uint32_t at; /* of the branch's distance; EP_NONE: an arrival */
    uint32_t edge;
    uint64_t to;   /* address that the stub leads to */
    uint64_t from; /* of the branch */
};

/* A branch to a block of the function that is being copied. */
struct label {
    uint32_t at;
    uint32_t block;
};

/* One function's copying. */
struct copying {
    const struct ep_code *code;
    struct ep_code_function *function;
    struct ep_copies *out;
    struct ep_arena arena;
    uint32_t *in_degree;   /* per block */
    uint32_t *out_degree;  /* per block, of edges that can be counted */
    uint32_t *arrive;      /* per block: its ARRIVE edge */
    uint32_t *back;        /* per block: its RETURN edge */
    uint32_t (*inside)[2]; /* per block: edges whose marks stand in it */
    uint8_t *split;        /* per edge, bool: its mark stands on it */
    struct waiting *waiting;
    uint32_t n_waiting;
    struct label *labels;
    uint32_t n_labels;
    uint32_t
        *probes; /* per block, of code that is counted once: where its is */
    int falls;   /* bool: what was written last goes on behind */
    int failed;
};

/* ---- bytes ---------------------------------------------------------------- */

static uint32_t here(const struct copying *c)
{
    return (uint32_t)c->out->bytes.size;
}

static void put(struct copying *c, const void *bytes, size_t size)
{
    ep_buf_add(&c->out->bytes, bytes, size);
}

static void put_byte(struct copying *c, unsigned byte)
{
    uint8_t one = (uint8_t)byte;

    put(c, &one, 1);
}

static void fix(struct copying *c, uint32_t at, uint32_t end, uint64_t target,
                enum ep_fix_to to)
{
    struct ep_copies *out = c->out;

    if (EP_GROW(out->fixes, out->n_fixes, out->fixes_capacity)) {
        c->failed = 1;
        return;
    }
    out->fixes[out->n_fixes++] =
        (struct ep_copy_fix){.at = at, .end = end, .target = target, .to = to};
}

static void put_distance(struct copying *c, uint64_t target, enum ep_fix_to to)
{
    uint32_t at = here(c);

    ep_buf_u32(&c->out->bytes, 0);
    fix(c, at, at + 4, target, to);
}

static int is_own(const struct copying *c, uint64_t address)
{
    return address >= c->function->start && address < c->function->end;
}

/* The distance to the copy of the code at ADDRESS. */
static void put_way(struct copying *c, uint64_t address)
{
    if (!is_own(c, address)) {
        put_distance(c, address, EP_FIX_CODE);
        return;
    }
    c->labels[c->n_labels++] =
        (struct label){here(c), ep_code_block_at(c->function, address)};
    ep_buf_u32(&c->out->bytes, 0);
}

static void put_jump(struct copying *c, uint64_t address)
{
    put_byte(c, 0xe9);
    put_way(c, address);
    c->falls = 0;
}

/* ---- increments ----------------------------------------------------------- */

static void put_increment(struct copying *c, uint32_t edge, uint8_t live)
{
    /* lea -128(%rsp), %rsp; pushfq ... popfq; lea 128(%rsp), %rsp: below the
     * stack pointer lies what leaf functions keep there. */
    static const uint8_t save[] = {0x48, 0x8d, 0x64, 0x24, 0x80, 0x9c};
    static const uint8_t restore[] = {0x9d, 0x48, 0x8d, 0xa4, 0x24,
                                      0x80, 0x00, 0x00, 0x00};
    static const uint8_t increment[] = {EDGEPROF_GS_PREFIX, 0x48, 0xff, 0x05};
    uint32_t mark = c->function->mark[edge];

    if (mark == EP_NONE)
        return;
    c->out->n_kept_flags += live != 0;
    if (live)
        put(c, save, sizeof save);
    put(c, increment, sizeof increment);
    put_distance(c, (uint64_t)c->function->first_counter + mark,
                 EP_FIX_COUNTER);
    if (live)
        put(c, restore, sizeof restore);
}

static uint8_t live_at(const struct copying *c, uint32_t block)
{
    return block >= EP_BLOCK_FIRST ? c->function->blocks[block].live
                                   : EP_FLAG_ALL;
}

/* On the way to the block that EDGE leads to. */
static void put_split(struct copying *c, uint32_t edge)
{
    if (edge != EP_NONE && c->split[edge])
        put_increment(c, edge, live_at(c, c->function->cfg.edges[edge].dst));
}

/* ---- where marks stand ---------------------------------------------------- */

static int is_counted(const struct ep_edge *edge)
{
    return edge->kind != EP_EDGE_LEAVE;
}

static void put_inside(struct copying *c, uint32_t block, uint32_t edge)
{
    uint32_t *both = c->inside[block];

    if (both[0] == EP_NONE)
        both[0] = edge;
    else
        both[1] = edge;
}

static void choose_place(struct copying *c, uint32_t e)
{
    const struct ep_edge *edge = &c->function->cfg.edges[e];

    if (c->function->mark[e] == EP_NONE)
        return;
    if (edge->src >= EP_BLOCK_FIRST && c->out_degree[edge->src] == 1)
        put_inside(c, edge->src, e);
    else if (edge->dst >= EP_BLOCK_FIRST && c->in_degree[edge->dst] == 1)
        put_inside(c, edge->dst, e);
    else
        c->split[e] = 1;
}

static int init(struct copying *c)
{
    const struct ep_cfg *cfg = &c->function->cfg;
    size_t n = cfg->n_blocks;

    c->in_degree = ep_arena_new(&c->arena, n, sizeof *c->in_degree);
    c->out_degree = ep_arena_new(&c->arena, n, sizeof *c->out_degree);
    c->arrive = ep_arena_new(&c->arena, n, sizeof *c->arrive);
    c->back = ep_arena_new(&c->arena, n, sizeof *c->back);
    c->inside = ep_arena_new(&c->arena, n, sizeof *c->inside);
    c->split = ep_arena_new(&c->arena, cfg->n_edges, 1);
    c->probes = ep_arena_new(&c->arena, n, sizeof *c->probes);
    /* One of each block's branch, one of each arrival. */
    c->waiting = ep_arena_new(&c->arena, 2 * n, sizeof *c->waiting);
    /* A branch and its stub, an arrival's stub, a block's end. */
    c->labels = ep_arena_new(&c->arena, 4 * n, sizeof *c->labels);
    if (c->arena.failed)
        return EP_ENOMEM;
    for (size_t b = 0; b < n; b++)
        c->arrive[b] = c->back[b] = c->inside[b][0] = c->inside[b][1] = EP_NONE;
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        const struct ep_edge *edge = &cfg->edges[e];

        c->in_degree[edge->dst]++;
        c->out_degree[edge->src] += (uint32_t)is_counted(edge);
        if (edge->kind == EP_EDGE_ARRIVE)
            c->arrive[edge->dst] = e;
        if (edge->kind == EP_EDGE_RETURN)
            c->back[edge->dst] = e;
    }
    for (uint32_t e = 0; !c->code->once && e < cfg->n_edges; e++)
        choose_place(c, e);
    return EP_OK;
}

/* ---- instructions --------------------------------------------------------- */

static void put_as_is(struct copying *c, const struct ep_insn *insn)
{
    uint32_t at = here(c);

    if (ep_copy_is_kernel(c->code, insn)) {
        c->failed |= ep_copy_kernel(c->code, c->out);
        return;
    }
    put(c, ep_code_bytes(c->function, insn->address), insn->length);
    if (insn->rip)
        fix(c, at + insn->rip, at + insn->length, insn->target, EP_FIX_ADDRESS);
}

/* The edge that INSN's branch takes in a block that it ends. */
static uint32_t taken_edge(const struct copying *c, uint32_t b)
{
    return c->function->blocks[b].out;
}

/* To where INSN, which ends block B, branches: by a stub if that is counted. */
static void put_branch_way(struct copying *c, uint32_t b,
                           const struct ep_insn *insn)
{
    uint32_t edge = taken_edge(c, b);

    if (c->code->once || !c->split[edge]) {
        put_way(c, insn->target);
        return;
    }
    c->waiting[c->n_waiting++] =
        (struct waiting){here(c), edge, insn->target, insn->address};
    ep_buf_u32(&c->out->bytes, 0);
}

static void put_branch(struct copying *c, uint32_t b,
                       const struct ep_insn *insn)
{
    if (insn->kind == EP_INSN_BRANCH) {
        put_byte(c, 0x0f);
        put_byte(c, 0x80u | insn->condition);
    } else {
        /* Over a jump to go on, to one that goes where it branches. */
        static const uint8_t over[] = {2, 0xeb, 5, 0xe9};

        put(c, ep_code_bytes(c->function, insn->address), insn->length - 1u);
        put(c, over, sizeof over);
    }
    put_branch_way(c, b, insn);
    if (!c->code->once)
        put_split(c, taken_edge(c, b) + 1);
}

static void put_insn(struct copying *c, uint32_t b, struct ep_insn *insn)
{
    insn->copy = here(c);
    if (insn->traits & EP_INSN_KEPT) {
        put_byte(c, 0xe9);
        put_distance(c, insn->address, EP_FIX_ADDRESS);
        c->falls = 0;
        return;
    }
    switch (insn->kind) {
    case EP_INSN_BRANCH:
    case EP_INSN_NEAR_BRANCH:
        put_branch(c, b, insn);
        break;
    case EP_INSN_JUMP:
        put_jump(c, insn->target);
        break;
    case EP_INSN_CALL:
        put_byte(c, 0xe8);
        /* Of itself, too: by its entry. */
        put_distance(c, insn->target, EP_FIX_CODE);
        break;
    default:
        put_as_is(c, insn);
    }
    c->falls = insn->kind != EP_INSN_JUMP && insn->kind != EP_INSN_JUMP_AWAY &&
               insn->kind != EP_INSN_RETURN && insn->kind != EP_INSN_STOP;
}

/* ---- blocks --------------------------------------------------------------- */

/* What arrives at B is counted on its way there. */
static void put_arrival(struct copying *c, uint32_t b)
{
    struct ep_code_block *block = &c->function->blocks[b];
    uint32_t edge = c->arrive[b];
    uint64_t address = c->function->insns[block->first].address;

    if (edge == EP_NONE)
        return;
    block->arrival = here(c);
    if (!c->split[edge])
        return;
    if (c->falls)
        c->waiting[c->n_waiting++] =
            (struct waiting){EP_NONE, edge, address, address};
    else
        put_split(c, edge);
}

/* INSN, which was written last, takes SIZE bytes more. */
static void lengthen(struct copying *c, const struct ep_insn *insn,
                     uint32_t size)
{
    ep_probe_lengthen(c->out, insn, size);
    if (c->n_labels > 0 && c->labels[c->n_labels - 1].at > insn->copy)
        c->labels[c->n_labels - 1].at += size;
}

/* Block B, and what its probe needs before and within it. */
static void put_block_once(struct copying *c, uint32_t b)
{
    struct ep_code_block *block = &c->function->blocks[b];
    struct ep_probe_plan plan = ep_probe_plan(c->function, block, here(c));
    struct ep_insn *first = &c->function->insns[block->first];
    int is_longer = ep_probe_may_lengthen(c->code, first, plan.within);

    if (c->falls && b > EP_BLOCK_FIRST &&
        ep_probe_may_lengthen(c->code, first - 1, plan.before))
        lengthen(c, first - 1, plan.before);
    else
        ep_probe_fill(c->out, plan.before, c->falls);
    block->arrival = block->at = here(c);
    if (!is_longer)
        ep_probe_fill(c->out, plan.within, 1);
    put_insn(c, b, first);
    if (is_longer)
        lengthen(c, first, plan.within);
    for (uint32_t k = block->first + 1; k <= block->last; k++)
        put_insn(c, b, &c->function->insns[k]);
    ep_probe_fill(c->out, plan.behind, 0);
    c->probes[b] = plan.insn == block->first
                       ? block->at
                       : c->function->insns[plan.insn].copy;
}

static void put_block(struct copying *c, uint32_t b)
{
    struct ep_code_block *block = &c->function->blocks[b];
    uint8_t live;
    uint32_t place = ep_code_calm_place(c->function, block, &live);

    if (c->back[b] != EP_NONE)
        put_split(c, c->back[b]);
    put_arrival(c, b);
    block->at = here(c);
    for (uint32_t k = block->first; k <= block->last; k++) {
        for (unsigned i = 0; k == place && i < 2; i++)
            if (c->inside[b][i] != EP_NONE)
                put_increment(c, c->inside[b][i], live);
        put_insn(c, b, &c->function->insns[k]);
    }
}

static void put_blocks(struct copying *c)
{
    for (uint32_t b = EP_BLOCK_FIRST; b < c->function->cfg.n_blocks; b++) {
        const struct ep_insn *last =
            &c->function->insns[c->function->blocks[b].last];
        uint64_t next = last->address + last->length;

        if (c->code->once)
            put_block_once(c, b);
        else
            put_block(c, b);
        if (c->falls && ep_code_block_behind(c->function, b) != b + 1)
            put_jump(c, next);
    }
}

/* ---- stubs ---------------------------------------------------------------- */

static void store(struct copying *c, uint32_t at, uint32_t distance)
{
    if (c->out->bytes.failed)
        return;
    for (unsigned i = 0; i < 4; i++)
        c->out->bytes.data[at + i] = (char)(distance >> (8 * i));
}

/* What was written from START on is unwound as the code at LIKE. */
static void note_stub(struct copying *c, uint32_t start, uint64_t like)
{
    struct ep_copies *out = c->out;

    if (EP_GROW(out->stubs, out->n_stubs, out->stubs_capacity)) {
        c->failed = 1;
        return;
    }
    out->stubs[out->n_stubs++] = (struct ep_copy_stub){start, here(c), like};
}

static void put_stubs(struct copying *c)
{
    for (uint32_t i = 0; i < c->n_waiting; i++) {
        const struct waiting *of = &c->waiting[i];
        uint32_t dst = c->function->cfg.edges[of->edge].dst;
        uint32_t start = here(c);

        if (of->at == EP_NONE)
            c->function->blocks[dst].arrival = start;
        else
            store(c, of->at, start - (of->at + 4));
        put_split(c, of->edge);
        put_jump(c, of->to);
        note_stub(c, start, is_own(c, of->to) ? of->to : of->from);
    }
    for (uint32_t i = 0; i < c->n_labels; i++)
        store(c, c->labels[i].at,
              c->function->blocks[c->labels[i].block].at -
                  (c->labels[i].at + 4));
}

static void put_probe_stubs(struct copying *c)
{
    const struct ep_cfg *cfg = &c->function->cfg;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        uint32_t block = cfg->edges[e].dst;
        uint32_t start = here(c);

        if (c->function->mark[e] == EP_NONE)
            continue;
        if (ep_probe_stub(c->out, c->probes[block],
                          (uint64_t)c->function->first_counter +
                              c->function->mark[e]))
            c->failed = 1;
        note_stub(c, start,
                  c->function->insns[c->function->blocks[block].first].address);
    }
}

/* ---- functions ------------------------------------------------------------ */

static void put_head(struct copying *c)
{
    const struct ep_cfg *cfg = &c->function->cfg;

    while (here(c) % 16 && !c->out->bytes.failed)
        put_byte(c, 0xcc);
    c->function->copy_start = here(c);
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        if (c->split[e] && (cfg->edges[e].kind == EP_EDGE_ENTRY ||
                            cfg->edges[e].src == EP_BLOCK_ENTRY))
            put_increment(c, e, live_at(c, EP_BLOCK_FIRST));
    c->falls = 1;
}

static int copy_function(const struct ep_code *code,
                         struct ep_code_function *function,
                         struct ep_copies *out)
{
    struct copying c = {.code = code, .function = function, .out = out};
    int status = init(&c);

    if (!status) {
        put_head(&c);
        put_blocks(&c);
        put_stubs(&c);
        if (code->once)
            put_probe_stubs(&c);
        function->copy_end = here(&c);
        if (c.failed || out->bytes.failed)
            status = EP_ENOMEM;
    }
    ep_arena_release(&c.arena);
    return status;
}

int ep_copies_make(struct ep_code *code, struct ep_copies *out)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            status = copy_function(code, &code->functions[i], out);
    return status;
}
