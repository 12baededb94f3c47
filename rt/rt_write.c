/* SPDX-License-Identifier: MIT
 *
 * rt_write.c - the records of the run file: all counts summed, and those of
 * the run's labels.
 */
#define _GNU_SOURCE
#include "rt_pack.h"
#include "rt_part.h"
#include "rt_sum.h"

#include <errno.h>
#include <string.h>

/* ---- records --------------------------------------------------------------
 */

struct writer {
    struct rt_packer *out;
    struct rt_sum_source source;
    int error;           /* 0 or an errno value */
    bool is_own;         /* the run's own file, or its entry in the pool */
    bool torn;           /* counts have changed: a record has not its size */
    struct rt_sum *sums; /* of the MODULE records, in their order */
    size_t n_sums, most_sums;
};

/* How many there are. */
struct numbers {
    uint64_t runs, cut;
};

struct body {
    const struct rt_module *module;
    const uint64_t *counts;
    const uint8_t *used;
    uint32_t flags;
    struct numbers runs;
    /* Of a label, which has one of the runs: */
    uint64_t number;
    const char *label;
    size_t label_size;
    const struct edgeprof_raw_part
        *part; /* its counts; NULL: those in `sums` */
    uint64_t time;
};

static void put(struct writer *w, const void *data, size_t size)
{
    rt_pack_bytes(w->out, data, size);
}

static void put_number(struct writer *w, uint64_t value)
{
    rt_pack_number(w->out, value);
}

static struct edgeprof_sink sink_of(const struct writer *w)
{
    return (struct edgeprof_sink){rt_pack_number, rt_pack_bytes, w->out};
}

typedef void put_fn(struct writer *w, const struct body *body);

struct record {
    struct writer *w;
    put_fn *put;
    const struct body *body;
};

static void put_body(void *context)
{
    const struct record *record = context;
    record->put(record->w, record->body);
}

/* Write a record, whose size stands before its body. */
static void put_record(struct writer *w, enum edgeprof_record_type type,
                       put_fn *put_it, const struct body *body)
{
    struct record record = {w, put_it, body};
    if (rt_pack_record(w->out, type, put_body, &record))
        return;
    size_t size = rt_pack_measure(w->out, put_body, &record);
    put_number(w, type);
    put_number(w, size);
    uint64_t end = rt_pack_size(w->out) + size;
    put_it(w, body);
    w->torn |= rt_pack_size(w->out) != end;
}

static void put_runs(struct writer *w, const struct body *body)
{
    const struct edgeprof_sink sink = sink_of(w);
    edgeprof_put_runs(&sink, body->runs.runs, body->flags, body->runs.cut);
}

static void put_label(struct writer *w, const struct body *body)
{
    const struct edgeprof_sink sink = sink_of(w);
    edgeprof_put_label(&sink, 1, body->label, body->label_size);
}

static void put_module(struct writer *w, const struct body *body)
{
    const struct edgeprof_raw_module *raw = &body->module->raw;
    const struct edgeprof_sink sink = sink_of(w);
    const struct edgeprof_module_record record = {.id_kind = raw->id_kind,
                                                  .id_size = raw->id_size,
                                                  .id = raw->id,
                                                  .path = raw->path,
                                                  .path_size =
                                                      strlen(raw->path),
                                                  .n_counters = raw->n_counters,
                                                  .counts = body->counts,
                                                  .used = body->used};
    edgeprof_put_module(&sink, &record);
}

static void put_ticket(struct writer *w, const struct body *body)
{
    (void)body;
    put(w, rt.file.ticket, sizeof rt.file.ticket);
}

/* It stays in W's sums where labels need it. */
static void put_sum(struct writer *w, const struct rt_module *module)
{
    struct rt_sum sum;
    bool any;
    if (!rt_sum_make(module, &w->source, &sum, &any)) {
        w->error = ENOMEM;
        return;
    }
    const struct body body = {
        .module = module, .counts = sum.counts, .used = sum.used};
    if (any)
        put_record(w, EDGEPROF_RECORD_MODULE, put_module, &body);
    if (any && w->n_sums < w->most_sums)
        w->sums[w->n_sums++] = sum;
    else
        rt_sum_release(&sum);
}

/* Whether threads may have lost counts to each other: in the sections, or being
 * threads of which we never heard (where an interceptor in the program itself
 * stands before the C library). */
