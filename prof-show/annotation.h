/* SPDX-License-Identifier: MIT
 *
 * annotation.h - GitHub's workflow commands that annotate a change.
 */
#ifndef PROF_SHOW_ANNOTATION_H
#define PROF_SHOW_ANNOTATION_H

#include <stdint.h>

/* LEVEL: "error" or "warning".  FILE may be NULL, with no lines; COLUMN 0: the
 * whole lines. */
struct annotation {
    const char *level;
    const char *file;
    uint32_t first;
    uint32_t last;
    uint32_t column;
    const char *title;
    const char *text;
};

/* Write it to standard output. */
void annotation_print(const struct annotation *annotation);

#endif
