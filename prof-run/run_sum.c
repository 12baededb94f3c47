/* SPDX-License-Identifier: MIT */
#include "run_sum.h"

#include "format/file.h"
#include "tool/alive.h"
#include "tool/command.h"
#include "tool/embed.h"
#include "tool/gather.h"
#include "tool/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ENOUGH_RUNS  256u
#define ENOUGH_BYTES (UINT64_C(64) << 20)
#define PAUSE_MS     2000
#define SHARE        50 /* of the time, one part is for sums */
#define TRIES        100

/* ---- one run ------------------------------------------------------------- */

/* The process was killed before it counted anything: its file has no head. */
static int is_blank(const char *path)
{
    char start[8] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n;

    if (fd < 0)
        return 0;
    n = read(fd, start, sizeof start);
    (void)close(fd);
    return n == 0 ||
           (n == sizeof start && memcmp(start, "\0\0\0\0\0\0\0", 8) == 0);
}

/* What no reader likes is kept out of the way, under a name of its own. */
static void set_aside(const char *folder, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    char place[PATH_MAX], to[2 * PATH_MAX];

    if (strncmp(path, folder, strlen(folder)) != 0 ||
        folder_join(folder, "unreadable", place, NULL) ||
        strncmp(path, place, strlen(place)) == 0 ||
        (mkdir(place, 0700) && errno != EEXIST))
        return;
    (void)snprintf(to, sizeof to, "%s/%s", place, name);
    for (unsigned i = 1; link(path, to) && errno == EEXIST; i++)
        (void)snprintf(to, sizeof to, "%s/%s.%u", place, name, i);
    if (access(to, F_OK) == 0)
        (void)unlink(path);
}

/* [N-]PID.PROGRAM.prof has a program's name, *SIZE bytes; NULL: it has none. */
static const char *program_of(const char *path, size_t *size)
{
    const char *slash = strrchr(path, '/'), *end = NULL;
    const char *at = slash ? slash + 1 : path;

    at += strspn(at, "0123456789");
    if (*at == '-')
        at += 1 + strspn(at + 1, "0123456789");
    for (const char *next = at; (next = strstr(next, ".prof")) != NULL; next++)
        end = next;
    if (*at != '.' || !end || end <= at)
        return NULL;
    *size = (size_t)(end - at - 1);
    return at + 1;
}

/* A run that no one gave a label has its program's name for one. */
static int label_run(const char *path, struct ep_counts *counts)
{
    size_t size;
    const char *name = program_of(path, &size);

    if (!name || counts->n_labels)
        return EP_OK;
    if (ep_counts_add_label(counts, counts->runs, name, size))
        return EP_ENOMEM;
    return ep_counts_fill_sole_label(counts);
}

/* Where the run PATH was before it was put into a batch, or aside: its reset is there
 * still.  PATH, or OUT. */
static const char *place_before(const char *path, char out[PATH_MAX])
{
    const char *name = strrchr(path, '/');
    char *within;
    enum entry entry;

    if (!name)
        return path;
    (void)snprintf(out, PATH_MAX, "%.*s", (int)(name - path), path);
    within = strrchr(out, '/');
    entry = within ? folder_entry(within + 1) : ENTRY_OTHER;
    if (entry != ENTRY_BATCH && entry != ENTRY_UNREADABLE)
        return path;
    (void)snprintf(within, (size_t)(PATH_MAX - (within - out)), "%s", name);
    return out;
}

/* FOLDER, where what is unreadable is set aside; NULL: it is left. */
static int take_run(const void *folder, const char *path,
                    struct ep_merge *merge, struct ep_diag *diag)
{
    struct ep_counts counts;
    char before[PATH_MAX];
    int status;

    if (is_blank(path))
        return EP_OK;
    status =
        ep_file_read_moved(path, place_before(path, before), diag, &counts);
    if (!status) {
        status = alive_apply(NULL, &counts);
        if (!status)
            status = label_run(path, &counts);
        if (!status)
            status = ep_merge_add(merge, &counts, path, diag);
        ep_counts_release(&counts);
    }
    if (status && status != EP_ENOMEM && folder)
        set_aside(((const struct folder *)folder)->path, path);
    return status;
}

/* ---- batches ------------------------------------------------------------- */

long long now_ms(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now))
        return 0;
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

struct ended {
    const struct folder *folder;
    size_t n;
    uint64_t bytes;
    char batch[PATH_MAX]; /* where they go */
    size_t *taken;
};

static int is_for_batch(const struct folder *folder, const char *name)
{
    enum entry entry = folder_entry(name);

    return (entry == ENTRY_RUN || entry == ENTRY_NESTED_SUM) &&
           folder_has_ended(folder, name);
}

static int count_ended(void *context, const char *path, const char *name)
{
    struct ended *ended = context;
    char entry[PATH_MAX];
    struct stat there;

    if (!is_for_batch(ended->folder, name) ||
        folder_join(path, name, entry, NULL) || lstat(entry, &there))
        return EP_OK;
    ended->n++;
    ended->bytes += (uint64_t)there.st_blocks * 512;
    return EP_OK;
}

