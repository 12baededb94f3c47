/* SPDX-License-Identifier: MIT
 *
 * From functions to the tables by file: lines, outcomes, definitions.
 */
#include "profile/profile_build.h"

#include "base/order.h"

#include <string.h>

/* ---- order --------------------------------------------------------------- */

static int by_name(const void *left, const void *right)
{
    const struct ep_profile_file *a = left, *b = right;

    return strcmp(a->name, b->name);
}

/* Make the files, sorted, and give functions and lines their new numbers. */
static int make_files(struct ep_profile *profile)
{
    struct ep_sources *sources = &profile->p->sources;
    size_t n = sources->n, n_files = 0;
    uint32_t *number = ep_mem_zeroed(n, sizeof *number);
    struct ep_profile_file *files = ep_mem_zeroed(n, sizeof *files);

    if (!number || !files) {
        ep_mem_free(number);
        ep_mem_free(files);
        return EP_ENOMEM;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct ep_profile_file *file = &files[n_files];

        if (sources->files[i].same != i)
            continue;
        file->name = sources->files[i].name;
        file->full = sources->files[i].full;
        file->n_lines = i; /* the old number, until the lines are counted */
        n_files++;
    }
    ep_sort(files, n_files, sizeof *files, by_name);
    for (size_t i = 0; i < n_files; i++) {
        number[files[i].n_lines] = (uint32_t)i;
        files[i].n_lines = 0;
    }
    for (size_t i = 0; i < n; i++) {
        struct ep_profile_file *file;

        number[i] = number[sources->files[i].same];
        file = &files[number[i]];
        if (profile->p->modified[i] > file->modified)
            file->modified = profile->p->modified[i];
    }
    for (size_t i = 0; i < profile->n_functions; i++)
        ep_profile_renumber(&profile->functions[i], number);
    profile->files = files;
    profile->n_files = n_files;
    ep_mem_free(number);
    return EP_OK;
}

static int by_place(const void *left, const void *right)
{
    const struct ep_profile_function *a = left, *b = right;
    const struct ep_function *f = a->function, *g = b->function;
    int order;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (f->line != g->line)
        return f->line < g->line ? -1 : 1;
    order = strcmp(f->name, g->name);
    if (order)
        return order;
    return (f->hash > g->hash) - (f->hash < g->hash);
}

/* Functions stand in order: say where those of each file begin. */
static void index_functions(struct ep_profile *profile)
{
    for (size_t i = 0; i < profile->n_files; i++) {
        profile->files[i].functions = NULL;
        profile->files[i].n_functions = 0;
    }
    for (size_t i = 0; i < profile->n_functions; i++) {
        const struct ep_profile_function *function = &profile->functions[i];
        struct ep_profile_file *file;

        if (function->file == EP_NONE)
            continue;
        file = &profile->files[function->file];
        if (!file->functions)
            file->functions = function;
        file->n_functions++;
    }
}

static void sort_functions(struct ep_profile *profile)
{
    ep_sort(profile->functions, profile->n_functions,
            sizeof *profile->functions, by_place);
    index_functions(profile);
}

/* ---- lines --------------------------------------------------------------- */

static int make_lines(struct ep_profile *profile)
{
    struct ep_line_count *lines;
    size_t n = 0;

    for (size_t i = 0; i < profile->n_functions; i++)
        n += profile->functions[i].n_lines;
    lines = ep_arena_new(&profile->p->arena, n, sizeof *lines);
    if (!lines)
        return EP_ENOMEM;
    profile->p->lines = lines;
    n = 0;
    for (size_t i = 0; i < profile->n_functions; i++) {
        const struct ep_profile_function *function = &profile->functions[i];
        if (function->n_lines)
            memcpy(lines + n, function->lines,
                   function->n_lines * sizeof *lines);
        n += function->n_lines;
    }
    n = ep_line_fold_sum(lines, n);
    for (size_t i = 0; i < n; i++) {
        struct ep_profile_file *file = &profile->files[lines[i].file];
        if (!file->lines)
            file->lines = &lines[i];
        file->n_lines++;
    }
    return EP_OK;
}

/* ---- branches ------------------------------------------------------------ */

/* Instances of a function have their decisions in the same order; so the nth
 * decision of a line, if it has outcomes of the same kinds, is the same decision. */
