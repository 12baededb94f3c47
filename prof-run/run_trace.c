/* SPDX-License-Identifier: MIT */
#include "run_trace.h"

#include "format/counts.h"
#include "run_marks.h"
#include "run_sum.h"
#include "tool/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define SAVE_MS   1000
#define SAVE_MOST (16u << 20) /* bytes that are written again and again */

/* A thread's ring, or that of one after the other. */
struct stream {
    char *name; /* PID.N, of its file */
    uint32_t pid;
    uint32_t thread; /* 0: unknown */
    uint64_t next;   /* the lap that comes next */
    uint64_t listed; /* laps below are there, or will not come */
    int has_ended;   /* bool: nobody writes to it any more */
    int is_open;     /* bool: within a call */
    unsigned marks;  /* those by which the call is followed */
    struct ep_window *window;
    struct ep_call_trace trace;
    struct ep_expected expected;
};

struct process {
    uint32_t pid;
    uint64_t calls;
};

struct traces {
    const char *function;
    unsigned most;
    const struct folder *folder;
    char path[PATH_MAX]; /* of the rings */
    char file[PATH_MAX]; /* what is kept */
    int lock;            /* descriptor: somebody takes laps */
    struct marks *marks;
    struct stream *streams;
    size_t n_streams;
    size_t capacity;
    struct process *processes;
    size_t n_processes;
    size_t processes_capacity;
    struct ep_counts done; /* traces alone */
    size_t saved;          /* of these */
    size_t bytes;
    long long next_ms;
    struct edgeprof_raw_ring ring; /* the one that is read */
};

/* ---- files --------------------------------------------------------------- */

/* The first SIZE bytes of the file NAME, with .LAP behind it unless that is NULL, into OUT.
 * Whether it has them. */
static int read_file(const struct traces *traces, const char *name,
                     const uint64_t *lap, void *out, size_t size)
{
    char path[PATH_MAX + 32];
    ssize_t n;
    int fd;

    (void)snprintf(path, sizeof path, "%s/%s", traces->path, name);
    if (lap)
        (void)snprintf(path + strlen(path), 24, ".%llu",
                       (unsigned long long)*lap);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    n = read(fd, out, size);
    (void)close(fd);
    return n == (ssize_t)size;
}

static void remove_file(const struct traces *traces, const char *name,
                        const uint64_t *lap)
{
    char path[PATH_MAX + 32];

    (void)snprintf(path, sizeof path, "%s/%s", traces->path, name);
    if (lap)
        (void)snprintf(path + strlen(path), 24, ".%llu",
                       (unsigned long long)*lap);
    (void)unlink(path);
}

/* ---- a call -------------------------------------------------------------- */

static int finish(struct traces *traces, struct stream *stream, int ended)
{
    int status = ep_call_trace_finish(&stream->trace, &stream->expected);

    ep_expected_release(&stream->expected);
    stream->is_open = 0;
    stream->trace.ended = (uint32_t)ended;
    traces->bytes += stream->trace.packed.size;
    return status ? status
                  : ep_call_traces_add(&traces->done.traces, &stream->trace);
}

/* Whether one more call of PID's is wanted; its number into OUT. */
static int wants_call(struct traces *traces, uint32_t pid, uint64_t *out)
{
    size_t i = traces->n_processes;

    while (i > 0 && traces->processes[i - 1].pid != pid)
        i--;
    if (i == 0) {
        if (EP_GROW(traces->processes, traces->n_processes,
                    traces->processes_capacity))
            return 0;
        i = ++traces->n_processes;
        traces->processes[i - 1] = (struct process){.pid = pid};
    }
    *out = ++traces->processes[i - 1].calls;
    return !traces->most || *out <= traces->most;
}

/* Follow the call by the marks that are known now. */
static int follow(struct traces *traces, struct stream *stream)
{
    ep_window_release(stream->window);
    stream->window = marks_window(traces->marks);
    stream->marks = marks_version(traces->marks);
    if (!stream->window)
        return EP_ENOMEM;
    ep_window_begin(stream->window);
    return EP_OK;
}

