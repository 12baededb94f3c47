/* SPDX-License-Identifier: MIT
 *
 * What the branches of functions did, added up by what they are in the source.
 *
 * A branch is the same in two functions if it stands at the same place and has
 * the same outcomes, by name.  Of two at one place, as in the text of a macro,
 * nothing but their order tells which is which; the same holds for lines
 * without columns.  So these are added within builds of one compiler and level
 * alone.  What one module has on a line and another has not is *apart*.
 */
#include "profile/profile_build.h"

#include "base/order.h"

#include <inttypes.h>
#include <string.h>

/* One outcome of one function's branch. */
struct outcome {
    uint32_t file;
    struct ep_point at;
    uint32_t nth;    /* of those at that place */
    uint64_t within; /* what else must be equal: the builds, or 0 */
    uint64_t names;  /* hash of the names of all outcomes of the branch */
    uint32_t kind;   /* enum ep_edge_kind */
    int64_t value; /* the first of a case; of another, what is ahead of what */
    const struct ep_profile_function *function;
    const struct ep_function_branch *branch;
    uint32_t edge;
    uint32_t to;
    uint64_t builds;
    uint64_t modules;
    uint64_t count;
};

struct outcomes {
    struct outcome *items;
    size_t n;
    size_t capacity;
};

/* ---- of a function ------------------------------------------------------- */

static int compare_places(const struct ep_function_branch *a,
                          const struct ep_function_branch *b)
{
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    return (a->at.column > b->at.column) - (a->at.column < b->at.column);
}

static int by_place(const void *left, const void *right)
{
    const struct ep_function_branch *a = left, *b = right;
    int order = compare_places(a, b);

    return order ? order : (a->block > b->block) - (a->block < b->block);
}

void ep_profile_order_branches(struct ep_function_branch *list, size_t n)
{
    ep_sort(list, n, sizeof *list, by_place);
    for (size_t i = 0; i < n; i++) {
        int is_next = i > 0 && compare_places(&list[i], &list[i - 1]) == 0;

        list[i].nth = is_next ? list[i - 1].nth + 1 : 0;
        list[i].is_doubtful = list[i].at.column == 0 || is_next;
        if (is_next)
            list[i - 1].is_doubtful = 1;
    }
}

int ep_profile_is_outcome(const struct ep_edge *edge)
{
    return edge->kind >= EP_EDGE_TRUE && edge->kind <= EP_EDGE_DEFAULT;
}

static int is_before_block(const void *line, const void *block)
{
    return ((const struct ep_line *)line)->block < *(const uint32_t *)block;
}

/* The edge that is the only way from BLOCK on, and no call's; or EP_NONE. */
static uint32_t only_way(const struct ep_cfg *cfg,
                         const struct ep_incidence *out, uint32_t block)
{
    uint32_t edge;

    if (out->first[block + 1] - out->first[block] != 1)
        return EP_NONE; /* a block of damaged notes may have none, and be the last */
    edge = out->edge[out->first[block]];
    return cfg->edges[edge].kind == EP_EDGE_FALL ? edge : EP_NONE;
}

uint32_t ep_profile_target(const struct ep_profile_function *function,
                           const struct ep_function_branch *branch,
                           const struct ep_incidence *out, uint32_t edge)
{
    const struct ep_cfg *cfg = &function->function->cfg;

    if (branch->file != function->file)
        return 0;
    for (int i = 0; i < EP_FEW_BLOCKS && edge != EP_NONE; i++) {
        uint32_t block = cfg->edges[edge].dst;
        size_t at = ep_lower_bound(cfg->lines, cfg->n_lines, sizeof *cfg->lines,
                                   is_before_block, &block);

        if (block == EP_BLOCK_EXIT)
            break;
        if (at < cfg->n_lines && cfg->lines[at].block == block)
            return cfg->lines[at].file == function->function->file
                       ? cfg->lines[at].line
                       : 0;
        edge = only_way(cfg, out, block);
    }
    return 0;
}

/* What tells EDGE from other outcomes of its branch: a case by its values, that
 * of a computed goto by where it leads; where nothing is known, by NTH. */
