/* SPDX-License-Identifier: MIT
 *
 * prof-run - run a command, and add up what every counted process below it counts.
 *
 * The processes leave their runs in a folder of this one (run_folder.h), by
 * EDGEPROF_FILE.  Those that have ended are added up from time to time, all at the
 * end (run_sum.h).
 */
#include "run_args.h"
#include "run_at.h"
#include "run_check.h"
#include "run_child.h"
#include "run_kills.h"
#include "run_patch.h"
#include "run_reset.h"
#include "run_room.h"
#include "run_samples.h"
#include "run_snapshot.h"
#include "run_sum.h"
#include "run_timers.h"
#include "run_trace.h"

#include "base/output.h"
#include "code/place.h"
#include "tool/embed.h"
#include "tool/own.h"
#include "tool/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define GRACE_MS 1000 /* for those that the command leaves behind */
#define BEGIN_MS 100  /* of these, for those that have no file yet */
#define LOOK_MS  20
#define STEP_MS  100

const char tool_name[] = "prof-run";

static struct dispositions before;
static int killed_by; /* a signal, to end by; 0: none */

static int own_trouble(const struct ep_diag *diag, int status)
{
    say_error("%s", ep_words(diag, status));
    return EXIT_OWN;
}

/* ---- the output ---------------------------------------------------------- */

/* The absolute name of the output, into OUT; whether it can be written is tried. */
static int find_output(const char *name, char out[PATH_MAX],
                       struct ep_diag *diag)
{
    struct ep_output output;
    char here[PATH_MAX] = "";
    int status;

    if (strcmp(name, "-") == 0)
        return ep_fail(diag, EP_EIO, "-o -: standard output is the command's");
    status = ep_output_begin(name, diag, &output);
    if (status)
        return status;
    /* A failure at the end leaves what is there. */
    if (ep_output_end(&output, EP_EIO, NULL) != EP_EIO)
        return ep_fail(diag, EP_EIO, "%s: cannot be written", name);
    if (name[0] != '/' && !getcwd(here, sizeof here))
        return ep_fail(diag, EP_EIO, ".: %s", strerror(errno));
    if (snprintf(out, PATH_MAX, "%s%s%s", here, name[0] == '/' ? "" : "/",
                 name) >= PATH_MAX)
        return ep_fail(diag, EP_EIO, "%s: %s", name, strerror(ENAMETOOLONG));
    return EP_OK;
}

static void say_nothing_counted(const struct folder *folder)
{
    const char *off = getenv("EDGEPROF");
    unsigned long resets;

    if (!folder_newest(folder->path, ENTRY_RESET, NULL, &resets) && resets)
        say_warning("nothing was counted since the last --reset");
    else if (off && strcmp(off, "off") == 0)
        say_warning("nothing was counted: EDGEPROF=off forbids it");
    else
        say_warning(
            "nothing was counted: no program that ran was compiled with "
            "edgeprof; --patch counts others");
}

static void say_summary(const struct ep_counts *sum, const char *output)
{
    char cut[48] = "", samples[48] = "";

    if (sum->cut)
        (void)snprintf(cut, sizeof cut, " (%" PRIu64 " cut off)", sum->cut);
    if (sum->samplings.n)
        (void)snprintf(samples, sizeof samples, ", %" PRIu64 " samples",
                       ep_samplings_taken(&sum->samplings));
    say_note("%" PRIu64 " run%s%s of %zu program%s%s: %s", sum->runs,
             sum->runs == 1 ? "" : "s", cut, sum->n_modules,
             sum->n_modules == 1 ? " or library" : "s and libraries", samples,
             output);
}

/* Write SUM, and for the prof-run that this one runs in, if there is one. */
static int write_sum(const struct folder *folder, struct ep_counts *sum,
                     const char *output, struct ep_diag *diag)
{
    const struct binaries none = {0};
    char nested[PATH_MAX + 8];
    int status = embed_notes(sum, &none, 0);

    if (!status)
        status = ep_places_find(&sum->samplings);
    if (!status)
        status = ep_counts_write(sum, output, diag);
    if (!status && folder_has_outer(folder)) {
        if (folder_is_sampled(folder)) /* ours are among its own */
            ep_samplings_release(&sum->samplings);
        (void)snprintf(nested, sizeof nested, "%s.sum", folder->path);
        status = ep_counts_write(sum, nested, diag);
    }
    return status;
}

