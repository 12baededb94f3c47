/* SPDX-License-Identifier: MIT
 *
 * The labelled parts of a raw file's run: the entries of its PARTS chunks, and
 * the part that had begun when the process died, to which all counts belong that
 * no entry has.
 *
 * A chunk may name modules whose own chunks come after it, so entries are
 * gathered first.  A process that still runs adds entries behind the counts that
 * were read; the run's counts are then no less than what its parts say.
 */
#include "base/pairs.h"
#include "format/counts_read.h"

#include <stddef.h>
#include <string.h>

static int broken(const struct ep_input *input)
{
    return ep_fail(input->diag, EP_EFORMAT,
                   "%s: damaged entry of a part of the run", input->path);
}

static int take_entry(struct ep_input *input, uint32_t size,
                      struct ep_buf *entries)
{
    uint8_t piece[4096];
    size_t left = size - sizeof size;

    ep_buf_add(entries, &size, sizeof size);
    while (left > 0 && !entries->failed) {
        size_t n = left < sizeof piece ? left : sizeof piece;
        int status = ep_input_all(input, piece, n, "a part of the run");

        if (status)
            return status;
        ep_buf_add(entries, piece, n);
        left -= n;
    }
    return entries->failed ? EP_ENOMEM : EP_OK;
}

int ep_counts_read_parts(struct ep_input *input, uint64_t size,
                         struct ep_buf *entries)
{
    uint32_t entry = 1;
    int status = EP_OK;

    while (!status && size >= sizeof(struct edgeprof_raw_part)) {
        status = ep_input_all(input, &entry, sizeof entry, "a part of the run");
        if (status)
            return status;
        size -= sizeof entry;
        if (entry == 0)
            break;
        if (entry < sizeof(struct edgeprof_raw_part) || entry % 8 ||
            entry - sizeof entry > size)
            return broken(input);
        status = take_entry(input, entry, entries);
        size -= entry - sizeof entry;
    }
    return status ? status : ep_input_skip(input, size, "a part of the run");
}

/* Add an entry's counts to TO. */
static int add_entry(const struct ep_raw_parts *parts, struct ep_reader *entry,
                     struct ep_label *to)
{
    while (entry->at != entry->end) {
        uint32_t number = ep_read_u32(entry), size, zero;
        const uint8_t *at;
        const struct ep_module *module;
        struct ep_reader pairs;

        (void)ep_read_u32(entry);
        size = ep_read_u32(entry);
        zero = ep_read_u32(entry);
        at = ep_read_bytes(entry, ((uint64_t)size + 7) & ~UINT64_C(7));
        if (entry->bad || zero)
            return EP_EFORMAT;
        if (number >= parts->n_modules) /* one that the file has no room for */
            continue;
        module = &parts->counts->modules[parts->module[number]];
        pairs = (struct ep_reader){.at = at, .end = at + size};
        if (ep_pairs_check(pairs, module->n_counters))
            return EP_EFORMAT;
        if (ep_label_add(to, parts->module[number], pairs, module->n_counters))
            return EP_ENOMEM;
    }
    return EP_OK;
}

/* The next entry: a label of COUNTS, or some of OUTSIDE. */
static int add_part(const struct ep_raw_parts *parts, struct ep_reader *entries,
                    struct ep_label *outside)
{
    struct ep_counts *counts = parts->counts;
    const uint8_t *start = entries->at;
    uint32_t size = ep_read_u32(entries);
    uint32_t label_size = ep_read_u32(entries);
    uint64_t time = ep_read_u64(entries);
    uint32_t flags = ep_read_u32(entries);
    struct ep_reader entry;
    const uint8_t *text;

