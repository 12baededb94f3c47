/* SPDX-License-Identifier: MIT
 *
 * binaries.h - the binaries that the user names, whatever their paths are now.
 */
#ifndef TOOL_BINARIES_H
#define TOOL_BINARIES_H

#include "profile/binary.h"

/* Zero-initialised is empty and valid. */
struct binaries {
    struct ep_named_binary *items; /* distinct ids; paths are owned */
    size_t n;
    size_t capacity;
};

/* Add the binary PATH, or every binary with notes below it if it is a
 * directory.  A second binary of one id is passed over.
 * EP_OK; EP_ENOMEM; else what ep_binary_read gives for a file, EP_EIO for a
 * directory. */
EP_MUST_CHECK int binaries_add(struct binaries *set, const char *path,
                               struct ep_diag *diag);

void binaries_release(struct binaries *set);

#endif
