/* SPDX-License-Identifier: MIT
 *
 * unwind_private.h - what unwind*.c share.
 */
#ifndef EP_UNWIND_PRIVATE_H
#define EP_UNWIND_PRIVATE_H

#include "code/unwind.h"

/* Where the code at ADDRESS of FUNCTION is in its copy, from the copies' start;
 * what lies behind it: the end of what is no stub. */
uint32_t ep_unwind_moved(const struct ep_copies *copies,
                         const struct ep_code_function *function,
                         uint64_t address);

/* Append to OUT, of which byte 0 lies at AT, the exception table of the copy of
 * FUNCTION.  EP_OK; EP_ENOMEM; EP_EFORMAT. */
EP_MUST_CHECK int ep_unwind_table(const struct ep_code *code,
                                  const struct ep_copies *copies,
                                  const struct ep_code_function *function,
                                  uint64_t at, struct ep_buf *out);

#endif
