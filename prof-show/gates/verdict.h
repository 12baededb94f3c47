/* SPDX-License-Identifier: MIT
 *
 * verdict.h - what a gate makes of the code, and where it is said.
 */
#ifndef PROF_SHOW_VERDICT_H
#define PROF_SHOW_VERDICT_H

#include "base/mem.h"

struct gate_verdict {
    const char *text; /* what the gate got and wanted */
    int passed;
    int is_sum;       /* the text says how many passed and failed */
    const char *file; /* that the gate is of, or NULL: the command line */
    unsigned rule;    /* its number there, or 0 */
};

/* Where it is said: the text of `check` and the pages differ. */
struct gate_say {
    void *context;
    void (*verdict)(void *context, const struct gate_verdict *verdict);
    /* What is not covered, of the verdict before; FACT and TEXT, of the line,
     * may be empty. */
    void (*place)(void *context, uint32_t file, uint32_t line, const char *fact,
                  const char *text);
    /* There are N places more. */
    void (*more)(void *context, size_t n);
};

/* Say VERDICT with TEXT, which is released.  EP_OK or EP_ENOMEM. */
int verdict_say(const struct gate_say *say, struct ep_buf *text,
                struct gate_verdict verdict);

#endif
