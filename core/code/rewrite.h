/* SPDX-License-Identifier: MIT
 *
 * rewrite.h - a program, or library, and copies of its code with increments, as
 * a new file.
 *
 * WHY   once it is a file, all that loads, runs, debugs and inspects programs
 *       works as it does for any other, and the work is done once.
 * MODEL What the old file had stays where it was.  Behind it come three loaded
 *       segments: code (how it starts, and the copies), tables (program headers;
 *       the loader's tables, which have become longer; unwinding), and data (the
 *       module's descriptor, the counters).  In the old code only jumps to the
 *       copies are new (code_landing.c), and pointers to arrivals lead straight
 *       to the copies.
 *       The new file is a module to the runtime like one that a compiler made:
 *       it has the same start, the same sections and notes.
 * RULES File offsets grow with addresses as in the first segment, since older
 *       kernels look for the program headers that way.
 */
#ifndef EP_REWRITE_H
#define EP_REWRITE_H

#include "code/copy.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_rewrite {
    const char *rt_path; /* absolute path of the runtime, tried first */
    const char *origin;  /* what $ORIGIN is to mean; NULL: where the file is */
    const char *place; /* absolute path of the new file, as the loader may name
                            another; NULL: it does not */
    uint64_t salt;     /* makes the new file's identity */
    /* Append the notes to OUT; the counters will lie at COUNTERS.  EP_OK or
     * EP_ENOMEM. */
    int (*notes)(const void *context, const struct ep_code *code,
                 uint64_t counters, struct ep_buf *out);
    const void *context;
};

/* Whether IMAGE is a program, and no library. */
int ep_rewrite_is_program(const struct ep_image *image);
/* Whether it is a library of which the runtime itself is made, and which is
 * therefore never counted. */
int ep_rewrite_is_first(const struct ep_image *image);

/* What cannot be rewritten is refused before any work: EP_OK; EP_ENONE: it is
 * never counted; EP_EFORMAT. */
EP_MUST_CHECK int ep_rewrite_check(const struct ep_image *image,
                                   struct ep_diag *diag);

/* Append the new file to OUT.  IMAGE, of which CODE was read, is changed.
 * EP_OK; EP_ENOMEM; EP_EFORMAT; EP_ENONE: no function is copied. */
EP_MUST_CHECK int ep_rewrite_make(struct ep_image *image, struct ep_code *code,
                                  const struct ep_rewrite *how,
                                  struct ep_diag *diag, struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
