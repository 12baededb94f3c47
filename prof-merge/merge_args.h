/* SPDX-License-Identifier: MIT
 *
 * merge_args.h - the command line of prof-merge.
 */
#ifndef PROF_MERGE_ARGS_H
#define PROF_MERGE_ARGS_H

#include "tool/take.h"

struct args {
    const char *output;
    int strict;    /* a bad input is an error */
    int quiet;     /* no summary */
    int no_notes;  /* leave the binaries' notes out of the output */
    int named;     /* the inputs were */
    unsigned jobs; /* threads at most; 0: see gather.h */
    uint64_t scale;
    struct texts only; /* labels wanted; none: all */
    struct texts cores;
    struct inputs images;
    struct inputs inputs;
    struct inputs subtrahends;
    struct binaries binaries;
};

/* How they are taken into a struct args, which is zero but for `scale`. */
extern const struct tool merge_tool;

#endif
