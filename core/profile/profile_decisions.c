/* SPDX-License-Identifier: MIT */
#include "profile/profile_decisions.h"

#include "base/order.h"

#include <string.h>

/* A decision of one function. */
struct instance {
    struct ep_profile_decision decision;
    uint64_t key;    /* hash of what must be equal beside its place */
    uint64_t within; /* likewise: the builds, of a place that does not tell */
    uint32_t (*next)[2]; /* of its conditions */
    struct ep_profile_condition *conditions;
    struct ep_way_count *ways; /* each once */
    uint32_t n_ways;
    struct ep_arena *arena; /* that of all instances */
};

struct instances {
    struct instance *items;
    size_t n;
    size_t capacity;
    const struct ep_profile *profile;
    struct ep_arena *arena; /* what stays */
};

/* ---- of a function ------------------------------------------------------- */

/* Of the branches of FUNCTION's graph those that are left, by their index. */
static const struct ep_function_branch **
index_branches(const struct ep_profile_function *function,
               struct ep_arena *arena)
{
    const struct ep_function_branch **index =
        ep_arena_new(arena, function->function->cfg.n_branches, sizeof(void *));

    for (size_t i = 0; index && i < function->n_branches; i++)
        index[function->branches[i].index] = &function->branches[i];
    return index;
}

static void set_condition(const struct ep_profile_function *function,
                          const struct ep_condition_at *at,
                          const struct ep_function_branch *left,
                          struct ep_profile_condition *out)
{
    const struct ep_branch *branch =
        &function->function->cfg.branches[at->branch];

    out->file = function->sources[branch->file];
    out->at = branch->at;
    out->is_omitted = !left;
    for (int k = 0; k < 2; k++)
        out->count[k] = function->edge[at->edge[k]];
}

/* What is asked in way I of WAYS, into ASKED; 0: it is of another decision. */
static int read_way(const struct ep_ways *ways, uint32_t i,
                    const struct ep_condition_at *conditions, uint32_t n,
                    int8_t *asked)
{
    uint32_t condition = 0;

    memset(asked, -1, n);
    for (uint32_t e = ways->first[i]; e < ways->first[i + 1]; e++) {
        uint32_t edge = ways->edge[e];

        while (condition < n && conditions[condition].edge[0] != edge &&
               conditions[condition].edge[1] != edge)
            condition++;
        if (condition == n || (e == ways->first[i] && condition != 0))
            return 0;
        asked[condition] = 0;
        if (conditions[condition].edge[1] == edge)
            asked[condition] = 1;
    }
    return asked[0] >= 0;
}

/* The ways of FUNCTION that are those of NEW, whose CONDITIONS these are. */
static int add_ways(const struct ep_profile_function *function,
                    const struct ep_condition_at *conditions,
                    struct instance *new)
{
    uint32_t n = new->decision.n, n_ways = function->ways->n;
    int8_t *asked = ep_arena_new(new->arena, n, 1);

    new->ways = ep_arena_new(new->arena, n_ways, sizeof *new->ways);
    for (uint32_t i = 0; !new->arena->failed &&i < n_ways; i++) {
        if (!read_way(function->ways, i, conditions, n, asked))
            continue;
        new->ways[new->n_ways++] =
            (struct ep_way_count){asked, function->way[i]};
        asked = ep_arena_new(new->arena, n, 1);
    }
    return new->arena->failed ? EP_ENOMEM : EP_OK;
}

