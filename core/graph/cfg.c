/* SPDX-License-Identifier: MIT
 *
 * cfg.c - the graph: building, closing, identity.
 */
#include "graph/cfg.h"

#include "base/begun.h"
#include "base/conditions.h"
#include "base/order.h"

#include <string.h>

void ep_cfg_init(struct ep_cfg *cfg)
{
    *cfg = (struct ep_cfg){.n_blocks = EP_BLOCK_FIRST};
}

void ep_cfg_release(struct ep_cfg *cfg)
{
    for (uint32_t i = 0; i < cfg->n_files; i++)
        ep_mem_free(cfg->files[i]);
    ep_mem_free(cfg->files);
    ep_mem_free(cfg->edges);
    ep_mem_free(cfg->lines);
    ep_mem_free(cfg->branches);
    ep_mem_free(cfg->cases);
    ep_mem_free(cfg->call_sites);
    ep_mem_free(cfg->stands);
    *cfg = (struct ep_cfg){0};
}

uint32_t ep_cfg_add_block(struct ep_cfg *cfg)
{
    return cfg->n_blocks++;
}

int ep_cfg_add_edge(struct ep_cfg *cfg, uint32_t src, uint32_t dst,
                    enum ep_edge_kind kind, unsigned flags, uint64_t weight)
{
    if (cfg->n_edges == EP_NONE ||
        EP_GROW(cfg->edges, cfg->n_edges, cfg->edges_capacity))
        return EP_ENOMEM;
    cfg->edges[cfg->n_edges++] = (struct ep_edge){.src = src,
                                                  .dst = dst,
                                                  .kind = (uint8_t)kind,
                                                  .flags = (uint8_t)flags,
                                                  .weight = weight};
    return EP_OK;
}

int ep_cfg_add_file(struct ep_cfg *cfg, const char *path, uint32_t *out)
{
    char *copy;

    /* Lines come in runs of one file, so the last ones are looked at first. */
    for (uint32_t i = cfg->n_files; i-- > 0;) {
        if (strcmp(cfg->files[i], path) == 0) {
            *out = i;
            return EP_OK;
        }
    }
    if (EP_GROW(cfg->files, cfg->n_files, cfg->files_capacity))
        return EP_ENOMEM;
    copy = ep_mem_dup(path, strlen(path));
    if (!copy)
        return EP_ENOMEM;
    *out = cfg->n_files;
    cfg->files[cfg->n_files++] = copy;
    return EP_OK;
}

int ep_cfg_set_head(struct ep_cfg *cfg, const char *path, uint32_t line,
                    uint32_t *file)
{
    int status = ep_cfg_add_file(cfg, path, file);

    if (!status) {
        cfg->head_file = *file;
        cfg->head_line = line;
    }
    return status;
}

int ep_cfg_add_line(struct ep_cfg *cfg, uint32_t block, const char *path,
                    uint32_t line)
{
    struct ep_line entry = {.block = block, .line = line};

    if (line == 0)
        return EP_OK;
    if (ep_cfg_add_file(cfg, path, &entry.file) ||
        EP_GROW(cfg->lines, cfg->n_lines, cfg->lines_capacity))
        return EP_ENOMEM;
    cfg->lines[cfg->n_lines++] = entry;
    return EP_OK;
}

/* Whether PATH:LINE is above the function: what a lambda is in, whose brackets are in a macro. */
static int is_above(const struct ep_cfg *cfg, const char *path, uint32_t line)
{
    return line < cfg->head_line &&
           strcmp(path, cfg->files[cfg->head_file]) == 0;
}

int ep_cfg_add_begun(struct ep_cfg *cfg, uint32_t block, const char *path,
                     const struct ep_words *words, struct ep_point point)
{
    uint32_t i = words ? ep_words_find(words, point) : EP_NONE;
    uint32_t line = point.line;
    int status = EP_OK;

    if (i == EP_NONE || ep_words_point(words, i).column != point.column)
        return EP_OK;
    while (!status && (i = ep_begun_before(words, i)) != EP_NONE) {
        uint32_t above = ep_words_point(words, i).line;

        if (is_above(cfg, path, above))
            break;
        if (above < line)
            status = ep_cfg_add_line(cfg, block, path, above);
        line = above;
    }
    return status;
}

