/* SPDX-License-Identifier: MIT */
#include "merge_image.h"

#include "format/sent.h"
#include "tool/core_memory.h"
#include "tool/say.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct image {
    const char *path;
    int fd;
    uint64_t size;
    const struct binaries *named;
    struct ep_merge *merge;
    struct ep_diag *diag;
    size_t n_runs; /* that were added */
};

/* ---- a run --------------------------------------------------------------- */

/* One run of PROGRAM; its counts are to be filled in.  NULL: no memory. */
static uint64_t *start_run(const struct ep_named_binary *program,
                           uint64_t flags, struct ep_counts *out)
{
    char *path = realpath(program->path, NULL);
    struct ep_module *module;

    *out = (struct ep_counts){.runs = 1, .flags = flags};
    out->cut = (flags & EDGEPROF_RUN_CUT) != 0;
    module = ep_counts_add_module(out, &program->binary.id,
                                  path ? path : program->path,
                                  program->binary.n_counters);
    free(path);
    return module ? module->counts : NULL;
}

static int end_run(struct image *image, int status, struct ep_counts *counts)
{
    if (!status)
        status = ep_merge_add(image->merge, counts, image->path, image->diag);
    if (!status)
        image->n_runs++;
    ep_counts_release(counts);
    return status;
}

/* ---- a log --------------------------------------------------------------- */

static const struct ep_named_binary *program_of(const struct image *image,
                                                const struct ep_sent *sent)
{
    const struct binaries *named = image->named;

    for (size_t i = 0; i < named->n; i++)
        if (named->items[i].binary.identity == sent->identity &&
            named->items[i].binary.n_counters == sent->n_counters)
            return &named->items[i];
    return NULL;
}

static int add_sent(struct image *image, const struct ep_sent *sent)
{
    const struct ep_named_binary *program = program_of(image, sent);
    struct ep_counts counts;
    uint64_t *to;
    int status = EP_ENOMEM;

    if (!program) {
        say_warning("%s:%" PRIu64 ": counts of no build that --binary names",
                    image->path, sent->line);
        return EP_OK;
    }
    to = start_run(program, sent->flags, &counts);
    if (to)
        status = ep_sent_unpack(sent, to);
    if (status == EP_EFORMAT) {
        say_warning("%s:%" PRIu64 ": counts that are damaged", image->path,
                    sent->line);
        ep_counts_release(&counts);
        return EP_OK;
    }
    return end_run(image, status, &counts);
}

static int add_all_sent(struct image *image, const struct ep_sent_list *list)
{
    const char *warning = list->warnings.data;
    int status = EP_OK;

    for (; warning && warning < list->warnings.data + list->warnings.size;
         warning += strlen(warning) + 1)
        say_warning("%s", warning);
    for (size_t i = 0; !status && i < list->n; i++)
        status = add_sent(image, &list->items[i]);
    if (!status && list->n && !image->n_runs)
        status = ep_fail(image->diag, EP_EMATCH,
                         "%s: no counts of a program that --binary names",
                         image->path);
    return status;
}

/* ---- the bytes of a section ---------------------------------------------- */

static int add_section(struct image *image, const struct ep_buf *bytes)
{
    const struct ep_named_binary *program = NULL;
    struct ep_counts counts;
    uint64_t *to;

    for (size_t i = 0; i < image->named->n; i++) {
        const struct ep_named_binary *item = &image->named->items[i];

        if (bytes->size == 0 || item->binary.n_counters * 8 != bytes->size)
            continue;
        if (program)
            return ep_fail(image->diag, EP_EMATCH,
                           "%s: %s has as many counters as %s: name the one "
                           "that it is of alone",
                           image->path, program->path, item->path);
        program = item;
    }
    if (!program)
        return ep_fail(image->diag, EP_EFORMAT,
                       "%s: no counts in it: neither lines of edgeprof_dump, "
                       "nor a core file, nor as many bytes as the section "
                       "edgeprof_cnts of what --binary names",
                       image->path);
    to = start_run(program, EDGEPROF_RUN_CUT, &counts);
    if (to)
        memcpy(to, bytes->data, bytes->size);
    return end_run(image, to ? EP_OK : EP_ENOMEM, &counts);
}

