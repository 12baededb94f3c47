/* SPDX-License-Identifier: MIT
 *
 * prof-merge - add the profiles of many runs up into one file.
 *
 * One pass: each input is read, added and forgotten.  Notes are fetched once,
 * at the end, for each binary that ran.
 */
#include "args.h"
#include "embed.h"
#include "merge.h"
#include "say.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

const char tool_name[] = "prof-merge";

/* Whether PATH, found in a directory, is the last merge's output there. */
static int is_output(const struct ep_input_file *file, const char *output)
{
    struct stat input, out;

    return file->found && stat(file->path, &input) == 0 &&
           stat(output, &out) == 0 && input.st_dev == out.st_dev &&
           input.st_ino == out.st_ino;
}

/* ---- inputs -------------------------------------------------------------- */

enum choice { ALL_WANTED, NONE_WANTED, SOME_WANTED };

/* Which of the runs of COUNTS have a label that was asked for. */
static enum choice choose(const struct args *args,
                          const struct ep_counts *counts)
{
    uint64_t wanted = 0;

    if (args->only.n == 0)
        return ALL_WANTED;
    for (size_t i = 0; i < counts->n_labels; i++)
        for (size_t j = 0; j < args->only.n; j++)
            if (strcmp(counts->labels[i].text, args->only.items[j]) == 0) {
                wanted = edgeprof_add(wanted, counts->labels[i].runs);
                break;
            }
    if (wanted == 0)
        return NONE_WANTED;
    return wanted == counts->runs ? ALL_WANTED : SOME_WANTED;
}

static int add_one(const struct args *args, const char *path,
                   struct ep_merge *merge, struct ep_diag *diag)
{
    struct ep_counts counts;
    int status = ep_counts_read(path, diag, &counts);

    if (status)
        return status;
    switch (choose(args, &counts)) {
    case ALL_WANTED:
        status = ep_merge_add(merge, &counts, path, diag);
        break;
    case NONE_WANTED:
        break;
    case SOME_WANTED:
        status = ep_fail(diag, EP_EMATCH,
                         "%s: holds runs with other labels as well, and their "
                         "counts are one",
                         path);
        break;
    }
    ep_counts_release(&counts);
    return status;
}

static int subtract_one(const struct args *args, const char *path,
                        struct ep_merge *merge, struct ep_diag *diag)
{
    struct ep_merge one = {0};
    struct ep_counts counts;
    int status = ep_counts_read(path, diag, &counts);

    (void)args;
    if (status)
        return status;
    status = ep_merge_add(&one, &counts, path, diag);
    if (!status)
        status = ep_merge_subtract(merge, &one.sum, path, diag);
    ep_merge_release(&one);
    ep_counts_release(&counts);
    return status;
}

typedef int take_fn(const struct args *args, const char *path,
                    struct ep_merge *merge, struct ep_diag *diag);

/* EP_OK, or the status that ends the program.  STRICT: what cannot be used is
 * an error. */
static int take_all(const struct args *args, const struct ep_inputs *inputs,
                    take_fn *take, int strict, struct ep_merge *merge)
{
    size_t skipped = 0;

    for (size_t i = 0; i < inputs->n; i++) {
        const struct ep_input_file *file = &inputs->files[i];
        struct ep_diag diag = {{0}};
        int status;

        if (is_output(file, args->output))
            continue;
        status = take(args, file->path, merge, &diag);
        if (!status)
            continue;
        if (strict || status == EP_ENOMEM) {
            say_error("%s", diag.text);
            return status;
        }
        say_warning("%s; skipped", diag.text);
        skipped++;
    }
    if (skipped)
        say_note("%zu of %zu inputs skipped", skipped, inputs->n);
    return EP_OK;
}

/* ---- the output ---------------------------------------------------------- */

static int finish(const struct args *args, struct ep_counts *sum)
{
    struct ep_diag diag = {{0}};

    if (args->embed && embed_notes(sum, &args->binaries)) {
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
    return args->named || args->inputs.n ? "" : ": there is no prof.out.* here";
}

static int run(const struct args *args)
{
    struct ep_merge merge = {0};
    int result = EXIT_TROUBLE;

    if (!take_all(args, &args->inputs, add_one, args->strict, &merge)) {
        if (merge.sum.runs == 0) {
            say_error("no usable profile%s", why_nothing(args));
            result = EXIT_NOTHING;
        } else if (!take_all(args, &args->subtrahends, subtract_one, 1,
                             &merge)) {
            ep_counts_scale(&merge.sum, args->scale);
            result = finish(args, &merge.sum);
        }
    }
    ep_merge_release(&merge);
    return result;
}

int main(int argc, char **argv)
{
    struct args args;
    int result = EXIT_TROUBLE;

    begin_command();
    switch (args_parse(argc, argv, &args)) {
    case ARGS_RUN:
        result = run(&args);
        break;
    case ARGS_DONE:
        result = EXIT_DONE;
        break;
    case ARGS_WRONG:
        break;
    }
    args_release(&args);
    return end_command(result);
}
