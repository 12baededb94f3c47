/* SPDX-License-Identifier: MIT
 *
 * Whom calls by a pointer called: from the cells of one module to names.
 */
#include "profile/profile_build.h"

#include "base/order.h"

#include <string.h>

static int by_call(const void *left, const void *right)
{
    const struct ep_profile_target *a = left, *b = right;

    if (a->call != b->call)
        return a->call < b->call ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void add_up(void *to, void *from)
{
    struct ep_profile_target *target = to, *other = from;

    target->count = edgeprof_add(target->count, other->count);
}

/* The targets of FUNCTION's n-th call, whose cells are CELLS. */
static size_t find(const struct ep_function *function, uint32_t n,
                   const struct ep_targets *targets, const uint64_t *cells,
                   struct ep_profile_target *out)
{
    struct ep_target_count found[2 * EP_TARGET_CELLS];
    uint32_t call = function->values[n];
    size_t n_found = call < function->cfg.n_call_sites &&
                             function->cfg.call_sites[call].callee == 0
                         ? ep_targets_find(targets, cells, found)
                         : 0;

    for (size_t i = 0; i < n_found; i++)
        out[i] =
            (struct ep_profile_target){call, found[i].name, found[i].count};
    return n_found;
}

int ep_profile_find_targets(const struct ep_function *function,
                            const struct ep_targets *targets,
                            const uint64_t *cells,
                            struct ep_profile_function *out)
{
    enum { MOST = 2 * EP_TARGET_CELLS };
    size_t n = 0;

    if (function->n_values == 0)
        return EP_OK;
    out->targets =
        ep_mem_zeroed((size_t)MOST * function->n_values, sizeof *out->targets);
    if (!out->targets)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < function->n_values; i++)
        n += find(function, i, targets, cells + (size_t)EP_TARGET_WORDS * i,
                  out->targets + n);
    out->n_targets =
        ep_fold(out->targets, n, sizeof *out->targets, by_call, add_up);
    return EP_OK;
}

int ep_profile_add_targets(struct ep_profile_function *to,
                           const struct ep_profile_function *from)
{
    size_t n = to->n_targets + from->n_targets;
    struct ep_profile_target *all;

    if (from->n_targets == 0)
        return EP_OK;
    all = ep_mem_zeroed(n, sizeof *all);
    if (!all)
        return EP_ENOMEM;
    if (to->n_targets)
        memcpy(all, to->targets, to->n_targets * sizeof *all);
    memcpy(all + to->n_targets, from->targets, from->n_targets * sizeof *all);
    ep_mem_free(to->targets);
    to->targets = all;
    to->n_targets = ep_fold(all, n, sizeof *all, by_call, add_up);
    return EP_OK;
}
