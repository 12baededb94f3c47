/* SPDX-License-Identifier: MIT
 *
 * git.h - what git says.
 */
#ifndef PROF_SHOW_GIT_H
#define PROF_SHOW_GIT_H

#include "base/mem.h"

/* What ARGV prints, run for REVISION, which OPTION names; git itself says why it
 * fails.  An exit status; a message was given unless it is EXIT_DONE. */
int git_run(char *const *argv, const char *option, const char *revision,
            struct ep_buf *out);

/* The top level of DIRECTORY's repository into OUT, which the caller frees;
 * likewise. */
int git_root(char *directory, const char *option, const char *revision,
             char **out);

/* Git quotes a path with odd bytes as C does.  In place. */
void git_unquote(char *path);

#endif
