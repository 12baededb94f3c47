/* SPDX-License-Identifier: MIT
 *
 * say.h - standard error: messages, "prof-show: error: FILE: FACT", and how far
 * long work is, for those who sit before a terminal.
 *
 * RULES Nothing is said of progress in the first second, nor where standard
 *       error is no terminal, and nothing of it stays on the screen.  One
 *       thread alone calls.
 */
#ifndef TOOL_SAY_H
#define TOOL_SAY_H

#include <stddef.h>

/* What the messages begin with; each tool defines it. */
extern const char tool_name[];

void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* DONE of TOTAL steps of WHAT; the first call begins the work. */
void progress(const char *what, size_t done, size_t total);
/* The work is done. */
void progress_end(void);

#endif
