/* SPDX-License-Identifier: MIT */
#include "affected.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairs.h"
#include "cover.h"
#include "tool/say.h"

void affected_release(struct affected *affected)
{
    for (size_t i = 0; i < affected->n; i++)
        ep_mem_free(affected->tests[i].ran);
    ep_mem_free(affected->tests);
    ep_mem_free(affected->not_run);
    old_changes_release(&affected->changes);
    *affected = (struct affected){0};
}

/* ---- what a test ran ----------------------------------------------------- */

static int ran_any(const struct ep_profile_file *file,
                   const struct change *change)
{
    for (size_t i = 0; i < file->n_lines; i++)
        if (file->lines[i].line >= change->first &&
            file->lines[i].line < change->end && file->lines[i].count > 0)
            return 1;
    return 0;
}

static const struct ep_profile_file *find(const struct ep_profile *profile,
                                          const char *full)
{
    for (size_t i = 0; i < profile->n_files; i++)
        if (strcmp(profile->files[i].full, full) == 0)
            return &profile->files[i];
    return NULL;
}

/* The bits of the changes that RAN has; NULL: no memory. */
static uint64_t *find_ran(const struct view *view,
                          const struct affected *affected,
                          const struct ep_profile *ran, size_t *out_n)
{
    uint64_t *bits = ep_mem_zeroed(affected->n_words, sizeof *bits);
    const struct ep_profile_file *file = NULL;
    uint32_t of = EP_NONE;
    size_t n = 0;

    for (size_t i = 0; bits && i < affected->changes.n; i++) {
        const struct change *change = &affected->changes.items[i];

        if (change->file == EP_NONE)
            continue;
        if (change->file != of)
            file = find(ran, view->profile.files[change->file].full);
        of = change->file;
        if (!file || !ran_any(file, change))
            continue;
        bits[i / 64] |= UINT64_C(1) << i % 64;
        n++;
    }
    *out_n = n;
    return bits;
}

struct maker {
    const struct view *view;
    struct affected *out;
};

static int add_test(void *context, const struct ep_label *label,
                    const struct ep_profile *ran)
{
    struct maker *maker = context;
    struct affected *out = maker->out;
    struct affected_test test = {.name = label->text, .time = UINT64_MAX};

    if (EP_GROW(out->tests, out->n, out->capacity))
        return EP_ENOMEM;
    if (label->timed)
        test.time = label->time;
    test.ran = find_ran(maker->view, out, ran, &test.n_ran);
    if (!test.ran)
        return EP_ENOMEM;
    test.chosen = test.n_ran > 0;
    out->tests[out->n++] = test;
    return EP_OK;
}

/* ---- what ran outside of tests ------------------------------------------- */

/* What the runs of no label counted of the module I, into REST. */
static int add_rest(const struct ep_counts *counts, uint32_t i,
                    struct ep_label *rest)
{
    const struct ep_module *module = &counts->modules[i];
    uint64_t *sum = ep_mem_zeroed(module->n_counters, sizeof *sum);
    int status;

    if (!sum)
        return EP_ENOMEM;
    for (size_t j = 0; j < counts->n_labels; j++) {
        const struct ep_buf *pairs = ep_label_find(&counts->labels[j], i);

        if (pairs)
            ep_pairs_add(ep_buf_reader(pairs), sum);
    }
    for (size_t j = 0; j < module->n_counters; j++)
        sum[j] = module->counts[j] > sum[j] ? module->counts[j] - sum[j] : 0;
    status = ep_label_set(rest, i, sum, module->n_counters);
    ep_mem_free(sum);
    return status;
}

/* The first change that ran outside of tests into OUT, or NULL. */
static int find_outside(struct view *view, const struct affected *affected,
                        const struct change **out)
{
    const struct ep_counts *counts = &view->counts;
    struct ep_label rest = {.runs = counts->runs, .text = "", .kept = 1};
    struct ep_profile ran;
    uint64_t *bits = NULL;
    size_t n;
    int status = EP_OK;

    *out = NULL;
    for (size_t i = 0; i < counts->n_labels; i++)
        rest.runs -=
            counts->labels[i].kept && counts->labels[i].runs < rest.runs
                ? counts->labels[i].runs
                : 0;
    for (uint32_t i = 0; !status && i < counts->n_modules; i++)
        status = add_rest(counts, i, &rest);
    if (!status)
        status = ep_profile_build_label(&view->profile, &rest, &ran);
    if (!status) {
        bits = find_ran(view, affected, &ran, &n);
        status = bits ? EP_OK : EP_ENOMEM;
        ep_profile_release(&ran);
    }
    for (size_t i = 0; !status && !*out && i < affected->changes.n; i++)
        if (bits[i / 64] >> i % 64 & 1)
            *out = &affected->changes.items[i];
    ep_mem_free(bits);
    ep_label_forget(&rest);
    return status;
}

