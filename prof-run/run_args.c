/* SPDX-License-Identifier: MIT */
#include "run_args.h"

#include "run_project.h"
#include "run_samples.h"
#include "tool/say.h"

#include <limits.h>
#include <stdlib.h>

/* Options that are prof-show's, by `which`. */
static const char *const gate_options[] = {"--fail-under-lines",
                                           "--fail-under-functions",
                                           "--fail-under-branches",
                                           "--rules",
                                           "--ratchet",
                                           "--diff",
                                           "--strict",
                                           "--fail-under-mcdc"};

static enum args_outcome take_gate(const char *value, size_t which, void *args)
{
    struct args *to = args;
    enum args_outcome outcome =
        take_text(gate_options[which], offsetof(struct args, gates), args);

    to->check = 1;
    return outcome == ARGS_RUN && value
               ? take_text(value, offsetof(struct args, gates), args)
               : outcome;
}

static enum args_outcome take_hz(const char *value, size_t which, void *args)
{
    struct args *to = args;
    char *end;
    unsigned long n = value ? strtoul(value, &end, 10) : SAMPLES_HZ;

    (void)which;
    to->hz = (unsigned)n;
    if (!value || (value[0] >= '1' && value[0] <= '9' && *end == '\0' &&
                   n <= SAMPLES_HZ_MAX))
        return ARGS_RUN;
    say_error("--time=%s: not a number of samples in a second from 1 to %d",
              value, SAMPLES_HZ_MAX);
    return ARGS_WRONG;
}

static enum args_outcome take_stacks(const char *value, size_t which,
                                     void *args)
{
    struct args *to = args;

    (void)value, (void)which;
    to->stacks = 1;
    return to->hz ? ARGS_RUN : take_hz(NULL, 0, args);
}

static enum args_outcome take_calls(const char *value, size_t which, void *args)
{
    struct args *to = args;
    char *end;
    unsigned long n = strtoul(value, &end, 10);

    (void)which;
    to->calls = (unsigned)n;
    if (value[0] >= '1' && value[0] <= '9' && *end == '\0' && n <= UINT_MAX)
        return ARGS_RUN;
    say_error("--calls %s: not a whole number above 0", value);
    return ARGS_WRONG;
}

static enum args_outcome take_patch(const char *value, size_t which, void *args)
{
    struct args *to = args;

    if (value)
        return take_text(value, which, args);
    to->patch_command = 1;
    return ARGS_RUN;
}

static const struct tool_option options[] = {
    {"output", 'o', "OUT", "write the sum of all runs to OUT; else prof.out",
     take_word, offsetof(struct args, output)},
    {"label", 0, "LABEL", "the label of all runs", take_word,
     offsetof(struct args, label)},
    {"label-each", 0, NULL,
     "of a run without a label, its program's name is the label", take_flag,
     offsetof(struct args, label_each)},
    {"keep", 0, "DIR", "gather the runs in DIR, new or empty, and keep them",
     take_word, offsetof(struct args, keep)},
    {"patch", 0, "[=GLOB]",
     "count also COMMAND, or programs whose name, or path,\nmatches, by "
     "prof-patch; repeatable",
     take_patch, offsetof(struct args, patch)},
    {"time", 0, "[=HZ]",
     "and sample where the CPU time goes, of all programs; HZ\ntimes in a "
     "second of it, else 999",
     take_hz, 0},
    {"stacks", 0, NULL, "--time, and who called: flame graphs, inclusive time",
     take_stacks, 0},
    {"kills", 0, NULL,
     "take the stacks of what a signal or _exit ends, by\nptrace, for "
     "programs with frames=yes",
     take_flag, offsetof(struct args, kills)},
    {"at", 0, "FUNCTION[:LINE]",
     "have gdb look, whenever COMMAND comes there, at what\n--print names; a "
     "table at the end",
     take_word, offsetof(struct args, at)},
    {"print", 0, "EXPR", "an expression of the program's language; repeatable",
     take_text, offsetof(struct args, print)},
    {"trace", 0, "FUNCTION",
     "keep the whole path of each call of FUNCTION, a glob, of\nprograms built "
     "with trace=ring: prof-show trace",
     take_word, offsetof(struct args, trace)},
    {"calls", 0, "N", "--trace: only of each process's first N calls",
     take_calls, 0},
    {"wait", 0, NULL, "wait for all counted processes, not for COMMAND alone",
     take_flag, offsetof(struct args, wait)},
    {"check", 0, NULL, "judge the sum, as prof-show check does", take_flag,
     offsetof(struct args, check)},
    {"fail-under-lines", 0, "P",
     "fewer per cent of lines fail; this and the seven that\nfollow are "
     "gates of prof-show check, and imply --check",
     take_gate, 0},
    {"fail-under-functions", 0, "P", "fewer per cent of functions fail",
     take_gate, 1},
    {"fail-under-branches", 0, "P", "fewer per cent of outcomes fail",
     take_gate, 2},
    {"fail-under-mcdc", 0, "P", "fewer per cent of conditions fail (MC/DC)",
     take_gate, 7},
    {"rules", 0, "FILE", "rules for folders, files and functions", take_gate,
     3},
    {"ratchet", 0, "FILE", "nothing may be worse than in FILE", take_gate, 4},
    {"diff", 0, "BASE", "only lines that differ from BASE, for git", take_gate,
     5},
    {"strict", 0, NULL, "runs that are cut off, stale or left out fail",
     take_gate, 6},
    {"every", 0, "SECONDS",
     "write what has been counted so far to snap.1.OUT,\nsnap.2.OUT, ...",
     take_seconds, offsetof(struct args, every)},
    {"snapshot", 'p', "PID|DIR",
     "write to OUT what a process, or all of a prof-run, has\ncounted so far",
     take_word, offsetof(struct args, snapshot)},
    {"window", 0, "SECONDS",
     "--snapshot: only what it counts from now on, for so long", take_seconds,
     offsetof(struct args, window)},
    {"reset", 0, "PID|DIR",
     "leave out what a process, or all of a prof-run, has\n"
     "counted so far, now and whenever it is added up",
     take_word, offsetof(struct args, reset)},
    {"recover", 0, "DIR",
     "add up what a prof-run that was killed left in its folder", take_word,
     offsetof(struct args, recover)},
    {"no-project", 0, NULL, "take no option from run: in .edgeprof.yml",
     take_flag, offsetof(struct args, no_project)},
    {"quiet", 'q', NULL, "no summary", take_flag, offsetof(struct args, quiet)},
};

