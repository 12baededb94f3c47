/* SPDX-License-Identifier: MIT
 *
 * verdict.h - what a gate makes of the code, and where it is said.
 */
#ifndef PROF_SHOW_VERDICT_H
#define PROF_SHOW_VERDICT_H

#include "gates/rules.h"
#include "tally.h"

struct gate_verdict {
    const char *text; /* what the gate got and wanted */
    size_t n_title;   /* so many bytes of it say what was judged */
    int passed;
    int is_sum;       /* the text says how many passed and failed */
    const char *file; /* that the gate is of, or NULL: the command line */
    unsigned rule;    /* its number there, or 0 */
    /* For who does not read the text; without a rule or `before` there is no
     * more to say of it. */
    enum rule_of of;
    enum rule_in in;
    const char *name; /* of `length` bytes; of a sum: the glob, or empty */
    size_t length;
    struct part got;           /* of a sum: scopes that passed */
    const struct rule *wanted; /* or NULL */
    const struct part *before; /* a ratchet's, or NULL */
};

/* A place that is not covered; FACT and TEXT, of the line, may be empty. */
struct gate_place {
    uint32_t file;
    uint32_t line;
    uint32_t column; /* or 0 */
    const char *fact;
    const char *text;
};

#define GATE_PLACES 100u /* that who reads them wants to see of a gate */

/* Where it is said: the formats of `check` and the pages differ.  EP_OK or
 * EP_ENOMEM. */
typedef int gate_verdict_fn(void *context, const struct gate_verdict *verdict);
typedef int gate_place_fn(void *context, const struct gate_place *place);

struct gate_say {
    void *context;
    gate_verdict_fn *verdict;
    gate_place_fn *place; /* what is not covered, of the verdict before */
    size_t most;          /* places of a verdict */
    /* There are N places more.  NULL if `most` is not to be reached. */
    void (*more)(void *context, size_t n);
};

/* Say VERDICT with TEXT, which is released.  EP_OK or EP_ENOMEM. */
int verdict_say(const struct gate_say *say, struct ep_buf *text,
                struct gate_verdict verdict);

#endif
