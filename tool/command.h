/* SPDX-License-Identifier: MIT
 *
 * command.h - a command line: from its words to an exit status.
 *
 * MODEL A tool is a table of its options and what it does with the rest.  An
 *       option stands in one row, from which --help, the parser and, by way of
 *       --help, completion are made.  --help and --version are here.
 */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include <stddef.h>

enum { EXIT_DONE = 0, EXIT_TROUBLE = 1, EXIT_GATE = 2, EXIT_NOTHING = 3 };
/* Of those that run a program, as of others that do: the tool itself failed, the
 * program cannot be executed, it is not found. */
enum { EXIT_OWN = 125, EXIT_NOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/* What the tool is to do after an argument: go on; end, --help or --version has
 * been printed; end, a message has been given. */
enum args_outcome { ARGS_RUN, ARGS_DONE, ARGS_WRONG };

/* Take VALUE, NULL of an option without an argument, into ARGS. */
typedef enum args_outcome take_option_fn(const char *value, size_t which,
                                         void *args);

struct tool_option {
    const char *name;     /* without its dashes */
    char letter;          /* the short form, or 0 */
    const char *argument; /* as --help calls it; NULL: it has none; "[=VALUE]":
                             it may be left out, and is then NULL to `take` */
    const char *help;     /* lines, without the last newline */
    take_option_fn *take;
    size_t which; /* for `take`, such as an offset in ARGS: see take.h */
};

struct tool {
    const char *synopsis; /* after the name */
    const char *about;    /* one line */
    const char *no_input; /* what is read where no INPUT is named; NULL:
                                  it reads none */
    const char *exits;    /* statuses between 1 and 3, each with a comma; of
                                  one that reads none: all */
    void (*print_words)(void); /* more of --help, or NULL */
    const struct tool_option *options;
    size_t n_options;
    /* The words that are no options, NULL after the last. */
    enum args_outcome (*take_words)(char **words, void *args);
    void (*release)(void *args); /* whatever has been taken */
    int runs;    /* bool: the first word is a program, which has the options
                    behind it */
    int trouble; /* exit status of wrong arguments; 0: EXIT_TROUBLE */
};

/* What the tool does, with the ARGS that were taken; an exit status. */
typedef int run_tool_fn(const void *args);

/* All that main does: take the words of ARGV into ARGS, RUN, release ARGS.  The
 * exit status; trouble if not all of standard output could be written. */
int tool_main(const struct tool *tool, run_tool_fn *run, int argc, char **argv,
              void *args);

/* A row of --help: LEFT, and HELP's lines beside it from COLUMN on. */
void print_help_row(const char *left, int column, const char *help);

#endif
