/* SPDX-License-Identifier: MIT
 *
 * bar.h - a number as a bar of text.
 */
#ifndef PROF_SHOW_BAR_H
#define PROF_SHOW_BAR_H

#include <stdint.h>

enum bar_scale { BAR_NONE, BAR_LINEAR, BAR_LOG };
enum { BAR_WIDTH = 20, BAR_TEXT = BAR_WIDTH + 1 };

/* The bar of NUMBER where MOST has one of BAR_WIDTH, in OUT of BAR_TEXT bytes: as long
 * as it or its logarithm is large; empty for 0 alone.  Returns OUT. */
const char *bar_text(uint64_t number, uint64_t most, enum bar_scale scale,
                     char *out);

#endif
