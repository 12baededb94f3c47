/* SPDX-License-Identifier: MIT
 *
 * body_note.c - a body's counters and the note of what they feed, as text.
 */
#include "emit/body_private.h"
#include "emit/emit_asm.h"
#include "emit/emit_unit.h"
#include "format/dump.h"

#include "edgeprof/abi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the counters feed, in terms that every unit shares: the same body in two
 * units gives the same layout though the units number functions differently. */
struct layout {
    uint64_t *ids; /* distinct, sorted */
    uint32_t n_ids;
    struct ep_feed *feeds; /* parallel to `fed`; `function` indexes ids */
};

static void layout_release(struct layout *layout)
{
    ep_mem_free(layout->ids);
    ep_mem_free(layout->feeds);
}

static int by_feed(const void *left, const void *right)
{
    const struct ep_feed *a = left;
    const struct ep_feed *b = right;

    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    if (a->mark != b->mark)
        return a->mark < b->mark ? -1 : 1;
    return a->less - b->less;
}

static uint64_t mark_function_id(const struct ep_body_builder *b, uint64_t fed)
{
    return b->unit->functions[fed >> 33]->id;
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

static uint32_t distinct(uint64_t *values, size_t n)
{
    size_t kept = 0;

    if (n == 0)
        return 0;
    qsort(values, n, sizeof *values, by_value);
    for (size_t i = 1; i < n; i++) {
        if (values[i] != values[kept])
            values[++kept] = values[i];
    }
    return (uint32_t)kept + 1;
}

static int make_layout(const struct ep_body_builder *b, struct layout *out)
{
    *out =
        (struct layout){.ids = ep_mem_zeroed(b->n_fed, sizeof *out->ids),
                        .feeds = ep_mem_zeroed(b->n_fed, sizeof *out->feeds)};
    if (!out->ids || !out->feeds) {
        layout_release(out);
        return EP_ENOMEM;
    }
    for (size_t i = 0; i < b->n_fed; i++)
        out->ids[i] = mark_function_id(b, b->fed[i]);
    out->n_ids = distinct(out->ids, b->n_fed);
    for (size_t i = 0; i < b->n_fed; i++) {
        uint64_t id = mark_function_id(b, b->fed[i]);
        const uint64_t *at =
            bsearch(&id, out->ids, out->n_ids, sizeof id, by_value);

        out->feeds[i] =
            (struct ep_feed){.function = (uint32_t)(at - out->ids),
                             .mark = (uint32_t)(b->fed[i] >> 1),
                             .less = (b->fed[i] & EP_FED_LESS) != 0};
    }
    for (uint32_t c = 0; c < b->n_counters; c++)
        qsort(&out->feeds[b->counters[c].first], b->counters[c].n,
              sizeof *out->feeds, by_feed);
    return EP_OK;
}

/* The record of a body, from behind the counters' address on. */
static void put_layout(const struct ep_body_builder *b,
                       const struct layout *layout, struct ep_buf *out)
{
    static const char zeros[8];

    ep_buf_u32(out, b->n_counters);
    ep_buf_u32(out, layout->n_ids);
    for (uint32_t i = 0; i < layout->n_ids; i++)
        ep_buf_u64(out, layout->ids[i]);
    for (uint32_t c = 0; c < b->n_counters; c++) {
        const struct ep_counter *counter = &b->counters[c];

        ep_buf_leb(out, 2 * counter->n + (counter->late != 0));
        for (size_t i = counter->first; i < counter->first + counter->n; i++) {
            ep_buf_leb(out, layout->feeds[i].function);
            ep_buf_leb(out, 2 * (uint64_t)layout->feeds[i].mark +
                                (layout->feeds[i].less != 0));
        }
    }
    ep_buf_add(out, zeros, -out->size & 7);
}

#define COUNTERS "__edgeprof_c_" /* what their symbol begins with */

static void name_counters(struct ep_body_builder *b,
                          const struct ep_buf *layout,
                          const struct ep_buf *stops)
{
    uint64_t hash = ep_unit_hash_text(EP_HASH_START, b->name);

    if (b->flags & EP_BODY_LOCAL)
        hash = ep_hash_u64(hash, b->unit->note.id);
    hash = ep_hash(hash, layout->data, layout->size);
    hash = ep_hash(hash, stops->data, stops->size);
    (void)snprintf(b->symbol, sizeof b->symbol, COUNTERS "%016" PRIx64, hash);
}

/* A record of KIND, whose body is the address of SYMBOL and TEXT. */
static void put_record(enum ep_note_kind kind, const char *symbol,
                       const struct ep_buf *text, struct ep_buf *out)
{
    struct ep_buf head = {0};

    ep_buf_u32(&head, EP_NOTE_MAGIC);
    ep_buf_u32(&head, (uint32_t)(text->size + 24));
    ep_buf_u32(&head, kind);
    ep_buf_u32(&head, EP_NOTE_VERSION);
    ep_asm_bytes(out, head.data, head.size);
    ep_buf_printf(out, "\t.quad %s\n", symbol);
    ep_asm_bytes(out, text->data, text->size);
    if (head.failed)
        out->failed = 1;
    ep_buf_release(&head);
}

/* A word that says which body's counters come next in their section.  Without a
 * runtime nobody else tells what program they are of. */
static void put_id(const char *symbol, struct ep_buf *out)
{
    ep_asm_section(out, EDGEPROF_IDS_SECTION, "aG", "progbits", symbol);
    ep_buf_printf(out, "\t.quad 0x%s\n", symbol + sizeof COUNTERS - 1);
    ep_asm_end_section(out);
}

static void put_body(const struct ep_body_builder *b,
                     const struct ep_buf *layout, const struct ep_buf *stops,
                     struct ep_buf *out)
{
    const char *symbol = b->symbol;

    ep_asm_begin(out, symbol);
    ep_asm_section(out, EDGEPROF_COUNTERS_SECTION, "awG", "nobits", symbol);
    ep_asm_define(out, symbol, "object", (size_t)b->n_counters * 8);
    ep_buf_printf(out, "\t.zero %" PRIu64 "\n", (uint64_t)b->n_counters * 8);
    ep_asm_end_section(out);
    if (b->unit->options->no_runtime)
        put_id(symbol, out);
    ep_asm_section(out, EDGEPROF_NOTES_SECTION, "GR", "progbits", symbol);
    put_record(EP_NOTE_BODY, symbol, layout, out);
    if (stops->size)
        put_record(EP_NOTE_STOPS, symbol, stops, out);
    ep_asm_end_section(out);
    ep_asm_end(out);
}

static void show_counter(const struct ep_counter *counter, const uint64_t *fed,
                         uint32_t *first, struct ep_feed *feeds)
{
    *first = (uint32_t)counter->first;
    for (size_t i = counter->first; i < counter->first + counter->n; i++)
        feeds[i] = (struct ep_feed){.function = (uint32_t)(fed[i] >> 33),
                                    .mark = (uint32_t)(fed[i] >> 1),
                                    .less = (fed[i] & EP_FED_LESS) != 0,
                                    .late = counter->late};
}

/* Shallow copies make the unit's functions an array, as a dump wants them. */
static void show_body(const struct ep_body_builder *b)
{
    const struct ep_unit *unit = b->unit;
    struct ep_function *functions =
        ep_mem_zeroed(unit->n_functions, sizeof *functions);
    uint32_t *first = ep_mem_zeroed((size_t)b->n_counters + 1, sizeof *first);
    struct ep_feed *feeds = ep_mem_zeroed(b->n_fed, sizeof *feeds);
    struct ep_notes notes = {.functions = functions,
                             .n_functions = unit->n_functions};
    struct ep_body body = {
        .n_counters = b->n_counters, .first_feed = first, .feeds = feeds};
    struct ep_buf text = {0};

    if (functions && first && feeds) {
        for (size_t i = 0; i < unit->n_functions; i++)
            functions[i] = *unit->functions[i];
        for (uint32_t c = 0; c < b->n_counters; c++)
            show_counter(&b->counters[c], b->fed, &first[c], feeds);
        first[b->n_counters] = (uint32_t)b->n_fed;
        ep_buf_printf(&text, "%s: ", b->name);
        ep_dump_body(&notes, &body, &text);
    }
    ep_unit_show(&text);
    ep_mem_free(functions);
    ep_mem_free(first);
    ep_mem_free(feeds);
}

int ep_body_note(struct ep_body_builder *b, struct ep_buf *out)
{
    struct ep_buf text = {0}, stops = {0};
    struct layout layout;
    int status;

    if (make_layout(b, &layout))
        return EP_ENOMEM;
    put_layout(b, &layout, &text);
    if (ep_body_put_stops(b, &stops))
        text.failed = 1;
    if (!text.failed) {
        name_counters(b, &text, &stops);
        put_body(b, &text, &stops, out);
        if (b->unit->options->dump & EP_DUMP_NOTES)
            show_body(b);
    }
    status = text.failed || out->failed ? EP_ENOMEM : EP_OK;
    ep_buf_release(&text);
    ep_buf_release(&stops);
    layout_release(&layout);
    return status;
}
