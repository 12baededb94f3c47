/* SPDX-License-Identifier: MIT
 *
 * gates.h - what the gates of the command line, of a rules file and of a
 * ratchet make of the code that is shown.
 */
#ifndef PROF_SHOW_GATES_H
#define PROF_SHOW_GATES_H

#include "gates/rules.h"
#include "gates/verdict.h"
#include "rows.h"

struct json_object;

/* All that were named. */
struct gates {
    struct rule own[RULE_OFS]; /* of the command line */
    unsigned n_own;
    double percents[RULE_OFS]; /* what they point to, by enum rule_of */
    const char *rules_file;    /* or NULL */
    struct rules *rules;       /* read from it, owned */
    const char *ratchet;       /* a file, or NULL */
    struct json_object *kept;  /* read from it, owned */
    const char *against;       /* what view->other is, or NULL */
    int strict;
};

int gates_are_named(const struct gates *gates);

/* Judge VIEW by all that it names.  EXIT_DONE, EXIT_GATE if one failed, or
 * EXIT_TROUBLE after a message. */
int gates_judge(struct view *view, const struct rows *rows,
                const struct gate_say *say);

#endif
