/* SPDX-License-Identifier: MIT
 *
 * weights.h - edge weights from an earlier run: the option profile=FILE.
 *
 * WHY   measured counts choose better chords than guesses do.
 * MODEL A function of the profile serves a function of the unit if name and
 *       graph are the same; all others keep the compiler's guesses.
 * RULES A choice only: reports are the same whatever the weights.
 */
#ifndef EP_WEIGHTS_H
#define EP_WEIGHTS_H

#include "format/notes.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_weights; /* opaque */

/* Read the profile PATH, which prof-merge wrote or whose binaries are in place.
 * EP_OK, and *OUT is the caller's to free; EP_ENOMEM; else the status of
 * ep_counts_read, or EP_EMATCH if nothing in it can be used.  *OUT is then
 * NULL. */
EP_MUST_CHECK int ep_weights_open(const char *path, struct ep_diag *diag,
                                  struct ep_weights **out);
void ep_weights_free(struct ep_weights *weights);

/* Set the weights of FUNCTION's edges (name, hash and cfg are in place) to
 * their counts if the profile has it.  Returns whether it had. */
int ep_weights_apply(const struct ep_weights *weights,
                     struct ep_function *function);

#ifdef __cplusplus
}
#endif

#endif