struct outcome {
    uint32_t file;
    uint32_t line;
    uint32_t nth;
    uint32_t kind;
    uint32_t to;
    uint64_t kinds; /* hash of the kinds of all of the decision's outcomes */
    uint32_t index;
    uint64_t count;
};

struct outcomes {
    struct outcome *items;
    size_t n;
    size_t capacity;
};

static int is_source_decision(uint8_t kind)
{
    return kind >= EP_EDGE_TRUE && kind <= EP_EDGE_DEFAULT;
}

static int is_before_block(const void *line, const void *block)
{
    return ((const struct ep_line *)line)->block < *(const uint32_t *)block;
}

/* The line that EDGE, an outcome of DECISION, leads to: the first of its block.
 * 0: the block has none, or not in the file where the function and the decision
 * are. */
static uint32_t target_of(const struct ep_profile_function *function,
                          const struct ep_decision *decision, uint32_t edge)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    uint32_t block = cfg->edges[edge].dst;
    size_t i = ep_lower_bound(cfg->lines, cfg->n_lines, sizeof *cfg->lines,
                              is_before_block, &block);

    return i < cfg->n_lines && cfg->lines[i].block == block &&
                   cfg->lines[i].file == function->function->file &&
                   decision->file == function->file
               ? cfg->lines[i].line
               : 0;
}

static int add_decision(const struct ep_profile_function *function,
                        const struct ep_decision *decision,
                        const struct ep_incidence *out,
                        struct outcomes *outcomes)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    struct outcome outcome = {.file = decision->file,
                              .line = decision->line,
                              .nth = decision->nth,
                              .kinds = EP_HASH_START};
    size_t start = outcomes->n;
    uint32_t end = out->first[decision->block + 1];

    for (uint32_t i = out->first[decision->block]; i < end; i++) {
        uint32_t edge = out->edge[i];

        if (!is_source_decision(cfg->edges[edge].kind))
            continue;
        outcome.kind = cfg->edges[edge].kind;
        outcome.kinds = ep_hash_u64(outcome.kinds, outcome.kind);
        outcome.count = function->edge[edge];
        outcome.to = target_of(function, decision, edge);
        if (EP_GROW(outcomes->items, outcomes->n, outcomes->capacity))
            return EP_ENOMEM;
        outcomes->items[outcomes->n++] = outcome;
        outcome.index++;
    }
    if (outcomes->n - start < 2)
        outcomes->n = start;
    for (size_t i = start; i < outcomes->n; i++)
        outcomes->items[i].kinds = outcome.kinds;
    return EP_OK;
}

static int add_decisions(const struct ep_profile_function *function,
                         struct outcomes *outcomes)
{
    struct ep_arena arena = {0};
    struct ep_incidence out;
    int status;

    if (function->n_decisions == 0)
        return EP_OK;
    out = ep_cfg_edges(&function->function->cfg, EP_OUT_EDGES, &arena);
    status = arena.failed ? EP_ENOMEM : EP_OK;
    for (size_t i = 0; !status && i < function->n_decisions; i++)
        status =
            add_decision(function, &function->decisions[i], &out, outcomes);
    ep_arena_release(&arena);
    return status;
}

static int same_decision(const struct outcome *a, const struct outcome *b)
{
    return a->file == b->file && a->line == b->line && a->nth == b->nth &&
           a->kinds == b->kinds;
}

static int by_outcome(const void *left, const void *right)
{
    const struct outcome *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->nth != b->nth)
        return a->nth < b->nth ? -1 : 1;
    if (a->kinds != b->kinds)
        return a->kinds < b->kinds ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static void add_outcome(void *left, void *right)
{
    struct outcome *to = left;
    const struct outcome *from = right;

    to->count = edgeprof_add(to->count, from->count);
}