/* A number before its name makes it new, where processes had the same one. */
static int move_ended(void *context, const char *path, const char *name)
{
    struct ended *ended = context;
    char from[PATH_MAX], to[2 * PATH_MAX];

    if (!is_for_batch(ended->folder, name) ||
        folder_join(path, name, from, NULL))
        return EP_OK;
    (void)snprintf(to, sizeof to, "%s/%zu-%s", ended->batch, *ended->taken,
                   name);
    if (folder_entry(name) == ENTRY_NESTED_SUM) {
        /* It stands for a folder, which only its name says. */
        char whole[PATH_MAX];

        (void)snprintf(whole, sizeof whole, "%.*s",
                       (int)(strlen(from) - strlen(".sum")), from);
        if (access(whole, F_OK) == 0 && !folder_remove(whole))
            return EP_OK;
    }
    if (rename(from, to) == 0)
        ++*ended->taken;
    return EP_OK;
}

static int list_file(void *context, const char *path, const char *name)
{
    char entry[PATH_MAX];

    return folder_join(path, name, entry, NULL)
               ? EP_OK
               : inputs_add(context, entry, NULL);
}

/* The sum OLD, unless that is NULL, and all of the folder BATCH as the sum OUT. */
static int add_batch(const struct folder *folder, const char *old,
                     const char *batch, const char *out, struct ep_diag *diag)
{
    const struct gather how = {
        .take = take_run, .context = folder, .quiet = 1, .jobs = 1};
    const struct binaries none = {0};
    struct inputs inputs = {0};
    struct ep_merge merge = {0};
    int status = old ? inputs_add(&inputs, old, diag) : EP_OK;

    if (!status)
        status = folder_each(batch, list_file, &inputs, diag);
    if (!status && gather(&how, &inputs, &merge) != EXIT_DONE)
        status = EP_ENOMEM;
    if (!status)
        status = embed_notes(&merge.sum, &none, 1);
    if (!status && old && access(old, F_OK))
        status = ep_fail(diag, EP_EFORMAT, "%s: unreadable", old);
    if (!status)
        status = ep_counts_write(&merge.sum, out, diag);
    ep_merge_release(&merge);
    inputs_release(&inputs);
    return status;
}

/* PATH/WHAT.NUMBER into OUT. */
static int numbered(const char *path, const char *what, unsigned long number,
                    char out[PATH_MAX], struct ep_diag *diag)
{
    char name[48];

    (void)snprintf(name, sizeof name, "%s.%lu", what, number);
    return folder_join(path, name, out, diag);
}

static int make_sum(struct sums *sums, struct ended *ended,
                    struct ep_diag *diag)
{
    const char *path = sums->folder->path;
    char old[PATH_MAX], out[PATH_MAX];
    int status = numbered(path, "sum", sums->newest, old, diag);

    if (!status)
        status = numbered(path, "sum", sums->newest + 1, out, diag);
    if (!status)
        status = numbered(path, "batch", sums->newest + 1, ended->batch, diag);
    if (status)
        return status;
    if (mkdir(ended->batch, 0700))
        return ep_fail(diag, EP_EIO, "%s: %s", ended->batch, strerror(errno));
    status = folder_each(path, move_ended, ended, diag);
    if (!status)
        status = add_batch(sums->folder, sums->newest ? old : NULL,
                           ended->batch, out, diag);
    if (status)
        return status;
    folder_drop(ended->batch);
    if (sums->newest)
        (void)unlink(old);
    sums->newest++;
    return EP_OK;
}

void sums_step(struct sums *sums)
{
    struct ended ended = {.folder = sums->folder, .taken = &sums->taken};
    struct ep_diag diag = {{0}};
    long long start = now_ms();
    int status;

    if (sums->stopped)
        return;
    status = folder_each(sums->folder->path, count_ended, &ended, &diag);
    if (!status && ended.n < ENOUGH_RUNS && ended.bytes < ENOUGH_BYTES &&
        (ended.n == 0 || start < sums->next_ms))
        return;
    if (!status)
        status = make_sum(sums, &ended, &diag);
    sums->next_ms = now_ms();
    sums->next_ms += PAUSE_MS + SHARE * (sums->next_ms - start);
    if (!status)
        return;
    sums->stopped = 1;
    say_warning("%s; runs are added up at the end", ep_words(&diag, status));
}

/* ---- all ----------------------------------------------------------------- */

/* Take off MERGE what the files of RESETS have. */
static int take_off(const struct inputs *resets, struct ep_merge *merge,
                    struct ep_diag *diag)
{
    int status = EP_OK;

