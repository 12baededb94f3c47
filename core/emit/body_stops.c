/* SPDX-License-Identifier: MIT
 *
 * body_stops.c - where frames of a body may stand, and what they then have too much.
 *
 * A frame that ended in the middle of a body counts as one that went on (derive.h).  For
 * each place where it may have ended, that is found by following it:
 *
 * 1. In each function that it was in, inlined ones and those that they are inlined in,
 *    there is a block that it had come to and not left (ep_cfg_find_stand), unless it was
 *    in a call that ends the block: then it has left it.
 * 2. In the body, it has passed some marks of its piece and not the others, which the
 *    piece's counter counts as well; and not those of the piece that is taken to go on from
 *    there, nor those of the next.
 *
 * Both are its correction.  A place is known by what the debug information says of an
 * instruction: line, column, and those of the calls that it was inlined by.  Where one place
 * has several corrections, as in a loop that is unrolled, it is left out.
 */
#include "base/order.h"
#include "emit/body_private.h"
#include "emit/emit_unit.h"
#include "format/notes_place.h"

#include <string.h>

/* A correction of more is left out, as are scopes that are deeper. */
enum { MOST_BLOCKS = 64, MOST_MARKS = 64 };

struct pair {
    uint32_t function; /* of the unit */
    uint32_t number;
    uint64_t behind; /* of a block: its lines that had not begun */
};

struct correction {
    struct pair blocks[MOST_BLOCKS], marks[MOST_MARKS];
    uint32_t n_blocks, n_marks;
};

struct stops {
    struct ep_body_builder *b;
    uint32_t *segment; /* per piece: its own, or EP_NONE */
    struct ep_arena arena;
    struct ep_buf texts; /* of the corrections, one behind the other */
    size_t *ends;        /* of each */
    size_t n;
    size_t capacity;
    struct ep_map by_text;
    uint32_t *functions; /* of the unit, in the record's order */
    size_t n_functions;
    size_t functions_capacity;
    uint32_t *number; /* per function of the unit: its index there, plus 1 */
};

/* ---- 1. blocks ----------------------------------------------------------- */

static int find_blocks(const struct ep_body_builder *b,
                       const struct ep_body_stop *stop, struct correction *out)
{
    uint32_t line = stop->noted.line, column = stop->noted.column;
    int is_call = stop->noted.is_call;

    for (uint32_t s = stop->noted.scope; s != EP_NONE;) {
        const struct ep_body_scope *scope = &b->scopes[s];
        const struct ep_stand *stand;

        if (scope->function == EP_NONE || out->n_blocks == MOST_BLOCKS)
            return 0;
        stand = ep_cfg_find_stand(&b->unit->functions[scope->function]->cfg,
                                  line, column, is_call);
        if (!stand)
            return 0;
        if (!stand->leaves)
            out->blocks[out->n_blocks++] =
                (struct pair){scope->function, stand->block, stand->behind};
        line = scope->line;
        column = scope->column;
        is_call = 1;
        s = scope->parent;
    }
    return 1;
}

/* ---- 2. marks ------------------------------------------------------------ */

static int add_marks(const struct stops *s, uint32_t piece, size_t from,
                     struct correction *out)
{
    uint32_t index = s->segment[piece];
    const struct ep_segment *segment;

    if (index == EP_NONE)
        return 1;
    segment = &s->b->segments[index];
    for (size_t i = from; i < segment->n; i++) {
        uint64_t mark = s->b->marks[segment->first + i];

        if (out->n_marks == MOST_MARKS)
            return 0;
        out->marks[out->n_marks++] =
            (struct pair){(uint32_t)(mark >> 32), (uint32_t)mark, 0};
    }
    return 1;
}

static int find_marks(const struct stops *s, const struct ep_body_stop *stop,
                      struct correction *out)
{
    const struct ep_body_builder *b = s->b;
    int behind = stop->n_passed > 0 || s->segment[stop->piece] == EP_NONE;
    uint32_t next = EP_NONE;

