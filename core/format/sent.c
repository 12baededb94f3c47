/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "format/sent.h"

#include <edgeprof/abi.h>

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

enum {
    HEAD = 6,
    CHECKSUM = 4,
    PART_MAX = HEAD + EDGEPROF_SENT_DATA + CHECKSUM
};

enum state {
    NONE,  /* the next part is a first one */
    WHOLE, /* all parts so far have come */
    LOST   /* some have not, as was said: the others are passed over */
};

/* A sending of which parts have come. */
struct open {
    uint32_t tag;
    enum state state;
    uint64_t line; /* where it begins */
    struct ep_buf data;
};

struct scan {
    const char *path;
    struct ep_sent_list *out;
    uint64_t line;
    uint64_t damaged; /* the last line that is; 0: none */
    struct open *open;
    size_t n;
    size_t capacity;
};

static uint32_t word(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void warn(struct scan *scan, const struct open *open, const char *fact,
                 uint64_t line)
{
    struct ep_buf *out = &scan->out->warnings;

    ep_buf_printf(
        out, "%s:%" PRIu64 ": counts that did not come whole: %s line %" PRIu64,
        scan->path, open->line, fact, line);
    ep_buf_add(out, "", 1);
}

static void lose(struct scan *scan, struct open *open)
{
    if (scan->damaged >= open->line)
        warn(scan, open, "damaged is", scan->damaged);
    else
        warn(scan, open, "some are missing before", scan->line);
    open->state = LOST;
}

/* ---- a sending ----------------------------------------------------------- */

static int is_same(const struct ep_sent *a, const struct ep_sent *b)
{
    return a->n_counters == b->n_counters && a->packed.size == b->packed.size &&
           memcmp(a->packed.data, b->packed.data, a->packed.size) == 0;
}

/* Programs that execute the same to the cycle, as some emulators do, may take one
 * number for two runs. */
static int add(struct ep_sent_list *list, struct ep_sent *sent)
{
    for (size_t i = 0; i < list->n; i++) {
        struct ep_sent *old = &list->items[i];

        if (old->identity != sent->identity || old->run != sent->run ||
            (old->number == sent->number && !is_same(old, sent)))
            continue;
        if (old->number < sent->number) {
            ep_buf_release(&old->packed);
            *old = *sent;
        } else {
            ep_buf_release(&sent->packed);
        }
        return EP_OK;
    }
    if (EP_GROW(list->items, list->n, list->capacity))
        return EP_ENOMEM;
    list->items[list->n++] = *sent;
    return EP_OK;
}

static int finish(struct scan *scan, struct open *open)
{
    const uint8_t *bytes = (const uint8_t *)open->data.data;
    size_t size = open->data.size < CHECKSUM ? 0 : open->data.size - CHECKSUM;
    struct ep_reader reader = {bytes, bytes + size, 0};
    struct ep_sent sent = {.line = open->line};
    int status;

    sent.identity = ep_read_u64(&reader);
    sent.run = ep_read_u32(&reader);
    sent.number = ep_read_leb(&reader);
    sent.flags = ep_read_leb(&reader) & EDGEPROF_RUN_CUT;
    sent.n_counters = ep_read_leb(&reader);
    if (reader.bad || crc32(0, bytes, (uInt)size) != word(bytes + size)) {
        warn(scan, open, "their checksum differs, on", scan->line);
        return EP_OK;
    }
    ep_buf_add(&sent.packed, reader.at, (size_t)(reader.end - reader.at));
    status = sent.packed.failed ? EP_ENOMEM : add(scan->out, &sent);
    if (status)
        ep_buf_release(&sent.packed);
    return status;
}

static struct open *find_open(struct scan *scan, uint32_t tag)
{
    for (size_t i = 0; i < scan->n; i++)
        if (scan->open[i].tag == tag)
            return &scan->open[i];
    if (EP_GROW(scan->open, scan->n, scan->capacity))
        return NULL;
    scan->open[scan->n] = (struct open){.tag = tag};
    return &scan->open[scan->n++];
}

/* What the part at OFFSET makes of OPEN. */
static void follow(struct scan *scan, struct open *open, uint32_t offset)
{
    if (open->state == WHOLE && offset != open->data.size)
        lose(scan, open);
    if (offset == 0) {
        ep_buf_clear(&open->data);
        open->line = scan->line;
        open->state = WHOLE;
    } else if (open->state == NONE) {
        open->line = scan->damaged ? scan->damaged : scan->line;
        lose(scan, open);
    }
}

static int take_part(struct scan *scan, const uint8_t *part, size_t size)
{
    struct open *open = find_open(scan, word(part) & 0xffff);
    uint32_t offset = word(part + 2);
    int is_last = (offset & EDGEPROF_SENT_LAST) != 0;
    int status = EP_OK;

    if (!open)
        return EP_ENOMEM;
    follow(scan, open, offset & ~EDGEPROF_SENT_LAST);
    if (open->state == WHOLE)
        ep_buf_add(&open->data, part + HEAD, size - HEAD);
    if (open->data.failed)
        return EP_ENOMEM;
    if (is_last && open->state == WHOLE)
        status = finish(scan, open);
    if (is_last)
        open->state = NONE;
    return status;
}

/* ---- the text ------------------------------------------------------------ */

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The bytes from AT on, at most one more than a part has; how many there are. */
static size_t read_hex(const char *at, const char *end, uint8_t *out)
{
    size_t n = 0;

    while (n <= PART_MAX && end - at >= 2 && digit(at[0]) >= 0 &&
           digit(at[1]) >= 0) {
        out[n++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
        at += 2;
    }
    return n;
}

static int read_part(struct scan *scan, const char *at, const char *end)
{
    uint8_t part[PART_MAX + 1];
    size_t size = read_hex(at, end, part);

    if (size == 0) /* somebody spoke of us */
        return EP_OK;
    if (size > HEAD + CHECKSUM && size <= PART_MAX &&
        crc32(0, part, (uInt)(size - CHECKSUM)) == word(part + size - CHECKSUM))
        return take_part(scan, part, size - CHECKSUM);
    scan->damaged = scan->line;
    return EP_OK;
}

static int scan_text(struct scan *scan, const char *at, const char *end)
{
    const size_t length = sizeof EDGEPROF_SENT_START - 1;
    int status = EP_OK;

    while (!status && at < end) {
        const char *start =
            memmem(at, (size_t)(end - at), EDGEPROF_SENT_START, length);

        for (const char *to = start ? start : end;
             (at = memchr(at, '\n', (size_t)(to - at))) != NULL; at++)
            scan->line++;
        if (!start)
            break;
        at = start + length;
        status = read_part(scan, at, end);
    }
    return status;
}

int ep_sent_read(const void *text, size_t size, const char *path,
                 struct ep_sent_list *out)
{
    struct scan scan = {.path = path, .out = out, .line = 1};
    int status;

    *out = (struct ep_sent_list){0};
    status = size ? scan_text(&scan, text, (const char *)text + size) : EP_OK;
    for (size_t i = 0; i < scan.n; i++) {
        if (!status && scan.open[i].state == WHOLE)
            lose(&scan, &scan.open[i]);
        ep_buf_release(&scan.open[i].data);
    }
    ep_mem_free(scan.open);
    if (out->warnings.failed)
        status = EP_ENOMEM;
    if (status)
        ep_sent_release(out);
    return status;
}

void ep_sent_release(struct ep_sent_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        ep_buf_release(&list->items[i].packed);
    ep_mem_free(list->items);
    ep_buf_release(&list->warnings);
    *list = (struct ep_sent_list){0};
}

int ep_sent_unpack(const struct ep_sent *sent, uint64_t *counts)
{
    struct ep_reader reader = ep_buf_reader(&sent->packed);
    uint64_t at = 0;

    while (at < sent->n_counters) {
        uint64_t count = ep_read_leb(&reader), n = 1;

        if (!count)
            n = ep_read_leb(&reader);
        if (reader.bad || n == 0 || n > sent->n_counters - at)
            return EP_EFORMAT;
        while (n-- > 0)
            counts[at++] = count;
    }
    return reader.at == reader.end ? EP_OK : EP_EFORMAT;
}