    for (size_t i = 0; i < resets->n && !status; i++) {
        const char *path = resets->files[i].path;
        struct ep_counts reset;

        status = ep_file_read_all(path, diag, &reset);
        if (!status)
            status = ep_merge_subtract(merge, &reset, path, diag);
        if (!status || status == EP_EMATCH)
            ep_counts_release(&reset);
    }
    return status;
}

int sum_all(const struct folder *folder, const char *kept,
            struct ep_merge *merge)
{
    const struct gather how = {.take = take_run, .context = folder};
    struct ep_diag diag = {{0}};
    struct inputs inputs = {0}, resets = {0};
    int status = folder_list(folder->path, &inputs, &resets, &diag);
    int result = EXIT_DONE;

    if (!status && kept)
        status = inputs_add(&inputs, kept, &diag);
    if (!status)
        result = gather(&how, &inputs, merge);
    if (!status && result == EXIT_DONE)
        status = take_off(&resets, merge, &diag);
    inputs_release(&inputs);
    inputs_release(&resets);
    if (!status)
        return result;
    say_error("%s", ep_words(&diag, status));
    return EXIT_TROUBLE;
}

/* ---- as of now ----------------------------------------------------------- */

/* Stands for which sums and batches there are; runs that are new do not matter. */
static int hash_state(void *context, const char *path, const char *name)
{
    uint64_t *state = context;
    enum entry entry = folder_entry(name);
    char full[PATH_MAX];

    if (entry == ENTRY_RUN || entry == ENTRY_TEMPORARY ||
        entry == ENTRY_RUN_RESET || entry == ENTRY_OTHER ||
        folder_join(path, name, full, NULL))
        return EP_OK;
    *state ^= ep_hash(EP_HASH_START, full, strlen(full)); /* in any order */
    if (entry == ENTRY_NESTED && folder_each(full, hash_state, state, NULL))
        *state ^= EP_HASH_START; /* it is gone meanwhile */
    return EP_OK;
}

/* One failure of many, which may be another's having taken the file, or folder. */
struct failure {
    int *status;
    struct ep_diag *diag;
};

static int take_now(const void *context, const char *path,
                    struct ep_merge *merge, struct ep_diag *diag)
{
    const struct failure *failure = context;
    int status = take_run(NULL, path, merge, diag);

    if (status)
        *failure->status =
            ep_fail(failure->diag, status, "%s", ep_words(diag, status));
    return status;
}

/* What is to be added up of the folder PATH: all, or of ENDED, that folder, only what
 * nobody counts into. */
static int list_wanted(const char *path, const struct folder *ended,
                       struct inputs *out, struct inputs *out_resets,
                       struct ep_diag *diag)
{
    return ended ? folder_list_ended(ended, out, diag)
                 : folder_list(path, out, out_resets, diag);
}

/* Add PATH up; whether all of it was the same before and after. */
static int add_as_it_is(const char *path, const struct folder *ended,
                        struct ep_merge *merge, struct ep_diag *diag,
                        int *out_same)
{
    int failed = EP_OK;
    struct ep_diag why = {{0}};
    const struct failure failure = {&failed, &why};
    const struct gather how = {
        .take = take_now, .context = &failure, .quiet = 1, .jobs = 1};
    struct inputs inputs = {0}, resets = {0};
    uint64_t first = 0, last = 0;
    int status = folder_each(path, hash_state, &first, diag);

    if (!status)
        failed = list_wanted(path, ended, &inputs, &resets, &why);
    if (!status && !failed && gather(&how, &inputs, merge) != EXIT_DONE)
        status = EP_ENOMEM;
    if (!status && !failed)
        failed = take_off(&resets, merge, &why);
    if (!status)
        status = folder_each(path, hash_state, &last, diag);
    *out_same = first == last;
    inputs_release(&inputs);
    inputs_release(&resets);
    if (!status && *out_same && failed)
        status = ep_fail(diag, failed, "%s", ep_words(&why, failed));
    return status;
}

static int add_now(const char *path, const struct folder *ended, int is_own,
                   struct ep_merge *merge, struct ep_diag *diag)
{
    const struct timespec moment = {0, 20000000};

    for (int i = 0; i < TRIES; i++) {
        int same, status = add_as_it_is(path, ended, merge, diag, &same);

        if (!status && same && !is_own && !folder_is_whole(path))
            status = ep_fail(diag, EP_EMATCH,
                             "%s: no folder of a prof-run that runs", path);

        if (status || same)
            return status;
        ep_merge_release(merge);
        *merge = (struct ep_merge){0};
        (void)nanosleep(&moment, NULL);
    }
    return ep_fail(diag, EP_EIO, "%s: changes all the time", path);
}

int sum_now(const char *path, int is_own, struct ep_merge *merge,
            struct ep_diag *diag)
{
    return add_now(path, NULL, is_own, merge, diag);
}

int sum_ended(const struct folder *folder, struct ep_merge *merge,
              struct ep_diag *diag)
{
    return add_now(folder->path, folder, 0, merge, diag);
}
