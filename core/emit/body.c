/* SPDX-License-Identifier: MIT
 *
 * body.c - see body.h.
 */
#include "emit/body_private.h"
#include "emit/emit_unit.h"
#include "graph/witness.h"

#include <inttypes.h>
#include <string.h>

static void add_edge(struct ep_body_builder *b, uint32_t src, uint32_t dst,
                     enum ep_edge_kind kind)
{
    if (!b->status)
        b->status = ep_cfg_add_edge(&b->graph, src, dst, kind, 0, 0);
}

struct ep_body_builder *ep_body_new(struct ep_unit *unit, const char *name,
                                    unsigned flags)
{
    struct ep_body_builder *b = ep_mem_zeroed(1, sizeof *b);

    if (!b)
        return NULL;
    b->unit = unit;
    b->flags = flags;
    b->open.block = EP_BLOCK_ENTRY;
    ep_cfg_init(&b->graph);
    add_edge(b, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY);
    b->name = ep_mem_dup(name, strlen(name));
    if (b->name)
        return b;
    ep_body_free(b);
    return NULL;
}

void ep_body_free(struct ep_body_builder *b)
{
    if (!b)
        return;
    ep_cfg_release(&b->graph);
    ep_arena_release(&b->arena);
    ep_mem_free(b->name);
    ep_mem_free(b->open.marks);
    ep_mem_free(b->pieces);
    ep_mem_free(b->segments);
    ep_mem_free(b->marks);
    ep_mem_free(b->statements);
    ep_mem_free(b->witnesses);
    ep_mem_free(b->counters);
    ep_mem_free(b->fed);
    ep_mem_free(b->scopes);
    ep_map_release(&b->scopes_by_place);
    ep_mem_free(b->stops);
    ep_mem_free(b->on_in);
    ep_mem_free(b->on_out);
    ep_mem_free(b);
}

int ep_body_separates(int comes_back, size_t n_before, int can_split)
{
    return !comes_back && n_before > 1 && can_split;
}

/* ---- pieces -------------------------------------------------------------- */

/* Room for the piece BLOCK and all before it. */
static int grow_pieces(struct ep_body_builder *b, uint32_t block)
{
    while (b->n_pieces <= block) {
        if (EP_GROW(b->pieces, b->n_pieces, b->pieces_capacity))
            return EP_ENOMEM;
        b->pieces[b->n_pieces++] = (struct ep_piece){.counter = EP_NONE};
    }
    return EP_OK;
}

/* STATEMENT stands for the N marks in MARK. */
static int add_segment(struct ep_body_builder *b, uint32_t piece,
                       uint32_t statement, const uint64_t *mark, size_t n)
{
    if (EP_GROW(b->segments, b->n_segments, b->segments_capacity))
        return EP_ENOMEM;
    b->segments[b->n_segments] = (struct ep_segment){
        .piece = piece, .counter = EP_NONE, .first = b->n_marks, .n = n};
    for (size_t i = 0; i < n; i++) {
        if (EP_GROW(b->marks, b->n_marks, b->marks_capacity))
            return EP_ENOMEM;
        b->marks[b->n_marks++] = mark[i];
    }
    b->statements[statement] = (uint32_t)b->n_segments++;
    return EP_OK;
}

static void close_piece(struct ep_body_builder *b)
{
    struct ep_open_piece *open = &b->open;

    if (!b->status)
        b->status = grow_pieces(b, open->block);
    if (b->status)
        return;
    b->pieces[open->block] = (struct ep_piece){
        .weight = open->weight,
        .size = b->flags & EP_BODY_UNOPTIMISED ? EP_PIECE_LONG : open->size,
        .counter = EP_NONE};
    if (open->n_marks)
        b->status = add_segment(b, open->block, open->statement, open->marks,
                                open->n_marks);
}

static void open_piece(struct ep_body_builder *b, uint32_t block,
                       uint64_t weight)
{
    b->open.block = block;
    b->open.weight = weight;
    b->open.size = 0;
    b->open.n_marks = 0;
}

/* The block goes on in another piece, behind one that has ended. */
struct cut {
    uint32_t before;
    uint32_t behind;
};

static struct cut cut(struct ep_body_builder *b)
{
    struct cut cut = {.before = b->open.block};

    close_piece(b);
    cut.behind = ep_cfg_add_block(&b->graph);
    open_piece(b, cut.behind, b->open.weight);
    return cut;
}

/* ---- what the adapter meets ---------------------------------------------- */

uint32_t ep_body_add_block(struct ep_body_builder *b)
{
    return ep_cfg_add_block(&b->graph);
}

void ep_body_read_block(struct ep_body_builder *b, uint32_t block,
                        uint64_t weight)
{
    close_piece(b);
    open_piece(b, block, weight);
}

void ep_body_arrive(struct ep_body_builder *b)
{
    add_edge(b, EP_BLOCK_EXIT, b->open.block, EP_EDGE_ARRIVE);
}

