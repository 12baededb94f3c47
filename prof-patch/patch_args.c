/* SPDX-License-Identifier: MIT */
#include "patch_args.h"

#include "tool/say.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static enum args_outcome take_process(const char *value, size_t which,
                                      void *args)
{
    struct args *to = args;
    char *end;
    long n = strtol(value, &end, 10);

    (void)which;
    to->process = (int)n;
    if (value[0] >= '1' && value[0] <= '9' && n <= INT_MAX && *end == '\0')
        return ARGS_RUN;
    say_error("%s: not the number of a process", value);
    return ARGS_WRONG;
}

static const struct tool_option options[] = {
    {"output", 'o', "NEW",
     "write the counted program, or library, to NEW, and do not\nrun it",
     take_word, offsetof(struct args, output)},
    {"functions", 0, "GLOB", "count these functions only; repeatable",
     take_text, offsetof(struct args, functions)},
    {"files", 0, "GLOB",
     "count only functions of source files whose name, or path,\nmatches, by "
     "the line table; repeatable",
     take_text, offsetof(struct args, files)},
    {"objects", 0, "GLOB",
     "count also the program's libraries whose name, or path,\nmatches; "
     "repeatable",
     take_text, offsetof(struct args, objects)},
    {"once", 0, NULL,
     "only whether code is executed: counts are 0 or 1 a run, and\nwhat has "
     "run once costs no more",
     take_flag, offsetof(struct args, once)},
    {"profile", 0, "FILE",
     "put counters where FILE, of earlier runs of the same\nprogram, counted "
     "least",
     take_word, offsetof(struct args, profile)},
    {"breakpoints", 0, NULL,
     "count also functions without room for a jump, by breakpoints\nin the "
     "process",
     take_flag, offsetof(struct args, breakpoints)},
    {"emulate", 0, NULL,
     "run it under QEMU: programs for other processors, and static\nones; "
     "takes 8 times as long and more",
     take_flag, offsetof(struct args, emulate)},
    {"path", 0, NULL,
     "print where the counted file is kept, made if need be,\nand do not run "
     "it",
     take_flag, offsetof(struct args, path)},
    {"process", 'p', "PID",
     "count a process that runs already, from now on, until\nSIGINT, SIGTERM "
     "or its end, and write it to -o, else\nprof.out.PID",
     take_process, 0},
    {"window", 0, "SECONDS", "-p: for so long", take_seconds,
     offsetof(struct args, window)},
    {"verbose", 'v', NULL,
     "say how much is counted, and which functions are left\nalone and why",
     take_flag, offsetof(struct args, verbose)},
};

int args_match(const char *glob, const char *path)
{
    const char *slash = strrchr(path, '/');

    return fnmatch(glob, strchr(glob, '/') || !slash ? path : slash + 1, 0) ==
           0;
}

/* The loader's auditor is told of globs line by line. */
static int has_line_end(const struct args *args)
{
    const struct texts *all[] = {&args->functions, &args->files,
                                 &args->objects};

    for (unsigned i = 0; i < 3; i++)
        for (size_t k = 0; k < all[i]->n; k++)
            if (strchr(all[i]->items[k], '\n')) {
                say_error("%s: has more than a line", all[i]->items[k]);
                return 1;
            }
    if (args->profile && strchr(args->profile, '\n')) {
        say_error("%s: has more than a line", args->profile);
        return 1;
    }
    return 0;
}

/* Of a process. */
static enum args_outcome take_no_words(char **words, const struct args *args)
{
    if (*words)
        say_error("%s: -p takes no program", *words);
    else if (args->path || args->emulate || args->breakpoints)
        say_error("-p: none of --path, --emulate and --breakpoints fits");
    else
        return ARGS_RUN;
    return ARGS_WRONG;
}

static enum args_outcome take_words(char **words, void *context)
{
    struct args *args = context;

    if (args->process)
        return take_no_words(words, args);
    if (args->window) {
        say_error("--window goes with -p");
        return ARGS_WRONG;
    }
    if (!*words) {
        say_error("no program; try prof-patch --help");
        return ARGS_WRONG;
    }
    if ((args->output || args->path) && words[1]) {
        say_error("%s: %s takes one program, and no arguments", words[1],
                  args->output ? "-o" : "--path");
        return ARGS_WRONG;
    }
    if (args->output && (args->path || args->objects.n)) {
        say_error("-o: one file is made: neither --path nor --objects fits");
        return ARGS_WRONG;
    }
    if (args->emulate && (args->output || args->path || args->objects.n ||
                          args->once || args->breakpoints)) {
        say_error("--emulate: none of -o, --path, --objects, --once and "
                  "--breakpoints fits");
        return ARGS_WRONG;
    }
    if (args->profile && (args->emulate || args->once)) {
        say_error("--profile: neither --emulate nor --once fits");
        return ARGS_WRONG;
    }
    if (args->objects.n && has_line_end(args))
        return ARGS_WRONG;
    args->words = words;
    return ARGS_RUN;
}

static void release(void *context)
{
    struct args *args = context;

    ep_mem_free(args->functions.items);
    ep_mem_free(args->files.items);
    ep_mem_free(args->objects.items);
}

const struct tool patch_tool = {
    .synopsis = "[OPTION...] PROGRAM [ARG...]\n"
                "       prof-patch [OPTION...] -o NEW PROGRAM\n"
                "       prof-patch [OPTION...] --path PROGRAM\n"
                "       prof-patch [OPTION...] [-o OUT] [--window SECONDS] -p "
                "PID",
    .about = "Run a program that nobody compiled for it, and count what it "
             "executes.",
    .exits = "the program's; 125 if prof-patch itself fails, 126 if the "
             "program\ncannot be run, 127 if it is not found; with -o, "
             "--path\nor -p 0 or 125",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .take_words = take_words,
    .release = release,
    .runs = 1,
    .trouble = EXIT_OWN,
};
