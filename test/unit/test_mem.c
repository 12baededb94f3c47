/* SPDX-License-Identifier: MIT */
#include "base/mem.h"

#include "check.h"

static void items_are_zero_and_aligned(void)
{
    struct ep_arena arena = {0};

    for (size_t n = 0; n < 100; n++) {
        uint8_t *item = ep_arena_new(&arena, n, 3);

        CHECK(item && (uintptr_t)item % _Alignof(max_align_t) == 0);
        for (size_t i = 0; i < n * 3; i++)
            CHECK_EQ(item[i], 0);
        memset(item, 1, n * 3);
    }
    CHECK_EQ(arena.failed, 0);
    ep_arena_release(&arena);
    CHECK(arena.items == NULL);
}

/* The first item is there still, and nothing after the failure is. */
static void failure_sticks(void)
{
    struct ep_arena arena = {0};
    uint64_t *first = ep_arena_new(&arena, 1, sizeof *first);

    CHECK(ep_arena_new(&arena, SIZE_MAX / 8, 16) == NULL);
    CHECK_EQ(arena.failed, 1);
    CHECK(ep_arena_new(&arena, 1, 1) == NULL);
    *first = 7;
    ep_arena_release(&arena);
    CHECK_EQ(arena.failed, 0);
    CHECK(ep_arena_new(&arena, 1, 1) != NULL);
    ep_arena_release(&arena);
}

static int ask_for_three(void)
{
    struct ep_arena arena = {0};
    int failed;

    for (size_t i = 0; i < 3; i++)
        (void)ep_arena_new(&arena, i, 8);
    failed = arena.failed;
    ep_arena_release(&arena);
    return failed ? EP_ENOMEM : EP_OK;
}

int main(void)
{
    items_are_zero_and_aligned();
    failure_sticks();
    check_failing_memory(ask_for_three);
    return check_failures > 0;
}
