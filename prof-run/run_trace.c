/* SPDX-License-Identifier: MIT */
#include "run_trace.h"

#include "run_stream.h"
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

struct traces {
    const char *function;
    const struct folder *folder;
    char path[PATH_MAX]; /* of the rings */
    char file[PATH_MAX]; /* what is kept */
    int lock;            /* descriptor: somebody takes laps */
    struct stream *streams;
    size_t n_streams;
    size_t capacity;
    struct calls calls;
    size_t saved; /* of these */
    long long next_ms;
};

/* ---- what there is ------------------------------------------------------- */

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
    stream_release(stream);
}

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
    return status ? status
                  : marks_read(traces->calls.marks, traces->path, diag);
}

static int take_all(struct traces *traces, struct ep_diag *diag)
{
    size_t kept = 0;
    int status = list(traces, diag);

    for (size_t i = 0; i < traces->n_streams; i++) {
        struct stream *stream = &traces->streams[i];

        if (!status)
            status = stream_take(&traces->calls, stream);
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
    ep_mem_free(traces->calls.processes);
    ep_counts_release(&traces->calls.done);
    marks_release(traces->calls.marks);
    if (traces->lock >= 0)
        (void)close(traces->lock);
    ep_mem_free(traces);
}

static int save(struct traces *traces, struct ep_diag *diag)
{
    if (traces->saved == traces->calls.done.traces.n)
        return EP_OK;
    traces->saved = traces->calls.done.traces.n;
    return ep_counts_write(&traces->calls.done, traces->file, diag);
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
    traces->calls.marks = marks_new(traces->function);
    return traces->calls.marks ? EP_OK : EP_ENOMEM;
}

struct traces *traces_start(const char *function, unsigned most,
                            const struct folder *folder)
{
    struct traces *traces = ep_mem_zeroed(1, sizeof *traces);
    struct ep_diag diag = {{0}};
    int status = EP_ENOMEM;

    if (traces) {
        traces->function = function;
        traces->calls.most = most;
        traces->calls.path = traces->path;
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
    int is_time =
        now_ms() >= traces->next_ms && traces->calls.bytes < SAVE_MOST;

    if (!status && all) /* and what was new */
        status = take_all(traces, &diag);
    for (size_t i = 0; all && i < traces->n_streams; i++)
        if (!status)
            status = stream_cut(&traces->calls, &traces->streams[i]);
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
    if (!traces->calls.done.traces.n)
        say_warning(marks_has_wanted(traces->calls.marks)
                        ? "--trace: %s was not called"
                        : "--trace: no program that ran was built with "
                          "trace=ring and has a function %s",
                    traces->function);
    release(traces);
}
