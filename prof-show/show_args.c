/* SPDX-License-Identifier: MIT */
#include "show_args.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"
#include "colour.h"
#include "gates/ratchet.h"
#include "show_check.h"
#include "tool/say.h"
#include "tool/yaml.h"

/* ---- options ------------------------------------------------------------- */

static enum args_outcome take_format(const char *name, size_t which,
                                     void *context)
{
    struct args *args = context;

    (void)which;
    args->format = catalog_format(name);
    return args->format ? ARGS_RUN : ARGS_WRONG;
}

static enum args_outcome take_color(const char *when, size_t which, void *args)
{
    (void)which;
    (void)args;
    if (!colour_choose(when))
        return ARGS_RUN;
    say_error("--color %s: not auto, always or never", when);
    return ARGS_WRONG;
}

static enum args_outcome take_top(const char *text, size_t which, void *context)
{
    struct args *args = context;
    char *end;

    (void)which;
    args->view.top = strtoull(text, &end, 10);
    if (*text >= '1' && *text <= '9' && *end == '\0')
        return ARGS_RUN;
    say_error("--top %s: not a whole number above 0", text);
    return ARGS_WRONG;
}

/* Whether TEXT is a percentage, with or without its sign, into OUT. */
static int read_percentage(const char *text, double *out)
{
    char *end;

    *out = strtod(text, &end);
    return end != text && (*end == '\0' || strcmp(end, "%") == 0) && *out >= 0;
}

static enum args_outcome take_threshold(const char *text, size_t which,
                                        void *context)
{
    struct args *args = context;

    (void)which;
    if (read_percentage(text, &args->view.threshold))
        return ARGS_RUN;
    say_error("--threshold %s: not a percentage", text);
    return ARGS_WRONG;
}

static enum args_outcome take_bars(const char *scale, size_t which,
                                   void *context)
{
    struct args *args = context;

    (void)which;
    args->view.bars = scale ? BAR_LOG : BAR_LINEAR;
    if (!scale || strcmp(scale, "log") == 0)
        return ARGS_RUN;
    say_error("--histogram=%s: neither --histogram nor --histogram=log", scale);
    return ARGS_WRONG;
}

static enum args_outcome take_root(const char *path, size_t which, void *args)
{
    struct stat there;

    if (stat(path, &there)) {
        say_error("--source-root %s: %s", path, strerror(errno));
        return ARGS_WRONG;
    }
    if (S_ISDIR(there.st_mode))
        return take_word(path, which, args);
    say_error("--source-root %s: not a directory", path);
    return ARGS_WRONG;
}

/* PATH, taken, is where the project's root may be. */
static enum args_outcome add_root(char *path, size_t which, void *args)
{
    enum args_outcome outcome;

    if (!path) {
        say_error("out of memory");
        return ARGS_WRONG;
    }
    outcome = take_text(path, which, args);
    if (outcome != ARGS_RUN)
        ep_mem_free(path);
    return outcome;
}

/* Compilers write the working directory as the shell calls it, by $PWD, or as
 * the kernel does: the root may be below either. */
static enum args_outcome take_project(const char *path, size_t which,
                                      void *args)
{
    const char *logical = getenv("PWD");
    char *real = realpath(path, NULL);
    enum args_outcome outcome = ARGS_RUN;

    if (path[0] == '/')
        outcome = add_root(ep_mem_dup(path, strlen(path)), which, args);
    else if (logical && logical[0] == '/')
        outcome = add_root(ep_path_join(logical, path), which, args);
    if (real && outcome == ARGS_RUN)
        outcome = add_root(ep_mem_dup(real, strlen(real)), which, args);
    free(real);
    return outcome;
}

static enum args_outcome take_map(const char *text, size_t which, void *args)
{
    const char *equals = strchr(text, '=');

    if (equals && equals > text)
        return take_text(text, which, args);
    say_error("--path-map %s: not of the form OLD=NEW", text);
    return ARGS_WRONG;
}

/* WHICH: an enum rule_of. */
static enum args_outcome take_gate(const char *text, size_t which,
                                   void *context)
{
    struct gates *gates = &((struct args *)context)->gates;
    double *percent = &gates->percents[which];
    unsigned i = 0;

    while (i < gates->n_own && gates->own[i].of != which)
        i++;
    if (i == gates->n_own)
        gates->n_own++;
    gates->own[i] =
        (struct rule){.of = (enum rule_of)which, .percent = percent};
    if (read_percentage(text, percent) && *percent <= 100)
        return ARGS_RUN;
    say_error("--fail-under-%s %s: not a percentage from 0 to 100",
              rule_of_name((enum rule_of)which), text);
    return ARGS_WRONG;
}

static enum args_outcome take_counts(const char *input, size_t which,
                                     void *context)
{
    struct args *args = context;

    (void)which;
    args->view.other_counts = 1;
    return add_input(&args->load.counts, input);
}

