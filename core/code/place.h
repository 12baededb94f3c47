/* SPDX-License-Identifier: MIT
 *
 * place.h - which function and line machine code is of, of any program: as its debug
 * information says, which may be a file of its own, or its symbols.
 *
 * MODEL Of an address there is a line, and the innermost function that it is of, as the
 *       source has it: one that was inlined is told from where it was inlined to.
 */
#ifndef EP_CODE_PLACE_H
#define EP_CODE_PLACE_H

#include "format/samples.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Give each sample that has none its place, if its file is still at its path and has
 * the id.  What cannot be read stays without.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_places_find(struct ep_samplings *samplings);

#ifdef __cplusplus
}
#endif

#endif
