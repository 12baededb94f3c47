/* SPDX-License-Identifier: MIT */
#include "run_stream.h"

#include "run_folder.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct process {
    uint32_t pid;
    uint64_t calls;
};

/* ---- files --------------------------------------------------------------- */

/* Of the file NAME, with .LAP behind it unless that is NULL. */
static void name_file(const struct calls *calls, const char *name,
                      const uint64_t *lap, char out[PATH_MAX + 32])
{
    (void)snprintf(out, PATH_MAX, "%s/%s", calls->path, name);
    if (lap)
        (void)snprintf(out + strlen(out), 24, ".%llu",
                       (unsigned long long)*lap);
}

/* Its first SIZE bytes into OUT; *IS_WHOLE says whether it is there, and has them.  EP_OK;
 * EP_EIO. */
static int read_file(const struct calls *calls, const char *name,
                     const uint64_t *lap, void *out, size_t size, int *is_whole,
                     struct ep_diag *diag)
{
    char path[PATH_MAX + 32];
    int is_there, status;

    *is_whole = 0;
    name_file(calls, name, lap, path);
    status = folder_has(path, &is_there, diag);
    return status || !is_there
               ? status
               : folder_read_file(path, out, size, is_whole, diag);
}

static void remove_file(const struct calls *calls, const char *name,
                        const uint64_t *lap)
{
    char path[PATH_MAX + 32];

    name_file(calls, name, lap, path);
    if (!calls->recovers)
        (void)unlink(path);
}

/* ---- a call -------------------------------------------------------------- */

static int finish(struct calls *calls, struct stream *stream, int ended)
{
    int status = ep_call_trace_finish(&stream->trace, &stream->expected);

    ep_expected_release(&stream->expected);
    stream->is_open = 0;
    stream->trace.ended = (uint32_t)ended;
    calls->bytes += stream->trace.packed.size;
    return status ? status
                  : ep_call_traces_add(&calls->done.traces, &stream->trace);
}

/* PID's, which may be new; NULL: no memory. */
static struct process *find_process(struct calls *calls, uint32_t pid)
{
    for (size_t i = calls->n_processes; i > 0; i--)
        if (calls->processes[i - 1].pid == pid)
            return &calls->processes[i - 1];
    if (EP_GROW(calls->processes, calls->n_processes,
                calls->processes_capacity))
        return NULL;
    calls->processes[calls->n_processes] = (struct process){.pid = pid};
    return &calls->processes[calls->n_processes++];
}

int calls_number(struct calls *calls, uint32_t pid, uint64_t number)
{
    struct process *process = find_process(calls, pid);

    if (!process)
        return EP_ENOMEM;
    if (process->calls < number)
        process->calls = number;
    return EP_OK;
}

/* Whether one more call of PID's is wanted; its number into OUT. */
static int wants_call(struct calls *calls, uint32_t pid, uint64_t *out)
{
    struct process *process = find_process(calls, pid);

    if (!process)
        return 0;
    *out = ++process->calls;
    return !calls->most || *out <= calls->most;
}

/* Follow the call by the marks that are known now. */
static int follow(struct calls *calls, struct stream *stream)
{
    ep_window_release(stream->window);
    stream->window = marks_window(calls->marks);
    stream->marks = marks_version(calls->marks);
    if (!stream->window)
        return EP_ENOMEM;
    ep_window_begin(stream->window);
    return EP_OK;
}

/* Modules have come since the call began. */
static int follow_again(struct calls *calls, struct stream *stream)
{
    struct ep_call_trace so_far = stream->trace;
    int ended, status = follow(calls, stream);
    uint32_t *names = NULL;

    so_far.packed = (struct ep_buf){0};
    ep_buf_add(&so_far.packed, stream->trace.packed.data,
               stream->trace.packed.size);
    ep_buf_leb(&so_far.packed, stream->expected.right);
    if (!status && so_far.packed.failed)
        status = EP_ENOMEM;
    if (!status)
        status = ep_call_trace_unpack(&so_far, &names);
    for (uint64_t i = 0; i < so_far.n && !status; i++) {
        struct ep_witness witness = marks_find(calls->marks, names[i]);

        status = ep_window_take(stream->window, &witness, &ended);
    }
    ep_buf_release(&so_far.packed);
    ep_mem_free(names);
    return status;
}

static int begin(struct calls *calls, struct stream *stream,
                 const struct ep_witness *witness, uint32_t name)
{
    const char *function = marks_name(calls->marks, witness);
    uint64_t call;
    int ended, status = EP_OK;

    if (!wants_call(calls, stream->pid, &call))
        return EP_OK;
    stream->trace = (struct ep_call_trace){
        .function = ep_mem_dup(function, strlen(function)),
        .pid = stream->pid,
        .thread = stream->thread,
        .call = call};
    if (!stream->trace.function)
        return EP_ENOMEM;
    stream->is_open = 1;
    if (!stream->window || stream->marks != marks_version(calls->marks))
        status = follow(calls, stream);
    else
        ep_window_begin(stream->window);
    if (!status)
        status = ep_window_take(stream->window, witness, &ended);
    return status ? status
                  : ep_call_trace_put(&stream->trace, &stream->expected, name);
}

