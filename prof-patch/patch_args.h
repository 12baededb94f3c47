/* SPDX-License-Identifier: MIT
 *
 * patch_args.h - the command line of prof-patch.
 */
#ifndef PROF_PATCH_ARGS_H
#define PROF_PATCH_ARGS_H

#include "tool/take.h"

struct args {
    const char *output;     /* -o; NULL: run it */
    int path;               /* --path: print where it is, and do not run it */
    struct texts functions; /* globs; none: all */
    struct texts files;     /* likewise, of sources */
    struct texts objects;   /* globs of libraries; none: none */
    const char *profile;    /* --profile; NULL: none */
    int once;               /* --once: was it executed at all */
    int breakpoints;        /* --breakpoints: where jumps have no room */
    int emulate;            /* --emulate: run it under QEMU */
    int process;            /* -p: the number of one that runs already, or 0 */
    unsigned window; /* seconds; 0: until a signal or the process's end */
    int verbose;     /* say which functions are left alone */
    char **words;    /* the program and its arguments */
};

/* Whether GLOB is one of PATH, if it has a slash, or of its last part. */
int args_match(const char *glob, const char *path);

/* How they are taken into a struct args, which is zero. */
extern const struct tool patch_tool;

#endif
