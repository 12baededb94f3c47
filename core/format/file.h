/* SPDX-License-Identifier: MIT
 *
 * file.h - reads a profile, whichever kind of file it is in.
 *
 * MODEL A raw file is what a killed or living process has counted, a run file what
 *       one or many did, a pool what processes have added one by one (abi.h): it
 *       is read as the sum of its entries that count.
 */
#ifndef EP_FILE_H
#define EP_FILE_H

#include "format/counts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read the profile in the file PATH; "-" is standard input.  A pool without an
 * entry that counts is a profile of no run.  Of a run that was reset (reset.h) only what
 * it has counted since.
 * OUT  initialised by this call; release with ep_counts_release
 * EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT; EP_EVERSION; EP_EMATCH when a module has
 * two numbers of counters.  OUT is then empty, DIAG names PATH and fact. */
EP_MUST_CHECK int ep_file_read(const char *path, struct ep_diag *diag,
                               struct ep_counts *out);

/* The same of a file that has been moved from WAS, beside which its reset is. */
EP_MUST_CHECK int ep_file_read_moved(const char *path, const char *was,
                                     struct ep_diag *diag,
                                     struct ep_counts *out);
/* The same, but with all that was counted before resets, too. */
EP_MUST_CHECK int ep_file_read_all(const char *path, struct ep_diag *diag,
                                   struct ep_counts *out);

#ifdef __cplusplus
}
#endif

#endif
