/* SPDX-License-Identifier: MIT
 *
 * callees.h - the names of functions that are called and have no notes.
 *
 * WHY   the notes name a callee by a hash, since most have notes of their own.  The
 *       others' names are in the binary's table of symbols, which does not go where
 *       the notes go.
 * MODEL What is found becomes a record of the notes (EP_NOTE_NAMES).  Functions that
 *       the unit has, and inlines, have no symbol; the compiler notes their names.
 */
#ifndef EP_CALLEES_H
#define EP_CALLEES_H

#include "base/mem.h"

#include <libelf.h>

/* Append the record to NOTES, those of ELF; nothing if all names are known.
 * EP_OK; EP_ENOMEM; EP_EIO if libelf cannot read ELF, which has its message. */
EP_MUST_CHECK int ep_callees_note(Elf *elf, struct ep_buf *notes);

/* Likewise, the functions that calls by a pointer may call (EP_NOTE_TARGETS), if the notes
 * have such calls that count; START is the address of the section of counters. */
EP_MUST_CHECK int ep_callees_note_targets(Elf *elf, uint64_t start,
                                          struct ep_buf *notes);

#endif
