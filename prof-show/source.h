/* SPDX-License-Identifier: MIT
 *
 * source.h - the text of a source file.
 */
#ifndef PROF_SHOW_SOURCE_H
#define PROF_SHOW_SOURCE_H

#include "view.h"

/* Zero-initialised is empty and valid. */
struct source {
    char *text;   /* lines end in zero bytes */
    char **lines; /* n_lines texts */
    size_t n_lines;
    int why; /* an errno if it could not be read, else 0 */
};

/* Find and read FILE: below --source-root, at its full path, or at the path
 * that the compiler was given.  A file that is not there is empty, and `why`
 * says so; one that fails in reading is empty, and a warning says so.  EP_OK or
 * EP_ENOMEM. */
int source_read(struct view *view, const struct ep_profile_file *file,
                struct source *out);
/* Warn that FILE is shown without its text; once, then it is counted. */
void source_miss(struct view *view, const struct ep_profile_file *file,
                 int why);
/* How many sources were not there, if more than the one named. */
void source_say(const struct view *view);
void source_release(struct source *source);

/* Print every file that is shown and has lines, with its text, and say which
 * texts are not there.  An exit status. */
typedef void source_fn(const struct view *view,
                       const struct ep_profile_file *file,
                       const struct source *source);
int source_each(struct view *view, source_fn *print);

#endif