/* NAME comes next in STREAM. */
static int take_name(struct calls *calls, struct stream *stream, uint32_t name)
{
    struct ep_witness witness;
    int ended, status = EP_OK;

    if (name & EDGEPROF_RING_OWNER)
        stream->thread = name & ~EDGEPROF_RING_OWNER;
    else if (!stream->is_open && !marks_may_want(calls->marks, name))
        return EP_OK;
    witness = marks_find(calls->marks, name);
    if (stream->is_open) {
        status = ep_window_take(stream->window, &witness, &ended);
        if (!status && !ended)
            return ep_call_trace_put(&stream->trace, &stream->expected, name);
        if (!status)
            status = finish(calls, stream, !(name & EDGEPROF_RING_OWNER));
    }
    return status || !marks_want(calls->marks, &witness)
               ? status
               : begin(calls, stream, &witness, name);
}

/* N slots, from the first on: those that are 0 are missing, but for the last one of a RING that
 * is cut off. */
static int take_slots(struct calls *calls, struct stream *stream, size_t n,
                      int is_cut)
{
    const uint32_t *slots = calls->ring.slots;
    int status = EP_OK;

    if (stream->is_open && stream->marks != marks_version(calls->marks))
        status = follow_again(calls, stream);
    for (size_t i = 0; i < n && !status; i++)
        if (slots[i] && slots[i] != EDGEPROF_RING_START)
            status = take_name(calls, stream, slots[i]);
        else if (!slots[i] && !(is_cut && i + 1 == n))
            status = take_name(calls, stream, EDGEPROF_RING_LOST);
    return status;
}

/* ---- rings --------------------------------------------------------------- */

/* The laps that are listed, as far as they are whole: what cannot be read is missing, but
 * nobody waits for it. */
static int take_laps(struct calls *calls, struct stream *stream,
                     struct ep_diag *diag)
{
    int is_whole, status = EP_OK;

    for (; stream->next < stream->listed && !status; stream->next++) {
        uint64_t lap = stream->next;

        status = read_file(calls, stream->name, &lap, calls->ring.slots,
                           sizeof calls->ring.slots, &is_whole,
                           calls->recovers ? diag : NULL);
        if (status && calls->recovers)
            return status;
        if (!status && !is_whole && lap + 1 == stream->listed)
            break; /* it is being written */
        status = is_whole ? take_slots(calls, stream, EDGEPROF_RING_SLOTS, 0)
                          : take_name(calls, stream, EDGEPROF_RING_LOST);
        remove_file(calls, stream->name, &lap);
    }
    return status;
}

/* What is in the ring itself, when nobody writes to it any more. */
static int take_rest(struct calls *calls, struct stream *stream,
                     struct ep_diag *diag)
{
    struct edgeprof_raw_ring *ring = &calls->ring;
    uint32_t last;
    int has_lap, is_whole,
        status = read_file(calls, stream->name, NULL, ring, sizeof *ring,
                           &is_whole, diag);

    if (!is_whole)
        return status;
    last = ring->cursor % EDGEPROF_RING_SLOTS;
    has_lap = (uint16_t)((ring->cursor >> 16) - ring->laps) != 0;
    if ((uint32_t)stream->next !=
        ring->laps + (has_lap && stream->next > ring->laps))
        status = take_name(calls, stream, EDGEPROF_RING_LOST);
    if (status || (has_lap && stream->next > ring->laps))
        return status;
    return has_lap ? take_slots(calls, stream, EDGEPROF_RING_SLOTS, 0)
                   : take_slots(calls, stream, (size_t)last + 1, 1);
}

int stream_cut(struct calls *calls, struct stream *stream)
{
    return stream->is_open ? finish(calls, stream, 0) : EP_OK;
}

/* Where a prof-run that was killed had come to. */
static int find_first(struct calls *calls, struct stream *stream,
                      struct ep_diag *diag)
{
    struct edgeprof_raw_ring *ring = &calls->ring;
    int is_whole = 0, status = EP_OK;

    if (stream->first != UINT64_MAX)
        stream->next = stream->first;
    else
        status = read_file(calls, stream->name, NULL, ring, sizeof *ring,
                           &is_whole, diag);
    if (is_whole)
        stream->next = ring->laps;
    calls->gone += stream->next;
    return status;
}

int stream_take(struct calls *calls, struct stream *stream,
                struct ep_diag *diag)
{
    int status = EP_OK;

    if (calls->recovers && stream->next == 0)
        status = find_first(calls, stream, diag);
    if (!status)
        status = take_laps(calls, stream, diag);
    if (status || !stream->has_ended)
        return status;
    status = take_rest(calls, stream, diag);
    return status ? status : stream_cut(calls, stream);
}

void stream_release(struct stream *stream)
{
    ep_mem_free(stream->name);
    ep_window_release(stream->window);
    ep_call_trace_release(&stream->trace);
    ep_expected_release(&stream->expected);
}
