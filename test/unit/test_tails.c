/* SPDX-License-Identifier: MIT */
#include "graph/tails.h"
#include "graphs.h"

/* Block IN has that line of the file "f". */
static void line(struct ep_cfg *cfg, uint32_t in, uint32_t at)
{
    CHECK_EQ(ep_cfg_add_line(cfg, in, "f", at), EP_OK);
}

/* Block FROM ends with a call, which comes back to TO; the RETURN. */
static uint32_t call(struct ep_cfg *cfg, uint32_t from, uint32_t to)
{
    graph_edge(cfg, from, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 0);
    graph_edge(cfg, EP_BLOCK_EXIT, to, EP_EDGE_RETURN, 0, 0);
    return cfg->n_edges - 1;
}

static uint32_t fall(struct ep_cfg *cfg, uint32_t from, uint32_t to)
{
    graph_edge(cfg, from, to, EP_EDGE_FALL, 0, 0);
    return cfg->n_edges - 1;
}

/* Blocks 2 and 3: all edges that there are to a call at the end of 2 on line 1,
 * behind which 3 is on line BEHIND and returns. */
static void call_and_return(struct ep_cfg *cfg, uint32_t behind)
{
    graph_edges(cfg, 4, NULL, 0);
    (void)fall(cfg, EP_BLOCK_ENTRY, 2);
    (void)call(cfg, 2, 3);
    (void)fall(cfg, 3, EP_BLOCK_EXIT);
    line(cfg, 2, 1);
    line(cfg, 3, behind);
}

enum { LEAVE = 2, RETURN = 3, LAST = 4 }; /* its edges */

/* Join CFG, as FACTS say; whether edge E was taken out.  Releases both. */
static int takes(struct ep_tails *facts, struct ep_cfg *cfg, uint32_t e)
{
    int taken;

    CHECK_EQ(ep_tails_join(facts, cfg), EP_OK);
    taken = facts->taken[e];
    CHECK_EQ(ep_cfg_finish(cfg, NULL), EP_OK);
    ep_tails_release(facts);
    ep_cfg_release(cfg);
    return taken;
}

static void a_tail_is_joined(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    call_and_return(&cfg, 1);
    CHECK_EQ(ep_tails_join(&facts, &cfg), EP_OK);
    CHECK_EQ(facts.taken[LEAVE], 1);
    CHECK_EQ(facts.taken[RETURN], 1);
    CHECK_EQ(facts.block[2], 2);
    CHECK_EQ(facts.block[3], 2); /* is part of it now */
    CHECK_EQ(facts.taken[LAST], 0);
    CHECK_EQ(cfg.n_blocks, 3);
    CHECK_EQ(cfg.n_edges, 3);
    CHECK_EQ(cfg.edges[2].src, 2);
    CHECK_EQ(cfg.edges[2].dst, EP_BLOCK_EXIT);
    CHECK_EQ(cfg.edges[2].flags, EP_EDGE_NOSPLIT);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(cfg.n_lines, 1);
    ep_tails_release(&facts);
    ep_cfg_release(&cfg);
}

static void what_shows_is_no_tail(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    call_and_return(&cfg, 2);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 0);
    call_and_return(&cfg, 1);
    CHECK_EQ(ep_tails_shows(&facts, 3), EP_OK);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 0);
    call_and_return(&cfg, 1);
    CHECK_EQ(ep_tails_twice(&facts, RETURN), EP_OK);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 0);
    call_and_return(&cfg, 2);
    CHECK_EQ(ep_tails_must(&facts, RETURN), EP_OK);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 1);
}

static void a_way_without_lines_does_not_show(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    call_and_return(&cfg, 0);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 1);
}

/* 2 on line 1 leads to calls on lines 2 and 3, both of which come back to 5, on
 * line BEHIND: what `return c ? f(1) :\n f(2) :\n` is, and `if (c) ...`. */
static void choice(struct ep_cfg *cfg, uint32_t behind)
{
    graph_edges(cfg, 6, NULL, 0);
    (void)fall(cfg, EP_BLOCK_ENTRY, 2);
    (void)fall(cfg, 2, 3);
    (void)fall(cfg, 2, 4);
    (void)call(cfg, 3, 5);
    (void)call(cfg, 4, 5);
    (void)fall(cfg, 5, EP_BLOCK_EXIT);
    line(cfg, 2, 1);
    line(cfg, 3, 2);
    line(cfg, 4, 3);
    line(cfg, 5, behind);
}

