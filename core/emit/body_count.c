/* SPDX-License-Identifier: MIT
 *
 * body_count.c - which segments of a body have a counter, and what it feeds.
 *
 * A counter is added to the counts of marks: it feeds them.  Here each counted
 * segment is given the list of marks that it must feed; equal lists share a
 * counter.  For example, three segments with a mark each:
 *
 *     segment 0: mark 4;  if (...) { segment 1: mark 5 }
 *                         else     { segment 2: mark 6 }
 *
 * 1. ep_derive says which segments are counted, and how the others follow.
 *    Here 0 and 1 are counted, and 2 is 0 less 1.
 * 2. The same, said from the other end: 0 feeds the marks 4 and 6, and 1 feeds
 *    5 and takes off from 6.  A list may hold a mark more than once.
 * 3. What a list both adds and takes off is struck out.  If 5 and 6 were one
 *    mark, as in two copies of one piece of source, nothing would be left of
 *    1's list, and 1 would have no counter.
 * 4. Segments with equal lists get one counter.  A copy of all this elsewhere
 *    in the body, after inlining or unrolling, needs none of its own.
 *
 * A flush feeds its own marks, and nothing follows from it.
 */
#include "base/map.h"
#include "base/order.h"
#include "emit/body_private.h"
#include "emit/emit_unit.h"
#include "graph/derive.h"

#include <string.h>

/* ---- 1. what follows ----------------------------------------------------- */

static enum ep_marks marks_of(const struct ep_body_builder *b,
                              const struct ep_segment *segment)
{
    for (size_t i = segment->first; i < segment->first + segment->n; i++) {
        if (ep_body_ahead(b, b->marks[i]) == EP_AHEAD_NOT)
            return EP_MARKS_COUNTED;
    }
    return EP_MARKS_SOME;
}

/* OF  per piece, the caller's: its segment */
static int derive(const struct ep_body_builder *b, uint32_t *of,
                  struct ep_arena *arena, struct ep_derivation *out)
{
    uint8_t *marked = ep_arena_new(arena, b->n_pieces, sizeof *marked);
    uint64_t *weight = ep_arena_new(arena, b->n_pieces, sizeof *weight);

    if (arena->failed)
        return EP_ENOMEM;
    for (uint32_t s = 0; s < b->n_segments; s++) {
        uint32_t piece = b->segments[s].piece;

        if (piece == EP_NONE)
            continue;
        of[piece] = s;
        marked[piece] = (uint8_t)marks_of(b, &b->segments[s]);
        weight[piece] = b->pieces[piece].weight;
    }
    return ep_derive(&b->graph, marked, weight, out);
}

/* ---- 2. the lists -------------------------------------------------------- */

/* One mark that a segment feeds. */
struct feed {
    uint32_t segment;
    uint64_t mark; /* as in `fed` of the builder */
};

struct feeds {
    struct feed *items;
    size_t n;
    size_t capacity;
};

/* The segment BY feeds the marks of the segment TO. */
static int feed(const struct ep_body_builder *b, uint32_t by, uint32_t to,
                int less, struct feeds *feeds)
{
    const struct ep_segment *segment = &b->segments[to];

    for (size_t i = 0; i < segment->n; i++) {
        uint64_t mark = b->marks[segment->first + i] << 1;

        if (EP_GROW(feeds->items, feeds->n, feeds->capacity))
            return EP_ENOMEM;
        feeds->items[feeds->n++] = (struct feed){
            .segment = by, .mark = mark | (less ? EP_FED_LESS : 0)};
    }
    return EP_OK;
}

static int feed_derived(struct ep_body_builder *b, struct feeds *feeds)
{
    struct ep_arena arena = {0};
    uint32_t *of = ep_arena_new(&arena, b->n_pieces, sizeof *of);
    struct ep_derivation found = {0};
    int status = derive(b, of, &arena, &found);

    for (uint32_t s = 0; s < b->n_segments && !status; s++) {
        uint32_t piece = b->segments[s].piece;

        if (piece == EP_NONE)
            continue;
        for (uint32_t i = found.first[piece];
             i < found.first[piece + 1] && !status; i++)
            status = feed(b, of[found.terms[i].block], s, found.terms[i].less,
                          feeds);
    }
    ep_mem_free(b->on_in);
    ep_mem_free(b->on_out);
    b->on_in = found.on_in;
    b->on_out = found.on_out;
    found.on_in = found.on_out = NULL;
    ep_derivation_release(&found);
    ep_arena_release(&arena);
    return status;
}