    if (stop->leaves)
        return 1;
    if (behind && !add_marks(s, stop->piece, stop->n_passed, out))
        return 0;
    if (b->on_in)
        next = behind ? b->on_out[stop->piece] : b->on_in[stop->piece];
    while (next != EP_NONE) {
        if (!add_marks(s, next, 0, out) || out->n_marks == MOST_MARKS)
            return 0;
        next = b->on_out[next];
    }
    return 1;
}

/* ---- the same corrections once ------------------------------------------- */

static int by_pair(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;

    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->behind > b->behind) - (a->behind < b->behind);
}

/* The number of FUNCTION in the record; EP_NONE: no memory. */
static uint32_t number_of(struct stops *s, uint32_t function)
{
    if (!s->number[function]) {
        if (EP_GROW(s->functions, s->n_functions, s->functions_capacity))
            return EP_NONE;
        s->functions[s->n_functions++] = function;
        s->number[function] = (uint32_t)s->n_functions;
    }
    return s->number[function] - 1;
}

static int put_pairs(struct stops *s, struct pair *pairs, uint32_t n,
                     int are_blocks, struct ep_buf *out)
{
    ep_sort(pairs, n, sizeof *pairs, by_pair);
    ep_buf_leb(out, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t function = number_of(s, pairs[i].function);

        if (function == EP_NONE)
            return EP_ENOMEM;
        ep_buf_leb(out, function);
        ep_buf_leb(out, pairs[i].number);
        if (are_blocks)
            ep_buf_leb(out, pairs[i].behind);
    }
    return out->failed ? EP_ENOMEM : EP_OK;
}

static size_t start_of(const struct stops *s, uint32_t i)
{
    return i ? s->ends[i - 1] : 0;
}

/* The number of the correction in TEXT, which is one of no frame if EMPTY. */
static int find_number(struct stops *s, const struct ep_buf *text,
                       uint32_t *out)
{
    uint64_t hash = ep_hash(EP_HASH_START, text->data, text->size);
    size_t cursor = 0;

    while ((*out = ep_map_next(&s->by_text, hash, &cursor)) != EP_NONE) {
        size_t at = start_of(s, *out);

        if (s->ends[*out] - at == text->size &&
            memcmp(s->texts.data + at, text->data, text->size) == 0) {
            ++*out;
            return EP_OK;
        }
    }
    ep_buf_add(&s->texts, text->data, text->size);
    if (s->texts.failed || EP_GROW(s->ends, s->n, s->capacity) ||
        ep_map_add(&s->by_text, hash, (uint32_t)s->n))
        return EP_ENOMEM;
    s->ends[s->n++] = s->texts.size;
    *out = (uint32_t)s->n;
    return EP_OK;
}

static int correct(struct stops *s, struct ep_body_stop *stop)
{
    struct correction correction = {.n_blocks = 0};
    struct ep_buf text = {0};
    int status;

    if (!find_blocks(s->b, stop, &correction) ||
        !find_marks(s, stop, &correction))
        return EP_OK;
    stop->noted.correction = 0;
    if (!correction.n_blocks && !correction.n_marks)
        return EP_OK;
    status = put_pairs(s, correction.blocks, correction.n_blocks, 1, &text);
    if (!status)
        status = put_pairs(s, correction.marks, correction.n_marks, 0, &text);
    if (!status)
        status = find_number(s, &text, &stop->noted.correction);
    ep_buf_release(&text);
    return status;
}

/* ---- the record ---------------------------------------------------------- */

/* What differs is not known. */
static void join(void *kept, void *other)
{
    struct ep_stop *to = kept;

    if (to->correction != ((const struct ep_stop *)other)->correction)
        to->correction = EP_NONE;
}

static int by_group(const void *left, const void *right)
{
    const struct ep_stop *a = left, *b = right;

    if (a->scope != b->scope)
        return a->scope < b->scope ? -1 : 1;
    if (a->correction != b->correction)
        return a->correction < b->correction ? -1 : 1;
    if (a->is_call != b->is_call)
        return a->is_call - b->is_call;
    return ep_stop_order(left, right);
}

static int same_group(const struct ep_body_stop *left,
                      const struct ep_body_stop *right)
{
    const struct ep_stop *a = &left->noted, *b = &right->noted;

    return a->scope == b->scope && a->correction == b->correction &&
           a->is_call == b->is_call;
}

