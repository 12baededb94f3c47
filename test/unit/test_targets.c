/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "format/targets.h"

#include <stdio.h>
#include <string.h>

enum { FUNCTIONS = 2000, MOST = 2 * EP_TARGET_CELLS };

/* FUNCTIONS at places of equal distance, and other modules. */
static void make(struct ep_targets *out)
{
    for (int64_t i = 0; i <= FUNCTIONS; i++) {
        int64_t place = i ? -0x200000 + 16 * i : 0;
        char name[32];
        int size = snprintf(name, sizeof name, i ? "f%d" : "", (int)i);

        CHECK_EQ(EP_GROW(out->items, out->n, out->capacity), EP_OK);
        out->items[out->n++] = (struct ep_target){
            place, ep_target_hash(place), ep_mem_dup(name, (size_t)size)};
    }
    ep_targets_sort(out);
    CHECK_EQ(out->n, FUNCTIONS + 1);
}

static void call(const struct ep_target *target, uint64_t times,
                 uint64_t *cells)
{
    uint64_t cell = target->hash >> EP_TARGET_SHIFT;

    cells[2 * cell] += times;
    cells[2 * cell + 1] += times * target->hash;
}

static uint64_t count_of(const struct ep_target_count *found, size_t n,
                         const char *name)
{
    uint64_t count = 0;

    for (size_t i = 0; i < n; i++)
        if (strcmp(found[i].name, name) == 0)
            count += found[i].count;
    return count;
}

/* N targets, called up to 2^BITS times: what is found is right, and how much of it is. */
static uint64_t found_of(const struct ep_targets *targets, uint64_t *seed,
                         uint32_t n, unsigned bits)
{
    uint64_t cells[EP_TARGET_WORDS] = {0}, known = 0;
    struct ep_target_count found[MOST];
    const struct ep_target *chosen[MOST];
    uint64_t times[MOST];
    size_t n_found;

    for (uint32_t i = 0; i < n; i++) {
        chosen[i] = &targets->items[check_random(seed, FUNCTIONS + 1)];
        times[i] = 1 + check_random(seed, 1u << bits);
        for (uint32_t k = 0; k < i; k++)
            if (chosen[k] == chosen[i])
                times[i] = 0;
        call(chosen[i], times[i], cells);
    }
    n_found = ep_targets_find(targets, cells, found);
    CHECK(n_found <= MOST);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t count = count_of(found, n_found, chosen[i]->name);
        int again = times[i] == 0;

        for (uint32_t k = i + 1; k < n; k++)
            again |= chosen[k] == chosen[i];
        CHECK(again || count == 0 || count == times[i]);
        known += again || count == times[i];
    }
    return known;
}

static void targets_are_found(const struct ep_targets *targets)
{
    uint64_t seed = 3, four = 0;

    CHECK_EQ(found_of(targets, &seed, 0, 1), 0);
    for (int i = 0; i < 300; i++) {
        CHECK_EQ(found_of(targets, &seed, 1, 31), 1);
        CHECK_EQ(found_of(targets, &seed, 2, 20), 2);
        four += found_of(targets, &seed, 4, 20) == 4;
        (void)found_of(targets, &seed, 12, 16);
    }
    CHECK(four > 260);
}

/* Places between which there is a third at equal distances are no sum of it. */
static void equal_distances_are_told_apart(const struct ep_targets *targets)
{
    uint64_t n = 0;

    for (size_t i = 0; i < targets->n; i++)
        for (size_t k = 0; k < targets->n; k++)
            n += targets->items[k].place == targets->items[i].place + 16 &&
                 targets->items[k].hash == targets->items[i].hash;
    CHECK_EQ(n, 0);
}

/* Three targets in one cell, and a sum of none. */
static void what_is_not_known_is_not_said(const struct ep_targets *targets)
{
    uint64_t cells[EP_TARGET_WORDS] = {0};
    struct ep_target_count found[MOST];

    for (size_t i = 10; i < 13; i++)
        call(&targets->items[i], 1000 + i * i, cells);
    CHECK_EQ(ep_targets_find(targets, cells, found), 0);
    memset(cells, 0, sizeof cells);
    cells[2] = 5;
    cells[3] = 3;
    CHECK_EQ(ep_targets_find(targets, cells, found), 0);
    cells[2] = cells[3] = UINT64_MAX; /* sums that were too large */
    CHECK_EQ(ep_targets_find(targets, cells, found), 0);
    CHECK_EQ(ep_targets_find(&(struct ep_targets){0}, cells, found), 0);
}

int main(void)
{
    struct ep_targets targets = {0};

    make(&targets);
    targets_are_found(&targets);
    equal_distances_are_told_apart(&targets);
    what_is_not_known_is_not_said(&targets);
    ep_targets_release(&targets);
    return check_failures != 0;
}
