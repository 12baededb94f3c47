/* SPDX-License-Identifier: MIT
 *
 * fuzz.h - what the fuzz targets share: files in memory, and checks.
 *
 * MODEL Standard input and output are files in memory, so that core reads and
 *       writes "-" without touching a disk.  A run file's checksums and its
 *       compression would stop every mutation; so an input whose head says run
 *       is its unpacked records, and is packed here.
 * RULES A target must hold for every input; what it demands is demanded by a
 *       header of core.
 */
#ifndef EP_FUZZ_H
#define EP_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "base/pairs.h"
#include "format/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes of both heads before the kind, which is the next four. */
#define FUZZ_KIND_AT 12u
#define FUZZ_HEAD    16u

/* Stop with a stack trace: libFuzzer keeps the input. */
#define MUST(condition) fuzz_must((condition) != 0, #condition, __LINE__)

static inline void fuzz_must(int holds, const char *what, int line)
{
    if (holds)
        return;
    (void)fprintf(stderr, "line %d: not so: %s\n", line, what);
    abort();
}

/* FD becomes an empty file in memory, or again empty. */
static inline void fuzz_file(int fd)
{
    static int made[3];
    int memory;

    if (!made[fd]) {
        memory = memfd_create("fuzz", 0);
        MUST(memory >= 0 && dup2(memory, fd) == fd);
        (void)close(memory);
        made[fd] = 1;
    }
    MUST(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0);
}

static inline void fuzz_write(int fd, const void *data, size_t size)
{
    MUST(write(fd, data, size) == (ssize_t)size);
}

/* A few bytes may stand for 2^28 counters that are 0: reading gets this much
 * memory and no more. */
#define FUZZ_MEMORY (16u << 20)
static size_t fuzz_memory;

static inline void *fuzz_resize(void *old, size_t size)
{
    if (size == 0) {
        free(old);
        return NULL;
    }
    if (size > fuzz_memory)
        return NULL;
    fuzz_memory -= size;
    return realloc(old, size);
}

/* What a reader of standard input gets. */
static inline int fuzz_read_counts(const void *data, size_t size,
                                   struct ep_counts *out)
{
    struct ep_diag diag = {{0}};
    int status;

    fuzz_file(STDIN_FILENO);
    fuzz_write(STDIN_FILENO, data, size);
    MUST(lseek(STDIN_FILENO, 0, SEEK_SET) == 0);
    fuzz_memory = FUZZ_MEMORY;
    ep_mem_set(fuzz_resize);
    status = ep_file_read("-", &diag, out);
    ep_mem_set(NULL);
    MUST(!status == !diag.text[0]);
    if (status) /* empty after a failure */
        MUST(!out->runs && !out->n_modules && !out->n_labels);
    return status;
}

/* COUNTS as the bytes of a file, the caller's to free. */
static inline uint8_t *fuzz_write_counts(const struct ep_counts *counts,
                                         size_t *out_size)
{
    struct ep_diag diag = {{0}};
    uint8_t *bytes;
    off_t size;

    fuzz_file(STDOUT_FILENO);
    MUST(ep_counts_write(counts, "-", &diag) == EP_OK);
    size = lseek(STDOUT_FILENO, 0, SEEK_END);
    MUST(size > 0);
    bytes = malloc((size_t)size);
    MUST(bytes && pread(STDOUT_FILENO, bytes, (size_t)size, 0) == size);
    *out_size = (size_t)size;
    return bytes;
}

/* A zlib stream of stored blocks (RFC 1950, 1951) at OUT; returns its size. */
static inline size_t fuzz_store(const uint8_t *plain, size_t size, uint8_t *out)
{
    uLong sum = adler32(adler32(0, NULL, 0), plain, (uInt)size);
    uint8_t *at = out;
    size_t n;

    *at++ = 0x78;
    *at++ = 0x01;
    do {
        n = size < 0xffff ? size : 0xffff;
        size -= n;
        *at++ = size == 0;
        *at++ = (uint8_t)n;
        *at++ = (uint8_t)(n >> 8);
        *at++ = (uint8_t)~n;
        *at++ = (uint8_t)(~n >> 8);
        memcpy(at, plain, n);
        at += n;
        plain += n;
    } while (size > 0);
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (uint8_t)(sum >> shift);
    return (size_t)(at - out);
}

/* The run file whose records are PLAIN, the caller's to free.  Not compressed:
 * deflate's memory would cost more than all else. */
static inline uint8_t *fuzz_pack(const uint8_t *plain, size_t size,
                                 size_t *out_size)
{
    struct edgeprof_run_head head = {.version = EDGEPROF_FILE_VERSION,
                                     .kind = EDGEPROF_KIND_RUN,
                                     .plain_size = size};
    uint8_t *file = malloc(sizeof head + size + 5 * (size / 0xffff + 1) + 6);

    MUST(file);
    memcpy(head.magic, EDGEPROF_MAGIC, sizeof head.magic);
    head.packed_size = fuzz_store(plain, size, file + sizeof head);
    head.crc = (uint32_t)crc32(0, file + sizeof head, (uInt)head.packed_size);
    head.head_crc = (uint32_t)crc32(
        0, (const Bytef *)&head, offsetof(struct edgeprof_run_head, head_crc));
    memcpy(file, &head, sizeof head);
    *out_size = sizeof head + (size_t)head.packed_size;
    return file;
}

/* The profile that an input stands for: a raw file as it is, else the records
 * of a run file behind sixteen bytes of head. */
static inline int fuzz_counts(const uint8_t *data, size_t size,
                              struct ep_counts *out)
{
    size_t packed_size;
    uint8_t *packed;
    int status;

