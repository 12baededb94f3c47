/* SPDX-License-Identifier: MIT */
#include "merge_args.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>

#include "tool/say.h"

static const char usage[] =
    "usage: prof-merge -o OUT [INPUT...]\n"
    "Add the profiles of many runs up into one.\n"
    "\n"
    "INPUT is a profile, raw or compressed; a directory of profiles; @LIST, a\n"
    "file that names inputs, one a line; or -, standard input.  Without any:\n"
    "prof.out.* in the working directory.\n"
    "\n"
    "  -o, --output OUT   write the sum to OUT (-: standard output)\n"
    "      --strict       stop at an input that cannot be used\n"
    "      --binary PATH  a binary, or a directory of them, that ran; "
    "repeatable\n"
    "      --no-notes     leave the binaries' notes out of OUT\n"
    "      --only LABEL   only runs that had LABEL; repeatable\n"
    "      --subtract IN  take runs that are in the sum out of it; repeatable\n"
    "      --scale N      N times the sum\n"
    "  -j, --jobs N       threads at most\n"
    "  -q, --quiet        say nothing of the runs that did not end cleanly\n"
    "      --help         print this\n"
    "      --version      print the version\n"
    "\n"
    "Exit status: 0 done, 1 usage, I/O or unreadable data, 3 no usable "
    "profile.\n";

enum {
    OPTION_STRICT = 256,
    OPTION_BINARY,
    OPTION_NO_NOTES,
    OPTION_SUBTRACT,
    OPTION_SCALE,
    OPTION_ONLY,
    OPTION_HELP,
    OPTION_VERSION
};

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"strict", no_argument, NULL, OPTION_STRICT},
    {"binary", required_argument, NULL, OPTION_BINARY},
    {"no-notes", no_argument, NULL, OPTION_NO_NOTES},
    {"subtract", required_argument, NULL, OPTION_SUBTRACT},
    {"scale", required_argument, NULL, OPTION_SCALE},
    {"only", required_argument, NULL, OPTION_ONLY},
    {"jobs", required_argument, NULL, 'j'},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {NULL, 0, NULL, 0}};

void args_release(struct args *args)
{
    ep_mem_free(args->only.items);
    ep_inputs_release(&args->inputs);
    ep_inputs_release(&args->subtrahends);
    ep_binaries_release(&args->binaries);
}

/* Whole numbers only: a rounded count is no count. */
static enum args_outcome take_scale(const char *text, struct args *args)
{
    char *end;

    errno = 0;
    args->scale = strtoull(text, &end, 10);
    if (text[0] >= '1' && text[0] <= '9' && *end == '\0' && !errno)
        return ARGS_RUN;
    say_error("--scale %s: not a whole number above 0", text);
    return ARGS_WRONG;
}

/* WORD: where the option was on the command line. */
static enum args_outcome take_option(int option, const char *word,
                                     struct args *args)
{
    switch (option) {
    case 'o':
        args->output = optarg;
        return ARGS_RUN;
    case 'j':
        return take_jobs(optarg, &args->jobs);
    case 'q':
        args->quiet = 1;
        return ARGS_RUN;
    case OPTION_STRICT:
        args->strict = 1;
        return ARGS_RUN;
    case OPTION_NO_NOTES:
        args->embed = 0;
        return ARGS_RUN;
    case OPTION_BINARY:
        return take_binary(&args->binaries, optarg);
    case OPTION_SUBTRACT:
        return take_input(&args->subtrahends, optarg);
    case OPTION_SCALE:
        return take_scale(optarg, args);
    case OPTION_ONLY:
        return take_text(&args->only, optarg);
    case OPTION_HELP:
        return print_text(usage);
    case OPTION_VERSION:
        return print_text("prof-merge " EDGEPROF_VERSION "\n");
    default:
        return refuse_option(option, word);
    }
}

enum args_outcome args_parse(int argc, char **argv, struct args *args)
{
    int option;

    *args = (struct args){.embed = 1, .scale = 1};
    while ((option = getopt_long(argc, argv, ":o:j:q", options, NULL)) != -1) {
        enum args_outcome outcome = take_option(option, argv[optind - 1], args);
        if (outcome != ARGS_RUN)
            return outcome;
    }
    if (!args->output || !args->output[0]) {
        say_error("no output: name it with -o OUT");
        return ARGS_WRONG;
    }
    args->named = argv[optind] != NULL;
    return take_inputs(&args->inputs, argv + optind, 0);
}
