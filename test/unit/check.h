/* SPDX-License-Identifier: MIT
 *
 * check.h - the harness of the unit tests: one program per module, one function
 * per behaviour, every failed check printed, exit status 1 if there was any.
 */
#ifndef EP_CHECK_H
#define EP_CHECK_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static int check_failures;

#define CHECK(condition) check_that((condition) != 0, #condition, __LINE__)
#define CHECK_EQ(a, b) \
    check_equal((uint64_t)(a), (uint64_t)(b), #a " == " #b, __LINE__)
#define CHECK_TEXT(a, b) check_text((a), (b), #a, __LINE__)

static inline void check_that(int holds, const char *what, int line)
{
    if (holds)
        return;
    check_failures++;
    (void)printf("line %d: %s\n", line, what);
}

static inline void check_equal(uint64_t a, uint64_t b, const char *what,
                               int line)
{
    if (a == b)
        return;
    check_failures++;
    (void)printf("line %d: %s: %" PRIu64 " and %" PRIu64 "\n", line, what, a,
                 b);
}

static inline void check_text(const char *a, const char *b, const char *what,
                              int line)
{
    if (a && strcmp(a, b) == 0)
        return;
    check_failures++;
    (void)printf("line %d: %s:\n%s\nexpected:\n%s\n", line, what,
                 a ? a : "(null)", b);
}

/* The same numbers on every host (Knuth's MMIX constants). */
static inline uint32_t check_random(uint64_t *seed, uint32_t below)
{
    *seed =
        *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % below;
}

/* An allocator whose Nth request fails, and whose debts are known. */
static size_t check_until_failure; /* 0: never */
static size_t check_live;

static inline void *check_resize(void *old, size_t size)
{
    void *grown;

    if (size == 0) {
        check_live -= old != NULL;
        free(old);
        return NULL;
    }
    if (check_until_failure && --check_until_failure == 0)
        return NULL;
    grown = realloc(old, size);
    check_live += !old && grown;
    return grown;
}

/* Run ATTEMPT with its first, second, ... allocation failing until it succeeds.
 * It returns EP_OK or EP_ENOMEM and must leave nothing allocated. */
static inline void check_failing_memory(int (*attempt)(void))
{
    int status = EP_ENOMEM;

    ep_mem_set(check_resize);
    for (size_t n = 1; status == EP_ENOMEM && n < 100000; n++) {
        check_until_failure = n;
        check_live = 0;
        status = attempt();
        CHECK_EQ(check_live, 0);
    }
    check_until_failure = 0;
    ep_mem_set(NULL);
    CHECK_EQ(status, EP_OK);
}

#endif
