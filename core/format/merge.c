/* SPDX-License-Identifier: MIT */
#include "format/merge.h"

#include "base/pairs.h"

#include <inttypes.h>
#include <string.h>

void ep_merge_release(struct ep_merge *merge)
{
    ep_counts_release(&merge->sum);
    ep_map_release(&merge->modules);
    ep_map_release(&merge->labels);
}

static uint64_t hash_id(const struct ep_module *module)
{
    return ep_hash(EP_HASH_START + module->id_kind, module->id,
                   module->id_size);
}

static struct ep_module *find_module(const struct ep_merge *merge,
                                     const struct ep_module *like)
{
    uint64_t hash = hash_id(like);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&merge->modules, hash, &cursor)) != EP_NONE) {
        struct ep_module *module = &merge->sum.modules[index];
        if (ep_module_same(module, like))
            return module;
    }
    return NULL;
}

/* A library that was loaded twice may be in one profile twice: the index of the
 * first that is module I. */
static size_t first_same(const struct ep_counts *from, size_t i)
{
    size_t j = 0;

    while (!ep_module_same(&from->modules[j], &from->modules[i]))
        j++;
    return j;
}

/* All or nothing: look before anything is added. */
static int check_modules(const struct ep_merge *merge,
                         const struct ep_counts *from, const char *name,
                         struct ep_diag *diag)
{
    for (size_t i = 0; i < from->n_modules; i++) {
        const struct ep_module *module = &from->modules[i];
        const struct ep_module *known = find_module(merge, module);
        char id[EP_ID_TEXT];

        if (!known)
            known = &from->modules[first_same(from, i)];
        if (known->n_counters != module->n_counters)
            return ep_fail(diag, EP_EMATCH,
                           "%s: %zu counters for %s (%s), elsewhere %zu", name,
                           module->n_counters, module->path,
                           ep_module_id_text(module, id), known->n_counters);
    }
    return EP_OK;
}

static int notes_before(const struct ep_module *a, const struct ep_module *b)
{
    int order;

    if (!a->notes || !b->notes)
        return a->notes && !b->notes;
    if (a->notes_size != b->notes_size)
        return a->notes_size < b->notes_size;
    order = memcmp(a->notes, b->notes, a->notes_size);
    return order ? order < 0 : a->notes_address < b->notes_address;
}

static void swap_notes(struct ep_module *a, struct ep_module *b)
{
    struct ep_module old = *a;

    a->notes = b->notes;
    a->notes_size = b->notes_size;
    a->notes_address = b->notes_address;
    b->notes = old.notes;
    b->notes_size = old.notes_size;
    b->notes_address = old.notes_address;
}

static void swap_paths(struct ep_module *a, struct ep_module *b)
{
    char *path = a->path;

    a->path = b->path;
    b->path = path;
}

/* Zeroes are not written: a module may claim many counters, and what it says of
 * them be short. */
static void add_counts(struct ep_module *to, const struct ep_module *from)
{
    for (size_t i = 0; i < to->n_counters; i++)
        if (from->counts[i])
            to->counts[i] = edgeprof_add(to->counts[i], from->counts[i]);
}

static void swap_counts(struct ep_module *a, struct ep_module *b)
{
    uint64_t *counts = a->counts;

    a->counts = b->counts;
    b->counts = counts;
}

static int add_module(struct ep_merge *merge, struct ep_module *module)
{
    struct ep_counts *sum = &merge->sum;
    struct ep_module *to = find_module(merge, module);
    int status;

    if (!to) {
        if (sum->n_modules >= EP_NONE)
            return EP_ENOMEM;
        to =
            ep_counts_add_module(sum, module, module->path, module->n_counters);
        if (!to || ep_map_add(&merge->modules, hash_id(module),
                              (uint32_t)sum->n_modules - 1))
            return EP_ENOMEM;
        swap_counts(to, module); /* not twice in memory */
    } else {
        add_counts(to, module);
    }
    status = ep_ended_add_all(&to->ended, &module->ended);
    if (status)
        return status;
    if (strcmp(module->path, to->path) < 0)
        swap_paths(to, module);
    if (notes_before(module, to))
        swap_notes(to, module);
    return EP_OK;
}

static int add_modules(struct ep_merge *merge, struct ep_counts *from,
                       const char *name, struct ep_diag *diag)
{
    int status = check_modules(merge, from, name, diag);

    for (size_t i = 0; !status && i < from->n_modules; i++)
        status = add_module(merge, &from->modules[i]);
    return status;
}

static struct ep_label *find_label(const struct ep_merge *merge,
                                   const char *text)
{
    uint64_t hash = ep_hash(EP_HASH_START, text, strlen(text));
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&merge->labels, hash, &cursor)) != EP_NONE)
        if (strcmp(merge->sum.labels[index].text, text) == 0)
            return &merge->sum.labels[index];
    return NULL;
}

/* The label TEXT of the sum, made of no runs if it is not there; NULL: no
 * memory. */
static struct ep_label *own_label(struct ep_merge *merge, const char *text)
{
    struct ep_counts *sum = &merge->sum;
    struct ep_label *label = find_label(merge, text);
    size_t size = strlen(text);