static int list_outcomes(struct ep_profile *profile,
                         const struct outcomes *outcomes)
{
    struct ep_outcome *out =
        ep_arena_new(&profile->p->arena, outcomes->n, sizeof *out);
    uint32_t decision = 0;

    if (!out)
        return EP_ENOMEM;
    profile->p->outcomes = out;
    for (size_t i = 0; i < outcomes->n; i++) {
        const struct outcome *outcome = &outcomes->items[i];
        struct ep_profile_file *file = &profile->files[outcome->file];

        if (i == 0 || outcome->file != outcome[-1].file ||
            outcome->line != outcome[-1].line)
            decision = 0;
        else if (!same_decision(outcome, outcome - 1))
            decision++;
        out[i] =
            (struct ep_outcome){outcome->file, outcome->line, decision,
                                outcome->kind, outcome->to,   outcome->count};
        if (!file->outcomes)
            file->outcomes = &out[i];
        file->n_outcomes++;
    }
    return EP_OK;
}

static int make_outcomes(struct ep_profile *profile)
{
    struct outcomes outcomes = {0};
    int status = EP_OK;

    for (size_t i = 0; !status && i < profile->n_functions; i++)
        status = add_decisions(&profile->functions[i], &outcomes);
    if (!status && outcomes.n) {
        outcomes.n = ep_fold(outcomes.items, outcomes.n, sizeof *outcomes.items,
                             by_outcome, add_outcome);
        status = list_outcomes(profile, &outcomes);
    }
    ep_mem_free(outcomes.items);
    return status;
}

int ep_profile_tabulate(struct ep_profile *profile)
{
    int status = make_files(profile);

    if (!status && profile->n_files < profile->p->sources.n)
        status = ep_profile_fold_again(profile);
    if (status)
        return status;
    sort_functions(profile);
    status = make_lines(profile);
    return status ? status : make_outcomes(profile);
}

/* ---- what is left out ---------------------------------------------------- */

enum { OMIT_DECISION = EP_OMIT_LINE | EP_OMIT_BRANCHES };

/* Whether the outcome is left out that was taken COUNT times; what OMIT says
 * of its line and of the one that it leads to. */
static int is_outcome_omitted(unsigned line, unsigned to, uint64_t count)
{
    return (line & OMIT_DECISION) || (to & EP_OMIT_SOURCE) ||
           ((line & EP_OMIT_UNTAKEN) && count == 0);
}

static void omit_from_file(struct ep_profile *profile, uint32_t index,
                           ep_omit_fn *omit, void *context)
{
    struct ep_profile_file *file = &profile->files[index];
    size_t n_lines = 0, n_outcomes = 0;

    if (file->lines) {
        struct ep_line_count *lines =
            profile->p->lines + (file->lines - profile->p->lines);

        for (size_t i = 0; i < file->n_lines; i++)
            if (!(omit(context, index, lines[i].line) & EP_OMIT_LINE))
                lines[n_lines++] = lines[i];
    }
    if (file->outcomes) {
        struct ep_outcome *outcomes =
            profile->p->outcomes + (file->outcomes - profile->p->outcomes);

        for (size_t i = 0; i < file->n_outcomes; i++)
            if (!is_outcome_omitted(omit(context, index, outcomes[i].line),
                                    omit(context, index, outcomes[i].to),
                                    outcomes[i].count))
                outcomes[n_outcomes++] = outcomes[i];
    }
    file->n_lines = n_lines;
    file->n_outcomes = n_outcomes;
}

static int omit_edge(struct ep_profile_function *function, uint32_t edge)
{
    if (!function->omitted)
        function->omitted = ep_mem_zeroed(function->function->cfg.n_edges, 1);
    if (!function->omitted)
        return EP_ENOMEM;
    function->omitted[edge] = 1;
    return EP_OK;
}

/* The outcomes of FUNCTION that are left out, of decisions that are not. */
static int omit_edges(struct ep_profile_function *function, ep_omit_fn *omit,
                      void *context)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    struct ep_arena arena = {0};
    struct ep_incidence out;
    int status;

    if (function->n_decisions == 0)
        return EP_OK;
    out = ep_cfg_edges(cfg, EP_OUT_EDGES, &arena);
    status = arena.failed ? EP_ENOMEM : EP_OK;
    for (size_t i = 0; !status && i < function->n_decisions; i++) {
        const struct ep_decision *decision = &function->decisions[i];
        unsigned line = omit(context, decision->file, decision->line);
        uint32_t end = out.first[decision->block + 1];

        for (uint32_t j = out.first[decision->block]; !status && j < end; j++) {
            uint32_t edge = out.edge[j];
            uint32_t to = target_of(function, decision, edge);

            if (is_source_decision(cfg->edges[edge].kind) &&
                is_outcome_omitted(line, omit(context, decision->file, to),
                                   function->edge[edge]))
                status = omit_edge(function, edge);
        }
    }
    ep_arena_release(&arena);
    return status;
}

