/* SPDX-License-Identifier: MIT
 *
 * A function's time in all is that of the nodes that are it, with all below them, but for
 * those that are below another of its own.
 */
#include "times_join.h"

/* Whether both nodes are of one function. */
static int same_function(const struct ep_sampling *sampling,
                         const struct ep_node *a, const struct ep_node *b)
{
    struct ep_place one = ep_sampling_where(sampling, a->place);
    struct ep_place other = ep_sampling_where(sampling, b->place);

    return one.function == other.function && one.home == other.home &&
           (one.function || a->object == b->object);
}

/* Whether no caller of NODE is its function, too. */
static int is_outermost(const struct ep_sampling *sampling,
                        const struct ep_node *node)
{
    for (uint32_t at = node->parent; at; at = sampling->nodes[at - 1].parent)
        if (same_function(sampling, node, &sampling->nodes[at - 1]))
            return 0;
    return 1;
}

static int add_total(struct times_join *join, const struct ep_node *node,
                     uint64_t samples)
{
    const struct ep_sampling *sampling = join->sampling;
    const struct ep_sample item = {.object = node->object,
                                   .place = node->place};
    struct ep_place place = ep_sampling_where(sampling, node->place);
    double period = (double)sampling->period, n = (double)samples;
    struct time_row row = {.total = {n * period, n * period * period, samples},
                           .file = EP_NONE,
                           .path = "",
                           .function =
                               ep_sampling_words(sampling, place.function),
                           .object = sampling->objects[node->object].path};

    if (node->parent == 0)
        times_add_spent(&join->times->stacked, &row.total);
    return is_outermost(sampling, node)
               ? times_add_function(join, &item, &place, row)
               : EP_OK;
}

int times_add_totals(struct times_join *join)
{
    const struct ep_sampling *sampling = join->sampling;
    uint64_t *samples = /* of each node and all below it */
        ep_arena_new(&join->arena, sampling->n_nodes + 1, sizeof *samples);
    int status = samples ? EP_OK : EP_ENOMEM;

    for (size_t i = sampling->n_nodes; !status && i > 0; i--) {
        const struct ep_node *node = &sampling->nodes[i - 1];

        samples[i] = edgeprof_add(samples[i], node->count);
        samples[node->parent] = edgeprof_add(samples[node->parent], samples[i]);
    }
    for (size_t i = 1; !status && i <= sampling->n_nodes; i++)
        if (samples[i])
            status = add_total(join, &sampling->nodes[i - 1], samples[i]);
    return status;
}
