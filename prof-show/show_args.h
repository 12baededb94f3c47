/* SPDX-License-Identifier: MIT
 *
 * show_args.h - the command line of prof-show.
 */
#ifndef PROF_SHOW_ARGS_H
#define PROF_SHOW_ARGS_H

#include "gates/rules.h"
#include "tool/command.h"

/* What becomes of two counts of the same thing. */
enum operation { OP_NONE, OP_MIN, OP_MAX, OP_INTERSECT, OP_DIFF };

/* In the order of their names in args.c. */
enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_JSONL,
    FORMAT_LCOV,
    FORMAT_COBERTURA,
    FORMAT_GCOV,
    FORMAT_GCOV_JSON,
    FORMAT_CODECOV,
    FORMAT_SONARQUBE,
    FORMAT_MARKDOWN,
    FORMAT_GITHUB,
    FORMAT_SARIF,
    FORMATS
};
const char *format_name(enum format format);

struct args {
    const char *report;
    enum format format;
    const char *source_root; /* or NULL */
    struct texts maps;       /* OLD=NEW */
    struct texts include;    /* globs */
    struct texts exclude;
    const char *diff;     /* a git revision, or NULL: all code */
    const char *output;   /* a folder, of html */
    int single_file;      /* or a file */
    int no_markers;       /* ignore markers in the sources */
    struct rule gates[3]; /* of the command line */
    unsigned n_gates;
    double percents[3];     /* what they point to, by enum rule_of */
    const char *rules_file; /* or NULL */
    struct rules *rules;    /* read from it, owned */
    const char *ratchet;    /* a file, or NULL */
    char *place_file;       /* tests: of FILE:LINE, or NULL; owned */
    uint32_t place_line;
    int named;     /* the inputs were */
    unsigned jobs; /* threads at most; 0: see gather.h */
    enum operation operation;
    struct ep_inputs other; /* of the operation */
    struct ep_inputs inputs;
    struct ep_binaries binaries;
};

/* Fill ARGS, which the caller releases whatever comes back: ARGS_RUN; ARGS_DONE
 * after --help or --version; ARGS_WRONG after a message. */
enum args_outcome args_parse(int argc, char **argv, struct args *args);
void args_release(struct args *args);

#endif
