/* SPDX-License-Identifier: MIT
 *
 * Sums of three profiles cut from one input: the order does not matter, the
 * empty profile adds nothing, and what was added can be taken out again.
 *
 * The input is the size of the first and of the second, four bytes each, and
 * the three.
 */
#include "format/labels.h"
#include "format/merge.h"
#include "fuzz.h"

/* A profile of its own for each use: adding may take its notes. */
struct bytes {
    const uint8_t *data;
    size_t size;
};

static int add(struct ep_merge *merge, struct bytes from)
{
    struct ep_counts counts;
    int status;

    MUST(fuzz_counts(from.data, from.size, &counts) == EP_OK);
    status = ep_merge_add(merge, &counts, "input", NULL);
    MUST(status == EP_OK || status == EP_EMATCH);
    ep_counts_release(&counts);
    return status;
}

/* The sum of the N parts in ORDER; EP_EMATCH if some do not fit each other. */
static int sum(const struct bytes *parts, const unsigned *order, unsigned n,
               struct ep_merge *out)
{
    int status = EP_OK;

    *out = (struct ep_merge){0};
    for (unsigned i = 0; i < n && !status; i++)
        status = add(out, parts[order[i]]);
    if (status)
        ep_merge_release(out);
    return status;
}

static void check_orders(const struct bytes *parts)
{
    static const unsigned orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct ep_merge first, other;
    int status = sum(parts, orders[0], 3, &first);

    for (unsigned i = 1; i < 6; i++) {
        MUST(!sum(parts, orders[i], 3, &other) == !status);
        if (status)
            continue;
        MUST(fuzz_digest(&first.sum) == fuzz_digest(&other.sum));
        if (i == 5) /* the reverse; writing is slow */
            MUST(fuzz_equal(&first.sum, &other.sum));
        ep_merge_release(&other);
    }
    ep_merge_release(&first);
}

/* (a + b) + c through a file of a + b. */
static void check_steps(const struct bytes *parts)
{
    static const unsigned order[] = {0, 1, 2};
    struct ep_merge all, two;
    struct ep_counts read;
    size_t size;
    uint8_t *file;

    if (sum(parts, order, 3, &all))
        return;
    MUST(sum(parts, order, 2, &two) == EP_OK);
    file = fuzz_write_counts(&two.sum, &size);
    MUST(fuzz_read_counts(file, size, &read) == EP_OK);
    ep_merge_release(&two);
    MUST(ep_merge_add(&two, &read, "input", NULL) == EP_OK);
    MUST(add(&two, parts[2]) == EP_OK);
    MUST(fuzz_digest(&all.sum) == fuzz_digest(&two.sum));
    ep_counts_release(&read);
    ep_merge_release(&two);
    ep_merge_release(&all);
    free(file);
}

static void check_empty(struct bytes part)
{
    static const unsigned order[] = {0};
    struct ep_counts nothing = {0};
    struct ep_merge merge;
    uint64_t before;

    if (sum(&part, order, 1, &merge))
        return;
    before = fuzz_digest(&merge.sum);
    MUST(ep_merge_add(&merge, &nothing, "nothing", NULL) == EP_OK);
    MUST(fuzz_digest(&merge.sum) == before);
    ep_merge_release(&merge);
}

/* a + a = 2 a. */
static void check_double(struct bytes part)
{
    static const unsigned once[] = {0}, twice[] = {0, 0};
    struct ep_merge one, two;

    if (sum(&part, once, 1, &one))
        return;
    MUST(sum(&part, twice, 2, &two) == EP_OK);
    MUST(ep_counts_scale(&one.sum, 2) == EP_OK);
    MUST(fuzz_digest(&one.sum) == fuzz_digest(&two.sum));
    ep_merge_release(&one);
    ep_merge_release(&two);
}

static int is_full(const struct ep_counts *counts)
{
    int full = counts->runs == UINT64_MAX || counts->cut == UINT64_MAX;

    for (size_t i = 0; i < counts->n_labels; i++)
        full |= counts->labels[i].runs == UINT64_MAX;
    for (size_t i = 0; i < counts->n_modules; i++)
        for (size_t j = 0; j < counts->modules[i].n_counters; j++)
            full |= counts->modules[i].counts[j] == UINT64_MAX;
    for (size_t i = 0; i < counts->samplings.n; i++) {
        const struct ep_sampling *sampling = &counts->samplings.items[i];

        full |= sampling->runs == UINT64_MAX || sampling->lost == UINT64_MAX;
        for (size_t j = 0; j < sampling->n_items; j++)
            full |= sampling->items[j].count == UINT64_MAX;
        for (size_t j = 0; j < sampling->n_nodes; j++)
            full |= sampling->nodes[j].count == UINT64_MAX;
    }
    return full;
}

