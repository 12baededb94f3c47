/* SPDX-License-Identifier: MIT */
#include "run_stacks.h"

#include <string.h>

struct perf_stack *stack_copy(const struct perf_stack *stack)
{
    struct perf_stack *copy = ep_mem_resize(NULL, sizeof *copy + stack->size);

    if (!copy)
        return NULL;
    *copy = *stack;
    copy->bytes = memcpy(copy + 1, stack->bytes, stack->size);
    return copy;
}

static int add_cut_off(struct ep_sampling *sampling, uint32_t *out)
{
    const struct ep_sampled_object object = {.path = (char *)EP_CUT_OFF};
    struct ep_node node = {0};
    int status = ep_sampling_object(sampling, &object, &node.object);

    return status ? status : ep_sampling_node(sampling, &node, out);
}

/* The frames from the outermost on; OUT is the number of the innermost's node. */
static int add_frames(struct ep_sampling *sampling,
                      const struct unwound_frame *frames, size_t n,
                      uint32_t parent, uint32_t *out)
{
    int status = EP_OK;

    *out = parent;
    for (size_t i = n; !status && i > 0; i--) {
        const struct ep_node node = {.parent = *out,
                                     .object = frames[i - 1].object,
                                     .offset = frames[i - 1].offset};

        status = ep_sampling_node(sampling, &node, out);
    }
    return status;
}

int stacks_add(const struct unwind_context *context,
               const struct perf_stack *stack, const struct unwound_frame *leaf,
               struct ep_sampling *sampling)
{
    static struct unwound unwound; /* of the one thread that samples */
    uint32_t node = 0;
    int status = EP_OK;

    unwound.n = 0;
    unwound.is_whole = 0;
    if (stack && sampling->n_nodes < STACKS_MOST)
        status = unwind(context, stack, &unwound);
    if (!status && !unwound.is_whole)
        status = add_cut_off(sampling, &node);
    if (!status)
        status = add_frames(sampling, unwound.frames, unwound.n, node, &node);
    if (!status && leaf)
        status = add_frames(sampling, leaf, 1, node, &node);
    if (!status && node)
        sampling->nodes[node - 1].count =
            edgeprof_add(sampling->nodes[node - 1].count, 1);
    return status;
}
