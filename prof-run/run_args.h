/* SPDX-License-Identifier: MIT
 *
 * run_args.h - the command line of prof-run.
 */
#ifndef PROF_RUN_ARGS_H
#define PROF_RUN_ARGS_H

#include "tool/take.h"

struct args {
    const char *output;  /* -o; NULL: prof.out */
    const char *label;   /* of all runs, or NULL */
    const char *keep;    /* where runs are gathered and stay, or NULL */
    const char *recover; /* the folder of a prof-run that was killed, or NULL */
    const char *snapshot; /* a process or a folder, or NULL */
    const char *reset;    /* a process or a folder, or NULL */
    const char *at;       /* a place in the command, or NULL */
    struct texts print;   /* expressions, of which there is the value */
    const char *trace;    /* functions whose calls' paths are kept, or NULL */
    unsigned calls;       /* of each process, the first ones; 0: all */
    unsigned window;      /* seconds that it is of; 0: from the start */
    unsigned every;       /* seconds between snapshots; 0: none are made */
    unsigned hz;          /* samples of time in a second; 0: none */
    int stacks;           /* bool: samples have their callers */
    int label_each;       /* bool: programs are labels */
    int wait;             /* bool: for all processes, not the command alone */
    int quiet;            /* bool: no summary */
    int kills;            /* bool: stacks of what a signal ends */
    int check;            /* bool: gates at the end */
    struct texts gates;   /* words for prof-show check */
    struct texts patch;   /* globs of programs */
    int patch_command;    /* bool: the command, too */
    char **words;         /* the command and its arguments */
    int no_project;       /* bool: .edgeprof.yml is not read */
    void *project;        /* what was read of it (run_project.h), or NULL */
};

/* How they are taken into a struct args, which is zero. */
extern const struct tool run_tool;

#endif
