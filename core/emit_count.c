/* SPDX-License-Identifier: MIT
 *
 * emit_count.c - bodies: their counters, what those feed, and increments.
 */
#include "dump.h"
#include "emit.h"
#include "emit_asm.h"
#include "emit_unit.h"

#include "edgeprof/abi.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    uint64_t hash;
    size_t first; /* into `marks` */
    size_t n;
    int late;
};

struct ep_count_private {
    char *name;
    int local;
    struct counter *counters;
    size_t counters_capacity;
    uint64_t *marks; /* of all counters, sorted within each */
    size_t n_marks;
    size_t marks_capacity;
    uint32_t *slots; /* open addressing; counter or EP_NONE; size 2^k */
    size_t n_slots;
};

int ep_count_init(struct ep_count *count, struct ep_unit *unit,
                  const char *name, int local)
{
    *count = (struct ep_count){.unit = unit};
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
        ep_mem_free(count->p->counters);
        ep_mem_free(count->p->marks);
        ep_mem_free(count->p->slots);
        ep_mem_free(count->p);
    }
    *count = (struct ep_count){0};
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

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

/* Where the counter of the N marks at MARK is or belongs. */
static uint32_t *find_slot(struct ep_count_private *p, uint64_t hash,
                           const uint64_t *mark, size_t n)
{
    size_t mask = p->n_slots - 1;

    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        const struct counter *counter;

        if (p->slots[i] == EP_NONE)
            return &p->slots[i];
        counter = &p->counters[p->slots[i]];
        if (counter->hash == hash && counter->n == n &&
            memcmp(&p->marks[counter->first], mark, n * sizeof *mark) == 0)
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
        const struct counter *counter = &p->counters[c];

        *find_slot(p, counter->hash, &p->marks[counter->first], counter->n) = c;
    }
    return EP_OK;
}

int ep_count_segment(struct ep_count *count, const uint64_t *mark, size_t n,
                     int late, struct ep_diag *diag, uint32_t *out)
{
    struct ep_count_private *p = count->p;
    struct counter counter = {.hash = EP_HASH_START, .first = p->n_marks};
    uint32_t *slot;

    for (; counter.n < n; counter.n++) {
        if (check_mark(count->unit, mark[counter.n], diag))
            return EP_EGRAPH;
        if (EP_GROW(p->marks, p->n_marks + counter.n, p->marks_capacity))
            return ep_fail(diag, EP_ENOMEM, "%s: out of memory", p->name);
        p->marks[p->n_marks + counter.n] = mark[counter.n];
    }
    if (n == 0)
        return ep_fail(diag, EP_EGRAPH, "%s: a segment without marks", p->name);
    qsort(&p->marks[counter.first], n, sizeof *p->marks, by_value);
    counter.hash =
        ep_hash(counter.hash, &p->marks[counter.first], n * sizeof *p->marks);
    if (grow_slots(count) ||
        EP_GROW(p->counters, count->n_counters, p->counters_capacity))
        return ep_fail(diag, EP_ENOMEM, "%s: out of memory", p->name);
    slot = find_slot(p, counter.hash, &p->marks[counter.first], n);
    if (*slot == EP_NONE) {
        *slot = count->n_counters++;
        p->counters[*slot] = counter;
        p->n_marks += n;
    }
    p->counters[*slot].late |= late;
    *out = *slot;
    return EP_OK;
}

/* ---- a body: its note ---------------------------------------------------- */

/* What the counters feed, in terms that every unit shares: the same body in two
 * units gives the same layout though the units number functions differently. */
struct layout {
    uint64_t *ids; /* distinct, sorted */
    uint32_t n_ids;
    struct ep_feed *feeds; /* parallel to `marks`; `function` indexes ids */
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
    return (a->mark > b->mark) - (a->mark < b->mark);
}