static void put_group(const struct ep_body_stop *stops, size_t n,
                      struct ep_buf *out)
{
    uint32_t line = 0;

    ep_buf_leb(out, stops->noted.scope);
    ep_buf_leb(out, 2 * (uint64_t)stops->noted.correction +
                        (stops->noted.is_call != 0));
    ep_buf_leb(out, n);
    for (size_t i = 0; i < n; i++) {
        ep_place_put_signed(out, (int64_t)stops[i].noted.line - line);
        ep_buf_leb(out, stops[i].noted.column);
        line = stops[i].noted.line;
    }
}

static void put_groups(const struct ep_body_stop *stops, size_t n,
                       struct ep_buf *out)
{
    size_t n_groups = 0;

    for (size_t i = 0; i < n; i++)
        n_groups += i == 0 || !same_group(&stops[i - 1], &stops[i]);
    ep_buf_leb(out, n_groups);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && same_group(&stops[i], &stops[end]);)
            end++;
        put_group(&stops[i], end - i, out);
    }
}

static void put_record(const struct stops *s, size_t n, struct ep_buf *out)
{
    static const char zeros[8];
    const struct ep_body_builder *b = s->b;
    size_t size = strlen(b->name);

    ep_buf_leb(out,
               (b->flags & EP_BODY_UNOPTIMISED ? EP_STOPS_UNOPTIMISED : 0) |
                   (b->flags & EP_BODY_MERGED ? EP_STOPS_MERGED : 0));
    ep_buf_leb(out, size);
    ep_buf_add(out, b->name, size);
    ep_buf_u32(out, (uint32_t)s->n_functions);
    for (size_t i = 0; i < s->n_functions; i++)
        ep_buf_u64(out, b->unit->functions[s->functions[i]]->id);
    ep_buf_leb(out, s->n);
    ep_buf_add(out, s->texts.data, s->texts.size);
    ep_buf_leb(out, b->n_scopes - 1);
    for (size_t i = 1; i < b->n_scopes; i++) {
        ep_buf_leb(out, b->scopes[i].parent);
        ep_buf_leb(out, b->scopes[i].line);
        ep_buf_leb(out, b->scopes[i].column);
    }
    put_groups(b->stops, n, out);
    ep_buf_add(out, zeros, -out->size & 7);
}

/* Those that are known, in the record's order. */
static size_t sort_stops(struct ep_body_builder *b)
{
    size_t n =
        ep_fold(b->stops, b->n_stops, sizeof *b->stops, ep_stop_order, join);
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (b->stops[i].noted.correction != EP_NONE)
            b->stops[kept++] = b->stops[i];
    ep_sort(b->stops, kept, sizeof *b->stops, by_group);
    return kept;
}

int ep_body_put_stops(struct ep_body_builder *b, struct ep_buf *out)
{
    struct stops s = {.b = b};
    int status = EP_OK;
    size_t n = 0;

    if (b->n_stops == 0)
        return EP_OK;
    s.segment = ep_arena_new(&s.arena, b->n_pieces, sizeof *s.segment);
    s.number = ep_arena_new(&s.arena, b->unit->n_functions, sizeof *s.number);
    if (s.arena.failed)
        status = EP_ENOMEM;
    for (size_t i = 0; !status && i < b->n_pieces; i++)
        s.segment[i] = EP_NONE;
    for (uint32_t i = 0; !status && i < b->n_segments; i++)
        if (b->segments[i].piece != EP_NONE)
            s.segment[b->segments[i].piece] = i;
    for (size_t i = 0; !status && i < b->n_stops; i++)
        status = correct(&s, &b->stops[i]);
    if (!status)
        n = sort_stops(b);
    if (n)
        put_record(&s, n, out);
    ep_arena_release(&s.arena);
    ep_buf_release(&s.texts);
    ep_mem_free(s.ends);
    ep_map_release(&s.by_text);
    ep_mem_free(s.functions);
    return status || out->failed ? EP_ENOMEM : EP_OK;
}
