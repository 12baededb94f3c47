/* SPDX-License-Identifier: MIT
 *
 * run_patch.h - programs that nobody compiled for it, counted by prof-patch where
 * PATH finds them.
 *
 * MODEL A folder that comes first in PATH has, for each program that a glob chooses,
 *       a link to its counted file.
 */
#ifndef PROF_RUN_PATCH_H
#define PROF_RUN_PATCH_H

#include "run_args.h"
#include "run_folder.h"

/* Zero-initialised is empty and valid. */
struct patched {
    char *path;    /* PATH for the command; NULL: as it is */
    char *program; /* the counted file of the command itself, or NULL */
};

/* Have prof-patch count what ARGS choose.  0; or -EXIT_OWN after a message. */
int patch_programs(const struct args *args, const struct folder *folder,
                   struct patched *out);
void patch_release(struct patched *patched);

#endif
