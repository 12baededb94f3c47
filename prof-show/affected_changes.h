/* SPDX-License-Identifier: MIT
 *
 * affected_changes.h - what of the code that a profile knows has changed since.
 *
 * WHY   Which tests can have another result?  Those that ran what has changed.
 *       The profile is of the old state, so lines are those of the old side of
 *       git's diff.
 * MODEL A change is a range of lines of a file.  A line with code is itself.
 *       Another one within a function, and what was put in there, is the
 *       function: a declaration, a label, a new statement.  What is outside of
 *       functions is the file, if it is one that is compiled by itself; of a
 *       file that others include it is everything, since who uses a macro or a
 *       type is not in a profile.  New files are run by nobody yet: who uses
 *       them has changed, too.
 */
#ifndef PROF_SHOW_AFFECTED_CHANGES_H
#define PROF_SHOW_AFFECTED_CHANGES_H

#include "view.h"

struct change {
    uint32_t file; /* of the profile, or EP_NONE: everything has changed */
    uint32_t first;
    uint32_t end;      /* one past the last; UINT32_MAX: the whole file */
    const char *path;  /* as git has it: of the old state */
    const char *where; /* for EP_NONE and the whole file: why */
};

struct old_changes {
    struct change *items; /* by file and place, distinct */
    size_t n;
    size_t capacity;
    const char **unknown; /* paths that the profile does not know */
    size_t n_unknown;
    size_t unknown_capacity;
    const char **fresh; /* paths of new files */
    size_t n_fresh;
    size_t fresh_capacity;
    struct ep_buf text; /* what the paths point into */
    struct ep_buf others;
};

/* What has changed since --affected REV in VIEW's profile.
 * OUT  released by old_changes_release, in any case.
 * An exit status; a message was given unless it is EXIT_DONE. */
int old_changes_make(struct view *view, struct old_changes *out);
void old_changes_release(struct old_changes *changes);

#endif
