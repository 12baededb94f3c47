/* SPDX-License-Identifier: MIT
 *
 * gcc_macros.h - the words of a macro's definition, and what of an expansion they are.
 *
 * WHY   What comes out of a macro stands where the macro is used, whose words do not tell
 *       how a ?: is written that the macro has in its definition.
 * MODEL GCC knows of each word of an expansion which word of the definition it comes
 *       from: of an argument's, that is the parameter.
 */
#ifndef EDGEPROF_GCC_MACROS_H
#define EDGEPROF_GCC_MACROS_H

#include "gcc_compat.h"

#include "base/words.h"

struct edgeprof_macro {
    const line_map_macro *expansion; /* NULL: there is no macro */
    const struct ep_words *words;    /* of the definition's lines */
    int first;                       /* the first of these lines in its file */
};

/* The macro that has in its definition what is at PLACE.  False: none has, or its text
 * is not known. */
bool edgeprof_macros_find(location_t place, edgeprof_macro *out);

/* The word of MACRO's definition that what is at PLACE comes from, or EP_NONE. */
uint32_t edgeprof_macros_word(const edgeprof_macro &macro, location_t place);

/* Where the first word begins that word I of MACRO's definition, a parameter, has become;
 * or UNKNOWN_LOCATION. */
location_t edgeprof_macros_argument(const edgeprof_macro &macro, uint32_t i);

#endif
