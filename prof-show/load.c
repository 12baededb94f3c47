/* SPDX-License-Identifier: MIT */
#include "load.h"

#include <string.h>

#include "merge.h"
#include "say.h"

typedef int add_fn(struct ep_merge *merge, struct ep_counts *from,
                   const char *name, struct ep_diag *diag);

static int add_one(const char *path, add_fn *add, struct ep_merge *merge,
                   struct ep_diag *diag)
{
    struct ep_counts counts;
    int status = ep_counts_read(path, diag, &counts);

    if (status)
        return status;
    status = add(merge, &counts, path, diag);
    ep_counts_release(&counts);
    return status;
}

/* QUIET: what cannot be used was said before. */
static int add_all(const struct ep_inputs *inputs, add_fn *add, int quiet,
                   struct ep_merge *merge)
{
    size_t skipped = 0;

    for (size_t i = 0; i < inputs->n; i++) {
        struct ep_diag diag = {{0}};
        int status = add_one(inputs->files[i].path, add, merge, &diag);

        if (status == EP_ENOMEM) {
            say_error("%s", diag.text);
            return EXIT_TROUBLE;
        }
        if (status && !quiet)
            say_warning("%s; skipped", diag.text);
        skipped += status != EP_OK;
    }
    if (skipped && !quiet)
        say_note("%zu of %zu inputs skipped", skipped, inputs->n);
    return EXIT_DONE;
}

static int was_said(const struct ep_profile *said, const char *message)
{
    for (size_t i = 0; said && i < said->n_messages; i++)
        if (strcmp(said->messages[i], message) == 0)
            return 1;
    return 0;
}

/* SAID: what it has to say was said, NULL: nothing was. */
static int build(const struct args *args, const struct ep_counts *counts,
                 const struct ep_profile *said, struct ep_profile *out)
{
    struct ep_profile_options options = {&args->binaries, args->maps.items,
                                         args->maps.n};
    int status = ep_profile_build(counts, &options, out);

    if (status == EP_ENOMEM) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    for (size_t i = 0; i < out->n_messages; i++)
        if (!was_said(said, out->messages[i]))
            say_note("note: %s", out->messages[i]);
    if (!status)
        return EXIT_DONE;
    say_error("no usable profile: no binary of the runs was found");
    ep_profile_release(out);
    return EXIT_NOTHING;
}

/* The runs of OWN, with the modules of OTHER as well: so both profiles of a
 * pair have the same functions, lines and branches, in the same order.
 * FIRST: that of the pair which there is, NULL: none; the inputs are read in
 * the same order for both. */
static int load_one(const struct args *args, const struct ep_inputs *own,
                    const struct ep_inputs *other,
                    const struct ep_profile *first, struct ep_counts *counts,
                    struct ep_profile *out)
{
    struct ep_merge merge = {0};
    int own_first = first == NULL;
    int result =
        own_first ? EXIT_DONE : add_all(other, ep_merge_add_empty, 1, &merge);

    if (result == EXIT_DONE)
        result = add_all(own, ep_merge_add, 0, &merge);
    if (result == EXIT_DONE && own_first)
        result = add_all(other, ep_merge_add_empty, 1, &merge);
    if (result == EXIT_DONE && merge.sum.runs == 0) {
        say_error("no usable profile%s",
                  args->named || own->n
                      ? ""
                      : ": neither prof.out nor prof.out.* is here");
        result = EXIT_NOTHING;
    }
    if (result == EXIT_DONE)
        result = build(args, &merge.sum, first, out);
    *counts = merge.sum;
    merge.sum = (struct ep_counts){0};
    ep_merge_release(&merge);
    return result;
}

int load_profile(const struct args *args, struct ep_counts *counts,
                 struct ep_profile *out)
{
    return load_one(args, &args->inputs, &args->other, NULL, counts, out);
}

int load_other(const struct args *args, const struct ep_profile *first,
               struct ep_profile *out)
{
    struct ep_counts counts;
    int result =
        load_one(args, &args->other, &args->inputs, first, &counts, out);

    ep_counts_release(&counts);
    return result;
}