static uint64_t mark_function_id(const struct ep_count *count, uint64_t mark)
{
    return count->unit->functions[mark >> 32]->id;
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

static int make_layout(const struct ep_count *count, struct layout *out)
{
    const struct ep_count_private *p = count->p;

    *out =
        (struct layout){.ids = ep_mem_zeroed(p->n_marks, sizeof *out->ids),
                        .feeds = ep_mem_zeroed(p->n_marks, sizeof *out->feeds)};
    if (!out->ids || !out->feeds) {
        layout_release(out);
        return EP_ENOMEM;
    }
    for (size_t i = 0; i < p->n_marks; i++)
        out->ids[i] = mark_function_id(count, p->marks[i]);
    out->n_ids = distinct(out->ids, p->n_marks);
    for (size_t i = 0; i < p->n_marks; i++) {
        uint64_t id = mark_function_id(count, p->marks[i]);
        const uint64_t *at =
            bsearch(&id, out->ids, out->n_ids, sizeof id, by_value);

        out->feeds[i] = (struct ep_feed){.function = (uint32_t)(at - out->ids),
                                         .mark = (uint32_t)p->marks[i]};
    }
    for (uint32_t c = 0; c < count->n_counters; c++)
        qsort(&out->feeds[p->counters[c].first], p->counters[c].n,
              sizeof *out->feeds, by_feed);
    return EP_OK;
}

/* The record of a body, from behind the counters' address on. */
static void put_layout(const struct ep_count *count,
                       const struct layout *layout, struct ep_buf *out)
{
    static const char zeros[8];

    ep_buf_u32(out, count->n_counters);
    ep_buf_u32(out, layout->n_ids);
    for (uint32_t i = 0; i < layout->n_ids; i++)
        ep_buf_u64(out, layout->ids[i]);
    for (uint32_t c = 0; c < count->n_counters; c++) {
        const struct counter *counter = &count->p->counters[c];

        ep_buf_leb(out, 2 * counter->n + (counter->late != 0));
        for (size_t i = counter->first; i < counter->first + counter->n; i++) {
            ep_buf_leb(out, layout->feeds[i].function);
            ep_buf_leb(out, layout->feeds[i].mark);
        }
    }
    ep_buf_add(out, zeros, -out->size & 7);
}

static void name_counters(struct ep_count *count, const struct ep_buf *layout)
{
    uint64_t hash = ep_unit_hash_text(EP_HASH_START, count->p->name);

    if (count->p->local)
        hash = ep_hash_u64(hash, count->unit->note.id);
    hash = ep_hash(hash, layout->data, layout->size);
    (void)snprintf(count->symbol, sizeof count->symbol,
                   "__edgeprof_c_%016" PRIx64, hash);
}

static void put_body(const struct ep_count *count, const struct ep_buf *layout,
                     struct ep_buf *out)
{
    const char *symbol = count->symbol;
    struct ep_buf head = {0};

    ep_buf_u32(&head, EP_NOTE_MAGIC);
    ep_buf_u32(&head, (uint32_t)(layout->size + 24));
    ep_buf_u32(&head, EP_NOTE_BODY);
    ep_buf_u32(&head, EP_NOTE_VERSION);

    ep_asm_begin(out, symbol);
    ep_asm_section(out, EDGEPROF_COUNTERS_SECTION, "awG", "nobits", symbol);
    ep_asm_define(out, symbol, "object", (size_t)count->n_counters * 8);
    ep_buf_printf(out, "\t.zero %" PRIu64 "\n",
                  (uint64_t)count->n_counters * 8);
    ep_asm_end_section(out);
    ep_asm_section(out, EDGEPROF_NOTES_SECTION, "GR", "progbits", symbol);
    ep_asm_bytes(out, head.data, head.size);
    ep_buf_printf(out, "\t.quad %s\n", symbol);
    ep_asm_bytes(out, layout->data, layout->size);
    ep_asm_end_section(out);
    ep_asm_end(out);
    if (head.failed)
        out->failed = 1;
    ep_buf_release(&head);
}

static void show_counter(const struct counter *counter, const uint64_t *marks,
                         uint32_t *first, struct ep_feed *feeds)
{
    *first = (uint32_t)counter->first;
    for (size_t i = counter->first; i < counter->first + counter->n; i++)
        feeds[i] = (struct ep_feed){(uint32_t)(marks[i] >> 32),
                                    (uint32_t)marks[i], counter->late};
}

/* Shallow copies make the unit's functions an array, as a dump wants them. */
static void show_body(const struct ep_count *count)
{
    const struct ep_unit *unit = count->unit;
    const struct ep_count_private *p = count->p;
    struct ep_function *functions =
        ep_mem_zeroed(unit->n_functions, sizeof *functions);
    uint32_t *first =
        ep_mem_zeroed((size_t)count->n_counters + 1, sizeof *first);
    struct ep_feed *feeds = ep_mem_zeroed(p->n_marks, sizeof *feeds);
    struct ep_notes notes = {.functions = functions,
                             .n_functions = unit->n_functions};
    struct ep_body body = {
        .n_counters = count->n_counters, .first_feed = first, .feeds = feeds};
    struct ep_buf text = {0};

    if (functions && first && feeds) {
        for (size_t i = 0; i < unit->n_functions; i++)
            functions[i] = *unit->functions[i];
        for (uint32_t c = 0; c < count->n_counters; c++)
            show_counter(&p->counters[c], p->marks, &first[c], feeds);
        first[count->n_counters] = (uint32_t)p->n_marks;
        ep_buf_printf(&text, "%s: ", p->name);
        ep_dump_body(&notes, &body, &text);
    }
    ep_unit_show(&text);
    ep_mem_free(functions);
    ep_mem_free(first);
    ep_mem_free(feeds);
}

int ep_count_seal(struct ep_count *count, struct ep_buf *out)
{
    struct ep_buf text = {0};
    struct layout layout;
    int status = EP_OK;

    if (count->n_counters == 0)
        return EP_OK;
    if (make_layout(count, &layout))
        return EP_ENOMEM;
    put_layout(count, &layout, &text);
    if (!text.failed) {
        name_counters(count, &text);
        put_body(count, &text, out);
        if (count->unit->options->dump & EP_DUMP_NOTES)
            show_body(count);
    }
    if (text.failed || out->failed)
        status = EP_ENOMEM;
    ep_buf_release(&text);
    layout_release(&layout);
    return status;
}

/* ---- increments ---------------------------------------------------------- */

void ep_emit_increment(const struct ep_count *count, uint32_t counter,
                       enum ep_dialect dialect, int operand, struct ep_buf *out)
{
    const char *percent = dialect == EP_ASM_GCC ? "%%" : "%";
    enum ep_threads threads = count->unit->options->threads;

    if (threads == EP_THREADS_ATOMIC)
        ep_buf_text(out, "lock ");
    if (operand)
        ep_buf_text(out, dialect == EP_ASM_GCC ? "addq %0, " : "addq $0, ");
    else
        ep_buf_text(out, "incq ");
    if (threads == EP_THREADS_PRIVATE)
        ep_buf_printf(out, "%sgs:", percent);
    ep_buf_printf(out, "%s+%" PRIu64 "(%srip)", count->symbol,
                  (uint64_t)counter * 8, percent);
}
