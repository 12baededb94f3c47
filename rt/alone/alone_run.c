/* SPDX-License-Identifier: MIT
 *
 * alone_run.c - the run file (abi.h): what all regions counted, added up.
 *
 * A zlib stream may hold its bytes as they are.  Most counts are 0 and take no
 * room in a record, so the file is small all the same, and prof-merge packs it.
 */
#include "alone.h"

/* Bytes that grow; what they need at most is reserved before. */
struct bytes {
    uint8_t *data;
    size_t size;
};

static void put(struct bytes *to, const void *data, size_t size)
{
    const uint8_t *from = data;
    for (size_t i = 0; i < size; i++)
        to->data[to->size++] = from[i];
}

static void put_bytes(void *to, const void *data, size_t size)
{
    put(to, data, size);
}

static void put_number(void *to, uint64_t value)
{
    struct bytes *out = to;
    for (; value >= 0x80; value >>= 7)
        out->data[out->size++] = (uint8_t)(value | 0x80);
    out->data[out->size++] = (uint8_t)value;
}

static struct edgeprof_sink sink_of(struct bytes *out)
{
    return (struct edgeprof_sink){put_number, put_bytes, out};
}

/* ---- records --------------------------------------------------------------
 */

/* TO gets a record of TYPE, whose BODY is then empty again. */
static void put_record(struct bytes *to, enum edgeprof_record_type type,
                       struct bytes *body)
{
    put_number(to, type);
    put_number(to, body->size);
    put(to, body->data, body->size);
    body->size = 0;
}

static void put_module(struct bytes *out, const uint64_t *sums)
{
    static char path[EDGEPROF_PATH_MAX];
    const struct edgeprof_static *module = alone.module;
    long length = alone_call3(CALL_READLINK, (long)"/proc/self/exe", (long)path,
                              sizeof path);
    const struct edgeprof_sink sink = sink_of(out);
    const struct edgeprof_module_record record = {
        .id_kind = module->id_kind,
        .id_size = module->id_size,
        .id = module->id,
        .path = path,
        .path_size = length > 0 ? (size_t)length : 0,
        .n_counters = module->n_counters,
        .counts = sums};
    edgeprof_put_module(&sink, &record);
}

static void put_records(struct bytes *out, struct bytes *body, uint32_t flags,
                        const uint64_t *sums)
{
    const struct edgeprof_sink sink = sink_of(body);
    edgeprof_put_runs(&sink, 1, flags, flags & EDGEPROF_RUN_CUT ? 1 : 0);
    put_record(out, EDGEPROF_RECORD_RUNS, body);
    if (alone.label[0]) {
        edgeprof_put_label(&sink, 1, alone.label, alone_length(alone.label));
        put_record(out, EDGEPROF_RECORD_LABEL, body);
    }
    put_module(body, sums);
    put_record(out, EDGEPROF_RECORD_MODULE, body);
}

/* ---- the stream -----------------------------------------------------------
 */

enum { STORED = 65535, BLOCK_HEAD = 5, STREAM_ENDS = 6 };

