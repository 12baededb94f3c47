/* SPDX-License-Identifier: MIT */
#include "profile/weights.h"

#include <stdlib.h>
#include <string.h>

#include "format/counts.h"
#include "profile/profile.h"

struct ep_weights {
    struct ep_counts counts;
    struct ep_profile profile;
    const struct ep_profile_function **by_key; /* sorted; profile.n_functions */
};

static int compare(const struct ep_function *a, const struct ep_function *b)
{
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int by_key(const void *left, const void *right)
{
    const struct ep_profile_function *const *a = left;
    const struct ep_profile_function *const *b = right;

    return compare((*a)->function, (*b)->function);
}

int ep_weights_open(const char *path, struct ep_diag *diag,
                    struct ep_weights **out)
{
    const struct ep_binaries none = {0};
    const struct ep_profile_options options = {.binaries = &none};
    struct ep_weights *weights = ep_mem_zeroed(1, sizeof *weights);
    int status;

    *out = NULL;
    if (!weights)
        return EP_ENOMEM;
    status = ep_counts_read(path, diag, &weights->counts);
    if (!status)
        status =
            ep_profile_build(&weights->counts, &options, &weights->profile);
    if (status == EP_EMATCH && weights->profile.n_messages)
        ep_fail(diag, status, "%s: %s", path, weights->profile.messages[0]);
    if (!status) {
        size_t n = weights->profile.n_functions;

        weights->by_key = ep_mem_zeroed(n, sizeof *weights->by_key);
        for (size_t i = 0; weights->by_key && i < n; i++)
            weights->by_key[i] = &weights->profile.functions[i];
        if (weights->by_key)
            qsort(weights->by_key, n, sizeof *weights->by_key, by_key);
        else
            status = EP_ENOMEM;
    }
    if (status)
        ep_weights_free(weights);
    else
        *out = weights;
    return status;
}

void ep_weights_free(struct ep_weights *weights)
{
    if (!weights)
        return;
    ep_mem_free(weights->by_key);
    ep_profile_release(&weights->profile);
    ep_counts_release(&weights->counts);
    ep_mem_free(weights);
}

/* Functions of one name and graph in several places (a static one of a header)
 * have the same edges; the first serves all. */
int ep_weights_apply(const struct ep_weights *weights,
                     struct ep_function *function)
{
    const struct ep_profile_function key = {.function = function};
    const struct ep_profile_function *wanted = &key;
    const struct ep_profile_function *const *found =
        bsearch(&wanted, weights->by_key, weights->profile.n_functions,
                sizeof *weights->by_key, by_key);

    if (!found || (*found)->function->cfg.n_edges != function->cfg.n_edges)
        return 0;
    for (uint32_t e = 0; e < function->cfg.n_edges; e++)
        function->cfg.edges[e].weight = (*found)->edge[e];
    return 1;
}
