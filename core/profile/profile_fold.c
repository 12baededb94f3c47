/* SPDX-License-Identifier: MIT
 *
 * From the marks of one module to the counts of its functions.
 */
#include "profile/profile_build.h"

#include <string.h>

/* ---- one instance -------------------------------------------------------- */

/* The unit of FUNCTION, which USE shows, or NULL. */
static const struct ep_unit_note *unit_of(const struct ep_module_use *use,
                                          const struct ep_function *function)
{
    const struct ep_notes *notes = use->current ? use->current : use->notes;

    return function->unit < notes->n_units ? &notes->units[function->unit]
                                           : NULL;
}

/* The source that NAME is in a unit of USE, into OUT. */
static int find_source(struct ep_profile_private *p,
                       const struct ep_module_use *use,
                       const struct ep_unit_note *unit, const char *name,
                       uint32_t *out)
{
    int status =
        ep_sources_add(&p->sources, unit ? unit->directory : NULL, name, out);
    struct ep_source_name *source;

    if (status)
        return status;
    source = &p->sources.files[*out];
    if (source->modified < use->modified)
        source->modified = use->modified;
    if (unit && strcmp(unit->source, name) == 0)
        source->is_main = 1;
    return EP_OK;
}

/* The sources of FUNCTION's files, in their order; NULL: no memory. */
static uint32_t *find_sources(struct ep_profile_private *p,
                              const struct ep_module_use *use,
                              const struct ep_function *function)
{
    const struct ep_unit_note *unit = unit_of(use, function);
    const struct ep_cfg *cfg = &function->cfg;
    uint32_t *sources = ep_mem_zeroed(cfg->n_files, sizeof *sources);
    int status = sources ? EP_OK : EP_ENOMEM;

    for (uint32_t i = 0; !status && i < cfg->n_files; i++)
        status = find_source(p, use, unit, cfg->files[i], &sources[i]);
    if (!status)
        return sources;
    ep_mem_free(sources);
    return NULL;
}

/* Give FUNCTION's places the NUMBER of their files, and bring them in order: a
 * line has the largest count of the blocks on it. */
static void place(struct ep_profile_function *function, const uint32_t *number)
{
    if (function->file != EP_NONE)
        function->file = number[function->file];
    for (size_t i = 0; i < function->n_lines; i++)
        function->lines[i].file = number[function->lines[i].file];
    for (size_t i = 0; i < function->n_branches; i++)
        function->branches[i].file = number[function->branches[i].file];
    function->n_lines =
        ep_line_fold_largest(function->lines, function->n_lines);
    ep_profile_order_branches(function->branches, function->n_branches);
}

void ep_profile_renumber(struct ep_profile_function *function,
                         const uint32_t *number)
{
    for (uint32_t i = 0; i < function->function->cfg.n_files; i++)
        function->sources[i] = number[function->sources[i]];
    place(function, number);
}

/* What CFG and FLOW say into OUT, less the frames that ended in a line's block before the
 * line began, BEHIND, unless that is NULL; as yet with the function's own numbers of
 * its files.  EP_OK or EP_ENOMEM. */
static int init_places(const struct ep_cfg *cfg, const struct ep_flow *flow,
                       const uint64_t *behind, struct ep_profile_function *out)
{
    out->lines = ep_mem_zeroed(cfg->n_lines, sizeof *out->lines);
    out->branches = ep_mem_zeroed(cfg->n_branches, sizeof *out->branches);
    if (!out->lines || !out->branches)
        return EP_ENOMEM;
    out->n_lines = cfg->n_lines;
    out->n_branches = cfg->n_branches;
    for (uint32_t i = 0; i < cfg->n_lines; i++) {
        const struct ep_line *line = &cfg->lines[i];
        uint64_t count = flow->block[line->block];
        uint64_t less = behind ? behind[i] : 0;

        out->lines[i] = (struct ep_line_count){line->file, line->line,
                                               count < less ? 0 : count - less};
    }
    for (uint32_t i = 0; i < cfg->n_branches; i++) {
        const struct ep_branch *branch = &cfg->branches[i];

        out->branches[i] = (struct ep_function_branch){.file = branch->file,
                                                       .at = branch->at,
                                                       .block = branch->block,
                                                       .index = i};
    }
    return EP_OK;
}

