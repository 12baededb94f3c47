/* SPDX-License-Identifier: MIT
 *
 * progress.h - how far long work is, for those who sit before a terminal.
 *
 * RULES Nothing is said in the first second, nor where standard error is no
 *       terminal, and nothing stays on the screen.  One thread alone calls.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stddef.h>

/* DONE of TOTAL steps of WHAT; the first call begins the work. */
void progress(const char *what, size_t done, size_t total);
/* Take the line away, before another is written; the next step puts it back. */
void progress_hide(void);
/* The work is done. */
void progress_end(void);

#endif
