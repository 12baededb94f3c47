/* SPDX-License-Identifier: MIT
 *
 * Reads the compressed file of one run, or of many merged.  First the packed
 * bytes are gathered as they arrive and their checksum is compared; only then
 * are they unpacked, and only then are records looked at.
 */
#include "base/pairs.h"
#include "format/counts_read.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#include <zlib.h>

/* Deflate cannot do better (a match of 258 bytes takes two bits at least), so
 * that a claim beyond this is false before a byte is unpacked. */
#define DEFLATE_MAX 1032u

#define PIECE (1u << 20)

static int broken(const struct ep_input *input, const char *fact)
{
    return ep_fail(input->diag, EP_EFORMAT, "%s: %s", input->path, fact);
}

int ep_counts_read_head(struct ep_input *input, const uint8_t *start, void *out,
                        size_t size)
{
    memcpy(out, start, EP_INPUT_HEAD);
    return ep_input_all(input, (uint8_t *)out + EP_INPUT_HEAD,
                        size - EP_INPUT_HEAD, "its head");
}

static int read_head(struct ep_input *input, const uint8_t *start,
                     struct edgeprof_run_head *head)
{
    uLong crc;
    int status = ep_counts_read_head(input, start, head, sizeof *head);

    if (status)
        return status;
    crc = crc32(0, (const Bytef *)head,
                offsetof(struct edgeprof_run_head, head_crc));
    if (head->head_crc != crc)
        return broken(input, "damaged head, its checksum differs");
    if (head->plain_size / DEFLATE_MAX > head->packed_size)
        return broken(input, "damaged head, impossible sizes");
    return EP_OK;
}

/* Gather SIZE bytes; memory follows what arrives. */
static int read_packed(struct ep_input *input, uint64_t size,
                       struct ep_buf *packed)
{
    uint8_t piece[4096];
    size_t got;

    while (packed->size < size) {
        uint64_t left = size - packed->size;
        size_t wanted = left < sizeof piece ? (size_t)left : sizeof piece;
        int status = ep_input_some(input, piece, wanted, &got);

        if (status)
            return status;
        ep_buf_add(packed, piece, got);
        if (packed->failed)
            return EP_ENOMEM;
        if (got < wanted)
            return ep_fail(input->diag, EP_EFORMAT,
                           "%s: cut off, %" PRIu64 " bytes are missing",
                           input->path, left - got);
    }
    return EP_OK;
}

static int check_packed(const struct ep_input *input, uint32_t expected,
                        const struct ep_buf *packed)
{
    uLong crc = crc32_z(0, (const Bytef *)packed->data, packed->size);

    if (crc != expected)
        return broken(input, "damaged, the checksum differs");
    return EP_OK;
}

static int inflate_all(z_stream *stream, const struct ep_buf *packed,
                       uint64_t plain_size, struct ep_buf *plain)
{
    static const size_t first = 4096;
    uint8_t small[4096];
    uint8_t *piece = small;
    size_t piece_size = first;
    size_t fed = 0;
    int state = Z_OK;

    while (state == Z_OK) {
        if (stream->avail_in == 0) {
            size_t n = packed->size - fed < PIECE ? packed->size - fed : PIECE;
            stream->next_in = (Bytef *)packed->data + fed;
            stream->avail_in = (uInt)n;
            fed += n;
        }
        stream->next_out = piece;
        stream->avail_out = (uInt)piece_size;
        state = inflate(stream, Z_NO_FLUSH);
        ep_buf_add(plain, piece, piece_size - stream->avail_out);
        if (plain->failed)
            return EP_ENOMEM;
        if (plain->size > plain_size)
            return EP_EFORMAT;
    }
    if (state == Z_MEM_ERROR)
        return EP_ENOMEM;
    if (state != Z_STREAM_END || stream->avail_in || fed < packed->size ||
        plain->size != plain_size)
        return EP_EFORMAT;
    return EP_OK;
}

static int unpack(struct ep_input *input, const struct ep_buf *packed,
                  uint64_t plain_size, struct ep_buf *plain)
{
    z_stream stream = {0};
    int status;

    if (inflateInit(&stream) != Z_OK)
        return EP_ENOMEM;
    status = inflate_all(&stream, packed, plain_size, plain);
    (void)inflateEnd(&stream);
    if (status == EP_EFORMAT)
        return broken(input, "damaged, its contents do not unpack");
    return status;
}

/* ---- records ------------------------------------------------------------- */

/* A record is LEB type, LEB size and that many bytes of what is said before its
 * reader; numbers are LEB unless their bytes are given. */

