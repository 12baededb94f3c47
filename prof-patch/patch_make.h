/* SPDX-License-Identifier: MIT
 *
 * patch_make.h - the counted file of a program or library: made, or found in the
 * cache.
 */
#ifndef PROF_PATCH_MAKE_H
#define PROF_PATCH_MAKE_H

#include "patch_args.h"

#include "code/code.h"

#include <limits.h>

/* A program or library, read. */
struct made {
    struct ep_image image;
    struct ep_frames frames;
    struct ep_lines lines;
    struct ep_code code;
};

/* Read PATH, which is borrowed, as ARGS want it.  OUT is initialised by this call; release with
 * make_release.  What make_output gives. */
EP_MUST_CHECK int make_read(const struct args *args, const char *path,
                            struct ep_diag *diag, struct made *out);
void make_release(struct made *made);

/* PATH, which is absolute, as the counted file OUT, which stays where it is
 * made.  EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT: it is refused; EP_ENONE: nothing is in
 * it that could be counted. */
EP_MUST_CHECK int make_output(const struct args *args, const char *path,
                              const char *out, struct ep_diag *diag);

/* The same, in the cache: made if it is not there as ARGS want it, and its name
 * into OUT.
 * MADE  PATH, read, and changed by this call; or NULL */
EP_MUST_CHECK int make_kept(const struct args *args, const char *path,
                            struct made *made, struct ep_diag *diag,
                            struct ep_buf *out);

/* Whether CONTEXT, a struct args, wants the function NAME of FILE counted; NULL: it is not
 * known. */
int make_wants(const void *context, const char *name, const char *file);
/* Stands for what ARGS want, and for what this program makes of it. */
uint64_t make_salt(const struct args *args);

#endif
