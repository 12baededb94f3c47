/* SPDX-License-Identifier: MIT */
#include "graph/decisions.h"

#include "base/order.h"

/* ---- operators ----------------------------------------------------------- */

/* A condition, or several that are joined, and where false and true lead. */
struct part {
    uint32_t first, end;
    uint32_t next[2];
};

/* Whether LEFT, and RIGHT behind it, are what an operator joins: an outcome of LEFT
 * leads to RIGHT, and the other one where one of RIGHT does.  LEFT is then both. */
static int join(struct part *left, const struct part *right,
                struct ep_join *out)
{
    for (int on = 0; on < 2; on++)
        for (int same = 0; same < 2; same++) {
            if (left->next[on] != right->first ||
                left->next[!on] != right->next[same])
                continue;
            *out = (struct ep_join){left->first, right->first, right->end,
                                    right->next[same]};
            left->end = right->end;
            left->next[0] = right->next[0];
            left->next[1] = right->next[1];
            return 1;
        }
    return 0;
}

int ep_decision_join(const uint32_t (*next)[2], uint32_t n,
                     struct ep_join *joins)
{
    struct part *parts = ep_mem_zeroed(n, sizeof *parts);
    uint32_t n_parts = 0, n_joins = 0;
    int status = 0;

    if (!parts)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        parts[n_parts++] = (struct part){i, i + 1, {next[i][0], next[i][1]}};
        while (n_parts > 1 && join(&parts[n_parts - 2], &parts[n_parts - 1],
                                   &joins[n_joins])) {
            n_parts--;
            n_joins++;
        }
    }
    if (n_parts != 1 || parts[0].next[0] == parts[0].next[1] ||
        parts[0].next[0] < EP_END_FALSE || parts[0].next[1] < EP_END_FALSE)
        status = EP_EGRAPH;
    ep_mem_free(parts);
    return status;
}

/* ---- what leads to what -------------------------------------------------- */

struct finder {
    const struct ep_cfg *cfg;
    const struct ep_edge *edges; /* a RETURN comes from its call */
    struct ep_incidence in;
    uint32_t *condition; /* per block: what it ends with, of the group that is
                            looked at, or EP_NONE */
    uint32_t *seen;      /* per block: the last search that came to it */
    uint32_t n_searches;
    uint32_t *stack;
    struct ep_condition_at
        *conditions;  /* of all groups, one behind the other */
    uint32_t *number; /* per condition: in its decision, or EP_NONE */
    uint32_t *start;  /* likewise: the condition that this begins with */
    struct ep_condition_at *ordered; /* of the decision that is looked at */
    uint32_t (*next)[2];
    struct ep_join *joins;
    struct ep_decisions *out;
};

/* How control comes to a condition. */
struct arrival {
    int is_first;     /* bool: from ENTRY, or by both outcomes of another one */
    int from_nowhere; /* bool: by an ARRIVE */
    int is_twofold;   /* bool: some outcome leads to another condition, too */
};

/* Take that EDGE, which is out of a condition of the group, leads to condition TO; 0: it
 * is none of its outcomes. */
static int take_outcome(const struct finder *finder, uint32_t edge, uint32_t to,
                        struct arrival *found)
{
    struct ep_condition_at *from =
        &finder->conditions[finder->condition[finder->edges[edge].src]];
    int outcome = from->edge[1] == edge;

    if (from->edge[outcome] != edge)
        return 0;
    found->is_first |= from->next[!outcome] == to;
    found->is_twofold |=
        from->next[outcome] != EP_NONE && from->next[outcome] != to;
    from->next[outcome] = to;
    return 1;
}

/* Search what comes to condition TO: `next` of those outcomes is then TO. */
static struct arrival look_back(struct finder *finder, uint32_t to)
{
    struct arrival found = {0, 0, 0};
    uint32_t search = ++finder->n_searches, n = 0;

    finder->stack[n++] =
        finder->cfg->branches[finder->conditions[to].branch].block;
    finder->seen[finder->stack[0]] = search;
    while (n > 0 && !found.is_first) {
        uint32_t block = finder->stack[--n];

        for (uint32_t i = finder->in.first[block];
             i < finder->in.first[block + 1]; i++) {
            uint32_t edge = finder->in.edge[i], src = finder->edges[edge].src;

            if (finder->condition[src] != EP_NONE &&
                take_outcome(finder, edge, to, &found))
                continue;
            found.from_nowhere |= src == EP_BLOCK_EXIT;
            found.is_first |= src == EP_BLOCK_ENTRY;
            if (src != EP_BLOCK_EXIT && finder->seen[src] != search) {
                finder->seen[src] = search;
                finder->stack[n++] = src;
            }
        }
    }
    return found;
}

