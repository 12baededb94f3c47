/* SPDX-License-Identifier: MIT
 *
 * Records of several rings are put into order by their times: what is mapped must be
 * known before it is looked for.  What is read in one round may be followed in the
 * next by what was written before, on another processor; so each round handles what
 * is no younger than the youngest of the round before.
 */
#include "run_samples.h"

#include "base/order.h"
#include "run_folder.h"
#include "run_maps.h"
#include "run_perf.h"
#include "run_stacks.h"
#include "run_sum.h"
#include "tool/say.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROUND_MS 100
#define SAVE_MS  1000

/* A record that waits for its turn. */
struct waiting {
    struct perf_record record;
    uint64_t nth;
    uint32_t object; /* MAP: the file */
};

struct sampler {
    struct perf perf;
    struct ep_counts counts; /* samples alone */
    struct ep_sampling *own; /* in it */
    struct maps maps;
    int stacks; /* bool */
    struct tables tables;
    struct waiting *waiting;
    size_t n_waiting;
    size_t capacity;
    uint64_t nth;
    uint64_t horizon; /* all up to that time is there */
    uint64_t youngest;
    char file[PATH_MAX];
    int changed;   /* bool: since it was written */
    int failed;    /* bool: it is given up, and that was said */
    int throttled; /* bool: there was too little time for samples */
    pthread_mutex_t lock;
    pthread_t thread;
    int stop[2]; /* a pipe, closed to stop the thread */
};

/* ---- what is where ------------------------------------------------------- */

static int find_object(struct sampler *sampler, const char *path,
                       const struct perf_record *record, uint32_t *out)
{
    char text[PATH_MAX];
    struct ep_sampled_object object = {.path = text};

    (void)snprintf(text, sizeof text, "%s", path);
    if (record && path[0] == '/' && record->id_size) {
        object.id_size = (uint32_t)record->id_size;
        memcpy(object.id, record->id, record->id_size);
    }
    return ep_sampling_object(sampler->own, &object, out);
}

/* Code that is in no file: a translator's, or the kernel's page of clocks. */
static const char *object_path(const struct perf_record *record,
                               char text[PATH_MAX])
{
    (void)snprintf(text, PATH_MAX, "%.*s", (int)record->path_size,
                   record->path);
    if (text[0] == '[' || (text[0] == '/' && text[1] != '/'))
        return text;
    return "[anonymous]";
}

static int handle_map(struct sampler *sampler, const struct waiting *waiting)
{
    const struct perf_record *record = &waiting->record;
    struct mapping mapping = {.start = record->address,
                              .end = record->address + record->size,
                              .offset = record->offset,
                              .object = waiting->object};

    mapping.is_file = sampler->own->objects[waiting->object].path[0] == '/';
    return maps_add(&sampler->maps, record->pid, &mapping);
}

/* What RECORD is of. */
static int find_frame(struct sampler *sampler, const struct perf_record *record,
                      struct unwound_frame *out)
{
    const struct mapping *mapping =
        maps_find(&sampler->maps, record->pid, record->address);

    *out = (struct unwound_frame){0};
    if (record->in_kernel)
        return find_object(sampler, "[kernel]", NULL, &out->object);
    if (!mapping)
        return find_object(sampler, "[unknown]", NULL, &out->object);
    *out = unwind_frame(mapping, record->address);
    return EP_OK;
}

static int handle_sample(struct sampler *sampler,
                         const struct perf_record *record)
{
    const struct unwind_context context = {&sampler->tables, sampler->own,
                                           &sampler->maps, record->pid};
    struct unwound_frame frame;
    struct ep_sample sample = {.count = 1};
    int status = find_frame(sampler, record, &frame);

    sampler->changed = 1;
    sample.object = frame.object;
    sample.offset = frame.offset;
    if (!status)
        status = ep_sampling_add(sampler->own, &sample);
    if (!status && sampler->stacks)
        status = stacks_add(&context, record->stack,
                            record->in_kernel || !record->stack ? &frame : NULL,
                            sampler->own);
    return status;
}