/* Modules have come since the call began. */
static int follow_again(struct traces *traces, struct stream *stream)
{
    struct ep_call_trace so_far = stream->trace;
    int ended, status = follow(traces, stream);
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
        struct ep_witness witness = marks_find(traces->marks, names[i]);

        status = ep_window_take(stream->window, &witness, &ended);
    }
    ep_buf_release(&so_far.packed);
    ep_mem_free(names);
    return status;
}

static int begin(struct traces *traces, struct stream *stream,
                 const struct ep_witness *witness, uint32_t name)
{
    const char *function = marks_name(traces->marks, witness);
    uint64_t call;
    int ended, status = EP_OK;

    if (!wants_call(traces, stream->pid, &call))
        return EP_OK;
    stream->trace = (struct ep_call_trace){
        .function = ep_mem_dup(function, strlen(function)),
        .pid = stream->pid,
        .thread = stream->thread,
        .call = call};
    if (!stream->trace.function)
        return EP_ENOMEM;
    stream->is_open = 1;
    if (!stream->window || stream->marks != marks_version(traces->marks))
        status = follow(traces, stream);
    else
        ep_window_begin(stream->window);
    if (!status)
        status = ep_window_take(stream->window, witness, &ended);
    return status ? status
                  : ep_call_trace_put(&stream->trace, &stream->expected, name);
}

/* NAME comes next in STREAM. */
static int take_name(struct traces *traces, struct stream *stream,
                     uint32_t name)
{
    struct ep_witness witness;
    int ended, status = EP_OK;

    if (name & EDGEPROF_RING_OWNER)
        stream->thread = name & ~EDGEPROF_RING_OWNER;
    else if (!stream->is_open && !marks_may_want(traces->marks, name))
        return EP_OK;
    witness = marks_find(traces->marks, name);
    if (stream->is_open) {
        status = ep_window_take(stream->window, &witness, &ended);
        if (!status && !ended)
            return ep_call_trace_put(&stream->trace, &stream->expected, name);
        if (!status)
            status = finish(traces, stream, !(name & EDGEPROF_RING_OWNER));
    }
    return status || !marks_want(traces->marks, &witness)
               ? status
               : begin(traces, stream, &witness, name);
}

/* N slots, from the first on: those that are 0 are missing, but for the last one of a RING that
 * is cut off. */
static int take_slots(struct traces *traces, struct stream *stream, size_t n,
                      int is_cut)
{
    const uint32_t *slots = traces->ring.slots;
    int status = EP_OK;

    if (stream->is_open && stream->marks != marks_version(traces->marks))
        status = follow_again(traces, stream);
    for (size_t i = 0; i < n && !status; i++)
        if (slots[i] && slots[i] != EDGEPROF_RING_START)
            status = take_name(traces, stream, slots[i]);
        else if (!slots[i] && !(is_cut && i + 1 == n))
            status = take_name(traces, stream, EDGEPROF_RING_LOST);
    return status;
}

/* ---- rings --------------------------------------------------------------- */

/* The laps that are listed, as far as they are whole. */
static int take_laps(struct traces *traces, struct stream *stream)
{
    int status = EP_OK;

    for (; stream->next < stream->listed && !status; stream->next++) {
        uint64_t lap = stream->next;

        if (read_file(traces, stream->name, &lap, traces->ring.slots,
                      sizeof traces->ring.slots))
            status = take_slots(traces, stream, EDGEPROF_RING_SLOTS, 0);
        else if (lap + 1 == stream->listed)
            break; /* it is being written */
        else
            status = take_name(traces, stream, EDGEPROF_RING_LOST);
        remove_file(traces, stream->name, &lap);
    }
    return status;
}