/* Say so of what has begun behind word I, up to LAST, on lines below LINE. */
static int add_below(struct ep_cfg *cfg, uint32_t block, const char *path,
                     const struct ep_words *words, uint32_t i, uint32_t last,
                     uint32_t line)
{
    int status = EP_OK;

    while (!status && (i = ep_begun_behind(words, i, last)) != EP_NONE) {
        uint32_t below = ep_words_point(words, i).line;

        if (below > line)
            status = ep_cfg_add_line(cfg, block, path, below);
        line = below;
    }
    return status;
}

int ep_cfg_add_asked(struct ep_cfg *cfg, uint32_t block, const char *path,
                     const struct ep_words *words, struct ep_point point)
{
    struct ep_condition condition;

    if (!words || !ep_condition_find(words, point, &condition))
        return EP_OK;
    if (ep_cfg_add_line(cfg, block, path, condition.at.line))
        return EP_ENOMEM;
    return add_below(cfg, block, path, words,
                     ep_words_find(words, condition.at),
                     ep_words_find(words, condition.end), condition.at.line);
}

/* Whether what is at word I may be evaluated, and what begins with word LAST not. */
static int may_leave_out(const struct ep_words *words, uint32_t i,
                         uint32_t last)
{
    for (; i < last; i++) {
        if (ep_is_logic(words, i) || ep_is_choice(words, i))
            return 1;
        if (ep_is_opener(words, i) && words->items[i].pair < last)
            i = words->items[i].pair;
    }
    return 0;
}

int ep_cfg_add_given(struct ep_cfg *cfg, uint32_t block, const char *path,
                     const struct ep_words *words, struct ep_point at,
                     struct ep_point end)
{
    uint32_t last = words ? ep_words_find(words, end) : EP_NONE;
    uint32_t open = last != EP_NONE ? words->items[last].pair : EP_NONE;

    if (open == EP_NONE || !ep_words_is(words, last, ")") ||
        may_leave_out(words, ep_words_find(words, at), open))
        return EP_OK;
    return add_below(cfg, block, path, words, open, last, at.line);
}

int ep_cfg_add_branch(struct ep_cfg *cfg, uint32_t block, const char *path,
                      struct ep_point at, struct ep_point whole,
                      uint32_t n_operands)
{
    struct ep_branch entry = {
        .block = block, .at = at, .whole = whole, .n_operands = n_operands};

    if (at.line == 0)
        return EP_OK;
    if (ep_cfg_add_file(cfg, path, &entry.file) ||
        EP_GROW(cfg->branches, cfg->n_branches, cfg->branches_capacity))
        return EP_ENOMEM;
    cfg->branches[cfg->n_branches++] = entry;
    return EP_OK;
}

int ep_cfg_add_case(struct ep_cfg *cfg, uint32_t edge, int64_t low,
                    int64_t high)
{
    if (EP_GROW(cfg->cases, cfg->n_cases, cfg->cases_capacity))
        return EP_ENOMEM;
    cfg->cases[cfg->n_cases++] = (struct ep_case){edge, low, high};
    return EP_OK;
}

uint32_t ep_callee_id(const char *name, size_t size)
{
    uint64_t hash = ep_hash(EP_HASH_START, name, size);

    return (uint32_t)(hash ^ hash >> 32);
}

int ep_cfg_add_call_site(struct ep_cfg *cfg, uint32_t block, const char *path,
                         uint32_t line, uint32_t callee)
{
    struct ep_call_site entry = {{.block = block, .line = line},
                                 callee,
                                 callee ? 0 : cfg->n_pointer_calls};

    if ((line && ep_cfg_add_file(cfg, path, &entry.at.file)) ||
        EP_GROW(cfg->call_sites, cfg->n_call_sites, cfg->call_sites_capacity))
        return EP_ENOMEM;
    cfg->call_sites[cfg->n_call_sites++] = entry;
    cfg->n_pointer_calls += callee == 0;
    return EP_OK;
}