/* The unit of machine code is the program that it is of. */
static const char *find_object(const struct ep_module_use *use,
                               const struct ep_function *function)
{
    return function->machine && function->unit < use->notes->n_units
               ? use->notes->units[function->unit].source
               : NULL;
}

/* What FLOW says of FUNCTION into OUT, which takes FLOW's arrays. */
static int init_instance(struct ep_profile_private *p,
                         const struct ep_module_use *use,
                         const struct ep_function *function,
                         struct ep_flow *flow, const uint64_t *behind,
                         struct ep_profile_function *out)
{
    int has_file = function->file < function->cfg.n_files;

    *out = (struct ep_profile_function){
        .function = function,
        .file = has_file ? function->file : EP_NONE,
        .sources = find_sources(p, use, function),
        .builds = ep_profile_find_build(p, unit_of(use, function)),
        .object = find_object(use, function),
        .modules = ep_profile_find_module(p, use->notes),
        .calls = flow->block[EP_BLOCK_ENTRY]};
    if (!out->sources || init_places(&function->cfg, flow, behind, out)) {
        ep_profile_release_function(out);
        return EP_ENOMEM;
    }
    place(out, out->sources);
    out->block = flow->block;
    out->edge = flow->edge;
    flow->block = NULL;
    flow->edge = NULL;
    return EP_OK;
}

/* ---- folding ------------------------------------------------------------- */

static uint64_t hash_function(const struct ep_function *function)
{
    return ep_hash(function->hash, function->name, strlen(function->name));
}

/* Of equal name and graph, with its lines counted from the function's first. */
static int is_same_code(const struct ep_function *f,
                        const struct ep_function *g)
{
    return f->hash == g->hash && f->cfg.n_blocks == g->cfg.n_blocks &&
           f->cfg.n_edges == g->cfg.n_edges && strcmp(f->name, g->name) == 0;
}

/* Functions of machine code are one only if they are the same code of a file. */
static uint64_t machine_id(const struct ep_function *function)
{
    return function->machine ? function->id : 0;
}

static uint64_t hash_key(const struct ep_profile_function *instance)
{
    uint64_t hash = hash_function(instance->function);

    hash = ep_hash_u64(hash, machine_id(instance->function));
    hash = ep_hash_u64(hash, instance->file);
    return ep_hash_u64(hash, instance->function->line);
}

static int same_function(const struct ep_profile_function *a,
                         const struct ep_profile_function *b)
{
    if (!is_same_code(a->function, b->function) || a->file != b->file ||
        machine_id(a->function) != machine_id(b->function) ||
        a->function->line != b->function->line || a->n_lines != b->n_lines)
        return 0;
    for (size_t i = 0; i < a->n_lines; i++)
        if (ep_line_order(&a->lines[i], &b->lines[i]) != 0)
            return 0;
    return 1;
}

void ep_profile_combine_function(struct ep_profile_function *own,
                                 const struct ep_profile_function *other,
                                 ep_combine_fn *combine)
{
    const struct ep_cfg *cfg = &own->function->cfg;

    int same_loops = own->n_loops == other->n_loops;

    own->calls = combine(own->calls, other->calls);
    for (size_t i = 0; same_loops && i < (size_t)EP_TRIPS_BINS * own->n_loops;
         i++)
        own->trips[i] = combine(own->trips[i], other->trips[i]);
    for (uint32_t i = 0; i < cfg->n_blocks; i++)
        own->block[i] = combine(own->block[i], other->block[i]);
    for (uint32_t i = 0; i < cfg->n_edges; i++)
        own->edge[i] = combine(own->edge[i], other->edge[i]);
    for (size_t i = 0; i < own->n_lines; i++)
        own->lines[i].count =
            combine(own->lines[i].count, other->lines[i].count);
}

static int are_same_ways(const struct ep_ways *a, const struct ep_ways *b)
{
    return a->n == b->n &&
           memcmp(a->first, b->first, (a->n + 1) * sizeof *a->first) == 0 &&
           memcmp(a->edge, b->edge, a->first[a->n] * sizeof *a->edge) == 0;
}

/* Builds that count ways count the same ones, if one plugin made them; what others
 * counted is not known by ways. */