/* Whether anything of FUNCTION is left. */
static int omit_from_function(struct ep_profile_function *function,
                              ep_omit_fn *omit, void *context)
{
    size_t n_before = function->n_lines;
    size_t n_lines = 0, n_decisions = 0;

    for (size_t i = 0; i < n_before; i++) {
        const struct ep_line_count *line = &function->lines[i];
        if (!(omit(context, line->file, line->line) & EP_OMIT_LINE))
            function->lines[n_lines++] = *line;
    }
    for (size_t i = 0; i < function->n_decisions; i++) {
        const struct ep_decision *decision = &function->decisions[i];
        if (!(omit(context, decision->file, decision->line) & OMIT_DECISION))
            function->decisions[n_decisions++] = *decision;
    }
    function->n_lines = n_lines;
    function->n_decisions = n_decisions;
    if (n_before || function->file == EP_NONE)
        return n_lines > 0 || n_before == 0;
    return !(omit(context, function->file, function->function->line) &
             EP_OMIT_LINE);
}

int ep_profile_omit(struct ep_profile *profile, ep_omit_fn *omit, void *context)
{
    size_t kept = 0;
    int status = EP_OK;

    for (size_t i = 0; i < profile->n_files; i++)
        omit_from_file(profile, (uint32_t)i, omit, context);
    for (size_t i = 0; i < profile->n_functions; i++) {
        struct ep_profile_function *function = &profile->functions[i];

        if (!status && function->file != EP_NONE)
            status = omit_edges(function, omit, context);
        if (omit_from_function(function, omit, context))
            profile->functions[kept++] = *function;
        else
            ep_profile_release_function(function);
    }
    profile->n_functions = kept;
    index_functions(profile);
    return status;
}

/* ---- two profiles -------------------------------------------------------- */

static int same_shape(const struct ep_profile *a, const struct ep_profile *b)
{
    if (a->n_files != b->n_files || a->n_functions != b->n_functions)
        return 0;
    for (size_t i = 0; i < a->n_files; i++)
        if (a->files[i].n_lines != b->files[i].n_lines ||
            a->files[i].n_outcomes != b->files[i].n_outcomes ||
            strcmp(a->files[i].full, b->files[i].full) != 0)
            return 0;
    for (size_t i = 0; i < a->n_functions; i++)
        if (a->functions[i].function->hash != b->functions[i].function->hash ||
            a->functions[i].n_lines != b->functions[i].n_lines)
            return 0;
    return 1;
}

static void combine_function(struct ep_profile_function *own,
                             const struct ep_profile_function *other,
                             ep_combine_fn *combine)
{
    const struct ep_cfg *cfg = &own->function->cfg;

    own->calls = combine(own->calls, other->calls);
    for (uint32_t i = 0; i < cfg->n_blocks; i++)
        own->block[i] = combine(own->block[i], other->block[i]);
    for (uint32_t i = 0; i < cfg->n_edges; i++)
        own->edge[i] = combine(own->edge[i], other->edge[i]);
    for (size_t i = 0; i < own->n_lines; i++)
        own->lines[i].count =
            combine(own->lines[i].count, other->lines[i].count);
}

int ep_profile_combine(struct ep_profile *profile,
                       const struct ep_profile *other, ep_combine_fn *combine)
{
    size_t line = 0, outcome = 0;

    if (!same_shape(profile, other))
        return EP_EMATCH;
    for (size_t i = 0; i < profile->n_files; i++) {
        const struct ep_profile_file *file = &other->files[i];

        for (size_t j = 0; j < file->n_lines; j++, line++)
            profile->p->lines[line].count =
                combine(profile->p->lines[line].count, file->lines[j].count);
        for (size_t j = 0; j < file->n_outcomes; j++, outcome++)
            profile->p->outcomes[outcome].count = combine(
                profile->p->outcomes[outcome].count, file->outcomes[j].count);
    }
    for (size_t i = 0; i < profile->n_functions; i++)
        combine_function(&profile->functions[i], &other->functions[i], combine);
    return EP_OK;
}