static int say_kept(const struct folder *folder)
{
    say_note("the runs are kept: prof-run --recover %s", folder->path);
    return EXIT_OWN;
}

/* All of FOLDER into OUTPUT; its runs were sampled if IS_SAMPLED.  EXIT_DONE;
 * EXIT_NOTHING: nothing was counted; EXIT_OWN after a message. */
static int finish(const struct args *args, const struct folder *folder,
                  const char *output, int is_sampled)
{
    struct ep_diag diag = {{0}};
    struct ep_merge merge = {0};
    int result = EXIT_DONE, status;

    if (sum_all(folder, args->keep, &merge) != EXIT_DONE) {
        ep_merge_release(&merge);
        return say_kept(folder);
    }
    if (merge.sum.runs == 0) {
        say_nothing_counted(folder);
        result = EXIT_NOTHING;
    }
    if (is_sampled)
        samples_are_whole(&merge.sum, args->hz);
    if (merge.sum.runs || ep_samplings_taken(&merge.sum.samplings)) {
        status = write_sum(folder, &merge.sum, output, &diag);
        if (status) {
            (void)own_trouble(&diag, status);
            ep_merge_release(&merge);
            return say_kept(folder);
        }
        if (!args->quiet)
            say_summary(&merge.sum, args->output ? args->output : output);
    }
    ep_merge_release(&merge);
    if (!folder_remove(folder->path))
        say_warning("%s: holds more than was added up, and stays",
                    folder->path);
    return result;
}

/* ---- the processes ------------------------------------------------------- */

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
 * FOREVER. */
static void wait_for_others(int forever, struct work *work)
{
    size_t n = 0;

    for (int waited = 0; forever || waited <= GRACE_MS; waited += LOOK_MS) {
        if (folder_live(work->sums.folder, work->gathered, &n) ||
            (n == 0 && (waited >= BEGIN_MS || !child_has_left_others())))
            return;
        if (child_pause(LOOK_MS))
            break;
        if (forever)
            step(work);
    }
    say_note("%zu counted process%s still run%s: added up as of now", n,
             n == 1 ? "" : "es", n == 1 ? "s" : "");
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

/* Start the command and wait for it; whether it was sampled into OUT_SAMPLED.  Its exit
 * status; or, after a message, ours, negative. */
static int run_command(const struct args *args, const struct folder *folder,
                       const struct patched *patched, const char *output,
                       int *out_sampled)
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
    result = child_start(&command, &before, &child);
    ep_buf_release(&runs);
    if (!result) {
        child_wait(&child, work.traces ? TRACES_STEP_MS : STEP_MS, step, &work);
        room_look(&work.room);
        wait_for_others(args->wait, &work);
    }
    *out_sampled = work.sampler && sampler_stop(work.sampler);
    timers_stop(work.timers);
    traces_stop(work.traces);
    if (result)
        return -result;
    if (WIFSIGNALED(child.status))
        killed_by = WTERMSIG(child.status);
    return killed_by ? 128 + killed_by : WEXITSTATUS(child.status);
}

/* ---- the whole ----------------------------------------------------------- */

/* What is said of the sum goes before what the gates say; a command that failed has
 * the last word. */
static int end(const struct args *args, const struct folder *folder,
               const char *output, int is_sampled, int result)
{
    int done = finish(args, folder, output, is_sampled);

    if (args->check && done == EXIT_DONE)
        done = check_sum(args, output);
    else if (done == EXIT_NOTHING)
        done = args->check ? EXIT_GATE : EXIT_DONE;
    return result ? result : done;
}

static int refuse(void *context, const char *path, const char *name)
{
    (void)name;
    return ep_fail(context, EP_EMATCH, "%s: not empty", path);
}

/* DIR is made, or found empty; its absolute name into OUT. */
static int make_kept(const char *dir, char out[PATH_MAX], struct ep_diag *diag)
{
    if ((mkdir(dir, 0777) && errno != EEXIST) || !realpath(dir, out) ||
        access(out, W_OK | X_OK))
        return ep_fail(diag, EP_EIO, "%s: %s", dir, strerror(errno));
    return folder_each(out, refuse, diag, diag);
}