static bool shares_counters(void)
{
    const uint32_t unsafe = EDGEPROF_MODULE_PRIVATE | EDGEPROF_MODULE_SHARED;
    uint32_t modes = 0;
    if (rt.sees_threads || rt.all_atomic)
        return rt.made_thread && rt.lossy_sections;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        modes |= m->flags;
    return !libc_one_thread() && modes & unsafe;
}

uint32_t rt_run_flags(bool final)
{
    uint32_t flags = rt.flags;
    if (!final || rt.abandoned || rt_frames_left())
        flags |= EDGEPROF_RUN_CUT;
    if (shares_counters())
        flags |= EDGEPROF_RUN_SHARED;
    return flags | (rt.file.head->flags & EDGEPROF_RUN_CLONE);
}

/* ---- labels ----------------------------------------------------------------
 */

static uint64_t number_of(const struct writer *w, uint32_t module)
{
    uint64_t i = 0;
    while (i < w->n_sums && w->sums[i].module->number != module)
        i++;
    return i;
}

static void put_part(struct writer *w, const struct body *body)
{
    const struct edgeprof_raw_part *part = body->part;
    const struct edgeprof_raw_part_counts *counts;
    put_number(w, body->number);
    put_number(w, 0);
    put_number(w, part->flags);
    for (size_t at = rt_part_counts(part); at < part->size;
         at += rt_part_counts_size(counts)) {
        counts = (const void *)((const char *)part + at);
        uint64_t number = number_of(w, counts->number);
        if (number == w->n_sums)
            continue;
        put_number(w, number);
        put_number(w, counts->size);
        put(w, counts + 1, counts->size);
    }
}

struct pairs {
    struct edgeprof_sink sink;
    const struct rt_sum *sum;
};

static void put_pairs(void *context)
{
    const struct pairs *pairs = context;
    edgeprof_put_counts(&pairs->sink, pairs->sum->counts, NULL,
                        pairs->sum->module->raw.n_counters);
}

static void put_rest(struct writer *w, const struct body *body)
{
    put_number(w, body->number);
    put_number(w, body->runs.cut);
    put_number(w, body->flags);
    for (size_t i = 0; i < w->n_sums; i++) {
        struct pairs pairs = {sink_of(w), &w->sums[i]};
        put_number(w, i);
        put_number(w, rt_pack_measure(w->out, put_pairs, &pairs));
        put_pairs(&pairs);
    }
}

static void put_time(struct writer *w, const struct body *body)
{
    put_number(w, body->number);
    put_number(w, 1);
    put_number(w, body->time);
}

/* Add the counts of the entries of VIEW to the sums, or take them off: of those
 * of parts, or of those outside of any. */
static void apply(struct writer *w, struct rt_log_view view, bool of_parts,
                  bool less)
{
    const struct edgeprof_raw_part *part;
    while ((part = rt_part_next(&view)) != NULL) {
        const struct edgeprof_raw_part_counts *counts;
        bool applies = (part->label_size != 0) == of_parts;
        for (size_t at = rt_part_counts(part); applies && at < part->size;
             at += rt_part_counts_size(counts)) {
            counts = (const void *)((const char *)part + at);
            uint64_t number = number_of(w, counts->number);
            if (number < w->n_sums)
                rt_part_add(counts, w->sums[number].copy, less);
        }
    }
}

static void clear_sums(struct writer *w)
{
    for (size_t i = 0; i < w->n_sums; i++)
        memset(w->sums[i].copy, 0,
               w->sums[i].module->raw.n_counters * sizeof(uint64_t));
}

/* The labels of the run and its parts. */
struct labels {
    struct rt_log_view view;
    struct body run, open; /* number UINT64_MAX: there is none */
    uint64_t n, parts;     /* labels; those of parts */
};

static struct labels find_labels(const struct writer *w)
{
    struct labels labels = {.view = rt_part_view()};
    struct rt_log_view view = labels.view;
    const struct edgeprof_raw_part *part;
    uint64_t since, in_parts = 0;
    uint32_t flags = rt_run_flags(w->source.final);
    uint64_t cut = flags & EDGEPROF_RUN_CUT ? 1 : 0;
    const char *run = rt.file.head->label, *open = rt_part_open(&since);
    uint64_t now = *run || open ? os_clock() : 0;
    while ((part = rt_part_next(&view)) != NULL) {
        labels.parts += part->label_size != 0;
        in_parts += part->time;
    }
    labels.parts += open != NULL;
    labels.n = labels.parts + (*run != 0);
    labels.run = (struct body){.flags = flags,
                               .label = run,
                               .label_size = strnlen(run, EDGEPROF_LABEL_MAX),
                               .runs = {1, cut}};
    labels.open = labels.run;
    if (open) {
        labels.open.number = labels.n - 1;
        labels.open.label = open;
        labels.open.label_size = strnlen(open, EDGEPROF_LABEL_MAX);
        labels.open.time = now - since;
        in_parts += labels.open.time;
    } else {
        labels.open.label_size = 0;
    }
    labels.run.time = now - rt.started - in_parts;
    return labels;
}