/* What is in the ring itself, when nobody writes to it any more. */
static int take_rest(struct traces *traces, struct stream *stream)
{
    struct edgeprof_raw_ring *ring = &traces->ring;
    uint32_t last;
    int has_lap, status = EP_OK;

    if (!read_file(traces, stream->name, NULL, ring, sizeof *ring))
        return EP_OK;
    last = ring->cursor % EDGEPROF_RING_SLOTS;
    has_lap = (uint16_t)((ring->cursor >> 16) - ring->laps) != 0;
    if ((uint32_t)stream->next !=
        ring->laps + (has_lap && stream->next > ring->laps))
        status = take_name(traces, stream, EDGEPROF_RING_LOST);
    if (status || (has_lap && stream->next > ring->laps))
        return status;
    return has_lap ? take_slots(traces, stream, EDGEPROF_RING_SLOTS, 0)
                   : take_slots(traces, stream, (size_t)last + 1, 1);
}

static int drop_lap(void *context, const char *path, const char *name)
{
    const struct stream *stream = context;
    size_t n = strlen(stream->name);
    char file[PATH_MAX];

    if (strncmp(name, stream->name, n) == 0 &&
        (name[n] == '.' || name[n] == '\0') &&
        !folder_join(path, name, file, NULL))
        (void)unlink(file);
    return EP_OK;
}

static void drop(struct traces *traces, struct stream *stream)
{
    struct ep_diag diag = {{0}};

    if (stream->has_ended && folder_each(traces->path, drop_lap, stream, &diag))
        say_warning("--trace: %s", diag.text);
    ep_mem_free(stream->name);
    ep_window_release(stream->window);
    ep_call_trace_release(&stream->trace);
    ep_expected_release(&stream->expected);
}

/* ---- what there is ------------------------------------------------------- */

static struct stream *find_stream(struct traces *traces, const char *name,
                                  size_t size)
{
    for (size_t i = 0; i < traces->n_streams; i++)
        if (strlen(traces->streams[i].name) == size &&
            memcmp(traces->streams[i].name, name, size) == 0)
            return &traces->streams[i];
    return NULL;
}

static struct stream *add_stream(struct traces *traces, const char *name,
                                 size_t size)
{
    struct stream stream = {.name = ep_mem_dup(name, size)};

    if (!stream.name ||
        EP_GROW(traces->streams, traces->n_streams, traces->capacity)) {
        ep_mem_free(stream.name);
        return NULL;
    }
    stream.pid = (uint32_t)strtoul(name, NULL, 10);
    traces->streams[traces->n_streams] = stream;
    return &traces->streams[traces->n_streams++];
}

/* PID.N or PID.N.LAP */
static int list_one(void *context, const char *path, const char *name)
{
    struct traces *traces = context;
    size_t first = strspn(name, "0123456789");
    size_t size =
        first + 1 + strspn(name + first + !!name[first], "0123456789");
    struct stream *stream;
    uint64_t lap;

    (void)path;
    if (first == 0 || name[first] != '.' || size == first + 1 ||
        (name[size] && name[size] != '.'))
        return EP_OK;
    stream = find_stream(traces, name, size);
    if (!stream)
        stream = add_stream(traces, name, size);
    if (!stream)
        return EP_ENOMEM;
    if (!name[size])
        return EP_OK;
    lap = strtoull(name + size + 1, NULL, 10);
    if (lap >= stream->listed)
        stream->listed = lap + 1;
    return EP_OK;
}

/* Who has ended has written all, and what is listed has its module there: in this order. */
static int list(struct traces *traces, struct ep_diag *diag)
{
    int status;

    for (size_t i = 0; i < traces->n_streams; i++) {
        struct stream *stream = &traces->streams[i];

        stream->has_ended =
            !folder_is_used(traces->folder, traces->path, stream->name);
    }
    status = folder_each(traces->path, list_one, traces, diag);
    return status ? status : marks_read(traces->marks, traces->path, diag);
}

static int take_stream(struct traces *traces, struct stream *stream)
{
    int status = take_laps(traces, stream);

    if (status || !stream->has_ended)
        return status;
    status = take_rest(traces, stream);
    if (!status && stream->is_open)
        status = finish(traces, stream, 0);
    return status;
}

