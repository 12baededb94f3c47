/* SPDX-License-Identifier: MIT
 *
 * take.h - what options and words of a command line are taken into.
 *
 * MODEL The takers of option tables write to the field of their struct that
 *       begins `which` bytes into it: offsetof(struct args, strict).
 */
#ifndef TOOL_TAKE_H
#define TOOL_TAKE_H

#include "tool/binaries.h"
#include "tool/command.h"
#include "tool/inputs.h"

/* Texts of a repeatable option, borrowed from the command line. */
struct texts {
    const char **items;
    size_t n;
    size_t capacity;
};

take_option_fn take_flag;    /* int: 1 */
take_option_fn take_word;    /* const char *, borrowed */
take_option_fn take_text;    /* struct texts: one more */
take_option_fn take_input;   /* struct inputs: what it stands for */
take_option_fn take_binary;  /* struct binaries: likewise */
take_option_fn take_jobs;    /* unsigned: a number of threads */
take_option_fn take_seconds; /* unsigned: above 0, an s may follow */

/* Add what INPUT stands for. */
enum args_outcome add_input(struct inputs *inputs, const char *input);
/* Add the inputs that WORDS name, or else those of the working directory;
 * MERGED: prof.out rather than prof.out.*. */
enum args_outcome add_inputs(struct inputs *inputs, char **words, int merged);

#endif
