/* SPDX-License-Identifier: MIT
 *
 * counts_read.h - the readers of the two kinds of file, behind ep_counts_read.
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

EP_MUST_CHECK int ep_counts_read_raw(struct ep_input *input,
                                     const uint8_t head[EP_INPUT_HEAD],
                                     struct ep_counts *counts);
EP_MUST_CHECK int ep_counts_read_run(struct ep_input *input,
                                     const uint8_t head[EP_INPUT_HEAD],
                                     struct ep_counts *counts);

#endif