static void forget(struct finder *finder, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        finder->conditions[i].next[0] = finder->conditions[i].next[1] = EP_NONE;
}

/* Of the group from FIRST to END, find what leads to which; `number` is 0 of those that
 * begin a decision, else EP_NONE.  0: some operand is come to otherwise. */
static int look_at_group(struct finder *finder, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        forget(finder, first, end);
        finder->number[i] = look_back(finder, i).is_first ? 0 : EP_NONE;
    }
    forget(finder, first, end);
    for (uint32_t i = first; i < end; i++) {
        struct arrival found;

        if (finder->number[i] == 0)
            continue;
        found = look_back(finder, i);
        if (found.from_nowhere || found.is_twofold)
            return 0;
    }
    return 1;
}

/* ---- decisions ----------------------------------------------------------- */

/* Whether all of the group that leads to condition I is numbered, and of the decision that
 * begins with START. */
static int is_due(const struct finder *finder, uint32_t first, uint32_t end,
                  uint32_t i, uint32_t start)
{
    for (uint32_t j = first; j < end; j++)
        if ((finder->conditions[j].next[0] == i ||
             finder->conditions[j].next[1] == i) &&
            finder->start[j] != start)
            return 0;
    return 1;
}

/* Number the conditions of the decision that START, of the group from FIRST to END, begins,
 * and put them into `ordered`; returns how many there are.  In a decision each leads
 * to the one behind it. */
static uint32_t follow(struct finder *finder, uint32_t first, uint32_t end,
                       uint32_t start)
{
    uint32_t n = 0, i = start;

    while (i != EP_NONE) {
        const struct ep_condition_at *at = &finder->conditions[i];

        finder->number[i] = n;
        finder->start[i] = start;
        finder->ordered[n++] = *at;
        i = EP_NONE;
        for (int k = 0; i == EP_NONE && k < 2; k++)
            if (at->next[k] != EP_NONE &&
                finder->number[at->next[k]] == EP_NONE &&
                is_due(finder, first, end, at->next[k], start))
                i = at->next[k];
    }
    return n;
}

/* Where the outcomes of the N ordered conditions lead, into `next`: numbers, and ends by
 * the block that they are.  0: there are not two ends. */
static int find_ends(struct finder *finder, uint32_t n)
{
    const struct ep_edge *edges = finder->cfg->edges;
    const struct ep_condition_at *last = &finder->ordered[n - 1];
    uint32_t no = edges[last->edge[0]].dst, yes = edges[last->edge[1]].dst;

    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            struct ep_condition_at *at = &finder->ordered[i];
            uint32_t dst = edges[at->edge[k]].dst;

            if (at->next[k] != EP_NONE)
                finder->next[i][k] = finder->number[at->next[k]];
            else if (dst == no || dst == yes)
                finder->next[i][k] = dst == yes ? EP_END_TRUE : EP_END_FALSE;
            else
                return 0;
        }
    return no != yes;
}

static int is_open(const struct finder *finder, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (finder->cfg->branches[finder->ordered[i].branch].is_open)
            return 1;
    return 0;
}

/* Add a decision of the N ordered conditions; IS_ONE: it is known what leads to which. */
static int add_decision(struct finder *finder, uint32_t n, int is_one)
{
    struct ep_decisions *out = finder->out;
    struct ep_decision *decision = &out->items[out->n++];
    int status = EP_EGRAPH;

    *decision = (struct ep_decision){.first = out->n_conditions, .n = n};
    if (is_one && !is_open(finder, n) && find_ends(finder, n))
        status = ep_decision_join((const uint32_t(*)[2])finder->next, n,
                                  finder->joins);
    decision->is_whole = status == EP_OK;
    for (uint32_t i = 0; i < n; i++) {
        struct ep_condition_at *at = &finder->ordered[i];

        at->next[0] = decision->is_whole ? finder->next[i][0] : EP_NONE;
        at->next[1] = decision->is_whole ? finder->next[i][1] : EP_NONE;
        out->conditions[out->n_conditions++] = *at;
    }
    return status == EP_ENOMEM ? status : EP_OK;
}

/* Add the decisions of the group from FIRST to END: one, but where several stand at one
 * place. */
static int add_group(struct finder *finder, uint32_t first, uint32_t end)
{
    int is_known = look_at_group(finder, first, end), status = EP_OK;
    uint32_t n = 0;

    for (uint32_t i = first; i < end; i++)
        finder->start[i] = EP_NONE;
    for (uint32_t i = first; is_known && i < end; i++)
        if (finder->number[i] == 0 && finder->start[i] == EP_NONE)
            n += follow(finder, first, end, i);
    is_known = n == end - first;
    for (uint32_t i = first; is_known && !status && i < end; i++)
        if (finder->start[i] == i) {
            for (uint32_t j = first; j < end; j++)
                if (finder->start[j] == i)
                    finder->ordered[finder->number[j]] = finder->conditions[j];
            n = 0;
            for (uint32_t j = first; j < end; j++)
                n += finder->start[j] == i;
            status = add_decision(finder, n, 1);
        }
    if (is_known)
        return status;
    for (uint32_t i = first; i < end; i++)
        finder->ordered[i - first] = finder->conditions[i];
    return add_decision(finder, end - first, 0);
}

