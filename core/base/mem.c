/* SPDX-License-Identifier: MIT */
#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *libc_resize(void *old, size_t size)
{
    if (size == 0) {
        (free)(old);
        return NULL;
    }
    return (realloc)(old, size);
}

static ep_mem_fn *resize = libc_resize;

void ep_mem_set(ep_mem_fn *fn)
{
    resize = fn ? fn : libc_resize;
}

void *ep_mem_resize(void *old, size_t size)
{
    return resize(old, size);
}

enum { SMALL = 1024 }; /* bytes */

void *ep_mem_zeroed(size_t count, size_t size)
{
    void *pointer;

    if (size && count > SIZE_MAX / size)
        return NULL;
    size *= count;
    /* Large zeros come from the kernel; for small ones glibc's calloc (2.36)
     * has no cache as its malloc has. */
    if (resize == libc_resize && size > SMALL)
        return (calloc)(size, 1);
    pointer = resize(NULL, size ? size : 1);
    if (pointer)
        memset(pointer, 0, size ? size : 1);
    return pointer;
}

void ep_mem_free(void *pointer)
{
    if (pointer)
        (void)resize(pointer, 0);
}

char *ep_mem_dup(const void *data, size_t size)
{
    char *copy = size < SIZE_MAX ? resize(NULL, size + 1) : NULL;

    if (!copy)
        return NULL;
    if (size)
        memcpy(copy, data, size);
    copy[size] = '\0';
    return copy;
}

int ep_mem_grow(void **items, size_t size, size_t count, size_t *capacity)
{
    size_t wanted;
    void *grown;

    if (count < *capacity)
        return EP_OK;
    wanted = *capacity ? *capacity + *capacity / 2 + 1 : 8;
    if (wanted > SIZE_MAX / size)
        return EP_ENOMEM;
    grown = resize(*items, wanted * size);
    if (!grown)
        return EP_ENOMEM;
    *items = grown;
    *capacity = wanted;
    return EP_OK;
}

/* ---- arenas -------------------------------------------------------------- */

struct ep_arena_item {
    struct ep_arena_item *next;
    max_align_t data[];
};

/* Each item is an allocation of its own: what runs over one is found, and the
 * Nth can fail. */
void *ep_arena_new(struct ep_arena *arena, size_t count, size_t size)
{
    struct ep_arena_item *item = NULL;

    if (!arena->failed && (!size || count <= (SIZE_MAX - sizeof *item) / size))
        item = ep_mem_zeroed(1, sizeof *item + count * size);
    if (!item) {
        arena->failed = 1;
        return NULL;
    }
    item->next = arena->items;
    arena->items = item;
    return item->data;
}

void ep_arena_release(struct ep_arena *arena)
{
    while (arena->items) {
        struct ep_arena_item *next = arena->items->next;

        ep_mem_free(arena->items);
        arena->items = next;
    }
    arena->failed = 0;
}

/* ---- buffers ------------------------------------------------------------- */

enum { MOST_LEB = 10 }; /* bytes */

static int grow(struct ep_buf *buf, size_t size)
{
    size_t wanted = buf->capacity ? buf->capacity : 64;
    char *grown;

    if (buf->failed)
        return 0;
    if (size < SIZE_MAX / 4 && buf->size < SIZE_MAX / 4) {
        while (wanted < buf->size + size + 1)
            wanted *= 2;
        grown = resize(buf->data, wanted);
        if (grown) {
            buf->data = grown;
            buf->capacity = wanted;
            return 1;
        }
    }
    buf->failed = 1;
    buf->capacity = buf->size; /* so that nothing has room from here on */
    return 0;
}

/* Room for SIZE more bytes and a zero. */
static int make_room(struct ep_buf *buf, size_t size)
{
    return size < buf->capacity - buf->size || grow(buf, size);
}

void ep_buf_add(struct ep_buf *buf, const void *data, size_t size)
{
    if (!make_room(buf, size))
        return;
    if (size)
        memcpy(buf->data + buf->size, data, size);
    buf->size += size;
    buf->data[buf->size] = '\0';
}

void ep_buf_text(struct ep_buf *buf, const char *text)
{
    ep_buf_add(buf, text, strlen(text));
}

void ep_buf_printf(struct ep_buf *buf, const char *format, ...)
{
    va_list args;
    int size;

    va_start(args, format);
    size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size < 0 || !make_room(buf, (size_t)size)) {
        buf->failed = 1;
        return;
    }
    va_start(args, format);
    (void)vsnprintf(buf->data + buf->size, (size_t)size + 1, format, args);
    va_end(args);
    buf->size += (size_t)size;
}

