/* SPDX-License-Identifier: MIT
 *
 * scope.h - a part of the program that a gate judges: all of it, a folder, a
 * file or a function.
 */
#ifndef PROF_SHOW_SCOPE_H
#define PROF_SHOW_SCOPE_H

#include "gates/rules.h"
#include "gates/verdict.h"
#include "rows.h"

struct scope {
    enum rule_in in;
    const char *name; /* of `length` bytes; of the total: empty */
    size_t length;
    uint32_t file; /* IN_FILE: its index; IN_FOLDER: of its first file */
    const struct row *row; /* IN_FUNCTION */
};

/* How much of SCOPE is covered.  EP_OK or EP_ENOMEM. */
int scope_part(struct view *view, const struct scope *scope, enum rule_of of,
               struct part *out);

/* Say what is not covered, and how many more there are after the first hundred
 * places.  EP_OK or EP_ENOMEM. */
int scope_say_missing(struct view *view, const struct rows *rows,
                      const struct scope *scope, enum rule_of of,
                      const struct gate_say *say);

#endif
