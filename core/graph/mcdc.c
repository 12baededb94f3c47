/* SPDX-License-Identifier: MIT */
#include "graph/mcdc.h"

#include "edgeprof/abi.h"

#include <string.h>

/* What goes on from one outcome: to the condition that is asked then, to where it is
 * masked (or is lost on the way to that condition), or to an end unmasked. */
enum { STAYS, IS_MASKED, ENDS };

struct judge {
    const uint32_t (*next)[2];
    uint64_t (*count)[2]; /* of what is in no known way */
    uint32_t n;
    const struct ep_way_count *known;
    uint32_t n_known;
    struct ep_arena arena;
    struct ep_join *joins;
    uint64_t
        *lost; /* per condition: evaluations that came to its operand, and never
                       to an outcome */
    uint32_t *first_in; /* per condition, and one more: into in */
    uint32_t *in;   /* 2 * condition + outcome, of those that lead to each */
    uint8_t *masks; /* per 2 * condition + outcome: bool */
    uint64_t *flow; /* likewise */
    uint32_t
        *from; /* per condition: the arc by which the search came; EP_NONE: it
                           has not */
    uint32_t *queue;
};

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- the diagram --------------------------------------------------------- */

static void index_arcs(struct judge *judge)
{
    uint32_t n = judge->n, at = 0;

    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            if (judge->next[i][k] < n)
                judge->first_in[judge->next[i][k] + 1]++;
    for (uint32_t i = 0; i < n; i++)
        judge->first_in[i + 1] += judge->first_in[i];
    for (uint32_t to = 0; to < n; to++)
        for (uint32_t i = 0; i < to; i++)
            for (uint32_t k = 0; k < 2; k++)
                if (judge->next[i][k] == to)
                    judge->in[at++] = 2 * i + k;
}

/* Take off what is in known ways. */
static void take_off_known(struct judge *judge)
{
    for (uint32_t w = 0; w < judge->n_known; w++)
        for (uint32_t i = 0; i < judge->n; i++) {
            int8_t k = judge->known[w].asked[i];

            if (k >= 0)
                judge->count[i][k] -=
                    min(judge->known[w].count, judge->count[i][k]);
        }
}

static void find_lost(struct judge *judge)
{
    for (uint32_t i = 1; i < judge->n; i++) {
        uint64_t came = 0;
        uint64_t left = edgeprof_add(judge->count[i][0], judge->count[i][1]);

        for (uint32_t j = judge->first_in[i]; j < judge->first_in[i + 1]; j++)
            came = edgeprof_add(
                came, judge->count[judge->in[j] / 2][judge->in[j] % 2]);
        judge->lost[i] = came > left ? came - left : 0;
    }
}

/* Which outcomes mask condition I. */
static void find_masks(struct judge *judge, uint32_t i)
{
    memset(judge->masks, 0, (size_t)2 * judge->n);
    for (uint32_t j = 0; j + 1 < judge->n; j++) {
        const struct ep_join *join = &judge->joins[j];

        if (i < join->first || i >= join->middle)
            continue;
        for (uint32_t other = join->middle; other < join->end; other++)
            for (int k = 0; k < 2; k++)
                judge->masks[2 * other + (uint32_t)k] |=
                    judge->next[other][k] == join->mask;
    }
}

/* ---- flows --------------------------------------------------------------- */

/* What is left of what ARC, an outcome, may carry to WHERE. */
static uint64_t room(const struct judge *judge, uint32_t arc, int where)
{
    uint32_t i = arc / 2, k = arc % 2;
    int leads = judge->masks[arc]              ? IS_MASKED
                : judge->next[i][k] < judge->n ? STAYS
                                               : ENDS;

    return leads == where ? judge->count[i][k] - judge->flow[arc] : 0;
}

/* Whether flow can go from condition I to the sink, WHERE; by which arc, or past all for
 * what is lost. */
static int reaches_sink(const struct judge *judge, uint32_t i, int where,
                        uint32_t *arc)
{
    for (*arc = 2 * i; *arc < 2 * i + 2; ++*arc)
        if (room(judge, *arc, where))
            return 1;
    *arc = 2 * judge->n + i;
    return where == IS_MASKED && judge->lost[i] > judge->flow[*arc];
}

