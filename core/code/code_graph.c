/* SPDX-License-Identifier: MIT
 *
 * code_graph.c - instructions as a graph, and which of its edges are counted.
 *
 * Two graphs are made side by side: the function's own, where calls that may not
 * return end their blocks and what arrives comes from EXIT; and one for the
 * guess, in which calls return and jumps by a table lead to where it says.  An
 * edge of the first has the weight of its twin in the second.
 */
#include "code/code_private.h"

#include "graph/guess.h"
#include "graph/tree.h"

#include <string.h>

struct making {
    const struct ep_code *code;
    struct ep_code_function *function;
    struct ep_cfg guess;
    uint32_t *twin; /* per edge of the function's graph: of the guess's */
    size_t twin_capacity;
    int has_cases; /* bool: the guess leads jumps by registers to all arrivals */
    int status;
};

/* ---- blocks --------------------------------------------------------------- */

/* Whether what follows INSN begins a block. */
static int ends_block(const struct ep_code *code, const struct ep_insn *insn)
{
    switch (insn->kind) {
    case EP_INSN_PLAIN:
        return insn->traits & EP_INSN_KERNEL;
    case EP_INSN_CALL:
    case EP_INSN_CALL_AWAY:
        return (insn->traits & EP_INSN_KEPT) ||
               !ep_code_call_returns(code, insn);
    default:
        return 1;
    }
}

static unsigned begins_block(const struct making *making, size_t k)
{
    const struct ep_insn *insn = &making->function->insns[k];
    const struct ep_insn *before = insn - 1;

    return k == 0 || ends_block(making->code, before) ||
           before->address + before->length != insn->address ||
           (ep_code_byte(making->code, insn->address) & EP_BYTE_LEADS);
}

static void find_targets(struct ep_code_function *function)
{
    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        struct ep_code_block *block = &function->blocks[b];
        const struct ep_insn *last = &function->insns[block->last];

        block->to = last->kind == EP_INSN_BRANCH ||
                            last->kind == EP_INSN_NEAR_BRANCH ||
                            last->kind == EP_INSN_JUMP
                        ? ep_code_block_at(function, last->target)
                        : EP_NONE;
    }
}

static int make_blocks(struct making *making)
{
    struct ep_code_function *function = making->function;
    size_t n = EP_BLOCK_FIRST;
    uint32_t block = 0;

    for (size_t k = 0; k < function->n_insns; k++) {
        function->insns[k].copy = begins_block(making, k);
        n += function->insns[k].copy;
    }
    function->blocks = ep_mem_zeroed(n, sizeof *function->blocks);
    if (!function->blocks)
        return EP_ENOMEM;
    for (size_t k = 0; k < function->n_insns; k++) {
        if (function->insns[k].copy) {
            block = ep_cfg_add_block(&function->cfg);
            (void)ep_cfg_add_block(&making->guess);
            function->blocks[block].first = (uint32_t)k;
            function->blocks[block].arrival = EP_NONE;
        }
        function->blocks[block].last = (uint32_t)k;
    }
    find_targets(function);
    return EP_OK;
}

/* ---- edges ---------------------------------------------------------------- */

/* To the function's graph as KIND, and to the guess's as GUESS; EP_EDGE_KINDS:
 * not to that one. */
static void add(struct making *making, uint32_t src, uint32_t dst,
                enum ep_edge_kind kind, enum ep_edge_kind guess)
{
    struct ep_cfg *cfg = &making->function->cfg;
    uint32_t twin = EP_NONE;

    if (guess != EP_EDGE_KINDS && !making->status) {
        twin = making->guess.n_edges;
        making->status = ep_cfg_add_edge(&making->guess, src, dst, guess, 0, 0);
    }
    if (kind == EP_EDGE_KINDS || making->status)
        return;
    making->status = EP_GROW(making->twin, cfg->n_edges, making->twin_capacity);
    if (making->status)
        return;
    making->twin[cfg->n_edges] = twin;
    making->status = ep_cfg_add_edge(cfg, src, dst, kind, 0, 0);
}

static uint32_t next_or_exit(const struct ep_code_function *function,
                             uint32_t b)
{
    uint32_t next = ep_code_block_behind(function, b);

    return next == EP_NONE ? EP_BLOCK_EXIT : next;
}

static int is_arrival(const struct making *making, uint32_t b)
{
    const struct ep_code_function *function = making->function;

    return (ep_code_byte(making->code,
                         function->insns[function->blocks[b].first].address) &
            EP_BYTE_ARRIVES) != 0;
}

/* Whether jumps by registers and arrivals are so few that edges from each to each
 * are of use to a guess: of interpreters, but not of code that returns so. */
static int has_cases(const struct making *making)
{
    enum { MOST = 1 << 17 };
    const struct ep_code_function *function = making->function;
    uint64_t jumps = 0, arrivals = 0;

    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        jumps +=
            function->insns[function->blocks[b].last].kind == EP_INSN_JUMP_AWAY;
        arrivals += (uint64_t)is_arrival(making, b);
    }
    return jumps * arrivals <= MOST;
}

