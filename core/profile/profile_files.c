/* SPDX-License-Identifier: MIT
 *
 * From functions to the tables by file.
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
        if (file->modified < sources->files[i].modified)
            file->modified = sources->files[i].modified;
    }
    for (size_t i = 0; i < profile->n_functions; i++)
        ep_profile_renumber(&profile->functions[i], number);
    for (size_t i = 0; i < profile->n_uncounted; i++)
        if (profile->uncounted[i].file != EP_NONE)
            profile->uncounted[i].file = number[profile->uncounted[i].file];
    profile->files = files;
    profile->n_files = n_files;
    ep_mem_free(number);
    return EP_OK;
}

/* F is defined in the file A, G in B. */
static int compare_places(const struct ep_function *f, uint32_t a,
                          const struct ep_function *g, uint32_t b)
{
    if (a != b)
        return a < b ? -1 : 1;
    if (f->line != g->line)
        return f->line < g->line ? -1 : 1;
    return strcmp(f->name, g->name);
}

static int by_place(const void *left, const void *right)
{
    const struct ep_profile_function *a = left, *b = right;
    const struct ep_function *f = a->function, *g = b->function;
    int order = compare_places(f, a->file, g, b->file);

    return order ? order : (f->hash > g->hash) - (f->hash < g->hash);
}

static int by_place_uncounted(const void *left, const void *right)
{
    const struct ep_uncounted *a = left, *b = right;

    return compare_places(a->function, a->file, b->function, b->file);
}

static void keep_first(void *kept, void *other)
{
    (void)kept;
    (void)other;
}

/* What is counted in some module is counted. */
static void sort_uncounted(struct ep_profile *profile)
{
    struct ep_uncounted *list = profile->uncounted;
    size_t n = ep_fold(list, profile->n_uncounted, sizeof *list,
                       by_place_uncounted, keep_first);
    size_t kept = 0, at = 0;

    for (size_t i = 0; i < n; i++) {
        int order = 1;

        for (; at < profile->n_functions && order > 0; at += order > 0) {
            const struct ep_profile_function *counted = &profile->functions[at];
            order = compare_places(list[i].function, list[i].file,
                                   counted->function, counted->file);
        }
        if (order != 0)
            list[kept++] = list[i];
    }
    profile->n_uncounted = kept;
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
    sort_uncounted(profile);
    index_functions(profile);
}

/* ---- tables -------------------------------------------------------------- */

int ep_profile_tabulate(struct ep_profile *profile)
{
    int status = make_files(profile);

    if (!status && profile->n_files < profile->p->sources.n)
        status = ep_profile_fold_again(profile);
    if (status)
        return status;
    sort_functions(profile);
    status = ep_profile_make_lines(profile);
    return status ? status : ep_profile_make_outcomes(profile);
}

/* ---- what is left out ---------------------------------------------------- */

enum { OMIT_BRANCH = EP_OMIT_LINE | EP_OMIT_BRANCHES };

/* Whether the outcome is left out that was taken COUNT times; what OMIT says
 * of its line and of the one that it leads to. */
static int is_outcome_omitted(unsigned line, unsigned to, uint64_t count)
{
    return (line & OMIT_BRANCH) || (to & EP_OMIT_SOURCE) ||
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

/* The outcomes of FUNCTION that are left out, of branches that are not. */
static int omit_edges(struct ep_profile_function *function, ep_omit_fn *omit,
                      void *context)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    struct ep_arena arena = {0};
    struct ep_incidence out;
    int status;

    if (function->n_branches == 0)
        return EP_OK;
    out = ep_cfg_edges(cfg, EP_OUT_EDGES, &arena);
    status = arena.failed ? EP_ENOMEM : EP_OK;
    for (size_t i = 0; !status && i < function->n_branches; i++) {
        const struct ep_function_branch *branch = &function->branches[i];
        unsigned line = omit(context, branch->file, branch->at.line);
        uint32_t end = out.first[branch->block + 1];

        for (uint32_t j = out.first[branch->block]; !status && j < end; j++) {
            uint32_t edge = out.edge[j];
            uint32_t to = ep_profile_target(function, branch, &out, edge);

            if (ep_profile_is_outcome(&cfg->edges[edge]) &&
                is_outcome_omitted(line, omit(context, branch->file, to),
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
    size_t n_lines = 0, n_branches = 0;

    for (size_t i = 0; i < n_before; i++) {
        const struct ep_line_count *line = &function->lines[i];
        if (!(omit(context, line->file, line->line) & EP_OMIT_LINE))
            function->lines[n_lines++] = *line;
    }
    for (size_t i = 0; i < function->n_branches; i++) {
        const struct ep_function_branch *branch = &function->branches[i];
        if (!(omit(context, branch->file, branch->at.line) & OMIT_BRANCH))
            function->branches[n_branches++] = *branch;
    }
    function->n_lines = n_lines;
    function->n_branches = n_branches;
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
        ep_profile_combine_function(&profile->functions[i],
                                    &other->functions[i], combine);
    return EP_OK;
}