static int64_t value_of(const struct ep_cfg *cfg, uint32_t edge, uint32_t to,
                        size_t nth, int is_switch)
{
    const struct ep_case *cases;

    if (cfg->edges[edge].kind != EP_EDGE_CASE)
        return 0;
    if (ep_cfg_cases(cfg, edge, &cases))
        return cases[0].low;
    return to && !is_switch ? (int64_t)to : (int64_t)nth;
}

static uint64_t hash_name(const struct ep_cfg *cfg,
                          const struct outcome *outcome)
{
    const struct ep_case *cases;
    uint32_t n = ep_cfg_cases(cfg, outcome->edge, &cases);
    uint64_t hash = ep_hash_u64(EP_HASH_START, outcome->kind);

    hash = ep_hash_u64(hash, (uint64_t)outcome->value);
    for (uint32_t i = 0; i < n; i++) {
        hash = ep_hash_u64(hash, (uint64_t)cases[i].low);
        hash = ep_hash_u64(hash, (uint64_t)cases[i].high);
    }
    return hash;
}

static int has_default(const struct ep_cfg *cfg, const struct ep_incidence *out,
                       uint32_t block)
{
    for (uint32_t i = out->first[block]; i < out->first[block + 1]; i++)
        if (cfg->edges[out->edge[i]].kind == EP_EDGE_DEFAULT)
            return 1;
    return 0;
}

static int add_outcomes(const struct ep_profile_function *function,
                        const struct ep_function_branch *branch,
                        const struct ep_incidence *out,
                        struct outcomes *outcomes)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    struct outcome outcome = {.file = branch->file,
                              .at = branch->at,
                              .nth = branch->nth,
                              .function = function,
                              .branch = branch,
                              .builds = function->builds,
                              .modules = function->modules};
    int is_switch = has_default(cfg, out, branch->block);
    uint32_t end = out->first[branch->block + 1];
    uint64_t names = 0; /* a sum: in whatever order they come */
    size_t start = outcomes->n, n = 0;

    if (branch->is_doubtful)
        outcome.within = function->builds;
    for (uint32_t i = out->first[branch->block]; i < end; i++) {
        outcome.edge = out->edge[i];
        if (!ep_profile_is_outcome(&cfg->edges[outcome.edge]))
            continue;
        outcome.kind = cfg->edges[outcome.edge].kind;
        outcome.count = function->edge[outcome.edge];
        outcome.to = ep_profile_target(function, branch, out, outcome.edge);
        outcome.value = value_of(cfg, outcome.edge, outcome.to, n++, is_switch);
        names += hash_name(cfg, &outcome);
        if (function->omitted && function->omitted[outcome.edge])
            continue;
        if (EP_GROW(outcomes->items, outcomes->n, outcomes->capacity))
            return EP_ENOMEM;
        outcomes->items[outcomes->n++] = outcome;
    }
    if (n < 2)
        outcomes->n = start;
    for (size_t i = start; i < outcomes->n; i++)
        outcomes->items[i].names = names;
    return EP_OK;
}

static int add_branches(const struct ep_profile_function *function,
                        struct outcomes *outcomes)
{
    struct ep_arena arena = {0};
    struct ep_incidence out;
    int status;

    if (function->n_branches == 0)
        return EP_OK;
    out = ep_cfg_edges(&function->function->cfg, EP_OUT_EDGES, &arena);
    status = arena.failed ? EP_ENOMEM : EP_OK;
    for (size_t i = 0; !status && i < function->n_branches; i++)
        status = add_outcomes(function, &function->branches[i], &out, outcomes);
    ep_arena_release(&arena);
    return status;
}

/* ---- of all -------------------------------------------------------------- */

enum { BEYOND_COLUMNS = 100000 };

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int by_branch(const struct outcome *a, const struct outcome *b)
{
    if (a->file != b->file)
        return COMPARE(a->file, b->file);
    if (a->at.line != b->at.line)
        return COMPARE(a->at.line, b->at.line);
    if (a->at.column != b->at.column)
        return COMPARE(a->at.column, b->at.column);
    if (a->nth != b->nth)
        return COMPARE(a->nth, b->nth);
    if (a->within != b->within)
        return COMPARE(a->within, b->within);
    return COMPARE(a->names, b->names);
}