/* MODULE  id kind, id size, id; path size, path; n, then n counts as pairs */
static int read_module(struct ep_input *input, struct ep_reader *body,
                       struct ep_counts *counts, uint64_t *total)
{
    struct ep_module id = {.id_kind = (uint32_t)ep_read_leb(body)};
    uint64_t id_size = ep_read_leb(body);
    const uint8_t *bytes = ep_read_bytes(body, id_size);
    uint64_t path_size = ep_read_leb(body);
    const uint8_t *path = ep_read_bytes(body, path_size);
    uint64_t n = ep_read_leb(body);
    struct ep_module *module;
    char *text;

    if (body->bad || id_size == 0 || id_size > EDGEPROF_ID_MAX ||
        (id.id_kind != EDGEPROF_ID_BUILD && id.id_kind != EDGEPROF_ID_NOTES) ||
        memchr(path, '\0', (size_t)path_size) || n > EP_COUNTERS_MAX - *total ||
        ep_pairs_check(*body, n))
        return broken(input, "damaged module record");
    *total += n;
    id.id_size = (uint32_t)id_size;
    memcpy(id.id, bytes, (size_t)id_size);
    text = ep_mem_dup(path, (size_t)path_size);
    if (!text)
        return EP_ENOMEM;
    module = ep_counts_add_module(counts, &id, text, (size_t)n);
    ep_mem_free(text);
    if (!module)
        return EP_ENOMEM;
    ep_pairs_add(*body, module->counts);
    return EP_OK;
}

/* NOTES  8 bytes: address of the module's counter 0; to the end, the notes */
static int read_notes(struct ep_input *input, struct ep_reader *body,
                      struct ep_counts *counts)
{
    uint64_t address = ep_read_u64(body);
    size_t size = (size_t)(body->end - body->at);
    struct ep_module *module;

    if (body->bad || counts->n_modules == 0)
        return broken(input, "damaged notes record");
    module = &counts->modules[counts->n_modules - 1];
    if (module->notes)
        return broken(input, "two notes records for one module");
    module->notes = (uint8_t *)ep_mem_dup(body->at, size);
    if (!module->notes)
        return EP_ENOMEM;
    module->notes_size = size;
    module->notes_address = address;
    return EP_OK;
}

/* ENDED  of the MODULE before it, to the end: frames */
static int read_ended(struct ep_input *input, struct ep_reader *body,
                      struct ep_counts *counts)
{
    struct ep_module *module;
    int status = EP_EFORMAT;

    if (counts->n_modules) {
        module = &counts->modules[counts->n_modules - 1];
        if (!module->ended.n)
            status = ep_ended_read(body, module->n_counters, &module->ended);
    }
    return status == EP_EFORMAT
               ? broken(input, "damaged record of frames that ended")
               : status;
}

/* RUNS  runs, flags, runs that were cut off */
static int read_runs(struct ep_input *input, struct ep_reader *body,
                     struct ep_counts *counts)
{
    counts->runs = ep_read_leb(body);
    counts->flags = ep_read_leb(body);
    counts->cut = ep_read_leb(body);
    return body->bad || counts->cut > counts->runs
               ? broken(input, "damaged runs record")
               : EP_OK;
}

/* LABEL  runs; to the end, the text */
static int read_label(struct ep_input *input, struct ep_reader *body,
                      struct ep_counts *counts)
{
    uint64_t runs = ep_read_leb(body);

    if (body->bad)
        return broken(input, "damaged label record");
    return ep_counts_add_label(counts, runs, body->at,
                               (size_t)(body->end - body->at));
}

/* One module of a label's counts: its number, size, counts as pairs. */
static int read_part(struct ep_reader *body, struct ep_label *label,
                     const struct ep_counts *counts)
{
    uint64_t number = ep_read_leb(body);
    uint64_t size = ep_read_leb(body);
    struct ep_reader pairs = {.at = ep_read_bytes(body, size)};

    if (!pairs.at)
        return EP_EFORMAT;
    pairs.end = pairs.at + size;
    if (number >= counts->n_modules || ep_label_find(label, (uint32_t)number) ||
        ep_pairs_check(pairs, counts->modules[number].n_counters))
        return EP_EFORMAT;
    return ep_label_add(label, (uint32_t)number, pairs,
                        counts->modules[number].n_counters);
}

/* LABELLED  number of the label, runs that were cut off, flags; to the end,
 * its modules */
static int read_labelled(struct ep_input *input, struct ep_reader *body,
                         struct ep_counts *counts)
{
    uint64_t number = ep_read_leb(body);
    uint64_t cut = ep_read_leb(body);
    uint64_t flags = ep_read_leb(body);
    struct ep_label *label;
    int status = EP_OK;

    if (body->bad || number >= counts->n_labels ||
        counts->labels[number].kept || cut > counts->labels[number].runs)
        return broken(input, "damaged record of a label's counts");
    label = &counts->labels[number];
    label->kept = 1;
    label->cut = cut;
    label->flags = flags;
    while (!status && body->at != body->end)
        status = read_part(body, label, counts);
    return status == EP_EFORMAT
               ? broken(input, "damaged record of a label's counts")
               : status;
}

