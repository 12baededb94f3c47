/* SPDX-License-Identifier: MIT */
#include "run_trace.h"

#include "format/file.h"
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

#define SAVE_MS     1000
#define FAILED_MOST 100         /* steps, one after the other */
#define SAVE_MOST   (16u << 20) /* bytes that are written again and again */
/* Among the rings.  A link, as long as laps are taken: how many calls, and of what. */
#define WANTED "wanted"
/* What is recovered, until the laps are gone: then it goes to where the other's was. */
#define WHOLE FOLDER_TRACE_SUM

struct traces {
    const char *function;
    const struct folder *folder;
    char path[PATH_MAX]; /* of the rings */
    char file[PATH_MAX]; /* what is kept */
    int lock;        /* descriptor: programs wait until laps are taken; or -1 */
    unsigned failed; /* steps, since the last one that did not */
    int has_failed;  /* bool */
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

    if (stream->has_ended && !traces->calls.recovers &&
        folder_each(traces->path, drop_lap, stream, &diag))
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
    struct stream stream = {.name = ep_mem_dup(name, size),
                            .first = UINT64_MAX};

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
    if (lap < stream->first)
        stream->first = lap;
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
            status = stream_take(&traces->calls, stream, diag);
        if (!status && stream->has_ended)
            drop(traces, stream);
        else
            traces->streams[kept++] = *stream;
    }
    traces->n_streams = kept;
    return status;
}

/* And what was new meanwhile; what is open then has no end. */
static int take_to_the_end(struct traces *traces, struct ep_diag *diag)
{
    int status = take_all(traces, diag);

    if (!status)
        status = take_all(traces, diag);
    for (size_t i = 0; i < traces->n_streams; i++)
        if (!status)
            status = stream_cut(&traces->calls, &traces->streams[i]);
    return status;
}

/* ---- the whole ----------------------------------------------------------- */

static void let_go(struct traces *traces)
{
    if (traces->lock >= 0)
        (void)close(traces->lock);
    traces->lock = -1;
}

static void release(struct traces *traces)
{
    if (!traces)
        return;
    for (size_t i = 0; i < traces->n_streams; i++)
        drop(traces, &traces->streams[i]);
    ep_mem_free(traces->streams);
    ep_mem_free(traces->calls.processes);
    ep_counts_release(&traces->calls.done);
    marks_release(traces->calls.marks);
    let_go(traces);
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
    traces->calls.path = traces->path;
    traces->calls.marks = marks_new(traces->function, traces->calls.recovers);
    return traces->calls.marks ? EP_OK : EP_ENOMEM;
}

static int make_place(struct traces *traces, struct ep_diag *diag)
{
    char link[PATH_MAX], wanted[PATH_MAX];

    if (mkdir(traces->path, 0700))
        return ep_fail(diag, EP_EIO, "%s: %s", traces->path, strerror(errno));
    traces->lock = open(traces->path, O_RDONLY | O_CLOEXEC);
    if (traces->lock < 0 || flock(traces->lock, LOCK_EX | LOCK_NB))
        return ep_fail(diag, EP_EIO, "%s: %s", traces->path, strerror(errno));
    if (snprintf(wanted, sizeof wanted, "%u %s", traces->calls.most,
                 traces->function) >= (int)sizeof wanted)
        return ep_fail(diag, EP_EIO, "%s: %s", traces->function,
                       strerror(ENAMETOOLONG));
    if (folder_join(traces->path, WANTED, link, diag))
        return EP_EIO;
    return symlink(wanted, link) == 0
               ? EP_OK
               : ep_fail(diag, EP_EIO, "%s: %s", link, strerror(errno));
}

/* OUT is to be released, whatever comes. */
static int make(const char *function, unsigned most, int recovers,
                const struct folder *folder, struct ep_diag *diag,
                struct traces **out)
{
    struct traces *traces = *out = ep_mem_zeroed(1, sizeof *traces);

    if (!traces)
        return EP_ENOMEM;
    traces->function = function;
    traces->calls.most = most;
    traces->calls.recovers = recovers;
    traces->folder = folder;
    traces->lock = -1;
    return prepare(traces, diag);
}

struct traces *traces_start(const char *function, unsigned most,
                            const struct folder *folder)
{
    struct traces *traces;
    struct ep_diag diag = {{0}};
    int status = make(function, most, 0, folder, &diag, &traces);

    if (!status)
        status = make_place(traces, &diag);
    if (!status)
        return traces;
    say_error("--trace: %s", ep_words(&diag, status));
    release(traces);
    return NULL;
}

const char *traces_wish(const struct traces *traces)
{
    return traces->path;
}

static int take(struct traces *traces, struct ep_diag *diag)
{
    int status = take_all(traces, diag);

    if (status || now_ms() < traces->next_ms ||
        traces->calls.bytes >= SAVE_MOST)
        return status;
    status = save(traces, diag);
    traces->next_ms = now_ms() + SAVE_MS;
    return status;
}

/* All is in the file: nothing is left for --recover. */
static int take_last(struct traces *traces, struct ep_diag *diag)
{
    char link[PATH_MAX];
    int status = take_to_the_end(traces, diag);

    if (!status)
        status = save(traces, diag);
    if (!status)
        status = folder_join(traces->path, WANTED, link, diag);
    if (!status)
        (void)unlink(link);
    return status;
}

