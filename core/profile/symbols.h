/* SPDX-License-Identifier: MIT
 *
 * symbols.h - the symbols of a binary.
 */
#ifndef EP_SYMBOLS_H
#define EP_SYMBOLS_H

#include "base/error.h"

#include <gelf.h>

/* SIZE bytes of NAME are the symbol's name; its version follows. */
typedef int ep_symbol_fn(void *context, const char *name, size_t size,
                         const GElf_Sym *symbol);

/* Hand each symbol of ELF to TAKE: those of the table of all, or of the dynamic ones
 * if there is no other.  A status of TAKE other than EP_OK ends that.  EP_OK; it;
 * EP_EIO if libelf cannot read ELF, which has its message. */
EP_MUST_CHECK int ep_symbols_each(Elf *elf, ep_symbol_fn *take, void *context);

#endif
