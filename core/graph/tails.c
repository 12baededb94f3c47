/* SPDX-License-Identifier: MIT
 *
 * tails.c - see tails.h.
 *
 * First the ways are followed.  Only if there are any, dominators are found, in
 * the graph where control returns from a call's block to the one behind it and
 * goes from where something is thrown to where it is caught.
 */
#include "graph/tails.h"

#include <stdlib.h>

#include "graph/dominators.h"

enum fact { TWICE, MUST, ARRIVES, SHOWS, STORES, SWITCHES };

struct block {
    uint32_t code;  /* that it stores last, or EP_NONE */
    uint32_t first; /* of its facts SWITCHES, or EP_NONE */
    uint32_t on;    /* the edge by which a tail goes on from it, or EP_NONE */
    uint32_t into;  /* the block that it is to be part of; its own */
    uint8_t shows;
    uint8_t throws; /* control goes on at an arrival from its end */
    uint8_t known;  /* an arrival; from where is among the facts */
};

struct finder {
    struct ep_tails *tails;
    struct ep_cfg *cfg;
    struct ep_incidence in;
    struct ep_incidence out;
    struct block *block; /* n_blocks */
    uint32_t *leave;     /* n_edges: its call's LEAVE, if it is a RETURN that
                            may be a tail's; or EP_NONE */
    uint8_t *must;       /* n_edges: it is a tail's, whatever shows */
};

/* The way from behind a call to EXIT. */
struct way {
    uint32_t edge[EP_FEW_BLOCKS];
    uint32_t n;
};

/* ---- facts --------------------------------------------------------------- */

void ep_tails_release(struct ep_tails *tails)
{
    ep_mem_free(tails->facts);
    ep_mem_free(tails->taken);
    ep_mem_free(tails->block);
    *tails = (struct ep_tails){0};
}

static int add_fact(struct ep_tails *tails, struct ep_tail_fact fact)
{
    if (EP_GROW(tails->facts, tails->n_facts, tails->capacity))
        return EP_ENOMEM;
    tails->facts[tails->n_facts++] = fact;
    return EP_OK;
}

int ep_tails_twice(struct ep_tails *tails, uint32_t edge)
{
    return add_fact(tails, (struct ep_tail_fact){.what = TWICE, .at = edge});
}

int ep_tails_must(struct ep_tails *tails, uint32_t edge)
{
    return add_fact(tails, (struct ep_tail_fact){.what = MUST, .at = edge});
}

int ep_tails_arrives(struct ep_tails *tails, uint32_t from, uint32_t to)
{
    return add_fact(
        tails, (struct ep_tail_fact){.what = ARRIVES, .at = from, .to = to});
}

int ep_tails_shows(struct ep_tails *tails, uint32_t block)
{
    return add_fact(tails, (struct ep_tail_fact){.what = SHOWS, .at = block});
}

int ep_tails_stores(struct ep_tails *tails, uint32_t block, uint32_t code)
{
    return add_fact(tails, (struct ep_tail_fact){
                               .what = STORES, .at = block, .code = code});
}

int ep_tails_switches(struct ep_tails *tails, uint32_t block, uint32_t code,
                      uint32_t edge)
{
    return add_fact(
        tails, (struct ep_tail_fact){
                   .what = SWITCHES, .at = block, .code = code, .to = edge});
}

/* ---- what is known of each block and edge -------------------------------- */

static struct finder new_finder(struct ep_tails *tails, struct ep_cfg *cfg,
                                struct ep_arena *arena)
{
    struct finder f = {.tails = tails, .cfg = cfg};

    f.in = ep_cfg_edges(cfg, EP_IN_EDGES, arena);
    f.out = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    f.block = ep_arena_new(arena, cfg->n_blocks, sizeof *f.block);
    f.leave = ep_arena_new(arena, cfg->n_edges, sizeof *f.leave);
    f.must = ep_arena_new(arena, cfg->n_edges, sizeof *f.must);
    return f;
}

static void pair_calls(struct finder *f)
{
    uint32_t leave = EP_NONE;

    for (uint32_t e = 0; e < f->cfg->n_edges; e++) {
        unsigned kind = f->cfg->edges[e].kind;

        f->leave[e] = kind == EP_EDGE_RETURN ? leave : EP_NONE;
        if (kind == EP_EDGE_LEAVE)
            leave = e;
    }
}

static void read_fact(struct finder *f, uint32_t i)
{
    const struct ep_tail_fact *fact = &f->tails->facts[i];

    switch ((enum fact)fact->what) {
    case TWICE:
        f->leave[fact->at] = EP_NONE;
        break;
    case MUST:
        f->must[fact->at] = 1;
        break;
    case ARRIVES:
        f->block[fact->at].throws = 1;
        f->block[fact->to].known = 1;
        break;
    case SHOWS:
        f->block[fact->at].shows = 1;
        break;
    case STORES:
        f->block[fact->at].code = fact->code;
        break;
    case SWITCHES:
        if (f->block[fact->at].first == EP_NONE)
            f->block[fact->at].first = i;
        break;
    }
}

