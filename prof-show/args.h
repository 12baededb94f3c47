/* SPDX-License-Identifier: MIT
 *
 * args.h - the command line of prof-show.
 */
#ifndef PROF_SHOW_ARGS_H
#define PROF_SHOW_ARGS_H

#include "binaries.h"
#include "inputs.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_LCOV };

/* Texts of a repeatable option, borrowed from the command line. */
struct texts {
    const char **items;
    size_t n;
    size_t capacity;
};

/* A gate of check: `percent` of it must be covered. */
struct gate {
    const char *wanted; /* as the user wrote it, NULL: no gate */
    double percent;
};

struct args {
    const char *report;
    enum format format;
    const char *source_root; /* or NULL */
    struct texts maps;       /* OLD=NEW */
    struct texts include;    /* globs */
    struct texts exclude;
    struct gate lines;
    struct gate functions;
    struct gate branches;
    int named; /* the inputs were */
    struct ep_inputs inputs;
    struct ep_binaries binaries;
};

enum args_outcome { ARGS_RUN, ARGS_DONE, ARGS_WRONG };

/* Fill ARGS, which the caller releases whatever comes back: ARGS_RUN; ARGS_DONE
 * after --help or --version; ARGS_WRONG after a message. */
enum args_outcome args_parse(int argc, char **argv, struct args *args);
void args_release(struct args *args);

#endif