/* TIMES  number of the label, runs that were timed, nanoseconds */
static int read_times(struct ep_input *input, struct ep_reader *body,
                      struct ep_counts *counts)
{
    uint64_t number = ep_read_leb(body);
    uint64_t timed = ep_read_leb(body);
    uint64_t time = ep_read_leb(body);

    if (body->bad || number >= counts->n_labels ||
        timed > counts->labels[number].runs || counts->labels[number].timed)
        return broken(input, "damaged record of a label's time");
    counts->labels[number].timed = timed;
    counts->labels[number].time = time;
    return EP_OK;
}

/* TICKET  of the run, which is one */
static int read_ticket(struct ep_input *input, struct ep_reader *body,
                       struct ep_counts *counts)
{
    const uint8_t *bytes = ep_read_bytes(body, sizeof counts->ticket);

    if (body->bad || body->at != body->end)
        return broken(input, "damaged ticket");
    memcpy(counts->ticket, bytes, sizeof counts->ticket);
    return EP_OK;
}

static int read_samples(struct ep_input *input, struct ep_reader *body,
                        struct ep_counts *counts)
{
    int status = ep_sampling_read(body, &counts->samplings);

    return status == EP_EFORMAT ? broken(input, "damaged samples record")
                                : status;
}

static int read_stacks(struct ep_input *input, struct ep_reader *body,
                       struct ep_counts *counts)
{
    int status = ep_sampling_read_stacks(body, &counts->samplings);

    return status == EP_EFORMAT ? broken(input, "damaged record of stacks")
                                : status;
}

static int read_trace(struct ep_input *input, struct ep_reader *body,
                      struct ep_counts *counts)
{
    int status = ep_call_trace_read(body, &counts->traces);

    return status == EP_EFORMAT ? broken(input, "damaged record of a trace")
                                : status;
}

static int read_records(struct ep_input *input, struct ep_reader *plain,
                        struct ep_counts *counts)
{
    uint64_t total = 0;
    int first = 1;

    while (plain->at != plain->end) {
        uint64_t type = ep_read_leb(plain);
        uint64_t size = ep_read_leb(plain);
        struct ep_reader body = {.at = ep_read_bytes(plain, size)};
        int status = EP_OK;

        if (!body.at)
            return broken(input, "damaged, a record ends after the file");
        body.end = body.at + size;
        if (first != (type == EDGEPROF_RECORD_RUNS))
            return broken(input, "damaged, its runs record is not the first");
        first = 0;
        if (type == EDGEPROF_RECORD_RUNS)
            status = read_runs(input, &body, counts);
        else if (type == EDGEPROF_RECORD_LABEL)
            status = read_label(input, &body, counts);
        else if (type == EDGEPROF_RECORD_MODULE)
            status = read_module(input, &body, counts, &total);
        else if (type == EDGEPROF_RECORD_NOTES)
            status = read_notes(input, &body, counts);
        else if (type == EDGEPROF_RECORD_ENDED)
            status = read_ended(input, &body, counts);
        else if (type == EDGEPROF_RECORD_LABELLED)
            status = read_labelled(input, &body, counts);
        else if (type == EDGEPROF_RECORD_SAMPLES)
            status = read_samples(input, &body, counts);
        else if (type == EDGEPROF_RECORD_STACKS)
            status = read_stacks(input, &body, counts);
        else if (type == EDGEPROF_RECORD_TRACE)
            status = read_trace(input, &body, counts);
        else if (type == EDGEPROF_RECORD_TIMES)
            status = read_times(input, &body, counts);
        else if (type == EDGEPROF_RECORD_TICKET)
            status = read_ticket(input, &body, counts);
        if (status)
            return status;
    }
    return first ? broken(input, "holds no run") : EP_OK;
}

int ep_counts_read_run(struct ep_input *input,
                       const uint8_t start[EP_INPUT_HEAD],
                       struct ep_counts *counts)
{
    struct edgeprof_run_head head;
    struct ep_buf packed = {0};
    struct ep_buf plain = {0};
    int status = read_head(input, start, &head);

    if (!status)
        status = read_packed(input, head.packed_size, &packed);
    if (!status)
        status = check_packed(input, head.crc, &packed);
    if (!status)
        status = unpack(input, &packed, head.plain_size, &plain);
    ep_buf_release(&packed);
    if (!status) {
        const uint8_t *bytes = (const uint8_t *)plain.data;
        struct ep_reader reader = {bytes, bytes + plain.size, 0};
        status = plain.size ? read_records(input, &reader, counts)
                            : broken(input, "holds no run");
    }
    ep_buf_release(&plain);
    return status;
}
