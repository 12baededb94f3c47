/* SPDX-License-Identifier: MIT
 *
 * labels.h - what the runs of one label counted.
 *
 * WHY   A label names a test: which tests ran this line?  Runs are added up by
 *       their label as all of them are, so that the answer stays exact however
 *       profiles were merged.  Whether a counter is 0 would not do: most edges
 *       have no counter, and follow from differences of others.
 * MODEL A label's runs are a profile in small: runs, cut, flags, and counts of
 *       modules, as pairs; and what it took to run them, where that is known.  A label whose runs were merged by a program that
 *       knew no such thing is not `kept`; what is added to it is not either.
 * RULES Memory is a byte or two for each counter that the label's runs reached.
 */
#ifndef EP_LABELS_H
#define EP_LABELS_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the runs of a label counted in one module. */
struct ep_label_counts {
    uint32_t module;     /* index into the profile's modules */
    size_t n;            /* counters of the module */
    struct ep_buf pairs; /* pairs.h */
};

struct ep_label {
    uint64_t runs; /* that had it */
    char *text;
    int kept; /* bool: what follows is known of its runs */
    uint64_t cut;
    uint64_t flags;
    uint64_t timed;                 /* runs whose time is known */
    uint64_t time;                  /* nanoseconds that these took */
    struct ep_label_counts *counts; /* of the modules that they had */
    size_t n_counts;
    size_t counts_capacity;
};

/* What LABEL has of MODULE, or NULL. */
const struct ep_buf *ep_label_find(const struct ep_label *label,
                                   uint32_t module);

/* Give LABEL the N counts of MODULE, of which it has none.  EP_OK or EP_ENOMEM.
 */
EP_MUST_CHECK int ep_label_set(struct ep_label *label, uint32_t module,
                               const uint64_t *counts, size_t n);

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
/* FACTOR times, at least once, what LABEL has.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_label_scale(struct ep_label *label, uint64_t factor);

/* Free LABEL's counts: it is no longer kept. */
void ep_label_forget(struct ep_label *label);

#ifdef __cplusplus
}
#endif

#endif
