/* SPDX-License-Identifier: MIT */
#include "format/rings.h"
#include "graph/tree.h"
#include "graph/witness.h"
#include "graphs.h"

enum { FUNCTIONS = 4, STEPS = 4000, DEPTH = 12 };

/* A program: functions, what it has executed, and the marks that it has passed. */
struct program {
    struct ep_cfg cfg[FUNCTIONS];
    uint32_t *mark[FUNCTIONS];
    struct ep_traced traced[FUNCTIONS];
    struct frame {
        uint32_t function, block;
    } stack[DEPTH];
    size_t depth;
    struct ep_witness witnesses[STEPS];
    size_t at[STEPS]; /* per witness: blocks that were executed before */
    size_t n_witnesses;
    struct frame blocks[2 * STEPS];
    size_t n_blocks;
    unsigned shape; /* GRAPH_* */
    int inexact;    /* bool: an edge has no mark and needs one */
};

/* Calls are in blocks of their own, as cfg.h has it; some arrive elsewhere. */
static void make_block(struct ep_cfg *cfg, uint64_t *seed, unsigned shape,
                       uint32_t block)
{
    uint32_t n = cfg->n_blocks;
    uint32_t next = block + 1 < n ? block + 1 : EP_BLOCK_EXIT;

    if (check_random(seed, 4) == 0 && next != EP_BLOCK_EXIT) {
        graph_edge(cfg, block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 1);
        graph_edge(cfg, EP_BLOCK_EXIT, next, EP_EDGE_RETURN, 0, 1);
        return;
    }
    for (uint32_t i = 0, k = 1 + check_random(seed, 3); i < k; i++)
        graph_edge(cfg, block, i ? 1 + check_random(seed, n - 1) : next,
                   i ? EP_EDGE_CASE : EP_EDGE_FALL, graph_flags(seed, shape),
                   check_random(seed, 1000));
}

static void make_function(struct program *p, uint64_t *seed, uint32_t f,
                          enum ep_place place)
{
    struct ep_cfg *cfg = &p->cfg[f];
    uint32_t n = 2 + check_random(seed, 20), inexact;

    ep_cfg_init(cfg);
    for (uint32_t i = 0; i < n; i++)
        (void)ep_cfg_add_block(cfg);
    graph_edge(cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 1);
    graph_edge(cfg, EP_BLOCK_ENTRY, EP_BLOCK_FIRST, EP_EDGE_FALL, 0, 1);
    for (uint32_t i = 0; i < n; i++)
        make_block(cfg, seed, p->shape, EP_BLOCK_FIRST + i);
    if (check_random(seed, 2))
        graph_edge(cfg, EP_BLOCK_EXIT, EP_BLOCK_FIRST + check_random(seed, n),
                   EP_EDGE_ARRIVE, 0, 1);
    CHECK_EQ(ep_cfg_finish(cfg, NULL), EP_OK);
    p->mark[f] = ep_mem_zeroed(cfg->n_edges, sizeof *p->mark[f]);
    CHECK_EQ(
        ep_tree_place(cfg, place, p->mark[f], &p->traced[f].n_marks, &inexact),
        EP_OK);
    p->inexact |= inexact != 0;
    p->traced[f].cfg = cfg;
    p->traced[f].mark = p->mark[f];
}

static struct frame *top(struct program *p)
{
    return &p->stack[p->depth - 1];
}

static void pass(struct program *p, uint32_t edge)
{
    struct frame *frame = top(p);
    uint32_t mark = p->mark[frame->function][edge];

    frame->block = p->cfg[frame->function].edges[edge].dst;
    if (mark != EP_NONE) {
        p->at[p->n_witnesses] = p->n_blocks;
        p->witnesses[p->n_witnesses++] =
            (struct ep_witness){frame->function, mark};
    }
    if (frame->block >= EP_BLOCK_FIRST)
        p->blocks[p->n_blocks++] = *frame;
}