static int by_outcome(const void *left, const void *right)
{
    const struct outcome *a = left, *b = right;
    int order = by_branch(a, b);

    if (order)
        return order;
    if (a->kind != b->kind)
        return COMPARE(a->kind, b->kind);
    return COMPARE(a->value, b->value);
}

static void add_outcome(void *left, void *right)
{
    struct outcome *to = left;
    const struct outcome *from = right;

    to->count = edgeprof_add(to->count, from->count);
    to->builds |= from->builds;
    to->modules |= from->modules;
}

/* What the N FUNCTIONS' branches did, in the order of the source. */
static int fold_outcomes(const struct ep_profile_function *functions, size_t n,
                         struct outcomes *out)
{
    int status = EP_OK;

    *out = (struct outcomes){0};
    for (size_t i = 0; !status && i < n; i++)
        status = add_branches(&functions[i], out);
    if (!status)
        out->n = ep_fold(out->items, out->n, sizeof *out->items, by_outcome,
                         add_outcome);
    return status;
}

int ep_profile_count_outcomes(const struct ep_profile_function *functions,
                              size_t n, size_t *covered, size_t *total)
{
    struct outcomes outcomes;
    int status = fold_outcomes(functions, n, &outcomes);

    *covered = 0;
    *total = outcomes.n;
    for (size_t i = 0; outcomes.items && i < outcomes.n; i++)
        *covered += outcomes.items[i].count > 0;
    ep_mem_free(outcomes.items);
    return status;
}

/* ---- names --------------------------------------------------------------- */

static void print_cases(const struct ep_case *cases, uint32_t n,
                        struct ep_buf *out)
{
    for (uint32_t i = 0; i < n; i++) {
        int64_t low = cases[i].low, high = cases[i].high;

        ep_buf_printf(out, "%s %" PRId64, i ? "," : "case", low);
        if (high > low)
            ep_buf_printf(out, "%s%" PRId64, high > low + 1 ? "..." : ", ",
                          high);
    }
}

/* "true", "case 1, 2", "default", "line 31"; "way 2" where another tool did not say;
 * NULL: no memory. */
static const char *name_of(struct ep_profile *profile,
                           const struct outcome *outcome)
{
    const struct ep_cfg *cfg = &outcome->function->function->cfg;
    const struct ep_case *cases;
    uint32_t n = ep_cfg_cases(cfg, outcome->edge, &cases);
    struct ep_buf text = {0};
    char *name;

    if (outcome->kind != EP_EDGE_CASE)
        return ep_edge_kind_name(outcome->kind);
    if (n)
        print_cases(cases, n, &text);
    else if (outcome->to && (uint32_t)outcome->value == outcome->to)
        ep_buf_printf(&text, "line %" PRIu32, outcome->to);
    else if (outcome->function->function->flags & EP_FUNCTION_IMPORTED)
        ep_buf_printf(&text, "way %" PRId64, outcome->value + 1);
    else
        return ep_edge_kind_name(outcome->kind);
    name =
        text.failed ? NULL : ep_arena_new(&profile->p->arena, text.size + 1, 1);
    if (name)
        memcpy(name, text.data, text.size);
    ep_buf_release(&text);
    return name;
}

/* ---- the tables ---------------------------------------------------------- */

/* A switch may do without a default, but has values. */
static enum ep_branch_kind kind_of(const struct outcome *first,
                                   const struct outcome *end)
{
    const struct ep_case *cases;

    if (first->kind == EP_EDGE_TRUE || first->kind == EP_EDGE_FALSE ||
        first->function->function->flags & EP_FUNCTION_IMPORTED)
        return EP_BRANCH_CONDITION;
    return end[-1].kind == EP_EDGE_DEFAULT ||
                   ep_cfg_cases(&first->function->function->cfg, first->edge,
                                &cases)
               ? EP_BRANCH_SWITCH
               : EP_BRANCH_GOTO;
}

/* The branch of the outcomes from FIRST to END, the NTH of its line. */
static struct ep_profile_branch
branch_of(const struct outcome *first, const struct outcome *end, uint32_t nth)
{
    const struct ep_function *function = first->function->function;
    const struct ep_branch *branch =
        &function->cfg.branches[first->branch->index];
    struct ep_profile_branch out = {
        .file = first->file,
        .at = first->at,
        .decision = function->cfg.branches[branch->decision].at,
        .nth = nth,
        .kind = kind_of(first, end),
        .function = function->name};

    for (; first < end; first++) {
        out.builds |= first->builds;
        out.modules |= first->modules;
    }
    return out;
}

