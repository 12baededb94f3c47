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

static void a_number_has_the_hash_of_its_bytes(void)
{
    uint64_t value = 0;

    for (unsigned size = 0; size <= 8; size++) {
        uint8_t bytes[8];

        for (unsigned i = 0; i < 8; i++)
            bytes[i] = (uint8_t)(value >> (8 * i));
        CHECK(ep_hash_u64(EP_HASH_START, value) ==
              ep_hash(EP_HASH_START, bytes, 8));
        value = value << 8 | (size & 1 ? 0 : 0xa5); /* bytes of 0 inside, too */
    }
}

/* As many numbers as make the buffer grow at each of their bytes. */
static int write_numbers(void)
{
    struct ep_buf buf = {0};
    struct ep_reader reader;
    int failed;

    for (uint64_t i = 0; i < 200; i++) {
        ep_buf_leb(&buf, UINT64_MAX >> (i % 64));
        ep_buf_u32(&buf, (uint32_t)i * 0x01020304);
    }
    failed = buf.failed;
    reader = ep_buf_reader(&buf);
    for (uint64_t i = 0; i < 200 && !failed; i++) {
        CHECK(ep_read_leb(&reader) == UINT64_MAX >> (i % 64));
        CHECK_EQ(ep_read_u32(&reader), (uint32_t)i * 0x01020304);
    }
    CHECK(failed || (reader.at == reader.end && !reader.bad));
    CHECK(!buf.data || buf.data[buf.size] == '\0');
    ep_buf_clear(&buf);
    CHECK_EQ(buf.failed, 0);
    ep_buf_release(&buf);
    return failed ? EP_ENOMEM : EP_OK;
}

int main(void)
{
    items_are_zero_and_aligned();
    failure_sticks();
    check_failing_memory(ask_for_three);
    a_number_has_the_hash_of_its_bytes();
    check_failing_memory(write_numbers);
    return check_failures > 0;
}
