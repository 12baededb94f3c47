/* SPDX-License-Identifier: MIT
 *
 * run_stream.h - the marks that a thread passes, one lap of its ring after the other, and
 * the calls that are kept of them.
 */
#ifndef PROF_RUN_STREAM_H
#define PROF_RUN_STREAM_H

#include "format/counts.h"
#include "run_marks.h"

/* A thread's ring, or that of one after the other. */
struct stream {
    char *name; /* PID.N, of its file */
    uint32_t pid;
    uint32_t thread; /* 0: unknown */
    uint64_t first;  /* the lowest lap that was listed; UINT64_MAX: none */
    uint64_t next;   /* the lap that comes next */
    uint64_t listed; /* laps below are there, or will not come */
    int has_ended;   /* bool: nobody writes to it any more */
    int is_open;     /* bool: within a call */
    unsigned marks;  /* those by which the call is followed */
    struct ep_window *window;
    struct ep_call_trace trace;
    struct ep_expected expected;
};

struct process;

/* What is kept of all streams. */
struct calls {
    const char *path; /* of the rings */
    int recovers;  /* bool: files stay, and laps before the first may be gone */
    uint64_t gone; /* of these, laps */
    unsigned most; /* calls of each process; 0: all */
    struct marks *marks;
    struct process *processes;
    size_t n_processes;
    size_t processes_capacity;
    struct ep_counts done;         /* traces alone */
    size_t bytes;                  /* of these */
    struct edgeprof_raw_ring ring; /* the one that is read */
};

/* Take the laps that are there; if the stream has ended, all.  EP_OK; EP_ENOMEM; EP_EIO: one
 * cannot be read. */
EP_MUST_CHECK int stream_take(struct calls *calls, struct stream *stream,
                              struct ep_diag *diag);
/* Calls that PID makes are behind its call NUMBER. */
EP_MUST_CHECK int calls_number(struct calls *calls, uint32_t pid,
                               uint64_t number);
/* No more comes of the call that is open, if there is one. */
EP_MUST_CHECK int stream_cut(struct calls *calls, struct stream *stream);
void stream_release(struct stream *stream);

#endif
