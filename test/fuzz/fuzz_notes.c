/* SPDX-License-Identifier: MIT
 *
 * Sections of notes: any bytes are read or refused; units and functions that
 * were read and are written read as the same; every function can be solved,
 * whatever its marks counted, and no result is above what they allow.
 */
#include "fuzz.h"

#include <edgeprof/abi.h>

#include "format/notes.h"
#include "graph/flow.h"

static void write_notes(const struct ep_notes *notes, struct ep_buf *out)
{
    size_t function = 0;

    for (size_t unit = 0; unit <= notes->n_units; unit++) {
        uint32_t before = unit ? (uint32_t)unit - 1 : EP_NONE;

        if (unit)
            ep_notes_write_unit(out, &notes->units[unit - 1]);
        for (; function < notes->n_functions &&
               notes->functions[function].unit == before;
             function++) {
            ep_notes_write_function(out, &notes->functions[function]);
            ep_notes_write_open(out, &notes->functions[function]);
            ep_notes_write_ways(out, &notes->functions[function]);
        }
    }
    MUST(!out->failed && function == notes->n_functions);
}

static void check_written(const struct ep_notes *notes)
{
    struct ep_buf first = {0}, second = {0};
    struct ep_notes again;

    write_notes(notes, &first);
    MUST(ep_notes_read(first.data, first.size, "again", NULL, &again) == EP_OK);
    MUST(again.n_units == notes->n_units &&
         again.n_functions == notes->n_functions);
    write_notes(&again, &second);
    MUST(first.size == second.size &&
         (!first.size || memcmp(first.data, second.data, first.size) == 0));
    ep_notes_release(&again);
    ep_buf_release(&first);
    ep_buf_release(&second);
}

/* Counts that follow from the function and are of all sizes. */
static uint64_t count_of(const struct ep_function *function, uint32_t mark)
{
    uint64_t hash = ep_hash_u64(function->id, mark);

    return hash % 3 ? hash >> hash % 64 : 0;
}

/* In and out at every block as FLOW says them. */
static uint32_t unbalanced(const struct ep_cfg *cfg, const struct ep_flow *flow)
{
    uint64_t *in = calloc(cfg->n_blocks, sizeof *in);
    uint64_t *out = calloc(cfg->n_blocks, sizeof *out);
    uint32_t n = 0;

    MUST(in && out);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        const struct ep_edge *edge = &cfg->edges[e];

        in[edge->dst] = edgeprof_add(in[edge->dst], flow->edge[e]);
        out[edge->src] = edgeprof_add(out[edge->src], flow->edge[e]);
    }
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        MUST(flow->block[b] == in[b]);
        n += in[b] != out[b];
    }
    free(in);
    free(out);
    return n;
}

/* An edge without a mark lies on a tree: it is fed by the chords into or out of
 * one side of it, each of which ends there twice at most. */
static void check_solved(const struct ep_function *function)
{
    uint64_t *count = calloc((size_t)function->n_marks + 1, sizeof *count);
    uint64_t most = 0;
    struct ep_flow flow;

    MUST(count);
    for (uint32_t i = 0; i < function->n_marks; i++) {
        count[i] = count_of(function, i);
        most = edgeprof_add(most, edgeprof_add(count[i], count[i]));
    }
    MUST(ep_flow_solve(&function->cfg, function->mark, count, function->n_marks,
                       NULL, NULL, &flow) == EP_OK);
    for (uint32_t e = 0; e < function->cfg.n_edges; e++) {
        if (function->mark[e] != EP_NONE)
            MUST(flow.edge[e] == count[function->mark[e]]);
        MUST(flow.edge[e] <= most);
    }
    MUST(unbalanced(&function->cfg, &flow) == flow.n_unbalanced);
    ep_flow_release(&flow);
    free(count);
}

static void check_bodies(const struct ep_notes *notes)
{
    for (size_t i = 0; i < notes->n_bodies; i++) {
        const struct ep_body *body = &notes->bodies[i];

        MUST(!i || notes->bodies[i - 1].address < body->address);
        for (uint32_t f = 0; f < body->first_feed[body->n_counters]; f++) {
            const struct ep_feed *feed = &body->feeds[f];

            MUST(feed->function < notes->n_functions);
            MUST(feed->mark < notes->functions[feed->function].n_marks);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_diag diag = {{0}};
    struct ep_notes notes;
    int status = ep_notes_read(data, size, "input", &diag, &notes);

    MUST(!status == !diag.text[0]);
    if (status)
        return 0;
    check_written(&notes);
    check_bodies(&notes);
    for (size_t i = 0; i < notes.n_functions; i++)
        check_solved(&notes.functions[i]);
    ep_notes_release(&notes);
    return 0;
}
