/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "graph/promote.h"

static const struct ep_loop good = {
    .n_counters = 2, .entered = 10, .counted = 640};

static int promoted(struct ep_loop loop)
{
    return ep_promote(&loop);
}

static void a_loop_that_runs_often_counts_in_registers(void)
{
    struct ep_loop cold = good;
    struct ep_loop wide = good;
    struct ep_loop empty = good;

    cold.counted = 30; /* 20 additions at its exits save 10 */
    wide.n_counters = 50;
    empty.n_counters = 0;
    CHECK_EQ(promoted(good), 1);
    CHECK_EQ(promoted(cold), 0);
    CHECK_EQ(promoted(wide), 0);
    CHECK_EQ(promoted(empty), 0);
}

static void a_loop_that_searches_must_be_tight(void)
{
    struct ep_loop search = good;
    struct ep_loop slow = good;
    struct ep_loop wide = good;

    search.searching = 8;
    slow.searching = 60;
    search.n_counters = 1;
    slow.n_counters = 1;
    wide.searching = 8;
    wide.n_counters = 5;
    CHECK_EQ(promoted(search), 1);
    CHECK_EQ(promoted(slow), 0);
    CHECK_EQ(promoted(wide), 0);
}

static void what_others_may_see_stays_in_memory(void)
{
    struct ep_loop open = good;

    open.open = 1;
    CHECK_EQ(promoted(open), 0);
}

int main(void)
{
    a_loop_that_runs_often_counts_in_registers();
    a_loop_that_searches_must_be_tight();
    what_others_may_see_stays_in_memory();
    return check_failures != 0;
}
