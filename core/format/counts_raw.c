/* SPDX-License-Identifier: MIT
 *
 * Reads the raw file of a process that was killed, or that still runs: a chain
 * of chunks, in one pass.  Counts are added up as they stream by, so that many
 * threads' regions cost the memory of one.
 *
 *   HEAD    magic version kind size flags pid label             one page
 *   MODULE  type size | id_kind id_size n_counters id path      numbered from 0
 *   COUNTS  type size | module offset n_counters ... counts     any number
 *   PARTS   type size | entries (counts_parts.c)              any number
 *   MAPS    type size | threads text_size text   where the process died
 *   STACK   type size | thread address size registers stack    (counts_stacks.c)
 *   RING    type size | thread cursor slots                    (counts_rings.c)
 *   NONE    type 0, or the file's end: nothing follows
 *
 * A chunk takes whole pages, of which `size` says the bytes.  The counts of a
 * COUNTS chunk begin `offset` bytes after its start.
 */
#include "format/counts_read.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define PAGE EDGEPROF_RAW_PAGE

/* MODULE chunks are numbered in file order; a library that was loaded twice has
 * two numbers and is one module. */
struct raw {
    struct ep_input *input;
    struct ep_counts *counts;
    uint32_t *module; /* chunk's number -> index into counts->modules */
    size_t *ring;     /* likewise -> 1 + the counter that is none, or 0 */
    size_t n_modules;
    size_t capacity;
    size_t ring_capacity;
    uint64_t total; /* counters allocated */
    uint64_t start; /* of the chunk being read, for messages */
    struct ep_raw_parts parts;
};

static int broken(const struct raw *raw, const char *fact)
{
    return ep_fail(raw->input->diag, EP_EFORMAT,
                   "%s: chunk at byte %" PRIu64 ": %s", raw->input->path,
                   raw->start, fact);
}

static int read_head(struct ep_input *input, const uint8_t *start,
                     struct ep_raw_parts *parts)
{
    struct edgeprof_raw_head head;
    struct ep_counts *counts = parts->counts;
    int status = ep_counts_read_head(input, start, &head, sizeof head);

    if (status)
        return status;
    if (head.size != PAGE || !memchr(head.label, '\0', sizeof head.label) ||
        !memchr(head.part, '\0', sizeof head.part))
        return ep_fail(input->diag, EP_EFORMAT, "%s: damaged head",
                       input->path);
    counts->runs = 1;
    counts->cut = 1;
    counts->pid = head.pid;
    counts->flags = head.flags | EDGEPROF_RUN_CUT;
    memcpy(parts->run, head.label, sizeof head.label);
    memcpy(parts->open, head.part, sizeof head.part);
    memcpy(counts->ticket, head.ticket, sizeof head.ticket);
    return ep_input_skip(input, PAGE - sizeof head, "its head");
}

static uint32_t find_module(const struct ep_counts *counts,
                            const struct ep_module *id)
{
    for (size_t i = 0; i < counts->n_modules; i++)
        if (ep_module_same(&counts->modules[i], id))
            return (uint32_t)i;
    return EP_NONE;
}

/* The module that CHUNK describes becomes the next number. */
static int note_module(struct raw *raw, const struct edgeprof_raw_module *chunk)
{
    struct ep_counts *counts = raw->counts;
    struct ep_module id = {.id_kind = chunk->id_kind,
                           .id_size = chunk->id_size};
    uint32_t index;

    memcpy(id.id, chunk->id, chunk->id_size);
    if (EP_GROW(raw->module, raw->n_modules, raw->capacity))
        return EP_ENOMEM;
    index = find_module(counts, &id);
    if (index == EP_NONE) {
        index = (uint32_t)counts->n_modules;
        raw->total += chunk->n_counters;
        if (raw->total > EP_COUNTERS_MAX)
            return broken(raw, "more counters than any program has");
        if (!ep_counts_add_module(counts, &id, chunk->path,
                                  (size_t)chunk->n_counters))
            return EP_ENOMEM;
    } else if (counts->modules[index].n_counters != chunk->n_counters) {
        return ep_fail(raw->input->diag, EP_EMATCH,
                       "%s: module %s has %" PRIu64 " counters, and %zu before",
                       raw->input->path, chunk->path, chunk->n_counters,
                       counts->modules[index].n_counters);
    }
    if (EP_GROW(raw->ring, raw->n_modules, raw->ring_capacity))
        return EP_ENOMEM;
    raw->ring[raw->n_modules] = (size_t)chunk->ring;
    raw->module[raw->n_modules++] = index;
    return EP_OK;
}

static int read_module(struct raw *raw, const struct edgeprof_raw_chunk *start)
{
    struct edgeprof_raw_module chunk = {.chunk = *start};
    int status = ep_input_all(raw->input, (char *)&chunk + sizeof *start,
                              sizeof chunk - sizeof *start, "a module");

    if (status)
        return status;
    if ((chunk.id_kind != EDGEPROF_ID_BUILD &&
         chunk.id_kind != EDGEPROF_ID_NOTES) ||
        chunk.id_size == 0 || chunk.id_size > EDGEPROF_ID_MAX)
        return broken(raw, "no module id");
    if (!memchr(chunk.path, '\0', sizeof chunk.path))
        return broken(raw, "path without end");
    if (chunk.n_counters > EP_COUNTERS_MAX)
        return broken(raw, "more counters than any program has");
    if (chunk.ring > chunk.n_counters)
        return broken(raw, "a ring that no counter stands for");
    status = note_module(raw, &chunk);
    if (status)
        return status;
    return ep_input_skip(raw->input, start->size - sizeof chunk, "a module");
}