static uint32_t adler(const uint8_t *at, size_t size)
{
    uint32_t low = 1, high = 0;
    while (size-- > 0) {
        low = (low + *at++) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

/* CRC-32, four bits at a time. */
static uint32_t crc(const void *data, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    const uint8_t *at = data;
    uint32_t sum = ~UINT32_C(0);
    while (size-- > 0) {
        sum ^= *at++;
        sum = sum >> 4 ^ table[sum & 15];
        sum = sum >> 4 ^ table[sum & 15];
    }
    return ~sum;
}

static void put_stream(struct bytes *out, const struct bytes *plain)
{
    static const uint8_t head[2] = {0x78, 0x01};
    uint32_t sum = adler(plain->data, plain->size);
    put(out, head, sizeof head);
    for (size_t at = 0; at < plain->size;) {
        size_t left = plain->size - at;
        uint32_t size = left < STORED ? (uint32_t)left : STORED;
        uint8_t block[BLOCK_HEAD] = {size == left, (uint8_t)size,
                                     (uint8_t)(size >> 8), (uint8_t)~size,
                                     (uint8_t)(~size >> 8)};
        put(out, block, sizeof block);
        put(out, plain->data + at, size);
        at += size;
    }
    for (unsigned shift = 32; shift > 0;) {
        shift -= 8;
        put_number(out, 0);
        out->data[out->size - 1] = (uint8_t)(sum >> shift);
    }
}

/* OUT: the file, its head and the records in PLAIN. */
static void put_file(struct bytes *out, const struct bytes *plain)
{
    struct edgeprof_run_head head = {.version = EDGEPROF_FILE_VERSION,
                                     .kind = EDGEPROF_KIND_RUN,
                                     .plain_size = plain->size};
    uint8_t *stream = out->data + sizeof head;
    for (size_t i = 0; i < sizeof head.magic; i++)
        head.magic[i] = EDGEPROF_MAGIC[i];
    out->size = sizeof head;
    put_stream(out, plain);
    head.packed_size = out->size - sizeof head;
    head.crc = crc(stream, head.packed_size);
    head.head_crc = crc(&head, offsetof(struct edgeprof_run_head, head_crc));
    for (size_t i = 0; i < sizeof head; i++)
        out->data[i] = ((const uint8_t *)&head)[i];
}

/* ---- the whole ------------------------------------------------------------
 */

static void add_up(uint64_t *sums)
{
    uint64_t n = alone.module->n_counters;
    for (uint64_t i = 0; i < n; i++)
        sums[i] = alone.section[i];
    for (struct alone_region *r = alone.regions; r; r = r->next)
        for (uint64_t i = 0; i < n; i++)
            sums[i] = edgeprof_add(sums[i], r->counters[i]);
}

/* Have alone.path be the file that is BYTES. */
static bool replace(const struct bytes *bytes)
{
    enum { WRITE_NEW = 0301 | 02000000 };
    static char temporary[EDGEPROF_PATH_MAX];
    size_t done = 0;
    long file, n;
    if (!alone_temporary(temporary))
        return false;
    alone_call3(CALL_UNLINK, (long)temporary, 0, 0);
    file = alone_call3(CALL_OPEN, (long)temporary, WRITE_NEW, 0666);
    if (file < 0)
        return false;
    do {
        n = edgeprof_call(CALL_PWRITE, file, (long)(bytes->data + done),
                          (long)(bytes->size - done), (long)done, 0, 0);
        done += n > 0 ? (size_t)n : 0;
    } while (n > 0 && done < bytes->size);
    alone_call3(CALL_CLOSE, file, 0, 0);
    if (done == bytes->size &&
        !alone_call3(CALL_RENAME, (long)temporary, (long)alone.path, 0))
        return true;
    alone_call3(CALL_UNLINK, (long)temporary, 0, 0);
    return false;
}

uint64_t *alone_write(uint32_t flags)
{
    /* A count has ten bytes at most, and two numbers of one byte before it. */
    uint64_t most = 3 * (uint64_t)EDGEPROF_RAW_PAGE + EDGEPROF_LABEL_MAX +
                    12 * alone.module->n_counters;
    uint64_t whole = most + most / STORED * BLOCK_HEAD + EDGEPROF_RAW_PAGE;
    uint8_t *memory = alone_map(NULL, 2 * whole + most, -1, 0);
    uint64_t *sums = alone_map(NULL, alone.size, -1, 0);
    bool done = false;
    if (memory && sums) {
        struct bytes plain = {memory, 0}, body = {memory + whole, 0};
        struct bytes file = {memory + whole + most, 0};
        add_up(sums);
        put_records(&plain, &body, flags, sums);
        put_file(&file, &plain);
        done = replace(&file);
    }
    alone_unmap(memory, 2 * whole + most);
    if (done)
        return sums;
    alone_unmap(sums, alone.size);
    return NULL;
}
