/* SPDX-License-Identifier: MIT */
#include "patch_stacks.h"

#include <string.h>

/* What is below the stack pointer and still needed. */
enum { RED_ZONE = 128 };
/* A stack is not larger, or nobody has used what is. */
enum { MOST_STACK = 16 << 20 };

/* ---- words ----------------------------------------------------------------- */

typedef int word_fn(void *context, uint64_t at, uint64_t word);

/* Call FN for each word from AT to the end of what is mapped there, until it returns
 * other than 0.  Whether it did. */
static int each_word(const struct process *process, const struct maps *maps,
                     uint64_t at, word_fn *fn, void *context)
{
    const struct map *map = maps_at(maps, at);
    uint64_t words[512];
    uint64_t end = map && map->end - at < MOST_STACK ? map->end
                   : map                             ? at + MOST_STACK
                                                     : 0;

    at &= ~UINT64_C(7);
    while (at < end) {
        size_t n = (size_t)(sizeof words - at % sizeof words) / 8;

        if (!process_read(process, at, words, 8 * n))
            return 0;
        for (size_t i = 0; i < n; i++, at += 8)
            if (fn(context, at, words[i]))
                return 1;
    }
    return 0;
}

/* ---- handlers' frames -------------------------------------------------------- */

/* The kernel leaves on the stack the address of what the handler returns to, the
 * restorer, and above it the registers. */
enum { FRAME_SP = 168, FRAME_IP = 176, MOST_FRAMES = 64 };

struct frames {
    const struct process *process;
    stacks_is_fn *is;
    const void *context;
    uint64_t restorer, other; /* known words that are one, or none */
    uint64_t sp;              /* of what was interrupted; 0: nothing was */
    int found;
};

static int is_restorer(struct frames *frames, uint64_t word)
{
    static const uint8_t returns[] = {0x48, 0xc7, 0xc0, 0x0f, 0,
                                      0,    0,    0x0f, 0x05};
    uint8_t code[sizeof returns];

    if (word == frames->restorer)
        return 1;
    if (word < 0x1000 || word >> 47 || word == frames->other)
        return 0;
    if (process_read(frames->process, word, code, sizeof code) &&
        memcmp(code, returns, sizeof code) == 0) {
        frames->restorer = word;
        return 1;
    }
    frames->other = word;
    return 0;
}

static int look_at(void *context, uint64_t at, uint64_t word)
{
    struct frames *frames = context;
    uint64_t ip;

    if (!is_restorer(frames, word) ||
        !process_read(frames->process, at + FRAME_IP, &ip, sizeof ip))
        return 0;
    frames->found = frames->is(frames->context, ip);
    if (!process_read(frames->process, at + FRAME_SP, &frames->sp,
                      sizeof frames->sp))
        frames->sp = 0;
    return 1;
}

int stacks_interrupted(const struct process *process, const struct maps *maps,
                       const struct process_thread *thread, stacks_is_fn *is,
                       const void *context)
{
    struct frames frames = {.process = process,
                            .is = is,
                            .context = context,
                            .restorer = UINT64_MAX,
                            .sp = thread->registers.rsp};

    /* The handler may be on another stack than what it interrupted. */
    for (int n = 0; n < MOST_FRAMES && frames.sp && !frames.found; n++) {
        uint64_t from = frames.sp - (n > 0 ? 0 : RED_ZONE);

        frames.sp = 0;
        (void)each_word(process, maps, from, look_at, &frames);
    }
    return frames.found;
}

/* ---- anything ---------------------------------------------------------------- */

struct references {
    stacks_is_fn *is;
    const void *context;
};

static int refers(void *context, uint64_t at, uint64_t word)
{
    const struct references *references = context;

    (void)at;
    return references->is(references->context, word);
}

int stacks_refer(const struct process *process, const struct maps *maps,
                 const struct process_thread *thread, stacks_is_fn *is,
                 const void *context)
{
    struct references references = {is, context};
    unsigned long long
        registers[sizeof thread->registers / sizeof(unsigned long long)];

    memcpy(registers, &thread->registers, sizeof registers);
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (is(context, registers[i]))
            return 1;
    return each_word(process, maps, thread->registers.rsp - RED_ZONE, refers,
                     &references);
}
