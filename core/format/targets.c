/* SPDX-License-Identifier: MIT */
#include "format/targets.h"

#include "base/order.h"

#include <string.h>

/* Beyond, pairs are not tried: that would take seconds. */
enum { MOST_IN_PAIRS = 8192 };

static int by_hash(const void *left, const void *right)
{
    const struct ep_target *a = left, *b = right;

    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return a->place == b->place ? 0 : a->place < b->place ? -1 : 1;
}

/* Of several names of one function, the first in the alphabet. */
static void drop_name(void *kept, void *other)
{
    struct ep_target *a = kept, *b = other;
    char *name = b->name;

    if (strcmp(name, a->name) < 0) {
        name = a->name;
        a->name = b->name;
    }
    ep_mem_free(name);
}

void ep_targets_sort(struct ep_targets *targets)
{
    targets->n = ep_fold(targets->items, targets->n, sizeof *targets->items,
                         by_hash, drop_name);
}

void ep_targets_release(struct ep_targets *targets)
{
    for (size_t i = 0; i < targets->n; i++)
        ep_mem_free(targets->items[i].name);
    ep_mem_free(targets->items);
    *targets = (struct ep_targets){0};
}

static int is_before(const void *item, const void *key)
{
    return ((const struct ep_target *)item)->hash < *(const uint64_t *)key;
}

/* How many of CALLS, of the sum SUM, were of HIGH if all others were of LOW; 0: none can
 * have been. */
static uint64_t solve(uint64_t high, uint64_t low, uint64_t calls, uint64_t sum)
{
    uint64_t rest = sum - calls * low;
    uint64_t found = rest / (high - low);

    return rest % (high - low) == 0 && found < calls ? found : 0;
}

/* The one pair of ITEMS that CALLS and SUM can be of: one has a hash above the mean, one
 * below. */
static size_t find_pair(const struct ep_target *items, size_t n, uint64_t calls,
                        uint64_t sum, struct ep_target_count *out)
{
    uint64_t mean = sum / calls + 1;
    size_t middle = ep_lower_bound(items, n, sizeof *items, is_before, &mean);
    size_t n_found = 0;

    if (n > MOST_IN_PAIRS || calls > UINT32_MAX)
        return 0;
    for (size_t i = middle; i < n; i++)
        for (size_t k = 0; k < middle; k++) {
            uint64_t a = solve(items[i].hash, items[k].hash, calls, sum);

            if (a == 0)
                continue;
            if (n_found++)
                return 0;
            out[0] = (struct ep_target_count){items[i].name, a};
            out[1] = (struct ep_target_count){items[k].name, calls - a};
        }
    return 2 * n_found;
}

/* What one cell says, of whose targets ITEMS are all. */
static size_t find_in_cell(const struct ep_target *items, size_t n,
                           uint64_t calls, uint64_t sum,
                           struct ep_target_count *out)
{
    uint64_t mean = calls ? sum / calls : 0;
    size_t at = ep_lower_bound(items, n, sizeof *items, is_before, &mean);

    if (calls == 0)
        return 0;
    if (at < n && items[at].hash == mean && mean * calls == sum) {
        *out = (struct ep_target_count){items[at].name, calls};
        return at + 1 == n || items[at + 1].hash != mean;
    }
    return find_pair(items, n, calls, sum, out);
}

size_t ep_targets_find(const struct ep_targets *targets, const uint64_t *cells,
                       struct ep_target_count *out)
{
    size_t n = 0, at = 0;

    for (uint64_t cell = 0; cell < EP_TARGET_CELLS; cell++) {
        uint64_t end = (cell + 1) << EP_TARGET_SHIFT;
        size_t next = ep_lower_bound(targets->items, targets->n,
                                     sizeof *targets->items, is_before, &end);

        n += find_in_cell(targets->items + at, next - at, cells[2 * cell],
                          cells[2 * cell + 1], out + n);
        at = next;
    }
    return n;
}