    if (size < FUZZ_HEAD || data[FUZZ_KIND_AT] == EDGEPROF_KIND_RAW)
        return fuzz_read_counts(data, size, out);
    packed = fuzz_pack(data + FUZZ_HEAD, size - FUZZ_HEAD, &packed_size);
    status = fuzz_read_counts(packed, packed_size, out);
    free(packed);
    return status;
}

/* Of all that COUNTS says of its module INDEX, of all runs or of a label's. */
static inline uint64_t fuzz_module(const struct ep_counts *counts, size_t index,
                                   const uint64_t *values)
{
    const struct ep_module *module = &counts->modules[index];
    uint64_t hash = ep_hash(module->id_kind, module->id, module->id_size);

    hash = ep_hash(hash, module->path, strlen(module->path) + 1);
    return ep_hash(hash, values, module->n_counters * sizeof *values);
}

static inline uint64_t fuzz_label(const struct ep_counts *counts,
                                  const struct ep_label *label)
{
    uint64_t hash = ep_hash(label->runs, label->text, strlen(label->text));

    if (!label->kept)
        return hash;
    hash = ep_hash_u64(hash, label->cut);
    hash = ep_hash_u64(hash, label->flags);
    for (size_t i = 0; i < label->n_counts; i++) {
        const struct ep_label_counts *part = &label->counts[i];
        size_t n = counts->modules[part->module].n_counters;
        uint64_t *values = calloc(n + 1, sizeof *values);

        MUST(values);
        ep_pairs_add(ep_buf_reader(&part->pairs), values);
        hash += fuzz_module(counts, part->module, values);
        free(values);
    }
    return hash;
}

/* Of where a sample or a frame is, behind HASH. */
static inline uint64_t fuzz_place(const struct ep_sampling *sampling,
                                  uint64_t hash, uint32_t number,
                                  uint32_t place, uint64_t offset)
{
    const struct ep_sampled_object *object = &sampling->objects[number];
    struct ep_place where = ep_sampling_where(sampling, place);
    const char *texts[] = {object->path,
                           ep_sampling_words(sampling, where.function),
                           ep_sampling_words(sampling, where.home),
                           ep_sampling_words(sampling, where.file)};

    hash = ep_hash(hash, object->id, object->id_size);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = ep_hash(hash, texts[i], strlen(texts[i]) + 1);
    return ep_hash_u64(ep_hash_u64(hash, where.line), offset);
}

static inline uint64_t fuzz_nodes(const struct ep_sampling *sampling,
                                  uint64_t head)
{
    uint64_t *hashes = calloc(sampling->n_nodes + 1, sizeof *hashes);
    uint64_t digest = 0;

    MUST(hashes);
    hashes[0] = head + 1;
    for (size_t i = 0; i < sampling->n_nodes; i++) {
        const struct ep_node *node = &sampling->nodes[i];

        MUST(node->parent <= i);
        hashes[i + 1] = fuzz_place(sampling, hashes[node->parent], node->object,
                                   node->place, node->offset);
        if (node->count)
            digest += ep_hash_u64(hashes[i + 1], node->count);
    }
    free(hashes);
    return digest;
}

/* Samplings that say nothing are not told from none. */
static inline uint64_t fuzz_sampling(const struct ep_sampling *sampling)
{
    uint64_t head = ep_hash_u64(EP_HASH_START, sampling->event);
    uint64_t digest;

    head = ep_hash_u64(ep_hash_u64(head, sampling->period), sampling->flags);
    digest = fuzz_nodes(sampling, head);
    for (size_t i = 0; i < sampling->n_items; i++) {
        const struct ep_sample *item = &sampling->items[i];

        if (item->count)
            digest += ep_hash_u64(fuzz_place(sampling, head, item->object,
                                             item->place, item->offset),
                                  item->count);
    }
    digest += ep_hash_u64(head, sampling->runs) - ep_hash_u64(head, 0);
    return digest +
           3 * (ep_hash_u64(head, sampling->lost) - ep_hash_u64(head, 0));
}

/* What two profiles of the same content have in common, whatever the order of
 * their modules and labels.  Labels of no run are not written. */
static inline uint64_t fuzz_digest(const struct ep_counts *counts)
{
    uint64_t digest = ep_hash_u64(EP_HASH_START, counts->runs);

    digest = ep_hash_u64(digest, counts->flags);
    digest = ep_hash_u64(digest, counts->cut);
    for (size_t i = 0; i < counts->n_labels; i++)
        if (counts->labels[i].runs)
            digest += fuzz_label(counts, &counts->labels[i]);
    for (size_t i = 0; i < counts->n_modules; i++) {
        const struct ep_module *module = &counts->modules[i];
        uint64_t hash = fuzz_module(counts, i, module->counts);

        if (module->notes)
            hash = ep_hash(ep_hash_u64(hash, module->notes_address),
                           module->notes, module->notes_size);
        digest += hash;
    }
    for (size_t i = 0; i < counts->samplings.n; i++)
        digest += fuzz_sampling(&counts->samplings.items[i]);
    return digest;
}

/* Whether both would be written as the same bytes. */
static inline int fuzz_equal(const struct ep_counts *a,
                             const struct ep_counts *b)
{
    size_t a_size, b_size;
    uint8_t *a_bytes = fuzz_write_counts(a, &a_size);
    uint8_t *b_bytes = fuzz_write_counts(b, &b_size);
    int equal = a_size == b_size && memcmp(a_bytes, b_bytes, a_size) == 0;

    free(a_bytes);
    free(b_bytes);
    return equal;
}

#endif
