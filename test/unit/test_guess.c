/* SPDX-License-Identifier: MIT */
#include "graph/guess.h"
#include "graphs.h"

/* ENTRY and EXIT, and N blocks between of which nothing is known.  The caller
 * frees what is returned. */
static struct ep_guess_block *blocks_of(struct ep_cfg *cfg, uint32_t n)
{
    struct ep_guess_block *blocks =
        ep_mem_zeroed((size_t)n + EP_BLOCK_FIRST, sizeof *blocks);

    ep_cfg_init(cfg);
    for (uint32_t i = 0; i < n; i++)
        (void)ep_cfg_add_block(cfg);
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        blocks[b].holds = EP_GUESS_EVEN;
    return blocks;
}

static void condition(struct ep_cfg *cfg, uint32_t from, uint32_t yes,
                      uint32_t no)
{
    graph_edge(cfg, from, yes, EP_EDGE_TRUE, 0, 0);
    graph_edge(cfg, from, no, EP_EDGE_FALSE, 0, 0);
}

static void fall(struct ep_cfg *cfg, uint32_t from, uint32_t to)
{
    graph_edge(cfg, from, to, EP_EDGE_FALL, 0, 0);
}

/* The weight of edge E, in percent of a call. */
static uint64_t percent(const struct ep_cfg *cfg, uint32_t e)
{
    return (cfg->edges[e].weight * 100 + EP_GUESS_ONE_CALL / 2) /
           EP_GUESS_ONE_CALL;
}

/* if (b2) b3; else b4; as the source says of b2, and as b3 is.  Returns the
 * percentage of "true". */
static uint64_t choose(unsigned holds, unsigned signs)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, 4);
    uint64_t taken;

    fall(&cfg, EP_BLOCK_ENTRY, 2);
    condition(&cfg, 2, 3, 4);
    fall(&cfg, 3, 5);
    fall(&cfg, 4, 5);
    fall(&cfg, 5, EP_BLOCK_EXIT);
    blocks[2].holds = (uint16_t)holds;
    blocks[3].signs = (uint16_t)signs;
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    taken = percent(&cfg, 1);
    CHECK_EQ(taken + percent(&cfg, 2), 100);
    CHECK(blocks[5].weight >= EP_GUESS_ONE_CALL);
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
    return taken;
}

static void comparisons(void)
{
    static const struct {
        enum ep_guess_compared compared;
        unsigned unequal;
        unsigned greater;
    } rows[] = {{EP_GUESS_POINTERS, 70, 50},
                {EP_GUESS_WITH_ZERO, 50, 59},
                {EP_GUESS_WITH_ONE, 66, 59},
                {EP_GUESS_NUMBERS, 66, 50}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned one = EP_GUESS_CERTAIN / 100;

        CHECK_EQ(ep_guess_comparison(EP_GUESS_UNEQUAL, rows[i].compared),
                 rows[i].unequal * one);
        CHECK_EQ(ep_guess_comparison(EP_GUESS_EQUAL, rows[i].compared),
                 (100 - rows[i].unequal) * one);
        CHECK_EQ(ep_guess_comparison(EP_GUESS_GREATER, rows[i].compared),
                 rows[i].greater * one);
        CHECK_EQ(ep_guess_comparison(EP_GUESS_LESS, rows[i].compared),
                 (100 - rows[i].greater) * one);
    }
}

static void opinions(void)
{
    CHECK_EQ(choose(EP_GUESS_EVEN, 0), 50);
    CHECK_EQ(choose(EP_GUESS_CERTAIN * 66 / 100, 0), 66);
    CHECK_EQ(choose(EP_GUESS_EVEN, EP_GUESS_CALLS), 33);
    CHECK_EQ(choose(EP_GUESS_EVEN, EP_GUESS_HOT), 90);
    CHECK_EQ(choose(EP_GUESS_EVEN, EP_GUESS_COLD), 10);
    CHECK_EQ(choose(EP_GUESS_CERTAIN * 67 / 100, EP_GUESS_CALLS), 50);
    /* What the source expects stands alone. */
    CHECK_EQ(choose(EP_GUESS_CERTAIN * 90 / 100, EP_GUESS_COLD), 90);
    CHECK_EQ(choose(EP_GUESS_CERTAIN * 10 / 100, EP_GUESS_HOT), 10);
}

