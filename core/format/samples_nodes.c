/* SPDX-License-Identifier: MIT
 *
 * The tree of stacks.
 */
#include "base/pairs.h"
#include "format/samples_private.h"

static uint64_t hash_node(const struct ep_node *node)
{
    uint64_t hash = ep_hash_u64(EP_HASH_START, node->offset);

    hash = ep_hash_u64(hash, (uint64_t)node->object << 32 | node->place);
    return ep_hash_u64(hash, node->parent);
}

int ep_sampling_node(struct ep_sampling *sampling, const struct ep_node *like,
                     uint32_t *out)
{
    uint64_t hash = hash_node(like);
    size_t cursor = 0;

    while ((*out = ep_map_next(&sampling->node_of, hash, &cursor)) != EP_NONE) {
        struct ep_node *node = &sampling->nodes[*out - 1];

        if (node->parent == like->parent && node->object == like->object &&
            node->place == like->place && node->offset == like->offset) {
            node->count = edgeprof_add(node->count, like->count);
            return EP_OK;
        }
    }
    *out = (uint32_t)sampling->n_nodes + 1;
    if (*out == EP_NONE ||
        EP_GROW(sampling->nodes, sampling->n_nodes, sampling->nodes_capacity) ||
        ep_map_add(&sampling->node_of, hash, *out))
        return EP_ENOMEM;
    sampling->nodes[sampling->n_nodes++] = *like;
    return EP_OK;
}

/* ---- sums ---------------------------------------------------------------- */

/* Whether to go on. */
typedef int node_visit(struct ep_node *own, uint64_t count);

/* VISIT each node of FROM as TO has it, with FROM's samples, until OUT is no. */
static int each(struct ep_sampling *to, const struct ep_sampling *from,
                node_visit *visit, int *out)
{
    uint32_t *numbers = ep_mem_zeroed(from->n_nodes + 1, sizeof *numbers);
    int status = numbers ? EP_OK : EP_ENOMEM;

    for (size_t i = 0; !status && *out && i < from->n_nodes; i++) {
        struct ep_node node = from->nodes[i];
        uint64_t count = node.count;

        node.count = 0;
        node.parent = numbers[node.parent];
        status = ep_sampling_translate(from, to, &node.object, &node.place);
        if (!status)
            status = ep_sampling_node(to, &node, &numbers[i + 1]);
        if (!status)
            *out = visit(&to->nodes[numbers[i + 1] - 1], count);
    }
    ep_mem_free(numbers);
    return status;
}

static int add(struct ep_node *own, uint64_t count)
{
    own->count = edgeprof_add(own->count, count);
    return 1;
}

static int have(struct ep_node *own, uint64_t count)
{
    return own->count >= count && (count == 0 || own->count < UINT64_MAX);
}

static int take_off(struct ep_node *own, uint64_t count)
{
    own->count -= count;
    return 1;
}

int ep_nodes_add(struct ep_sampling *to, const struct ep_sampling *from)
{
    int go_on = 1;

    return each(to, from, add, &go_on);
}

int ep_nodes_have(struct ep_sampling *to, const struct ep_sampling *from,
                  int *out)
{
    return each(to, from, have, out);
}

int ep_nodes_subtract(struct ep_sampling *to, const struct ep_sampling *from)
{
    int go_on = 1;

    return each(to, from, take_off, &go_on);
}