static void come(struct judge *judge, uint32_t i, uint32_t arc, uint32_t *end)
{
    if (judge->from[i] != EP_NONE)
        return;
    judge->from[i] = arc;
    judge->queue[(*end)++] = i;
}

/* Search a way from START that can carry more to WHERE: the condition from which it goes to
 * the sink, or EP_NONE. */
static uint32_t search(struct judge *judge, uint32_t start, int where,
                       uint32_t *out_arc)
{
    uint32_t at = 0, end = 0;

    for (uint32_t i = 0; i < judge->n; i++)
        judge->from[i] = EP_NONE;
    come(judge, start, EP_NONE - 1, &end);
    while (at < end) {
        uint32_t i = judge->queue[at++];

        if (reaches_sink(judge, i, where, out_arc))
            return i;
        for (uint32_t k = 0; k < 2; k++)
            if (room(judge, 2 * i + k, STAYS))
                come(judge, judge->next[i][k], 2 * i + k, &end);
        for (uint32_t j = judge->first_in[i]; j < judge->first_in[i + 1]; j++)
            if (judge->flow[judge->in[j]] && !judge->masks[judge->in[j]])
                come(judge, judge->in[j] / 2, judge->in[j], &end);
    }
    return EP_NONE;
}

/* Where ARC, by which the search came to condition I, came from; whether it carries
 * back. */
static uint32_t source(const struct judge *judge, uint32_t i, uint32_t arc,
                       int *is_back)
{
    *is_back = arc / 2 == i;
    return *is_back ? judge->next[i][arc % 2] : arc / 2;
}

/* Send at most MOST along the way that was found; what was sent. */
static uint64_t send(struct judge *judge, uint32_t start, uint32_t last,
                     uint32_t last_arc, uint64_t most)
{
    uint64_t *flow = judge->flow;
    uint32_t i = last;
    int is_back;

    most = min(most, last_arc < 2 * judge->n
                         ? judge->count[last][last_arc % 2] - flow[last_arc]
                         : judge->lost[last] - flow[last_arc]);
    while (i != start) {
        uint32_t arc = judge->from[i];

        i = source(judge, i, arc, &is_back);
        most = min(most, is_back ? flow[arc]
                                 : judge->count[arc / 2][arc % 2] - flow[arc]);
    }
    flow[last_arc] += most;
    for (i = last; i != start;) {
        uint32_t arc = judge->from[i];

        i = source(judge, i, arc, &is_back);
        flow[arc] += is_back ? -most : most;
    }
    return most;
}

/* The largest flow from START to WHERE, at most LIMIT. */
static uint64_t largest_flow(struct judge *judge, uint32_t start, int where,
                             uint64_t limit)
{
    uint64_t sum = 0;
    uint32_t arc, last;

    memset(judge->flow, 0, (size_t)3 * judge->n * sizeof *judge->flow);
    while (sum < limit && (last = search(judge, start, where, &arc)) != EP_NONE)
        sum += send(judge, start, last, arc, limit - sum);
    return sum;
}

/* ---- masking ------------------------------------------------------------- */

static enum ep_shown shown_by(const uint64_t least[2], const uint64_t most[2])
{
    if (most[0] == 0 || most[1] == 0)
        return EP_NOT_SHOWN;
    return least[0] && least[1] ? EP_SHOWN : EP_SHOWN_UNKNOWN;
}

/* Whether condition I, whose masks were found, was masked in WAY. */
static int is_masked(const struct judge *judge, uint32_t i,
                     const struct ep_way_count *way)
{
    for (uint32_t j = i + 1; j < judge->n; j++)
        if (way->asked[j] >= 0 && judge->masks[2 * j + (way->asked[j] == 1)])
            return 1;
    return 0;
}