/* With place=all every segment is counted, so that it can be compared with what
 * is derived. */
static int feed_all(struct ep_body_builder *b, struct feeds *feeds)
{
    int all = b->unit->options->place == EP_PLACE_ALL;
    int status = all ? EP_OK : feed_derived(b, feeds);

    for (uint32_t s = 0; s < b->n_segments && !status; s++) {
        if ((all || b->segments[s].piece == EP_NONE) &&
            !b->segments[s].is_table)
            status = feed(b, s, s, 0, feeds);
    }
    return status;
}

/* ---- 3. striking out ----------------------------------------------------- */

static int by_segment(const void *left, const void *right)
{
    const struct feed *a = left;
    const struct feed *b = right;

    if (a->segment != b->segment)
        return a->segment < b->segment ? -1 : 1;
    return (a->mark > b->mark) - (a->mark < b->mark);
}

static int add_fed(struct ep_body_builder *b, uint64_t mark, size_t times,
                   struct ep_counter *counter)
{
    for (size_t i = 0; i < times; i++) {
        if (EP_GROW(b->fed, counter->first + counter->n, b->fed_capacity))
            return EP_ENOMEM;
        b->fed[counter->first + counter->n++] = mark;
    }
    return EP_OK;
}

/* Put what is left of the N sorted FEEDS of one segment behind `fed`. */
static int strike_out(struct ep_body_builder *b, const struct feed *feeds,
                      size_t n, struct ep_counter *out)
{
    int status = EP_OK;

    *out = (struct ep_counter){.first = b->n_fed};
    for (size_t i = 0; i < n && !status;) {
        uint64_t added = feeds[i].mark & ~EP_FED_LESS;
        size_t plus = 0;
        size_t less = 0;

        for (; i < n && feeds[i].mark == added; i++)
            plus++;
        for (; i < n && feeds[i].mark == (added | EP_FED_LESS); i++)
            less++;
        if (plus > less)
            status = add_fed(b, added, plus - less, out);
        else
            status = add_fed(b, added | EP_FED_LESS, less - plus, out);
    }
    return status;
}

/* ---- 4. counters --------------------------------------------------------- */

/* The index of the counter that feeds what WANTED does; WANTED's own, if no
 * other has done so yet.  EP_NONE: no memory. */
static uint32_t find_counter(struct ep_body_builder *b, struct ep_map *map,
                             const struct ep_counter *wanted)
{
    size_t size = wanted->n * sizeof *b->fed;
    uint64_t hash = ep_hash(EP_HASH_START, &b->fed[wanted->first], size);
    size_t cursor = 0;
    uint32_t found;

    while ((found = ep_map_next(map, hash, &cursor)) != EP_NONE) {
        const struct ep_counter *counter = &b->counters[found];

        if (counter->n == wanted->n &&
            memcmp(&b->fed[counter->first], &b->fed[wanted->first], size) == 0)
            return found;
    }
    if (EP_GROW(b->counters, b->n_counters, b->counters_capacity) ||
        ep_map_add(map, hash, b->n_counters))
        return EP_NONE;
    b->counters[b->n_counters] = *wanted;
    b->n_fed += wanted->n;
    return b->n_counters++;
}

/* The N sorted FEEDS of SEGMENT are all that it has. */
static int count_segment(struct ep_body_builder *b, struct ep_map *map,
                         struct ep_segment *segment, const struct feed *feeds,
                         size_t n)
{
    struct ep_counter wanted;
    int status = strike_out(b, feeds, n, &wanted);

    if (status || wanted.n == 0)
        return status;
    segment->counter = find_counter(b, map, &wanted);
    if (segment->counter == EP_NONE)
        return EP_ENOMEM;
    if (segment->piece == EP_NONE)
        b->counters[segment->counter].late = 1;
    else
        b->pieces[segment->piece].counter = segment->counter;
    return EP_OK;
}

int ep_body_count(struct ep_body_builder *b)
{
    struct ep_map map = {0};
    struct feeds feeds = {0};
    int status = feed_all(b, &feeds);

    ep_sort(feeds.items, feeds.n, sizeof *feeds.items, by_segment);
    for (size_t i = 0; i < feeds.n && !status;) {
        uint32_t segment = feeds.items[i].segment;
        size_t n = 1;

        while (i + n < feeds.n && feeds.items[i + n].segment == segment)
            n++;
        status =
            count_segment(b, &map, &b->segments[segment], &feeds.items[i], n);
        i += n;
    }
    ep_map_release(&map);
    ep_mem_free(feeds.items);
    return status;
}
