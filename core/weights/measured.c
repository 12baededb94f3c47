/* SPDX-License-Identifier: MIT
 *
 * measured.c - weights.so: what emit/weights.h says of it.
 */
#include "emit/weights.h"

#include <stdlib.h>
#include <string.h>

#include "format/counts.h"
#include "profile/profile.h"

struct measured {
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

static int sort_functions(struct measured *measured)
{
    size_t n = measured->profile.n_functions;

    measured->by_key = ep_mem_zeroed(n, sizeof *measured->by_key);
    if (!measured->by_key)
        return EP_ENOMEM;
    for (size_t i = 0; i < n; i++)
        measured->by_key[i] = &measured->profile.functions[i];
    qsort(measured->by_key, n, sizeof *measured->by_key, by_key);
    return EP_OK;
}

static int read_profile(const char *path, struct ep_diag *diag,
                        struct measured *out)
{
    const struct ep_profile_options options = {0};
    int status = ep_counts_read(path, diag, &out->counts);

    if (status)
        return status;
    status = ep_profile_build(&out->counts, &options, &out->profile);
    if (status == EP_EMATCH && out->profile.n_messages)
        return ep_fail(diag, status, "%s: %s", path, out->profile.messages[0]);
    return status ? status : sort_functions(out);
}

static void free_measured(void *context)
{
    struct measured *measured = context;

    ep_mem_free(measured->by_key);
    ep_profile_release(&measured->profile);
    ep_counts_release(&measured->counts);
    ep_mem_free(measured);
}

/* Functions of one name and graph in several places (a static one of a header)
 * have the same edges; the first serves all. */
static int apply(const void *context, struct ep_function *function)
{
    const struct measured *measured = context;
    const struct ep_profile_function key = {.function = function};
    const struct ep_profile_function *wanted = &key;
    const struct ep_profile_function *const *found =
        bsearch(&wanted, measured->by_key, measured->profile.n_functions,
                sizeof *measured->by_key, by_key);

    if (!found || (*found)->function->cfg.n_edges != function->cfg.n_edges)
        return 0;
    for (uint32_t e = 0; e < function->cfg.n_edges; e++)
        function->cfg.edges[e].weight = (*found)->edge[e];
    return 1;
}

__attribute__((visibility("default"))) ep_weights_read_fn edgeprof_weights_read;

int edgeprof_weights_read(const char *path, struct ep_diag *diag,
                          struct ep_weights *out)
{
    struct measured *measured = ep_mem_zeroed(1, sizeof *measured);
    int status = measured ? read_profile(path, diag, measured) : EP_ENOMEM;

    if (status) {
        if (measured)
            free_measured(measured);
        return status;
    }
    out->context = measured;
    out->apply = apply;
    out->release = free_measured;
    return EP_OK;
}
