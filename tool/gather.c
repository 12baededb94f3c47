/* SPDX-License-Identifier: MIT */
#include "tool/gather.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/command.h"
#include "tool/say.h"

#define SHARE_MIN 64u /* inputs that are worth a thread */
#define JOBS_MAX  64u
#define JOBS_SELF 8u /* unless the user wants more: each costs memory */

struct outcome {
    int status;
    char *why; /* owned; NULL: all is well, or memory ran out */
};

struct share {
    const struct gather *how;
    const struct inputs *inputs;
    size_t first;
    size_t end;
    struct ep_merge *merge;
    struct ep_merge own; /* what `merge` is, but for the first share */
    struct outcome *outcomes;
    atomic_size_t *done;
    pthread_t thread;
};

/* Whether FILE, found in a directory, is the last merge's output there. */
static int is_output(const struct input_file *file, const char *output)
{
    struct stat input, out;

    return file->found && output && stat(file->path, &input) == 0 &&
           stat(output, &out) == 0 && input.st_dev == out.st_dev &&
           input.st_ino == out.st_ino;
}

static void take_one(struct share *share, size_t i, struct ep_merge *merge)
{
    const struct input_file *file = &share->inputs->files[i];
    struct outcome *outcome = &share->outcomes[i];
    struct ep_diag diag = {{0}};

    ep_mem_free(outcome->why);
    *outcome = (struct outcome){EP_OK, NULL};
    if (is_output(file, share->how->output))
        return;
    outcome->status =
        share->how->take(share->how->context, file->path, merge, &diag);
    if (outcome->status)
        outcome->why = ep_mem_dup(diag.text, strlen(diag.text));
}

static void *take_share(void *context)
{
    struct share *share = context;

    if (share->first == 0)
        progress("inputs", 0, share->inputs->n);
    for (size_t i = share->first; i < share->end; i++) {
        size_t done;

        take_one(share, i, share->merge);
        done = atomic_fetch_add(share->done, 1) + 1;
        if (share->first == 0)
            progress("inputs", done, share->inputs->n);
    }
    return NULL;
}

/* ---- shares -------------------------------------------------------------- */

static size_t n_shares(const struct gather *how, const struct inputs *inputs)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = how->jobs;

    for (size_t i = 0; i < inputs->n; i++)
        if (strcmp(inputs->files[i].path, "-") == 0)
            return 1; /* it cannot be read again */
    if (jobs == 0) {
        jobs = processors > 0 ? (size_t)processors : 1;
        if (jobs > JOBS_SELF)
            jobs = JOBS_SELF;
    }
    if (jobs > JOBS_MAX)
        jobs = JOBS_MAX;
    if (jobs > inputs->n / SHARE_MIN)
        jobs = inputs->n / SHARE_MIN;
    return jobs ? jobs : 1;
}

/* One past the last input of share I of N. */
static size_t share_end(const struct inputs *inputs, size_t i, size_t n)
{
    return inputs->n * (i + 1) / n;
}

/* Add what SHARE came to.  If one of its modules is at odds with the inputs
 * before, which none of the share's was to know, take them one by one. */
static void add_share(struct share *share, struct ep_merge *merge)
{
    int status = ep_merge_add(merge, &share->own.sum, "", NULL);

    if (!status)
        status = ep_rings_take(&merge->sum.rings, &share->own.sum.rings);

    for (size_t i = share->first; status == EP_EMATCH && i < share->end; i++)
        take_one(share, i, merge);
    if (status == EP_ENOMEM)
        share->outcomes[share->first].status = status;
    ep_merge_release(&share->own);
}

/* Begin SHARE in a thread of its own; `merge` is NULL if none is to be had. */
static void start(struct share *share)
{
    share->merge = &share->own;
    if (pthread_create(&share->thread, NULL, take_share, share))
        share->merge = NULL;
}

static void finish(struct share *share, struct ep_merge *merge)
{
    if (share->merge) {
        (void)pthread_join(share->thread, NULL);
    } else {
        share->merge = &share->own;
        (void)take_share(share);
    }
    add_share(share, merge);
}

static void take_all(const struct gather *how, const struct inputs *inputs,
                     struct ep_merge *merge, struct outcome *outcomes)
{
    struct share shares[JOBS_MAX];
    size_t n = n_shares(how, inputs);
    atomic_size_t done = 0;

    shares[0] = (struct share){.how = how,
                               .inputs = inputs,
                               .end = share_end(inputs, 0, n),
                               .merge = merge,
                               .outcomes = outcomes,
                               .done = &done};
    for (size_t i = 1; i < n; i++) {
        shares[i] = shares[0];
        shares[i].first = shares[i - 1].end;
        shares[i].end = share_end(inputs, i, n);
        start(&shares[i]);
    }
    (void)take_share(&shares[0]);
    for (size_t i = 1; i < n; i++)
        finish(&shares[i], merge);
    progress_end();
}

/* ---- what is said of them ------------------------------------------------ */

static int say_outcomes(const struct gather *how, const struct inputs *inputs,
                        const struct outcome *outcomes)
{
    size_t skipped = 0;

    for (size_t i = 0; i < inputs->n; i++) {
        const struct outcome *outcome = &outcomes[i];
        const char *why = outcome->why ? outcome->why : "out of memory";

        if (!outcome->status)
            continue;
        if (how->strict || outcome->status == EP_ENOMEM) {
            say_error("%s", why);
            return EXIT_TROUBLE;
        }
        if (!how->quiet)
            say_warning("%s; skipped", why);
        skipped++;
    }
    if (how->skipped)
        *how->skipped = skipped;
    if (skipped && !how->quiet)
        say_note("%zu of %zu inputs skipped", skipped, inputs->n);
    return EXIT_DONE;
}

int gather(const struct gather *how, const struct inputs *inputs,
           struct ep_merge *merge)
{
    struct outcome *outcomes = ep_mem_zeroed(inputs->n, sizeof *outcomes);
    int result;

    if (!outcomes) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    take_all(how, inputs, merge, outcomes);
    result = say_outcomes(how, inputs, outcomes);
    for (size_t i = 0; i < inputs->n; i++)
        ep_mem_free(outcomes[i].why);
    ep_mem_free(outcomes);
    return result;
}