/* ---- the memory of a machine --------------------------------------------- */

/* Whether the memory has PROGRAM: what its counters are of, where it would be. */
static int has_program(const struct image *image,
                       const struct ep_binary *program)
{
    uint64_t hash = EP_HASH_START;
    uint8_t *ids;
    int found;

    if (!program->identity)
        return 0;
    ids = ep_mem_zeroed(program->ids_size, 1);
    found = ids && core_memory(image->fd, program->ids_address,
                               program->ids_size, ids);
    if (found)
        hash = ep_hash(hash, ids, program->ids_size);
    ep_mem_free(ids);
    return found && hash == program->identity;
}

static int add_memory(struct image *image)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < image->named->n; i++) {
        const struct ep_named_binary *item = &image->named->items[i];
        const struct ep_binary *program = &item->binary;
        struct ep_counts counts;
        uint64_t *to;

        if (!has_program(image, program))
            continue;
        to = start_run(item, EDGEPROF_RUN_CUT, &counts);
        status = to ? EP_OK : EP_ENOMEM;
        if (to && !core_memory(image->fd, program->address,
                               program->n_counters * 8, to))
            status = ep_fail(image->diag, EP_EFORMAT,
                             "%s: does not have the counters of %s",
                             image->path, item->path);
        status = end_run(image, status, &counts);
    }
    if (!status && !image->n_runs)
        status = ep_fail(image->diag, EP_EMATCH,
                         "%s: memory without a program that --binary names and "
                         "that was compiled with runtime=none",
                         image->path);
    return status;
}

/* ---- any ----------------------------------------------------------------- */

#define IMAGE_MAX (1u << 30) /* bytes that are read into memory */

static int read_all(const struct image *image, struct ep_buf *out)
{
    char piece[1u << 16];
    ssize_t n;

    while ((n = read(image->fd, piece, sizeof piece)) > 0) {
        if (out->size >= IMAGE_MAX)
            return ep_fail(image->diag, EP_EFORMAT,
                           "%s: more than 1 GiB: neither a log nor counters; "
                           "take memory off as an ELF core file",
                           image->path);
        ep_buf_add(out, piece, (size_t)n);
    }
    if (n < 0)
        return ep_fail(image->diag, EP_EIO, "%s: %s", image->path,
                       strerror(errno));
    return out->failed ? EP_ENOMEM : EP_OK;
}

static int add_bytes(struct image *image)
{
    struct ep_buf bytes = {0};
    struct ep_sent_list list = {0};
    int status = read_all(image, &bytes);

    if (!status)
        status = ep_sent_read(bytes.data, bytes.size, image->path, &list);
    if (!status)
        status = list.n || list.warnings.size ? add_all_sent(image, &list)
                                              : add_section(image, &bytes);
    if (!status && !image->n_runs)
        status = ep_fail(image->diag, EP_EFORMAT,
                         "%s: no counts in it that came whole", image->path);
    ep_sent_release(&list);
    ep_buf_release(&bytes);
    return status;
}

int image_add(const void *context, const char *path, struct ep_merge *merge,
              struct ep_diag *diag)
{
    struct image image = {
        .path = path, .named = context, .merge = merge, .diag = diag};
    char magic[4] = "";
    int status;

    if (image.named->n == 0)
        return ep_fail(diag, EP_EMATCH,
                       "%s: name the program that it is of with --binary",
                       path);
    image.fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO)
                                      : open(path, O_RDONLY | O_CLOEXEC);
    if (image.fd < 0)
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    if (pread(image.fd, magic, sizeof magic, 0) == sizeof magic &&
        memcmp(magic, "\177ELF", sizeof magic) == 0)
        status = add_memory(&image);
    else
        status = add_bytes(&image);
    (void)close(image.fd);
    if (status == EP_ENOMEM)
        (void)ep_fail(diag, status, "%s: out of memory", path);
    return status;
}