/* TO, or else FROM, which is then empty. */
static void complete_texts(struct texts *to, struct texts *from)
{
    if (to->n)
        return;
    *to = *from;
    *from = (struct texts){0};
}

/* Whatever the command line does not say is as PROJECT has it. */
static void complete(struct args *args, struct args *project)
{
    if (!args->output)
        args->output = project->output;
    if (!args->label)
        args->label = project->label;
    if (!args->hz)
        args->hz = project->hz;
    if (!args->every)
        args->every = project->every;
    args->label_each |= project->label_each;
    args->stacks |= project->stacks;
    args->kills |= project->kills;
    args->wait |= project->wait;
    args->quiet |= project->quiet;
    args->check |= project->check;
    complete_texts(&args->gates, &project->gates);
    if (!args->patch_command)
        complete_texts(&args->patch, &project->patch);
}

/* Else gdb itself is sampled, or cannot trace. */
static enum args_outcome check_at(const struct args *args)
{
    if (!args->at ||
        !(args->hz || args->kills || args->patch.n || args->patch_command))
        return ARGS_RUN;
    say_error("--at: not with --time, --stacks, --kills and --patch");
    return ARGS_WRONG;
}

static enum args_outcome take_project(struct args *args)
{
    struct args project = {0};
    enum args_outcome outcome =
        project_take(options, sizeof options / sizeof *options, &project);

    args->project = project.project;
    complete(args, &project);
    ep_mem_free(project.gates.items);
    ep_mem_free(project.patch.items);
    return outcome == ARGS_RUN ? check_at(args) : outcome;
}

/* What is done instead of running a command; NULL: nothing. */
static const char *name_alone(const struct args *args)
{
    return args->recover    ? "--recover"
           : args->snapshot ? "--snapshot"
           : args->reset    ? "--reset"
                            : NULL;
}

/* Whether ARGS has something that goes with a command only. */
static int has_command_options(const struct args *args)
{
    return args->label || args->label_each || args->keep || args->patch.n ||
           args->patch_command || args->at || args->kills || args->stacks ||
           args->trace || args->calls || args->wait || args->every ||
           args->hz || args->no_project;
}

static enum args_outcome take_words(char **words, void *context)
{
    struct args *args = context;
    const char *alone = name_alone(args);

    if (!*words && !alone) {
        say_error("no command; try prof-run --help");
        return ARGS_WRONG;
    }
    if (args->output && !args->output[0]) {
        say_error("-o: no file is named");
        return ARGS_WRONG;
    }
    if (*words && alone) {
        say_error("%s takes no command", alone);
        return ARGS_WRONG;
    }
    if (args->reset && (args->output || args->check)) {
        say_error("--reset: only -q goes with it");
        return ARGS_WRONG;
    }
    if (alone && (has_command_options(args) ||
                  !!args->recover + !!args->snapshot + !!args->reset > 1)) {
        say_error("%s: only -o, -q and gates go with it", alone);
        return ARGS_WRONG;
    }
    if (!args->at != !args->print.n) {
        say_error("--at and --print go together");
        return ARGS_WRONG;
    }
    if (args->calls && !args->trace) {
        say_error("--calls goes with --trace");
        return ARGS_WRONG;
    }
    if (args->window && !args->snapshot) {
        say_error("--window goes with --snapshot");
        return ARGS_WRONG;
    }
    args->words = words;
    return alone || args->no_project ? check_at(args) : take_project(args);
}

static void release(void *context)
{
    struct args *args = context;

    ep_mem_free(args->gates.items);
    ep_mem_free(args->patch.items);
    ep_mem_free(args->print.items);
    project_release(args->project);
}

const struct tool run_tool = {
    .synopsis =
        "[OPTION...] COMMAND [ARG...]\n"
        "       prof-run [-o OUT] --snapshot PID|DIR [--window SECONDS]\n"
        "       prof-run --reset PID|DIR\n"
        "       prof-run [-o OUT] --recover DIR",
    .about = "Run a command, and add up what every counted process below it "
             "counts.",
    .exits = "COMMAND's; 2 if it is 0 and a gate failed; 125 if prof-run\n"
             "itself fails, 126 if COMMAND cannot be run, 127 if it is not "
             "found",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .take_words = take_words,
    .release = release,
    .runs = 1,
    .trouble = EXIT_OWN,
};