/* To the guess a jump by a register leads to all that arrives by a table. */
static void guess_cases(struct making *making, uint32_t src)
{
    uint32_t n = making->function->cfg.n_blocks;
    int found = 0;

    for (uint32_t b = EP_BLOCK_FIRST; making->has_cases && b < n; b++) {
        if (!is_arrival(making, b))
            continue;
        found = 1;
        add(making, src, b, EP_EDGE_KINDS, EP_EDGE_FALL);
    }
    add(making, src, EP_BLOCK_EXIT, EP_EDGE_FALL,
        found ? EP_EDGE_KINDS : EP_EDGE_FALL);
}

/* What comes back from a call that was made in the old code arrives. */
static void add_call(struct making *making, uint32_t src, uint32_t next,
                     int is_kept)
{
    add(making, src, EP_BLOCK_EXIT, EP_EDGE_LEAVE, EP_EDGE_KINDS);
    if (next != EP_BLOCK_EXIT && !is_kept)
        add(making, EP_BLOCK_EXIT, next, EP_EDGE_RETURN, EP_EDGE_KINDS);
    if (next != EP_BLOCK_EXIT)
        add(making, src, next, EP_EDGE_KINDS, EP_EDGE_FALL);
}

static void add_block_edges(struct making *making, uint32_t b)
{
    struct ep_code_function *function = making->function;
    const struct ep_insn *last = &function->insns[function->blocks[b].last];
    uint32_t next = next_or_exit(function, b);
    uint32_t to = function->blocks[b].to == EP_NONE ? EP_BLOCK_EXIT
                                                    : function->blocks[b].to;

    function->blocks[b].out = function->cfg.n_edges;
    switch (last->kind) {
    case EP_INSN_BRANCH:
    case EP_INSN_NEAR_BRANCH:
        add(making, b, to, EP_EDGE_TRUE, EP_EDGE_TRUE);
        add(making, b, next, EP_EDGE_FALSE, EP_EDGE_FALSE);
        break;
    case EP_INSN_JUMP:
        add(making, b, to, EP_EDGE_FALL, EP_EDGE_FALL);
        break;
    case EP_INSN_JUMP_AWAY:
        guess_cases(making, b);
        break;
    case EP_INSN_RETURN:
        add(making, b, EP_BLOCK_EXIT, EP_EDGE_FALL, EP_EDGE_FALL);
        break;
    case EP_INSN_STOP:
        add(making, b, EP_BLOCK_EXIT, EP_EDGE_LEAVE, EP_EDGE_KINDS);
        break;
    default:
        if (ends_block(making->code, last))
            add_call(making, b, next, last->traits & EP_INSN_KEPT);
        else
            add(making, b, next, EP_EDGE_FALL, EP_EDGE_FALL);
    }
}

static void add_arrivals(struct making *making)
{
    for (uint32_t b = EP_BLOCK_FIRST; b < making->function->cfg.n_blocks; b++)
        if (is_arrival(making, b))
            add(making, EP_BLOCK_EXIT, b, EP_EDGE_ARRIVE, EP_EDGE_KINDS);
}

/* Block B as one that says nothing of the others. */
static void add_alone(struct making *making, uint32_t b)
{
    if (b != EP_BLOCK_FIRST)
        add(making, EP_BLOCK_EXIT, b, EP_EDGE_ARRIVE, EP_EDGE_KINDS);
    add(making, b, EP_BLOCK_EXIT, EP_EDGE_FALL, EP_EDGE_KINDS);
}

/* ---- lines ---------------------------------------------------------------- */

static int add_line(const struct making *making, uint32_t block,
                    const struct ep_row *row)
{
    return ep_cfg_add_line(&making->function->cfg, block,
                           making->code->lines->files[row->file], row->line);
}

/* *UNTIL is up to where the rows hold of an instruction of the block before INSN: they
 * are mostly INSN's, too. */
static int add_insn_lines(const struct making *making, uint32_t block,
                          const struct ep_insn *insn, uint64_t *until)
{
    const struct ep_lines *lines = making->code->lines;
    const struct ep_row *rows;
    size_t n =
        insn->address < *until ? 0 : ep_lines_at(lines, insn->address, &rows);
    int status = EP_OK;

    if (n == 0)
        return EP_OK;
    *until =
        rows + n < lines->rows + lines->n_rows ? rows[n].address : UINT64_MAX;
    for (size_t i = 0; !status && i < n; i++)
        status = add_line(making, block, &rows[i]);
    return status;
}

/* A block is on each line that an instruction of it is of; the function is where
 * its first one is. */