/* The N-th of the edges out of BLOCK that are of KIND, or of none of those of a call's; EP_NONE. */
static uint32_t find_edge(const struct ep_cfg *cfg, uint32_t block, int kind,
                          uint32_t nth)
{
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        if (cfg->edges[e].src == block &&
            (kind < 0 || cfg->edges[e].kind == (unsigned)kind) && nth-- == 0)
            return e;
    return EP_NONE;
}

static void call(struct program *p, uint64_t *seed)
{
    p->stack[p->depth++] =
        (struct frame){check_random(seed, FUNCTIONS), EP_BLOCK_EXIT};
    pass(p, 0); /* EXIT -> ENTRY */
}

/* Control goes to a landing pad of some frame; false: none has any. */
static int throw(struct program * p)
{
    for (size_t i = p->depth; i-- > 0;) {
        const struct ep_cfg *cfg = &p->cfg[p->stack[i].function];
        uint32_t edge = find_edge(cfg, EP_BLOCK_EXIT, EP_EDGE_ARRIVE, 0);

        if (edge == EP_NONE)
            continue;
        p->depth = i + 1;
        pass(p, edge);
        return 1;
    }
    return 0;
}

static void come_back(struct program *p, uint32_t leave)
{
    const struct ep_cfg *cfg = &p->cfg[top(p)->function];

    CHECK_EQ(cfg->edges[leave + 1].kind, EP_EDGE_RETURN);
    pass(p, leave + 1);
}

static void step(struct program *p, uint64_t *seed)
{
    const struct ep_cfg *cfg;
    uint32_t leave, n = 0;

    while (p->depth && top(p)->block == EP_BLOCK_EXIT)
        p->depth--;
    if (p->depth == 0) {
        call(p, seed);
        return;
    }
    cfg = &p->cfg[top(p)->function];
    leave = find_edge(cfg, top(p)->block, EP_EDGE_LEAVE, 0);
    if (leave != EP_NONE && leave + 1 < cfg->n_edges &&
        cfg->edges[leave + 1].kind == EP_EDGE_RETURN) {
        if (p->depth < DEPTH && check_random(seed, 2))
            call(p, seed); /* maybe one of several */
        else if (check_random(seed, 8) || !throw(p))
            come_back(p, leave);
        return;
    }
    while (find_edge(cfg, top(p)->block, -1, n) != EP_NONE)
        n++;
    for (;;) {
        uint32_t edge =
            find_edge(cfg, top(p)->block, -1, check_random(seed, n));

        if (cfg->edges[edge].kind != EP_EDGE_LEAVE) {
            pass(p, edge);
            return;
        }
        if (n == 1) { /* an endless loop's */
            p->depth--;
            return;
        }
    }
}

/* What was executed behind the N-th witness and before the next is STRETCH; of the LAST, a
 * part of it. */
static void compare(const struct program *p, size_t n, int last,
                    const struct ep_path *path,
                    const struct ep_stretch *stretch)
{
    size_t end = last ? p->n_blocks : p->at[n + 1];
    size_t size = end - p->at[n];

    CHECK_EQ(stretch->function, p->witnesses[n].function);
    if (last) /* where blocks have several ways on, the one taken is not told */
        CHECK(size <= stretch->n || p->shape);
    else
        CHECK_EQ(size, stretch->n);
    for (size_t i = 0; i < size && i < stretch->n; i++) {
        CHECK_EQ(path->blocks[stretch->first + i],
                 p->blocks[p->at[n] + i].block);
        CHECK_EQ(stretch->function, p->blocks[p->at[n] + i].function);
    }
}

static void compare_from(const struct program *p, size_t first)
{
    struct ep_path path;

    CHECK_EQ(ep_path_trace(p->traced, FUNCTIONS, &p->witnesses[first],
                           p->n_witnesses - first, 0, &path),
             EP_OK);
    CHECK_EQ(path.n, p->n_witnesses - first);
    for (size_t i = 0; i < path.n; i++)
        compare(p, first + i, first + i + 1 == p->n_witnesses, &path,
                &path.stretches[i]);
    ep_path_release(&path);
}