static const struct outcome *end_of(const struct outcome *first,
                                    const struct outcome *end)
{
    const struct outcome *at = first;

    while (at < end && by_branch(at, first) == 0)
        at++;
    return at;
}

static int list_outcomes(struct ep_profile *profile,
                         const struct outcomes *outcomes)
{
    struct ep_profile_private *p = profile->p;
    const struct outcome *end, *next;
    struct ep_outcome *out = p->outcomes;

    if (outcomes->n == 0) /* and nowhere to begin */
        return EP_OK;
    end = outcomes->items + outcomes->n;

    for (const struct outcome *at = outcomes->items; at < end; at = next) {
        struct ep_profile_file *file = &profile->files[at->file];
        struct ep_profile_branch *branch = &p->branches[p->n_branches];
        uint32_t nth = 0;

        next = end_of(at, end);
        if (p->n_branches && branch[-1].file == at->file &&
            branch[-1].at.line == at->at.line)
            nth = branch[-1].nth + 1;
        *branch = branch_of(at, next, nth);
        p->n_branches++;
        if (!file->outcomes)
            file->outcomes = out;
        for (; at < next; at++, out++, file->n_outcomes++) {
            *out =
                (struct ep_outcome){at->at.line, branch, name_of(profile, at),
                                    at->kind,    at->to, at->count};
            if (!out->name)
                return EP_ENOMEM;
        }
    }
    return EP_OK;
}

/* Number BRANCH, one of those from FIRST to END on a line. */
static uint32_t id_of(const struct ep_profile_branch *branch,
                      const struct ep_profile_branch *first,
                      const struct ep_profile_branch *end)
{
    uint32_t column = branch->at.column;
    int has_columns = 0, is_alone = column > 0;

    for (; first < end; first++) {
        has_columns |= first->at.column > 0;
        is_alone &= first == branch || first->at.column != column;
    }
    if (is_alone)
        return column;
    return has_columns ? BEYOND_COLUMNS + branch->nth : branch->nth;
}

/* Of the branches on one line, those are apart that not all modules have which
 * have any there. */
static int compare_builds(struct ep_profile *profile)
{
    struct ep_profile_private *p = profile->p;
    const struct ep_profile_branch *one = NULL;
    size_t n_lines = 0, next;

    for (size_t i = 0; i < p->n_branches; i = next) {
        struct ep_profile_branch *first = &p->branches[i];
        uint64_t modules = 0;
        int differ = 0;

        for (next = i;
             next < p->n_branches && p->branches[next].file == first->file &&
             p->branches[next].at.line == first->at.line;
             next++)
            modules |= p->branches[next].modules;
        for (size_t j = i; j < next; j++) {
            p->branches[j].apart = p->branches[j].modules != modules;
            p->branches[j].id =
                id_of(&p->branches[j], first, &p->branches[next]);
            differ |= p->branches[j].apart;
        }
        if (differ && !one)
            one = first;
        n_lines += differ != 0;
    }
    return one ? ep_profile_say(profile,
                                "builds differ in the branches of %zu lines, "
                                "which are shown apart; the first is "
                                "%s:%" PRIu32,
                                n_lines, profile->files[one->file].name,
                                one->at.line)
               : EP_OK;
}

int ep_profile_make_outcomes(struct ep_profile *profile)
{
    struct ep_profile_private *p = profile->p;
    struct outcomes outcomes;
    int status =
        fold_outcomes(profile->functions, profile->n_functions, &outcomes);

    p->outcomes = ep_arena_new(&p->arena, outcomes.n + 1, sizeof *p->outcomes);
    p->branches = ep_arena_new(&p->arena, outcomes.n + 1, sizeof *p->branches);
    if (!status && p->arena.failed)
        status = EP_ENOMEM;
    if (!status)
        status = list_outcomes(profile, &outcomes);
    if (!status)
        status = compare_builds(profile);
    ep_mem_free(outcomes.items);
    return status;
}