static int add_lines(struct making *making)
{
    struct ep_code_function *function = making->function;
    const struct ep_lines *lines = making->code->lines;
    const struct ep_row *row;
    int status = EP_OK;

    if (lines->n_rows == 0)
        return EP_OK;
    if (ep_lines_at(lines, function->start, &row)) {
        function->line = row->line;
        status = ep_cfg_add_file(&function->cfg, lines->files[row->file],
                                 &function->file);
    }
    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        const struct ep_code_block *block = &function->blocks[b];
        uint64_t until = 0;

        for (uint32_t k = block->first; !status && k <= block->last; k++)
            status = add_insn_lines(making, b, &function->insns[k], &until);
    }
    return status;
}

/* ---- weights and marks ----------------------------------------------------- */

static int guess(struct making *making)
{
    struct ep_code_function *function = making->function;
    struct ep_cfg *cfg = &function->cfg;
    struct ep_guess_block *blocks =
        ep_mem_zeroed(cfg->n_blocks, sizeof *blocks);
    int status = EP_ENOMEM;

    if (blocks) {
        ep_code_guess(function, blocks);
        status = ep_guess(&making->guess, blocks);
    }
    for (uint32_t e = 0; !status && e < cfg->n_edges; e++)
        if (making->twin[e] != EP_NONE)
            cfg->edges[e].weight = making->guess.edges[making->twin[e]].weight;
    ep_mem_free(blocks);
    return status;
}

/* A mark on each block's one edge into it. */
static void mark_blocks(struct ep_code_function *function)
{
    for (uint32_t e = 0; e < function->cfg.n_edges; e++)
        function->mark[e] = function->cfg.edges[e].dst >= EP_BLOCK_FIRST
                                ? function->n_marks++
                                : EP_NONE;
}

/* A counter on a branch to where others lead, too, takes a jump as well. */
static int weigh_jumps(struct ep_cfg *cfg)
{
    uint32_t *n_in = ep_mem_zeroed(cfg->n_blocks, sizeof *n_in);

    if (!n_in)
        return EP_ENOMEM;
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        n_in[cfg->edges[e].dst]++;
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        struct ep_edge *edge = &cfg->edges[e];

        if (edge->kind == EP_EDGE_TRUE && n_in[edge->dst] > 1)
            edge->weight *= 2;
    }
    ep_mem_free(n_in);
    return EP_OK;
}

/* Marks on the chords. */
static int mark_chords(const struct ep_code *code,
                       struct ep_code_function *function, uint32_t *inexact)
{
    int status =
        code->weigh ? code->weigh(code->weights, code, function) : EP_OK;

    if (!status)
        status = weigh_jumps(&function->cfg);
    if (!status)
        status = ep_tree_place(&function->cfg, EP_PLACE_TREE, function->mark,
                               &function->n_marks, inexact);
    return status;
}

static int place(struct ep_code *code, struct ep_code_function *function)
{
    uint32_t inexact = 0;
    int status = ep_cfg_finish(&function->cfg, NULL);

    if (status == EP_ENOMEM)
        return status;
    if (!status) {
        function->mark =
            ep_mem_zeroed(function->cfg.n_edges, sizeof *function->mark);
        if (!function->mark)
            return EP_ENOMEM;
        if (code->once)
            mark_blocks(function);
        else
            status = mark_chords(code, function, &inexact);
    }
    if (status == EP_ENOMEM)
        return status;
    /* Each block has but one edge that no counter can be on, and that leads to EXIT: so
     * there is a tree.  Its room may be another function's by now (code_landing.c). */
    if (status || inexact)
        return EP_EFORMAT;
    for (uint32_t e = 0; function->silent && e < function->cfg.n_edges; e++)
        function->mark[e] = EP_NONE;
    if (function->silent)
        function->n_marks = 0;
    function->first_counter = code->n_counters;
    if (ep_code_is_copied(function))
        code->n_counters += function->n_marks;
    return EP_OK;
}

static void add_edges(struct making *making)
{
    uint32_t n = making->function->cfg.n_blocks;

    making->has_cases = has_cases(making);
    add(making, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, EP_EDGE_ENTRY);
    add(making, EP_BLOCK_ENTRY, EP_BLOCK_FIRST, EP_EDGE_FALL, EP_EDGE_FALL);
    for (uint32_t b = EP_BLOCK_FIRST; !making->status && b < n; b++)
        if (making->code->once)
            add_alone(making, b);
        else
            add_block_edges(making, b);
    if (!making->code->once)
        add_arrivals(making);
}

int ep_code_make_graph(struct ep_code *code, struct ep_code_function *function)
{
    struct making making = {.code = code, .function = function};

    ep_cfg_init(&function->cfg);
    ep_cfg_init(&making.guess);
    making.status = make_blocks(&making);
    add_edges(&making);
    if (!making.status)
        making.status = add_lines(&making);
    if (!making.status && !code->once)
        making.status = guess(&making);
    if (!making.status)
        making.status = place(code, function);
    ep_mem_free(making.twin);
    ep_cfg_release(&making.guess);
    return making.status;
}
