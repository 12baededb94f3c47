/* SPDX-License-Identifier: MIT */
#include "show_args.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/say.h"

static const char usage[] =
    "usage: prof-show REPORT [OPTION...] [INPUT...]\n"
    "Say how often every piece of a program ran.\n"
    "\n"
    "  lines      the source, each line with its count\n"
    "  functions  calls, block executions, coverage; most executed first\n"
    "  files      executions and coverage by file\n"
    "  blocks     the count of every basic block\n"
    "  branches   the outcomes of every decision\n"
    "  coverage   lines, functions and branches covered, by file\n"
    "  missing    lines never run and functions never called\n"
    "  check      fail unless enough is covered\n"
    "  diff       functions and lines that ran otherwise in the second of two\n"
    "  tests      what each test, a label of runs, covers; with FILE:LINE, "
    "which\n"
    "             tests ran that line\n"
    "  html       pages for a browser, into the folder -o DIR\n"
    "  dump       every graph with its counts\n"
    "\n"
    "INPUT is a profile, raw or compressed; a directory of profiles; @LIST, a\n"
    "file that names inputs, one a line; or -, standard input.  Without any:\n"
    "prof.out, or else prof.out.*, in the working directory.\n"
    "\n"
    "  -o, --output DIR     html: where to write; made if it is not there\n"
    "  --single-file        html: -o names a file, for all pages in one\n"
    "  --format text|json|jsonl\n"
    "           lcov|cobertura|gcov|gcov-json|codecov|sonarqube  (coverage)\n"
    "           markdown (coverage)  github|sarif (missing)\n"
    "  --binary PATH        a binary, or a directory of them; repeatable\n"
    "  --source-root DIR    where relative source paths start\n"
    "  --path-map OLD=NEW   source paths below OLD are below NEW; repeatable\n"
    "  --include GLOB       only source files that match; repeatable\n"
    "  --exclude GLOB       no source files that match; repeatable\n"
    "  --min INPUT, --max INPUT\n"
    "                       the smaller, larger of each count and INPUT's\n"
    "  --intersect INPUT    counts of what ran in INPUT as well\n"
    "  --diff REV           only lines that git says have changed since REV\n"
    "  --no-markers         ignore LCOV_EXCL_LINE and the like in sources\n"
    "  --fail-under-lines P, --fail-under-functions P, --fail-under-branches "
    "P\n"
    "                       check, html: percentages wanted\n"
    "  --rules FILE         check, html: rules; of check " RULES_FILE
    "\n                       if it is there\n"
    "  --ratchet FILE       check, html: nothing may be worse than in FILE, an "
    "earlier\n"
    "                       coverage --format json\n"
    "  -j, --jobs N         threads at most that read inputs\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done, 1 usage, I/O or unreadable data, 2 a gate failed,\n"
    "3 no usable profile.\n";

enum {
    OPTION_FORMAT = 256,
    OPTION_BINARY,
    OPTION_SOURCE_ROOT,
    OPTION_PATH_MAP,
    OPTION_INCLUDE,
    OPTION_EXCLUDE,
    OPTION_LINES,
    OPTION_FUNCTIONS,
    OPTION_BRANCHES,
    OPTION_RULES,
    OPTION_RATCHET,
    OPTION_DIFF,
    OPTION_NO_MARKERS,
    OPTION_MIN,
    OPTION_MAX,
    OPTION_INTERSECT,
    OPTION_SINGLE_FILE,
    OPTION_HELP,
    OPTION_VERSION
};

static const struct option options[] = {
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"binary", required_argument, NULL, OPTION_BINARY},
    {"source-root", required_argument, NULL, OPTION_SOURCE_ROOT},
    {"path-map", required_argument, NULL, OPTION_PATH_MAP},
    {"include", required_argument, NULL, OPTION_INCLUDE},
    {"exclude", required_argument, NULL, OPTION_EXCLUDE},
    {"fail-under-lines", required_argument, NULL, OPTION_LINES},
    {"fail-under-functions", required_argument, NULL, OPTION_FUNCTIONS},
    {"fail-under-branches", required_argument, NULL, OPTION_BRANCHES},
    {"output", required_argument, NULL, 'o'},
    {"jobs", required_argument, NULL, 'j'},
    {"rules", required_argument, NULL, OPTION_RULES},
    {"ratchet", required_argument, NULL, OPTION_RATCHET},
    {"diff", required_argument, NULL, OPTION_DIFF},
    {"min", required_argument, NULL, OPTION_MIN},
    {"max", required_argument, NULL, OPTION_MAX},
    {"intersect", required_argument, NULL, OPTION_INTERSECT},
    {"single-file", no_argument, NULL, OPTION_SINGLE_FILE},
    {"no-markers", no_argument, NULL, OPTION_NO_MARKERS},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0}};

