/* SPDX-License-Identifier: MIT
 *
 * emit_count.c - bodies: which of their segments are counted, and increments.
 */
#include "emit/emit_body.h"
#include "emit/emit_unit.h"
#include "graph/ahead.h"
#include "graph/derive.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int ep_count_init(struct ep_count *count, struct ep_unit *unit,
                  const char *name, int local)
{
    *count = (struct ep_count){.unit = unit};
    ep_cfg_init(&count->graph);
    count->p = ep_mem_zeroed(1, sizeof *count->p);
    if (!count->p)
        return EP_ENOMEM;
    count->p->local = local;
    count->p->name = ep_mem_dup(name, strlen(name));
    if (count->p->name)
        return EP_OK;
    ep_count_release(count);
    return EP_ENOMEM;
}

void ep_count_release(struct ep_count *count)
{
    if (count->p) {
        ep_mem_free(count->p->name);
        ep_mem_free(count->p->pieces);
        ep_incidence_release(&count->p->out);
        ep_mem_free(count->p->segments);
        ep_mem_free(count->p->marks);
        ep_mem_free(count->p->counters);
        ep_mem_free(count->p->fed);
        ep_mem_free(count->p->slots);
        ep_mem_free(count->p);
    }
    ep_cfg_release(&count->graph);
    *count = (struct ep_count){0};
}

/* ---- segments ------------------------------------------------------------ */

static int no_memory(const struct ep_count *count, struct ep_diag *diag)
{
    return ep_fail(diag, EP_ENOMEM, "%s: out of memory", count->p->name);
}

static int check_mark(const struct ep_unit *unit, uint64_t id,
                      struct ep_diag *diag)
{
    uint64_t function = id >> 32;
    uint32_t mark = (uint32_t)id;

    if (function < unit->n_functions &&
        mark < unit->functions[function]->n_marks)
        return EP_OK;
    return ep_fail(diag, EP_EGRAPH, "no mark has the id 0x%" PRIx64, id);
}

static enum ep_ahead ahead_of(const struct ep_count *count, uint64_t mark)
{
    return (enum ep_ahead)count->unit->ahead[mark >> 32][(uint32_t)mark];
}

int ep_count_begins(const struct ep_count *count, uint64_t mark)
{
    return check_mark(count->unit, mark, NULL) == EP_OK &&
           ahead_of(count, mark) == EP_AHEAD_NOT;
}

/* Room for PIECE and all before it. */
static int grow_pieces(struct ep_count_private *p, uint32_t piece)
{
    while (p->n_pieces <= piece) {
        if (EP_GROW(p->pieces, p->n_pieces, p->pieces_capacity))
            return EP_ENOMEM;
        p->pieces[p->n_pieces++] = (struct ep_piece){.counter = EP_NONE};
    }
    return EP_OK;
}

int ep_count_piece(struct ep_count *count, uint32_t piece, uint64_t weight,
                   uint32_t size)
{
    if (grow_pieces(count->p, piece))
        return EP_ENOMEM;
    count->p->pieces[piece] =
        (struct ep_piece){.weight = weight, .size = size, .counter = EP_NONE};
    return EP_OK;
}

int ep_count_segment(struct ep_count *count, uint32_t piece,
                     const uint64_t *mark, size_t n, struct ep_diag *diag)
{
    struct ep_count_private *p = count->p;
    struct ep_segment segment = {
        .piece = piece, .counter = EP_NONE, .first = p->n_marks, .n = n};

    if (n == 0)
        return ep_fail(diag, EP_EGRAPH, "%s: a segment without marks", p->name);
    if (EP_GROW(p->segments, p->n_segments, p->segments_capacity))
        return no_memory(count, diag);
    for (size_t i = 0; i < n; i++) {
        if (check_mark(count->unit, mark[i], diag))
            return EP_EGRAPH;
        if (EP_GROW(p->marks, p->n_marks + i, p->marks_capacity))
            return no_memory(count, diag);
        p->marks[p->n_marks + i] = mark[i];
    }
    p->n_marks += n;
    p->segments[p->n_segments++] = segment;
    return EP_OK;
}

int ep_count_flush(struct ep_count *count, const uint64_t *mark, size_t n,
                   struct ep_diag *diag)
{
    return ep_count_segment(count, EP_NONE, mark, n, diag);
}

uint32_t ep_count_counter(const struct ep_count *count, uint32_t segment)
{
    return count->p->segments[segment].counter;
}

/* ---- their counters ------------------------------------------------------ */

/* Sort the N in FED and drop those that are added and taken off as often.
 * Returns how many are left. */
static size_t tidy(uint64_t *fed, size_t n)
{
    size_t kept = 0;

    qsort(fed, n, sizeof *fed, ep_body_by_value);
    for (size_t i = 0; i < n;) {
        uint64_t added = fed[i] & ~EP_FED_LESS;
        size_t plus = 0;
        size_t less = 0;

        for (; i < n && fed[i] == added; i++)
            plus++;
        for (; i < n && fed[i] == (added | EP_FED_LESS); i++)
            less++;
        for (size_t k = less; k < plus; k++)
            fed[kept++] = added;
        for (size_t k = plus; k < less; k++)
            fed[kept++] = added | EP_FED_LESS;
    }
    return kept;
}

