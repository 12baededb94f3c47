/* SPDX-License-Identifier: MIT
 *
 * run_at.h - values of expressions at a place in the command, by gdb: what is run in place of
 * the command is gdb with a script (at.py), which says the rest.
 */
#ifndef PROF_RUN_AT_H
#define PROF_RUN_AT_H

#include "base/mem.h"
#include "run_args.h"

#include <limits.h>

#define AT_VARIABLE "EDGEPROF_AT" /* tells the script */

/* Zero-initialised: the command as it is. */
struct at {
    char **words; /* what is run, or NULL */
    char script[PATH_MAX];
    struct ep_buf wanted; /* the value of AT_VARIABLE */
};

/* What ARGS want.  0; or -EXIT_OWN after a message.  Release OUT in any case. */
int at_prepare(const struct args *args, struct at *out);
void at_release(struct at *at);

#endif
