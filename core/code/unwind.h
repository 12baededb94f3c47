/* SPDX-License-Identifier: MIT
 *
 * unwind.h - .eh_frame and exception tables for a program with copies.
 *
 * WHY   exceptions, backtraces, debuggers and thread cancellation go through
 *       copies as through any code.
 * MODEL One section takes the place of the old one: a frame for each old one,
 *       and one for each copy, whose rules hold from where the copies of the
 *       instructions are; and some for stubs, which have the rules of the code
 *       that they lead to from their first byte on.  The table of an exception's
 *       landing pads is written anew for each copy that has one.
 * RULES Everything is written for the addresses where it will lie.
 */
#ifndef EP_UNWIND_H
#define EP_UNWIND_H

#include "code/copy.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_unwind {
    struct ep_buf tables; /* of exceptions; lies at the address given */
    struct ep_buf frames; /* .eh_frame */
    uint64_t frames_at;
    struct ep_buf index; /* .eh_frame_hdr */
    uint64_t index_at;
};

/* For CODE, whose COPIES lie at COPIES_AT; all that is made lies at AT and after
 * it.  Release OUT with ep_unwind_release whatever comes back.  EP_OK; EP_ENOMEM;
 * EP_EFORMAT: an exception table is damaged. */
EP_MUST_CHECK int ep_unwind_make(const struct ep_code *code,
                                 const struct ep_copies *copies,
                                 uint64_t copies_at, uint64_t at,
                                 struct ep_unwind *out);
void ep_unwind_release(struct ep_unwind *unwind);

#ifdef __cplusplus
}
#endif

#endif
