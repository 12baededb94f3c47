/* SPDX-License-Identifier: MIT
 *
 * sent.h - reads what programs without a runtime send: the log of a console.
 *
 * WHY   firmware and kernels have no files.  They write their counts where they
 *       write all else (edgeprof/freestanding.h).
 * MODEL A log holds any text; where EDGEPROF_SENT_START and hexadecimal digits come,
 *       wherever on a line, they are a part of a sending (abi.h).  Sendings of
 *       several programs may be mixed.  Of a run, which may have been sent often, the
 *       last sending has all the earlier ones had.
 * RULES Nothing is trusted.  A part that is damaged or missing costs its sending, and a
 *       warning says so.
 */
#ifndef EP_SENT_H
#define EP_SENT_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_sent {
    uint64_t identity; /* of the program: ep_binary has it */
    uint32_t run;
    uint64_t number; /* of the sending, among those of its run */
    uint64_t flags;  /* enum edgeprof_run_flag */
    uint64_t n_counters;
    struct ep_buf packed; /* the counts */
    uint64_t line;        /* of the log, from 1: where it begins */
};

struct ep_sent_list {
    struct ep_sent *items; /* the last whole sending of each run */
    size_t n;
    size_t capacity;
    struct ep_buf warnings; /* texts, each with its zero */
};

/* Read the SIZE bytes at TEXT, of the file PATH, as the warnings name it.
 * OUT  initialised by this call; release with ep_sent_release
 * EP_OK, though there may be no sending; EP_ENOMEM, OUT is then empty. */
EP_MUST_CHECK int ep_sent_read(const void *text, size_t size, const char *path,
                               struct ep_sent_list *out);
void ep_sent_release(struct ep_sent_list *list);

/* The counts of SENT into COUNTS, which has room for n_counters.  EP_OK; EP_EFORMAT:
 * they are not so many. */
EP_MUST_CHECK int ep_sent_unpack(const struct ep_sent *sent, uint64_t *counts);

#ifdef __cplusplus
}
#endif

#endif