    if (label)
        return label;
    if (sum->n_labels >= EP_NONE || ep_counts_add_label(sum, 0, text, size) ||
        ep_map_add(&merge->labels, ep_hash(EP_HASH_START, text, size),
                   (uint32_t)sum->n_labels - 1))
        return NULL;
    label = &sum->labels[sum->n_labels - 1];
    label->kept = 1;
    return label;
}

static uint32_t own_module(const struct ep_merge *merge,
                           const struct ep_module *like)
{
    return (uint32_t)(find_module(merge, like) - merge->sum.modules);
}

/* FROM's modules are in the sum. */
static int add_label(struct ep_merge *merge, const struct ep_counts *from,
                     const struct ep_label *label)
{
    struct ep_label *to;
    int status = EP_OK;

    if (label->runs == 0) /* there is nothing that was not kept */
        return EP_OK;
    to = own_label(merge, label->text);
    if (!to)
        return EP_ENOMEM;
    to->runs = edgeprof_add(to->runs, label->runs);
    to->timed = edgeprof_add(to->timed, label->timed);
    to->time = edgeprof_add(to->time, label->time);
    if (!to->kept || !label->kept) {
        ep_label_forget(to);
        return EP_OK;
    }
    to->cut = edgeprof_add(to->cut, label->cut);
    to->flags |= label->flags;
    for (size_t i = 0; !status && i < label->n_counts; i++) {
        const struct ep_module *module =
            &from->modules[label->counts[i].module];

        status = ep_label_add(to, own_module(merge, module),
                              ep_buf_reader(&label->counts[i].pairs),
                              module->n_counters);
    }
    return status;
}

int ep_merge_add(struct ep_merge *merge, struct ep_counts *from,
                 const char *name, struct ep_diag *diag)
{
    int status = add_modules(merge, from, name, diag);

    for (size_t i = 0; !status && i < from->n_labels; i++)
        status = add_label(merge, from, &from->labels[i]);
    if (!status)
        status = ep_samplings_add(&merge->sum.samplings, &from->samplings);
    if (!status)
        status = ep_call_traces_take(&merge->sum.traces, &from->traces);
    if (status) {
        if (status == EP_ENOMEM)
            (void)ep_fail(diag, status, "%s: out of memory", name);
        return status;
    }
    merge->sum.runs = edgeprof_add(merge->sum.runs, from->runs);
    merge->sum.cut = edgeprof_add(merge->sum.cut, from->cut);
    merge->sum.flags |= from->flags;
    return EP_OK;
}

static void forget_counts(struct ep_module *module)
{
    for (size_t i = 0; i < module->n_counters; i++)
        if (module->counts[i])
            module->counts[i] = 0;
    ep_ended_release(&module->ended);
}

int ep_merge_add_empty(struct ep_merge *merge, struct ep_counts *from,
                       const char *name, struct ep_diag *diag)
{
    int status;

    for (size_t i = 0; i < from->n_modules; i++)
        forget_counts(&from->modules[i]);
    status = add_modules(merge, from, name, diag);
    if (status == EP_ENOMEM)
        (void)ep_fail(diag, status, "%s: out of memory", name);
    return status;
}

/* ---- taking off ---------------------------------------------------------- */

static int check_subtrahend(const struct ep_module *sum,
                            const struct ep_module *from, const char *name,
                            struct ep_diag *diag)
{
    if (from->n_counters != sum->n_counters)
        return ep_fail(diag, EP_EMATCH,
                       "%s: %zu counters for %s, the sum has %zu", name,
                       from->n_counters, from->path, sum->n_counters);
    for (size_t i = 0; i < sum->n_counters; i++)
        if (from->counts[i] > sum->counts[i] || sum->counts[i] == UINT64_MAX)
            return ep_fail(diag, EP_EMATCH,
                           "%s: not a part of the sum: counter %zu of %s is "
                           "%" PRIu64 ", in the sum %" PRIu64,
                           name, i, from->path, from->counts[i],
                           sum->counts[i]);
    if (!ep_ended_has(&sum->ended, &from->ended))
        return ep_fail(
            diag, EP_EMATCH,
            "%s: not a part of the sum: more frames of %s ended in it", name,
            from->path);
    return EP_OK;
}

static int check_runs(const struct ep_merge *merge,
                      const struct ep_counts *from, const char *name,
                      struct ep_diag *diag)
{
    if (from->runs > merge->sum.runs || from->cut > merge->sum.cut)
        return ep_fail(diag, EP_EMATCH,
                       "%s: not a part of the sum: it has %" PRIu64
                       " runs, the sum %" PRIu64,
                       name, from->runs, merge->sum.runs);
    for (size_t i = 0; i < from->n_labels; i++) {
        const struct ep_label *less = &from->labels[i];
        const struct ep_label *label = find_label(merge, less->text);

        if (!label || label->runs < less->runs || label->timed < less->timed ||
            label->time < less->time || (label->kept && label->cut < less->cut))
            return ep_fail(diag, EP_EMATCH,
                           "%s: not a part of the sum: it has more runs with "
                           "the label %s",
                           name, less->text);
    }
    return EP_OK;
}

