/* SPDX-License-Identifier: MIT
 *
 * listing.h - the machine code that a view has, instruction by instruction.
 */
#ifndef PROF_SHOW_LISTING_H
#define PROF_SHOW_LISTING_H

#include "view.h"

struct listing {
    const struct ep_profile_function **items; /* by object and address */
    size_t n;
};

/* The functions that VIEW wants.  OUT is initialised by this call; release with
 * listing_release.  EXIT_DONE, or what it says why there are none of. */
int listing_begin(const struct view *view, struct listing *out);
void listing_release(struct listing *listing);

typedef void listing_fn(void *context, uint64_t address, uint64_t count,
                        const char *text);
/* Each instruction of FUNCTION; what cannot be decoded is shown as one byte. */
void listing_each(const struct ep_profile_function *function, listing_fn *take,
                  void *context);

#endif