static int check_mark(struct ep_body_builder *b, uint64_t id)
{
    uint64_t function = id >> 32;

    if (function < b->unit->n_functions &&
        (uint32_t)id < ep_function_all_counts(b->unit->functions[function]))
        return EP_OK;
    return ep_fail(&b->diag, EP_EGRAPH, "no mark has the id 0x%" PRIx64, id);
}

enum ep_ahead ep_body_ahead(const struct ep_body_builder *b, uint64_t mark)
{
    uint32_t n_marks = b->unit->functions[mark >> 32]->n_marks;
    uint32_t at = (uint32_t)mark;

    if (at >= n_marks)
        at = n_marks + (at - n_marks) / EP_TRIPS_BINS;
    return (enum ep_ahead)b->unit->ahead[mark >> 32][at];
}

/* Room for one more statement, which stands for nothing yet. */
static int add_statement(struct ep_body_builder *b)
{
    if (EP_GROW(b->statements, b->n_statements, b->statements_capacity))
        return EP_ENOMEM;
    if (b->unit->options->trace &&
        EP_GROW(b->witnesses, b->n_statements, b->witnesses_capacity))
        return EP_ENOMEM;
    if (b->unit->options->trace)
        b->witnesses[b->n_statements] = 0;
    b->statements[b->n_statements++] = EP_NONE;
    return EP_OK;
}

static void begin_segment(struct ep_body_builder *b)
{
    struct cut at = cut(b);

    add_edge(b, at.before, at.behind, EP_EDGE_FALL);
}

void ep_body_mark(struct ep_body_builder *b, uint64_t mark)
{
    struct ep_open_piece *open = &b->open;

    if (!b->status)
        b->status = check_mark(b, mark);
    if (b->status)
        return;
    if (open->n_marks && ep_body_ahead(b, mark) == EP_AHEAD_NOT)
        begin_segment(b);
    if (!b->status)
        b->status = add_statement(b);
    if (!b->status)
        b->status = EP_GROW(open->marks, open->n_marks, open->marks_capacity);
    if (b->status)
        return;
    if (b->unit->options->trace)
        b->witnesses[b->n_statements - 1] =
            ep_witness_name(b->unit->functions[mark >> 32]->id, (uint32_t)mark);
    if (open->n_marks == 0)
        open->statement = (uint32_t)b->n_statements - 1;
    open->marks[open->n_marks++] = mark;
}

void ep_body_flush(struct ep_body_builder *b, const uint64_t *mark, size_t n)
{
    for (size_t i = 0; i < n && !b->status; i++)
        b->status = check_mark(b, mark[i]);
    if (!b->status)
        b->status = add_statement(b);
    if (!b->status && n)
        b->status =
            add_segment(b, EP_NONE, (uint32_t)b->n_statements - 1, mark, n);
}

void ep_body_table(struct ep_body_builder *b, uint64_t table)
{
    if (!b->status)
        b->status = check_mark(b, table);
    if (!b->status)
        b->status = add_statement(b);
    if (!b->status)
        b->status =
            add_segment(b, EP_NONE, (uint32_t)b->n_statements - 1, &table, 1);
    if (!b->status)
        b->segments[b->n_segments - 1].is_table = 1;
}

void ep_body_work(struct ep_body_builder *b, enum ep_work work)
{
    if (work != EP_WORK_NONE)
        b->open.size += work == EP_WORK_CALL ? EP_PIECE_LONG : 1;
}

void ep_body_stop(struct ep_body_builder *b, uint32_t scope, uint32_t line,
                  uint32_t column, int is_call, int leaves)
{
    if (scope == EP_NONE || line == 0 || b->status)
        return;
    if (!is_call && b->flags & EP_BODY_MERGED)
        return;
    b->status = EP_GROW(b->stops, b->n_stops, b->stops_capacity);
    if (!b->status)
        b->stops[b->n_stops++] =
            (struct ep_body_stop){.noted = {.scope = scope,
                                            .line = line,
                                            .column = column,
                                            .is_call = is_call,
                                            .correction = EP_NONE},
                                  .piece = b->open.block,
                                  .n_passed = (uint32_t)b->open.n_marks,
                                  .leaves = leaves};
}

static int is_scope(const struct ep_body_scope *a,
                    const struct ep_body_scope *b)
{
    return a->parent == b->parent && a->line == b->line &&
           a->column == b->column;
}

int ep_body_knows(const struct ep_body_builder *b, const char *name)
{
    return ep_unit_find(b->unit, name) != EP_NONE;
}

uint32_t ep_body_scope(struct ep_body_builder *b, uint32_t scope, uint32_t line,
                       uint32_t column, const char *name)
{
    struct ep_body_scope wanted = {scope, line, column,
                                   ep_unit_find(b->unit, name)};
    uint64_t hash = ep_hash_u64(ep_hash_u64(EP_HASH_START, scope),
                                (uint64_t)line << 32 | column);
    size_t cursor = 0;
    uint32_t found;

    while ((found = ep_map_next(&b->scopes_by_place, hash, &cursor)) !=
           EP_NONE) {
        if (!is_scope(&b->scopes[found], &wanted))
            continue;
        if (b->scopes[found].function != wanted.function)
            b->scopes[found].function = EP_NONE;
        return found;
    }
    if (!b->status &&
        (EP_GROW(b->scopes, b->n_scopes, b->scopes_capacity) ||
         ep_map_add(&b->scopes_by_place, hash, (uint32_t)b->n_scopes)))
        b->status = EP_ENOMEM;
    if (b->status)
        return EP_NONE;
    b->scopes[b->n_scopes] = wanted;
    return (uint32_t)b->n_scopes++;
}