/* Add the known ways in which condition I decided. */
static void add_known(const struct judge *judge, uint32_t i,
                      struct ep_shown_condition *out)
{
    for (uint32_t w = 0; w < judge->n_known; w++) {
        const struct ep_way_count *way = &judge->known[w];
        int8_t k = way->asked[i];

        if (k < 0 || is_masked(judge, i, way))
            continue;
        out->least[k] = edgeprof_add(out->least[k], way->count);
        out->most[k] = edgeprof_add(out->most[k], way->count);
    }
}

static void judge_masking(struct judge *judge, uint32_t i,
                          struct ep_shown_condition *out)
{
    find_masks(judge, i);
    for (int k = 0; k < 2; k++) {
        uint64_t count = judge->count[i][k];
        uint32_t next = judge->next[i][k];

        out->least[k] = out->most[k] = count;
        if (next >= judge->n)
            continue;
        out->least[k] -= largest_flow(judge, next, IS_MASKED, count);
        out->most[k] = largest_flow(judge, next, ENDS, count);
    }
    add_known(judge, i, out);
    out->masking = shown_by(out->least, out->most);
}

/* ---- unique cause -------------------------------------------------------- */

/* A way through the diagram that may have been taken. */
struct way {
    const int8_t *asked; /* per condition: 0, 1, or -1: it is not */
    int is_true;         /* bool: the decision */
    int is_sure; /* bool: it was taken, whichever ways make up the counts */
};

struct ways {
    struct way *items; /* room for those known, and EP_WAYS_MAX */
    uint32_t n;
    int are_all; /* bool: there was room */
};

/* Whether whatever ways make up the counts, WAY is one: not all that sets out on it can
 * leave it. */
static int is_sure(const struct judge *judge, const struct way *way)
{
    uint64_t leaves = 0; /* of what comes to the conditions from I on */

    for (uint32_t i = judge->n; i-- > 0;) {
        int8_t k = way->asked[i];

        if (k < 0)
            continue;
        leaves = min(judge->count[i][k], leaves);
        if (i == 0)
            return judge->count[i][k] > leaves;
        leaves = edgeprof_add(
            leaves, edgeprof_add(judge->lost[i], judge->count[i][!k]));
    }
    return 0;
}

static void add_known_ways(const struct judge *judge, struct ways *ways)
{
    for (uint32_t w = 0; w < judge->n_known; w++) {
        const int8_t *asked = judge->known[w].asked;
        uint32_t last = judge->n - 1;

        while (last > 0 && asked[last] < 0)
            last--;
        if (judge->known[w].count && asked[last] >= 0)
            ways->items[ways->n++] = (struct way){
                asked, judge->next[last][asked[last]] == EP_END_TRUE, 1};
    }
}

/* Copy ASKED, which goes on by the outcome of condition LAST to an end. */
static int add_way(struct judge *judge, const int8_t *asked, uint32_t last,
                   struct ways *ways)
{
    struct way *way = &ways->items[ways->n++];
    int8_t *copy = ep_arena_new(&judge->arena, judge->n, 1);

    if (!copy)
        return EP_ENOMEM;
    memcpy(copy, asked, judge->n);
    way->asked = copy;
    way->is_true = judge->next[last][asked[last]] == EP_END_TRUE;
    way->is_sure = is_sure(judge, way);
    return EP_OK;
}

/* All ways that may be in the counts, one after the other as numbers in binary go on. */
static int add_ways(struct judge *judge, struct ways *ways)
{
    int8_t *asked = ep_arena_new(&judge->arena, judge->n, 1);
    uint32_t *path = ep_arena_new(&judge->arena, judge->n, sizeof *path);
    uint32_t depth = 0, i = 0, n = 0;

    if (judge->arena.failed)
        return EP_ENOMEM;
    memset(asked, -1, judge->n);
    path[0] = 0;
    for (;;) {
        i = path[depth];
        if (++asked[i] == 2) {
            asked[i] = -1;
            if (depth-- == 0)
                return EP_OK;
            continue;
        }
        if (judge->count[i][asked[i]] == 0)
            continue;
        if (judge->next[i][asked[i]] < judge->n) {
            path[++depth] = judge->next[i][asked[i]];
            continue;
        }
        if (n++ == EP_WAYS_MAX) {
            ways->are_all = 0;
            return EP_OK;
        }
        if (add_way(judge, asked, i, ways))
            return EP_ENOMEM;
    }
}

