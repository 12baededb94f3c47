/* SPDX-License-Identifier: MIT
 *
 * changes.h - the lines that differ from a git revision.
 */
#ifndef PROF_SHOW_CHANGES_H
#define PROF_SHOW_CHANGES_H

#include "view.h"

/* Take out of VIEW all that is not on a line which the working tree has added
 * or changed since --diff REV, as git says it in the source root; all of a file
 * that git does not know is new, unless it is ignored.
 * An exit status; a message was given unless it is EXIT_DONE. */
int changes_apply(struct view *view);

#endif
