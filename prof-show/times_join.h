/* SPDX-License-Identifier: MIT
 *
 * times_join.h - what times.c and times_total.c share.
 */
#ifndef PROF_SHOW_TIMES_JOIN_H
#define PROF_SHOW_TIMES_JOIN_H

#include "times.h"

/* One sampling that is joined with the profile. */
struct times_join {
    const struct view *view;
    const struct ep_sampling *sampling;
    struct times *times;
    const struct ep_map *functions; /* hash of the name -> index */
    struct ep_arena arena;
    uint32_t *file;   /* per text: of the profile, or EP_NONE */
    uint8_t *counted; /* bool per object */
    uint32_t *match;  /* per place: a function of the profile, or EP_NONE */
};

/* Add ROW, of the function of ITEM, which is at PLACE.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int times_add_function(struct times_join *join,
                                     const struct ep_sample *item,
                                     const struct ep_place *place,
                                     struct time_row row);
/* Add what functions took with all that they call.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int times_add_totals(struct times_join *join);
void times_add_spent(struct spent *to, const struct spent *from);

#endif