/* Where the counter of the N marks at FED is or belongs. */
static uint32_t *find_slot(struct ep_count_private *p, uint64_t hash,
                           const uint64_t *fed, size_t n)
{
    size_t mask = p->n_slots - 1;

    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        const struct ep_counter *counter;

        if (p->slots[i] == EP_NONE)
            return &p->slots[i];
        counter = &p->counters[p->slots[i]];
        if (counter->hash == hash && counter->n == n &&
            memcmp(&p->fed[counter->first], fed, n * sizeof *fed) == 0)
            return &p->slots[i];
    }
}

/* At most half of the slots are taken. */
static int grow_slots(struct ep_count *count)
{
    struct ep_count_private *p = count->p;
    size_t wanted = p->n_slots ? p->n_slots * 2 : 16;
    uint32_t *slots;

    if (count->n_counters < p->n_slots / 2)
        return EP_OK;
    slots = ep_mem_zeroed(wanted, sizeof *slots);
    if (!slots)
        return EP_ENOMEM;
    memset(slots, 0xff, wanted * sizeof *slots); /* EP_NONE */
    ep_mem_free(p->slots);
    p->slots = slots;
    p->n_slots = wanted;
    for (uint32_t c = 0; c < count->n_counters; c++) {
        const struct ep_counter *counter = &p->counters[c];

        *find_slot(p, counter->hash, &p->fed[counter->first], counter->n) = c;
    }
    return EP_OK;
}

/* Give SEGMENT the counter of the N marks that stand behind the others' in
 * `fed`, if any is left of them. */
static int find_counter(struct ep_count *count, struct ep_segment *segment,
                        size_t n)
{
    struct ep_count_private *p = count->p;
    struct ep_counter counter = {.hash = EP_HASH_START, .first = p->n_fed};
    uint32_t *slot;

    counter.n = tidy(p->fed + p->n_fed, n);
    if (counter.n == 0)
        return EP_OK;
    counter.hash = ep_hash(counter.hash, &p->fed[counter.first],
                           counter.n * sizeof *p->fed);
    if (grow_slots(count) ||
        EP_GROW(p->counters, count->n_counters, p->counters_capacity))
        return EP_ENOMEM;
    slot = find_slot(p, counter.hash, &p->fed[counter.first], counter.n);
    if (*slot == EP_NONE) {
        *slot = count->n_counters++;
        p->counters[*slot] = counter;
        p->n_fed += counter.n;
    }
    if (segment->piece == EP_NONE)
        p->counters[*slot].late = 1;
    else
        p->pieces[segment->piece].counter = *slot;
    segment->counter = *slot;
    return EP_OK;
}

/* Append the marks of SEGMENT to those behind `fed`, *N of them. */
static int feed(struct ep_count_private *p, const struct ep_segment *segment,
                int less, size_t *n)
{
    for (size_t i = 0; i < segment->n; i++, ++*n) {
        if (EP_GROW(p->fed, p->n_fed + *n, p->fed_capacity))
            return EP_ENOMEM;
        p->fed[p->n_fed + *n] =
            p->marks[segment->first + i] << 1 | (less ? EP_FED_LESS : 0);
    }
    return EP_OK;
}

/* For each segment, those whose marks its counter feeds. */
struct uses {
    uint32_t *first;       /* n_segments + 1 indexes into terms */
    struct ep_term *terms; /* `block`: a segment */
};

static void uses_release(struct uses *uses)
{
    ep_mem_free(uses->first);
    ep_mem_free(uses->terms);
}

/* Turn FOUND, what each piece follows from, round.  OF gives the segments of
 * pieces. */
static int make_uses(const struct ep_count *count,
                     const struct ep_derivation *found, const uint32_t *of,
                     struct uses *out)
{
    size_t n = count->p->n_segments;

    out->first = ep_mem_zeroed(n + 2, sizeof *out->first);
    out->terms = ep_mem_zeroed(found->n_terms, sizeof *out->terms);
    if (!out->first || !out->terms)
        return EP_ENOMEM;
    for (size_t i = 0; i < found->n_terms; i++)
        out->first[of[found->terms[i].block] + 2]++;
    for (size_t s = 1; s < n + 2; s++)
        out->first[s] += out->first[s - 1];
    for (uint32_t b = 0; b < count->graph.n_blocks; b++) {
        for (uint32_t i = found->first[b]; i < found->first[b + 1]; i++) {
            uint32_t by = of[found->terms[i].block];

            out->terms[out->first[by + 1]++] =
                (struct ep_term){.block = of[b], .less = found->terms[i].less};
        }
    }
    return EP_OK;
}

