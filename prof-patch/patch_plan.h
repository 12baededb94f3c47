/* SPDX-License-Identifier: MIT
 *
 * patch_plan.h - what is known of a program before QEMU runs it: the plan that its
 * plugin reads (emulate.h), and the file that reports read.
 *
 * MODEL Both are in the cache, beside each other.  A run names the second, which has
 *       the notes, and an id that stands for the program and for what of it is
 *       counted.
 */
#ifndef PROF_PATCH_PLAN_H
#define PROF_PATCH_PLAN_H

#include "patch_args.h"

#include "code/foreign.h"

enum { PLAN_ID_SIZE = 16 };

/* Make both of the program FOREIGN, if they are not there as ARGS want them: the
 * plan's name into OUT, and the id.  EP_OK; EP_ENOMEM; EP_EIO; EP_ENONE: nothing is
 * in it that could be counted. */
EP_MUST_CHECK int plan_make(const struct args *args, struct ep_foreign *foreign,
                            struct ep_diag *diag, struct ep_buf *out,
                            uint8_t id[PLAN_ID_SIZE]);

#endif
