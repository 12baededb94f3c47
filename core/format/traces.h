/* SPDX-License-Identifier: MIT
 *
 * traces.h - the whole paths of calls, packed: prof-run --trace.
 *
 * WHY   A call may pass millions of marks, and mostly the same ones in the same order.
 * MODEL A trace is a row of names (graph/witness.h), those of events among them.  A name is
 *       expected that came last behind the same three.  What is written is how many came as
 *       expected, then the one that did not, by its number: names are numbered as they first
 *       come, and a new one follows its number.
 */
#ifndef EP_TRACES_H
#define EP_TRACES_H

#include "base/map.h"
#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_call_trace {
    char *function; /* linkage name; owned */
    uint32_t pid;
    uint32_t thread; /* the kernel's id; 0: unknown */
    uint64_t call;   /* of the process's, from 1 */
    uint32_t ended;  /* bool: else its process or thread has, before it */
    uint64_t n;      /* names */
    struct ep_buf packed;
};

/* Zero-initialised is empty. */
struct ep_call_traces {
    struct ep_call_trace *items;
    size_t n;
    size_t capacity;
};

void ep_call_trace_release(struct ep_call_trace *trace);
void ep_call_traces_release(struct ep_call_traces *traces);

/* Move TRACE to the end of TO.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_call_traces_add(struct ep_call_traces *to,
                                     struct ep_call_trace *trace);
/* Move all that FROM has to the end of TO.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_call_traces_take(struct ep_call_traces *to,
                                      struct ep_call_traces *from);

/* What names were before.  Zero-initialised: none was. */
struct ep_expected {
    uint32_t *names; /* by number */
    size_t n;
    size_t capacity;
    struct ep_map numbers; /* name -> number; not used in unpacking */
    uint32_t *
        next; /* by the hash of three numbers: 1 + what came behind; NULL: nothing yet */
    uint32_t last[3];
    uint64_t right; /* that came as expected, since the last that did not */
};

void ep_expected_release(struct ep_expected *expected);

/* Add NAME to TRACE, and make it whole; EXPECTED is of it alone.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_call_trace_put(struct ep_call_trace *trace,
                                    struct ep_expected *expected,
                                    uint32_t name);
EP_MUST_CHECK int ep_call_trace_finish(struct ep_call_trace *trace,
                                       struct ep_expected *expected);

/* The N names of TRACE, in OUT, to be freed.  EP_OK; EP_ENOMEM; EP_EFORMAT: they are
 * damaged. */
EP_MUST_CHECK int ep_call_trace_unpack(const struct ep_call_trace *trace,
                                       uint32_t **out);

/* The record, of a run file, and what it says: EP_OK; EP_ENOMEM; EP_EFORMAT. */
void ep_call_trace_write(const struct ep_call_trace *trace, struct ep_buf *out);
EP_MUST_CHECK int ep_call_trace_read(struct ep_reader *body,
                                     struct ep_call_traces *traces);

#ifdef __cplusplus
}
#endif

#endif
