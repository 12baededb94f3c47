/* SPDX-License-Identifier: MIT
 *
 * Writes a profile as a run file.
 */
#include "base/output.h"
#include "base/pairs.h"
#include "format/counts.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* ---- records ------------------------------------------------------------- */

static void put_record(struct ep_buf *out, unsigned type,
                       const struct ep_buf *body)
{
    ep_buf_leb(out, type);
    ep_buf_leb(out, body->size);
    ep_buf_add(out, body->data, body->size);
    out->failed |= body->failed;
}

static void put_module(struct ep_buf *out, struct ep_buf *body,
                       const struct ep_module *module)
{
    const struct edgeprof_sink sink = ep_pairs_sink(body);
    const struct edgeprof_module_record record = {
        .id_kind = module->id_kind,
        .id_size = module->id_size,
        .id = module->id,
        .path = module->path,
        .path_size = strlen(module->path),
        .n_counters = module->n_counters,
        .counts = module->counts};

    ep_buf_clear(body);
    edgeprof_put_module(&sink, &record);
    put_record(out, EDGEPROF_RECORD_MODULE, body);
    if (module->ended.n) {
        ep_buf_clear(body);
        ep_ended_write(&module->ended, body);
        put_record(out, EDGEPROF_RECORD_ENDED, body);
    }
    if (!module->notes)
        return;
    ep_buf_clear(body);
    ep_buf_u64(body, module->notes_address);
    ep_buf_add(body, module->notes, module->notes_size);
    put_record(out, EDGEPROF_RECORD_NOTES, body);
}

static int by_path(const void *left, const void *right)
{
    const struct ep_module *a = *(const struct ep_module *const *)left;
    const struct ep_module *b = *(const struct ep_module *const *)right;
    int order = strcmp(a->path, b->path);

    if (order)
        return order;
    if (a->id_size != b->id_size)
        return a->id_size < b->id_size ? -1 : 1;
    order = memcmp(a->id, b->id, a->id_size);
    if (order)
        return order;
    return (a->id_kind > b->id_kind) - (a->id_kind < b->id_kind);
}

static int by_text(const void *left, const void *right)
{
    const struct ep_label *a = *(const struct ep_label *const *)left;
    const struct ep_label *b = *(const struct ep_label *const *)right;

    return strcmp(a->text, b->text);
}

/* Pointers to the N items of SIZE at ITEMS, sorted; NULL: no memory. */
static const void **sorted(const void *items, size_t n, size_t size,
                           int (*order)(const void *, const void *))
{
    const void **pointers = ep_mem_zeroed(n, sizeof *pointers);

    if (!pointers)
        return NULL;
    for (size_t i = 0; i < n; i++)
        pointers[i] = (const char *)items + i * size;
    qsort(pointers, n, sizeof *pointers, order);
    return pointers;
}

/* The runs of all, then of each label. */
static void put_runs(const struct ep_counts *counts,
                     const struct ep_label *const *labels, struct ep_buf *body,
                     struct ep_buf *out)
{
    const struct edgeprof_sink sink = ep_pairs_sink(body);

    ep_buf_clear(body);
    edgeprof_put_runs(&sink, counts->runs, counts->flags, counts->cut);
    put_record(out, EDGEPROF_RECORD_RUNS, body);
    for (size_t i = 0; i < counts->n_labels; i++) {
        if (labels[i]->runs == 0)
            continue;
        ep_buf_clear(body);
        edgeprof_put_label(&sink, labels[i]->runs, labels[i]->text,
                           strlen(labels[i]->text));
        put_record(out, EDGEPROF_RECORD_LABEL, body);
    }
}

static void put_labelled(const struct ep_counts *counts, uint64_t number,
                         const struct ep_label *label,
                         const struct ep_module *const *modules,
                         struct ep_buf *body)
{
    ep_buf_clear(body);
    ep_buf_leb(body, number);
    ep_buf_leb(body, label->cut);
    ep_buf_leb(body, label->flags);
    for (size_t i = 0; i < counts->n_modules; i++) {
        uint32_t module = (uint32_t)(modules[i] - counts->modules);
        const struct ep_buf *pairs = ep_label_find(label, module);

        if (!pairs)
            continue;
        ep_buf_leb(body, i);
        ep_buf_leb(body, pairs->size);
        ep_buf_add(body, pairs->data, pairs->size);
    }
}

/* The time of each label's runs, where it is known. */
static void put_times(const struct ep_counts *counts,
                      const struct ep_label *const *labels, struct ep_buf *body,
                      struct ep_buf *out)
{
    uint64_t number = 0;

    for (size_t i = 0; i < counts->n_labels; i++) {
        if (labels[i]->runs == 0)
            continue;
        if (labels[i]->timed) {
            ep_buf_clear(body);
            ep_buf_leb(body, number);
            ep_buf_leb(body, labels[i]->timed);
            ep_buf_leb(body, labels[i]->time);
            put_record(out, EDGEPROF_RECORD_TIMES, body);
        }
        number++;
    }
}

/* What each label's runs counted, unless all runs' counts say it. */
static void put_labels(const struct ep_counts *counts,
                       const struct ep_label *const *labels,
                       const struct ep_module *const *modules,
                       struct ep_buf *body, struct ep_buf *out)
{
    uint64_t number = 0;

    if (ep_counts_sole_label(counts))
        return;
    for (size_t i = 0; i < counts->n_labels; i++) {
        if (labels[i]->runs == 0)
            continue;
        if (labels[i]->kept) {
            put_labelled(counts, number, labels[i], modules, body);
            put_record(out, EDGEPROF_RECORD_LABELLED, body);
        }
        number++;
    }
}