/* Git must not take it for an option. */
static enum args_outcome take_revision(const char *revision, size_t which,
                                       void *args)
{
    if (*revision && *revision != '-')
        return take_word(revision, which, args);
    say_error("%s %s: not a revision",
              which == offsetof(struct args, view.diff) ? "--diff"
                                                        : "--affected",
              revision);
    return ARGS_WRONG;
}

/* WHICH: an enum operation. */
static enum args_outcome take_operation(const char *input, size_t which,
                                        void *context)
{
    struct args *args = context;

    if (args->operation != OP_NONE) {
        say_error("%s: one of --min, --max, --intersect and --against at a "
                  "time",
                  input);
        return ARGS_WRONG;
    }
    args->operation = (enum operation)which;
    if (which == OP_AGAINST)
        args->gates.against = input;
    return add_input(&args->load.other, input);
}

static const struct tool_option options[] = {
    {"output", 'o', "DIR", "html: where to write; made if it is not there",
     take_word, offsetof(struct args, view.output)},
    {"single-file", 0, NULL, "html: -o names a file, for all pages in one",
     take_flag, offsetof(struct args, view.single_file)},
    {"title", 0, "TEXT", "html: what is shown, such as name and revision",
     take_word, offsetof(struct args, view.title)},
    {"tests", 0, NULL, "html: which tests ran each line", take_flag,
     offsetof(struct args, view.tests)},
    {"format", 0, "FORMAT", "how it is written", take_format, 0},
    {"binary", 0, "PATH", "a binary, or a directory of them; repeatable",
     take_binary, offsetof(struct args, load.binaries)},
    {"source-root", 0, "DIR", "where the sources are now", take_root,
     offsetof(struct args, view.source_root)},
    {"root", 0, "DIR",
     "of the project: paths are shown from there; default:\n"
     "the git top level of the sources, or else their common\n"
     "folder; repeatable, for several checkouts",
     take_project, offsetof(struct args, load.roots)},
    {"path-map", 0, "OLD=NEW",
     "source paths below OLD are below NEW; repeatable", take_map,
     offsetof(struct args, load.maps)},
    {"include", 0, "GLOB", "only source files that match; repeatable",
     take_text, offsetof(struct args, view.include)},
    {"exclude", 0, "GLOB", "no source files that match; repeatable", take_text,
     offsetof(struct args, view.exclude)},
    {"function", 0, "GLOB",
     "functions, lines, branches, blocks, calls, loops, mcdc,\n"
     "pgo, instructions, opcodes, trace: only functions that\n"
     "match; repeatable",
     take_text, offsetof(struct args, view.functions)},
    {"sort", 0, "KEY",
     "by a column of functions, files, coverage, calls,\n"
     "loops, opcodes, hot or diff: numbers from the largest\n"
     "on, shares from the least covered on",
     take_word, offsetof(struct args, view.sort)},
    {"top", 0, "N", "of the same: the first N rows; of hot, without it, 30",
     take_top, 0},
    {"threshold", 0, "P", "diff: only what changed by more than P percent",
     take_threshold, 0},
    {"min", 0, "INPUT", "the smaller of each count and INPUT's", take_operation,
     OP_MIN},
    {"max", 0, "INPUT", "the larger of each count and INPUT's", take_operation,
     OP_MAX},
    {"intersect", 0, "INPUT", "counts of what ran in INPUT as well",
     take_operation, OP_INTERSECT},
    {"diff", 0, "REV", "only lines that git says have changed since REV",
     take_revision, offsetof(struct args, view.diff)},
    {"affected", 0, "REV",
     "tests: of a profile of REV, those that ran what has\n"
     "changed since",
     take_revision, offsetof(struct args, view.affected)},
    {"minimal", 0, NULL, "likewise: no more than run what all of them run",
     take_flag, offsetof(struct args, view.minimal)},
    {"mcdc", 0, NULL,
     "coverage, missing, html, --against; lcov, csv,\n"
     "markdown: MC/DC, too",
     take_flag, offsetof(struct args, view.mcdc)},
    {"no-markers", 0, NULL, "ignore LCOV_EXCL_LINE and the like in sources",
     take_flag, offsetof(struct args, no_markers)},
    {"fail-under-lines", 0, "P", "check, html: percentage wanted", take_gate,
     OF_LINES},
    {"fail-under-functions", 0, "P", "likewise", take_gate, OF_FUNCTIONS},
    {"fail-under-branches", 0, "P", "likewise", take_gate, OF_BRANCHES},
    {"fail-under-mcdc", 0, "P", "likewise, of conditions by masking MC/DC",
     take_gate, OF_MCDC},
    {"rules", 0, "FILE",
     "check, html: rules; of check " YAML_FILE "\nif it is there", take_word,
     offsetof(struct args, gates.rules_file)},
    {"ratchet", 0, "FILE",
     "check, html: nothing may be worse than in FILE,\n"
     "an earlier coverage --format json",
     take_word, offsetof(struct args, gates.ratchet)},
    {"against", 0, "INPUT",
     "check, html: what ran in INPUT, an earlier profile, must\n"
     "run",
     take_operation, OP_AGAINST},
    {"strict", 0, NULL, "check, html: runs cut off, stale or left out fail",
     take_flag, offsetof(struct args, gates.strict)},
    {"color", 0, "WHEN", "auto, always or never; default: on a terminal",
     take_color, 0},
    {"histogram", 0, "[=log]",
     "lines: a bar beside each count, as long as it or its\nlogarithm is large",
     take_bars, 0},
    {"time", 0, NULL, "lines, functions, html: with the time that was sampled",
     take_flag, offsetof(struct args, view.time)},
    {"counts", 0, "INPUT",
     "hot, --time: the counts of INPUT, of a run that did the\nsame; "
     "repeatable",
     take_counts, 0},
    {"jobs", 'j', "N", "threads at most that read inputs", take_jobs,
     offsetof(struct args, load.jobs)},
};

