/* SPDX-License-Identifier: MIT */
#include "merge.h"

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

/* A library that was loaded twice may be in one profile twice. */
static const struct ep_module *earlier(const struct ep_counts *from, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (ep_module_same(&from->modules[j], &from->modules[i]))
            return &from->modules[j];
    return NULL;
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
            known = earlier(from, i);
        if (known && known->n_counters != module->n_counters)
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

static int add_module(struct ep_merge *merge, struct ep_module *module)
{
    struct ep_counts *sum = &merge->sum;
    struct ep_module *to = find_module(merge, module);

    if (!to) {
        if (sum->n_modules >= EP_NONE ||
            ep_map_add(&merge->modules, hash_id(module),
                       (uint32_t)sum->n_modules))
            return EP_ENOMEM;
        to =
            ep_counts_add_module(sum, module, module->path, module->n_counters);
        if (!to)
            return EP_ENOMEM;
    }
    for (size_t i = 0; i < to->n_counters; i++)
        to->counts[i] = edgeprof_add(to->counts[i], module->counts[i]);
    if (strcmp(module->path, to->path) < 0)
        swap_paths(to, module);
    if (notes_before(module, to))
        swap_notes(to, module);
    return EP_OK;
}

static int add_label(struct ep_merge *merge, const struct ep_label *label)
{
    struct ep_counts *sum = &merge->sum;
    size_t size = strlen(label->text);
    uint64_t hash = ep_hash(EP_HASH_START, label->text, size);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&merge->labels, hash, &cursor)) != EP_NONE) {
        struct ep_label *known = &sum->labels[index];
        if (strcmp(known->text, label->text) == 0) {
            known->runs = edgeprof_add(known->runs, label->runs);
            return EP_OK;
        }
    }
    if (sum->n_labels >= EP_NONE ||
        ep_counts_add_label(sum, label->runs, label->text, size))
        return EP_ENOMEM;
    return ep_map_add(&merge->labels, hash, (uint32_t)sum->n_labels - 1);
}

int ep_merge_add(struct ep_merge *merge, struct ep_counts *from,
                 const char *name, struct ep_diag *diag)
{
    int status = check_modules(merge, from, name, diag);

    for (size_t i = 0; !status && i < from->n_modules; i++)
        status = add_module(merge, &from->modules[i]);
    for (size_t i = 0; !status && i < from->n_labels; i++)
        status = add_label(merge, &from->labels[i]);
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