static int take_all(struct traces *traces, struct ep_diag *diag)
{
    size_t kept = 0;
    int status = list(traces, diag);

    for (size_t i = 0; i < traces->n_streams; i++) {
        struct stream *stream = &traces->streams[i];

        if (!status)
            status = take_stream(traces, stream);
        if (!status && stream->has_ended)
            drop(traces, stream);
        else
            traces->streams[kept++] = *stream;
    }
    traces->n_streams = kept;
    return status;
}

/* ---- the whole ----------------------------------------------------------- */

static void release(struct traces *traces)
{
    for (size_t i = 0; i < traces->n_streams; i++)
        drop(traces, &traces->streams[i]);
    ep_mem_free(traces->streams);
    ep_mem_free(traces->processes);
    ep_counts_release(&traces->done);
    marks_release(traces->marks);
    if (traces->lock >= 0)
        (void)close(traces->lock);
    ep_mem_free(traces);
}

static int save(struct traces *traces, struct ep_diag *diag)
{
    if (traces->saved == traces->done.traces.n)
        return EP_OK;
    traces->saved = traces->done.traces.n;
    return ep_counts_write(&traces->done, traces->file, diag);
}

static int prepare(struct traces *traces, struct ep_diag *diag)
{
    int status =
        folder_join(traces->folder->path, FOLDER_TRACE, traces->path, diag);

    if (!status)
        status = folder_join(traces->folder->path, FOLDER_TRACE_SUM,
                             traces->file, diag);
    if (status)
        return status;
    if (mkdir(traces->path, 0700))
        return ep_fail(diag, EP_EIO, "%s: %s", traces->path, strerror(errno));
    traces->lock = open(traces->path, O_RDONLY | O_CLOEXEC);
    if (traces->lock < 0 || flock(traces->lock, LOCK_EX | LOCK_NB))
        return ep_fail(diag, EP_EIO, "%s: %s", traces->path, strerror(errno));
    traces->marks = marks_new(traces->function);
    return traces->marks ? EP_OK : EP_ENOMEM;
}

struct traces *traces_start(const char *function, unsigned most,
                            const struct folder *folder)
{
    struct traces *traces = ep_mem_zeroed(1, sizeof *traces);
    struct ep_diag diag = {{0}};
    int status = EP_ENOMEM;

    if (traces) {
        traces->function = function;
        traces->most = most;
        traces->folder = folder;
        traces->lock = -1;
        status = prepare(traces, &diag);
    }
    if (!status)
        return traces;
    say_error("--trace: %s", ep_words(&diag, status));
    if (traces)
        release(traces);
    return NULL;
}

const char *traces_wish(const struct traces *traces)
{
    return traces->path;
}

static void take(struct traces *traces, int all)
{
    struct ep_diag diag = {{0}};
    int status = take_all(traces, &diag);
    int is_time = now_ms() >= traces->next_ms && traces->bytes < SAVE_MOST;

    if (!status && all) /* and what was new */
        status = take_all(traces, &diag);
    for (size_t i = 0; all && i < traces->n_streams; i++)
        if (traces->streams[i].is_open && !status)
            status = finish(traces, &traces->streams[i], 0);
    if (!status && (all || is_time)) {
        status = save(traces, &diag);
        traces->next_ms = now_ms() + SAVE_MS;
    }
    if (status)
        say_warning("--trace: %s; paths are missing", ep_words(&diag, status));
}

void traces_step(struct traces *traces)
{
    if (traces)
        take(traces, 0);
}

void traces_stop(struct traces *traces)
{
    if (!traces)
        return;
    take(traces, 1);
    if (!traces->done.traces.n)
        say_warning(marks_has_wanted(traces->marks)
                        ? "--trace: %s was not called"
                        : "--trace: no program that ran was built with "
                          "trace=ring and has a function %s",
                    traces->function);
    release(traces);
}