/* ---- words --------------------------------------------------------------- */

/* diff A B: how B differs. */
static enum args_outcome take_pair(char **words, struct args *args)
{
    if (!words[0] || !words[1] || words[2] || args->operation ||
        args->view.diff) {
        say_error("diff: wants two inputs, without --diff, --min, --max and "
                  "--intersect");
        return ARGS_WRONG;
    }
    args->operation = OP_DIFF;
    args->load.named = 1;
    if (add_input(&args->load.other, words[0]) != ARGS_RUN)
        return ARGS_WRONG;
    return add_input(&args->load.inputs, words[1]);
}

/* tests FILE:LINE: whether WORD is that, and no input of that name. */
static int is_place(const char *word)
{
    const char *colon = word ? strrchr(word, ':') : NULL;

    return colon && colon > word && colon[1] >= '1' && colon[1] <= '9' &&
           colon[1 + strspn(colon + 1, "0123456789")] == '\0' &&
           access(word, F_OK) != 0;
}

static enum args_outcome take_place(const char *word, struct view_options *view)
{
    const char *colon = strrchr(word, ':');

    view->place_line = (uint32_t)strtoul(colon + 1, NULL, 10);
    view->place_file = ep_mem_dup(word, (size_t)(colon - word));
    if (view->place_file)
        return ARGS_RUN;
    say_error("out of memory");
    return ARGS_WRONG;
}

static enum args_outcome take_inputs(char **words, struct load_options *load)
{
    load->named = *words != NULL;
    return add_inputs(&load->inputs, words, 1);
}

/* The inputs of tests, after the place if there is one. */
static enum args_outcome take_tests(char **words, struct args *args)
{
    if (args->operation) {
        say_error("tests: not with --min, --max and --intersect");
        return ARGS_WRONG;
    }
    if (args->view.affected && (args->view.diff || is_place(*words))) {
        say_error("tests --affected: not with --diff or FILE:LINE");
        return ARGS_WRONG;
    }
    if (is_place(*words) && take_place(*words++, &args->view) != ARGS_RUN)
        return ARGS_WRONG;
    return take_inputs(words, &args->load);
}

static enum args_outcome take_words(char **words, void *context)
{
    struct args *args = context;

    if (!*words) {
        say_error("no report named; try prof-show --help");
        return ARGS_WRONG;
    }
    args->report = catalog_report(*words++);
    if (!args->format)
        args->format = catalog_format("text");
    if (!args->report || check_report(args) != ARGS_RUN)
        return ARGS_WRONG;
    args->view.gates = &args->gates;
    args->view.json_lines = args->format->as == AS_JSON_LINES;
    if (is_report(args, "diff"))
        return take_pair(words, args);
    if (is_report(args, "tests"))
        return take_tests(words, args);
    return take_inputs(words, &args->load);
}

static void release(void *context)
{
    struct args *args = context;

    ep_mem_free(args->load.maps.items);
    for (size_t i = 0; i < args->load.roots.n; i++)
        ep_mem_free((char *)args->load.roots.items[i]);
    ep_mem_free(args->load.roots.items);
    ep_mem_free(args->view.include.items);
    ep_mem_free(args->view.exclude.items);
    ep_mem_free(args->view.functions.items);
    ep_mem_free(args->view.place_file);
    rules_release(args->gates.rules);
    ratchet_release(args->gates.kept);
    inputs_release(&args->load.inputs);
    inputs_release(&args->load.other);
    inputs_release(&args->load.counts);
    binaries_release(&args->load.binaries);
}

const struct tool show_tool = {
    .synopsis = "REPORT [OPTION...] [INPUT...]",
    .about = "Say how often every piece of a program ran.",
    .no_input = "prof.out, or else prof.out.*,",
    .exits = " 2 a gate failed,\n",
    .print_words = catalog_print,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .take_words = take_words,
    .release = release,
};
