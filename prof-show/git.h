/* SPDX-License-Identifier: MIT
 *
 * git.h - what git says.
 */
#ifndef PROF_SHOW_GIT_H
#define PROF_SHOW_GIT_H

#include "base/mem.h"

/* What has changed in the repository of DIRECTORY, whose top level is ROOT, since
 * REVISION, which OPTION names: the diff of tracked files, without context, and the names
 * of others, each with a zero behind it.  RENAMES: files that have another name now are
 * not new; else that is as git is configured.  git itself says why it fails.  An exit
 * status; a message was given unless it is EXIT_DONE. */
int git_changes(char *directory, char *root, const char *option, char *revision,
                int renames, struct ep_buf *diff, struct ep_buf *others);

/* The top level of DIRECTORY's repository into OUT, which the caller frees;
 * likewise. */
int git_root(char *directory, const char *option, const char *revision,
             char **out);

/* Git quotes a path with odd bytes as C does.  In place. */
void git_unquote(char *path);

#endif