/* ---- which are chosen ---------------------------------------------------- */

static void choose_all(const struct view *view, struct affected *affected,
                       const struct change *why, const char *reason)
{
    affected->of_all = why;
    for (size_t i = 0; i < affected->n; i++)
        affected->tests[i].chosen = 1;
    if (why->first && why->end != UINT32_MAX)
        say_note("note: --affected %s: all tests, since %s:%" PRIu32 " %s",
                 view->options->affected, why->path, why->first, reason);
    else
        say_note("note: --affected %s: all tests, since %s %s",
                 view->options->affected, why->path, reason);
}

/* RUN was chosen: with it are RUN::TEST. */
static void choose_parts(struct affected *affected)
{
    for (size_t i = 0; i < affected->n; i++) {
        const char *run = affected->tests[i].name;
        size_t n = strlen(run);

        for (size_t j = 0; affected->tests[i].n_ran && j < affected->n; j++)
            if (strncmp(affected->tests[j].name, run, n) == 0 &&
                strncmp(affected->tests[j].name + n, "::", 2) == 0)
                affected->tests[j].chosen = 1;
    }
}

/* A change that is run by what is run, and no more. */
static int is_precise(const struct change *change)
{
    return change->file != EP_NONE && change->end != UINT32_MAX;
}

/* Each time the test that runs most that none chosen runs; of equals the one that
 * takes less time (Chvatal 1979). */
static int choose_fewest(struct affected *affected)
{
    uint64_t *left = ep_mem_zeroed(affected->n_words, sizeof *left);
    size_t best, most;

    if (!left)
        return EP_ENOMEM;
    for (size_t i = 0; i < affected->n; i++)
        affected->tests[i].chosen = 0;
    for (size_t i = 0; i < affected->changes.n; i++)
        left[i / 64] |= (uint64_t)is_precise(&affected->changes.items[i])
                        << i % 64;
    do {
        best = 0;
        most = 0;
        for (size_t i = 0; i < affected->n; i++) {
            size_t n = 0;

            for (size_t j = 0; j < affected->changes.n; j++)
                n += (affected->tests[i].ran[j / 64] & left[j / 64]) >> j % 64 &
                     1;
            if (n > most) {
                most = n;
                best = i;
            }
        }
        for (size_t j = 0; most && j < affected->n_words; j++)
            left[j] &= ~affected->tests[best].ran[j];
        if (most)
            affected->tests[best].chosen = 1;
    } while (most);
    ep_mem_free(left);
    return EP_OK;
}

static int find_not_run(struct affected *affected)
{
    size_t n = affected->changes.n;

    affected->not_run = ep_mem_zeroed(n, sizeof(const struct change *));
    if (!affected->not_run)
        return EP_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        const struct change *change = &affected->changes.items[i];
        int ran = !is_precise(change);

        for (size_t j = 0; !ran && j < affected->n; j++)
            ran = (int)(affected->tests[j].ran[i / 64] >> i % 64 & 1);
        if (!ran)
            affected->not_run[affected->n_not_run++] = change;
    }
    return EP_OK;
}

static int by_time(const void *left, const void *right)
{
    const struct affected_test *a = left, *b = right;

    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int choose(struct view *view, struct affected *affected)
{
    const struct change *outside;
    int status = find_outside(view, affected, &outside);

    for (size_t i = 0; i < affected->changes.n && !affected->of_all; i++)
        if (affected->changes.items[i].file == EP_NONE)
            choose_all(view, affected, &affected->changes.items[i],
                       "has changed, which others include");
    if (!status && outside && !affected->of_all)
        choose_all(view, affected, outside, "ran outside of tests as well");
    choose_parts(affected);
    if (affected->n)
        qsort(affected->tests, affected->n, sizeof *affected->tests, by_time);
    if (!status)
        status = find_not_run(affected);
    if (!status && view->options->minimal)
        status = choose_fewest(affected);
    for (size_t i = 0; i < affected->n; i++)
        affected->n_chosen += (size_t)affected->tests[i].chosen;
    return status;
}

int affected_make(struct view *view, struct affected *out)
{
    struct maker maker = {view, out};
    int result;

    *out = (struct affected){0};
    result = old_changes_make(view, &out->changes);
    out->n_words = out->changes.n / 64 + 1;
    if (result == EXIT_DONE)
        result = cover_each_test(view, add_test, &maker);
    if (result == EXIT_DONE && choose(view, out)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    }
    return result;
}
