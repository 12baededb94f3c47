/* SPDX-License-Identifier: MIT */
#include "times_join.h"

#include <inttypes.h>
#include <string.h>

#include "base/order.h"
#include "name.h"
#include "tool/say.h"

void times_release(struct times *times)
{
    ep_mem_free(times->lines.items);
    ep_mem_free(times->functions.items);
    ep_map_release(&times->by_line);
    ep_map_release(&times->by_function);
    *times = (struct times){0};
}

/* ---- joining ------------------------------------------------------------- */

static int is_module(const struct ep_sampled_object *object,
                     const struct ep_module *module)
{
    if (object->id_size)
        return module->id_kind == EDGEPROF_ID_BUILD &&
               module->id_size == object->id_size &&
               memcmp(module->id, object->id, object->id_size) == 0;
    return strcmp(module->path, object->path) == 0;
}

static int is_counted(const struct view *view,
                      const struct ep_sampled_object *object)
{
    if (view->options->other_counts) /* what is of the same source is known */
        return 1;
    for (size_t i = 0; i < view->counts.n_modules; i++)
        if (is_module(object, &view->counts.modules[i]))
            return ep_profile_has_notes(&view->profile, i);
    return 0;
}

static int is_at(const struct ep_profile_function *function, uint32_t home)
{
    return home == EP_NONE || function->file == EP_NONE ||
           function->file == home || function->object;
}

static int same_place(const struct ep_profile_function *a,
                      const struct ep_profile_function *b)
{
    return a->file == b->file && a->function->line == b->function->line;
}

/* A function of the profile that NAME in the file HOME is.  Debug information names all
 * variants of a constructor by one name, which is none's. */
static uint32_t find_function(const struct times_join *join, const char *name,
                              uint32_t home)
{
    const struct ep_profile *profile = &join->view->profile;
    uint64_t hash = ep_hash(EP_HASH_START, name, strlen(name));
    size_t cursor = 0;
    uint32_t index, found = EP_NONE;

    if (home == EP_NONE && join->view->options->other_counts)
        return EP_NONE;
    while ((index = ep_map_next(join->functions, hash, &cursor)) != EP_NONE) {
        const struct ep_profile_function *function = &profile->functions[index];

        if (strcmp(function->function->name, name) != 0 ||
            !is_at(function, home))
            continue;
        if (home != EP_NONE)
            return index;
        if (found != EP_NONE &&
            !same_place(function, &profile->functions[found]))
            return EP_NONE; /* which of them, nothing says */
        if (found == EP_NONE)
            found = index;
    }
    if (found != EP_NONE)
        return found;
    if (home == EP_NONE || strncmp(name, "_Z", 2) != 0)
        return EP_NONE;
    for (size_t i = 0; i < profile->files[home].n_functions; i++) {
        const struct ep_profile_function *function =
            &profile->files[home].functions[i];

        if (name_same_function(function->function->name, name))
            return (uint32_t)(function - profile->functions);
    }
    return EP_NONE;
}

/* Compilers make several functions of one: of other graphs, or by other names. */
static uint64_t count_calls(const struct ep_profile *profile, uint32_t like)
{
    const struct ep_profile_function *one = &profile->functions[like];
    uint64_t calls = 0;

    for (size_t i = like; i < profile->n_functions; i++) {
        const struct ep_profile_function *other = &profile->functions[i];

        if (!same_place(other, one))
            break;
        if (strcmp(other->function->name, one->function->name) == 0)
            calls = edgeprof_add(calls, other->calls);
    }
    return calls;
}

static int by_line(const void *item, const void *key)
{
    return ((const struct ep_line_count *)item)->line < *(const uint32_t *)key;
}

/* Whether LINE of the file has a count, into OUT. */
static int find_count(const struct view *view, uint32_t file, uint32_t line,
                      uint64_t *out)
{
    const struct ep_profile_file *of = &view->profile.files[file];
    size_t at = ep_lower_bound(of->lines, of->n_lines, sizeof *of->lines,
                               by_line, &line);

    if (at == of->n_lines || of->lines[at].line != line)
        return 0;
    *out = of->lines[at].count;
    return 1;
}

static int add_row(struct time_table *table, const struct view *view,
                   const struct time_row *row)
{
    if (row->file != EP_NONE ? !view_shows(view, row->file)
                             : !view_shows_path(view, row->path))
        return EP_OK;
    if (EP_GROW(table->items, table->n, table->capacity))
        return EP_ENOMEM;
    table->items[table->n++] = *row;
    return EP_OK;
}

static int add_line(struct times_join *join, const struct ep_sample *item,
                    const struct ep_place *place, struct time_row row)
{
    if (place->line && place->file) {
        row.file = join->file[place->file];
        row.line = place->line;
        row.path = row.file == EP_NONE
                       ? ep_sampling_words(join->sampling, place->file)
                       : join->view->profile.files[row.file].name;
        row.has_count = join->counted[item->object] && row.file != EP_NONE &&
                        find_count(join->view, row.file, row.line, &row.count);
    }
    return add_row(&join->times->lines, join->view, &row);
}

