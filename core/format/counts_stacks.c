/* SPDX-License-Identifier: MIT
 *
 * counts_stacks.c - MAPS and STACK chunks of raw files.
 */
#include "format/counts_read.h"

#include <string.h>

void ep_stacks_release(struct ep_stacks *stacks)
{
    for (size_t i = 0; i < stacks->n; i++)
        ep_buf_release(&stacks->items[i].bytes);
    ep_mem_free(stacks->items);
    ep_buf_release(&stacks->maps);
    *stacks = (struct ep_stacks){0};
}

/* SIZE bytes of the LEFT in the chunk, which is then read to its end. */
static int read_bytes(struct ep_input *input, uint64_t size, uint64_t left,
                      struct ep_buf *out)
{
    uint8_t piece[4096];

    if (size > left)
        return ep_fail(input->diag, EP_EFORMAT,
                       "%s: a stack that is larger than its chunk",
                       input->path);
    for (uint64_t at = 0; at < size;) {
        size_t n =
            size - at < sizeof piece ? (size_t)(size - at) : sizeof piece;
        int status = ep_input_all(input, piece, n, "a stack");

        if (status)
            return status;
        ep_buf_add(out, piece, n);
        if (out->failed)
            return EP_ENOMEM;
        at += n;
    }
    return ep_input_skip(input, left - size, "a stack");
}

int ep_counts_read_maps(struct ep_input *input,
                        const struct edgeprof_raw_chunk *start,
                        struct ep_stacks *stacks)
{
    struct edgeprof_raw_maps chunk = {.chunk = *start};
    int status = ep_input_all(input, (char *)&chunk + sizeof *start,
                              sizeof chunk - sizeof *start, "mappings");

    if (status)
        return status;
    ep_buf_clear(&stacks->maps);
    stacks->n_maps++;
    stacks->n_threads = chunk.threads;
    return read_bytes(input, chunk.text_size, start->size - sizeof chunk,
                      &stacks->maps);
}

int ep_counts_read_stack(struct ep_input *input,
                         const struct edgeprof_raw_chunk *start,
                         struct ep_stacks *stacks)
{
    struct edgeprof_raw_stack chunk = {.chunk = *start};
    struct ep_stack *stack;
    int status = ep_input_all(input, (char *)&chunk + sizeof *start,
                              sizeof chunk - sizeof *start, "a stack");

    if (status)
        return status;
    if (EP_GROW(stacks->items, stacks->n, stacks->capacity))
        return EP_ENOMEM;
    stack = &stacks->items[stacks->n++];
    *stack =
        (struct ep_stack){.thread = chunk.thread, .address = chunk.address};
    memcpy(stack->registers, chunk.registers, sizeof stack->registers);
    return read_bytes(input, chunk.size, start->size - sizeof chunk,
                      &stack->bytes);
}