/* ---- the edges of each block --------------------------------------------- */

static uint32_t edge_end(const struct ep_edge *edge, enum ep_end end)
{
    return end == EP_OUT_EDGES ? edge->src : edge->dst;
}

/* A counting sort: first[b + 2] counts, then first[b + 1] is b's cursor, which
 * ends where block b + 1 starts. */
struct ep_incidence ep_cfg_edges(const struct ep_cfg *cfg, enum ep_end end,
                                 struct ep_arena *arena)
{
    uint32_t *first =
        ep_arena_new(arena, (size_t)cfg->n_blocks + 2, sizeof *first);
    uint32_t *edge = ep_arena_new(arena, cfg->n_edges, sizeof *edge);
    struct ep_incidence out = {.first = first, .edge = edge};

    if (arena->failed)
        return out;
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        first[edge_end(&cfg->edges[e], end) + 2]++;
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        first[b + 2] += first[b + 1];
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        edge[first[edge_end(&cfg->edges[e], end) + 1]++] = e;
    return out;
}

/* ---- finish -------------------------------------------------------------- */

static int by_place(const void *left, const void *right)
{
    const struct ep_line *a = left;
    const struct ep_line *b = right;

    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static void drop(void *kept, void *other)
{
    (void)kept;
    (void)other;
}

static int compare_places(struct ep_point a, struct ep_point b)
{
    if (a.line != b.line)
        return a.line < b.line ? -1 : 1;
    return (a.column > b.column) - (a.column < b.column);
}

static int by_block(const void *left, const void *right)
{
    const struct ep_branch *a = left;
    const struct ep_branch *b = right;

    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    return compare_places(a->at, b->at);
}

/* Sort the branches and keep the first of each block. */
static uint32_t sort_branches(struct ep_branch *branches, uint32_t n)
{
    uint32_t kept = 0;

    if (n == 0)
        return 0;
    ep_sort(branches, n, sizeof *branches, by_block);
    for (uint32_t i = 1; i < n; i++)
        if (branches[i].block != branches[kept].block)
            branches[++kept] = branches[i];
    return kept + 1;
}

static int by_value(const void *left, const void *right)
{
    const struct ep_case *a = left;
    const struct ep_case *b = right;

    if (a->edge != b->edge)
        return a->edge < b->edge ? -1 : 1;
    return (a->low > b->low) - (a->low < b->low);
}

/* Sort the cases, and join those that are next to each other. */
static uint32_t sort_cases(struct ep_case *cases, uint32_t n)
{
    uint32_t kept = 0;

    if (n == 0)
        return 0;
    ep_sort(cases, n, sizeof *cases, by_value);
    for (uint32_t i = 1; i < n; i++) {
        struct ep_case *last = &cases[kept];

        if (cases[i].edge == last->edge && last->high < INT64_MAX &&
            cases[i].low <= last->high + 1) {
            if (cases[i].high > last->high)
                last->high = cases[i].high;
        } else {
            cases[++kept] = cases[i];
        }
    }
    return kept + 1;
}

static int by_call_site(const void *left, const void *right)
{
    const struct ep_call_site *a = left;
    const struct ep_call_site *b = right;
    int order = by_place(&a->at, &b->at);

    return order ? order : (a->callee > b->callee) - (a->callee < b->callee);
}

static int is_before_edge(const void *item, const void *edge)
{
    return ((const struct ep_case *)item)->edge < *(const uint32_t *)edge;
}

void ep_cfg_count_blocks(const struct ep_cfg *cfg, uint64_t *out)
{
    memset(out, 0, cfg->n_blocks * sizeof *out);
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        out[cfg->edges[e].dst] += cfg->edges[e].weight;
}

uint32_t ep_cfg_cases(const struct ep_cfg *cfg, uint32_t edge,
                      const struct ep_case **out)
{
    size_t first = ep_lower_bound(cfg->cases, cfg->n_cases, sizeof *cfg->cases,
                                  is_before_edge, &edge);
    size_t end = first;

    while (end < cfg->n_cases && cfg->cases[end].edge == edge)
        end++;
    *out = end > first ? &cfg->cases[first] : NULL;
    return (uint32_t)(end - first);
}

/* Why EDGE breaks the rules, or NULL. */
static const char *edge_fault(const struct ep_cfg *cfg,
                              const struct ep_edge *edge)
{
    int from_exit = edge->src == EP_BLOCK_EXIT;
    int opens = edge->kind == EP_EDGE_ENTRY || edge->kind == EP_EDGE_RETURN ||
                edge->kind == EP_EDGE_ARRIVE;

    if (edge->src >= cfg->n_blocks || edge->dst >= cfg->n_blocks)
        return "names a block that does not exist";
    if (edge->kind >= EP_EDGE_KINDS)
        return "is of no known kind";
    if (from_exit != opens)
        return from_exit ? "leaves exit and is not of a kind that may"
                         : "must come from exit";
    if ((edge->kind == EP_EDGE_ENTRY) != (edge->dst == EP_BLOCK_ENTRY))
        return edge->kind == EP_EDGE_ENTRY ? "must lead to entry"
                                           : "leads to entry and may not";
    if (edge->kind == EP_EDGE_LEAVE && edge->dst != EP_BLOCK_EXIT)
        return "must lead to exit";
    return NULL;
}

static int check_lines(const struct ep_cfg *cfg)
{
    for (uint32_t i = 0; i < cfg->n_lines; i++)
        if (cfg->lines[i].block >= cfg->n_blocks ||
            cfg->lines[i].file >= cfg->n_files)
            return EP_EGRAPH;
    for (uint32_t i = 0; i < cfg->n_branches; i++)
        if (cfg->branches[i].block >= cfg->n_blocks ||
            cfg->branches[i].file >= cfg->n_files ||
            cfg->branches[i].decision >= cfg->n_branches)
            return EP_EGRAPH;
    for (uint32_t i = 0; i < cfg->n_call_sites; i++)
        if (cfg->call_sites[i].at.block >= cfg->n_blocks ||
            (cfg->call_sites[i].at.line &&
             cfg->call_sites[i].at.file >= cfg->n_files))
            return EP_EGRAPH;
    return EP_OK;
}

static int check_cases(const struct ep_cfg *cfg)
{
    for (uint32_t i = 0; i < cfg->n_cases; i++) {
        const struct ep_case *own = &cfg->cases[i];

        if (own->edge >= cfg->n_edges || own->low > own->high ||
            cfg->edges[own->edge].kind != EP_EDGE_CASE)
            return EP_EGRAPH;
    }
    return EP_OK;
}

static int check_edges(const struct ep_cfg *cfg, struct ep_diag *diag)
{
    uint32_t n_entries = 0;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        const char *fault = edge_fault(cfg, &cfg->edges[e]);

        if (fault)
            return ep_fail(diag, EP_EGRAPH, "edge %u (%u -> %u) %s",
                           (unsigned)e, (unsigned)cfg->edges[e].src,
                           (unsigned)cfg->edges[e].dst, fault);
        n_entries += cfg->edges[e].kind == EP_EDGE_ENTRY;
    }
    if (n_entries != 1)
        return ep_fail(diag, EP_EGRAPH, "%u entry edges, expected 1",
                       (unsigned)n_entries);
    if (check_lines(cfg))
        return ep_fail(diag, EP_EGRAPH,
                       "a line names a block or file that does not exist");
    if (check_cases(cfg))
        return ep_fail(diag, EP_EGRAPH, "an edge that is no case has values");
    return EP_OK;
}