/* ---- groups -------------------------------------------------------------- */

/* The edges out of the block of branch I, if it is a condition. */
static int read_condition(const struct ep_cfg *cfg,
                          const struct ep_incidence *out, uint32_t i,
                          struct ep_condition_at *at)
{
    uint32_t block = cfg->branches[i].block;

    *at = (struct ep_condition_at){i, {EP_NONE, EP_NONE}, {EP_NONE, EP_NONE}};
    for (uint32_t e = out->first[block]; e < out->first[block + 1]; e++) {
        uint32_t edge = out->edge[e];
        uint8_t kind = cfg->edges[edge].kind;

        if (kind == EP_EDGE_TRUE || kind == EP_EDGE_FALSE)
            at->edge[kind == EP_EDGE_TRUE] = edge;
    }
    return at->edge[0] != EP_NONE && at->edge[1] != EP_NONE;
}

struct member {
    uint32_t decision;
    struct ep_condition_at at;
};

static int by_decision(const void *left, const void *right)
{
    const struct member *a = left, *b = right;

    if (a->decision != b->decision)
        return a->decision < b->decision ? -1 : 1;
    return (a->at.branch > b->at.branch) - (a->at.branch < b->at.branch);
}

/* The conditions of CFG, those of one decision together. */
static uint32_t list_conditions(const struct ep_cfg *cfg,
                                struct ep_arena *arena, struct member **out)
{
    struct ep_incidence edges = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    struct member *members =
        ep_arena_new(arena, cfg->n_branches, sizeof *members);
    uint32_t n = 0;

    *out = members;
    for (uint32_t i = 0; !arena->failed && i < cfg->n_branches; i++)
        if (read_condition(cfg, &edges, i, &members[n].at))
            members[n++].decision = cfg->branches[i].decision;
    if (n)
        ep_sort(members, n, sizeof *members, by_decision);
    return n;
}

static int add_groups(struct finder *finder, const struct member *members,
                      uint32_t n)
{
    uint32_t end;

    for (uint32_t first = 0; first < n; first = end) {
        int status;

        for (end = first;
             end < n && members[end].decision == members[first].decision; end++)
            finder->condition[finder->cfg->branches[members[end].at.branch]
                                  .block] = end;
        finder->ordered[0] = members[first].at;
        status = end == first + 1 ? add_decision(finder, 1, 1)
                                  : add_group(finder, first, end);
        for (uint32_t i = first; i < end; i++)
            finder
                ->condition[finder->cfg->branches[members[i].at.branch].block] =
                EP_NONE;
        if (status)
            return status;
    }
    return EP_OK;
}

int ep_decisions_find(const struct ep_cfg *cfg, struct ep_arena *arena,
                      struct ep_decisions *out)
{
    struct member *members;
    uint32_t n;
    struct finder finder = {.cfg = cfg, .out = out};

    *out = (struct ep_decisions){0};
    if (cfg->n_branches == 0)
        return EP_OK;
    n = list_conditions(cfg, arena, &members);
    finder.edges = ep_cfg_join_calls(cfg, arena);
    finder.in = ep_cfg_edges(cfg, EP_IN_EDGES, arena);
    finder.condition = ep_arena_new(arena, cfg->n_blocks, sizeof(uint32_t));
    finder.seen = ep_arena_new(arena, cfg->n_blocks, sizeof(uint32_t));
    finder.stack = ep_arena_new(arena, cfg->n_blocks, sizeof(uint32_t));
    finder.conditions = ep_arena_new(arena, n, sizeof *finder.conditions);
    finder.number = ep_arena_new(arena, n, sizeof *finder.number);
    finder.start = ep_arena_new(arena, n, sizeof *finder.start);
    finder.ordered = ep_arena_new(arena, n, sizeof *finder.ordered);
    finder.next = ep_arena_new(arena, n, sizeof *finder.next);
    finder.joins = ep_arena_new(arena, n, sizeof *finder.joins);
    out->items = ep_arena_new(arena, n, sizeof *out->items);
    out->conditions = ep_arena_new(arena, n, sizeof *out->conditions);
    if (arena->failed)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < cfg->n_blocks; i++)
        finder.condition[i] = EP_NONE;
    for (uint32_t i = 0; i < n; i++)
        finder.conditions[i] = members[i].at;
    return add_groups(&finder, members, n);
}