static enum ep_marks marks_of(const struct ep_count *count,
                              const struct ep_segment *segment)
{
    for (size_t i = segment->first; i < segment->first + segment->n; i++) {
        if (ahead_of(count, count->p->marks[i]) != EP_AHEAD_WAY)
            return EP_MARKS_COUNTED;
    }
    return EP_MARKS_SOME;
}

static int find_uses(const struct ep_count *count, struct uses *out)
{
    const struct ep_count_private *p = count->p;
    size_t n = count->graph.n_blocks;
    uint32_t *of = ep_mem_zeroed(n, sizeof *of);
    uint8_t *marked = ep_mem_zeroed(n, sizeof *marked);
    uint64_t *weight = ep_mem_zeroed(n, sizeof *weight);
    struct ep_derivation found = {0};
    int status = of && marked && weight ? EP_OK : EP_ENOMEM;

    for (uint32_t s = 0; s < p->n_segments && !status; s++) {
        uint32_t piece = p->segments[s].piece;

        if (piece == EP_NONE)
            continue;
        of[piece] = s;
        marked[piece] = (uint8_t)marks_of(count, &p->segments[s]);
        weight[piece] = p->pieces[piece].weight;
    }
    if (!status)
        status = ep_derive(&count->graph, marked, weight, &found);
    if (!status)
        status = make_uses(count, &found, of, out);
    ep_derivation_release(&found);
    ep_mem_free(of);
    ep_mem_free(marked);
    ep_mem_free(weight);
    return status;
}

/* Put the marks that a counter of segment S feeds behind `fed`, *N of them.
 * Without USES every segment feeds its own. */
static int feed_all(struct ep_count_private *p, const struct uses *uses,
                    uint32_t s, size_t *n)
{
    int status = EP_OK;

    *n = 0;
    if (!uses->first || p->segments[s].piece == EP_NONE)
        return feed(p, &p->segments[s], 0, n);
    for (uint32_t i = uses->first[s]; i < uses->first[s + 1] && !status; i++)
        status =
            feed(p, &p->segments[uses->terms[i].block], uses->terms[i].less, n);
    return status;
}

/* With place=all everything is counted that can be, so that it can be compared
 * with what is derived. */
static int find_counters(struct ep_count *count)
{
    struct uses uses = {0};
    int status = EP_OK;

    if (count->unit->options->place != EP_PLACE_ALL)
        status = find_uses(count, &uses);
    for (uint32_t s = 0; s < count->p->n_segments && !status; s++) {
        size_t n;

        status = feed_all(count->p, &uses, s, &n);
        if (!status)
            status = find_counter(count, &count->p->segments[s], n);
    }
    uses_release(&uses);
    return status;
}

int ep_count_seal(struct ep_count *count, struct ep_buf *out,
                  struct ep_diag *diag)
{
    int status;

    if (count->p->n_segments == 0)
        return EP_OK;
    status = ep_cfg_finish(&count->graph, diag);
    if (status)
        return status;
    status = grow_pieces(count->p, count->graph.n_blocks - 1);
    if (!status)
        status = find_counters(count);
    if (!status)
        status = ep_cfg_incidence(&count->graph, EP_OUT_EDGES, &count->p->out);
    if (!status && count->n_counters > 0)
        status = ep_body_emit(count, out);
    return status ? no_memory(count, diag) : EP_OK;
}

/* ---- increments ---------------------------------------------------------- */

enum ep_increment ep_count_increment(const struct ep_count *count,
                                     uint32_t segment)
{
    const struct ep_count_private *p = count->p;
    uint32_t piece = p->segments[segment].piece;

    if (piece == EP_NONE)
        return EP_INCREMENT_VALUE;
    if (count->unit->options->threads == EP_THREADS_ATOMIC ||
        !ep_chain_waits(&count->graph, &p->out, p->pieces, piece))
        return EP_INCREMENT_ONE;
    return EP_INCREMENT_NEAR;
}

void ep_emit_increment(const struct ep_count *count, uint32_t counter,
                       enum ep_dialect dialect, enum ep_increment kind,
                       struct ep_buf *out)
{
    const char *percent = dialect == EP_ASM_GCC ? "%%" : "%";
    const char *operand = dialect == EP_ASM_GCC ? "%0" : "$0";
    uint64_t offset = (uint64_t)counter * 8;
    enum ep_threads threads = count->unit->options->threads;

    if (threads == EP_THREADS_ATOMIC)
        ep_buf_text(out, "lock ");
    if (kind == EP_INCREMENT_VALUE)
        ep_buf_printf(out, "addq %s, ", operand);
    else
        ep_buf_text(out, "incq ");
    if (threads == EP_THREADS_PRIVATE)
        ep_buf_printf(out, "%sgs:", percent);
    if (kind == EP_INCREMENT_NEAR)
        ep_buf_printf(out, "%" PRIu64 "(%s)", EDGEPROF_NEAR_BIAS + offset,
                      operand);
    else
        ep_buf_printf(out, "%s+%" PRIu64 "(%srip)", count->symbol, offset,
                      percent);
}
