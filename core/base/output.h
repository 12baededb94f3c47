/* SPDX-License-Identifier: MIT
 *
 * output.h - a file that appears whole or not at all.
 *
 * MODEL What is written goes to another name beside the file, which is renamed
 *       at the end.  What is no regular file (a pipe, a device) and standard
 *       output, "-", are written in place.  A symbolic link stays one.
 */
#ifndef EP_OUTPUT_H
#define EP_OUTPUT_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_output {
    const char *path;     /* as named, for messages */
    char *target;         /* what its links lead to; NULL: in place */
    struct ep_buf beside; /* where the bytes go meanwhile */
    int fd;               /* to write to; -1 once its user has closed it */
};

/* OUT is initialised by this call and ended by ep_output_end, unless this
 * fails.  PATH stays the caller's.  EP_OK; EP_ENOMEM; EP_EIO. */
EP_MUST_CHECK int ep_output_begin(const char *path, struct ep_diag *diag,
                                  struct ep_output *out);

/* Write all of it, whatever interrupts.  EP_OK or EP_EIO. */
EP_MUST_CHECK int ep_output_write(const struct ep_output *output,
                                  const void *data, size_t size,
                                  struct ep_diag *diag);

/* STATUS is what became of the writing.  EP_OK: the file is there; EP_EIO: it
 * is as it was before; any other STATUS: likewise. */
EP_MUST_CHECK int ep_output_end(struct ep_output *output, int status,
                                struct ep_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
