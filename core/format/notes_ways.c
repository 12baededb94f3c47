/* SPDX-License-Identifier: MIT
 *
 * notes_ways.c - the record of ways through decisions that have marks.
 */
#include "format/notes_place.h"

void ep_notes_write_ways(struct ep_buf *out, const struct ep_function *function)
{
    const struct ep_ways *ways = &function->ways;
    size_t at;

    if (ways->n == 0)
        return;
    at = ep_notes_begin_of(out, EP_NOTE_WAYS, function);
    ep_buf_leb(out, ways->n);
    for (uint32_t i = 0; i < ways->n; i++) {
        int64_t last = 0;

        ep_buf_leb(out, ways->first[i + 1] - ways->first[i]);
        for (uint32_t e = ways->first[i]; e < ways->first[i + 1]; e++) {
            ep_place_put_signed(out, ways->edge[e] - last);
            last = ways->edge[e];
        }
    }
    ep_notes_end(out, at);
}

/* The edges of one way, behind N_EDGES; returns how many there are then. */
static size_t read_way(struct ep_reader *from, uint32_t graph_edges,
                       struct ep_ways *ways, size_t n_edges)
{
    uint32_t n = ep_read_count(from, 1);
    int64_t last = 0;

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        int64_t step = ep_place_get_signed(from);

        if (step < -last || step >= (int64_t)graph_edges - last)
            from->bad = 1;
        else
            ways->edge[n_edges++] = (uint32_t)(last += step);
    }
    return n_edges;
}

/* A copy of one that was read already is passed over. */
int ep_notes_read_ways(struct ep_reader *from, struct ep_function *function)
{
    struct ep_ways *ways = &function->ways;
    uint32_t n = ep_read_count(from, 2); /* its size, and an edge */
    size_t n_edges = 0;

    if (from->bad || function->machine || n > UINT32_MAX - function->n_marks)
        return EP_EFORMAT;
    if (ways->n || n == 0)
        return EP_OK;
    ways->first = ep_mem_zeroed((size_t)n + 1, sizeof *ways->first);
    /* Each edge takes a byte. */
    ways->edge =
        ep_mem_zeroed((size_t)(from->end - from->at), sizeof *ways->edge);
    if (!ways->first || !ways->edge)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n && !from->bad; i++) {
        n_edges = read_way(from, function->cfg.n_edges, ways, n_edges);
        ways->first[i + 1] = (uint32_t)n_edges;
    }
    if (from->bad)
        return EP_EFORMAT;
    ways->n = n;
    function->n_marks += n;
    return EP_OK;
}
