/* SPDX-License-Identifier: MIT
 *
 * line_table.h - which source lines machine code is of, as its DWARF says: the only
 * place that knows libdw.
 *
 * MODEL A row begins at an address and holds until the next one; of those that
 *       begin at one, the last holds, and the others are statements that need no
 *       code.  Line 0 is of no line.
 */
#ifndef EP_LINE_TABLE_H
#define EP_LINE_TABLE_H

#include "code/image.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_row {
    uint64_t address;
    uint32_t file; /* index into files */
    uint32_t line;
    uint32_t nth; /* of the table */
};

struct ep_lines {
    struct ep_row *rows; /* by address */
    size_t n_rows;
    size_t rows_capacity;
    char **files; /* paths */
    size_t n_files;
    size_t files_capacity;
};

/* The line table of IMAGE, which is not changed; empty if it has none, or one
 * that cannot be read.  OUT is initialised by this call; release with
 * ep_lines_release.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_lines_read(const struct ep_image *image,
                                struct ep_lines *out);
void ep_lines_release(struct ep_lines *lines);

/* The rows of the instruction at ADDRESS: those that begin at it, or else the one
 * that holds there.  Returns how many, 0: no line is known; *OUT is the first. */
size_t ep_lines_at(const struct ep_lines *lines, uint64_t address,
                   const struct ep_row **out);

#ifdef __cplusplus
}
#endif

#endif
