/* SPDX-License-Identifier: MIT */
#include "tool/command.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/say.h"

#define OPTIONS_MAX  40u
#define HELP_COLUMN  23
#define OPTION_FIRST 256 /* above every letter */

/* ---- --help -------------------------------------------------------------- */

void print_help_row(const char *left, int column, const char *help)
{
    int is_wide = (int)strlen(left) > column - 4;

    (void)printf("  %-*s", is_wide ? 0 : column - 2, left);
    if (is_wide)
        (void)printf("\n%*s", column, "");
    for (const char *end; (end = strchr(help, '\n')) != NULL; help = end + 1)
        (void)printf("%.*s\n%*s", (int)(end - help), help, column, "");
    (void)puts(help);
}

/* Whether the value may be left out: `--name=VALUE` or `--name`. */
static int is_optional(const struct tool_option *option)
{
    return option->argument && option->argument[0] == '[';
}

static void print_option(const struct tool_option *option)
{
    char letter[] = {'-', option->letter, ',', ' ', '\0'};
    char left[80];

    (void)snprintf(left, sizeof left, "%s--%s%s%s",
                   option->letter ? letter : "", option->name,
                   option->argument && !is_optional(option) ? " " : "",
                   option->argument ? option->argument : "");
    print_help_row(left, HELP_COLUMN, option->help);
}

static void print_input(const struct tool *tool)
{
    if (!tool->no_input)
        return;
    (void)printf(
        "INPUT is a profile, raw or compressed; a directory of profiles; "
        "@LIST, a\nfile that names inputs, one a line; or -, standard input.  "
        "Without any:\n%s in the working directory.\n\n",
        tool->no_input);
}

static void print_help(const struct tool *tool)
{
    (void)printf("usage: %s %s\n%s\n\n", tool_name, tool->synopsis,
                 tool->about);
    if (tool->print_words)
        tool->print_words();
    print_input(tool);
    for (size_t i = 0; i < tool->n_options; i++)
        print_option(&tool->options[i]);
    print_help_row("-h, --help", HELP_COLUMN, "this text");
    print_help_row("--version", HELP_COLUMN, "which release this is");
    (void)printf("\nExit status: ");
    if (tool->no_input)
        (void)printf("0 done, 1 usage, I/O or unreadable data,%s3 no usable "
                     "profile.\n",
                     tool->exits);
    else
        (void)printf("%s.\n", tool->exits);
}

/* ---- the words ----------------------------------------------------------- */

enum { OPTION_HELP = OPTION_FIRST + OPTIONS_MAX, OPTION_VERSION };

/* What getopt_long wants to know of TOOL's options. */
struct getopt_table {
    struct option longs[OPTIONS_MAX + 3];
    char shorts[2 * OPTIONS_MAX + 4];
};

static void fill_table(const struct tool *tool, struct getopt_table *out)
{
    struct option *at = out->longs;
    char *letter = out->shorts;

    assert(tool->n_options <= OPTIONS_MAX);
    if (tool->runs)
        *letter++ = '+';
    *letter++ = ':'; /* a value that is missing is told from no such option */
    for (size_t i = 0; i < tool->n_options; i++) {
        const struct tool_option *option = &tool->options[i];

        *at++ = (struct option){option->name,
                                !option->argument     ? no_argument
                                : is_optional(option) ? optional_argument
                                                      : required_argument,
                                NULL, OPTION_FIRST + (int)i};
        if (option->letter)
            *letter++ = option->letter;
        if (option->letter && option->argument)
            *letter++ = ':';
    }
    *letter++ = 'h';
    *letter = '\0';
    *at++ = (struct option){"help", no_argument, NULL, OPTION_HELP};
    *at++ = (struct option){"version", no_argument, NULL, OPTION_VERSION};
    *at = (struct option){0};
}

static const struct tool_option *find_option(const struct tool *tool, int found)
{
    for (size_t i = 0; i < tool->n_options; i++)
        if (found == OPTION_FIRST + (int)i || found == tool->options[i].letter)
            return &tool->options[i];
    return NULL;
}

/* Whether the long option WORD begins more than one name. */
static int is_ambiguous(const struct getopt_table *table, const char *word)
{
    size_t length = strcspn(word + 2, "=");
    unsigned n = 0;

    for (const struct option *at = table->longs; at->name; at++)
        n += strncmp(at->name, word + 2, length) == 0;
    return n > 1;
}

/* What getopt did not take, at WORD: FOUND is ':' where a value is missing.  A
 * letter may have others before and behind it. */
static enum args_outcome refuse(const struct getopt_table *table, int found,
                                const char *word)
{
    const char letter[] = {'-', (char)optopt, '\0'};
    int is_long = optopt == 0 || optopt >= OPTION_FIRST;
    const char *why = "no such option";

    if (found == ':')
        why = "value missing";
    else if (optopt >= OPTION_FIRST)
        why = "takes no value";
    else if (is_long && is_ambiguous(table, word))
        why = "more than one option begins so";
    say_error("%.*s: %s; try %s --help",
              is_long ? (int)strcspn(word, "=") : (int)sizeof letter,
              is_long ? word : letter, why, tool_name);
    return ARGS_WRONG;
}

/* FOUND: by getopt. */
static enum args_outcome take_option(const struct tool *tool, int found,
                                     void *args)
{
    const struct tool_option *option = find_option(tool, found);

    if (option)
        return option->take(optarg, option->which, args);
    if (found == OPTION_VERSION)
        (void)printf("%s " EDGEPROF_VERSION "\n", tool_name);
    else
        print_help(tool);
    return ARGS_DONE;
}

static enum args_outcome take_all(const struct tool *tool, int argc,
                                  char **argv, void *args)
{
    struct getopt_table table;
    int found;

    fill_table(tool, &table);
    while ((found = getopt_long(argc, argv, table.shorts, table.longs, NULL)) !=
           -1) {
        enum args_outcome outcome =
            found == '?' || found == ':'
                ? refuse(&table, found, argv[optind - 1])
                : take_option(tool, found, args);

        if (outcome != ARGS_RUN)
            return outcome;
    }
    return tool->take_words(argv + optind, args);
}

/* ---- the whole ----------------------------------------------------------- */

/* A file that is opened must not get the number of a standard stream that is
 * closed: what is said would be written into it.  The stream fails as it did. */
static void hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null",
                       (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

/* The exit status of a tool that could not do its work. */
static int trouble_of(const struct tool *tool)
{
    return tool->trouble ? tool->trouble : EXIT_TROUBLE;
}

/* What is left of standard output; RESULT, or TROUBLE after a message.  A report
 * on a full disk must not look whole.  Who closes the pipe, as head(1) does, has
 * seen enough and needs no message. */
static int end_output(int result, int trouble)
{
    int failed = fflush(stdout);

    if (!failed && !ferror(stdout))
        return result;
    if (errno != EPIPE)
        say_error("standard output: %s", strerror(errno ? errno : EIO));
    return trouble;
}

int tool_main(const struct tool *tool, run_tool_fn *run, int argc, char **argv,
              void *args)
{
    int result = trouble_of(tool);

    hold_streams();
    /* A closed pipe is an error of writing like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
    switch (take_all(tool, argc, argv, args)) {
    case ARGS_RUN:
        result = run(args);
        break;
    case ARGS_DONE:
        result = EXIT_DONE;
        break;
    case ARGS_WRONG:
        break;
    }
    tool->release(args);
    return end_output(result, trouble_of(tool));
}
