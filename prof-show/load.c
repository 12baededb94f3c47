/* SPDX-License-Identifier: MIT */
#include "load.h"

#include "merge.h"
#include "say.h"

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

static int add_all(const struct args *args, struct ep_merge *merge)
{
    const struct ep_inputs *inputs = &args->inputs;
    size_t skipped = 0;

    for (size_t i = 0; i < inputs->n; i++) {
        struct ep_diag diag = {{0}};
        int status = add_one(inputs->files[i].path, merge, &diag);

        if (status == EP_ENOMEM) {
            say_error("%s", diag.text);
            return EXIT_TROUBLE;
        }
        if (status) {
            say_warning("%s; skipped", diag.text);
            skipped++;
        }
    }
    if (skipped)
        say_note("%zu of %zu inputs skipped", skipped, inputs->n);
    if (merge->sum.runs > 0)
        return EXIT_DONE;
    say_error("no usable profile%s",
              args->named || inputs->n
                  ? ""
                  : ": neither prof.out nor prof.out.* is here");
    return EXIT_NOTHING;
}

static int build(const struct args *args, const struct ep_counts *counts,
                 struct ep_profile *out)
{
    struct ep_profile_options options = {&args->binaries, args->maps.items,
                                         args->maps.n};
    int status = ep_profile_build(counts, &options, out);

    if (status == EP_ENOMEM) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    for (size_t i = 0; i < out->n_messages; i++)
        say_note("note: %s", out->messages[i]);
    if (!status)
        return EXIT_DONE;
    say_error("no usable profile: no binary of the runs was found");
    ep_profile_release(out);
    return EXIT_NOTHING;
}

int load_profile(const struct args *args, struct ep_profile *out)
{
    struct ep_merge merge = {0};
    int result = add_all(args, &merge);

    if (result == EXIT_DONE)
        result = build(args, &merge.sum, out);
    ep_merge_release(&merge);
    return result;
}