static void read_facts(struct finder *f)
{
    for (uint32_t b = 0; b < f->cfg->n_blocks; b++)
        f->block[b] = (struct block){
            .code = EP_NONE, .first = EP_NONE, .on = EP_NONE, .into = b};
    for (size_t i = 0; i < f->tails->n_facts; i++)
        read_fact(f, (uint32_t)i);
}

/* ---- the way ------------------------------------------------------------- */

/* The only edge over which who has stored CODE leaves BLOCK, or EP_NONE. */
static uint32_t only_edge(const struct finder *f, uint32_t block, uint32_t code)
{
    uint32_t first = f->out.first[block];
    uint32_t other = EP_NONE;
    size_t i = f->block[block].first;

    if (f->out.first[block + 1] - first == 1 &&
        f->cfg->edges[f->out.edge[first]].kind != EP_EDGE_LEAVE)
        return f->out.edge[first];
    for (; code != EP_NONE && i < f->tails->n_facts; i++) {
        const struct ep_tail_fact *fact = &f->tails->facts[i];

        if (fact->what != SWITCHES || fact->at != block)
            break;
        if (fact->code == code)
            return fact->to;
        if (fact->code == EP_NONE)
            other = fact->to;
    }
    return other;
}

/* The way over which control goes on to EXIT behind the RETURN edge; whether
 * there is one, and other tails do not go on differently from a block there. */
static int follow(const struct finder *f, uint32_t edge, struct way *out)
{
    uint32_t at = f->cfg->edges[edge].dst;
    uint32_t code = EP_NONE;

    out->n = 0;
    while (out->n < EP_FEW_BLOCKS) {
        const struct block *block = &f->block[at];
        uint32_t next;

        if (block->code != EP_NONE)
            code = block->code;
        next = only_edge(f, at, code);
        if (next == EP_NONE || (block->on != EP_NONE && block->on != next))
            return 0;
        out->edge[out->n++] = next;
        at = f->cfg->edges[next].dst;
        if (at == EP_BLOCK_EXIT)
            return 1;
    }
    return 0;
}

static uint32_t call_of(const struct finder *f, uint32_t edge)
{
    return f->cfg->edges[f->leave[edge]].src;
}

/* Whether EDGE is a RETURN that may be a tail's, but for what shows. */
static int comes_back(const struct finder *f, uint32_t edge, struct way *out)
{
    return f->leave[edge] != EP_NONE && !f->block[call_of(f, edge)].throws &&
           follow(f, edge, out);
}

/* ---- what shows ---------------------------------------------------------- */

/* OUT: CFG as control goes from ENTRY, with the edges that calls hide. */
static int make_control(const struct finder *f, struct ep_cfg *out)
{
    uint32_t call = EP_BLOCK_ENTRY;
    int status = EP_OK;

    ep_cfg_init(out);
    out->n_blocks = f->cfg->n_blocks;
    for (uint32_t e = 0; e < f->cfg->n_edges && !status; e++) {
        const struct ep_edge *edge = &f->cfg->edges[e];
        uint32_t src = edge->src;

        if (edge->kind == EP_EDGE_LEAVE)
            call = src;
        else if (edge->kind == EP_EDGE_RETURN)
            src = call;
        else if (edge->kind == EP_EDGE_ARRIVE && !f->block[edge->dst].known)
            src = EP_BLOCK_ENTRY;
        if (src != EP_BLOCK_EXIT)
            status = ep_cfg_add_edge(out, src, edge->dst, EP_EDGE_FALL, 0, 0);
    }
    for (size_t i = 0; i < f->tails->n_facts && !status; i++) {
        const struct ep_tail_fact *fact = &f->tails->facts[i];

        if (fact->what == ARRIVES)
            status =
                ep_cfg_add_edge(out, fact->at, fact->to, EP_EDGE_FALL, 0, 0);
    }
    return status;
}

/* A line of a block, which has that number in the tree of dominators. */
struct place {
    struct ep_line at;
    uint32_t number;
};

static int by_place(const void *left, const void *right)
{
    const struct place *a = left;
    const struct place *b = right;

    if (a->at.file != b->at.file)
        return a->at.file < b->at.file ? -1 : 1;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* A block shows if it has a line that no other block has which dominates it.
 * Of those with one line, a block comes before all that it dominates. */
static int find_shown(struct finder *f, const struct ep_dominators *dominators,
                      struct ep_arena *arena)
{
    const struct ep_cfg *cfg = f->cfg;
    struct place *places = ep_arena_new(arena, cfg->n_lines, sizeof *places);
    const struct ep_line *top = NULL;

    if (!places)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < cfg->n_lines; i++) {
        places[i].at = cfg->lines[i];
        places[i].number = dominators->first[cfg->lines[i].block];
    }
    qsort(places, cfg->n_lines, sizeof *places, by_place);
    for (uint32_t i = 0; i < cfg->n_lines; i++) {
        const struct ep_line *at = &places[i].at;

        if (top && top->file == at->file && top->line == at->line &&
            top->block != at->block &&
            ep_dominates(dominators, top->block, at->block))
            continue;
        f->block[at->block].shows = 1;
        top = at;
    }
    return EP_OK;
}

