/* SPDX-License-Identifier: MIT
 *
 * source.h - the text of a source file.
 */
#ifndef PROF_SHOW_SOURCE_H
#define PROF_SHOW_SOURCE_H

#include "md5.h"
#include "view.h"

/* Zero-initialised is empty and valid. */
struct source {
    char *text;   /* lines end in zero bytes */
    char **lines; /* n_lines texts */
    size_t n_lines;
    int why; /* an errno if it could not be read, else 0 */
};

/* The NTH path at which FILE may be, the likeliest first: below --source-root by
 * its name, or by the longest end of its full path that is there, so that the
 * option may name the project's root as well as a folder in it or above; at its
 * full path; and by its name here.  Owned; NULL: no more, or no memory. */
char *source_place(const struct view *view, const struct ep_profile_file *file,
                   size_t nth);

/* Find and read FILE.  A file that is not there is empty, and `why`
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
/* Of FILE's text as it is, empty if it is not there, or fails in reading, as a warning then
 * says.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int source_md5(struct view *view,
                             const struct ep_profile_file *file,
                             char out[MD5_TEXT]);

/* Print every file that is shown and has lines, with its text, and say which
 * texts are not there.  PRINT gives EP_OK or EP_ENOMEM.  An exit status. */
typedef int source_fn(const struct view *view,
                      const struct ep_profile_file *file,
                      const struct source *source);
int source_each(struct view *view, source_fn *print);

#endif
