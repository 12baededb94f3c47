/* SPDX-License-Identifier: MIT
 *
 * measured.c - weights.so: what format/weights.h says of it.
 */
#include "format/weights.h"

#include <string.h>

#include "base/order.h"
#include "format/file.h"
#include "profile/profile.h"

struct measured {
    struct ep_counts counts;
    struct ep_profile profile;
    /* By name and graph; profile.n_functions. */
    const struct ep_profile_function **by_key;
};

static int compare(const struct ep_function *a, const struct ep_function *b)
{
    int names = strcmp(a->name, b->name);

    return names ? names : (a->hash > b->hash) - (a->hash < b->hash);
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
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    ep_sort(measured->by_key, n, sizeof *measured->by_key, by_key);
    return EP_OK;
}

static int read_profile(const char *path, struct ep_diag *diag,
                        struct measured *out)
{
    const struct ep_profile_options options = {0};
    int status = ep_file_read(path, diag, &out->counts);

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

static int comes_before(const void *item, const void *key)
{
    const struct ep_profile_function *const *at = item;

    return compare((*at)->function, key) < 0;
}

static int has_name(const struct measured *measured, size_t at,
                    const char *name)
{
    return at < measured->profile.n_functions &&
           strcmp(measured->by_key[at]->function->name, name) == 0;
}

/* Functions of one name and graph in several places (a static one of a header)
 * have the same edges; the first serves all. */
static const struct ep_profile_function *
find(const struct measured *measured, const struct ep_function *function,
     enum ep_match *out)
{
    const struct ep_profile_function *found;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
    size_t at =
        ep_lower_bound(measured->by_key, measured->profile.n_functions,
                       sizeof *measured->by_key, comes_before, function);

    *out = EP_MATCH_NONE;
    if (!has_name(measured, at, function->name)) {
        if (at > 0 && has_name(measured, at - 1, function->name))
            *out = EP_MATCH_STALE;
        return NULL;
    }
    found = measured->by_key[at];
    *out = found->function->hash == function->hash &&
                   found->function->cfg.n_edges == function->cfg.n_edges
               ? EP_MATCH_SAME
               : EP_MATCH_STALE;
    return found;
}

static enum ep_match apply(const void *context, struct ep_function *function)
{
    enum ep_match match;
    const struct ep_profile_function *found = find(context, function, &match);

    if (match == EP_MATCH_SAME)
        for (uint32_t e = 0; e < function->cfg.n_edges; e++)
            function->cfg.edges[e].weight = found->edge[e];
    return match;
}

/* ---- whom calls by a pointer called -------------------------------------- */

/* The call of TO that is FROM's call SITE: of the calls by a pointer of its block, the same
 * one.  What else is called there differs between compilers. */
static uint32_t same_call(const struct ep_cfg *from, uint32_t site,
                          const struct ep_cfg *to)
{
    uint32_t block = from->call_sites[site].at.block, before = 0;

    for (uint32_t i = 0; i < site; i++)
        before += from->call_sites[i].at.block == block &&
                  from->call_sites[i].callee == 0;
    for (uint32_t i = 0; i < to->n_call_sites; i++)
        if (to->call_sites[i].at.block == block &&
            to->call_sites[i].callee == 0 && before-- == 0)
            return i;
    return EP_NONE;
}

/* The last of those that OUT has room for may go. */
static void add_target(const struct ep_profile_target *target,
                       struct ep_called *out)
{
    size_t at = out->n < EP_CALLED_MOST ? out->n++ : EP_CALLED_MOST - 1;

    if (out->n == EP_CALLED_MOST && out->targets[at].count >= target->count)
        return;
    for (; at > 0 && out->targets[at - 1].count < target->count; at--)
        out->targets[at] = out->targets[at - 1];
    out->targets[at] = (struct ep_target_count){target->name, target->count};
}

static void called(const void *context, const struct ep_function *function,
                   uint32_t site, struct ep_called *out)
{
    enum ep_match match;
    const struct ep_profile_function *found = find(context, function, &match);
    uint32_t call = same_call(&function->cfg, site, &found->function->cfg);
    uint64_t known = 0;

    for (size_t i = 0; i < found->n_targets; i++)
        if (found->targets[i].call == call) {
            known = edgeprof_add(known, found->targets[i].count);
            if (found->targets[i].name[0]) /* of this module */
                add_target(&found->targets[i], out);
        }
    if (call != EP_NONE)
        out->calls =
            found->block[found->function->cfg.call_sites[call].at.block];
    if (out->calls < known)
        out->calls = known;
}

/* ---- the summary --------------------------------------------------------- */

static int by_count(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;

    return (*a < *b) - (*a > *b);
}

/* COUNTS are those of all blocks. */
static void summarise(uint64_t *counts, size_t n, struct ep_summary *out)
{
    static const uint32_t millionths[EP_SHARES] = {
        10000,  100000, 200000, 300000, 400000, 500000, 600000, 700000,
        800000, 900000, 950000, 990000, 999000, 999900, 999990, 999999};
    uint64_t sum = 0;
    size_t at = 0;

    ep_sort(counts, n, sizeof *counts, by_count);
    for (size_t i = 0; i < n; i++)
        out->total += counts[i];
    out->most = n ? counts[0] : 0;
    out->n_blocks = (uint32_t)n;
    for (size_t i = 0; i < EP_SHARES; i++) {
        uint64_t want = (uint64_t)((double)out->total * millionths[i] / 1e6);

        while (at < n && (sum < want || at == 0))
            sum += counts[at++];
        out->shares[i] = (struct ep_share){millionths[i], (uint32_t)at,
                                           at ? counts[at - 1] : 0};
    }
}

static size_t count_blocks(const struct ep_profile *profile)
{
    size_t n = 0;

    for (size_t i = 0; i < profile->n_functions; i++)
        n += profile->functions[i].function->cfg.n_blocks;
    return n;
}

static int make_summary(const struct ep_profile *profile,
                        struct ep_summary *out)
{
    size_t n = count_blocks(profile), at = 0;
    uint64_t *counts = ep_mem_zeroed(n, sizeof *counts);

    if (!counts)
        return EP_ENOMEM;
    for (size_t i = 0; i < profile->n_functions; i++) {
        const struct ep_profile_function *function = &profile->functions[i];
        const struct ep_cfg *cfg = &function->function->cfg;

        for (uint32_t e = 0; e < cfg->n_edges; e++) {
            uint32_t to = cfg->edges[e].dst;

            if (to != EP_BLOCK_EXIT)
                counts[at + to] += function->edge[e];
            if (to == EP_BLOCK_ENTRY && out->most_calls < function->edge[e])
                out->most_calls = function->edge[e];
        }
        at += cfg->n_blocks;
    }
    out->n_functions = (uint32_t)profile->n_functions;
    summarise(counts, n, out);
    ep_mem_free(counts);
    return EP_OK;
}

__attribute__((visibility("default"))) ep_weights_read_fn edgeprof_weights_read;

int edgeprof_weights_read(const char *path, struct ep_diag *diag,
                          struct ep_weights *out)
{
    struct measured *measured = ep_mem_zeroed(1, sizeof *measured);
    int status = measured ? read_profile(path, diag, measured) : EP_ENOMEM;

    if (!status)
        status = make_summary(&measured->profile, &out->summary);
    if (status) {
        if (measured)
            free_measured(measured);
        return status;
    }
    out->context = measured;
    out->apply = apply;
    out->called = called;
    out->release = free_measured;
    return EP_OK;
}
