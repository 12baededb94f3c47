/* SPDX-License-Identifier: MIT
 *
 * From the counters of one module to the marks of its functions.
 */
#include "profile/profile_build.h"

#include "base/order.h"

#include <inttypes.h>
#include <string.h>

static int init_marks(const struct ep_notes *notes, struct ep_marks *out)
{
    size_t n_functions = notes->n_functions;
    size_t n = 0;

    *out = (struct ep_marks){0};
    for (size_t i = 0; i < n_functions; i++)
        n += ep_function_all_counts(&notes->functions[i]);
    out->first = ep_arena_new(&out->arena, n_functions + 1, sizeof *out->first);
    out->count = ep_arena_new(&out->arena, n, sizeof *out->count);
    out->less = ep_arena_new(&out->arena, n, sizeof *out->less);
    out->late = ep_arena_new(&out->arena, n_functions, sizeof *out->late);
    out->negative =
        ep_arena_new(&out->arena, n_functions, sizeof *out->negative);
    out->behind = ep_arena_new(&out->arena, n_functions, sizeof *out->behind);
    out->open = ep_arena_new(&out->arena, n_functions, sizeof *out->open);
    if (out->arena.failed)
        return EP_ENOMEM;
    for (size_t i = 0; i < n_functions; i++)
        out->first[i + 1] =
            out->first[i] + ep_function_all_counts(&notes->functions[i]);
    return EP_OK;
}

static void add_body(const struct ep_body *body, const uint64_t *counts,
                     struct ep_marks *marks)
{
    for (uint32_t i = 0; i < body->n_counters; i++)
        for (uint32_t j = body->first_feed[i]; j < body->first_feed[i + 1];
             j++) {
            const struct ep_feed *feed = &body->feeds[j];
            uint64_t *sum = feed->less ? marks->less : marks->count;
            size_t mark = marks->first[feed->function] + feed->mark;

            sum[mark] = edgeprof_add(sum[mark], counts[i]);
            marks->late[feed->function] |= feed->late;
        }
}