static void a_line_before_hides_what_is_behind(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    choice(&cfg, 2); /* only one of the two comes from there */
    CHECK_EQ(takes(&facts, &cfg, 4), 0);
    choice(&cfg, 1);
    CHECK_EQ(ep_tails_join(&facts, &cfg), EP_OK);
    CHECK_EQ(facts.taken[4] + facts.taken[6], 2); /* the LEAVEs */
    CHECK_EQ(cfg.n_blocks, 6);                    /* 5 has two edges in */
    CHECK_EQ(cfg.edges[4].src, 3);
    CHECK_EQ(cfg.edges[4].dst, 5);
    CHECK_EQ(cfg.edges[4].kind, EP_EDGE_FALL);
    CHECK_EQ(cfg.edges[4].flags, EP_EDGE_NOSPLIT);
    CHECK_EQ(cfg.edges[5].src, 4);
    CHECK_EQ(cfg.edges[6].flags, EP_EDGE_NOSPLIT);
    ep_tails_release(&facts);
    ep_cfg_release(&cfg);
}

static void a_call_or_choice_behind_is_in_the_way(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    /* f(); g(); on one line: g is the tail */
    graph_edges(&cfg, 5, NULL, 0);
    (void)fall(&cfg, EP_BLOCK_ENTRY, 2);
    (void)call(&cfg, 2, 3);
    (void)call(&cfg, 3, 4);
    (void)fall(&cfg, 4, EP_BLOCK_EXIT);
    for (uint32_t b = 2; b < 5; b++)
        line(&cfg, b, 1);
    CHECK_EQ(ep_tails_join(&facts, &cfg), EP_OK);
    CHECK_EQ(facts.taken[3], 0);
    CHECK_EQ(facts.taken[5], 1);
    CHECK_EQ(cfg.n_blocks, 4);
    ep_tails_release(&facts);
    ep_cfg_release(&cfg);

    call_and_return(&cfg, 1);
    (void)fall(&cfg, 3, 2);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 0);
}

static void the_way_is_short(void)
{
    for (uint32_t n = EP_FEW_BLOCKS; n <= EP_FEW_BLOCKS + 1; n++) {
        struct ep_tails facts = {0};
        struct ep_cfg cfg;

        graph_edges(&cfg, 3 + n, NULL, 0);
        (void)fall(&cfg, EP_BLOCK_ENTRY, 2);
        (void)call(&cfg, 2, 3);
        for (uint32_t i = 0; i < n; i++)
            (void)fall(&cfg, 3 + i, i + 1 < n ? 4 + i : EP_BLOCK_EXIT);
        CHECK_EQ(takes(&facts, &cfg, RETURN), n <= EP_FEW_BLOCKS);
    }
}

/* What 2 calls throws to 4, from where 3 is reached as well. */
static void a_call_whose_exceptions_are_caught_is_no_tail(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    call_and_return(&cfg, 1);
    (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, EP_BLOCK_EXIT, 4, EP_EDGE_ARRIVE, 0, 0);
    (void)fall(&cfg, 4, 3);
    CHECK_EQ(ep_tails_arrives(&facts, 2, 4), EP_OK);
    CHECK_EQ(takes(&facts, &cfg, RETURN), 0);
}

/* try { 2: f(); } catch (...) { 3 } 4, 5: g(); 6, with 4 on line 1, the call of
 * g on line 9.  That 3 comes from 2 must be known for 2's line to hide 6's. */
static void arrivals(int known)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    graph_edges(&cfg, 7, NULL, 0);
    (void)fall(&cfg, EP_BLOCK_ENTRY, 2);
    (void)call(&cfg, 2, 4);
    graph_edge(&cfg, EP_BLOCK_EXIT, 3, EP_EDGE_ARRIVE, 0, 0);
    (void)fall(&cfg, 3, 4);
    (void)fall(&cfg, 4, 5);
    (void)call(&cfg, 5, 6);
    (void)fall(&cfg, 6, EP_BLOCK_EXIT);
    line(&cfg, 2, 1);
    line(&cfg, 5, 9);
    line(&cfg, 6, 1);
    if (known)
        CHECK_EQ(ep_tails_arrives(&facts, 2, 3), EP_OK);
    CHECK_EQ(takes(&facts, &cfg, 7), known);
}

/* Both calls go through a switch at 5: 3 stored 1, 4 stored CODE.  Code 1 leads
 * to 6, all others back to 2. */
