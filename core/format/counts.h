/* SPDX-License-Identifier: MIT
 *
 * counts.h - a profile: what one run, or many, counted; written to its file
 * (file.h reads it).
 *
 * WHY   a raw file left by a killed process, a run file and a merged one say
 *       the same thing; here they become one struct.  abi.h and docs/format.md
 *       give the bytes.
 * MODEL A profile is a number of runs, the labels that they had, and per module
 *       (an executable or shared object, known by its build-id) one count per
 *       counter: of all runs, and of those of each label (labels.h).  A raw
 *       file is one run, cut off.
 * RULES Nothing is trusted in reading: every size is checked against what
 *       arrived before memory is asked for, every checksum before its bytes are
 *       used.  Sums saturate.  One file is read in memory proportional to its
 *       counters.  What is written depends on the profile alone.
 */
#ifndef EP_COUNTS_H
#define EP_COUNTS_H

#include <edgeprof/abi.h>

#include "base/mem.h"
#include "format/ended.h"
#include "format/labels.h"
#include "format/rings.h"
#include "format/samples.h"
#include "format/stacks.h"
#include "format/traces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No section can be larger than the 2 GiB that %rip-relative code reaches. */
#define EP_COUNTERS_MAX (UINT64_C(1) << 28)

struct ep_module {
    uint32_t id_kind; /* enum edgeprof_id_kind */
    uint32_t id_size; /* bytes */
    uint8_t id[EDGEPROF_ID_MAX];
    char *path;
    uint64_t *counts; /* n_counters executions */
    size_t n_counters;
    uint8_t *notes; /* the embedded section, or NULL */
    size_t notes_size;
    uint64_t notes_address;     /* of counter 0, as the notes' bodies say it */
    struct ep_ended_list ended; /* frames that are known to have ended early */
};

/* Zero-initialised is a profile of no run. */
struct ep_counts {
    uint64_t runs;
    uint64_t cut;   /* runs that did not end cleanly */
    uint64_t flags; /* enum edgeprof_run_flag, ORed */
    uint32_t pid;   /* of a raw file's process; 0: of no one */
    uint8_t ticket
        [EDGEPROF_TICKET];   /* of the only run, as its process wrote it; zeros:
                                        unknown */
    struct ep_stacks stacks; /* of a raw file's process */
    struct ep_rings rings;   /* of its threads */
    struct ep_call_traces traces; /* of all runs */
    struct ep_label *labels;
    size_t n_labels;
    size_t labels_capacity;
    struct ep_module *modules;
    size_t n_modules;
    size_t modules_capacity;
    struct ep_samplings samplings; /* of time; none: nobody took any */
};

/* Write COUNTS as a run file to PATH: under another name beside it, renamed
 * when whole; "-" is standard output, and what is no regular file (a pipe, a
 * device) is written in place.  Modules go by path and id, labels by text.
 * EP_OK; EP_ENOMEM; EP_EIO, PATH then is as it was. */
EP_MUST_CHECK int ep_counts_write(const struct ep_counts *counts,
                                  const char *path, struct ep_diag *diag);

void ep_counts_release(struct ep_counts *counts);

/* An empty module at the end of COUNTS, with ID and a copy of PATH and
 * N_COUNTERS zeros; NULL: no memory. */
struct ep_module *ep_counts_add_module(struct ep_counts *counts,
                                       const struct ep_module *id,
                                       const char *path, size_t n_counters);
/* RUNS more runs, of which no more is known, have the label of SIZE bytes at
 * TEXT.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_counts_add_label(struct ep_counts *counts, uint64_t runs,
                                      const void *text, size_t size);

/* The label that all runs of COUNTS have, whose counts are those of all and
 * need not be written again; NULL: there is none. */
struct ep_label *ep_counts_sole_label(const struct ep_counts *counts);
/* Where there is one, give it them.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_counts_fill_sole_label(struct ep_counts *counts);

/* Whether both have the same id. */
int ep_module_same(const struct ep_module *a, const struct ep_module *b);

/* Room for an id in hexadecimal with the kind before it. */
#define EP_ID_TEXT (EDGEPROF_ID_MAX * 2 + 16)
/* "build-id 12ab..." or "notes 12ab..." into OUT; returns OUT. */
const char *ep_module_id_text(const struct ep_module *module,
                              char out[EP_ID_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
