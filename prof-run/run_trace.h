/* SPDX-License-Identifier: MIT
 *
 * run_trace.h - the whole paths of a function's calls: --trace.
 *
 * MODEL The runtime is told by EDGEPROF_TRACE to put the threads' rings into files of a
 *       folder, and to write each lap into one of its own before it begins anew (abi.h).  These
 *       are read as they come.  From the ENTRY of the function on names are kept, packed
 *       (format/traces.h), until its call has ended (graph/witness.h), and written beside
 *       the runs.
 */
#ifndef PROF_RUN_TRACE_H
#define PROF_RUN_TRACE_H

#include "run_folder.h"

/* Milliseconds from one look to the next: rings are fast. */
#define TRACES_STEP_MS 10

struct traces;

/* In FOLDER, of each process's first MOST calls of FUNCTION, a glob, or all, if that is 0.
 * NULL after a message. */
struct traces *traces_start(const char *function, unsigned most,
                            const struct folder *folder);
/* The value of EDGEPROF_TRACE. */
const char *traces_wish(const struct traces *traces);
/* Take what has come.  NULL is allowed. */
void traces_step(struct traces *traces);
/* Take all, and end.  NULL is allowed. */
void traces_stop(struct traces *traces);

/* Take what a prof-run that was killed has left in FOLDER, and in those within it whose own was.
 * Nothing is taken twice, whenever this is killed.  EP_OK; EP_ENOMEM; EP_EIO. */
EP_MUST_CHECK int traces_recover(const struct folder *folder,
                                 struct ep_diag *diag);

#endif
