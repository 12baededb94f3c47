/* SPDX-License-Identifier: MIT */
#include "format/labels.h"

#include "base/pairs.h"

#include <string.h>

void ep_label_forget(struct ep_label *label)
{
    for (size_t i = 0; i < label->n_counts; i++)
        ep_buf_release(&label->counts[i].pairs);
    ep_mem_free(label->counts);
    label->counts = NULL;
    label->n_counts = 0;
    label->counts_capacity = 0;
    label->kept = 0;
}

static struct ep_buf *find(const struct ep_label *label, uint32_t module)
{
    for (size_t i = 0; i < label->n_counts; i++)
        if (label->counts[i].module == module)
            return &label->counts[i].pairs;
    return NULL;
}

const struct ep_buf *ep_label_find(const struct ep_label *label,
                                   uint32_t module)
{
    return find(label, module);
}

/* Room for the counts of MODULE, which LABEL has none of; NULL: no memory. */
static struct ep_buf *add_module(struct ep_label *label, uint32_t module)
{
    if (EP_GROW(label->counts, label->n_counts, label->counts_capacity))
        return NULL;
    label->counts[label->n_counts] = (struct ep_label_counts){.module = module};
    return &label->counts[label->n_counts++].pairs;
}

static int pack(struct ep_buf *pairs, const uint64_t *counts, size_t n)
{
    ep_buf_clear(pairs);
    ep_pairs_write(pairs, counts, n);
    return pairs->failed ? EP_ENOMEM : EP_OK;
}

/* The N counts of PAIRS; NULL: no memory. */
static uint64_t *unpack(struct ep_reader pairs, size_t n)
{
    uint64_t *counts = ep_mem_zeroed(n, sizeof *counts);

    if (counts)
        ep_pairs_add(pairs, counts);
    return counts;
}

/* ---- where one label is all ---------------------------------------------- */

struct ep_label *ep_labels_sole(const struct ep_counts *counts)
{
    struct ep_label *sole = NULL;

    for (size_t i = 0; i < counts->n_labels; i++) {
        struct ep_label *label = &counts->labels[i];

        if (label->runs == 0)
            continue;
        if (sole || label->runs != counts->runs || label->runs == UINT64_MAX)
            return NULL;
        sole = label;
    }
    return sole;
}

int ep_labels_adopt(struct ep_counts *counts)
{
    struct ep_label *label = ep_labels_sole(counts);

    if (!label)
        return EP_OK;
    ep_label_forget(label);
    label->kept = 1;
    label->cut = counts->cut;
    label->flags = counts->flags;
    for (size_t i = 0; i < counts->n_modules; i++) {
        const struct ep_module *module = &counts->modules[i];
        struct ep_buf *pairs = add_module(label, (uint32_t)i);

        if (!pairs || pack(pairs, module->counts, module->n_counters))
            return EP_ENOMEM;
    }
    return EP_OK;
}

/* ---- arithmetic ---------------------------------------------------------- */

int ep_label_add(struct ep_label *label, uint32_t module, struct ep_reader more,
                 size_t n)
{
    struct ep_buf *pairs = find(label, module);
    uint64_t *counts;
    int status;

    if (!pairs) {
        pairs = add_module(label, module);
        if (!pairs)
            return EP_ENOMEM;
        ep_buf_add(pairs, more.at, (size_t)(more.end - more.at));
        return pairs->failed ? EP_ENOMEM : EP_OK;
    }
    counts = unpack(ep_buf_reader(pairs), n);
    if (!counts)
        return EP_ENOMEM;
    ep_pairs_add(more, counts);
    status = pack(pairs, counts, n);
    ep_mem_free(counts);
    return status;
}

/* LABEL's N counts of MODULE less LESS into OUT, which the caller frees. */
static int difference(const struct ep_label *label, uint32_t module,
                      struct ep_reader less, size_t n, int *out_enough,
                      uint64_t **out)
{
    const struct ep_buf *pairs = find(label, module);
    uint64_t *from = unpack(less, n);
    uint64_t *counts = ep_mem_zeroed(n, sizeof *counts);
    int status = from && counts ? EP_OK : EP_ENOMEM;

    *out_enough = 1;
    if (!status && pairs)
        ep_pairs_add(ep_buf_reader(pairs), counts);
    for (size_t i = 0; !status && i < n; i++) {
        *out_enough &= from[i] <= counts[i];
        counts[i] -= from[i];
    }
    ep_mem_free(from);
    *out = counts;
    return status;
}

int ep_label_has(const struct ep_label *label, uint32_t module,
                 struct ep_reader pairs, size_t n, int *out)
{
    uint64_t *counts;
    int status = difference(label, module, pairs, n, out, &counts);

    ep_mem_free(counts);
    return status;
}

int ep_label_subtract(struct ep_label *label, uint32_t module,
                      struct ep_reader pairs, size_t n)
{
    struct ep_buf *own = find(label, module);
    uint64_t *counts;
    int enough;
    int status = difference(label, module, pairs, n, &enough, &counts);

    if (!status && own)
        status = pack(own, counts, n);
    ep_mem_free(counts);
    return status;
}

int ep_label_scale(struct ep_label *label, const struct ep_counts *of,
                   uint64_t factor)
{
    int status = EP_OK;

    label->runs = ep_count_times(label->runs, factor);
    label->cut = ep_count_times(label->cut, factor);
    for (size_t i = 0; !status && i < label->n_counts; i++) {
        struct ep_buf *pairs = &label->counts[i].pairs;
        size_t n = of->modules[label->counts[i].module].n_counters;
        uint64_t *counts = unpack(ep_buf_reader(pairs), n);

        for (size_t j = 0; counts && j < n; j++)
            counts[j] = ep_count_times(counts[j], factor);
        status = counts ? pack(pairs, counts, n) : EP_ENOMEM;
        ep_mem_free(counts);
    }
    return status;
}

/* ---- one label's runs ---------------------------------------------------- */

static int copy_notes(const struct ep_module *from, struct ep_module *to)
{
    if (!from->notes)
        return EP_OK;
    to->notes = (uint8_t *)ep_mem_dup(from->notes, from->notes_size);
    to->notes_size = from->notes_size;
    to->notes_address = from->notes_address;
    return to->notes ? EP_OK : EP_ENOMEM;
}

static int copy_module(const struct ep_module *from, const struct ep_buf *pairs,
                       struct ep_counts *out)
{
    struct ep_module *to =
        ep_counts_add_module(out, from, from->path, from->n_counters);

    if (!to)
        return EP_ENOMEM;
    ep_pairs_add(ep_buf_reader(pairs), to->counts);
    return copy_notes(from, to);
}

int ep_labels_only(const struct ep_counts *counts, const struct ep_label *label,
                   struct ep_counts *out)
{
    int status = EP_OK;

    *out = (struct ep_counts){
        .runs = label->runs, .cut = label->cut, .flags = label->flags};
    for (size_t i = 0; !status && i < label->n_counts; i++)
        status = copy_module(&counts->modules[label->counts[i].module],
                             &label->counts[i].pairs, out);
    if (!status)
        status = ep_counts_add_label(out, label->runs, label->text,
                                     strlen(label->text));
    if (!status)
        status = ep_labels_adopt(out);
    if (status)
        ep_counts_release(out);
    return status;
}