/* Add the module's counters as they come. */
static int add_counts(struct raw *raw, struct ep_module *module, size_t ring)
{
    uint64_t piece[512];
    size_t n;

    for (size_t at = 0; at < module->n_counters; at += n) {
        int status;

        n = module->n_counters - at;
        if (n > sizeof piece / sizeof *piece)
            n = sizeof piece / sizeof *piece;
        status = ep_input_all(raw->input, piece, n * sizeof *piece, "counts");
        if (status)
            return status;
        for (size_t i = 0; i < n; i++)
            module->counts[at + i] =
                edgeprof_add(module->counts[at + i], piece[i]);
    }
    if (ring)
        module->counts[ring - 1] = 0;
    return EP_OK;
}

static int read_counts(struct raw *raw, const struct edgeprof_raw_chunk *start)
{
    struct edgeprof_raw_counts chunk = {.chunk = *start};
    struct ep_module *module;
    uint64_t end;
    int status = ep_input_all(raw->input, (char *)&chunk + sizeof *start,
                              sizeof chunk - sizeof *start, "counts");

    if (status)
        return status;
    if (chunk.module >= raw->n_modules)
        return broken(raw, "counts of a module that is not there");
    module = &raw->counts->modules[raw->module[chunk.module]];
    if (chunk.n_counters != module->n_counters)
        return ep_fail(raw->input->diag, EP_EMATCH,
                       "%s: %" PRIu64 " counts for module %s, which has %zu",
                       raw->input->path, chunk.n_counters, module->path,
                       module->n_counters);
    if (chunk.offset < sizeof chunk || chunk.offset % 8 ||
        chunk.offset > start->size ||
        chunk.n_counters > (start->size - chunk.offset) / 8)
        return broken(raw, "counts outside their chunk");
    end = chunk.offset + 8 * chunk.n_counters;
    status = ep_input_skip(raw->input, chunk.offset - sizeof chunk, "counts");
    if (!status)
        status = add_counts(raw, module, raw->ring[chunk.module]);
    if (status)
        return status;
    return ep_input_skip(raw->input, start->size - end, "counts");
}

static int read_chunks(struct raw *raw)
{
    struct edgeprof_raw_chunk chunk = {0};
    size_t got;

    for (;;) {
        int status;

        raw->start = raw->input->offset;
        status = ep_input_some(raw->input, &chunk, sizeof chunk, &got);
        if (status)
            return status;
        if (got == 0 || chunk.type == EDGEPROF_CHUNK_NONE)
            return EP_OK;
        if (got < sizeof chunk || chunk.size < PAGE || chunk.size % PAGE)
            return broken(raw, "damaged");
        if (chunk.type == EDGEPROF_CHUNK_MODULE)
            status = read_module(raw, &chunk);
        else if (chunk.type == EDGEPROF_CHUNK_COUNTS)
            status = read_counts(raw, &chunk);
        else if (chunk.type == EDGEPROF_CHUNK_PARTS)
            status = ep_counts_read_parts(raw->input, chunk.size - sizeof chunk,
                                          &raw->parts.entries);
        else if (chunk.type == EDGEPROF_CHUNK_MAPS)
            status =
                ep_counts_read_maps(raw->input, &chunk, &raw->counts->stacks);
        else if (chunk.type == EDGEPROF_CHUNK_STACK)
            status =
                ep_counts_read_stack(raw->input, &chunk, &raw->counts->stacks);
        else if (chunk.type == EDGEPROF_CHUNK_RING)
            status = ep_counts_read_ring(raw->input, &chunk, raw->counts);
        else
            status = broken(raw, "unknown type");
        if (status)
            return status;
    }
}

/* A raw file may serve another run as soon as its own has passed on to a pool.  A run file
 * that was written over its head meanwhile is of the same run. */
static int check_same(const struct raw *raw, const uint8_t *ticket)
{
    struct edgeprof_raw_head now;
    ssize_t n = pread(raw->input->fd, &now, sizeof now, 0);

    if (n != (ssize_t)sizeof now ||
        (memcmp(now.magic, EDGEPROF_MAGIC, sizeof now.magic) == 0 &&
         (now.kind == EDGEPROF_KIND_RUN ||
          memcmp(now.ticket, ticket, sizeof now.ticket) == 0)))
        return EP_OK;
    return ep_fail(raw->input->diag, EP_EFORMAT,
                   "%s: its run has ended meanwhile", raw->input->path);
}

int ep_counts_read_raw(struct ep_input *input,
                       const uint8_t head[EP_INPUT_HEAD],
                       struct ep_counts *counts)
{
    struct raw raw = {.input = input, .counts = counts, .parts.counts = counts};
    int status = read_head(input, head, &raw.parts);

    if (!status)
        status = read_chunks(&raw);
    if (!status)
        status = check_same(&raw, counts->ticket);
    raw.parts.module = raw.module;
    raw.parts.n_modules = raw.n_modules;
    if (!status)
        status = ep_counts_add_parts(&raw.parts, input);
    ep_buf_release(&raw.parts.entries);
    ep_mem_free(raw.module);
    ep_mem_free(raw.ring);
    return status;
}
