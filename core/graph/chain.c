/* SPDX-License-Identifier: MIT
 *
 * chain.c - see chain.h.
 */
#include "graph/chain.h"

/* Instructions that are done while an increment waits for the last, and of how
 * many pieces a search keeps a record. */
enum { WAIT = 24, FOUND_MAX = 32 };

/* The pieces found on ways from the increment, in no order. */
struct search {
    uint32_t piece[FOUND_MAX];
    uint32_t size[FOUND_MAX]; /* of the shortest way, with the piece's own */
    int done[FOUND_MAX];      /* bool: gone on from */
    uint32_t n;
};

static void find(struct search *search, uint32_t piece, uint32_t size)
{
    uint32_t i = 0;

    if (size > WAIT)
        return;
    while (i < search->n && search->piece[i] != piece)
        i++;
    if (i == FOUND_MAX || (i < search->n && search->size[i] <= size))
        return;
    search->piece[i] = piece;
    search->size[i] = size;
    search->done[i] = 0;
    if (i == search->n)
        search->n++;
}

/* The nearest that has not been gone on from, or EP_NONE. */
static uint32_t nearest(const struct search *search)
{
    uint32_t best = EP_NONE;

    for (uint32_t i = 0; i < search->n; i++) {
        if (!search->done[i] &&
            (best == EP_NONE || search->size[i] < search->size[best]))
            best = i;
    }
    return best;
}

/* Whether NEXT runs more than 2.13 times as often as FROM.  Twice would leave out what a loop does
 * at even odds: its test runs once more than its passes. */
static int is_far_more(const struct ep_piece *next, const struct ep_piece *from)
{
    return next->weight / 2 - next->weight / 32 > from->weight;
}

int ep_chain_waits(const struct ep_cfg *graph, const struct ep_incidence *out,
                   const struct ep_piece *piece, uint32_t from)
{
    struct search search = {.n = 0};
    uint32_t i;

    find(&search, from, piece[from].size);
    while ((i = nearest(&search)) != EP_NONE) {
        uint32_t at = search.piece[i];

        search.done[i] = 1;
        for (uint32_t k = out->first[at]; k < out->first[at + 1]; k++) {
            uint32_t next = graph->edges[out->edge[k]].dst;

            if (next == EP_BLOCK_EXIT)
                continue;
            if (piece[next].counter == piece[from].counter)
                return 1;
            if (!is_far_more(&piece[next], &piece[from]))
                find(&search, next, search.size[i] + piece[next].size);
        }
    }
    return 0;
}
