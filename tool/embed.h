/* SPDX-License-Identifier: MIT
 *
 * embed.h - put the notes of the binaries into a merged profile.
 *
 * WHY   a profile with notes is reported without the binaries: after a rebuild,
 *       on another machine, years later.
 */
#ifndef TOOL_EMBED_H
#define TOOL_EMBED_H

#include "format/counts.h"
#include "tool/binaries.h"

/* Give each module of COUNTS that has none the notes of its binary, one of
 * NAMED or the one at its path, where that still is the one that ran; else a
 * warning says why not, unless QUIET.  EP_OK or EP_ENOMEM. */
int embed_notes(struct ep_counts *counts, const struct binaries *named,
                int quiet);

#endif
