/* SPDX-License-Identifier: MIT
 *
 * describe.h - the notes of a program that prof-patch counts.
 *
 * WHY   with notes of the same format, all that merges, shows, exports and judges
 *       runs of compiled-in counters serves these too.
 * MODEL A function of the notes is one of the machine code.  It has flag
 *       EP_FUNCTION_MACHINE, one body of its own in which counter N feeds mark N,
 *       and a CODE record: where its blocks are, and their bytes.  The program
 *       is their unit, its path the unit's source.
 */
#ifndef EP_DESCRIBE_H
#define EP_DESCRIBE_H

#include "code/code.h"
#include "format/notes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Append the notes of CODE's copied functions to OUT; counter 0 lies at COUNTERS
 * in the new file.  TOOL is what made it, such as "prof-patch 0.1".
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_describe(const struct ep_code *code, const char *tool,
                              uint64_t counters, struct ep_buf *out);

/* FUNCTION as its notes have it, but for the unit, NAME being what it is called; its graph
 * is borrowed. */
struct ep_function ep_describe_function(const struct ep_code *code,
                                        const struct ep_code_function *function,
                                        char *name);

/* What FUNCTION is called: by its symbol, or by its address.  Appended. */
void ep_describe_name(const struct ep_code_function *function,
                      struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
