/* SPDX-License-Identifier: MIT */
#include "load.h"

#include <string.h>

#include "base/utf8.h"
#include "format/file.h"
#include "tool/alive.h"
#include "tool/gather.h"
#include "tool/say.h"

static int add_one(const char *path, struct ep_merge *merge,
                   struct ep_diag *diag, int runs, int rings)
{
    struct ep_counts counts;
    int status = ep_file_read(path, diag, &counts);

    if (status)
        return status;
    status = runs ? alive_apply(NULL, &counts) : EP_OK;
    if (status)
        (void)ep_fail(diag, status, "%s: out of memory", path);
    else
        status = runs ? ep_merge_add(merge, &counts, path, diag)
                      : ep_merge_add_empty(merge, &counts, path, diag);
    if (!status && rings && ep_rings_take(&merge->sum.rings, &counts.rings))
        status = ep_fail(diag, EP_ENOMEM, "%s: out of memory", path);
    ep_counts_release(&counts);
    return status;
}

static int add(const void *context, const char *path, struct ep_merge *merge,
               struct ep_diag *diag)
{
    const struct load_options *from = context;

    return add_one(path, merge, diag, 1, from->rings);
}

static int add_empty(const void *context, const char *path,
                     struct ep_merge *merge, struct ep_diag *diag)
{
    (void)context;
    return add_one(path, merge, diag, 0, 0);
}

static int was_said(const struct ep_profile *said, const char *message)
{
    for (size_t i = 0; said && i < said->n_messages; i++)
        if (strcmp(said->messages[i], message) == 0)
            return 1;
    return 0;
}

static void step(size_t done, size_t total)
{
    progress("binaries", done, total);
}

/* Labels are shown as names are: without control characters. */
static int make_plain(struct ep_counts *counts)
{
    for (size_t i = 0; i < counts->n_labels; i++) {
        char **text = &counts->labels[i].text;
        struct ep_buf plain = {0};

        if (ep_is_plain(*text))
            continue;
        ep_buf_plain(&plain, *text);
        if (plain.failed) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        ep_mem_free(*text);
        *text = plain.data;
    }
    return EXIT_DONE;
}

/* What one run counted from one snapshot to the next is of no run. */
static int has_counts(const struct ep_counts *counts)
{
    for (size_t i = 0; i < counts->n_modules; i++)
        for (size_t j = 0; j < counts->modules[i].n_counters; j++)
            if (counts->modules[i].counts[j])
                return 1;
    return 0;
}

static int is_usable(const struct load_options *from,
                     const struct ep_counts *counts)
{
    return counts->runs > 0 || has_counts(counts) ||
           (from->timed && counts->samplings.n > 0);
}

/* FIRST: what it has to say was said, and it has FIRST_COUNTS' notes; NULL: nothing was. */
static int build(const struct load_options *from,
                 const struct ep_counts *counts, const struct ep_profile *first,
                 const struct ep_counts *first_counts, struct ep_profile *out)
{
    const struct ep_profile_options options = {.named = from->binaries.items,
                                               .n_named = from->binaries.n,
                                               .roots = from->roots.items,
                                               .n_roots = from->roots.n,
                                               .maps = from->maps.items,
                                               .n_maps = from->maps.n,
                                               .step = step,
                                               .like = first,
                                               .like_counts = first_counts};
    int status = ep_profile_build(counts, &options, out);

    progress_end();
    if (status == EP_ENOMEM) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    for (size_t i = 0; i < out->n_messages; i++)
        if (!was_said(first, out->messages[i]))
            say_note("note: %s", out->messages[i]);
    if (!status || (from->timed && counts->samplings.n > 0))
        return EXIT_DONE;
    say_error("no usable profile: no binary of the runs was found");
    ep_profile_release(out);
    return EXIT_NOTHING;
}

/* The runs of one side, with the modules of the other as well: so both of a
 * pair have the same functions, lines and branches, in the same order.
 * FIRST, of FIRST_COUNTS: that of the pair which there is, NULL: none; the inputs are
 * read in the same order for both. */
static int load_one(const struct load_options *from,
                    const struct ep_profile *first,
                    const struct ep_counts *first_counts,
                    struct ep_counts *counts, struct ep_profile *out,
                    size_t *out_skipped)
{
    const struct inputs *counted =
        from->counts.n ? &from->counts : &from->inputs;
    const struct inputs *own = first ? &from->other : counted;
    const struct inputs *other = first ? &from->inputs : &from->other;
    struct gather runs = {.take = add, .context = from, .jobs = from->jobs};
    /* What of them cannot be used is said where they are read for their own. */
    const struct gather shape = {
        .take = add_empty, .quiet = 1, .jobs = from->jobs};
    struct ep_merge merge = {0};
    int own_first = first == NULL;
    int result;

    runs.skipped = out_skipped;
    result = own_first ? EXIT_DONE : gather(&shape, other, &merge);

    if (result == EXIT_DONE)
        result = gather(&runs, own, &merge);
    if (result == EXIT_DONE && own_first)
        result = gather(&shape, other, &merge);
    if (result == EXIT_DONE && !is_usable(from, &merge.sum)) {
        say_error("no usable profile%s",
                  from->named || own->n
                      ? ""
                      : ": neither prof.out nor prof.out.* is here");
        result = EXIT_NOTHING;
    }
    if (result == EXIT_DONE)
        result = make_plain(&merge.sum);
    if (result == EXIT_DONE)
        result = build(from, &merge.sum, first, first_counts, out);
    *counts = merge.sum;
    merge.sum = (struct ep_counts){0};
    ep_merge_release(&merge);
    return result;
}

int load_profile(const struct load_options *from, struct ep_counts *counts,
                 struct ep_profile *out, size_t *out_skipped)
{
    return load_one(from, NULL, NULL, counts, out, out_skipped);
}

int load_samples(const struct load_options *from, struct ep_counts *counts)
{
    const struct gather runs = {
        .take = add, .context = from, .jobs = from->jobs};
    struct ep_merge merge = {0};
    int result = gather(&runs, &from->inputs, &merge);

    ep_samplings_release(&counts->samplings);
    counts->samplings = merge.sum.samplings;
    merge.sum.samplings = (struct ep_samplings){0};
    ep_merge_release(&merge);
    return result;
}

int load_other(const struct load_options *from, const struct ep_profile *first,
               const struct ep_counts *first_counts, struct ep_profile *out)
{
    struct ep_counts counts;
    int result = load_one(from, first, first_counts, &counts, out, NULL);

    ep_counts_release(&counts);
    return result;
}