static void walks_are_told(enum ep_place place, unsigned shape)
{
    size_t n = 0;

    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct program *p = ep_mem_zeroed(1, sizeof *p);
        uint64_t random = seed;

        size_t steps = 1 + check_random(&random, STEPS - 1);

        p->shape = shape;
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            make_function(p, &random, f, place);
        for (size_t i = 0; i < steps; i++)
            step(p, &random);
        n += !p->inexact;
        if (p->n_witnesses && !p->inexact) {
            compare_from(p, 0);
            compare_from(p, check_random(&random, (uint32_t)p->n_witnesses));
        }
        for (uint32_t f = 0; f < FUNCTIONS; f++) {
            ep_mem_free(p->mark[f]);
            ep_cfg_release(&p->cfg[f]);
        }
        ep_mem_free(p);
    }
    CHECK(n > 50);
}

/* A loop with a fork, of marks on one of its ways and on the way back. */
static void make_loop(struct ep_cfg *cfg, uint32_t *mark,
                      struct ep_traced *traced)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {2, 4}, {3, 5},
                                        {4, 5}, {5, 2}, {5, 1}};
    uint32_t inexact;

    graph_edges(cfg, 6, edges, 7);
    CHECK_EQ(ep_cfg_finish(cfg, NULL), EP_OK);
    CHECK_EQ(
        ep_tree_place(cfg, EP_PLACE_TREE, mark, &traced->n_marks, &inexact),
        EP_OK);
    traced->cfg = cfg;
    traced->mark = mark;
}

static uint32_t mark_of(const struct ep_cfg *cfg, const uint32_t *mark,
                        uint32_t src, uint32_t dst)
{
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        if (cfg->edges[e].src == src && cfg->edges[e].dst == dst)
            return mark[e];
    return EP_NONE;
}

/* The same function twice: one runs, and a handler comes. */
static void a_handler_interrupts(void)
{
    struct ep_cfg cfg[2];
    uint32_t mark[2][8];
    struct ep_traced traced[2];
    struct ep_path path;
    uint32_t back;

    for (int i = 0; i < 2; i++)
        make_loop(&cfg[i], mark[i], &traced[i]);
    back = mark_of(&cfg[0], mark[0], 5, 2);
    CHECK(back != EP_NONE);
    {
        const struct ep_witness witnesses[] = {
            {0, 0}, {0, back}, {1, 0}, {1, back}, {0, back}};

        CHECK_EQ(ep_path_trace(traced, 2, witnesses, 5, 0, &path), EP_OK);
    }
    CHECK_EQ(path.n, 5);
    CHECK_EQ(path.stretches[0].interrupted, 0);
    CHECK_EQ(path.stretches[0].end, EP_STRETCH_ON);
    CHECK_EQ(path.stretches[1].interrupted, EP_INTERRUPTED);
    CHECK_EQ(path.stretches[1].end, EP_STRETCH_ON);
    CHECK_EQ(path.stretches[3].end, EP_STRETCH_RETURNED);
    CHECK_EQ(path.stretches[4].end, EP_STRETCH_DOUBT);
    CHECK_EQ(path.stretches[4].gap, 0);
    ep_path_release(&path);
    for (int i = 0; i < 2; i++)
        ep_cfg_release(&cfg[i]);
}

/* A mark whose function is not known to run: what came before is a gap; and events. */
static void what_is_not_told_is_said(void)
{
    struct ep_cfg cfg;
    uint32_t mark[8];
    struct ep_traced traced;
    struct ep_path path;

    make_loop(&cfg, mark, &traced);
    {
        const struct ep_witness witnesses[] = {{0, mark_of(&cfg, mark, 5, 2)},
                                               {EP_NONE, EP_WITNESS_UNKNOWN},
                                               {EP_NONE, EP_WITNESS_THREAD},
                                               {0, 0}};

        CHECK_EQ(ep_path_trace(&traced, 1, witnesses, 4, 0, &path), EP_OK);
    }
    CHECK_EQ(path.n, 4);
    CHECK_EQ(path.stretches[0].gap, 1);
    CHECK_EQ(path.stretches[0].end, EP_STRETCH_DOUBT);
    CHECK_EQ(path.stretches[1].function, EP_NONE);
    CHECK_EQ(path.stretches[2].event, EP_WITNESS_THREAD);
    CHECK_EQ(path.stretches[3].gap, 0);
    CHECK_EQ(path.stretches[3].end, EP_STRETCH_DOUBT);
    ep_path_release(&path);
    ep_cfg_release(&cfg);
}

