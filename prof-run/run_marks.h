/* SPDX-License-Identifier: MIT
 *
 * run_marks.h - whose marks there are in the modules of traced programs.
 */
#ifndef PROF_RUN_MARKS_H
#define PROF_RUN_MARKS_H

#include "base/error.h"
#include "graph/witness.h"

struct marks;

/* FUNCTION, a glob: of which calls are wanted.  What cannot be read is passed over, to be tried
 * again, and if IS_LAST said.  NULL: no memory. */
struct marks *marks_new(const char *function, int is_last);
/* NULL is allowed. */
void marks_release(struct marks *marks);

/* Read the notes of modules whose files are in the folder PATH since the last time. */
EP_MUST_CHECK int marks_read(struct marks *marks, const char *path,
                             struct ep_diag *diag);
/* How often marks came: witnesses and windows are of one version. */
unsigned marks_version(const struct marks *marks);

struct ep_witness marks_find(const struct marks *marks, uint32_t name);
/* Whether NAME may be one that begins a wanted call; and whether WITNESS does. */
int marks_may_want(const struct marks *marks, uint32_t name);
int marks_want(const struct marks *marks, const struct ep_witness *witness);
/* Whether any function is wanted that there is. */
int marks_has_wanted(const struct marks *marks);
/* Of WITNESS's function, its linkage name. */
const char *marks_name(const struct marks *marks,
                       const struct ep_witness *witness);
/* NULL: no memory. */
struct ep_window *marks_window(const struct marks *marks);

#endif
