/* SPDX-License-Identifier: MIT */
#include "format/file.h"

#include "format/counts_read.h"
#include "format/merge.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define NAME_MAX_SIZE 4096 /* of a path, with the terminating zero */

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

/* Read the path that ENTRY has; whether its raw file is there still. */
static int read_name(struct ep_input *input,
                     const struct edgeprof_pool_entry *entry, int *out_is_raw)
{
    char name[NAME_MAX_SIZE];
    char *path;
    int status;

    *out_is_raw = 0;
    status = ep_input_all(input, name, entry->name_size, "an entry");
    if (status || entry->name_size == 0)
        return status;
    name[entry->name_size] = '\0';
    path = beside(input->path, name);
    if (!path)
        return EP_ENOMEM;
    *out_is_raw = is_raw_of(path, entry->ticket);
    ep_mem_free(path);
    return EP_OK;
}

/* Add the run file that comes next. */
static int add_run(struct ep_input *input, uint64_t entry,
                   struct ep_merge *merge)
{
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
    if (!status)
        status = ep_merge_add(merge, &one, input->path, input->diag);
    ep_counts_release(&one);
    return status;
}

static int read_entry(struct ep_input *input, uint64_t size,
                      struct ep_merge *merge)
{
    struct edgeprof_pool_entry entry;
    uint64_t start = input->offset;
    int is_raw;
    int status = ep_input_all(input, &entry, sizeof entry, "an entry");

    if (status)
        return status;
    if (entry.size > size - start || entry.size < sizeof entry ||
        entry.name_size > entry.size - sizeof entry ||
        entry.name_size >= NAME_MAX_SIZE)
        return broken(input, start, "damaged");
    status = read_name(input, &entry, &is_raw);
    if (!status && !entry.withdrawn && !is_raw)
        status = add_run(input, start, merge);
    if (status)
        return status;
    if (input->offset - start > entry.size)
        return broken(input, start, "damaged");
    return ep_input_skip(input, entry.size - (input->offset - start),
                         "an entry");
}

static int read_pool(struct ep_input *input, const uint8_t *head,
                     struct ep_counts *counts)
{
    struct ep_merge merge = {0};
    uint64_t size = 0;
    int status = read_pool_head(input, head, &size);

    while (!status && input->offset < size)
        status = read_entry(input, size, &merge);
    *counts = merge.sum;
    merge.sum = (struct ep_counts){0};
    ep_merge_release(&merge);
    return status;
}

/* ---- any ------------------------------------------------------------------ */

static int read_any(struct ep_input *input, struct ep_counts *counts)
{
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
        return read_pool(input, head, counts);
    return ep_fail(input->diag, EP_EFORMAT,
                   "%s: kind %" PRIu32
                   ", neither raw (1), run (2) nor pool (3)",
                   input->path, kind);
}

int ep_file_read(const char *path, struct ep_diag *diag, struct ep_counts *out)
{
    struct ep_input *input = ep_mem_resize(NULL, sizeof *input);
    int status;

    *out = (struct ep_counts){0};
    if (!input)
        return ep_fail(diag, EP_ENOMEM, "%s: out of memory", path);
    status = ep_input_open(input, path, diag);
    if (!status) {
        status = read_any(input, out);
        ep_input_close(input);
    }
    if (!status)
        status = ep_counts_fill_sole_label(out);
    if (status == EP_ENOMEM)
        (void)ep_fail(diag, status, "%s: out of memory", path);
    if (status)
        ep_counts_release(out);
    ep_mem_free(input);
    return status;
}
