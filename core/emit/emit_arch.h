/* SPDX-License-Identifier: MIT
 *
 * emit_arch.h - the text that only one processor understands.  Private to
 * emit*.c.
 *
 * MODEL emit_x86_64.c is behind it, and behind ep_body_increment_text of
 *       body.h and ep_emit_target of emit.h.  All other text is sections, symbols and data
 *       of 64-bit ELF.
 */
#ifndef EP_EMIT_ARCH_H
#define EP_EMIT_ARCH_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a module starts: start/start.c as text, made when edgeprof is built.  It
 * defines __edgeprof_enter, __edgeprof_leave and what they need. */
extern const char ep_start_text[];

/* Append a function's code: what calls it gets FUNCTION called with the address
 * of SYMBOL. */
void ep_arch_pass(struct ep_buf *out, const char *symbol, const char *function);

#ifdef __cplusplus
}
#endif

#endif