/* (a + b) - b has the counts of a, and of b's modules none. */
static void check_subtract(const struct bytes *parts)
{
    static const unsigned both[] = {0, 1}, first[] = {0}, second[] = {1};
    struct ep_merge sum_of_both, minuend, subtrahend;

    if (sum(parts, both, 2, &sum_of_both))
        return;
    MUST(sum(parts, second, 1, &subtrahend) == EP_OK);
    if (!is_full(&sum_of_both.sum)) {
        MUST(ep_merge_subtract(&sum_of_both, &subtrahend.sum, "input", NULL) ==
             EP_OK);
        MUST(sum(parts, first, 1, &minuend) == EP_OK);
        MUST(minuend.sum.runs == sum_of_both.sum.runs);
        MUST(ep_merge_subtract(&sum_of_both, &minuend.sum, "input", NULL) ==
             EP_OK);
        ep_merge_release(&minuend);
        for (size_t i = 0; i < sum_of_both.sum.n_modules; i++)
            for (size_t j = 0; j < sum_of_both.sum.modules[i].n_counters; j++)
                MUST(sum_of_both.sum.modules[i].counts[j] == 0);
        MUST(ep_samplings_taken(&sum_of_both.sum.samplings) == 0);
    }
    ep_merge_release(&subtrahend);
    ep_merge_release(&sum_of_both);
}

/* Whether the counts of all labels are those of all runs: they are where each
 * run has a label, and what a file says of a sole label relies on it. */
static int labels_are_all(const struct ep_counts *counts, uint32_t module)
{
    const struct ep_module *all = &counts->modules[module];
    uint64_t *sum = calloc(all->n_counters + 1, sizeof *sum);
    int equal;

    MUST(sum);
    for (size_t i = 0; i < counts->n_labels; i++) {
        const struct ep_buf *own = ep_label_find(&counts->labels[i], module);

        if (own)
            ep_pairs_add(ep_buf_reader(own), sum);
    }
    equal = memcmp(sum, all->counts, all->n_counters * sizeof *sum) == 0;
    free(sum);
    return equal;
}

/* Not every profile that can be read is one that a run can leave: each run has
 * one label or none. */
static int is_possible(const struct ep_counts *counts)
{
    uint64_t labelled = 0, cut = 0, flags = 0;

    for (size_t i = 0; i < counts->n_labels; i++) {
        labelled = edgeprof_add(labelled, counts->labels[i].runs);
        cut = edgeprof_add(cut, counts->labels[i].cut);
        flags |= counts->labels[i].flags;
    }
    if (labelled > counts->runs || labelled == UINT64_MAX)
        return 0;
    if (labelled < counts->runs)
        return 1;
    if (cut != counts->cut || flags != counts->flags)
        return 0;
    for (uint32_t i = 0; i < counts->n_modules; i++)
        if (!labels_are_all(counts, i))
            return 0;
    return 1;
}

static int is_profile(struct bytes part)
{
    struct ep_counts counts;
    int possible;

    if (fuzz_counts(part.data, part.size, &counts))
        return 0;
    possible = is_possible(&counts);
    ep_counts_release(&counts);
    return possible;
}

static size_t cut_size(const uint8_t *data, size_t left)
{
    uint32_t size;

    memcpy(&size, data, sizeof size);
    return size < left ? size : left;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes parts[3];
    size_t at = 8;

    if (size < at)
        return -1;
    parts[0] = (struct bytes){data + at, cut_size(data, size - at)};
    at += parts[0].size;
    parts[1] = (struct bytes){data + at, cut_size(data + 4, size - at)};
    at += parts[1].size;
    parts[2] = (struct bytes){data + at, size - at};
    for (unsigned i = 0; i < 3; i++)
        if (!is_profile(parts[i]))
            return -1;
    check_orders(parts);
    check_steps(parts);
    check_empty(parts[0]);
    check_double(parts[1]);
    check_subtract(parts);
    return 0;
}