/* for (b2) { for (b3) b4; b5; } */
static void loops(void)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, 5);

    fall(&cfg, EP_BLOCK_ENTRY, 2);
    condition(&cfg, 2, 3, 6);
    condition(&cfg, 3, 4, 5);
    fall(&cfg, 4, 3);
    fall(&cfg, 5, 2);
    fall(&cfg, 6, EP_BLOCK_EXIT);
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    CHECK_EQ(percent(&cfg, 1), 700);  /* into the outer loop's body */
    CHECK_EQ(percent(&cfg, 2), 100);  /* out of it */
    CHECK_EQ(percent(&cfg, 3), 4900); /* into the inner one's */
    CHECK_EQ(percent(&cfg, 4), 700);
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
}

/* b2 calls what may throw; a switch at b3, one case of which never returns. */
static void rare(void)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, 6);

    fall(&cfg, EP_BLOCK_ENTRY, 2);
    fall(&cfg, 2, 3);
    graph_edge(&cfg, 2, 4, EP_EDGE_MADE, 0, 0);
    fall(&cfg, 3, 4);
    fall(&cfg, 3, 5);
    fall(&cfg, 3, 6);
    condition(&cfg, 4, 6, EP_BLOCK_EXIT);
    fall(&cfg, 5, EP_BLOCK_EXIT);
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    CHECK_EQ(percent(&cfg, 1), 100);
    CHECK_EQ(percent(&cfg, 2), 0);
    CHECK_EQ(percent(&cfg, 3), 50);
    CHECK_EQ(percent(&cfg, 4), 50);
    CHECK_EQ(percent(&cfg, 5), 0);
    CHECK_EQ(percent(&cfg, 6), 0);
    CHECK_EQ(percent(&cfg, 7), 50);
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
}

/* Whatever the source says, b2 hardly ever goes to b3, from where the way leads
 * over b5 out of the program, or to b6 by an exception. */
static void ends(void)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, 5);

    fall(&cfg, EP_BLOCK_ENTRY, 2);
    condition(&cfg, 2, 3, 4);
    fall(&cfg, 3, 5);
    fall(&cfg, 4, EP_BLOCK_EXIT);
    graph_edge(&cfg, 5, 6, EP_EDGE_MADE, 0, 0);
    fall(&cfg, 6, EP_BLOCK_EXIT);
    blocks[2].holds = EP_GUESS_CERTAIN;
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    CHECK_EQ(percent(&cfg, 1), 0);
    CHECK_EQ(percent(&cfg, 2), 100);
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
}

/* N tests, each of which leads to the same block; and another one behind. */
static uint64_t chain(uint32_t n)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, n + 4);
    uint32_t last = n + EP_BLOCK_FIRST;
    uint64_t first;

    fall(&cfg, EP_BLOCK_ENTRY, EP_BLOCK_FIRST);
    for (uint32_t b = EP_BLOCK_FIRST; b < last; b++)
        condition(&cfg, b, last, b + 1 < last ? b + 1 : last + 1);
    fall(&cfg, last, last + 2);
    fall(&cfg, last + 1, last + 2);
    condition(&cfg, last + 2, last + 3, EP_BLOCK_EXIT);
    fall(&cfg, last + 3, EP_BLOCK_EXIT);
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    first = percent(&cfg, 1);
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
    return first;
}

/* A switch to N tests, all of which lead to the same two blocks: as often to
 * the one as to the other. */
static void fan(uint32_t n)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, n + 4);
    uint32_t yes = n + EP_BLOCK_FIRST + 1;

    fall(&cfg, EP_BLOCK_ENTRY, EP_BLOCK_FIRST);
    for (uint32_t b = EP_BLOCK_FIRST + 1; b < yes; b++)
        condition(&cfg, b, yes, yes + 1);
    for (uint32_t b = EP_BLOCK_FIRST + 1; b < yes; b++)
        fall(&cfg, EP_BLOCK_FIRST, b);
    fall(&cfg, yes, yes + 2);
    fall(&cfg, yes + 1, yes + 2);
    fall(&cfg, yes + 2, EP_BLOCK_EXIT);
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    CHECK(cfg.edges[1].weight > 1);
    CHECK(cfg.edges[2].weight - cfg.edges[1].weight <= 1);
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
}

static void company(void)
{
    CHECK_EQ(chain(1), 50);
    CHECK_EQ(chain(2), 25);
    CHECK_EQ(chain(5), 10);
    CHECK_EQ(chain(20000), 0);
    fan(20000);
}

