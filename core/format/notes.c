/* SPDX-License-Identifier: MIT
 *
 * notes.c - the records of units and functions as they are written.
 */
#include "format/notes_place.h"

#include <string.h>

/* ---- write --------------------------------------------------------------- */

static void put_text(struct ep_buf *out, const char *text)
{
    size_t size = text ? strlen(text) : 0;

    ep_buf_leb(out, size);
    if (size)
        ep_buf_add(out, text, size);
}

size_t ep_notes_begin(struct ep_buf *out, enum ep_note_kind kind)
{
    size_t at = out->size;

    ep_buf_u32(out, EP_NOTE_MAGIC);
    ep_buf_u32(out, 0);
    ep_buf_u32(out, kind);
    ep_buf_u32(out, EP_NOTE_VERSION);
    return at;
}

size_t ep_notes_begin_of(struct ep_buf *out, enum ep_note_kind kind,
                         const struct ep_function *function)
{
    size_t at = ep_notes_begin(out, kind);

    ep_buf_u64(out, function->id);
    return at;
}

/* Pad the record that began at AT, and store its size. */
void ep_notes_end(struct ep_buf *out, size_t at)
{
    static const char zeros[8];
    size_t size = out->size - at;

    ep_buf_add(out, zeros, -size & 7);
    size = out->size - at;
    if (size > UINT32_MAX)
        out->failed = 1;
    if (out->failed)
        return;
    for (unsigned i = 0; i < 4; i++)
        out->data[at + 4 + i] = (char)(size >> (8 * i));
}

void ep_notes_write_unit(struct ep_buf *out, const struct ep_unit_note *unit)
{
    size_t at = ep_notes_begin(out, EP_NOTE_UNIT);

    ep_buf_u64(out, unit->id);
    put_text(out, unit->producer);
    put_text(out, unit->source);
    put_text(out, unit->directory);
    put_text(out, unit->options);
    ep_notes_end(out, at);
}

static void put_lines(struct ep_buf *out, const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    struct ep_line last = ep_place_start(function);

    ep_buf_leb(out, cfg->n_lines);
    for (uint32_t i = 0; i < cfg->n_lines; i++)
        ep_place_put(out, &last, &cfg->lines[i]);
}

static void put_branches(struct ep_buf *out, const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    struct ep_line last = ep_place_start(function);

    ep_buf_leb(out, cfg->n_branches);
    for (uint32_t i = 0; i < cfg->n_branches; i++) {
        const struct ep_branch *branch = &cfg->branches[i];
        const struct ep_line line = {branch->block, branch->file,
                                     branch->at.line};

        ep_place_put(out, &last, &line);
        ep_buf_leb(out, branch->at.column);
        ep_place_put_signed(out, (int64_t)branch->decision - i);
    }
}

static void put_cases(struct ep_buf *out, const struct ep_cfg *cfg,
                      uint32_t edge)
{
    const struct ep_case *cases;
    uint32_t n = ep_cfg_cases(cfg, edge, &cases);

    ep_buf_leb(out, n);
    for (uint32_t i = 0; i < n; i++) {
        ep_place_put_signed(out, cases[i].low);
        ep_buf_leb(out, (uint64_t)cases[i].high - (uint64_t)cases[i].low);
    }
}

static void put_edges(struct ep_buf *out, const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    uint32_t last = 0;

    ep_buf_leb(out, cfg->n_edges);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        const struct ep_edge *edge = &cfg->edges[e];
        unsigned bits = edge->kind;

        if (function->mark[e] != EP_NONE)
            bits |= EP_NOTE_COUNTED;
        if (edge->flags & EP_EDGE_NOSPLIT)
            bits |= EP_NOTE_NOSPLIT;
        ep_place_put_signed(out, (int64_t)edge->src - last);
        ep_place_put_signed(out, (int64_t)edge->dst - edge->src);
        ep_buf_leb(out, bits);
        if (edge->kind == EP_EDGE_CASE)
            put_cases(out, cfg, e);
        last = edge->src;
    }
}

void ep_notes_write_function(struct ep_buf *out,
                             const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    size_t at = ep_notes_begin(out, EP_NOTE_FUNCTION);

    ep_buf_u64(out, function->id);
    ep_buf_u64(out, function->hash);
    put_text(out, function->name);
    ep_buf_leb(out, function->flags);
    ep_buf_leb(out, cfg->n_files);
    for (uint32_t i = 0; i < cfg->n_files; i++)
        put_text(out, cfg->files[i]);
    ep_buf_leb(out, function->file);
    ep_buf_leb(out, function->line);
    ep_buf_leb(out, cfg->n_blocks);
    put_lines(out, function);
    put_branches(out, function);
    put_edges(out, function);
    ep_notes_end(out, at);
}

static void release_machine(struct ep_machine *machine)
{
    if (!machine)
        return;
    ep_mem_free(machine->start);
    ep_mem_free(machine->size);
    ep_mem_free(machine->bytes);
    ep_mem_free(machine);
}

void ep_function_release(struct ep_function *function)
{
    ep_mem_free(function->name);
    ep_mem_free(function->mark);
    ep_ways_release(&function->ways);
    ep_mem_free(function->heads);
    ep_mem_free(function->values);
    release_machine(function->machine);
    ep_cfg_release(&function->cfg);
    *function = (struct ep_function){0};
}

void ep_body_release(struct ep_body *body)
{
    ep_mem_free(body->first_feed);
    ep_mem_free(body->feeds);
}

static void unit_release(struct ep_unit_note *unit)
{
    ep_mem_free(unit->producer);
    ep_mem_free(unit->source);
    ep_mem_free(unit->directory);
    ep_mem_free(unit->options);
}

void ep_notes_release(struct ep_notes *notes)
{
    for (size_t i = 0; i < notes->n_units; i++)
        unit_release(&notes->units[i]);
    for (size_t i = 0; i < notes->n_functions; i++)
        ep_function_release(&notes->functions[i]);
    for (size_t i = 0; i < notes->n_bodies; i++)
        ep_body_release(&notes->bodies[i]);
    ep_mem_free(notes->units);
    ep_mem_free(notes->functions);
    ep_mem_free(notes->bodies);
    for (size_t i = 0; i < notes->n_stops; i++)
        ep_stops_release(&notes->stops[i]);
    ep_mem_free(notes->stops);
    for (size_t i = 0; i < notes->n_names; i++)
        ep_mem_free(notes->names[i]);
    ep_mem_free(notes->names);
    ep_targets_release(&notes->targets);
    *notes = (struct ep_notes){0};
}

void ep_notes_write_body(struct ep_buf *out, uint64_t address, uint64_t id,
                         uint32_t n_counters)
{
    size_t at = ep_notes_begin(out, EP_NOTE_BODY);

    ep_buf_u64(out, address);
    ep_buf_u32(out, n_counters);
    ep_buf_u32(out, 1);
    ep_buf_u64(out, id);
    for (uint32_t i = 0; i < n_counters; i++) {
        ep_buf_leb(out, 2); /* one mark */
        ep_buf_leb(out, 0); /* of the only function */
        ep_buf_leb(out, 2 * (uint64_t)i);
    }
    ep_notes_end(out, at);
}
