/* SPDX-License-Identifier: MIT */
#include "format/file.h"

#include "format/counts_read.h"
#include "format/merge.h"
#include "format/reset.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define NAME_MAX_SIZE 4096 /* of a path, with the terminating zero */
#define TRIES         3

/* A file that is being read, and where the resets of its runs are: beside it, beside
 * another path, or not to be looked for. */
struct from {
    struct ep_input *input;
    int with_resets;
    const char *beside; /* NULL: the file */
};

/* ---- resets --------------------------------------------------------------- */

static int read_any(const struct from *from, struct ep_counts *counts);

/* The profile in the file PATH, of which nothing is taken off. */
static int read_plain(const char *path, const struct from *from,
                      struct ep_diag *diag, struct ep_counts *out)
{
    struct ep_input *input = ep_mem_resize(NULL, sizeof *input);
    struct from here = *from;
    int status;

    *out = (struct ep_counts){0};
    if (!input)
        return EP_ENOMEM;
    status = ep_input_open(input, path, diag);
    if (!status) {
        here.input = input;
        status = read_any(&here, out);
        ep_input_close(input);
    }
    if (!status)
        status = ep_counts_fill_sole_label(out);
    ep_mem_free(input);
    return status;
}

/* Take off COUNTS, of a run whose raw file is or was BESIDE, what it had counted when it
 * was reset, if it was.  EP_EMATCH: it has counted less. */
static int apply_reset(const char *beside, struct ep_counts *counts,
                       struct ep_diag *diag)
{
    static const uint8_t none[EDGEPROF_TICKET];
    struct ep_counts reset = {0};
    char *path;
    int status = EP_OK;

    if (memcmp(counts->ticket, none, sizeof none) == 0)
        return EP_OK;
    path = ep_reset_path(beside, counts->ticket);
    if (!path)
        return EP_ENOMEM;
    if (access(path, F_OK) == 0) {
        status = read_plain(path, &(struct from){0}, diag, &reset);
        if (!status)
            status = ep_reset_apply(counts, &reset, path, diag);
        ep_counts_release(&reset);
    }
    ep_mem_free(path);
    return status;
}

/* ---- pools ---------------------------------------------------------------- */

static int broken(const struct ep_input *input, uint64_t start,
                  const char *fact)
{
    return ep_fail(input->diag, EP_EFORMAT, "%s: entry at byte %" PRIu64 ": %s",
                   input->path, start, fact);
}

static int read_pool_head(struct ep_input *input, const uint8_t *start,
                          uint64_t *out_size)
{
    struct edgeprof_pool_head head;
    int status = ep_counts_read_head(input, start, &head, sizeof head);

    if (status)
        return status;
    if (head.crc != crc32(0, (const Bytef *)&head,
                          offsetof(struct edgeprof_pool_head, crc)))
        return ep_fail(input->diag, EP_EFORMAT,
                       "%s: damaged head, its checksum differs", input->path);
    *out_size = head.size;
    return EP_OK;
}

/* FROM, a path, as seen from the folder of the pool PATH; NULL: no memory. */
static char *beside(const char *path, const char *from)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash && from[0] != '/' ? (size_t)(slash - path) + 1 : 0;
    struct ep_buf text = {0};

    ep_buf_add(&text, path, folder);
    ep_buf_add(&text, from, strlen(from) + 1);
    if (!text.failed)
        return (char *)text.data;
    ep_buf_release(&text);
    return NULL;
}

/* Whether the file PATH is a raw one with TICKET. */
static int is_raw_of(const char *path, const uint8_t *ticket)
{
    struct edgeprof_raw_head head;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n;

    if (fd < 0)
        return 0;
    n = pread(fd, &head, sizeof head, 0);
    (void)close(fd);
    return n == (ssize_t)sizeof head && head.kind == EDGEPROF_KIND_RAW &&
           memcmp(head.magic, EDGEPROF_MAGIC, sizeof head.magic) == 0 &&
           memcmp(head.ticket, ticket, sizeof head.ticket) == 0;
}

/* Read the path that ENTRY has, which is the caller's; NULL: it has none. */
static int read_name(struct ep_input *input,
                     const struct edgeprof_pool_entry *entry, char **out)
{
    char name[NAME_MAX_SIZE];
    int status = ep_input_all(input, name, entry->name_size, "an entry");

    *out = NULL;
    if (status || entry->name_size == 0)
        return status;
    name[entry->name_size] = '\0';
    *out = beside(input->path, name);
    return *out ? EP_OK : EP_ENOMEM;
}

/* Add the run file that comes next, whose raw file was RAW, unless that is NULL. */
static int add_run(const struct from *from, uint64_t entry, const char *raw,
                   struct ep_merge *merge)
{
    struct ep_input *input = from->input;
    struct edgeprof_run_head head;
    uint8_t start[EP_INPUT_HEAD];
    struct ep_counts one = {0};
    int status = ep_input_all(input, start, sizeof start, "an entry");