static int look_at_lines(struct finder *f, struct ep_arena *arena)
{
    struct ep_dominators dominators;
    struct ep_cfg control;
    int status = make_control(f, &control);

    if (!status) {
        dominators = ep_dominators_find(&control, arena);
        status = arena->failed ? EP_ENOMEM : find_shown(f, &dominators, arena);
    }
    ep_cfg_release(&control);
    return status;
}

static int shows(const struct finder *f, const struct way *way)
{
    for (uint32_t i = 0; i < way->n; i++)
        if (f->block[f->cfg->edges[way->edge[i]].src].shows)
            return 1;
    return 0;
}

/* ---- joining ------------------------------------------------------------- */

/* EDGE, a tail's RETURN, is no longer one; WAY is what it leads to. */
static void join(struct finder *f, uint32_t edge, const struct way *way)
{
    uint32_t call = call_of(f, edge);
    struct ep_edge *back = &f->cfg->edges[edge];

    for (uint32_t i = 0; i < way->n; i++) {
        struct ep_edge *on = &f->cfg->edges[way->edge[i]];

        on->flags |= EP_EDGE_NOSPLIT;
        f->block[on->src].on = way->edge[i];
    }
    f->tails->taken[f->leave[edge]] = 1;
    if (f->in.first[back->dst + 1] - f->in.first[back->dst] == 1) {
        f->tails->taken[edge] = 1;
        f->block[back->dst].into = call;
    } else {
        back->src = call;
        back->kind = EP_EDGE_FALL;
        back->flags |= EP_EDGE_NOSPLIT;
    }
}

/* Its calls' edges are taken out: no case's is. */
static void renumber_edges(struct finder *f, const uint32_t *block)
{
    struct ep_cfg *cfg = f->cfg;
    uint32_t *number = f->leave; /* not needed any more */
    uint32_t n = 0;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        struct ep_edge edge = cfg->edges[e];

        edge.src = block[edge.src];
        edge.dst = block[edge.dst];
        number[e] = n;
        if (!f->tails->taken[e])
            cfg->edges[n++] = edge;
    }
    cfg->n_edges = n;
    for (uint32_t i = 0; i < cfg->n_cases; i++)
        cfg->cases[i].edge = number[cfg->cases[i].edge];
}

/* Number what is left. */
static void renumber(struct finder *f)
{
    struct ep_cfg *cfg = f->cfg;
    uint32_t *block = f->tails->block;
    uint32_t n = 0;

    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        block[b] = f->block[b].into == b ? n++ : EP_NONE;
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        block[b] = block[f->block[b].into];
    cfg->n_blocks = n;
    renumber_edges(f, block);
    for (uint32_t i = 0; i < cfg->n_lines; i++)
        cfg->lines[i].block = block[cfg->lines[i].block];
    for (uint32_t i = 0; i < cfg->n_branches; i++)
        cfg->branches[i].block = block[cfg->branches[i].block];
    for (uint32_t i = 0; i < cfg->n_call_sites; i++)
        cfg->call_sites[i].at.block = block[cfg->call_sites[i].at.block];
    for (size_t i = 0; i < cfg->n_stands; i++)
        cfg->stands[i].block = block[cfg->stands[i].block];
}

static int has_tails(const struct finder *f)
{
    struct way way;

    for (uint32_t e = 0; e < f->cfg->n_edges; e++)
        if (comes_back(f, e, &way))
            return 1;
    return 0;
}

static int find_and_join(struct finder *f, struct ep_arena *arena)
{
    uint32_t n = f->cfg->n_edges;
    struct way way;
    int status;

    pair_calls(f);
    read_facts(f);
    if (!has_tails(f))
        return EP_OK;
    status = look_at_lines(f, arena);
    if (status)
        return status;
    for (uint32_t e = 0; e < n; e++)
        if (comes_back(f, e, &way) && (f->must[e] || !shows(f, &way)))
            join(f, e, &way);
    renumber(f);
    return EP_OK;
}

int ep_tails_join(struct ep_tails *tails, struct ep_cfg *cfg)
{
    struct ep_arena arena = {0};
    struct finder f = new_finder(tails, cfg, &arena);
    int status = EP_ENOMEM;

    tails->taken = ep_mem_zeroed(cfg->n_edges, 1);
    tails->block = ep_mem_zeroed(cfg->n_blocks, sizeof *tails->block);
    for (uint32_t b = 0; tails->block && b < cfg->n_blocks; b++)
        tails->block[b] = b;
    if (tails->taken && tails->block && !arena.failed)
        status = find_and_join(&f, &arena);
    ep_arena_release(&arena);
    return status;
}
