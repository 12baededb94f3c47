/* SPDX-License-Identifier: MIT
 *
 * command.h - what the command lines of all tools have in common.
 */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "tool/binaries.h"
#include "tool/inputs.h"

enum { EXIT_DONE = 0, EXIT_TROUBLE = 1, EXIT_GATE = 2, EXIT_NOTHING = 3 };

/* What the tool is to do after an argument: go on; end, --help or --version has
 * been printed; end, a message has been given. */
enum args_outcome { ARGS_RUN, ARGS_DONE, ARGS_WRONG };

/* Texts of a repeatable option, borrowed from the command line. */
struct texts {
    const char **items;
    size_t n;
    size_t capacity;
};

enum args_outcome take_text(struct texts *texts, const char *text);
enum args_outcome take_input(struct ep_inputs *inputs, const char *text);
enum args_outcome take_binary(struct ep_binaries *binaries, const char *path);
/* -j: how many threads TEXT says. */
enum args_outcome take_jobs(const char *text, unsigned *out);
/* The inputs that ARGV names, or else those of the working directory; MERGED:
 * prof.out rather than prof.out.*. */
enum args_outcome take_inputs(struct ep_inputs *inputs, char **argv,
                              int merged);

/* TEXT on standard output. */
enum args_outcome print_text(const char *text);
/* getopt's OPTION ':' or '?' at WORD. */
enum args_outcome refuse_option(int option, const char *word);

/* Before the arguments are read. */
void begin_command(void);
/* What is left of standard output; RESULT, or what became of it. */
int end_command(int result);

#endif