/* DECISION of FUNCTION, if it is to be shown, into INSTANCES. */
static int add_instance(struct instances *instances,
                        const struct ep_profile_function *function,
                        const struct ep_condition_at *conditions,
                        const struct ep_decision *decision,
                        const struct ep_function_branch **left)
{
    struct instance *new;
    int is_inexact = function->negative || instances->profile->is_combined ||
                     function->function->flags & EP_FUNCTION_INEXACT;
    int is_doubtful = 0;

    if (!left[conditions->branch])
        return EP_OK;
    if (EP_GROW(instances->items, instances->n, instances->capacity))
        return EP_ENOMEM;
    new = &instances->items[instances->n];
    *new = (struct instance){
        .decision = {.function = function->function->name,
                     .builds = function->builds,
                     .is_whole = decision->is_whole && !is_inexact,
                     .n = decision->n},
        .conditions = ep_arena_new(instances->arena, decision->n,
                                   sizeof *new->conditions),
        .next = ep_arena_new(instances->arena, decision->n, sizeof *new->next),
        .arena = instances->arena};
    if (instances->arena->failed || (function->way && decision->n > 1 &&
                                     add_ways(function, conditions, new)))
        return EP_ENOMEM;
    new->key = ep_hash_u64(EP_HASH_START, (uint64_t) new->decision.is_whole);
    for (uint32_t i = 0; i < decision->n; i++) {
        const struct ep_condition_at *at = &conditions[i];
        struct ep_profile_condition *condition = &new->conditions[i];

        set_condition(function, at, left[at->branch], condition);
        memcpy(new->next[i], at->next, sizeof at->next);
        new->key = ep_hash_u64(new->key, condition->file);
        new->key = ep_hash_u64(new->key, (uint64_t)condition->at.line << 32 |
                                             condition->at.column);
        new->key =
            ep_hash_u64(new->key, (uint64_t)at->next[0] << 32 | at->next[1]);
        if (!left[at->branch])
            continue;
        new->key = ep_hash_u64(new->key, left[at->branch]->nth);
        is_doubtful |= left[at->branch]->is_doubtful;
    }
    new->decision.file = new->conditions[0].file;
    new->decision.at = new->conditions[0].at;
    new->within = is_doubtful ? function->builds : 0;
    instances->n++;
    return EP_OK;
}

static int add_function(struct instances *instances,
                        const struct ep_profile_function *function)
{
    struct ep_arena arena = {0};
    struct ep_decisions found = {0};
    const struct ep_function_branch **left;
    int status;

    if (function->n_branches == 0)
        return EP_OK;
    left = index_branches(function, &arena);
    status = left ? ep_decisions_find(&function->function->cfg, &arena, &found)
                  : EP_ENOMEM;
    for (uint32_t i = 0; !status && i < found.n; i++)
        status = add_instance(instances, function,
                              &found.conditions[found.items[i].first],
                              &found.items[i], left);
    ep_arena_release(&arena);
    return status;
}

/* ---- of all -------------------------------------------------------------- */

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int by_place(const void *left, const void *right)
{
    const struct instance *a = left, *b = right;
    const struct ep_profile_decision *x = &a->decision, *y = &b->decision;

    if (x->file != y->file)
        return COMPARE(x->file, y->file);
    if (x->at.line != y->at.line)
        return COMPARE(x->at.line, y->at.line);
    if (x->at.column != y->at.column)
        return COMPARE(x->at.column, y->at.column);
    if (x->n != y->n)
        return COMPARE(x->n, y->n);
    if (a->key != b->key)
        return COMPARE(a->key, b->key);
    return COMPARE(a->within, b->within);
}

/* The way of INSTANCE that is WAY, or NULL. */
static struct ep_way_count *find_way(const struct instance *instance,
                                     const struct ep_way_count *way)
{
    for (uint32_t i = 0; i < instance->n_ways; i++)
        if (memcmp(instance->ways[i].asked, way->asked, instance->decision.n) ==
            0)
            return &instance->ways[i];
    return NULL;
}

/* Instances mostly have the same ways. */
static void merge_ways(struct instance *to, const struct instance *from)
{
    struct ep_way_count *all;
    uint32_t n_new = 0, n = to->n_ways;

    for (uint32_t i = 0; i < from->n_ways; i++) {
        struct ep_way_count *found = find_way(to, &from->ways[i]);

        if (found)
            found->count = edgeprof_add(found->count, from->ways[i].count);
        else
            n_new++;
    }
    if (n_new == 0)
        return;
    all = ep_arena_new(to->arena, (size_t)n + n_new, sizeof *all);
    if (!all)
        return;
    if (to->ways)
        memcpy(all, to->ways, n * sizeof *all);
    for (uint32_t i = 0; i < from->n_ways; i++)
        if (!find_way(to, &from->ways[i]))
            all[n++] = from->ways[i];
    to->ways = all;
    to->n_ways = n;
}

static void add(void *left, void *right)
{
    struct instance *to = left;
    const struct instance *from = right;

    to->decision.builds |= from->decision.builds;
    for (uint32_t i = 0; i < to->decision.n; i++) {
        to->conditions[i].is_omitted &= from->conditions[i].is_omitted;
        for (int k = 0; k < 2; k++)
            to->conditions[i].count[k] = edgeprof_add(
                to->conditions[i].count[k], from->conditions[i].count[k]);
    }
    merge_ways(to, from);
}

