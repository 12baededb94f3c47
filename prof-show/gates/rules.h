/* SPDX-License-Identifier: MIT
 *
 * rules.h - what check wants: the gates of the command line and those of a
 * rules file.
 *
 * MODEL A rule wants a part of the lines, functions or branches covered: of
 *       everything, or of each folder, file or function that its glob matches.
 *       It may want a percentage, a number covered, and at most a number
 *       missing; all that it wants must hold.
 */
#ifndef PROF_SHOW_RULES_H
#define PROF_SHOW_RULES_H

#include <stdint.h>

enum rule_of { OF_LINES, OF_FUNCTIONS, OF_BRANCHES, OF_MCDC, RULE_OFS };
enum rule_in { IN_TOTAL, IN_FOLDER, IN_FILE, IN_FUNCTION };

struct rule {
    enum rule_of of;
    enum rule_in in;
    char *match;       /* glob, or NULL: all */
    double *percent;   /* at least, or NULL */
    uint64_t *covered; /* at least, or NULL */
    uint64_t *missing; /* at most, or NULL */
};

/* A rules file as it was read. */
struct rules {
    struct rule *items;
    unsigned n;
};

/* Read PATH.  IS_OWN: it was named for its rules, and must have some; else *OUT is
 * NULL if it has other things alone.  0; or -1 after a message, *OUT is then NULL. */
int rules_read(const char *path, int is_own, struct rules **out);
void rules_release(struct rules *rules);

const char *rule_of_name(enum rule_of of);
const char *rule_in_name(enum rule_in in);

#endif