static int recover(const struct args *args)
{
    struct ep_diag diag = {{0}};
    struct folder folder;
    char output[PATH_MAX];
    int status = folder_open(args->recover, &diag, &folder, output);

    if (!status && args->output)
        status = find_output(args->output, output, &diag);
    if (status)
        return own_trouble(&diag, status);
    wait_for_others(0, &(struct work){.sums = {.folder = &folder},
                                      .gathered = folder.path});
    return end(args, &folder, output, 0, 0);
}

static void pass_time(void *context)
{
    (void)context;
}

/* A process that nobody compiled for it is prof-patch's, which says itself what goes
 * wrong. */
static int attach(const struct args *args, const char *output)
{
    char tool[PATH_MAX], seconds[16];
    const char *const words[] = {"prof-patch", "-p", args->snapshot, "--window",
                                 seconds,      "-o", output,         NULL};
    const struct command command = {.file = tool, .words = (char **)words};
    struct ep_diag diag = {{0}};
    struct child child;
    int result = find_tool("prof-patch", tool, &diag);

    if (result)
        return own_trouble(&diag, result);
    (void)snprintf(seconds, sizeof seconds, "%u", args->window);
    result = child_start(&command, &before, &child);
    if (result)
        return result;
    child_wait(&child, STEP_MS, pass_time, NULL);
    if (!WIFEXITED(child.status) || WEXITSTATUS(child.status))
        return EXIT_OWN;
    return args->check ? check_sum(args, output) : EXIT_DONE;
}

static int write_snapshot(const struct args *args)
{
    const char *output = args->output ? args->output : "prof.out";
    const struct snapshot snapshot = {.what = args->snapshot,
                                      .seconds = args->window};
    struct ep_diag diag = {{0}};
    int status;

    if (args->window && snapshot_is_uncounted(args->snapshot))
        return attach(args, output);
    status = snapshot_write(&snapshot, output, &diag);
    if (status)
        return own_trouble(&diag, status);
    if (!args->quiet)
        say_note("%s%s: %s", args->snapshot,
                 args->window ? " in a window" : " as of now", output);
    return args->check ? check_sum(args, output) : EXIT_DONE;
}

static int write_reset(const struct args *args)
{
    struct ep_diag diag = {{0}};
    int status = reset(args->reset, &diag);

    if (status)
        return own_trouble(&diag, status);
    if (!args->quiet)
        say_note("%s is counted from now on", args->reset);
    return EXIT_DONE;
}

static int run_in(const struct args *args, const struct folder *folder,
                  const char *output)
{
    struct patched patched = {0};
    struct args own = *args;
    struct at at;
    int is_sampled = 0;
    int result = at_prepare(args, &at);

    if (!result && at.words)
        own.words = at.words;
    if (!result)
        result = patch_programs(&own, folder, &patched);
    if (!result)
        result = run_command(&own, folder, &patched, output, &is_sampled);
    patch_release(&patched);
    at_release(&at);
    if (result >= 0)
        return end(args, folder, output, is_sampled, result);
    (void)folder_remove(folder->path);
    return -result;
}

static int run(const void *context)
{
    struct args args = *(const struct args *)context;
    char output[PATH_MAX], kept[PATH_MAX];
    struct ep_diag diag = {{0}};
    struct folder folder;
    int status;

    if (args.check && check_gates(&args))
        return EXIT_OWN;
    if (args.recover)
        return recover(&args);
    if (args.snapshot)
        return write_snapshot(&args);
    if (args.reset)
        return write_reset(&args);
    if (!args.output)
        args.output = "prof.out";
    status = find_output(args.output, output, &diag);
    if (!status && args.keep) {
        status = make_kept(args.keep, kept, &diag);
        args.keep = kept;
    }
    if (!status)
        status = folder_make(output, &diag, &folder);
    return status ? own_trouble(&diag, status) : run_in(&args, &folder, output);
}

int main(int argc, char **argv)
{
    struct args args = {0};
    int result;

    dispositions_read(&before);
    result = tool_main(&run_tool, run, argc, argv, &args);
    if (killed_by)
        child_die(killed_by);
    return result;
}