static void say_missing(int status, struct ep_diag *diag)
{
    if (status)
        say_warning("--trace: %s; paths are missing", ep_words(diag, status));
}

void traces_step(struct traces *traces)
{
    struct ep_diag diag = {{0}};
    int status;

    if (!traces)
        return;
    status = take(traces, &diag);
    if (!traces->has_failed)
        say_missing(status, &diag);
    traces->has_failed |= status != EP_OK;
    traces->failed = status ? traces->failed + 1 : 0;
    if (traces->failed == FAILED_MOST && traces->lock >= 0) {
        say_warning(
            "--trace: nothing can be taken: no program waits for it any "
            "more");
        let_go(traces);
    }
}

void traces_stop(struct traces *traces)
{
    struct ep_diag diag = {{0}};

    if (!traces)
        return;
    say_missing(take_last(traces, &diag), &diag);
    if (!traces->calls.done.traces.n)
        say_warning(marks_has_wanted(traces->calls.marks)
                        ? "--trace: %s was not called"
                        : "--trace: no program that ran was built with "
                          "trace=ring and has a function %s",
                    traces->function);
    release(traces);
}

/* ---- what one that was killed has left ----------------------------------- */

/* What it had written: calls go on behind its own. */
static int read_written(struct traces *traces, struct ep_diag *diag)
{
    struct ep_call_traces *written = &traces->calls.done.traces;
    struct ep_counts counts;
    int is_there, status = folder_has(traces->file, &is_there, diag);

    if (status || !is_there)
        return status;
    status = ep_file_read_all(traces->file, diag, &counts);
    if (status)
        return status;
    traces->calls.done = counts;
    for (size_t i = 0; i < written->n && !status; i++)
        status = calls_number(&traces->calls, written->items[i].pid,
                              written->items[i].call);
    return status;
}

static int write_whole(struct traces *traces, const char *whole,
                       struct ep_diag *diag)
{
    int status = read_written(traces, diag);

    if (!status)
        status = take_to_the_end(traces, diag);
    if (!status && traces->calls.done.traces.n)
        status = ep_counts_write(&traces->calls.done, whole, diag);
    if (!status)
        say_warning("--trace: prof-run was killed: of what it had taken, calls "
                    "that it had not written are missing; it had taken %llu "
                    "laps of threads that went on",
                    (unsigned long long)traces->calls.gone);
    if (!status && traces->n_streams)
        say_warning("--trace: %zu of the files in %s are still in use: what is "
                    "in them is missing",
                    traces->n_streams, traces->path);
    return status;
}

static int remove_taken(void *context, const char *path, const char *name)
{
    char file[PATH_MAX];

    (void)context;
    if (strcmp(name, WHOLE) != 0 && strcmp(name, WANTED) != 0 &&
        !folder_join(path, name, file, NULL))
        (void)unlink(file);
    return EP_OK;
}

/* WHOLE is there: the laps go, and it comes to its place.  The link goes last: as long as it
 * is there, this is done again. */
static int put_whole(const struct traces *traces, const char *whole,
                     const char *link, struct ep_diag *diag)
{
    int status = folder_each(traces->path, remove_taken, NULL, diag);

    if (!status && rename(whole, traces->file))
        status = ep_fail(diag, EP_EIO, "%s: %s", whole, strerror(errno));
    if (!status)
        (void)unlink(link);
    return status;
}

/* LINK says WANTED. */
static int recover_own(const char *wanted, const char *link,
                       const struct folder *folder, struct ep_diag *diag)
{
    char whole[PATH_MAX], *function;
    unsigned most = (unsigned)strtoul(wanted, &function, 10);
    struct traces *traces;
    int is_there,
        status = make(function + !!*function, most, 1, folder, diag, &traces);

    if (!status)
        status = folder_join(traces->path, WHOLE, whole, diag);
    if (!status)
        status = folder_has(whole, &is_there, diag);
    if (!status && !is_there)
        status = write_whole(traces, whole, diag);
    if (!status)
        status = folder_has(whole, &is_there, diag);
    if (!status && is_there)
        status = put_whole(traces, whole, link, diag);
    release(traces);
    return status;
}

static int recover_nested(void *context, const char *path, const char *name)
{
    char full[PATH_MAX], output[PATH_MAX];
    struct folder nested;
    int status = EP_OK;

    if (folder_entry(name) != ENTRY_NESTED ||
        folder_join(path, name, full, NULL) ||
        folder_open(full, NULL, &nested, output))
        return EP_OK; /* it still runs */
    status = traces_recover(&nested, context);
    (void)close(nested.lock);
    return status;
}

int traces_recover(const struct folder *folder, struct ep_diag *diag)
{
    char link[PATH_MAX], wanted[PATH_MAX];
    int status = folder_join(folder->path, FOLDER_TRACE "/" WANTED, link, diag);
    ssize_t n;

    if (status)
        return status;
    n = readlink(link, wanted, sizeof wanted - 1);
    if (n < 0 && errno != ENOENT)
        return ep_fail(diag, EP_EIO, "%s: %s", link, strerror(errno));
    if (n > 0) {
        wanted[n] = '\0';
        status = recover_own(wanted, link, folder, diag);
    }
    return status ? status
                  : folder_each(folder->path, recover_nested, diag, diag);
}
