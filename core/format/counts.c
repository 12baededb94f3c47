/* SPDX-License-Identifier: MIT */
#include "format/counts.h"

#include <stdio.h>
#include <string.h>

void ep_counts_release(struct ep_counts *counts)
{
    for (size_t i = 0; i < counts->n_labels; i++) {
        ep_label_forget(&counts->labels[i]);
        ep_mem_free(counts->labels[i].text);
    }
    for (size_t i = 0; i < counts->n_modules; i++) {
        ep_mem_free(counts->modules[i].path);
        ep_mem_free(counts->modules[i].counts);
        ep_mem_free(counts->modules[i].notes);
        ep_ended_release(&counts->modules[i].ended);
    }
    ep_mem_free(counts->labels);
    ep_mem_free(counts->modules);
    ep_samplings_release(&counts->samplings);
    ep_stacks_release(&counts->stacks);
    ep_rings_release(&counts->rings);
    ep_call_traces_release(&counts->traces);
    *counts = (struct ep_counts){0};
}

struct ep_module *ep_counts_add_module(struct ep_counts *counts,
                                       const struct ep_module *id,
                                       const char *path, size_t n_counters)
{
    struct ep_module module = {.id_kind = id->id_kind, .id_size = id->id_size};
    struct ep_module *added;

    if (EP_GROW(counts->modules, counts->n_modules, counts->modules_capacity))
        return NULL;
    memcpy(module.id, id->id, sizeof module.id);
    module.n_counters = n_counters;
    module.path = ep_mem_dup(path, strlen(path));
    module.counts = ep_mem_zeroed(n_counters, sizeof *module.counts);
    if (!module.path || !module.counts) {
        ep_mem_free(module.path);
        ep_mem_free(module.counts);
        return NULL;
    }
    added = &counts->modules[counts->n_modules++];
    *added = module;
    return added;
}

int ep_counts_add_label(struct ep_counts *counts, uint64_t runs,
                        const void *text, size_t size)
{
    struct ep_label label = {.runs = runs};

    if (EP_GROW(counts->labels, counts->n_labels, counts->labels_capacity))
        return EP_ENOMEM;
    label.text = ep_mem_dup(text, size);
    if (!label.text)
        return EP_ENOMEM;
    counts->labels[counts->n_labels++] = label;
    return EP_OK;
}

struct ep_label *ep_counts_sole_label(const struct ep_counts *counts)
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

int ep_counts_fill_sole_label(struct ep_counts *counts)
{
    struct ep_label *label = ep_counts_sole_label(counts);
    int status = EP_OK;

    if (!label)
        return EP_OK;
    ep_label_forget(label);
    label->kept = 1;
    label->cut = counts->cut;
    label->flags = counts->flags;
    for (size_t i = 0; !status && i < counts->n_modules; i++)
        status = ep_label_set(label, (uint32_t)i, counts->modules[i].counts,
                              counts->modules[i].n_counters);
    return status;
}

int ep_module_same(const struct ep_module *a, const struct ep_module *b)
{
    return a->id_kind == b->id_kind && a->id_size == b->id_size &&
           memcmp(a->id, b->id, a->id_size) == 0;
}

const char *ep_module_id_text(const struct ep_module *module,
                              char out[EP_ID_TEXT])
{
    size_t at = (size_t)snprintf(
        out, EP_ID_TEXT, "%s ",
        module->id_kind == EDGEPROF_ID_BUILD ? "build-id" : "notes");

    for (uint32_t i = 0; i < module->id_size; i++)
        at +=
            (size_t)snprintf(out + at, EP_ID_TEXT - at, "%02x", module->id[i]);
    return out;
}
