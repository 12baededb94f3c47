/* SPDX-License-Identifier: MIT
 *
 * guess.c - see guess.h.
 *
 * Blocks are visited in a reverse postorder: all ways into one but the back
 * edges come first.
 */
#include "graph/guess.h"

enum { TURNS = 8 };
static const uint64_t hottest = EP_GUESS_ONE_CALL << 30;

/* Probabilities. */
enum {
    CERTAIN = EP_GUESS_CERTAIN,
    EVEN = EP_GUESS_EVEN,
    STAYS = CERTAIN - CERTAIN / TURNS, /* in the loop */
    ENDS = CERTAIN / 1000,             /* in a call that never returns */
    EXPECTED = CERTAIN * 85 / 100,     /* at least, by __builtin_expect */
    POINTER = CERTAIN * 70 / 100,      /* is another one, or not null */
    UNEQUAL = CERTAIN * 66 / 100,
    POSITIVE = CERTAIN * 59 / 100,
    CALLS = CERTAIN * 33 / 100,
    RETURNS = CERTAIN * 34 / 100,
    CONTINUES = CERTAIN * 33 / 100,
    JUMPS = CERTAIN * 34 / 100,
    HOT_LABEL = CERTAIN * 90 / 100,
    COLD_LABEL = CERTAIN - HOT_LABEL
};

struct guesser {
    struct ep_cfg *cfg;
    struct ep_guess_block *blocks;
    struct ep_incidence in;
    struct ep_incidence out;
    uint8_t *back;   /* n_edges: leads to a block that is not left yet */
    uint32_t *order; /* n_blocks, of which n_order are reached; the postorder
                        is filled from the end */
    uint32_t n_order;
    uint32_t *depth;   /* n_blocks: loops around it */
    uint32_t *stack;   /* n_blocks */
    uint32_t *cursor;  /* n_blocks: the next edge out; later, a loop's head */
    uint32_t *company; /* n_blocks: conditions that lead to it, but for back
                          edges */
    uint8_t *open;     /* n_blocks: on the stack */
    uint8_t *lost;     /* n_blocks: the function never returns behind it */
};

static struct guesser new_guesser(struct ep_cfg *cfg,
                                  struct ep_guess_block *blocks,
                                  struct ep_arena *arena)
{
    struct guesser g = {.cfg = cfg, .blocks = blocks};
    uint32_t n = cfg->n_blocks;

    g.in = ep_cfg_edges(cfg, EP_IN_EDGES, arena);
    g.out = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    g.back = ep_arena_new(arena, cfg->n_edges, sizeof *g.back);
    g.order = ep_arena_new(arena, n, sizeof *g.order);
    g.depth = ep_arena_new(arena, n, sizeof *g.depth);
    g.stack = ep_arena_new(arena, n, sizeof *g.stack);
    g.cursor = ep_arena_new(arena, n, sizeof *g.cursor);
    g.company = ep_arena_new(arena, n, sizeof *g.company);
    g.open = ep_arena_new(arena, n, sizeof *g.open);
    g.lost = ep_arena_new(arena, n, sizeof *g.lost);
    return g;
}

static int is_condition(const struct ep_edge *edge)
{
    return edge->kind == EP_EDGE_TRUE || edge->kind == EP_EDGE_FALSE;
}

/* ---- order and loops -------------------------------------------------------
 */

static void search(struct guesser *g)
{
    uint32_t depth = 0;
    uint32_t first = g->cfg->n_blocks;

    for (uint32_t b = 0; b < g->cfg->n_blocks; b++)
        g->cursor[b] = EP_NONE;
    g->stack[depth++] = EP_BLOCK_ENTRY;
    g->cursor[EP_BLOCK_ENTRY] = g->out.first[EP_BLOCK_ENTRY];
    g->open[EP_BLOCK_ENTRY] = 1;
    while (depth > 0) {
        uint32_t at = g->stack[depth - 1];

        if (g->cursor[at] == g->out.first[at + 1]) {
            g->open[at] = 0;
            g->order[--first] = at;
            depth--;
            continue;
        }
        uint32_t e = g->out.edge[g->cursor[at]++];
        uint32_t to = g->cfg->edges[e].dst;
        g->back[e] = g->open[to];
        if (g->cursor[to] != EP_NONE)
            continue;
        g->stack[depth++] = to;
        g->cursor[to] = g->out.first[to];
        g->open[to] = 1;
    }
    g->n_order = g->cfg->n_blocks - first;
}