int times_add_function(struct times_join *join, const struct ep_sample *item,
                       const struct ep_place *place, struct time_row row)
{
    const struct ep_profile *profile = &join->view->profile;
    uint32_t home = join->file[place->home];
    uint32_t match =
        join->counted[item->object] ? join->match[item->place] : EP_NONE;

    row.file = home;
    row.path = home == EP_NONE ? ep_sampling_words(join->sampling, place->home)
                               : profile->files[home].name;
    if (match != EP_NONE) {
        const struct ep_profile_function *function = &profile->functions[match];

        row.file = function->file;
        row.path = row.file == EP_NONE ? "" : profile->files[row.file].name;
        row.line = function->function->line;
        row.function = function->function->name;
        row.has_count = 1;
        row.count = count_calls(profile, match);
    }
    return add_row(&join->times->functions, join->view, &row);
}

void times_add_spent(struct spent *to, const struct spent *from)
{
    to->ns += from->ns;
    to->squares += from->squares;
    to->samples += from->samples;
}

static int add_item(struct times_join *join, const struct ep_sample *item)
{
    const struct ep_sampling *sampling = join->sampling;
    struct ep_place place = ep_sampling_where(sampling, item->place);
    double period = (double)sampling->period, n = (double)item->count;
    struct time_row row = {
        .spent = {n * period, n * period * period, item->count},
        .file = EP_NONE,
        .path = "",
        .function = ep_sampling_words(sampling, place.function),
        .object = sampling->objects[item->object].path};
    int status = add_line(join, item, &place, row);

    times_add_spent(&join->times->total, &row.spent);
    return status ? status : times_add_function(join, item, &place, row);
}

static int find_all(struct times_join *join)
{
    const struct ep_sampling *sampling = join->sampling;
    int status = EP_OK;

    join->file[0] = EP_NONE;
    for (uint32_t i = 1; !status && i <= sampling->n_texts; i++)
        status = ep_profile_find_file(&join->view->profile,
                                      ep_sampling_words(sampling, i),
                                      &join->file[i]);
    for (size_t i = 0; !status && i < sampling->n_objects; i++)
        join->counted[i] =
            (uint8_t)is_counted(join->view, &sampling->objects[i]);
    join->match[0] = EP_NONE;
    for (uint32_t i = 1; !status && i <= sampling->n_places; i++) {
        struct ep_place place = ep_sampling_where(sampling, i);

        join->match[i] = EP_NONE;
        if (place.function)
            join->match[i] =
                find_function(join, ep_sampling_words(sampling, place.function),
                              join->file[place.home]);
    }
    return status;
}

static int add_sampling(struct times_join *join)
{
    const struct ep_sampling *sampling = join->sampling;
    int status = EP_ENOMEM;

    join->file =
        ep_arena_new(&join->arena, sampling->n_texts + 1, sizeof *join->file);
    join->counted = ep_arena_new(&join->arena, sampling->n_objects, 1);
    join->match =
        ep_arena_new(&join->arena, sampling->n_places + 1, sizeof *join->match);
    if (!join->arena.failed)
        status = find_all(join);
    for (size_t i = 0; !status && i < sampling->n_items; i++)
        if (sampling->items[i].count)
            status = add_item(join, &sampling->items[i]);
    if (!status)
        status = times_add_totals(join);
    ep_arena_release(&join->arena);
    join->times->lost = edgeprof_add(join->times->lost, sampling->lost);
    join->times->runs = edgeprof_add(join->times->runs, sampling->runs);
    join->times->is_user |= (sampling->flags & EP_SAMPLING_USER) != 0;
    join->times->is_own |= (sampling->flags & EP_SAMPLING_OWN) != 0;
    return status;
}

/* ---- tables -------------------------------------------------------------- */

static int compare(double a, double b)
{
    return (a > b) - (a < b);
}

/* What one row is: a place in the source; or else a function, or an object. */
static int by_what(const struct time_row *a, const struct time_row *b)
{
    int order = b->has_count - a->has_count;

    if (!order)
        order = strcmp(a->path, b->path);
    if (!order)
        order = compare(a->line, b->line);
    return order;
}

static int by_line_or_function(const void *left, const void *right)
{
    const struct time_row *a = left, *b = right;
    int order = by_what(a, b);

    if (!order && !a->line)
        order = strcmp(a->function, b->function);
    return order || a->line ? order : strcmp(a->object, b->object);
}

static int by_function(const void *left, const void *right)
{
    const struct time_row *a = left, *b = right;
    int order = by_what(a, b);

    if (!order)
        order = strcmp(a->function, b->function);
    return order || a->has_count ? order : strcmp(a->object, b->object);
}

