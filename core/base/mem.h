/* SPDX-License-Identifier: MIT
 *
 * mem.h - the one door to the allocator, and the growing buffers built on it.
 *
 * WHY   Every allocation of core goes through ep_mem_resize, so that a test can
 *       make the Nth one fail and see that the failure is reported.
 * MODEL An arena holds what is needed together and released together, as the
 *       arrays of a walk over one graph.  struct ep_buf is a growing run of
 *       bytes, always followed by a zero; EP_GROW makes room in a typed array.
 * RULES Sizes are bytes unless the name says otherwise.  Not thread-safe: the
 *       seam is per process and set before threads start.
 */
#ifndef EP_MEM_H
#define EP_MEM_H

#include <stddef.h>
#include <stdint.h>

#ifdef EP_CORE
#include <stdlib.h>
#include <string.h>
#endif

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Allocator of the whole process; realloc's contract, free is size 0.
 * NULL restores the C library's. */
typedef void *ep_mem_fn(void *old, size_t size);
void ep_mem_set(ep_mem_fn *fn);

/* realloc: NULL OLD allocates, SIZE 0 frees and gives NULL.  NULL on failure,
 * OLD then stays. */
void *ep_mem_resize(void *old, size_t size);

/* In core nobody goes by another door.  What the C library allocated itself is
 * freed by (free)(POINTER), which the macro does not see. */
#ifdef EP_CORE
#define EP_BANNED(name) ep_mem_has_another_##name
#define malloc(size)    EP_BANNED(malloc)
#define calloc(n, size) EP_BANNED(calloc)
#define realloc(p, n)   EP_BANNED(realloc)
#define free(p)         EP_BANNED(free)
#define strdup(text)    EP_BANNED(strdup)
#define strndup(p, n)   EP_BANNED(strndup)
#endif

/* COUNT zeroed items of SIZE; NULL where the product overflows or memory ends.
 * COUNT 0 gives a unique pointer.  Of a large array only what is written to
 * takes memory: the C library has it from the kernel as zeroes. */
void *ep_mem_zeroed(size_t count, size_t size);

/* NULL is allowed. */
void ep_mem_free(void *pointer);

/* A copy of the SIZE bytes at DATA with a zero after them; NULL: no memory. */
char *ep_mem_dup(const void *data, size_t size);

/* Room for one more item: ITEMS is a pointer, COUNT and CAPACITY are size_t
 * lvalues.  EP_OK or EP_ENOMEM, state then unchanged. */
#define EP_GROW(items, count, capacity) \
    ep_mem_grow((void **)&(items), sizeof *(items), (count), &(capacity))
EP_MUST_CHECK int ep_mem_grow(void **items, size_t size, size_t count,
                              size_t *capacity);

/* Zero-initialised is empty and valid. */
struct ep_arena {
    struct ep_arena_item *items;
    int failed; /* some of what was asked for is not there */
};

/* COUNT zeroed items of SIZE that live until ARENA is released.  NULL where the
 * product overflows or memory ends; that sticks in `failed`, and all that is
 * asked for later is NULL too, so that a user may ask for all and check once.
 */
void *ep_arena_new(struct ep_arena *arena, size_t count, size_t size);
void ep_arena_release(struct ep_arena *arena); /* empty again, not failed */

/* Zero-initialised is empty and valid.  `data` is NULL while empty. */
struct ep_buf {
    char *data;
    size_t size;
    size_t capacity;
    int failed; /* an append ran out of memory: the content is not whole */
};

/* Append; a failure sticks in `failed` so that a writer may check once. */
void ep_buf_add(struct ep_buf *buf, const void *data, size_t size);
void ep_buf_text(struct ep_buf *buf, const char *text);
void ep_buf_printf(struct ep_buf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ep_buf_leb(struct ep_buf *buf, uint64_t value); /* unsigned LEB128 */
void ep_buf_u32(struct ep_buf *buf, uint32_t value); /* little-endian */
void ep_buf_u64(struct ep_buf *buf, uint64_t value); /* little-endian */
void ep_buf_clear(struct ep_buf *buf);   /* size 0, not failed, memory kept */
void ep_buf_release(struct ep_buf *buf); /* memory freed, empty again */

/* A window on bytes that somebody else owns, read from the front.  A read past
 * the end sets `bad`, moves nothing and gives 0; check `bad` when it matters.
 */
struct ep_reader {
    const uint8_t *at;
    const uint8_t *end;
    int bad;
};

/* The bytes of BUF, as long as it stays. */
struct ep_reader ep_buf_reader(const struct ep_buf *buf);
uint64_t ep_read_leb(struct ep_reader *reader);
uint32_t ep_read_u32(struct ep_reader *reader);
uint64_t ep_read_u64(struct ep_reader *reader);
/* The next SIZE bytes, or NULL (bad). */
const uint8_t *ep_read_bytes(struct ep_reader *reader, uint64_t size);
/* A LEB128 that must fit 32 bits. */
uint32_t ep_read_leb32(struct ep_reader *reader);
/* N, a number of items to follow, each of at least ITEM bytes: no more than
 * fit, so that a lie cannot ask for memory.  ep_read_count reads it, too. */
uint32_t ep_read_fitting(struct ep_reader *reader, uint32_t n, size_t item);
uint32_t ep_read_count(struct ep_reader *reader, size_t item);
/* A text, size first, the caller's; NULL (bad) if there is a zero byte in it,
 * NULL with `bad` unset: no memory. */
char *ep_read_text(struct ep_reader *reader);

/* FNV-1a, 64 bits (Fowler, Noll, Vo 1991), going on from HASH. */
#define EP_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t ep_hash(uint64_t hash, const void *data, size_t size);
uint64_t ep_hash_u64(uint64_t hash, uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
