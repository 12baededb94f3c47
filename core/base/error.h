/* SPDX-License-Identifier: MIT
 *
 * error.h - status codes and the one-line message that goes with them.
 *
 * WHY   core never prints, aborts or exits: it returns a code, and a caller who
 *       wants the words hands in a struct ep_diag.
 * RULES A diag that already holds a message is never overwritten: the lowest
 *       layer knows best.  Every `diag` argument in core may be NULL.
 */
#ifndef EP_ERROR_H
#define EP_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EP_MUST_CHECK __attribute__((__warn_unused_result__))
#define EP_NONE       UINT32_MAX /* no block, no edge, no file */

enum ep_status {
    EP_OK = 0,
    EP_ENOMEM = -1,   /* an allocation failed; nothing has changed */
    EP_EIO = -2,      /* open, read, write or rename failed */
    EP_EFORMAT = -3,  /* the bytes break the format */
    EP_EVERSION = -4, /* a version that this build cannot read */
    EP_EGRAPH = -5,   /* a graph that breaks cfg.h's rules */
    EP_EOPTION = -6,  /* an unknown key or value */
    EP_EMATCH = -7,   /* notes and counts, or a binary and its run, disagree */
    EP_ENONE = -8     /* nothing is there that could be counted */
};

struct ep_diag {
    char text[512]; /* "FILE: FACT", no full stop, empty while all is well */
};

/* Write the message into DIAG unless it is NULL or holds one.  Returns STATUS,
 * so that `return ep_fail(diag, EP_EFORMAT, ...)` reads in one line. */
int ep_fail(struct ep_diag *diag, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What to say of STATUS, which is not EP_OK: DIAG's message, if it holds one.
 */
const char *ep_words(const struct ep_diag *diag, int status);

#ifdef __cplusplus
}
#endif

#endif
