/* SPDX-License-Identifier: MIT
 *
 * directives.h - which lines of a file the preprocessor may have kept, and what OpenMP made.
 *
 * WHY   what stands beside an operand may be in another branch of an #if, which is not
 *       compiled; and one that is may have nothing but constants, or braces.
 * MODEL At most one branch of an #if is compiled.  So of those of which one has code that
 *       is known, the others are left out.  So is one without code that may be a part of an
 *       expression and has a name: if it were compiled, it would have constants alone.
 */
#ifndef EP_DIRECTIVES_H
#define EP_DIRECTIVES_H

#include "base/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* IS_KEPT, of each line of WORDS, which are all read, whether code of it is known, becomes
 * whether it may have some.
 * OUT  whether there is any that may not
 * EP_OK; EP_ENOMEM */
EP_MUST_CHECK int ep_directives_keep(const struct ep_words *words,
                                     uint8_t *is_kept, int *out);

/* How many directives are before AT, in the text. */
size_t ep_directives_before(const struct ep_words *words, uint32_t at);

/* Whether a directive is on LINE. */
int ep_directives_has(const struct ep_words *words, uint32_t line);

/* Whether POINT is in the head of a `for` that a directive of OpenMP's divides: what is there
 * the compiler has made another loop of. */
int ep_directives_divide(const struct ep_words *words, struct ep_point point);

/* Whether LINE is behind `#pragma GCC system_header`, or clang's: from there on a file is a
 * header of the system's, wherever it is. */
int ep_directives_is_system(const struct ep_words *words, uint32_t line);

#ifdef __cplusplus
}
#endif

#endif
