/* SPDX-License-Identifier: MIT
 *
 * input.h - bytes of a file, from front to back.
 *
 * WHY   a profile may come from a pipe, may be gigabytes of holes, and may grow
 *       or shrink while it is read, which a mapping would answer with SIGBUS.
 * RULES Memory is the window's 64 KiB, or what did arrive; never what a header
 *       claims.  Private to the readers of core.
 */
#ifndef EP_INPUT_H
#define EP_INPUT_H

#include "base/mem.h"

struct ep_input {
    const char *path; /* as the messages say it */
    int fd;
    struct ep_diag *diag;
    uint64_t offset; /* of the next byte in the file */
    size_t at;       /* of the next byte in the window */
    size_t end;
    uint8_t window[1u << 16];
};

/* Open PATH ("-": standard input).  EP_OK or EP_EIO. */
EP_MUST_CHECK int ep_input_open(struct ep_input *input, const char *path,
                                struct ep_diag *diag);
void ep_input_close(struct ep_input *input);

/* The next bytes, at most SIZE of them, into OUT; *OUT_SIZE says how many, less
 * than SIZE at the file's end only.  EP_OK or EP_EIO. */
EP_MUST_CHECK int ep_input_some(struct ep_input *input, void *out, size_t size,
                                size_t *out_size);

/* The next SIZE bytes into OUT.  EP_EFORMAT if the file ends before; WHAT says
 * in the message what was being read. */
EP_MUST_CHECK int ep_input_all(struct ep_input *input, void *out, size_t size,
                               const char *what);

/* Pass over SIZE bytes; errors as above. */
EP_MUST_CHECK int ep_input_skip(struct ep_input *input, uint64_t size,
                                const char *what);

#endif
