/* SPDX-License-Identifier: MIT
 *
 * prof-merge - add the profiles of many runs up into one file.
 *
 * One pass: each input is read, added and forgotten.  Notes are fetched once,
 * at the end, for each binary that ran.
 */
#include "format/file.h"
#include "imports/import.h"
#include "merge_args.h"
#include "merge_image.h"
#include "tool/alive.h"
#include "tool/embed.h"
#include "tool/gather.h"
#include "tool/say.h"

#include <inttypes.h>
#include <string.h>

const char tool_name[] = "prof-merge";

/* ---- inputs -------------------------------------------------------------- */

/* What inputs are added with. */
struct job {
    const struct args *args;
    struct cores *cores;
};

static int is_wanted(const struct args *args, const struct ep_label *label)
{
    for (size_t i = 0; i < args->only.n; i++)
        if (strcmp(label->text, args->only.items[i]) == 0)
            return 1;
    return 0;
}

/* How many runs of COUNTS have a label that was asked for; *OUT_UNKNOWN is one
 * of those whose counts are not kept, or NULL. */
static uint64_t count_wanted(const struct args *args,
                             const struct ep_counts *counts,
                             const struct ep_label **out_unknown)
{
    uint64_t runs = 0;

    *out_unknown = NULL;
    for (size_t i = 0; i < counts->n_labels; i++) {
        const struct ep_label *label = &counts->labels[i];

        if (!is_wanted(args, label))
            continue;
        runs = edgeprof_add(runs, label->runs);
        if (!label->kept)
            *out_unknown = label;
    }
    return runs;
}

static int add_wanted(const struct args *args, struct ep_counts *counts,
                      const char *path, struct ep_merge *merge,
                      struct ep_diag *diag)
{
    const struct ep_label *unknown;
    int status = EP_OK;

    if (count_wanted(args, counts, &unknown) == counts->runs)
        return ep_merge_add(merge, counts, path, diag);
    if (unknown)
        return ep_fail(diag, EP_EMATCH,
                       "%s: the program that merged it kept no counts of the "
                       "runs with the label %s",
                       path, unknown->text);
    for (size_t i = 0; !status && i < counts->n_labels; i++) {
        struct ep_counts only;

        if (!is_wanted(args, &counts->labels[i]))
            continue;
        status = ep_counts_only(counts, &counts->labels[i], &only);
        if (!status) {
            status = ep_merge_add(merge, &only, path, diag);
            ep_counts_release(&only);
        }
    }
    return status;
}

/* A profile, or else what another tool counted: of many inputs few are. */
static int read_one(const char *path, struct ep_diag *diag,
                    struct ep_counts *out)
{
    struct ep_diag own = {{0}};
    int is_import = 0;
    int status = ep_file_read(path, diag, out), imported;

    if (status != EP_EFORMAT)
        return status;
    imported = import_read(path, &own, &is_import, out);
    if (!is_import)
        return status;
    *diag = own;
    return imported;
}

static int add_one(const void *context, const char *path,
                   struct ep_merge *merge, struct ep_diag *diag)
{
    const struct job *job = context;
    const struct args *args = job->args;
    struct ep_counts counts;
    int status = read_one(path, diag, &counts);

    if (status)
        return status;
    status = alive_apply(job->cores, &counts);
    if (status)
        (void)ep_fail(diag, status, "%s: out of memory", path);
    else
        status = args->only.n ? add_wanted(args, &counts, path, merge, diag)
                              : ep_merge_add(merge, &counts, path, diag);
    ep_counts_release(&counts);
    return status;
}

static int subtract_one(const void *context, const char *path,
                        struct ep_merge *merge, struct ep_diag *diag)
{
    struct ep_merge one = {0};
    struct ep_counts counts;
    int status = read_one(path, diag, &counts);

    (void)context;
    if (status)
        return status;
    status = ep_merge_add(&one, &counts, path, diag);
    if (!status)
        status = ep_merge_subtract(merge, &one.sum, path, diag);
    ep_merge_release(&one);
    ep_counts_release(&counts);
    return status;
}

/* ---- the output ---------------------------------------------------------- */

static int finish(const struct args *args, struct ep_counts *sum)
{
    struct ep_diag diag = {{0}};

    if (ep_counts_scale(sum, args->scale) ||
        (!args->no_notes && embed_notes(sum, &args->binaries, 0))) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (ep_counts_write(sum, args->output, &diag)) {
        say_error("%s", diag.text);
        return EXIT_TROUBLE;
    }
    if (sum->cut && !args->quiet)
        say_note("%" PRIu64 " of %" PRIu64 " runs cut off", sum->cut,
                 sum->runs);
    return EXIT_DONE;
}

static const char *why_nothing(const struct args *args)
{
    if (args->only.n)
        return " has that label";
    return args->named || args->inputs.n || args->images.n
               ? ""
               : ": there is no prof.out.* here";
}

static int read_cores(const struct args *args, struct cores *cores)
{
    int result = EXIT_DONE;

    for (size_t i = 0; i < args->cores.n; i++) {
        struct ep_diag diag = {{0}};
        int status = cores_add(cores, args->cores.items[i], &diag);

        if (!status)
            continue;
        say_error("%s", ep_words(&diag, status));
        result = EXIT_TROUBLE;
    }
    return result;
}

/* A core file has no label. */
static int add_core_runs(const struct args *args, struct cores *cores,
                         struct ep_merge *merge)
{
    struct ep_diag diag = {{0}};
    int status = cores_add_runs(cores, args->only.n > 0, merge, &diag);

    if (!status)
        return EXIT_DONE;
    say_error("%s", ep_words(&diag, status));
    return EXIT_TROUBLE;
}

static int run(const void *context)
{
    const struct args *args = context;
    struct cores cores = {0};
    const struct job job = {args, &cores};
    const struct gather add = {.take = add_one,
                               .context = &job,
                               .output = args->output,
                               .strict = args->strict,
                               .jobs = args->jobs};
    const struct gather add_images = {.take = image_add,
                                      .context = &args->binaries,
                                      .strict = args->strict,
                                      .jobs = 1};
    const struct gather subtract = {
        .take = subtract_one, .strict = 1, .jobs = 1};
    struct ep_merge merge = {0};
    int result = read_cores(args, &cores);

    if (result == EXIT_DONE)
        result = gather(&add, &args->inputs, &merge);
    if (result == EXIT_DONE)
        result = gather(&add_images, &args->images, &merge);
    if (result == EXIT_DONE)
        result = add_core_runs(args, &cores, &merge);
    if (result == EXIT_DONE && cores_unused(&cores)) {
        say_error(
            "%s: no input is the run of that process, as it left it: name its "
            "prof.out file",
            cores_unused(&cores));
        result = EXIT_TROUBLE;
    }

    if (result == EXIT_DONE && merge.sum.runs == 0 &&
        ep_samplings_taken(&merge.sum.samplings) == 0) {
        say_error("no usable profile%s", why_nothing(args));
        result = EXIT_NOTHING;
    }
    if (result == EXIT_DONE)
        result = gather(&subtract, &args->subtrahends, &merge);
    if (result == EXIT_DONE)
        result = finish(args, &merge.sum);
    ep_merge_release(&merge);
    cores_release(&cores);
    return result;
}

int main(int argc, char **argv)
{
    struct args args = {.scale = 1};

    return tool_main(&merge_tool, run, argc, argv, &args);
}
