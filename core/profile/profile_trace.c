/* SPDX-License-Identifier: MIT */
#include "profile/profile_trace.h"

#include <string.h>

#include "profile/profile_build.h"

/* By what functions of a profile are one. */
static uint64_t key_of(const struct ep_function *function)
{
    return ep_hash(EP_HASH_START + function->hash, function->name,
                   strlen(function->name));
}

static const struct ep_profile_function *
find_shown(const struct ep_profile *profile, const struct ep_map *shown,
           const struct ep_function *function)
{
    size_t cursor = 0;
    uint32_t i;

    while ((i = ep_map_next(shown, key_of(function), &cursor)) != EP_NONE) {
        const struct ep_function *other = profile->functions[i].function;

        if (other->hash == function->hash && other->line == function->line &&
            strcmp(other->name, function->name) == 0)
            return &profile->functions[i];
    }
    return NULL;
}

static int add_marks(struct ep_profile_trace *trace, uint32_t index)
{
    const struct ep_function *function = trace->functions[index].function;

    for (uint32_t m = 0; m < function->n_marks; m++) {
        if (EP_GROW(trace->marks, trace->n_marks, trace->marks_capacity) ||
            ep_map_add(&trace->by_name, ep_witness_name(function->id, m),
                       (uint32_t)trace->n_marks))
            return EP_ENOMEM;
        trace->marks[trace->n_marks++] = (struct ep_witness){index, m};
    }
    return EP_OK;
}

static int is_known(const struct ep_profile_trace *trace, uint64_t id)
{
    size_t cursor = 0;

    return ep_map_next(&trace->by_id, id, &cursor) != EP_NONE;
}

/* Constructors and destructors of C++ that make a whole object are mostly another name of
 * those that make a base. */
static uint32_t other_callee(const char *name)
{
    const char *at = strstr(name, "C2E");
    struct ep_buf other = {0};
    uint32_t callee = 0;

    at = at ? at : strstr(name, "D2E");
    if (!at)
        return 0;
    ep_buf_text(&other, name);
    if (!other.failed) {
        other.data[at + 1 - name] = '1';
        callee = ep_callee_id(other.data, other.size);
    }
    ep_buf_release(&other);
    return callee;
}

static int add_function(struct ep_profile_trace *trace,
                        const struct ep_function *function,
                        const struct ep_profile_function *shown)
{
    uint32_t index = (uint32_t)trace->n;

    if (EP_GROW(trace->functions, trace->n, trace->capacity) ||
        EP_GROW(trace->traced, trace->n, trace->traced_capacity) ||
        ep_map_add(&trace->by_id, function->id, index))
        return EP_ENOMEM;
    trace->functions[index] = (struct ep_traced_function){function, shown};
    trace->traced[index] = (struct ep_traced){
        .cfg = &function->cfg,
        .mark = function->mark,
        .n_marks = function->n_marks,
        .callee = ep_callee_id(function->name, strlen(function->name)),
        .other_callee = other_callee(function->name)};
    trace->n++;
    return add_marks(trace, index);
}

int ep_profile_trace_make(const struct ep_profile *profile,
                          struct ep_profile_trace *out)
{
    const struct ep_profile_private *p = profile->p;
    struct ep_map shown = {0};
    int status = EP_OK;

    *out = (struct ep_profile_trace){0};
    for (size_t i = 0; i < profile->n_functions && !status; i++)
        status = ep_map_add(&shown, key_of(profile->functions[i].function),
                            (uint32_t)i);
    for (size_t i = 0; i < p->n_notes; i++)
        for (size_t k = 0; k < p->notes[i].notes->n_functions && !status; k++) {
            const struct ep_function *function =
                &p->notes[i].notes->functions[k];

            if (function->flags & EP_FUNCTION_TRACED &&
                !is_known(out, function->id))
                status = add_function(out, function,
                                      find_shown(profile, &shown, function));
        }
    ep_map_release(&shown);
    return status;
}

void ep_profile_trace_release(struct ep_profile_trace *trace)
{
    ep_mem_free(trace->functions);
    ep_mem_free(trace->traced);
    ep_mem_free(trace->marks);
    ep_map_release(&trace->by_name);
    ep_map_release(&trace->by_id);
    *trace = (struct ep_profile_trace){0};
}

struct ep_witness ep_profile_trace_find(const struct ep_profile_trace *trace,
                                        uint32_t name)
{
    const struct ep_witness unknown = {EP_NONE, EP_WITNESS_UNKNOWN};
    size_t cursor = 0;
    uint32_t found;

    if (name == EDGEPROF_RING_THREAD || name & EDGEPROF_RING_OWNER)
        return (struct ep_witness){EP_NONE, EP_WITNESS_THREAD};
    if (name == EDGEPROF_RING_LOST)
        return (struct ep_witness){EP_NONE, EP_WITNESS_LOST};
    found = ep_map_next(&trace->by_name, name, &cursor);
    if (found == EP_NONE ||
        ep_map_next(&trace->by_name, name, &cursor) != EP_NONE)
        return unknown;
    return trace->marks[found];
}

int ep_profile_trace_path(const struct ep_profile_trace *trace,
                          const uint32_t *names, size_t n, int ended,
                          struct ep_path *out)
{
    struct ep_witness *witnesses = ep_mem_zeroed(n, sizeof *witnesses);
    int status;

    *out = (struct ep_path){0};
    if (!witnesses)
        return EP_ENOMEM;
    for (size_t i = 0; i < n; i++)
        witnesses[i] = ep_profile_trace_find(trace, names[i]);
    status = ep_path_trace(trace->traced, trace->n, witnesses, n, ended, out);
    ep_mem_free(witnesses);
    return status;
}
