/* SPDX-License-Identifier: MIT
 *
 * inputs.h - which files the arguments of a tool stand for.
 *
 * MODEL An argument is a file; a directory, which stands for the profiles below
 *       it; @LIST, a file of such arguments, one a line; or "-", standard
 *       input.  No argument stands for "prof.out" or else for "prof.out.*" in
 *       the working directory.
 *       A profile in a directory is a file whose name starts with "prof.out" or
 *       ends in ".prof", or whose first bytes are the format's; never one
 *       that is being written (".*" and "*.tmp").  Directories are walked in
 *       order of their names, symbolic links to directories are not followed.
 */
#ifndef TOOL_INPUTS_H
#define TOOL_INPUTS_H

#include "base/mem.h"

struct input_file {
    char *path;
    int found; /* bool: in a directory, not named by the user */
};

/* Zero-initialised is empty and valid. */
struct inputs {
    struct input_file *files;
    size_t n;
    size_t capacity;
};

/* Add what ARGUMENT stands for.  A file that is not there is added as well: its
 * reader says so.  EP_OK; EP_ENOMEM; EP_EIO if a list or a directory cannot be
 * read. */
EP_MUST_CHECK int inputs_add(struct inputs *inputs, const char *argument,
                             struct ep_diag *diag);

/* Add what no argument stands for.  MERGED_FIRST: "prof.out" alone where it is
 * there; else "prof.out.*" where one is there.  May add nothing.  As above. */
EP_MUST_CHECK int inputs_add_default(struct inputs *inputs, int merged_first,
                                     struct ep_diag *diag);

/* Call VISIT with every regular file below the directory PATH, in order of
 * names; stops at a status other than EP_OK and returns it.  EP_ENOMEM; EP_EIO
 * if anything cannot be read, but below PATH what is gone meanwhile or not
 * accessible to this user is passed over. */
typedef int inputs_fn(void *context, const char *path);
EP_MUST_CHECK int inputs_walk(const char *path, inputs_fn *visit, void *context,
                              struct ep_diag *diag);

void inputs_release(struct inputs *inputs);

#endif
