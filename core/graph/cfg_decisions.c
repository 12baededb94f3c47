/* SPDX-License-Identifier: MIT
 *
 * cfg_decisions.c - which branches are conditions of one decision.
 */
#include "graph/cfg.h"

#include "base/order.h"

static int compare_places(struct ep_point a, struct ep_point b)
{
    if (a.line != b.line)
        return a.line < b.line ? -1 : 1;
    return (a.column > b.column) - (a.column < b.column);
}

/* A branch, to be sorted by what it is part of. */
struct member {
    uint32_t file;
    struct ep_point whole;
    struct ep_point at;
    uint32_t index;
};

static int is_of_one_decision(const struct member *a, const struct member *b)
{
    return a->file == b->file && a->whole.line &&
           compare_places(a->whole, b->whole) == 0;
}

static int by_whole(const void *left, const void *right)
{
    const struct member *a = left;
    const struct member *b = right;
    int order = compare_places(a->whole, b->whole);

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (order)
        return order;
    order = compare_places(a->at, b->at);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Whether those of the N MEMBERS of a decision, in the order of their places, that say as I
 * does how many operands it has, are not so many.  Others are of another one: of (a ? b : c) && d
 * all but d. */
static int is_open(const struct ep_cfg *cfg, const struct member *members,
                   uint32_t n, uint32_t i)
{
    const struct ep_branch *branch = &cfg->branches[members[i].index];
    uint32_t wanted = branch->n_operands, last = EP_NONE, places = 0;

    for (uint32_t j = 0; j < n && places < wanted; j++) {
        if (cfg->branches[members[j].index].n_operands != wanted)
            continue;
        places += last == EP_NONE ||
                  compare_places(members[j].at, members[last].at) != 0;
        last = j;
    }
    return wanted == 0 || branch->whole.line == 0 || places < wanted;
}

static void close_decision(struct ep_cfg *cfg, const struct member *members,
                           uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct ep_branch *branch = &cfg->branches[members[i].index];

        branch->decision = members[0].index;
        branch->is_open = is_open(cfg, members, n, i);
    }
}

int ep_cfg_find_decisions(struct ep_cfg *cfg)
{
    uint32_t n = cfg->n_branches;
    struct member *members = ep_mem_zeroed(n, sizeof *members);
    uint32_t end;

    if (!members)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        const struct ep_branch *branch = &cfg->branches[i];

        members[i] =
            (struct member){branch->file, branch->whole, branch->at, i};
    }
    ep_sort(members, n, sizeof *members, by_whole);
    for (uint32_t first = 0; first < n; first = end) {
        for (end = first + 1;
             end < n && is_of_one_decision(&members[first], &members[end]);)
            end++;
        close_decision(cfg, &members[first], end - first);
    }
    ep_mem_free(members);
    return EP_OK;
}
