/* SPDX-License-Identifier: MIT
 *
 * counts_read.h - the readers of what one process writes, behind ep_file_read.
 *
 * Each is called after the file's first EP_INPUT_HEAD bytes, which it is given
 * for checking; it adds to COUNTS, which its caller releases on failure.
 */
#ifndef EP_COUNTS_READ_H
#define EP_COUNTS_READ_H

#include "base/input.h"
#include "format/counts.h"

/* Bytes that both heads have in common: magic, version, kind. */
#define EP_INPUT_HEAD 16u

/* A head of SIZE bytes into OUT: START, its first EP_INPUT_HEAD, and what comes next.
 * Errors as those of ep_input_all. */
EP_MUST_CHECK int ep_counts_read_head(struct ep_input *input,
                                      const uint8_t *start, void *out,
                                      size_t size);

EP_MUST_CHECK int ep_counts_read_raw(struct ep_input *input,
                                     const uint8_t head[EP_INPUT_HEAD],
                                     struct ep_counts *counts);
EP_MUST_CHECK int ep_counts_read_run(struct ep_input *input,
                                     const uint8_t head[EP_INPUT_HEAD],
                                     struct ep_counts *counts);

/* Read the rest of a MAPS or STACK chunk that starts so. */
EP_MUST_CHECK int ep_counts_read_maps(struct ep_input *input,
                                      const struct edgeprof_raw_chunk *start,
                                      struct ep_stacks *stacks);
EP_MUST_CHECK int ep_counts_read_stack(struct ep_input *input,
                                       const struct edgeprof_raw_chunk *start,
                                       struct ep_stacks *stacks);

/* Likewise a RING chunk. */
EP_MUST_CHECK int ep_counts_read_ring(struct ep_input *input,
                                      const struct edgeprof_raw_chunk *start,
                                      struct ep_counts *counts);

/* What a raw file says of the parts of its run. */
struct ep_raw_parts {
    struct ep_counts *counts; /* the run's, complete but for labels */
    const uint32_t *module;   /* number of a MODULE chunk -> index */
    size_t n_modules;
    struct ep_buf entries; /* of all PARTS chunks */
    char run[EDGEPROF_LABEL_MAX];
    char open[EDGEPROF_LABEL_MAX]; /* the label of the one that has begun */
};

/* Read the entries of a PARTS chunk, of which SIZE bytes are left; append them
 * to ENTRIES. */
EP_MUST_CHECK int ep_counts_read_parts(struct ep_input *input, uint64_t size,
                                       struct ep_buf *entries);
/* Give the run its labels, those of its parts among them. */
EP_MUST_CHECK int ep_counts_add_parts(const struct ep_raw_parts *parts,
                                      const struct ep_input *input);

#endif
