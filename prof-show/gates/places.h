/* SPDX-License-Identifier: MIT
 *
 * places.h - what a gate misses, with the text of each line.
 */
#ifndef PROF_SHOW_PLACES_H
#define PROF_SHOW_PLACES_H

#include "gates/verdict.h"
#include "source.h"

struct places {
    struct view *view;
    const struct gate_say *say;
    uint32_t file; /* that `source` is of, or EP_NONE */
    struct source source;
    size_t n;
    int status;
};

/* Say PLACE, whose text is not known yet, unless there were enough. */
void places_say(struct places *places, struct gate_place place);

/* That of CONDITION, which is not shown to decide; FACT stays. */
struct gate_place places_condition(const struct ep_profile_condition *condition,
                                   char fact[64]);

/* How many more there are.  EP_OK or EP_ENOMEM: of all of them. */
int places_end(struct places *places);

#endif
