/* SPDX-License-Identifier: MIT
 *
 * emit_asm.h - the assembler text that emit*.c and body_note.c are made of.
 * Private to them.
 *
 * MODEL A definition is a block: begin, sections, end.  The block is skipped
 *       where its symbol is already defined in the same assembly.
 */
#ifndef EP_EMIT_ASM_H
#define EP_EMIT_ASM_H

#include "base/mem.h"
#include "emit/options.h"

#ifdef __cplusplus
extern "C" {
#endif

void ep_asm_begin(struct ep_buf *out, const char *symbol);
void ep_asm_end(struct ep_buf *out);

/* Switch to section NAME in the group GROUP, aligned to 8, and back. */
void ep_asm_section(struct ep_buf *out, const char *name, const char *flags,
                    const char *type, const char *group);
void ep_asm_end_section(struct ep_buf *out);

/* The label of a weak hidden symbol; TYPE "object", "function" or "notype". */
void ep_asm_define(struct ep_buf *out, const char *symbol, const char *type,
                   size_t size);

void ep_asm_bytes(struct ep_buf *out, const void *data, size_t size);

/* What hands the module to the runtime, see emit_asm.c. */
void ep_asm_module(struct ep_buf *out, const struct ep_options *options,
                   const char *rt_path);

#ifdef __cplusplus
}
#endif

#endif
