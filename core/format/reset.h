/* SPDX-License-Identifier: MIT
 *
 * reset.h - what a run had counted when it was reset from outside.
 *
 * WHY   a process counts by an instruction that reads, adds and writes: who stores a 0
 *       from outside may lose to it.  So nothing is stored: what it had counted is kept
 *       beside its file, and who reads that takes it off.
 * MODEL A reset is a profile of that moment, in the folder of the run's raw file, under a
 *       name made of the run's ticket.  So it is of that run alone, whatever becomes of
 *       its file: still counted into, left behind, a run file, an entry of a pool. */
#ifndef EP_RESET_H
#define EP_RESET_H

#include "format/counts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The path of the reset of the run with TICKET, EDGEPROF_TICKET bytes, in the folder of
 * the file BESIDE, which is the caller's; NULL: no memory. */
char *ep_reset_path(const char *beside, const uint8_t *ticket);

/* Take RESET, read from the file NAME, off COUNTS.  The run goes on, and stays one; its
 * parts that had ended then are gone.  EP_OK; EP_ENOMEM; EP_EMATCH: RESET has more of
 * something than COUNTS.  COUNTS is then good for ep_counts_release alone, and RESET is
 * always. */
EP_MUST_CHECK int ep_reset_apply(struct ep_counts *counts,
                                 struct ep_counts *reset, const char *name,
                                 struct ep_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