static void add_ways(struct ep_profile_function *to,
                     struct ep_profile_function *from)
{
    if (!to->way) {
        to->ways = from->ways;
        to->way = from->way;
        from->way = NULL;
    } else if (from->way && are_same_ways(to->ways, from->ways)) {
        for (uint32_t i = 0; i < to->ways->n; i++)
            to->way[i] = edgeprof_add(to->way[i], from->way[i]);
    }
}

/* Of equal functions, some count no trips. */
static void take_trips(struct ep_profile_function *to,
                       struct ep_profile_function *from)
{
    if (to->n_loops)
        return;
    to->n_loops = from->n_loops;
    to->heads = from->heads;
    to->trips = from->trips;
    from->n_loops = 0;
    from->trips = NULL;
}

/* FROM is then to be released. */
static int add_instance(struct ep_profile_function *to,
                        struct ep_profile_function *from)
{
    if (ep_profile_add_targets(to, from))
        return EP_ENOMEM;
    to->late |= from->late;
    to->negative |= from->negative;
    to->builds |= from->builds;
    to->modules |= from->modules;
    ep_profile_combine_function(to, from, edgeprof_add);
    add_ways(to, from);
    take_trips(to, from);
    return EP_OK;
}

/* Takes what INSTANCE holds, if it succeeds. */
static int fold(struct ep_profile *profile,
                struct ep_profile_function *instance)
{
    struct ep_profile_private *p = profile->p;
    uint64_t hash = hash_key(instance);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&p->functions, hash, &cursor)) != EP_NONE)
        if (same_function(&profile->functions[index], instance)) {
            if (add_instance(&profile->functions[index], instance))
                return EP_ENOMEM;
            ep_profile_release_function(instance);
            return EP_OK;
        }
    if (EP_GROW(profile->functions, profile->n_functions,
                p->functions_capacity) ||
        ep_map_add(&p->functions, hash, (uint32_t)profile->n_functions))
        return EP_ENOMEM;
    profile->functions[profile->n_functions++] = *instance;
    return EP_OK;
}

/* ---- files that are one -------------------------------------------------- */

int ep_profile_fold_again(struct ep_profile *profile)
{
    struct ep_profile_function *functions = profile->functions;
    size_t n = profile->n_functions;
    int status = EP_OK;

    ep_map_release(&profile->p->functions);
    profile->n_functions = 0;
    for (size_t i = 0; i < n; i++) {
        struct ep_profile_function function = functions[i];

        if (!status)
            status = fold(profile, &function);
        if (status)
            ep_profile_release_function(&function);
    }
    return status;
}

/* ---- later builds -------------------------------------------------------- */

static int map_current(const struct ep_notes *notes, struct ep_map *out)
{
    int status = EP_OK;

    for (size_t i = 0; notes && !status && i < notes->n_functions; i++)
        status =
            ep_map_add(out, hash_function(&notes->functions[i]), (uint32_t)i);
    return status;
}

static const char *main_file(const struct ep_function *function)
{
    return function->file < function->cfg.n_files
               ? function->cfg.files[function->file]
               : "";
}

/* The function of NOTES that OLD is, unchanged but for where it stands. */
static const struct ep_function *find_current(const struct ep_notes *notes,
                                              const struct ep_map *map,
                                              const struct ep_function *old)
{
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(map, hash_function(old), &cursor)) != EP_NONE) {
        const struct ep_function *function = &notes->functions[index];

        if (is_same_code(function, old) &&
            strcmp(main_file(function), main_file(old)) == 0)
            return function;
    }
    return NULL;
}

/* The function as which INDEX is shown, or NULL: it is left out. */
static const struct ep_function *
shown_as(struct ep_module_use *use, const struct ep_map *map, size_t index)
{
    const struct ep_function *own = &use->notes->functions[index];
    const struct ep_function *current;

    if (!use->current)
        return own;
    current = find_current(use->current, map, own);
    if (!current)
        ep_buf_printf(&use->changed, "%s%s", use->n_changed++ ? ", " : "",
                      own->name);
    return current;
}

/* What MARKS, FUNCTION's, say of its loops into OUT.  EP_OK or EP_ENOMEM. */
static int init_trips(const struct ep_function *function, const uint64_t *marks,
                      struct ep_profile_function *out)
{
    size_t n = (size_t)EP_TRIPS_BINS * function->n_loops;

    if (n == 0)
        return EP_OK;
    out->trips = ep_mem_zeroed(n, sizeof *out->trips);
    if (!out->trips)
        return EP_ENOMEM;
    out->n_loops = function->n_loops;
    out->heads = function->heads;
    memcpy(out->trips, marks + function->n_marks, n * sizeof *out->trips);
    return EP_OK;
}

