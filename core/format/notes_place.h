/* SPDX-License-Identifier: MIT
 *
 * notes_place.h - places of the source in the notes.  Private to what writes and
 * reads them.
 *
 * MODEL The places of a function are near each other, and most in one file: each is
 *       written as what it is less the one before.
 */
#ifndef EP_NOTES_PLACE_H
#define EP_NOTES_PLACE_H

#include "format/notes.h"

/* The one before the first of FUNCTION. */
struct ep_line ep_place_start(const struct ep_function *function);

/* LINE, which becomes LAST: the block less that before; twice the line less that
 * before, plus 1 if there follows a file. */
void ep_place_put(struct ep_buf *out, struct ep_line *last,
                  const struct ep_line *line);

/* The next, which becomes LAST.  Before version 3 one stands by itself. */
struct ep_line ep_place_get(struct ep_reader *from, struct ep_line *last,
                            uint32_t version);

/* What is near 0 takes few bytes, above and below. */
void ep_place_put_signed(struct ep_buf *out, int64_t value);
int64_t ep_place_get_signed(struct ep_reader *from);

#endif
