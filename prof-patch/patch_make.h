/* SPDX-License-Identifier: MIT
 *
 * patch_make.h - the counted file of a program or library: made, or found in the
 * cache.
 */
#ifndef PROF_PATCH_MAKE_H
#define PROF_PATCH_MAKE_H

#include "patch_args.h"

#include <limits.h>

/* PATH, which is absolute, as the counted file OUT, which stays where it is
 * made.  EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT: it is refused; EP_ENONE: nothing is in
 * it that could be counted. */
EP_MUST_CHECK int make_output(const struct args *args, const char *path,
                              const char *out, struct ep_diag *diag);

/* The same, in the cache: made if it is not there as ARGS want it, and its name
 * into OUT. */
EP_MUST_CHECK int make_kept(const struct args *args, const char *path,
                            struct ep_diag *diag, struct ep_buf *out);

/* Whether ARGS, a struct args, want the function NAME of FILE counted; NULL: it is not
 * known. */
int make_wants(const void *args, const char *name, const char *file);
/* Stands for what ARGS want, and for what this program makes of it. */
uint64_t make_salt(const struct args *args);

/* What is installed with this program, as NAME below its library folder, into
 * OUT.  EP_OK; EP_EIO: it is not there. */
EP_MUST_CHECK int find_installed(const char *name, char out[PATH_MAX],
                                 struct ep_diag *diag);

#endif