    (void)ep_read_u32(entries);
    text = ep_read_bytes(entries, ((uint64_t)label_size + 7) & ~UINT64_C(7));
    if (entries->bad || label_size >= EDGEPROF_LABEL_MAX ||
        entries->at > start + size || memchr(text, '\0', label_size))
        return EP_EFORMAT;
    entry = (struct ep_reader){.at = entries->at, .end = start + size};
    entries->at = entry.end;
    if (label_size == 0)
        return add_entry(parts, &entry, outside);
    if (ep_counts_add_label(counts, 1, text, label_size))
        return EP_ENOMEM;
    outside = &counts->labels[counts->n_labels - 1];
    outside->kept = 1;
    outside->flags = flags;
    outside->timed = 1;
    outside->time = time;
    return add_entry(parts, &entry, outside);
}

static void add(const struct ep_label *label, uint32_t module, uint64_t *sum)
{
    const struct ep_buf *pairs = ep_label_find(label, module);

    if (pairs)
        ep_pairs_add(ep_buf_reader(pairs), sum);
}

/* Of MODULE, what is in no entry, into REST. */
static int find_rest(const struct ep_raw_parts *parts, uint32_t index,
                     const struct ep_label *outside, struct ep_label *rest)
{
    struct ep_module *module = &parts->counts->modules[index];
    size_t n = module->n_counters;
    uint64_t *sum = ep_mem_zeroed(n, sizeof *sum);
    int status = sum ? EP_OK : EP_ENOMEM;

    if (!status) {
        add(outside, index, sum);
        for (size_t i = 0; i < parts->counts->n_labels; i++)
            add(&parts->counts->labels[i], index, sum);
    }
    for (size_t i = 0; !status && i < n; i++) {
        if (module->counts[i] < sum[i])
            module->counts[i] = sum[i];
        sum[i] = module->counts[i] - sum[i];
    }
    if (!status)
        status = ep_label_set(rest, index, sum, n);
    ep_mem_free(sum);
    return status;
}

/* A label of a run that was cut off, which has OF. */
static int add_cut(const struct ep_raw_parts *parts, const char *text,
                   const struct ep_label *of, const struct ep_label *more)
{
    struct ep_counts *counts = parts->counts;
    struct ep_label *label;
    int status = ep_counts_add_label(counts, 1, text, strlen(text));

    if (status)
        return status;
    label = &counts->labels[counts->n_labels - 1];
    label->kept = 1;
    label->cut = 1;
    label->flags = counts->flags;
    for (; of; of = more, more = NULL)
        for (size_t i = 0; !status && i < of->n_counts; i++)
            status = ep_label_add(label, of->counts[i].module,
                                  ep_buf_reader(&of->counts[i].pairs),
                                  of->counts[i].n);
    return status;
}

static int finish(const struct ep_raw_parts *parts,
                  const struct ep_label *outside, struct ep_label *rest)
{
    struct ep_counts *counts = parts->counts;
    int status = EP_OK;

    counts->runs += counts->n_labels;
    for (uint32_t i = 0; !status && i < counts->n_modules; i++)
        status = find_rest(parts, i, outside, rest);
    if (!status && *parts->open) {
        counts->runs++;
        counts->cut++;
        status = add_cut(parts, parts->open, rest, NULL);
        rest = NULL;
    }
    if (!status && *parts->run)
        status = add_cut(parts, parts->run, outside, rest);
    return status;
}

int ep_counts_add_parts(const struct ep_raw_parts *parts,
                        const struct ep_input *input)
{
    struct ep_reader entries = ep_buf_reader(&parts->entries);
    struct ep_label outside = {0}, rest = {0};
    int status = EP_OK;

    while (!status && entries.at != entries.end)
        status = add_part(parts, &entries, &outside);
    if (!status && (parts->entries.size || *parts->open))
        status = finish(parts, &outside, &rest);
    else if (!status && *parts->run)
        status = ep_counts_add_label(parts->counts, 1, parts->run,
                                     strlen(parts->run));
    ep_label_forget(&outside);
    ep_label_forget(&rest);
    return status == EP_EFORMAT ? broken(input) : status;
}
