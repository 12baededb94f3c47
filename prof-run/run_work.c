/* SPDX-License-Identifier: MIT */
#include "run_work.h"

#include "run_child.h"
#include "run_kills.h"
#include "run_room.h"
#include "run_samples.h"
#include "run_snapshot.h"
#include "run_sum.h"
#include "run_timers.h"
#include "run_trace.h"
#include "tool/own.h"
#include "tool/say.h"

#include <stdlib.h>
#include <sys/wait.h>

#define GRACE_MS 1000 /* for those that the command leaves behind */
#define BEGIN_MS 100  /* of these, for those that have no file yet */
#define LOOK_MS  20

/* What is done while the command runs. */
struct work {
    struct sums sums;
    struct room room;
    const char *gathered; /* the folder that has the runs */
    const char *output;
    unsigned every; /* seconds; 0: no snapshots */
    unsigned n_snapshots;
    long long next_ms;       /* when there is another one */
    int kills;               /* bool: all is followed */
    unsigned hz;             /* samples wanted */
    int stacks;              /* bool: with them */
    struct sampler *sampler; /* NULL: there are none */
    struct timers *timers;   /* NULL: processes do not sample themselves */
    struct traces *traces;   /* NULL: there are none */
};

static void prepare(void *context, pid_t pid)
{
    struct work *work = context;

    if (work->kills)
        kills_follow(pid);

    if (work->hz && !work->timers)
        work->sampler =
            sampler_start(pid, work->hz, work->stacks, work->sums.folder->path);
}

static void take_snapshot(struct work *work)
{
    const struct snapshot snapshot = {
        .what = work->gathered, .own = 1, .hz = work->sampler ? work->hz : 0};
    struct ep_diag diag = {{0}};
    char path[PATH_MAX];
    int status =
        snapshot_name(work->output, work->n_snapshots + 1, path, &diag);

    if (work->sampler)
        sampler_save(work->sampler);
    if (!status)
        status = snapshot_write(&snapshot, path, &diag);
    if (!status)
        work->n_snapshots++;
    else if (status != EP_EMATCH) /* there is nothing yet */
        say_warning("%s; that snapshot is missing", ep_words(&diag, status));
    work->next_ms += (long long)work->every * 1000;
}

static void step(void *context)
{
    struct work *work = context;

    room_look(&work->room);
    sums_step(&work->sums);
    traces_step(work->traces);
    timers_step(work->timers);
    if (work->every && now_ms() >= work->next_ms)
        take_snapshot(work);
}

/* Until no process counts any more, or a signal comes; not for long, unless
 * FOREVER.  One that has no file may be about to make it: after a fork, before an exec. */
static void wait_for_others(int forever, struct work *work)
{
    const long long began = now_ms();
    long long counted = began; /* when one was last seen to */
    size_t n;

    for (;;) {
        const long long now = now_ms();

        if (folder_live(work->sums.folder, work->gathered, &n))
            return;
        if (n)
            counted = now;
        else if (!child_has_left_others() ||
                 (now - counted > BEGIN_MS &&
                  (now - counted > GRACE_MS || !child_others_are_busy())))
            return;
        if (!forever && now - began > GRACE_MS)
            break;
        if (child_pause(LOOK_MS))
            break;
        if (forever)
            step(work);
    }
    if (n)
        say_note("%zu counted process%s still run%s: added up as of now", n,
                 n == 1 ? "" : "es", n == 1 ? "s" : "");
}

void work_wait(const struct folder *folder, const char *gathered)
{
    wait_for_others(
        0, &(struct work){.sums = {.folder = folder}, .gathered = gathered});
}

/* The name of a run's file, for the runtime: a percent sign in it is two. */
static void name_runs(const struct args *args, const struct folder *folder,
                      struct ep_buf *out)
{
    for (const char *at = args->keep ? args->keep : folder->path; *at; at++)
        ep_buf_add(out, *at == '%' ? "%%" : at, *at == '%' ? 2 : 1);
    ep_buf_text(out, args->label_each ? "/%p.%e.prof" : "/%p.prof");
}

static void start_timers(const struct args *args, const struct folder *folder,
                         struct work *work)
{
    int error = args->hz ? sampler_is_forbidden() : 0;

    if (!error)
        return;
    sampler_say_forbidden(error, args->stacks);
    work->timers = timers_start(args->hz, folder->path);
}

int work_run(const struct args *args, const struct folder *folder,
             const struct patched *patched, const char *output,
             const struct dispositions *before, struct ran *out)
{
    struct work work = {
        .sums = {.folder = folder, .stopped = args->keep != NULL},
        .room = {.path = args->keep ? args->keep : folder->path},
        .gathered = args->keep ? args->keep : folder->path,
        .output = output,
        .every = args->every,
        .hz = args->hz,
        .stacks = args->stacks,
        .kills = args->kills,
        .next_ms = now_ms() + (long long)args->every * 1000};
    struct ep_buf runs = {0};
    struct child child;
    int result;

    start_timers(args, folder, &work);
    name_runs(args, folder, &runs);
    if (runs.failed) {
        say_error("out of memory");
        return -EXIT_OWN;
    }
    if (args->trace) {
        work.traces = traces_start(args->trace, args->calls, folder);
        if (!work.traces)
            return -EXIT_OWN;
    }
    const struct setting settings[] = {
        {"EDGEPROF_FILE", runs.data},
        {"EDGEPROF_RUN", folder->path},
        {"EDGEPROF_TIME",
         work.timers ? timers_wish(work.timers) : getenv("EDGEPROF_TIME")},
        {"EDGEPROF_TRACE",
         work.traces ? traces_wish(work.traces) : getenv("EDGEPROF_TRACE")},
        {"PATH", patched->path ? patched->path : getenv("PATH")},
        {"EDGEPROF_LABEL",
         args->label ? args->label : getenv("EDGEPROF_LABEL")}};
    const struct command command = {
        .file = patched->program ? patched->program : args->words[0],
        .words = args->words,
        .settings = settings,
        .n_settings = sizeof settings / sizeof *settings,
        .is_followed = args->kills,
        .prepare = prepare,
        .context = &work};
    result = child_start(&command, before, &child);
    ep_buf_release(&runs);
    if (!result) {
        child_wait(&child, work.traces ? TRACES_STEP_MS : STEP_MS, step, &work);
        room_look(&work.room);
        wait_for_others(args->wait, &work);
    }
    out->is_sampled = work.sampler && sampler_stop(work.sampler);
    timers_stop(work.timers);
    traces_stop(work.traces);
    if (result)
        return -result;
    if (WIFSIGNALED(child.status))
        out->signal = WTERMSIG(child.status);
    return out->signal ? 128 + out->signal : WEXITSTATUS(child.status);
}