/* One loop deeper: what leads to HEAD's back edges without passing it.  Not if
 * the loop can be entered elsewhere. */
static void deepen(struct guesser *g, uint32_t head)
{
    uint32_t n = 1;

    g->stack[0] = head;
    g->cursor[head] = head;
    for (uint32_t next = 0; next < n; next++) {
        uint32_t at = g->stack[next];

        if (at == EP_BLOCK_ENTRY)
            return;
        for (uint32_t i = g->in.first[at]; i < g->in.first[at + 1]; i++) {
            uint32_t e = g->in.edge[i];
            uint32_t from = g->cfg->edges[e].src;

            if (g->cursor[from] == head || (at == head && !g->back[e]))
                continue;
            g->cursor[from] = head;
            g->stack[n++] = from;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        g->depth[g->stack[i]]++;
}

static void find_loops(struct guesser *g)
{
    for (uint32_t b = 0; b < g->cfg->n_blocks; b++)
        g->cursor[b] = EP_NONE;
    for (uint32_t b = 0; b < g->cfg->n_blocks; b++) {
        uint8_t head = 0;

        for (uint32_t i = g->in.first[b]; i < g->in.first[b + 1]; i++)
            head |= g->back[g->in.edge[i]];
        if (head)
            deepen(g, b);
    }
}

static void find_company(struct guesser *g)
{
    for (uint32_t e = 0; e < g->cfg->n_edges; e++)
        if (is_condition(&g->cfg->edges[e]) && !g->back[e])
            g->company[g->cfg->edges[e].dst]++;
}

/* ---- a comparison ----------------------------------------------------------
 */

/* A test for zero is often of a boolean: nothing can be said. */
static unsigned unequal(enum ep_guess_compared compared)
{
    switch (compared) {
    case EP_GUESS_POINTERS:
        return POINTER;
    case EP_GUESS_WITH_ZERO:
        return EVEN;
    default:
        return UNEQUAL;
    }
}

/* To compare with 0, 1 or -1 is to ask for the sign. */
static unsigned positive(enum ep_guess_compared compared)
{
    return compared == EP_GUESS_WITH_ZERO || compared == EP_GUESS_WITH_ONE
               ? POSITIVE
               : EVEN;
}

uint16_t ep_guess_comparison(enum ep_guess_relation relation,
                             enum ep_guess_compared compared)
{
    switch (relation) {
    case EP_GUESS_EQUAL:
        return (uint16_t)(CERTAIN - unequal(compared));
    case EP_GUESS_UNEQUAL:
        return (uint16_t)unequal(compared);
    case EP_GUESS_GREATER:
        return (uint16_t)positive(compared);
    case EP_GUESS_LESS:
        return (uint16_t)(CERTAIN - positive(compared));
    }
    return EVEN;
}

/* ---- a condition -----------------------------------------------------------
 */

static uint32_t n_edges_out(const struct guesser *g, uint32_t block)
{
    return g->out.first[block + 1] - g->out.first[block];
}

static uint32_t only_next(const struct guesser *g, uint32_t block)
{
    return g->cfg->edges[g->out.edge[g->out.first[block]]].dst;
}

uint16_t ep_guess_combine(unsigned p, unsigned q)
{
    uint64_t yes = (uint64_t)p * q;
    uint64_t no = (uint64_t)(CERTAIN - p) * (CERTAIN - q);

    return (uint16_t)(yes * CERTAIN / (yes + no));
}

/* P where something holds of the true edge alone, 1-P where of the other. */
static unsigned if_one(int yes, int no, unsigned p)
{
    if (yes == no)
        return EVEN;
    return yes ? p : CERTAIN - p;
}

/* Several conditions lead to BLOCK: `a && b` as a whole is as likely true as
 * false, and each of many edges to an error is rare.  Not so where a loop passes
 * over what does not match: the comparison that says so is to be believed. */
static unsigned by_company(const struct guesser *g, uint32_t block)
{
    uint32_t n = g->company[block];

    return n == 0 ? EVEN : n < EVEN ? EVEN / n : 1;
}

/* Whether BLOCK leads to where its loop begins again, but for ways out of that. */
static int goes_round(const struct guesser *g, uint32_t block)
{
    uint32_t next = block;

    for (unsigned n = 0; n < EP_FEW_BLOCKS && next != EP_NONE; n++) {
        uint32_t at = next;

        next = EP_NONE;
        for (uint32_t i = g->out.first[at]; i < g->out.first[at + 1]; i++) {
            uint32_t to = g->cfg->edges[g->out.edge[i]].dst;

            if (g->back[g->out.edge[i]])
                return 1;
            if (g->depth[to] < g->depth[block])
                continue;
            if (g->depth[to] > g->depth[block] || next != EP_NONE)
                return 0;
            next = to;
        }
    }
    return 0;
}

/* Whether BLOCK is but a jump to where a loop begins again, or is left. */
static int is_continue(const struct guesser *g, uint32_t block)
{
    uint32_t next;

    if (g->blocks[block].signs & EP_GUESS_MACHINE)
        return goes_round(g, block);
    if (!(g->blocks[block].signs & (EP_GUESS_CONTINUES | EP_GUESS_JUMPS)) ||
        n_edges_out(g, block) != 1)
        return 0;
    if (g->back[g->out.edge[g->out.first[block]]])
        return 1;
    next = only_next(g, block);
    for (uint32_t i = g->out.first[next]; i < g->out.first[next + 1]; i++) {
        uint32_t e = g->out.edge[i];

        if (g->back[e] || g->depth[g->cfg->edges[e].dst] < g->depth[next])
            return 1;
    }
    return 0;
}

/* What BLOCK says of the edges to it, one of which is LIKELY by itself. */
static unsigned by_target(const struct guesser *g, uint32_t block, int likely)
{
    static const struct {
        uint16_t sign;
        uint16_t p;
    } opinions[] = {
        {EP_GUESS_CONTINUES, CONTINUES}, {EP_GUESS_JUMPS, JUMPS},
        {EP_GUESS_HOT, HOT_LABEL},       {EP_GUESS_COLD, COLD_LABEL},
        {EP_GUESS_CALLS, CALLS},
    };
    unsigned guess = EVEN;

    if (g->in.first[block + 1] - g->in.first[block] != 1)
        return likely && is_continue(g, block) ? EVEN : by_company(g, block);
    for (size_t i = 0; i < sizeof opinions / sizeof *opinions; i++)
        if (g->blocks[block].signs & opinions[i].sign)
            guess = ep_guess_combine(guess, opinions[i].p);
    return guess;
}

/* Whether the function returns after BLOCK without another condition. */
static int leads_to_return(const struct guesser *g, uint32_t block)
{
    for (unsigned i = 0; i < EP_FEW_BLOCKS; i++) {
        if (block == EP_BLOCK_EXIT)
            return 1;
        if (n_edges_out(g, block) != 1)
            return 0;
        block = only_next(g, block);
    }
    return 0;
}

/* Whether the program ends after BLOCK, or goes on by an exception, without
 * another condition. */
static int never_returns(const struct guesser *g, uint32_t block)
{
    for (unsigned n = 0; n < EP_FEW_BLOCKS; n++) {
        uint32_t next = EP_NONE;

        if (block == EP_BLOCK_EXIT)
            return 0;
        for (uint32_t i = g->out.first[block]; i < g->out.first[block + 1];
             i++) {
            const struct ep_edge *edge = &g->cfg->edges[g->out.edge[i]];

            if (edge->kind == EP_EDGE_MADE)
                continue;
            if (next != EP_NONE)
                return 0;
            next = edge->dst;
        }
        if (next == EP_NONE)
            return 1;
        block = next;
    }
    return 0;
}

static void find_lost(struct guesser *g)
{
    for (uint32_t b = 0; b < g->cfg->n_blocks; b++)
        g->lost[b] = (uint8_t)never_returns(g, b);
}

/* Of the condition at the end of BLOCK, which leads to YES if it holds. */
static unsigned probability(const struct guesser *g, uint32_t block,
                            uint32_t yes, uint32_t no)
{
    unsigned holds = g->blocks[block].holds;
    unsigned guess = holds;
    unsigned sure = if_one(g->lost[yes], g->lost[no], ENDS);

    if (sure == EVEN && (guess >= EXPECTED || guess <= CERTAIN - EXPECTED))
        return guess;
    if (sure == EVEN)
        sure = if_one(g->depth[yes] < g->depth[block],
                      g->depth[no] < g->depth[block], CERTAIN - STAYS);
    if (sure != EVEN)
        return sure;
    guess = ep_guess_combine(guess, by_target(g, yes, holds > EVEN));
    guess = ep_guess_combine(guess, CERTAIN - by_target(g, no, holds < EVEN));
    return ep_guess_combine(guess, if_one(leads_to_return(g, yes),
                                          leads_to_return(g, no), RETURNS));
}

/* ---- weights ---------------------------------------------------------------
 */

static int is_rare(const struct guesser *g, const struct ep_edge *edge)
{
    return edge->kind == EP_EDGE_MADE || g->lost[edge->dst];
}

/* The edges out of BLOCK.  All that are not rare are equally likely, unless
 * there is a condition. */
static void weigh_edges(struct guesser *g, uint32_t block)
{
    uint64_t weight = g->blocks[block].weight;
    struct ep_edge *outcome[2] = {NULL, NULL};
    uint64_t each;
    uint32_t n = 0;

    for (uint32_t i = g->out.first[block]; i < g->out.first[block + 1]; i++) {
        struct ep_edge *edge = &g->cfg->edges[g->out.edge[i]];

        if (is_condition(edge))
            outcome[edge->kind == EP_EDGE_FALSE] = edge;
        n += !is_rare(g, edge);
    }
    each = n > 0 ? weight / n : 0;
    for (uint32_t i = g->out.first[block]; i < g->out.first[block + 1]; i++) {
        struct ep_edge *edge = &g->cfg->edges[g->out.edge[i]];

        edge->weight = 1 + (is_rare(g, edge) ? 0 : each);
    }
    if (!outcome[0] || !outcome[1])
        return;
    uint64_t taken = weight *
                     probability(g, block, outcome[0]->dst, outcome[1]->dst) /
                     CERTAIN;
    outcome[0]->weight = 1 + taken;
    outcome[1]->weight = 1 + weight - taken;
}

static uint64_t block_weight(const struct guesser *g, uint32_t block)
{
    uint64_t sum = block == EP_BLOCK_ENTRY ? EP_GUESS_ONE_CALL : 0;
    int loop = 0;

    for (uint32_t i = g->in.first[block]; i < g->in.first[block + 1]; i++) {
        uint32_t e = g->in.edge[i];

        loop |= g->back[e];
        if (!g->back[e])
            sum += g->cfg->edges[e].weight;
    }
    if (loop)
        sum *= TURNS;
    return sum < hottest ? sum : hottest;
}

int ep_guess(struct ep_cfg *graph, struct ep_guess_block *blocks)
{
    struct ep_arena arena = {0};
    struct guesser g = new_guesser(graph, blocks, &arena);
    int failed = arena.failed;

    if (!failed) {
        search(&g);
        find_loops(&g);
        find_company(&g);
        find_lost(&g);
        for (uint32_t i = 0; i < g.n_order; i++) {
            uint32_t block = g.order[graph->n_blocks - g.n_order + i];

            blocks[block].weight = block_weight(&g, block);
            weigh_edges(&g, block);
        }
    }
    ep_arena_release(&arena);
    return failed ? EP_ENOMEM : EP_OK;
}
