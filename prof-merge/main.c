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
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_DONE = 0, EXIT_TROUBLE = 1, EXIT_NOTHING = 3 };

/* Whether PATH, found in a directory, is the last merge's output there. */
static int is_output(const struct ep_input_file *file, const char *output)
{
    struct stat input, out;

    return file->found && stat(file->path, &input) == 0 &&
           stat(output, &out) == 0 && input.st_dev == out.st_dev &&
           input.st_ino == out.st_ino;
}

static int add_one(const char *path, struct ep_merge *merge,
                   struct ep_diag *diag)
{
    struct ep_counts counts;
    int status = ep_counts_read(path, diag, &counts);

    if (status)
        return status;
    status = ep_merge_add(merge, &counts, path, diag);
    ep_counts_release(&counts);
    return status;
}

/* EP_OK, or the status that ends the program. */
static int add_all(const struct args *args, struct ep_merge *merge)
{
    size_t n = args->inputs.n;
    size_t skipped = 0;

    for (size_t i = 0; i < n; i++) {
        const struct ep_input_file *file = &args->inputs.files[i];
        struct ep_diag diag = {{0}};
        int status;

        if (is_output(file, args->output))
            continue;
        status = add_one(file->path, merge, &diag);
        if (!status)
            continue;
        if (args->strict || status == EP_ENOMEM) {
            say_error("%s", diag.text);
            return status;
        }
        say_warning("%s; skipped", diag.text);
        skipped++;
    }
    if (skipped)
        say_note("%zu of %zu inputs skipped", skipped, n);
    return EP_OK;
}

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

static int run(const struct args *args)
{
    struct ep_merge merge = {0};
    int result = EXIT_TROUBLE;

    if (!add_all(args, &merge)) {
        if (merge.sum.runs > 0) {
            result = finish(args, &merge.sum);
        } else {
            say_error("no usable profile%s",
                      args->named || args->inputs.n
                          ? ""
                          : ": there is no prof.out.* here");
            result = EXIT_NOTHING;
        }
    }
    ep_merge_release(&merge);
    return result;
}

int main(int argc, char **argv)
{
    struct args args;
    int result = EXIT_TROUBLE;

    /* A closed pipe is an error of writing like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
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
    return result;
}