/* Have PUT_IT write the record TYPE of each entry that is a part's. */
static void put_parts(struct writer *w, const struct labels *labels,
                      enum edgeprof_record_type type, put_fn *put_it)
{
    struct rt_log_view view = labels->view;
    struct body body = {.number = labels->run.label_size != 0};
    while ((body.part = rt_part_next(&view)) != NULL) {
        if (!body.part->label_size)
            continue;
        body.label = (const char *)(body.part + 1);
        body.label_size = body.part->label_size;
        body.time = body.part->time;
        put_record(w, type, put_it, &body);
        body.number++;
    }
}

static void put_each(struct writer *w, const struct labels *labels,
                     enum edgeprof_record_type type, put_fn *put_it)
{
    if (labels->run.label_size)
        put_record(w, type, put_it, &labels->run);
    put_parts(w, labels, type, put_it);
    if (labels->open.label_size)
        put_record(w, type, put_it, &labels->open);
}

/* The sums go, one by one, over into what is the run's alone. */
static void put_labelled(struct writer *w, const struct labels *labels)
{
    put_parts(w, labels, EDGEPROF_RECORD_LABELLED, put_part);
    apply(w, labels->view, true, true);
    if (labels->open.label_size) {
        apply(w, labels->view, false, true);
        put_record(w, EDGEPROF_RECORD_LABELLED, put_rest, &labels->open);
        clear_sums(w);
        apply(w, labels->view, false, false);
    }
    if (labels->run.label_size)
        put_record(w, EDGEPROF_RECORD_LABELLED, put_rest, &labels->run);
}

/* ---- the run --------------------------------------------------------------
 */

static size_t keep_sums(struct writer *w)
{
    size_t n = 0;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        n++;
    w->source.still = false; /* labels take counts off */
    w->sums = os_memory(n * sizeof *w->sums);
    w->most_sums = w->sums ? n : 0;
    return n * sizeof *w->sums;
}

static void release_sums(struct writer *w, size_t size)
{
    for (size_t i = 0; i < w->n_sums; i++)
        rt_sum_release(&w->sums[i]);
    if (w->sums)
        os_unmap((uintptr_t)w->sums, os_page_up(size));
}

static void put_run(struct writer *w)
{
    const struct labels labels = find_labels(w);
    struct body body = labels.run;
    size_t size = labels.parts ? keep_sums(w) : 0;
    body.runs.runs += labels.parts;
    body.runs.cut += body.runs.cut && labels.open.label_size;
    put_record(w, EDGEPROF_RECORD_RUNS, put_runs, &body);
    put_each(w, &labels, EDGEPROF_RECORD_LABEL, put_label);
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (m->raw.n_counters)
            put_sum(w, m);
    if (labels.parts)
        put_labelled(w, &labels);
    put_each(w, &labels, EDGEPROF_RECORD_TIMES, put_time);
    if (w->is_own) /* of a snapshot nothing is taken off */
        put_record(w, EDGEPROF_RECORD_TICKET, put_ticket, &body);
    release_sums(w, size);
}

/* Whether more than a few pages count. */
static bool has_many_counters(void)
{
    const size_t many = 4 * OS_PAGE / sizeof(uint64_t);
    size_t n = 0;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        n += m->raw.n_counters;
    return n > many;
}

static int write_run(const char *path, bool final, bool still)
{
    struct writer w = {.out = rt_pack_open(path, final),
                       .is_own = !path || path == rt.file.path,
                       .source = {.final = final, .still = still, .raw = -1}};
    if (!w.out)
        return ENOMEM;
    int raw = has_many_counters() ? rt_file_open() : -1;
    if (raw >= 0 && os_knows_holes(raw))
        w.source.raw = raw;
    put_run(&w);
    rt_file_close(raw);
    return rt_pack_close(w.out, w.torn ? EAGAIN : w.error);
}

int rt_write_run(const char *path, bool final)
{
    bool still = !rt.made_thread && libc_one_thread();
    int error = write_run(path, final, still);
    return error == EAGAIN && still ? write_run(path, final, false) : error;
}