static int switched(uint32_t code)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;
    uint32_t on;

    graph_edges(&cfg, 9, NULL, 0);
    (void)fall(&cfg, EP_BLOCK_ENTRY, 2);
    (void)fall(&cfg, 2, 3);
    (void)fall(&cfg, 2, 4);
    (void)call(&cfg, 3, 7);
    (void)call(&cfg, 4, 8);
    (void)fall(&cfg, 7, 5);
    (void)fall(&cfg, 8, 5);
    graph_edge(&cfg, 5, 6, EP_EDGE_MADE, 0, 0);
    on = cfg.n_edges - 1;
    graph_edge(&cfg, 5, 2, EP_EDGE_MADE, 0, 0);
    (void)fall(&cfg, 6, EP_BLOCK_EXIT);
    CHECK_EQ(ep_tails_stores(&facts, 7, 1), EP_OK);
    CHECK_EQ(ep_tails_stores(&facts, 8, 3), EP_OK);
    CHECK_EQ(ep_tails_stores(&facts, 8, code), EP_OK);
    CHECK_EQ(ep_tails_switches(&facts, 5, 1, on), EP_OK);
    CHECK_EQ(ep_tails_switches(&facts, 5, EP_NONE, on + 1), EP_OK);
    CHECK_EQ(ep_tails_join(&facts, &cfg), EP_OK);
    CHECK_EQ(facts.taken[4], 1);
    int taken = facts.taken[6];
    ep_tails_release(&facts);
    ep_cfg_release(&cfg);
    return taken;
}

static void behind_cleanups_the_code_decides(void)
{
    CHECK_EQ(switched(1), 1);
    CHECK_EQ(switched(2), 0);
}

/* The calls of 3 and 4 go on through a switch at 5, from where code 1 and 2 lead
 * to EXIT, each in its way: only one of these can stay uncounted. */
static void tails_do_not_part(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;

    graph_edges(&cfg, 8, NULL, 0);
    (void)fall(&cfg, EP_BLOCK_ENTRY, 2);
    (void)fall(&cfg, 2, 3);
    (void)fall(&cfg, 2, 4);
    (void)call(&cfg, 3, 6);
    (void)call(&cfg, 4, 7);
    (void)fall(&cfg, 6, 5);
    (void)fall(&cfg, 7, 5);
    graph_edge(&cfg, 5, EP_BLOCK_EXIT, EP_EDGE_MADE, 0, 0);
    graph_edge(&cfg, 5, EP_BLOCK_EXIT, EP_EDGE_MADE, 0, 0);
    for (uint32_t code = 1; code <= 2; code++) {
        CHECK_EQ(ep_tails_stores(&facts, 5 + code, code), EP_OK);
        CHECK_EQ(ep_tails_switches(&facts, 5, code, 9 + code), EP_OK);
    }
    CHECK_EQ(ep_tails_join(&facts, &cfg), EP_OK);
    CHECK_EQ(facts.taken[4], 1);
    CHECK_EQ(facts.taken[6], 0);
    CHECK_EQ(cfg.edges[cfg.n_edges - 2].flags, EP_EDGE_NOSPLIT);
    CHECK_EQ(cfg.edges[cfg.n_edges - 1].flags, 0);
    ep_tails_release(&facts);
    ep_cfg_release(&cfg);
}

static int join_in_a_little_memory(void)
{
    struct ep_tails facts = {0};
    struct ep_cfg cfg;
    int status;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    (void)ep_cfg_add_block(&cfg);
    status = ep_cfg_add_edge(&cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY,
                             0, 0);
    if (!status)
        status = ep_cfg_add_edge(&cfg, EP_BLOCK_ENTRY, 2, EP_EDGE_FALL, 0, 0);
    if (!status)
        status = ep_cfg_add_edge(&cfg, 2, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 0);
    if (!status)
        status = ep_cfg_add_edge(&cfg, EP_BLOCK_EXIT, 3, EP_EDGE_RETURN, 0, 0);
    if (!status)
        status = ep_cfg_add_edge(&cfg, 3, EP_BLOCK_EXIT, EP_EDGE_FALL, 0, 0);
    if (!status)
        status = ep_tails_stores(&facts, 2, 7);
    if (!status)
        status = ep_tails_join(&facts, &cfg);
    CHECK_EQ(cfg.n_blocks, status ? 4 : 3);
    ep_tails_release(&facts);
    ep_cfg_release(&cfg);
    return status;
}

int main(void)
{
    a_tail_is_joined();
    what_shows_is_no_tail();
    a_way_without_lines_does_not_show();
    a_line_before_hides_what_is_behind();
    a_call_or_choice_behind_is_in_the_way();
    the_way_is_short();
    a_call_whose_exceptions_are_caught_is_no_tail();
    arrivals(0);
    arrivals(1);
    behind_cleanups_the_code_decides();
    tails_do_not_part();
    check_failing_memory(join_in_a_little_memory);
    return check_failures != 0;
}