static int handle(struct sampler *sampler, const struct waiting *waiting)
{
    const struct perf_record *record = &waiting->record;

    switch (record->kind) {
    case PERF_SAMPLE:
        return handle_sample(sampler, record);
    case PERF_LOST:
        sampler->own->lost = edgeprof_add(sampler->own->lost, record->count);
        return EP_OK;
    case PERF_THROTTLED:
        sampler->throttled = 1;
        return EP_OK;
    case PERF_MAP:
        return handle_map(sampler, waiting);
    case PERF_FORK:
        return maps_fork(&sampler->maps, record->pid, record->parent);
    case PERF_EXIT:
        maps_exit(&sampler->maps, record->pid);
        return EP_OK;
    case PERF_EXEC:
        maps_clear(&sampler->maps, record->pid);
        return EP_OK;
    }
    return EP_OK;
}

/* ---- order --------------------------------------------------------------- */

static void fail(struct sampler *sampler, const char *why)
{
    if (!sampler->failed)
        say_warning("--time: %s; there will be no times", why);
    sampler->failed = 1;
    (void)unlink(sampler->file);
}

static void keep(void *context, const struct perf_record *record)
{
    struct sampler *sampler = context;
    struct waiting waiting = {.record = *record, .nth = sampler->nth++};
    char text[PATH_MAX];

    if (sampler->failed)
        return;
    if ((record->kind == PERF_MAP &&
         find_object(sampler, object_path(record, text), record,
                     &waiting.object)) ||
        EP_GROW(sampler->waiting, sampler->n_waiting, sampler->capacity)) {
        fail(sampler, "out of memory");
        return;
    }
    waiting.record.path = NULL;
    if (record->stack)
        waiting.record.stack = stack_copy(record->stack);
    if (record->stack && !waiting.record.stack) {
        fail(sampler, "out of memory");
        return;
    }
    sampler->waiting[sampler->n_waiting++] = waiting;
    if (record->time > sampler->youngest)
        sampler->youngest = record->time;
}

static int by_time(const void *left, const void *right)
{
    const struct waiting *a = left, *b = right;

    if (a->record.time != b->record.time)
        return a->record.time < b->record.time ? -1 : 1;
    return (a->nth > b->nth) - (a->nth < b->nth);
}

/* Read what there is, and handle what has its turn; all, if it is the LAST round. */
static void turn(struct sampler *sampler, int last)
{
    size_t done = 0;

    perf_read(&sampler->perf, keep, sampler);
    ep_sort(sampler->waiting, sampler->n_waiting, sizeof *sampler->waiting,
            by_time);
    while (!sampler->failed && done < sampler->n_waiting &&
           (last || sampler->waiting[done].record.time <= sampler->horizon)) {
        if (handle(sampler, &sampler->waiting[done]))
            fail(sampler, "out of memory");
        ep_mem_free((void *)sampler->waiting[done++].record.stack);
    }
    sampler->n_waiting -= done;
    if (done)
        memmove(sampler->waiting, sampler->waiting + done,
                sampler->n_waiting * sizeof *sampler->waiting);
    sampler->horizon = sampler->youngest;
}

static void save(struct sampler *sampler)
{
    struct ep_diag diag = {{0}};
    int status;

    if (!sampler->changed || sampler->failed)
        return;
    status = ep_counts_write(&sampler->counts, sampler->file, &diag);
    if (status)
        fail(sampler, ep_words(&diag, status));
    sampler->changed = 0;
}

/* ---- the thread ---------------------------------------------------------- */

static int has_stopped(const struct sampler *sampler)
{
    struct pollfd end = {.fd = sampler->stop[0]};

    return poll(&end, 1, 0) > 0;
}

static void *work(void *context)
{
    struct sampler *sampler = context;
    long long next = now_ms() + SAVE_MS;

    while (!has_stopped(sampler)) {
        perf_wait(&sampler->perf, sampler->stop[0], ROUND_MS);
        (void)pthread_mutex_lock(&sampler->lock);
        turn(sampler, 0);
        if (now_ms() >= next) {
            save(sampler);
            next = now_ms() + SAVE_MS;
        }
        (void)pthread_mutex_unlock(&sampler->lock);
    }
    return NULL;
}

/* Who looks for aliases in time finds none: the period is a prime number. */
uint64_t samples_period(unsigned hz)
{
    uint64_t period = 1000000000u / hz | 1, divisor = 3;

    while (divisor * divisor <= period) {
        if (period % divisor) {
            divisor += 2;
        } else {
            period += 2;
            divisor = 3;
        }
    }
    return period;
}

int sampler_is_forbidden(void)
{
    const struct perf_wish wish = {samples_period(SAMPLES_HZ), 0};
    struct perf perf;
    int error = perf_open(getpid(), &wish, &perf);

    perf_close(&perf);
    return error;
}