static int by_sampling(const void *left, const void *right)
{
    const struct ep_sampling *a = *(const struct ep_sampling *const *)left;
    const struct ep_sampling *b = *(const struct ep_sampling *const *)right;

    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    if (a->period != b->period)
        return a->period < b->period ? -1 : 1;
    return (a->flags > b->flags) - (a->flags < b->flags);
}

static void put_samplings(const struct ep_sampling *const *samplings, size_t n,
                          struct ep_buf *body, struct ep_buf *out)
{
    for (size_t i = 0; i < n; i++) {
        ep_buf_clear(body);
        ep_sampling_write(samplings[i], body);
        put_record(out, EDGEPROF_RECORD_SAMPLES, body);
        ep_buf_clear(body);
        ep_sampling_write_stacks(samplings[i], body);
        if (body->size || body->failed)
            put_record(out, EDGEPROF_RECORD_STACKS, body);
    }
}

static int by_call(const void *left, const void *right)
{
    const struct ep_call_trace *a = *(const struct ep_call_trace *const *)left;
    const struct ep_call_trace *b = *(const struct ep_call_trace *const *)right;
    const uint64_t of_a[] = {a->pid,   a->call, a->thread,
                             a->ended, a->n,    a->packed.size};
    const uint64_t of_b[] = {b->pid,   b->call, b->thread,
                             b->ended, b->n,    b->packed.size};
    int order;

    for (size_t i = 0; i < sizeof of_a / sizeof *of_a; i++)
        if (of_a[i] != of_b[i])
            return of_a[i] < of_b[i] ? -1 : 1;
    order = strcmp(a->function, b->function);
    return order ? order
                 : memcmp(a->packed.data, b->packed.data, a->packed.size);
}

static int put_traces(const struct ep_call_traces *traces, struct ep_buf *body,
                      struct ep_buf *out)
{
    const void **items =
        sorted(traces->items, traces->n, sizeof *traces->items, by_call);

    for (size_t i = 0; items && i < traces->n; i++) {
        ep_buf_clear(body);
        ep_call_trace_write(items[i], body);
        put_record(out, EDGEPROF_RECORD_TRACE, body);
    }
    ep_mem_free(items);
    return items ? EP_OK : EP_ENOMEM;
}

static int put_records(const struct ep_counts *counts, struct ep_buf *out)
{
    const void **labels = sorted(counts->labels, counts->n_labels,
                                 sizeof *counts->labels, by_text);
    const void **modules = sorted(counts->modules, counts->n_modules,
                                  sizeof *counts->modules, by_path);
    const void **samplings =
        sorted(counts->samplings.items, counts->samplings.n,
               sizeof *counts->samplings.items, by_sampling);
    struct ep_buf body = {0};
    int ready = labels && modules && samplings;

    if (ready) {
        put_runs(counts, (const struct ep_label *const *)labels, &body, out);
        for (size_t i = 0; i < counts->n_modules; i++)
            put_module(out, &body, modules[i]);
        put_labels(counts, (const struct ep_label *const *)labels,
                   (const struct ep_module *const *)modules, &body, out);
        put_times(counts, (const struct ep_label *const *)labels, &body, out);
        put_samplings((const struct ep_sampling *const *)samplings,
                      counts->samplings.n, &body, out);
        ready = put_traces(&counts->traces, &body, out) == EP_OK;
    }
    ep_buf_release(&body);
    ep_mem_free(labels);
    ep_mem_free(modules);
    ep_mem_free(samplings);
    return ready && !out->failed ? EP_OK : EP_ENOMEM;
}

/* ---- packing ------------------------------------------------------------- */

static int pack(const struct ep_buf *plain, struct ep_buf *out)
{
    uLongf size = compressBound((uLong)plain->size);
    Bytef *packed = ep_mem_resize(NULL, size);
    struct edgeprof_run_head head = {.version = EDGEPROF_FILE_VERSION,
                                     .kind = EDGEPROF_KIND_RUN,
                                     .plain_size = plain->size};

    if (!packed)
        return EP_ENOMEM;
    if (compress2(packed, &size, (const Bytef *)plain->data, (uLong)plain->size,
                  Z_DEFAULT_COMPRESSION) != Z_OK) {
        ep_mem_free(packed);
        return EP_ENOMEM;
    }
    memcpy(head.magic, EDGEPROF_MAGIC, sizeof head.magic);
    head.packed_size = size;
    head.crc = (uint32_t)crc32_z(0, packed, size);
    head.head_crc = (uint32_t)crc32(
        0, (const Bytef *)&head, offsetof(struct edgeprof_run_head, head_crc));
    ep_buf_add(out, &head, sizeof head);
    ep_buf_add(out, packed, size);
    ep_mem_free(packed);
    return out->failed ? EP_ENOMEM : EP_OK;
}

/* ---- the file ------------------------------------------------------------ */

int ep_counts_write(const struct ep_counts *counts, const char *path,
                    struct ep_diag *diag)
{
    struct ep_buf plain = {0};
    struct ep_buf file = {0};
    struct ep_output output;
    int status = put_records(counts, &plain);

    if (!status)
        status = pack(&plain, &file);
    ep_buf_release(&plain);
    if (!status)
        status = ep_output_begin(path, diag, &output);
    if (!status) {
        status = ep_output_write(&output, file.data, file.size, diag);
        status = ep_output_end(&output, status, diag);
    }
    if (status == EP_ENOMEM)
        (void)ep_fail(diag, status, "%s: out of memory", path);
    ep_buf_release(&file);
    return status;
}
