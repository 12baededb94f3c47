/* SPDX-License-Identifier: MIT
 *
 * merge_args.h - the command line of prof-merge.
 */
#ifndef PROF_MERGE_ARGS_H
#define PROF_MERGE_ARGS_H

#include "tool/command.h"

struct args {
    const char *output;
    int strict;    /* a bad input is an error */
    int quiet;     /* no summary */
    int embed;     /* put notes into the output */
    int named;     /* the inputs were */
    unsigned jobs; /* threads at most; 0: see gather.h */
    uint64_t scale;
    struct texts only; /* labels wanted; none: all */
    struct ep_inputs inputs;
    struct ep_inputs subtrahends;
    struct ep_binaries binaries;
};

/* Fill ARGS, which the caller releases whatever comes back: ARGS_RUN; ARGS_DONE
 * after --help or --version; ARGS_WRONG after a message. */
enum args_outcome args_parse(int argc, char **argv, struct args *args);
void args_release(struct args *args);

#endif
