/* SPDX-License-Identifier: MIT
 *
 * show_args.h - the command line of prof-show.
 */
#ifndef PROF_SHOW_ARGS_H
#define PROF_SHOW_ARGS_H

#include "catalog.h"
#include "gates/gates.h"
#include "load.h"

/* What becomes of two counts of the same thing. */
enum operation { OP_NONE, OP_MIN, OP_MAX, OP_INTERSECT, OP_DIFF, OP_AGAINST };

struct args {
    const struct report *report;
    const struct format *format;
    int no_markers; /* ignore markers in the sources */
    enum operation operation;
    struct load_options load;
    struct view_options view;
    struct gates gates;
};

/* How they are taken into a struct args, which is zero before. */
extern const struct tool show_tool;

#endif