int times_order(const void *left, const void *right)
{
    const struct time_row *a = left, *b = right;
    int order = compare(b->spent.ns, a->spent.ns);

    if (!order)
        order = compare(b->total.ns, a->total.ns);
    if (!order)
        order = by_what(a, b);
    if (!order)
        order = strcmp(a->function, b->function);
    return order ? order : strcmp(a->object, b->object);
}

static void add_up(void *to, void *from)
{
    struct time_row *kept = to;
    const struct time_row *other = from;

    times_add_spent(&kept->spent, &other->spent);
    times_add_spent(&kept->total, &other->total);
    if (strcmp(other->function, kept->function) < 0)
        kept->function = other->function;
    if (strcmp(other->object, kept->object) < 0)
        kept->object = other->object;
}

static void make_table(struct time_table *table, ep_order_fn *order)
{
    table->n =
        ep_fold(table->items, table->n, sizeof *table->items, order, add_up);
    ep_sort(table->items, table->n, sizeof *table->items, times_order);
}

static int map_functions(const struct ep_profile *profile, struct ep_map *out)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < profile->n_functions; i++) {
        const char *name = profile->functions[i].function->name;

        status = ep_map_add(out, ep_hash(EP_HASH_START, name, strlen(name)),
                            (uint32_t)i);
    }
    return status;
}

static void say_what_to_know(const struct view *view, const struct times *times)
{
    if (times->lost)
        say_note("note: %" PRIu64 " samples were lost, of %" PRIu64
                 ": times are too low",
                 times->lost, edgeprof_add(times->lost, times->total.samples));
    if (times->stacked.samples && times->stacked.samples < times->total.samples)
        say_note("note: %" PRIu64 " of %" PRIu64 " samples have stacks: total "
                 "times are too low",
                 times->stacked.samples, times->total.samples);
    if (times->is_user)
        say_note("note: the time in the kernel was not sampled");
    if (times->is_own)
        say_note(
            "note: counted programs alone were sampled, by timers of their "
            "own; time in the kernel is that of the code that called it");
    if (view->options->other_counts)
        say_note("note: counts and samples are of different runs: time per "
                 "execution is right if both did the same");
    else if (!times->is_whole && view->counts.runs)
        say_note("note: %" PRIu64 " of %" PRIu64 " runs were sampled from end "
                 "to end: no time is divided by a count",
                 times->runs, view->counts.runs);
}

static uint64_t hash_line(uint32_t file, uint32_t line)
{
    return ep_hash_u64(EP_HASH_START, (uint64_t)file << 32 | line);
}

const struct time_row *times_of_line(const struct times *times, uint32_t file,
                                     uint32_t line)
{
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&times->by_line, hash_line(file, line),
                                &cursor)) != EP_NONE)
        if (times->lines.items[index].file == file &&
            times->lines.items[index].line == line)
            return &times->lines.items[index];
    return NULL;
}

const struct time_row *
times_of_function(const struct times *times,
                  const struct ep_profile_function *function)
{
    uint64_t hash = hash_line(function->file, function->function->line);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&times->by_function, hash, &cursor)) !=
           EP_NONE) {
        const struct time_row *row = &times->functions.items[index];

        if (row->file == function->file &&
            row->line == function->function->line &&
            strcmp(row->function, function->function->name) == 0)
            return row;
    }
    return NULL;
}

static int map_places(const struct time_table *table, struct ep_map *out)
{
    int status = EP_OK;

    for (uint32_t i = 0; !status && i < table->n; i++) {
        const struct time_row *row = &table->items[i];

        if (row->has_count)
            status = ep_map_add(out, hash_line(row->file, row->line), i);
    }
    return status;
}

int times_make(const struct view *view, struct times *out)
{
    const struct ep_samplings *samplings = &view->counts.samplings;
    struct ep_map functions = {0};
    int status = map_functions(&view->profile, &functions);

    *out = (struct times){0};
    for (size_t i = 0; !status && i < samplings->n; i++) {
        struct times_join join = {.view = view,
                                  .sampling = &samplings->items[i],
                                  .times = out,
                                  .functions = &functions};

        status = add_sampling(&join);
    }
    ep_map_release(&functions);
    make_table(&out->lines, by_line_or_function);
    make_table(&out->functions, by_function);
    if (!status)
        status = map_places(&out->lines, &out->by_line);
    if (!status)
        status = map_places(&out->functions, &out->by_function);
    if (status) {
        times_release(out);
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (out->total.samples == 0) {
        times_release(out);
        say_error(samplings->n
                      ? "no sample of time was taken: it was too short; try "
                        "prof-run --time=HZ"
                      : "no samples of time: run the command under "
                        "prof-run --time");
        return EXIT_NOTHING;
    }
    out->is_whole =
        view->options->other_counts || out->runs == view->counts.runs;
    say_what_to_know(view, out);
    return EXIT_DONE;
}