void args_release(struct args *args)
{
    ep_mem_free(args->maps.items);
    ep_mem_free(args->include.items);
    ep_mem_free(args->exclude.items);
    ep_mem_free(args->place_file);
    rules_release(args->rules);
    ep_inputs_release(&args->inputs);
    ep_inputs_release(&args->other);
    ep_binaries_release(&args->binaries);
}

static const char *const formats[FORMATS] = {
    "text",      "json",    "jsonl",     "lcov",     "cobertura", "gcov",
    "gcov-json", "codecov", "sonarqube", "markdown", "github",    "sarif"};

const char *format_name(enum format format)
{
    return formats[format];
}

static enum args_outcome take_format(const char *text, struct args *args)
{
    for (unsigned i = 0; i < FORMATS; i++)
        if (strcmp(text, formats[i]) == 0) {
            args->format = (enum format)i;
            return ARGS_RUN;
        }
    say_error(
        "--format %s: known are text, json, jsonl, lcov, cobertura, gcov, "
        "gcov-json, codecov, sonarqube, markdown, github and sarif",
        text);
    return ARGS_WRONG;
}

static enum args_outcome take_root(const char *path, struct args *args)
{
    struct stat there;

    args->source_root = path;
    if (stat(path, &there)) {
        say_error("--source-root %s: %s", path, strerror(errno));
        return ARGS_WRONG;
    }
    if (S_ISDIR(there.st_mode))
        return ARGS_RUN;
    say_error("--source-root %s: not a directory", path);
    return ARGS_WRONG;
}

static enum args_outcome take_map(const char *text, struct args *args)
{
    const char *equals = strchr(text, '=');

    if (equals && equals > text)
        return take_text(&args->maps, text);
    say_error("--path-map %s: not of the form OLD=NEW", text);
    return ARGS_WRONG;
}

static enum args_outcome take_gate(const char *text, enum rule_of of,
                                   struct args *args)
{
    double *percent = &args->percents[of];
    unsigned i = 0;
    char *end;

    while (i < args->n_gates && args->gates[i].of != of)
        i++;
    if (i == args->n_gates)
        args->n_gates++;
    args->gates[i] = (struct rule){.of = of, .percent = percent};
    *percent = strtod(text, &end);
    if (end != text && (*end == '\0' || strcmp(end, "%") == 0) &&
        *percent >= 0 && *percent <= 100)
        return ARGS_RUN;
    say_error("%s: not a percentage", text);
    return ARGS_WRONG;
}

/* Git must not take it for an option. */
static enum args_outcome take_diff(const char *revision, struct args *args)
{
    args->diff = revision;
    if (*revision && *revision != '-')
        return ARGS_RUN;
    say_error("--diff %s: not a revision", revision);
    return ARGS_WRONG;
}

static enum args_outcome take_operation(enum operation operation,
                                        const char *input, struct args *args)
{
    if (args->operation != OP_NONE) {
        say_error("%s: one of --min, --max and --intersect at a time", input);
        return ARGS_WRONG;
    }
    args->operation = operation;
    return take_input(&args->other, input);
}

/* WORD: where the option was on the command line. */
static enum args_outcome take_option(int option, const char *word,
                                     struct args *args)
{
    switch (option) {
    case OPTION_FORMAT:
        return take_format(optarg, args);
    case OPTION_BINARY:
        return take_binary(&args->binaries, optarg);
    case OPTION_SOURCE_ROOT:
        return take_root(optarg, args);
    case OPTION_PATH_MAP:
        return take_map(optarg, args);
    case OPTION_INCLUDE:
        return take_text(&args->include, optarg);
    case OPTION_EXCLUDE:
        return take_text(&args->exclude, optarg);
    case OPTION_LINES:
        return take_gate(optarg, OF_LINES, args);
    case OPTION_FUNCTIONS:
        return take_gate(optarg, OF_FUNCTIONS, args);
    case OPTION_BRANCHES:
        return take_gate(optarg, OF_BRANCHES, args);
    case 'o':
        args->output = optarg;
        return ARGS_RUN;
    case 'j':
        return take_jobs(optarg, &args->jobs);
    case OPTION_RULES:
        args->rules_file = optarg;
        return ARGS_RUN;
    case OPTION_RATCHET:
        args->ratchet = optarg;
        return ARGS_RUN;
    case OPTION_DIFF:
        return take_diff(optarg, args);
    case OPTION_NO_MARKERS:
        args->no_markers = 1;
        return ARGS_RUN;
    case OPTION_SINGLE_FILE:
        args->single_file = 1;
        return ARGS_RUN;
    case OPTION_MIN:
        return take_operation(OP_MIN, optarg, args);
    case OPTION_MAX:
        return take_operation(OP_MAX, optarg, args);
    case OPTION_INTERSECT:
        return take_operation(OP_INTERSECT, optarg, args);
    case OPTION_HELP:
        return print_text(usage);
    case OPTION_VERSION:
        return print_text("prof-show " EDGEPROF_VERSION "\n");
    default:
        return refuse_option(option, word);
    }
}