/* for (b2) if (b3 || b4) b5 else b6: what b3 says HOLDS, and where it goes is
 * known, as SIGNS, to be but a jump.  Returns the percentage of b3's "true". */
static uint64_t filter(unsigned holds, unsigned signs)
{
    struct ep_cfg cfg;
    struct ep_guess_block *blocks = blocks_of(&cfg, 7);
    uint64_t taken;

    fall(&cfg, EP_BLOCK_ENTRY, 2);
    condition(&cfg, 2, 3, 8);
    condition(&cfg, 3, 5, 4);
    condition(&cfg, 4, 5, 6);
    fall(&cfg, 5, 7);
    fall(&cfg, 6, 7);
    fall(&cfg, 7, 2);
    fall(&cfg, 8, EP_BLOCK_EXIT);
    blocks[3].holds = (uint16_t)holds;
    blocks[5].signs = (uint16_t)signs;
    CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
    taken = percent(&cfg, 3) * 100 / (percent(&cfg, 3) + percent(&cfg, 4));
    ep_mem_free(blocks);
    ep_cfg_release(&cfg);
    return taken;
}

static void filters(void)
{
    unsigned unequal = EP_GUESS_CERTAIN * 66 / 100;

    CHECK_EQ(filter(EP_GUESS_EVEN, 0), 25);
    CHECK_EQ(filter(EP_GUESS_EVEN, EP_GUESS_CONTINUES), 25);
    CHECK_EQ(filter(unequal, 0), 39);
    CHECK_EQ(filter(unequal, EP_GUESS_CONTINUES), 66);
    CHECK_EQ(filter(unequal, EP_GUESS_JUMPS), 66);
    CHECK_EQ(filter(EP_GUESS_CERTAIN - unequal, EP_GUESS_JUMPS), 14);
    CHECK_EQ(filter(unequal, EP_GUESS_MACHINE), 66);
    CHECK_EQ(filter(EP_GUESS_EVEN, EP_GUESS_MACHINE), 25);
}

/* Whatever the graph: it ends, and no more leaves a block than it runs. */
static void any_graph(void)
{
    uint64_t seed = 7;

    for (unsigned i = 0; i < 2000; i++) {
        struct ep_cfg cfg;
        uint32_t n = 1 + check_random(&seed, 40);
        struct ep_guess_block *blocks = blocks_of(&cfg, n);
        uint64_t *out;

        fall(&cfg, EP_BLOCK_ENTRY, EP_BLOCK_FIRST);
        for (uint32_t b = EP_BLOCK_FIRST; b < cfg.n_blocks; b++) {
            uint32_t to = 1 + check_random(&seed, n + 1);

            blocks[b].holds =
                (uint16_t)check_random(&seed, EP_GUESS_CERTAIN + 1);
            blocks[b].signs = (uint16_t)check_random(&seed, 32);
            if (check_random(&seed, 3))
                condition(&cfg, b, to, 1 + check_random(&seed, n + 1));
            else if (check_random(&seed, 8))
                fall(&cfg, b, to);
        }
        CHECK_EQ(ep_guess(&cfg, blocks), EP_OK);
        out = ep_mem_zeroed(cfg.n_blocks, sizeof *out);
        for (uint32_t e = 0; e < cfg.n_edges; e++)
            out[cfg.edges[e].src] += cfg.edges[e].weight;
        for (uint32_t b = 0; b < cfg.n_blocks; b++)
            CHECK(out[b] <= blocks[b].weight + 2);
        ep_mem_free(out);
        ep_mem_free(blocks);
        ep_cfg_release(&cfg);
    }
}

static int attempt(void)
{
    struct ep_cfg cfg;
    struct ep_guess_block blocks[3] = {{0}};
    int status;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    status = ep_cfg_add_edge(&cfg, EP_BLOCK_ENTRY, 2, EP_EDGE_FALL, 0, 0) ||
                     ep_cfg_add_edge(&cfg, 2, EP_BLOCK_EXIT, EP_EDGE_FALL, 0, 0)
                 ? EP_ENOMEM
                 : ep_guess(&cfg, blocks);
    ep_cfg_release(&cfg);
    return status;
}

int main(void)
{
    comparisons();
    opinions();
    loops();
    rare();
    ends();
    company();
    filters();
    any_graph();
    check_failing_memory(attempt);
    return check_failures != 0;
}
