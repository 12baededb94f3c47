/* SPDX-License-Identifier: MIT
 *
 * labels.h - what the runs of each label counted.
 *
 * WHY   a label names a test: which tests ran this line?  Runs are added up by
 *       their label as all of them are, so that the answer stays exact however
 *       profiles were merged.  Whether a counter is 0 would not do: most edges
 *       have no counter, and follow from differences of others.
 * MODEL A label's runs are a profile in small: runs, cut, flags, and counts of
 *       modules, as pairs.  A label whose runs were merged by a program that
 *       knew no such thing is not `kept`; what is added to it is not either.
 *       Where every run has the one label there is, its counts are those of
 *       all.
 * RULES Memory is a byte or two for each counter that the label's runs reached.
 */
#ifndef EP_LABELS_H
#define EP_LABELS_H

#include "format/counts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The label that all runs of COUNTS have, whose counts need not be written
 * again; NULL: there is none. */
struct ep_label *ep_labels_sole(const struct ep_counts *counts);
/* Where there is one, what all runs counted becomes its counts.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_labels_adopt(struct ep_counts *counts);

/* Add to LABEL what the runs of another counted, PAIRS of the N counters of
 * MODULE.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_label_add(struct ep_label *label, uint32_t module,
                               struct ep_reader pairs, size_t n);
/* Whether LABEL has as many, into OUT.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_label_has(const struct ep_label *label, uint32_t module,
                               struct ep_reader pairs, size_t n, int *out);
/* Take them, of which LABEL has as many, away.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_label_subtract(struct ep_label *label, uint32_t module,
                                    struct ep_reader pairs, size_t n);
/* FACTOR times what LABEL of the profile OF has.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_label_scale(struct ep_label *label,
                                 const struct ep_counts *of, uint64_t factor);

/* What LABEL has of MODULE, or NULL. */
const struct ep_buf *ep_label_find(const struct ep_label *label,
                                   uint32_t module);

/* The profile of LABEL's runs alone, with the notes that COUNTS has of their
 * modules.  LABEL, of COUNTS, is kept.
 * OUT  initialised by this call; release with ep_counts_release
 * EP_OK or EP_ENOMEM, OUT is then empty. */
EP_MUST_CHECK int ep_labels_only(const struct ep_counts *counts,
                                 const struct ep_label *label,
                                 struct ep_counts *out);

/* Free LABEL's counts: it is no longer kept. */
void ep_label_forget(struct ep_label *label);

#ifdef __cplusplus
}
#endif

#endif