/* diff A B: how B differs. */
static enum args_outcome take_pair(char **argv, struct args *args)
{
    if (!argv[0] || !argv[1] || argv[2] || args->operation || args->diff) {
        say_error("diff: wants two inputs, without --diff, --min, --max and "
                  "--intersect");
        return ARGS_WRONG;
    }
    args->operation = OP_DIFF;
    args->named = 1;
    if (take_input(&args->other, argv[0]) != ARGS_RUN)
        return ARGS_WRONG;
    return take_input(&args->inputs, argv[1]);
}

/* tests FILE:LINE: whether WORD is that, and no input of that name. */
static int is_place(const char *word)
{
    const char *colon = word ? strrchr(word, ':') : NULL;

    return colon && colon > word && colon[1] >= '1' && colon[1] <= '9' &&
           colon[1 + strspn(colon + 1, "0123456789")] == '\0' &&
           access(word, F_OK) != 0;
}

/* The inputs of tests, after the place if there is one. */
static enum args_outcome take_tests(char **argv, struct args *args)
{
    if (args->operation) {
        say_error("tests: not with --min, --max and --intersect");
        return ARGS_WRONG;
    }
    if (is_place(*argv)) {
        const char *colon = strrchr(*argv, ':');

        args->place_line = (uint32_t)strtoul(colon + 1, NULL, 10);
        args->place_file = ep_mem_dup(*argv, (size_t)(colon - *argv));
        if (!args->place_file) {
            say_error("out of memory");
            return ARGS_WRONG;
        }
        argv++;
    }
    args->named = *argv != NULL;
    return take_inputs(&args->inputs, argv, 1);
}

/* What check wants is known before anything is read; html may want it, too. */
static enum args_outcome take_rules(struct args *args)
{
    int is_check = strcmp(args->report, "check") == 0;

    if (is_check && !args->rules_file && access(RULES_FILE, F_OK) == 0)
        args->rules_file = RULES_FILE;
    if (args->rules_file)
        return rules_read(args->rules_file, &args->rules) ? ARGS_WRONG
                                                          : ARGS_RUN;
    if (!is_check || args->n_gates || args->ratchet)
        return ARGS_RUN;
    say_error("check: no gate: name one with --fail-under-lines P, --rules "
              "FILE or --ratchet FILE");
    return ARGS_WRONG;
}

enum args_outcome args_parse(int argc, char **argv, struct args *args)
{
    int option;

    *args = (struct args){0};
    while ((option = getopt_long(argc, argv, ":o:j:", options, NULL)) != -1) {
        enum args_outcome outcome = take_option(option, argv[optind - 1], args);
        if (outcome != ARGS_RUN)
            return outcome;
    }
    args->report = argv[optind];
    if (!args->report) {
        say_error("no report named; try prof-show --help");
        return ARGS_WRONG;
    }
    if ((strcmp(args->report, "html") == 0) != (args->output != NULL)) {
        say_error("html and -o DIR go together");
        return ARGS_WRONG;
    }
    if (args->single_file && !args->output) {
        say_error("--single-file goes with html");
        return ARGS_WRONG;
    }
    if ((strcmp(args->report, "check") == 0 || args->output) &&
        take_rules(args) != ARGS_RUN)
        return ARGS_WRONG;
    if (strcmp(args->report, "diff") == 0)
        return take_pair(argv + optind + 1, args);
    if (strcmp(args->report, "tests") == 0)
        return take_tests(argv + optind + 1, args);
    args->named = argv[optind + 1] != NULL;
    return take_inputs(&args->inputs, argv + optind + 1, 1);
}