void ep_body_leave(struct ep_body_builder *b)
{
    struct cut at = cut(b);

    add_edge(b, at.before, EP_BLOCK_EXIT, EP_EDGE_LEAVE);
    add_edge(b, EP_BLOCK_EXIT, at.behind, EP_EDGE_RETURN);
}

void ep_body_edge(struct ep_body_builder *b, uint32_t to)
{
    add_edge(b, b->open.block, to, EP_EDGE_FALL);
}

/* ---- what becomes of it -------------------------------------------------- */

static int seal(struct ep_body_builder *b, struct ep_buf *out)
{
    int status = ep_cfg_finish(&b->graph, &b->diag);

    if (!status)
        status = grow_pieces(b, b->graph.n_blocks - 1);
    if (!status)
        status = ep_body_count(b);
    b->out = ep_cfg_edges(&b->graph, EP_OUT_EDGES, &b->arena);
    if (!status && b->arena.failed)
        status = EP_ENOMEM;
    if (!status && b->n_counters > 0)
        status = ep_body_note(b, out);
    return status;
}

int ep_body_seal(struct ep_body_builder *b, struct ep_buf *out,
                 struct ep_diag *diag)
{
    close_piece(b);
    if (!b->status && b->n_segments)
        b->status = seal(b, out);
    if (b->status == EP_ENOMEM)
        return ep_fail(diag, b->status, "%s: out of memory", b->name);
    return b->status ? ep_fail(diag, b->status, "%s", b->diag.text) : EP_OK;
}

const char *ep_body_symbol(const struct ep_body_builder *b)
{
    return b->symbol;
}

uint32_t ep_body_n_counters(const struct ep_body_builder *b)
{
    return b->n_counters;
}

static enum ep_increment_kind kind_of(const struct ep_body_builder *b,
                                      uint32_t piece)
{
    if (piece == EP_NONE)
        return EP_INCREMENT_VALUE;
    if (b->unit->options->threads != EP_THREADS_ATOMIC &&
        ep_chain_waits(&b->graph, &b->out, b->pieces, piece))
        return EP_INCREMENT_NEAR;
    return EP_INCREMENT_ONE;
}

/* One of the table that SEGMENT is. */
static struct ep_increment count_in_table(const struct ep_body_builder *b,
                                          const struct ep_segment *segment)
{
    uint64_t table = b->marks[segment->first];
    const struct ep_function *function = b->unit->functions[table >> 32];
    const struct unit_tables *tables = b->unit->tables[table >> 32];
    uint32_t at = (uint32_t)table;
    uint32_t n_marks = (uint32_t)ep_function_all_marks(function);

    if (at >= n_marks)
        return (struct ep_increment){EP_INCREMENT_CELL, at - n_marks,
                                     tables->of_values, 0};
    return (struct ep_increment){EP_INCREMENT_BIN, at - function->n_marks,
                                 tables->of_trips, 0};
}

struct ep_increment ep_body_increment(const struct ep_body_builder *b,
                                      uint32_t statement)
{
    struct ep_increment increment = {EP_INCREMENT_NONE, EP_NONE, NULL, 0};
    const struct ep_segment *segment;

    if (b->status)
        return increment;
    if (b->unit->options->trace)
        increment.witness = b->witnesses[statement];
    if (b->statements[statement] == EP_NONE)
        return increment;
    segment = &b->segments[b->statements[statement]];
    if (segment->is_table)
        return count_in_table(b, segment);
    if (segment->counter == EP_NONE)
        return increment;
    increment.kind = kind_of(b, segment->piece);
    increment.counter = segment->counter;
    increment.symbol = b->symbol;
    return increment;
}

int ep_body_may_add(const struct ep_body_builder *b,
                    struct ep_increment increment)
{
    return (increment.kind == EP_INCREMENT_ONE ||
            increment.kind == EP_INCREMENT_NEAR) &&
           !increment.witness &&
           b->unit->options->threads != EP_THREADS_ATOMIC &&
           !(b->flags & EP_BODY_UNOPTIMISED);
}

void ep_body_increment_text(const struct ep_body_builder *b,
                            struct ep_increment increment,
                            enum ep_dialect dialect, struct ep_buf *out)
{
    const struct ep_arch_increment instruction = {
        increment.kind, b->unit->options->threads, increment.symbol,
        increment.counter};

    if (increment.kind != EP_INCREMENT_NONE)
        ep_arch_increment_text(&instruction, dialect, out);
    if (increment.kind != EP_INCREMENT_NONE && increment.witness)
        ep_buf_text(out, "\n\t");
    if (increment.witness)
        ep_arch_witness_text(increment.witness, dialect, out);
}