/* ---- a module ------------------------------------------------------------ */

/* How often the ways of FUNCTION were taken, whose marks have COUNT, into OUT. */
static int count_ways(const struct ep_function *function, const uint64_t *count,
                      struct ep_profile_function *out)
{
    const struct ep_ways *ways = &function->ways;

    if (ways->n == 0)
        return EP_OK;
    out->way = ep_mem_zeroed(ways->n, sizeof *out->way);
    if (!out->way)
        return EP_ENOMEM;
    memcpy(out->way, count + function->n_marks - ways->n,
           ways->n * sizeof *out->way);
    out->ways = ways;
    return EP_OK;
}

/* A run that was cut off was perhaps in the middle of what makes its counters
 * agree; what follows from them may then be below 0.  After a clean end that is
 * an error somewhere, and is said. */
static int fold_function(struct ep_profile *profile,
                         const struct ep_module_use *use, size_t index,
                         const struct ep_function *shown,
                         const struct ep_marks *marks, struct ep_diag *diag)
{
    const struct ep_function *function = &use->notes->functions[index];
    struct ep_profile_function instance;
    struct ep_flow flow;
    int negative;
    int status = ep_flow_solve(
        &function->cfg, function->mark, marks->count + marks->first[index],
        function->n_marks, marks->open[index], diag, &flow);

    if (status)
        return status;
    negative = flow.n_negative > 0 || (marks->negative[index] && !profile->cut);
    profile->p->n_unbalanced += flow.n_unbalanced > 0;
    status = init_instance(profile->p, use, shown, &flow, marks->behind[index],
                           &instance);
    ep_flow_release(&flow);
    if (status)
        return status;
    instance.late = marks->late[index];
    instance.negative = negative;
    status =
        count_ways(function, marks->count + marks->first[index], &instance);
    if (!status)
        status =
            init_trips(function, marks->count + marks->first[index], &instance);
    if (!status)
        status = ep_profile_find_targets(function, &use->notes->targets,
                                         marks->count + marks->first[index] +
                                             ep_function_all_marks(function),
                                         &instance);
    if (!status)
        status = fold(profile, &instance);
    if (status)
        ep_profile_release_function(&instance);
    return status;
}

/* FUNCTION's code counts nothing, and no inlined copy ran.  Nobody asks for
 * what the compiler made. */
static int set_aside(struct ep_profile *profile,
                     const struct ep_module_use *use,
                     const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    struct ep_uncounted *uncounted;

    if (function->flags & EP_FUNCTION_MADE)
        return EP_OK;
    if (EP_GROW(profile->uncounted, profile->n_uncounted,
                profile->p->uncounted_capacity))
        return EP_ENOMEM;
    uncounted = &profile->uncounted[profile->n_uncounted++];
    *uncounted = (struct ep_uncounted){function, EP_NONE};
    if (function->file >= cfg->n_files)
        return EP_OK;
    return find_source(profile->p, use, unit_of(use, function),
                       cfg->files[function->file], &uncounted->file);
}

/* No call gets through a function without passing a mark. */
static int did_run(const struct ep_marks *marks, size_t index)
{
    for (size_t i = marks->first[index]; i < marks->first[index + 1]; i++)
        if (marks->count[i])
            return 1;
    return 0;
}

int ep_profile_fold(struct ep_profile *profile, struct ep_module_use *use,
                    const char *name, struct ep_diag *diag)
{
    struct ep_map current = {0};
    struct ep_marks marks;
    int status = ep_profile_count_marks(use, name, &marks, diag);

    if (!status)
        status = map_current(use->current, &current);
    for (size_t i = 0; !status && i < use->notes->n_functions; i++) {
        const struct ep_function *shown;
        int ran = did_run(&marks, i);

        if (use->only_ran && !ran)
            continue;
        shown = shown_as(use, &current, i);
        if (shown && !ran &&
            use->notes->functions[i].flags & EP_FUNCTION_UNCOUNTED)
            status = set_aside(profile, use, shown);
        else if (shown)
            status = fold_function(profile, use, i, shown, &marks, diag);
    }
    ep_map_release(&current);
    ep_arena_release(&marks.arena);
    return status;
}