int ep_cfg_check(const struct ep_cfg *cfg, struct ep_diag *diag)
{
    if (cfg->n_blocks < EP_BLOCK_FIRST || cfg->n_blocks - 1 > cfg->n_edges)
        return ep_fail(diag, EP_EGRAPH, "%u edges cannot leave %u blocks",
                       (unsigned)cfg->n_edges, (unsigned)cfg->n_blocks);
    return check_edges(cfg, diag);
}

int ep_cfg_finish(struct ep_cfg *cfg, struct ep_diag *diag)
{
    int status = check_edges(cfg, diag);

    if (status)
        return status;
    status = ep_cfg_add_leaves(cfg);
    if (!status)
        status = ep_cfg_sort_stands(cfg);
    if (status)
        return ep_fail(diag, status, "out of memory");
    cfg->n_lines = (uint32_t)ep_fold(cfg->lines, cfg->n_lines,
                                     sizeof *cfg->lines, by_place, drop);
    cfg->n_branches = sort_branches(cfg->branches, cfg->n_branches);
    cfg->n_cases = sort_cases(cfg->cases, cfg->n_cases);
    ep_sort(cfg->call_sites, cfg->n_call_sites, sizeof *cfg->call_sites,
            by_call_site);
    status = ep_cfg_find_decisions(cfg);
    return status ? ep_fail(diag, status, "out of memory") : EP_OK;
}

