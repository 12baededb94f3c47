/* SPDX-License-Identifier: MIT
 *
 * increment_x86_64.h - the bytes of an increment, for those who find increments
 * in code.
 *
 * WHY   Two make a module's increments atomic when it cannot have counters for
 *       each thread: the runtime, and the module's own start, where there is no
 *       runtime (core's start/start.c).  The tools look which functions have
 *       any (core's uncounted.c).  They must know the same forms, those that
 *       core's arch_x86_64.c writes.
 * MODEL A private increment goes by the thread's delta, which is the GS base.
 *       Its first byte is that prefix; with a lock prefix in its place it is an
 *       atomic increment of the section itself.  The other bytes stay.
 *           65 48 ff 05 rel             incq %gs:word(%rip)
 *           65 48|4c 01 mod rel         addq %reg, %gs:word(%rip)
 *           65 48 83 05 rel imm8        addq $imm, %gs:word(%rip)
 *           65 48 81 05 rel imm32       addq $imm, %gs:word(%rip)
 *           65 48|49 ff 80+reg disp     incq %gs:disp(%reg)
 *           65 48|49 ff 84 24 disp      incq %gs:disp(%rsp or %r12)
 *           65 48|49|4c|4d 01 80+reg disp     addq %reg, %gs:disp(%reg), likewise
 *       The first four name their word.  The others tell no more than how far
 *       from the section's start it can be, at least; see EDGEPROF_NEAR_BIAS.
 * RULES Calls nothing, and reads no byte outside the code that it is given.
 *       Bytes that look like an increment of the section's words are taken for
 *       one: docs/limits.md.
 */
#ifndef EDGEPROF_INCREMENT_X86_64_H
#define EDGEPROF_INCREMENT_X86_64_H

#include <edgeprof/abi.h>

#include <stddef.h>
#include <stdint.h>

/* The start of a module must not have functions beside its own. */
#define EDGEPROF_INLINE static inline __attribute__((always_inline))

#ifdef __cplusplus
extern "C" {
#endif

/* The words of the section, whose increments are looked for. */
struct edgeprof_words {
    uintptr_t low, high;
};

enum {
    EDGEPROF_GS_PREFIX = 0x65,
    EDGEPROF_LOCK_PREFIX = 0xf0,
    EDGEPROF_NO_PREFIX = 0x3e /* that of DS, which changes nothing */
};

EDGEPROF_INLINE uintptr_t edgeprof_displacement(const unsigned char *at)
{
    uint32_t bits = (uint32_t)at[0] | (uint32_t)at[1] << 8 |
                    (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return (uintptr_t)(intptr_t)(int32_t)bits;
}

/* Bytes of the increment by %rip that the four at AT begin; 0: of none. */
EDGEPROF_INLINE size_t edgeprof_rip_length(const unsigned char *at)
{
    if ((at[1] & ~4) == 0x48 && at[2] == 0x01 && (at[3] & 0xc7) == 0x05)
        return 8;
    if (at[1] != 0x48 || at[3] != 0x05)
        return 0;
    return at[2] == 0xff ? 8 : at[2] == 0x83 ? 9 : at[2] == 0x81 ? 12 : 0;
}

/* Likewise of one by another register. */
EDGEPROF_INLINE size_t edgeprof_near_length(const unsigned char *at)
{
    int is_increment =
        (at[1] & ~1) == 0x48 && at[2] == 0xff && (at[3] & ~7) == 0x80;
    int is_addition =
        (at[1] & ~5) == 0x48 && at[2] == 0x01 && (at[3] & 0xc0) == 0x80;

    if (!is_increment && !is_addition)
        return 0;
    return (at[3] & 7) == 4 ? 9 : 8;
}

/* Bytes of the increment of one of WORDS, whatever its prefix, that is the first
 * of the LEFT bytes at AT, of the address ADDRESS; 0: there is none. */
EDGEPROF_INLINE size_t edgeprof_increment_of(const unsigned char *at,
                                             size_t left, uintptr_t address,
                                             struct edgeprof_words words)
{
    size_t length;
    uintptr_t offset; /* of the word, or of the nearest that it can be */

    if (left < 8)
        return 0;
    length = edgeprof_rip_length(at);
    if (length) {
        offset = address + length + edgeprof_displacement(at + 4);
        offset -= words.low;
    } else {
        length = edgeprof_near_length(at);
        if (length == 0 || left < length || (length == 9 && at[4] != 0x24))
            return 0;
        offset = edgeprof_displacement(at + length - 4) - EDGEPROF_NEAR_BIAS;
    }
    return left >= length && offset < words.high - words.low && offset % 8 == 0
               ? length
               : 0;
}

/* Likewise of the private increment that begins at AT, before END. */
EDGEPROF_INLINE size_t edgeprof_increment(const unsigned char *at,
                                          const unsigned char *end,
                                          struct edgeprof_words words)
{
    return at < end && at[0] == EDGEPROF_GS_PREFIX
               ? edgeprof_increment_of(at, (size_t)(end - at), (uintptr_t)at,
                                       words)
               : 0;
}

/* Whether the private look for the ring, one of WORDS, begins at AT:
 *     65 4c 8b 15 rel   movq %gs:word(%rip), %r10 */
EDGEPROF_INLINE size_t edgeprof_ring_look(const unsigned char *at,
                                          const unsigned char *end,
                                          struct edgeprof_words words)
{
    uintptr_t offset;

    if (end - at < 8 || at[0] != EDGEPROF_GS_PREFIX || at[1] != 0x4c ||
        at[2] != 0x8b || at[3] != 0x15)
        return 0;
    offset = (uintptr_t)at + 8 + edgeprof_displacement(at + 4) - words.low;
    return offset < words.high - words.low && offset % 8 == 0 ? 8 : 0;
}

/* Make the private increments of WORDS in the code [AT, END) atomic ones of the
 * section. */
EDGEPROF_INLINE void edgeprof_make_atomic(unsigned char *at,
                                          const unsigned char *end,
                                          struct edgeprof_words words)
{
    while (at < end) {
        size_t length = edgeprof_increment(at, end, words);
        if (length) {
            *at = EDGEPROF_LOCK_PREFIX;
        } else {
            length = edgeprof_ring_look(at, end, words);
            if (length)
                *at = EDGEPROF_NO_PREFIX; /* in the section it finds 0 */
        }
        at += length ? length : 1;
    }
}

#ifdef __cplusplus
}
#endif

#endif