    if (status)
        return status;
    memcpy(&head, start, sizeof start);
    if (memcmp(head.magic, EDGEPROF_MAGIC, sizeof head.magic) != 0 ||
        head.version != EDGEPROF_FILE_VERSION || head.kind != EDGEPROF_KIND_RUN)
        return broken(input, entry, "no run file");
    status = ep_counts_read_run(input, start, &one);
    if (!status)
        status = ep_counts_fill_sole_label(&one);
    if (!status && raw && from->with_resets)
        status = apply_reset(raw, &one, input->diag);
    if (!status)
        status = ep_merge_add(merge, &one, input->path, input->diag);
    ep_counts_release(&one);
    return status;
}

static int read_entry(const struct from *from, uint64_t size,
                      struct ep_merge *merge)
{
    struct ep_input *input = from->input;
    struct edgeprof_pool_entry entry;
    uint64_t start = input->offset;
    char *raw = NULL;
    int status = ep_input_all(input, &entry, sizeof entry, "an entry");

    if (status)
        return status;
    if (entry.size > size - start || entry.size < sizeof entry ||
        entry.name_size > entry.size - sizeof entry ||
        entry.name_size >= NAME_MAX_SIZE)
        return broken(input, start, "damaged");
    status = read_name(input, &entry, &raw);
    if (!status && !entry.withdrawn && !(raw && is_raw_of(raw, entry.ticket)))
        status = add_run(from, start, raw, merge);
    ep_mem_free(raw);
    if (status)
        return status;
    if (input->offset - start > entry.size)
        return broken(input, start, "damaged");
    return ep_input_skip(input, entry.size - (input->offset - start),
                         "an entry");
}

static int read_pool(const struct from *from, const uint8_t *head,
                     struct ep_counts *counts)
{
    struct ep_merge merge = {0};
    uint64_t size = 0;
    int status = read_pool_head(from->input, head, &size);

    while (!status && from->input->offset < size)
        status = read_entry(from, size, &merge);
    *counts = merge.sum;
    merge.sum = (struct ep_counts){0};
    ep_merge_release(&merge);
    return status;
}

/* ---- any ------------------------------------------------------------------ */

static int read_any(const struct from *from, struct ep_counts *counts)
{
    struct ep_input *input = from->input;
    uint8_t head[EP_INPUT_HEAD];
    struct ep_reader reader = {head + 8, head + sizeof head, 0};
    size_t got = 0;
    uint32_t version, kind;
    int status = ep_input_some(input, head, sizeof head, &got);

    if (status)
        return status;
    if (got == 0)
        return ep_fail(input->diag, EP_EFORMAT, "%s: empty", input->path);
    if (got < sizeof head || memcmp(head, EDGEPROF_MAGIC, 8) != 0)
        return ep_fail(input->diag, EP_EFORMAT, "%s: not an edgeprof file",
                       input->path);
    version = ep_read_u32(&reader);
    kind = ep_read_u32(&reader);
    if (version != EDGEPROF_FILE_VERSION)
        return ep_fail(input->diag, EP_EVERSION,
                       "%s: version %" PRIu32 " of the format, this program "
                       "reads version %u",
                       input->path, version, EDGEPROF_FILE_VERSION);
    if (kind == EDGEPROF_KIND_RAW)
        return ep_counts_read_raw(input, head, counts);
    if (kind == EDGEPROF_KIND_RUN)
        return ep_counts_read_run(input, head, counts);
    if (kind == EDGEPROF_KIND_POOL)
        return read_pool(from, head, counts);
    return ep_fail(input->diag, EP_EFORMAT,
                   "%s: kind %" PRIu32
                   ", neither raw (1), run (2) nor pool (3)",
                   input->path, kind);
}

static int read_less_resets(const char *path, const struct from *from,
                            struct ep_diag *diag, struct ep_counts *out)
{
    int status = read_plain(path, from, diag, out);

    if (!status && from->with_resets)
        status = apply_reset(from->beside ? from->beside : path, out, diag);
    return status;
}

/* A reset that came between the two readings has more than was read.  If that stays so,
 * the program has set its counts to 0 since, by edgeprof_reset: all are of later. */
static int read_file(const char *path, struct from from, struct ep_diag *diag,
                     struct ep_counts *out)
{
    for (int i = 1;; i++) {
        struct ep_diag why = {{0}};
        int status;

        from.with_resets = from.with_resets && i < TRIES;
        status = read_less_resets(path, &from, &why, out);
        if (!status)
            return EP_OK;
        ep_counts_release(out);
        if (status == EP_ENOMEM)
            return ep_fail(diag, status, "%s: out of memory", path);
        if (status != EP_EMATCH || !from.with_resets)
            return ep_fail(diag, status, "%s", why.text);
    }
}

int ep_file_read(const char *path, struct ep_diag *diag, struct ep_counts *out)
{
    return read_file(path, (struct from){.with_resets = strcmp(path, "-") != 0},
                     diag, out);
}

int ep_file_read_moved(const char *path, const char *was, struct ep_diag *diag,
                       struct ep_counts *out)
{
    return read_file(path, (struct from){.with_resets = 1, .beside = was}, diag,
                     out);
}

int ep_file_read_all(const char *path, struct ep_diag *diag,
                     struct ep_counts *out)
{
    return read_file(path, (struct from){0}, diag, out);
}
