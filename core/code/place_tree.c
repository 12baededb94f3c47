/* SPDX-License-Identifier: MIT */
#include "code/place_tree.h"

#include "base/order.h"

static int by_address(const void *left, const void *right)
{
    const struct ep_tree_frame *a = left, *b = right;

    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

int ep_tree_begin(const struct ep_sampling *sampling, struct ep_tree *out)
{
    *out = (struct ep_tree){0};
    out->frames = ep_mem_zeroed(sampling->n_nodes + 1, sizeof *out->frames);
    if (!out->frames)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < sampling->n_nodes; i++) {
        const struct ep_node *node = &sampling->nodes[i];

        if (node->place == 0)
            out->frames[out->n++] = (struct ep_tree_frame){
                .object = node->object, .node = i + 1, .offset = node->offset};
    }
    ep_sort(out->frames, out->n, sizeof *out->frames, by_address);
    return EP_OK;
}

void ep_tree_release(struct ep_tree *tree)
{
    ep_mem_free(tree->frames);
    ep_mem_free(tree->places);
    *tree = (struct ep_tree){0};
}

int ep_tree_set(struct ep_tree *tree, struct ep_sampling *sampling,
                struct ep_tree_frame *frame, const struct ep_place_chain *chain)
{
    int status = EP_OK;

    frame->first = tree->n_places;
    for (size_t i = 0; !status && i < chain->n; i++) {
        uint32_t place;

        status = ep_sampling_place(sampling, &chain->places[i], &place);
        if (status || place == 0)
            continue;
        if (EP_GROW(tree->places, tree->n_places, tree->capacity))
            return EP_ENOMEM;
        tree->places[tree->n_places++] = place;
        frame->n++;
    }
    return status;
}

/* NODE, of new numbers, into SAMPLING: as many nodes as FRAME, if it is one, has places. */
static int add_node(const struct ep_tree *tree,
                    const struct ep_tree_frame *frame, struct ep_node node,
                    struct ep_sampling *sampling, uint32_t *out)
{
    uint64_t count = node.count;
    int status = EP_OK;

    if (!frame || frame->n == 0)
        return ep_sampling_node(sampling, &node, out);
    node.offset = 0;
    for (size_t i = frame->n; !status && i > 0; i--) {
        node.place = tree->places[frame->first + i - 1];
        node.count = i == 1 ? count : 0;
        status = ep_sampling_node(sampling, &node, out);
        node.parent = *out;
    }
    return status;
}

static int add_all(const struct ep_tree *tree, const struct ep_node *nodes,
                   size_t n, struct ep_sampling *sampling)
{
    const struct ep_tree_frame **frame = ep_mem_zeroed(n + 1, sizeof *frame);
    uint32_t *numbers = ep_mem_zeroed(n + 1, sizeof *numbers);
    int status = frame && numbers ? EP_OK : EP_ENOMEM;

    for (size_t i = 0; !status && i < tree->n; i++)
        frame[tree->frames[i].node] = &tree->frames[i];
    for (size_t i = 1; !status && i <= n; i++) {
        struct ep_node node = nodes[i - 1];

        node.parent = numbers[node.parent];
        status = add_node(tree, frame[i], node, sampling, &numbers[i]);
    }
    ep_mem_free(frame);
    ep_mem_free(numbers);
    return status;
}

int ep_tree_make(const struct ep_tree *tree, struct ep_sampling *sampling)
{
    struct ep_node *nodes = sampling->nodes;
    size_t n = sampling->n_nodes;
    int status;

    if (n == 0)
        return EP_OK;
    sampling->nodes = NULL;
    sampling->n_nodes = sampling->nodes_capacity = 0;
    ep_map_release(&sampling->node_of);
    status = add_all(tree, nodes, n, sampling);
    ep_mem_free(nodes);
    return status;
}
