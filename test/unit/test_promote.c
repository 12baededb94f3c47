/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "graph/promote.h"

/* N blocks of one mark each, of SIZE instructions, executed FREQUENCY times;
 * whether such a loop, entered ten times, counts in registers. */
static int promotes(struct ep_loop loop, uint64_t n, uint32_t size,
                    uint64_t frequency)
{
    int answer;

    loop.entered = 10;
    for (uint64_t id = 0; id < n; id++)
        (void)ep_loop_add_block(&loop, &id, 1, size, frequency);
    answer = ep_loop_promotes(&loop);
    ep_loop_release(&loop);
    return answer;
}

static void a_loop_that_runs_often_counts_in_registers(void)
{
    struct ep_loop any = {0};

    CHECK_EQ(promotes(any, 2, 50, 320), 1);
    CHECK_EQ(promotes(any, 2, 50, 15),
             0); /* flushed 20 times to save 30 - 10 */
    CHECK_EQ(promotes(any, 6, 50, 320), 1);
    CHECK_EQ(promotes(any, 7, 50, 320), 0);
    CHECK_EQ(promotes(any, 0, 50, 320), 0);
}

static void a_loop_that_searches_must_be_tight(void)
{
    struct ep_loop search = {.searching = 1};

    CHECK_EQ(promotes(search, 1, 8, 640), 1);
    CHECK_EQ(promotes(search, 1, 9, 640), 0);
    CHECK_EQ(promotes(search, 2, 4, 640), 0);
}

static void what_others_may_see_stays_in_memory(void)
{
    struct ep_loop open = {.open = 1};

    CHECK_EQ(promotes(open, 2, 50, 320), 0);
}

static void blocks_with_the_same_marks_share_a_counter(void)
{
    struct ep_loop loop = {0};
    uint64_t ab[] = {5, 2};
    uint64_t ba[] = {2, 5};
    uint64_t a[] = {2};
    uint64_t aa[] = {2, 2};

    CHECK_EQ(ep_loop_add_block(&loop, ab, 2, 1, 7), 0);
    CHECK_EQ(ep_loop_add_block(&loop, NULL, 0, 1, 7), EP_NONE);
    CHECK_EQ(ep_loop_add_block(&loop, a, 1, 1, 7), 1);
    CHECK_EQ(ep_loop_add_block(&loop, aa, 2, 1, 7), 2);
    CHECK_EQ(ep_loop_add_block(&loop, ba, 2, 1, 7), 0);
    CHECK_EQ(loop.n_counters, 3);
    CHECK_EQ(loop.counted, 28); /* the block without marks adds nothing */
    CHECK_EQ(loop.size, 5);
    CHECK_EQ(loop.counters[0].n, 2);
    CHECK_EQ(loop.ids[loop.counters[0].first], 2);
    CHECK_EQ(loop.ids[loop.counters[0].first + 1], 5);
    CHECK_EQ(loop.counters[2].n, 2);
    ep_loop_release(&loop);
}

static int add_without_memory(void)
{
    struct ep_loop loop = {0};
    uint64_t id = 3;
    uint32_t counter = ep_loop_add_block(&loop, &id, 1, 1, 640);
    int open = loop.open;

    CHECK_EQ(counter, open ? EP_NONE : 0);
    CHECK_EQ(ep_loop_promotes(&loop), !open);
    ep_loop_release(&loop);
    return open ? EP_ENOMEM : EP_OK;
}

int main(void)
{
    a_loop_that_runs_often_counts_in_registers();
    a_loop_that_searches_must_be_tight();
    what_others_may_see_stays_in_memory();
    blocks_with_the_same_marks_share_a_counter();
    check_failing_memory(add_without_memory);
    return check_failures != 0;
}
