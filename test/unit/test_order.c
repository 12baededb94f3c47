/* SPDX-License-Identifier: MIT */
#include "base/order.h"

#include "base/line_count.h"
#include "check.h"

static void lines_fold_to_the_largest_or_the_sum(void)
{
    const struct ep_line_count lines[] = {{1, 7, 2}, {0, 9, 1}, {1, 7, 5},
                                          {0, 9, 1}, {1, 2, 0}, {1, 7, 3}};
    struct ep_line_count largest[6], sum[6];

    memcpy(largest, lines, sizeof lines);
    memcpy(sum, lines, sizeof lines);
    CHECK_EQ(ep_line_fold_largest(largest, 6), 3);
    CHECK_EQ(ep_line_fold_sum(sum, 6), 3);
    CHECK_EQ(sum[0].file, 0);
    CHECK_EQ(sum[0].line, 9);
    CHECK_EQ(sum[0].count, 2);
    CHECK_EQ(largest[0].count, 1);
    CHECK_EQ(sum[1].line, 2);
    CHECK_EQ(sum[2].line, 7);
    CHECK_EQ(sum[2].count, 10);
    CHECK_EQ(largest[2].count, 5);
    CHECK_EQ(ep_line_fold_sum(NULL, 0), 0);
    sum[1] = (struct ep_line_count){0, 9, UINT64_MAX};
    CHECK_EQ(ep_line_fold_sum(sum, 2), 1);
    CHECK_EQ(sum[0].count, UINT64_MAX); /* saturates */
}

static int is_below(const void *item, const void *key)
{
    return *(const int *)item < *(const int *)key;
}

static void a_place_is_found_in_every_array(void)
{
    static const int items[] = {1, 3, 3, 3, 8};

    for (size_t n = 0; n <= 5; n++)
        for (int key = 0; key < 10; key++) {
            size_t before = 0;

            while (before < n && items[before] < key)
                before++;
            CHECK_EQ(ep_lower_bound(items, n, sizeof *items, is_below, &key),
                     before);
        }
}

int main(void)
{
    lines_fold_to_the_largest_or_the_sum();
    a_place_is_found_in_every_array();
    return check_failures > 0;
}