/* ---- identity and names -------------------------------------------------- */

static uint64_t hash_line(uint64_t hash, const struct ep_cfg *cfg,
                          uint32_t block, uint32_t file, uint32_t line)
{
    const char *path = cfg->files[file];
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;

    hash = ep_hash_u64(hash, block);
    hash = ep_hash_u64(hash, line);
    return ep_hash(hash, name, strlen(name) + 1);
}

static uint64_t hash_lines(uint64_t hash, const struct ep_cfg *cfg,
                           uint32_t first_line)
{
    hash = ep_hash_u64(hash, cfg->n_lines);
    for (uint32_t i = 0; i < cfg->n_lines; i++)
        hash = hash_line(hash, cfg, cfg->lines[i].block, cfg->lines[i].file,
                         cfg->lines[i].line - first_line);
    return hash;
}

static uint64_t hash_branches(uint64_t hash, const struct ep_cfg *cfg,
                              uint32_t first_line)
{
    hash = ep_hash_u64(hash, cfg->n_branches);
    for (uint32_t i = 0; i < cfg->n_branches; i++) {
        const struct ep_branch *branch = &cfg->branches[i];

        hash = hash_line(hash, cfg, branch->block, branch->file,
                         branch->at.line - first_line);
        hash = ep_hash_u64(hash, (uint64_t)branch->at.column << 32 |
                                     branch->decision);
    }
    for (uint32_t i = 0; i < cfg->n_cases; i++) {
        hash = ep_hash_u64(hash, cfg->cases[i].edge);
        hash = ep_hash_u64(hash, (uint64_t)cfg->cases[i].low);
        hash = ep_hash_u64(hash, (uint64_t)cfg->cases[i].high);
    }
    return hash;
}

uint64_t ep_cfg_hash(const struct ep_cfg *cfg, uint32_t first_line)
{
    uint64_t hash = ep_hash_u64(EP_HASH_START, cfg->n_blocks);

    hash = ep_hash_u64(hash, cfg->n_edges);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        const struct ep_edge *edge = &cfg->edges[e];

        hash = ep_hash_u64(hash, (uint64_t)edge->src << 32 | edge->dst);
        hash = ep_hash_u64(hash, edge->kind);
    }
    hash = hash_lines(hash, cfg, first_line);
    return hash_branches(hash, cfg, first_line);
}

const char *ep_edge_kind_name(unsigned kind)
{
    static const char *const names[EP_EDGE_KINDS] = {
        [EP_EDGE_ENTRY] = "entry",   [EP_EDGE_FALL] = "fall",
        [EP_EDGE_TRUE] = "true",     [EP_EDGE_FALSE] = "false",
        [EP_EDGE_CASE] = "case",     [EP_EDGE_DEFAULT] = "default",
        [EP_EDGE_MADE] = "made",     [EP_EDGE_LEAVE] = "leave",
        [EP_EDGE_RETURN] = "return", [EP_EDGE_ARRIVE] = "arrive"};

    return kind < EP_EDGE_KINDS ? names[kind] : NULL;
}
