/* SPDX-License-Identifier: MIT
 *
 * samples_private.h - what samples.c and samples_nodes.c need of each other.
 */
#ifndef EP_SAMPLES_PRIVATE_H
#define EP_SAMPLES_PRIVATE_H

#include "format/samples.h"

/* The numbers of OBJECT and PLACE of FROM become those that they have in TO. */
EP_MUST_CHECK int ep_sampling_translate(const struct ep_sampling *from,
                                        struct ep_sampling *to,
                                        uint32_t *object, uint32_t *place);

/* Add the nodes of FROM to TO.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_nodes_add(struct ep_sampling *to,
                               const struct ep_sampling *from);
/* Whether TO has all that FROM's have, into OUT; TO may get nodes without samples. */
EP_MUST_CHECK int ep_nodes_have(struct ep_sampling *to,
                                const struct ep_sampling *from, int *out);
/* Take FROM's, of which TO has all, away. */
EP_MUST_CHECK int ep_nodes_subtract(struct ep_sampling *to,
                                    const struct ep_sampling *from);

#endif
