/* SPDX-License-Identifier: MIT
 *
 * patch_objects.h - a program's libraries, counted as well.
 *
 * WHY   where a library is found depends on the library path, on the files that
 *       need it, on the system's cache and on what the program says when it
 *       opens one: only the loader knows.
 * MODEL The loader has an auditor (audit.c), by LD_AUDIT.  For each file that it
 *       is about to open the auditor runs `prof-patch --path`, which prints the
 *       counted file that is opened instead.  All else stays as it was: names,
 *       versions, $ORIGIN.  What the auditor is to run stands in
 *       EDGEPROF_OBJECTS, a word a line; it removes both variables, so that the
 *       program's own programs run as ever.
 */
#ifndef PROF_PATCH_OBJECTS_H
#define PROF_PATCH_OBJECTS_H

#include "patch_args.h"

/* Whether the loader of the program PATH can count libraries, if ARGS want
 * that.  EP_OK; EP_EFORMAT: it cannot. */
EP_MUST_CHECK int objects_check(const struct args *args, const char *path,
                                struct ep_diag *diag);
/* Tell the loader of the program that will be executed.  EP_OK; EP_ENOMEM;
 * EP_EIO. */
EP_MUST_CHECK int objects_announce(const struct args *args,
                                   struct ep_diag *diag);
/* The counted file of the program or library PATH, into OUT, which stays empty
 * if ARGS do not want that one.  EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT;
 * EP_ENONE, without objects or verbosely. */
EP_MUST_CHECK int objects_find(const struct args *args, const char *path,
                               struct ep_diag *diag, struct ep_buf *out);

#endif
