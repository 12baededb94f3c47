/* SPDX-License-Identifier: MIT
 *
 * uncounted.h - functions of a binary that have notes, but whose code there
 * counts nothing.
 *
 * WHY   an inline function that two objects hold is in the program once, and
 *       the linker takes the first.  If that is of an object without counters,
 *       the other's notes are there all the same, and the function's counts
 *       are 0 however often it runs.
 * MODEL A function is not counted if the binary has a symbol of its name, and
 *       the code there refers to no counter: each counted one does, since each
 *       way into it is counted.  A function without a symbol was dropped, or is
 *       inlined wherever it is called; its counts are right.
 *       Local functions have no other copies.
 *       What is found becomes a record of the notes (EP_NOTE_UNCOUNTED), so
 *       that it is known wherever the notes go.
 */
#ifndef EP_UNCOUNTED_H
#define EP_UNCOUNTED_H

#include "base/mem.h"

#include <libelf.h>

/* Append the record to NOTES, those of ELF, whose counters are at the addresses
 * [LOW, HIGH); nothing if all functions are counted, or if the binary has no
 * symbols.  EP_OK; EP_ENOMEM; EP_EIO if libelf cannot read ELF, which has its
 * message. */
EP_MUST_CHECK int ep_uncounted_note(Elf *elf, uint64_t low, uint64_t high,
                                    struct ep_buf *notes);

#endif