/* The condition by which alone A and B differ, which the decision follows; EP_NONE: there
 * is none.  They go together up to that. */
static uint32_t unique_cause(const struct judge *judge, const struct way *a,
                             const struct way *b)
{
    uint32_t found = EP_NONE;

    if (a->is_true == b->is_true)
        return EP_NONE;
    for (uint32_t i = 0; i < judge->n; i++) {
        if (a->asked[i] < 0 || b->asked[i] < 0 || a->asked[i] == b->asked[i])
            continue;
        if (found != EP_NONE)
            return EP_NONE;
        found = i;
    }
    return found;
}

static int judge_unique(struct judge *judge, struct ep_shown_condition *out)
{
    struct ways ways = {.are_all = 1};

    ways.items =
        ep_arena_new(&judge->arena, (size_t)judge->n_known + EP_WAYS_MAX,
                     sizeof *ways.items);
    if (!ways.items)
        return EP_ENOMEM;
    add_known_ways(judge, &ways);
    if (add_ways(judge, &ways))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < judge->n; i++)
        out[i].unique = ways.are_all || out[i].masking == EP_NOT_SHOWN
                            ? EP_NOT_SHOWN
                            : EP_SHOWN_UNKNOWN;
    for (uint32_t a = 0; a < ways.n; a++)
        for (uint32_t b = 0; b < a; b++) {
            uint32_t i = unique_cause(judge, &ways.items[a], &ways.items[b]);

            if (i == EP_NONE || out[i].unique == EP_SHOWN)
                continue;
            out[i].unique = ways.items[a].is_sure && ways.items[b].is_sure
                                ? EP_SHOWN
                                : EP_SHOWN_UNKNOWN;
        }
    return EP_OK;
}

/* ---- all ----------------------------------------------------------------- */

static void judge_apart(const uint64_t (*count)[2], uint32_t n,
                        struct ep_shown_condition *out)
{
    for (uint32_t i = 0; i < n; i++) {
        out[i] =
            (struct ep_shown_condition){.most = {count[i][0], count[i][1]}};
        out[i].masking = out[i].unique = shown_by(out[i].least, out[i].most);
    }
}

int ep_mcdc_judge(const uint32_t (*next)[2], const uint64_t (*count)[2],
                  uint32_t n, const struct ep_way_count *ways, uint32_t n_ways,
                  struct ep_shown_condition *out)
{
    struct judge judge = {
        .next = next, .n = n, .known = ways, .n_known = n_ways};
    struct ep_arena *arena = &judge.arena;
    int status;

    if (!next || n > EP_CONDITIONS_MAX) {
        judge_apart(count, n, out);
        return EP_OK;
    }
    judge.count = ep_arena_new(arena, n, sizeof *judge.count);
    judge.joins = ep_arena_new(arena, n, sizeof *judge.joins);
    judge.lost = ep_arena_new(arena, n, sizeof *judge.lost);
    judge.first_in = ep_arena_new(arena, n + 1, sizeof *judge.first_in);
    judge.in = ep_arena_new(arena, (size_t)2 * n, sizeof *judge.in);
    judge.masks = ep_arena_new(arena, (size_t)2 * n, 1);
    judge.flow = ep_arena_new(arena, (size_t)3 * n, sizeof *judge.flow);
    judge.from = ep_arena_new(arena, n, sizeof *judge.from);
    judge.queue = ep_arena_new(arena, n, sizeof *judge.queue);
    status = arena->failed ? EP_ENOMEM : ep_decision_join(next, n, judge.joins);
    if (!status) {
        memcpy(judge.count, count, n * sizeof *count);
        take_off_known(&judge);
        index_arcs(&judge);
        find_lost(&judge);
        for (uint32_t i = 0; i < n; i++)
            judge_masking(&judge, i, &out[i]);
        status = judge_unique(&judge, out);
    }
    ep_arena_release(arena);
    return status;
}