/* FROM's runs and modules are known to be in the sum. */
static int check_label(const struct ep_merge *merge,
                       const struct ep_counts *from,
                       const struct ep_label *less, const char *name,
                       struct ep_diag *diag)
{
    const struct ep_label *label = find_label(merge, less->text);

    for (size_t i = 0; label->kept && i < less->n_counts; i++) {
        const struct ep_module *module = &from->modules[less->counts[i].module];
        int has;
        int status = ep_label_has(label, own_module(merge, module),
                                  ep_buf_reader(&less->counts[i].pairs),
                                  module->n_counters, &has);

        if (status)
            return status;
        if (!has)
            return ep_fail(diag, EP_EMATCH,
                           "%s: not a part of the sum: its runs with the label "
                           "%s have more of %s",
                           name, less->text, module->path);
    }
    return EP_OK;
}

static int check_samples(const struct ep_merge *merge,
                         const struct ep_counts *from, const char *name,
                         struct ep_diag *diag)
{
    int has;
    int status =
        ep_samplings_have(&merge->sum.samplings, &from->samplings, &has);

    if (status || has)
        return status;
    return ep_fail(diag, EP_EMATCH,
                   "%s: not a part of the sum: it has more samples", name);
}

/* Look before anything is taken. */
static int check_all(const struct ep_merge *merge, const struct ep_counts *from,
                     const char *name, struct ep_diag *diag)
{
    int status = check_runs(merge, from, name, diag);

    for (size_t i = 0; !status && i < from->n_modules; i++) {
        const struct ep_module *sum = find_module(merge, &from->modules[i]);

        if (sum)
            status = check_subtrahend(sum, &from->modules[i], name, diag);
        else
            status = ep_fail(diag, EP_EMATCH,
                             "%s: not a part of the sum: %s ran in none of it",
                             name, from->modules[i].path);
    }
    for (size_t i = 0; !status && i < from->n_labels; i++)
        status = check_label(merge, from, &from->labels[i], name, diag);
    return status ? status : check_samples(merge, from, name, diag);
}

static int subtract_label(struct ep_merge *merge, const struct ep_counts *from,
                          const struct ep_label *less)
{
    struct ep_label *label = find_label(merge, less->text);
    int status = EP_OK;

    label->runs -= less->runs;
    label->timed -= less->timed;
    label->time -= less->time;
    if (!label->kept || !less->kept) {
        ep_label_forget(label);
        return EP_OK;
    }
    label->cut -= less->cut;
    for (size_t i = 0; !status && i < less->n_counts; i++) {
        const struct ep_module *module = &from->modules[less->counts[i].module];

        status = ep_label_subtract(label, own_module(merge, module),
                                   ep_buf_reader(&less->counts[i].pairs),
                                   module->n_counters);
    }
    return status;
}

int ep_merge_subtract(struct ep_merge *merge, const struct ep_counts *from,
                      const char *name, struct ep_diag *diag)
{
    int status = check_all(merge, from, name, diag);

    if (status)
        return status;
    for (size_t i = 0; i < from->n_modules; i++) {
        struct ep_module *sum = find_module(merge, &from->modules[i]);

        for (size_t j = 0; sum && j < sum->n_counters; j++)
            if (from->modules[i].counts[j])
                sum->counts[j] -= from->modules[i].counts[j];
        if (sum)
            ep_ended_subtract(&sum->ended, &from->modules[i].ended);
    }
    merge->sum.runs -= from->runs;
    merge->sum.cut -= from->cut;
    for (size_t i = 0; !status && i < from->n_labels; i++)
        status = subtract_label(merge, from, &from->labels[i]);
    if (!status)
        status = ep_samplings_subtract(&merge->sum.samplings, &from->samplings);
    return status;
}

int ep_counts_scale(struct ep_counts *counts, uint64_t factor)
{
    int status = EP_OK;

    for (size_t i = 0; i < counts->n_modules; i++) {
        struct ep_module *module = &counts->modules[i];

        for (size_t j = 0; j < module->n_counters; j++)
            if (module->counts[j])
                module->counts[j] =
                    ep_saturating_product(module->counts[j], factor);
        ep_ended_scale(&module->ended, factor);
    }
    counts->runs = ep_saturating_product(counts->runs, factor);
    counts->cut = ep_saturating_product(counts->cut, factor);
    ep_samplings_scale(&counts->samplings, factor);
    for (size_t i = 0; !status && i < counts->n_labels; i++)
        status = ep_label_scale(&counts->labels[i], factor);
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

int ep_counts_only(const struct ep_counts *counts, const struct ep_label *label,
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
    if (!status) {
        out->labels->timed = label->timed;
        out->labels->time = label->time;
        status = ep_counts_fill_sole_label(out);
    }
    if (label == ep_counts_sole_label(counts))
        for (size_t i = 0; !status && i < label->n_counts; i++)
            status = ep_ended_add_all(
                &out->modules[i].ended,
                &counts->modules[label->counts[i].module].ended);
    if (status)
        ep_counts_release(out);
    return status;
}
