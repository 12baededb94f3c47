/* SPDX-License-Identifier: MIT
 *
 * binaries.h - find the binary that a module of a profile was.
 *
 * MODEL A set of binaries that the user named comes first, whatever their path
 *       is now; then the file at the path where the module ran.  Only the id
 *       decides.
 */
#ifndef EP_BINARIES_H
#define EP_BINARIES_H

#include "profile/binary.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_named_binary {
    char *path;
    struct ep_binary binary;
};

/* Zero-initialised is empty and valid. */
struct ep_binaries {
    struct ep_named_binary *items; /* distinct ids */
    size_t n;
    size_t capacity;
};

/* Add the binary PATH, or every binary with notes below it if it is a
 * directory.  A second binary of one id is passed over.
 * EP_OK; EP_ENOMEM; else what ep_binary_read gives for a file, EP_EIO for a
 * directory. */
EP_MUST_CHECK int ep_binaries_add(struct ep_binaries *set, const char *path,
                                  struct ep_diag *diag);

/* The binary of MODULE's id among those named, or NULL. */
const struct ep_named_binary *ep_binaries_find(const struct ep_binaries *set,
                                               const struct ep_module *module);

/* Read the file at MODULE's own path.
 * EP_OK; else OUT is empty: EP_EMATCH if it is another binary now; and what
 * ep_binary_read gives. */
EP_MUST_CHECK int ep_binaries_read_own(const struct ep_module *module,
                                       struct ep_diag *diag,
                                       struct ep_binary *out);

void ep_binaries_release(struct ep_binaries *set);

#ifdef __cplusplus
}
#endif

#endif
