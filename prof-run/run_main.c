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
#include "run_reset.h"
#include "run_samples.h"
#include "run_snapshot.h"
#include "run_sum.h"
#include "run_trace.h"
#include "run_work.h"

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

    status = traces_recover(folder, &diag);
    if (status)
        (void)own_trouble(&diag, status);
    if (status || sum_all(folder, args->keep, &merge) != EXIT_DONE) {
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
    work_wait(&folder, folder.path);
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
    struct ran ran = {0};
    int result = at_prepare(args, &at);

    if (!result && at.words)
        own.words = at.words;
    if (!result)
        result = patch_programs(&own, folder, &patched);
    if (!result)
        result = work_run(&own, folder, &patched, output, &before, &ran);
    killed_by = ran.signal;
    patch_release(&patched);
    at_release(&at);
    if (result >= 0)
        return end(args, folder, output, ran.is_sampled, result);
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
