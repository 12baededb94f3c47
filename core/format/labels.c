/* SPDX-License-Identifier: MIT */
#include "format/labels.h"

#include "base/pairs.h"

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
static struct ep_buf *add_module(struct ep_label *label, uint32_t module,
                                 size_t n)
{
    if (EP_GROW(label->counts, label->n_counts, label->counts_capacity))
        return NULL;
    label->counts[label->n_counts] =
        (struct ep_label_counts){.module = module, .n = n};
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

int ep_label_set(struct ep_label *label, uint32_t module,
                 const uint64_t *counts, size_t n)
{
    struct ep_buf *pairs = add_module(label, module, n);

    return pairs ? pack(pairs, counts, n) : EP_ENOMEM;
}

int ep_label_add(struct ep_label *label, uint32_t module, struct ep_reader more,
                 size_t n)
{
    struct ep_buf *pairs = find(label, module);
    uint64_t *counts;
    int status;

    if (!pairs) {
        pairs = add_module(label, module, n);
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

int ep_label_scale(struct ep_label *label, uint64_t factor)
{
    int status = EP_OK;

    label->runs = ep_saturating_product(label->runs, factor);
    label->cut = ep_saturating_product(label->cut, factor);
    label->timed = ep_saturating_product(label->timed, factor);
    label->time = ep_saturating_product(label->time, factor);
    for (size_t i = 0; !status && i < label->n_counts; i++) {
        struct ep_buf *pairs = &label->counts[i].pairs;
        size_t n = label->counts[i].n;
        uint64_t *counts = unpack(ep_buf_reader(pairs), n);

        for (size_t j = 0; counts && j < n; j++)
            counts[j] = ep_saturating_product(counts[j], factor);
        status = counts ? pack(pairs, counts, n) : EP_ENOMEM;
        ep_mem_free(counts);
    }
    return status;
}
