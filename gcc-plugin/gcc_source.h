/* SPDX-License-Identifier: MIT
 *
 * gcc_source.h - what is written in the source.
 *
 * WHY   GCC's trees have what was folded, and one place for it; how it is written and
 *       where its parts begin, the text tells.
 * MODEL A file is read when it is first asked for, as far as the parser is, and then on.  The
 *       preprocessor tells each line that it keeps: of the branches of an #if in which it
 *       has kept none there are no words.  Of a file of which it tells none, as one that is
 *       in a precompiled header, all are there.
 * RULES There is no text but for C and C++, and none for what was preprocessed before.
 */
#ifndef EDGEPROF_GCC_SOURCE_H
#define EDGEPROF_GCC_SOURCE_H

#include "gcc_plugin.h"

#include "base/words.h"

/* When the options are settled, and nothing is read yet. */
void edgeprof_source_start_unit();

/* AT, as a point of a file's words. */
inline struct ep_point edgeprof_point_of(expanded_location at)
{
    return {(uint32_t)at.line, (uint32_t)at.column};
}

/* The words of FILE, which stay; NULL: there is no such text. */
const struct ep_words *edgeprof_source_words(const char *file);

/* Likewise, of the file that PLACE is in, if it is any. */
const struct ep_words *edgeprof_source_words_at(location_t place);

/* The one of WORDS that is at PLACE, or EP_NONE. */
uint32_t edgeprof_source_word(const struct ep_words *words, location_t place);

#endif
