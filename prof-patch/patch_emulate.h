/* SPDX-License-Identifier: MIT
 *
 * patch_emulate.h - a program under QEMU, whose plugin counts it: emulate.h.
 */
#ifndef PROF_PATCH_EMULATE_H
#define PROF_PATCH_EMULATE_H

#include "patch_args.h"

/* Whether the program PATH is one that only QEMU can count. */
int emulate_fits(const char *path);
/* Run the program PATH, which is absolute.  Returns only if that fails: an exit
 * status, after a message. */
int emulate_program(const struct args *args, const char *path);

#endif