void sampler_say_forbidden(int error, int stacks)
{
    static const char file[] = "/proc/sys/kernel/perf_event_paranoid";
    FILE *setting = fopen(file, "re");
    char why[128] = "a container's filter of system calls?";
    int level = -2;

    if (setting && fscanf(setting, "%d", &level) != 1)
        level = -2;
    if (setting)
        (void)fclose(setting);
    if (level > 2)
        (void)snprintf(why, sizeof why, "%s is %d, and not 2 or less", file,
                       level);
    say_note("--time: perf_event_open: %s (%s): counted programs alone are "
             "sampled, by timers of their own%s",
             strerror(error), why, stacks ? ", without stacks" : "");
}

static void release(struct sampler *sampler)
{
    perf_close(&sampler->perf);
    ep_counts_release(&sampler->counts);
    maps_release(&sampler->maps);
    tables_release(&sampler->tables);
    for (size_t i = 0; i < sampler->n_waiting; i++)
        ep_mem_free((void *)sampler->waiting[i].record.stack);
    ep_mem_free(sampler->waiting);
    for (int i = 0; i < 2; i++)
        if (sampler->stop[i] >= 0)
            (void)close(sampler->stop[i]);
    ep_mem_free(sampler);
}

/* The file is there from the start: a prof-run below leaves the sampling to us. */
static int prepare(struct sampler *sampler, unsigned hz, const char *path,
                   struct ep_diag *diag)
{
    const struct ep_sampling like = {
        .event = EP_SAMPLING_CLOCK,
        .period = samples_period(hz),
        .flags = sampler->perf.is_user ? EP_SAMPLING_USER : 0};
    int status = folder_join(path, FOLDER_SAMPLES, sampler->file, diag);

    if (status)
        return status;
    sampler->own = ep_samplings_own(&sampler->counts.samplings, &like);
    if (!sampler->own)
        return EP_ENOMEM;
    if (pipe(sampler->stop))
        return ep_fail(diag, EP_EIO, "pipe: %s", strerror(errno));
    return ep_counts_write(&sampler->counts, sampler->file, diag);
}

struct sampler *sampler_start(pid_t pid, unsigned hz, int stacks,
                              const char *path)
{
    const struct perf_wish wish = {samples_period(hz), stacks};
    struct sampler *sampler = ep_mem_zeroed(1, sizeof *sampler);
    struct ep_diag diag = {{0}};
    int error, status;

    if (!sampler) {
        say_warning("--time: out of memory; there will be no times");
        return NULL;
    }
    sampler->stop[0] = sampler->stop[1] = -1;
    sampler->stacks = stacks;
    error = perf_open(pid, &wish, &sampler->perf);
    if (error) {
        say_warning("--time: perf_event_open: %s; there will be no times",
                    strerror(error));
        release(sampler);
        return NULL;
    }
    status = prepare(sampler, hz, path, &diag);
    if (!status && (pthread_mutex_init(&sampler->lock, NULL) ||
                    pthread_create(&sampler->thread, NULL, work, sampler)))
        status = ep_fail(&diag, EP_EIO, "no thread can be made");
    if (!status)
        return sampler;
    say_warning("--time: %s; there will be no times", ep_words(&diag, status));
    (void)unlink(sampler->file);
    release(sampler);
    return NULL;
}

void sampler_save(struct sampler *sampler)
{
    (void)pthread_mutex_lock(&sampler->lock);
    turn(sampler, 0);
    turn(sampler, 0); /* what the first has read */
    save(sampler);
    (void)pthread_mutex_unlock(&sampler->lock);
}

int sampler_stop(struct sampler *sampler)
{
    int is_whole;

    (void)close(sampler->stop[1]);
    sampler->stop[1] = -1;
    (void)pthread_join(sampler->thread, NULL);
    turn(sampler, 1);
    save(sampler);
    is_whole = !sampler->failed && !sampler->throttled;
    if (sampler->throttled)
        say_warning(
            "--time: the kernel left samples out, for they took too long: "
            "no time is divided by a count; try a lower HZ");
    (void)pthread_mutex_destroy(&sampler->lock);
    release(sampler);
    return is_whole;
}

void samples_are_whole(struct ep_counts *counts, unsigned hz)
{
    for (size_t i = 0; i < counts->samplings.n; i++)
        if (counts->samplings.items[i].period == samples_period(hz))
            counts->samplings.items[i].runs = counts->runs;
}