static int by_address(const void *left, const void *right)
{
    const struct ep_body *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

/* A body outside the section was dropped by the linker, and its code with it.
 * One that begins where another did is the same one, noted twice. */
static int add_bodies(const struct ep_module_use *use,
                      const struct ep_body *sorted, const char *name,
                      struct ep_marks *marks, struct ep_diag *diag)
{
    uint64_t size = 8 * (uint64_t)use->n_counters;
    uint64_t last = 0, end = 0;

    for (size_t i = 0; i < use->notes->n_bodies; i++) {
        const struct ep_body *body = &sorted[i];
        uint64_t at = body->address - use->address;
        uint64_t wanted = 8 * (uint64_t)body->n_counters;

        if (body->address < use->address || at > size || wanted > size - at ||
            wanted == 0 || (end > 0 && at == last))
            continue;
        if (at % 8 || at < end)
            return ep_fail(diag, EP_EMATCH,
                           "%s: damaged notes: counters at %#" PRIx64
                           " belong to two bodies",
                           name, body->address);
        add_body(body, use->counts + at / 8, marks);
        last = at;
        end = at + wanted;
    }
    return EP_OK;
}

/* N counters at ADDRESS, which are in no body, to SUM.  Those outside the section were
 * dropped by the linker. */
static void add_counters(const struct ep_module_use *use, uint64_t address,
                         size_t n, uint64_t *sum)
{
    uint64_t size = 8 * (uint64_t)use->n_counters;
    uint64_t at = address - use->address;

    if (address < use->address || at % 8 || at > size || n > (size - at) / 8)
        return;
    for (size_t i = 0; i < n; i++)
        sum[i] = edgeprof_add(sum[i], use->counts[at / 8 + i]);
}

static void add_tables(const struct ep_module_use *use, struct ep_marks *marks)
{
    for (size_t f = 0; f < use->notes->n_functions; f++) {
        const struct ep_function *function = &use->notes->functions[f];
        uint64_t *own = &marks->count[marks->first[f]];

        add_counters(use, function->tables,
                     (size_t)EP_TRIPS_BINS * function->n_loops,
                     own + function->n_marks);
        add_counters(use, function->cells,
                     (size_t)EP_TARGET_WORDS * function->n_values,
                     own + ep_function_all_marks(function));
    }
}

/* ---- frames that ended --------------------------------------------------- */

static int is_at_before(const void *item, const void *key)
{
    return ((const struct ep_stops *)item)->address < *(const uint64_t *)key;
}

/* The correction of ENDED, and its items in OUT; NULL: the notes have none. */
static const struct ep_correction *
find_correction(const struct ep_module_use *use, const struct ep_ended *ended,
                const struct ep_at **out)
{
    const struct ep_notes *notes = use->notes;
    uint64_t address = use->address + 8 * (uint64_t)ended->counter;
    size_t at = ep_lower_bound(notes->stops, notes->n_stops,
                               sizeof *notes->stops, is_at_before, &address);
    const struct ep_stops *stops;

    if (at == notes->n_stops)
        return NULL;
    stops = &notes->stops[at];
    if (stops->address != address || ended->correction >= stops->n_corrections)
        return NULL;
    *out = stops->items + stops->corrections[ended->correction].first;
    return &stops->corrections[ended->correction];
}

static int is_line_before(const void *item, const void *key)
{
    return ((const struct ep_line *)item)->block < *(const uint32_t *)key;
}

/* FRAMES ended at AT, a block. */
static int add_open(const struct ep_module_use *use, const struct ep_at *at,
                    uint64_t frames, struct ep_marks *marks)
{
    const struct ep_cfg *cfg = &use->notes->functions[at->function].cfg;
    uint64_t **open = &marks->open[at->function];
    uint64_t **behind = &marks->behind[at->function];
    size_t line = ep_lower_bound(cfg->lines, cfg->n_lines, sizeof *cfg->lines,
                                 is_line_before, &at->number);

    if (!*open) {
        *open = ep_arena_new(&marks->arena, cfg->n_blocks, sizeof **open);
        *behind = ep_arena_new(&marks->arena, cfg->n_lines, sizeof **behind);
    }
    if (marks->arena.failed)
        return EP_ENOMEM;
    (*open)[at->number] = edgeprof_add((*open)[at->number], frames);
    for (unsigned i = 0;
         i < 64 && line < cfg->n_lines && cfg->lines[line].block == at->number;
         i++, line++)
        if (at->behind >> i & 1)
            (*behind)[line] = edgeprof_add((*behind)[line], frames);
    return EP_OK;
}

static int add_ended(const struct ep_module_use *use,
                     const struct ep_ended *ended, struct ep_marks *marks)
{
    const struct ep_at *item;
    const struct ep_correction *correction = find_correction(use, ended, &item);
    int status = EP_OK;

    for (uint32_t i = 0; correction && !status && i < correction->n_blocks; i++)
        status = add_open(use, item++, ended->frames, marks);
    for (uint32_t i = 0; correction && !status && i < correction->n_marks;
         i++, item++) {
        uint64_t *less =
            &marks->less[marks->first[item->function] + item->number];

        *less = edgeprof_add(*less, ended->frames);
    }
    return status;
}

/* No count is below 0, whatever is to be taken off. */
static void take_off(struct ep_marks *marks, size_t n_functions)
{
    for (size_t f = 0; f < n_functions; f++) {
        for (size_t i = marks->first[f]; i < marks->first[f + 1]; i++) {
            int negative = marks->less[i] > marks->count[i];

            marks->count[i] = negative ? 0 : marks->count[i] - marks->less[i];
            marks->negative[f] |= negative;
        }
    }
}

int ep_profile_count_marks(const struct ep_module_use *use, const char *name,
                           struct ep_marks *marks, struct ep_diag *diag)
{
    const struct ep_notes *notes = use->notes;
    struct ep_body *sorted;
    int status = init_marks(notes, marks);

    if (status || !use->counts || notes->n_bodies == 0)
        return status;
    add_tables(use, marks);
    sorted = ep_arena_new(&marks->arena, notes->n_bodies, sizeof *sorted);
    if (!sorted)
        return EP_ENOMEM;
    memcpy(sorted, notes->bodies, notes->n_bodies * sizeof *sorted);
    ep_sort(sorted, notes->n_bodies, sizeof *sorted, by_address);
    status = add_bodies(use, sorted, name, marks, diag);
    for (size_t i = 0; use->ended && i < use->ended->n && !status; i++)
        status = add_ended(use, &use->ended->items[i], marks);
    take_off(marks, notes->n_functions);
    return status;
}