static int judge(const struct instance *instance)
{
    uint32_t n = instance->decision.n;
    struct ep_arena arena = {0};
    uint64_t(*count)[2] = ep_arena_new(&arena, n, sizeof *count);
    struct ep_shown_condition *shown = ep_arena_new(&arena, n, sizeof *shown);
    const uint32_t(*next)[2] = (const uint32_t(*)[2])instance->next;
    int status = arena.failed ? EP_ENOMEM : EP_OK;

    for (uint32_t i = 0; !status && i < n; i++)
        memcpy(count[i], instance->conditions[i].count, sizeof *count);
    if (!status)
        status = ep_mcdc_judge(instance->decision.is_whole ? next : NULL,
                               (const uint64_t(*)[2])count, n, instance->ways,
                               instance->n_ways, shown);
    for (uint32_t i = 0; !status && i < n; i++)
        instance->conditions[i].shown = shown[i];
    ep_arena_release(&arena);
    return status;
}

/* INSTANCES, folded, into OUT. */
static int list(const struct instances *instances,
                struct ep_profile_decisions *out)
{
    size_t n_conditions = 0;
    int status = EP_OK;

    for (size_t i = 0; i < instances->n; i++)
        n_conditions += instances->items[i].decision.n;
    out->items = ep_arena_new(&out->arena, instances->n, sizeof *out->items);
    out->conditions =
        ep_arena_new(&out->arena, n_conditions, sizeof *out->conditions);
    if (out->arena.failed)
        return EP_ENOMEM;
    n_conditions = 0;
    for (size_t i = 0; !status && i < instances->n; i++) {
        const struct instance *instance = &instances->items[i];

        status = judge(instance);
        out->items[out->n] = instance->decision;
        out->items[out->n++].first = (uint32_t)n_conditions;
        memcpy(&out->conditions[n_conditions], instance->conditions,
               instance->decision.n * sizeof *out->conditions);
        n_conditions += instance->decision.n;
    }
    return status;
}

int ep_profile_decisions_make(const struct ep_profile *profile,
                              const struct ep_profile_function *functions,
                              size_t n, struct ep_profile_decisions *out)
{
    struct ep_arena arena = {0};
    struct instances instances = {.profile = profile, .arena = &arena};
    int status = EP_OK;

    *out = (struct ep_profile_decisions){0};
    for (size_t i = 0; !status && i < n; i++)
        status = add_function(&instances, &functions[i]);
    if (instances.n > 0)
        instances.n = ep_fold(instances.items, instances.n,
                              sizeof *instances.items, by_place, add);
    if (!status)
        status = arena.failed ? EP_ENOMEM : list(&instances, out);
    ep_mem_free(instances.items);
    ep_arena_release(&arena);
    if (status)
        ep_profile_decisions_release(out);
    return status;
}

void ep_profile_decisions_release(struct ep_profile_decisions *decisions)
{
    ep_arena_release(&decisions->arena);
    *decisions = (struct ep_profile_decisions){0};
}

/* ---- sums ---------------------------------------------------------------- */

struct ep_decision_sum
ep_profile_decision_sum(const struct ep_profile_decisions *decisions,
                        const struct ep_profile_decision *decision)
{
    struct ep_decision_sum sum = {0};

    for (uint32_t i = 0; i < decision->n; i++) {
        const struct ep_profile_condition *condition =
            &decisions->conditions[decision->first + i];

        if (condition->is_omitted)
            continue;
        sum.n++;
        sum.masking += condition->shown.masking == EP_SHOWN;
        sum.unique += condition->shown.unique == EP_SHOWN;
        sum.unknown += condition->shown.masking == EP_SHOWN_UNKNOWN;
    }
    return sum;
}

static int is_before(const void *decision, const void *file)
{
    return ((const struct ep_profile_decision *)decision)->file <
           *(const uint32_t *)file;
}

size_t ep_profile_decisions_of(const struct ep_profile_decisions *decisions,
                               uint32_t file,
                               const struct ep_profile_decision **out_first)
{
    uint32_t next = file + 1;
    size_t first = ep_lower_bound(decisions->items, decisions->n,
                                  sizeof *decisions->items, is_before, &file);
    size_t end = ep_lower_bound(decisions->items, decisions->n,
                                sizeof *decisions->items, is_before, &next);

    *out_first = decisions->items + first;
    return end - first;
}