/* As a mark does it, but for the NAME of the last, which it may not have come to write. */
static void write_name(struct edgeprof_raw_ring *raw, uint32_t name, int whole)
{
    uint16_t at = (uint16_t)++raw->cursor;

    if (!whole)
        return;
    raw->slots[at] = name;
    raw->slots[(uint16_t)(at + EDGEPROF_RING_AHEAD)] = 0;
}

static void compare_ring(const struct edgeprof_raw_ring *raw, uint32_t first,
                         uint32_t last, int is_whole)
{
    struct ep_ring ring;

    CHECK_EQ(ep_ring_unroll(raw, &ring), EP_OK);
    CHECK_EQ(ring.is_whole, is_whole);
    CHECK_EQ(ring.n, last + 1 - first);
    for (size_t i = 0; i < ring.n; i++)
        CHECK_EQ(ring.names[i], first + i);
    ep_mem_free(ring.names);
}

/* Whatever the process came to last. */
static void rings_are_unrolled(void)
{
    const uint32_t n = EDGEPROF_RING_SLOTS;
    struct edgeprof_raw_ring *raw = ep_mem_zeroed(1, sizeof *raw);

    for (uint32_t name = 100; name < 100 + 3 * n; name++) {
        int look = name < 103 || name % 9973 == 0 || (name - 100) % n < 2 ||
                   (name - 100) % n > n - 3;
        uint32_t before = name - 100, most = n - EDGEPROF_RING_AHEAD;

        write_name(raw, name, 1);
        for (int lags = 0; look && lags < 2; lags++) {
            raw->cursor -= (uint32_t)lags;
            if (before < most)
                compare_ring(raw, 100, name, 1);
            else
                compare_ring(raw, name + 1 - most, name, 0);
            raw->cursor += (uint32_t)lags;
        }
        if (!look || before < most)
            continue;
        write_name(raw, 0, 0); /* takes a place; nothing is cleared */
        compare_ring(raw, name + 1 - most, name, 0);
        raw->cursor--;
    }
    ep_mem_free(raw);
}

/* Killed before its ring has its id, a thread is told by its name; before it has its name,
 * it is not. */
static void a_ring_has_an_owner(void)
{
    struct edgeprof_raw_ring *raw = ep_mem_zeroed(1, sizeof *raw);
    struct ep_ring ring;

    for (int whole = 0; whole < 2; whole++) {
        raw->cursor = 0;
        write_name(raw, EDGEPROF_RING_OWNER | 7, 1);
        raw->thread = 7;
        write_name(raw, 100, 1);
        write_name(raw, EDGEPROF_RING_OWNER | 8, whole);
        CHECK_EQ(ep_ring_unroll(raw, &ring), EP_OK);
        CHECK_EQ(ring.thread, whole ? 8 : 7);
        CHECK_EQ(ring.n, whole ? 2 : 1);
        CHECK_EQ(ring.names[0], 100);
        ep_mem_free(ring.names);
    }
    ep_mem_free(raw);
}

static void names_are_names(void)
{
    for (uint64_t id = 0; id < 1000; id++) {
        uint32_t name = ep_witness_name(id, (uint32_t)id % 7);

        CHECK(name >= EP_WITNESS_EVENTS);
        CHECK(name <= INT32_MAX);
        CHECK(name != ep_witness_name(id, (uint32_t)id % 7 + 1));
    }
}

int main(void)
{
    walks_are_told(EP_PLACE_TREE, 0);
    walks_are_told(EP_PLACE_TREE, GRAPH_NOSPLIT);
    walks_are_told(EP_PLACE_ALL, 0);
    a_handler_interrupts();
    what_is_not_told_is_said();
    names_are_names();
    rings_are_unrolled();
    a_ring_has_an_owner();
    return check_failures != 0;
}