void ep_buf_leb(struct ep_buf *buf, uint64_t value)
{
    char *at;

    if (!make_room(buf, MOST_LEB))
        return;
    at = buf->data + buf->size;
    for (; value > 0x7f; value >>= 7)
        *at++ = (char)(0x80 | (value & 0x7f));
    *at++ = (char)value;
    *at = '\0';
    buf->size = (size_t)(at - buf->data);
}

void ep_buf_u32(struct ep_buf *buf, uint32_t value)
{
    char *at;

    if (!make_room(buf, 4))
        return;
    at = buf->data + buf->size;
    for (unsigned i = 0; i < 4; i++)
        at[i] = (char)(value >> (8 * i));
    at[4] = '\0';
    buf->size += 4;
}

void ep_buf_u64(struct ep_buf *buf, uint64_t value)
{
    ep_buf_u32(buf, (uint32_t)value);
    ep_buf_u32(buf, (uint32_t)(value >> 32));
}

void ep_buf_clear(struct ep_buf *buf)
{
    buf->size = 0;
    buf->failed = 0;
    if (buf->data)
        buf->data[0] = '\0';
}

void ep_buf_release(struct ep_buf *buf)
{
    ep_mem_free(buf->data);
    *buf = (struct ep_buf){0};
}

const uint8_t *ep_read_bytes(struct ep_reader *reader, uint64_t size)
{
    const uint8_t *bytes = reader->at;

    if (reader->bad || size > (uint64_t)(reader->end - reader->at)) {
        reader->bad = 1;
        return NULL;
    }
    reader->at += size;
    return bytes;
}

static uint64_t read_fixed(struct ep_reader *reader, unsigned size)
{
    const uint8_t *bytes = ep_read_bytes(reader, size);
    uint64_t value = 0;

    for (unsigned i = 0; bytes && i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

uint32_t ep_read_u32(struct ep_reader *reader)
{
    return (uint32_t)read_fixed(reader, 4);
}

uint64_t ep_read_u64(struct ep_reader *reader)
{
    return read_fixed(reader, 8);
}

struct ep_reader ep_buf_reader(const struct ep_buf *buf)
{
    const uint8_t *bytes = (const uint8_t *)buf->data;

    return (struct ep_reader){bytes, bytes ? bytes + buf->size : NULL, 0};
}

uint64_t ep_read_leb(struct ep_reader *reader)
{
    uint64_t value = 0;

    /* Most values are small. */
    if (!reader->bad && reader->at < reader->end && *reader->at < 0x80)
        return *reader->at++;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t *byte = ep_read_bytes(reader, 1);
        uint64_t bits;

        if (!byte)
            return 0;
        bits = *byte & 0x7fu;
        if (shift == 63 && bits > 1)
            break;
        value |= bits << shift;
        if (!(*byte & 0x80))
            return value;
    }
    reader->bad = 1;
    return 0;
}

uint32_t ep_read_leb32(struct ep_reader *reader)
{
    uint64_t value = ep_read_leb(reader);

    if (value > UINT32_MAX)
        reader->bad = 1;
    return reader->bad ? 0 : (uint32_t)value;
}

uint32_t ep_read_fitting(struct ep_reader *reader, uint32_t n, size_t item)
{
    if (n > (size_t)(reader->end - reader->at) / item)
        reader->bad = 1;
    return reader->bad ? 0 : n;
}

uint32_t ep_read_count(struct ep_reader *reader, size_t item)
{
    return ep_read_fitting(reader, ep_read_leb32(reader), item);
}

char *ep_read_text(struct ep_reader *reader)
{
    uint64_t size = ep_read_leb(reader);
    const uint8_t *bytes = ep_read_bytes(reader, size);

    if (!bytes || memchr(bytes, 0, (size_t)size)) {
        reader->bad = 1;
        return NULL;
    }
    return ep_mem_dup(bytes, (size_t)size);
}

/* FNV-1a's (Fowler, Noll and Vo 1991), its powers, and the 8 - Ith. */
#define PRIME   UINT64_C(0x100000001b3)
#define PRIME_2 (PRIME * PRIME)
#define PRIME_4 (PRIME_2 * PRIME_2)

static const uint64_t powers[] = {
    (PRIME_4 * PRIME_4),
    (PRIME_4 * PRIME_2 * PRIME),
    (PRIME_4 * PRIME_2),
    (PRIME_4 * PRIME),
    PRIME_4,
    (PRIME_2 * PRIME),
    PRIME_2,
    PRIME,
    1,
};

uint64_t ep_hash(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * PRIME;
    return hash;
}

uint64_t ep_hash_u64(uint64_t hash, uint64_t value)
{
    unsigned i = 0;

    for (; value; value >>= 8, i++)
        hash = (hash ^ (value & 0xff)) * PRIME;
    /* A byte of 0 only multiplies. */
    return hash * powers[i];
}
