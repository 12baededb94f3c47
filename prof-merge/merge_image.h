/* SPDX-License-Identifier: MIT
 *
 * merge_image.h - counts of programs that have no runtime, as they were taken off.
 *
 * MODEL An image is one of three: the log of a console in which edgeprof_dump's lines
 *       are (sent.h); the memory of the machine as an ELF core file; the bytes of the
 *       section of counters alone.  The first two say what program they are of, the
 *       third has but its size.  The program is one that the user named.
 */
#ifndef PROF_MERGE_IMAGE_H
#define PROF_MERGE_IMAGE_H

#include "format/merge.h"
#include "tool/binaries.h"

/* Add the runs in the image PATH to MERGE; CONTEXT is the struct binaries named.
 * What of it cannot be used while other runs can is a warning.
 * EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT; EP_EMATCH: no run is of a program named. */
EP_MUST_CHECK int image_add(const void *context, const char *path,
                            struct ep_merge *merge, struct ep_diag *diag);

#endif
