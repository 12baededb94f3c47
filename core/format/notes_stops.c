/* SPDX-License-Identifier: MIT
 *
 * notes_stops.c - the records of where frames of a body may stand.
 */
#include "base/order.h"
#include "format/notes_place.h"

#include <string.h>

void ep_stops_release(struct ep_stops *stops)
{
    ep_mem_free(stops->name);
    ep_mem_free(stops->items);
    ep_mem_free(stops->corrections);
    ep_mem_free(stops->scopes);
    ep_mem_free(stops->stops);
    *stops = (struct ep_stops){0};
}

struct functions {
    const struct ep_notes *notes;
    uint32_t *index; /* in the notes, by the record's number */
    uint32_t n;
};

/* n; function, number each */
static uint32_t read_items(struct ep_reader *from, const struct functions *all,
                           int are_marks, struct ep_stops *out, size_t *n_items,
                           size_t *capacity)
{
    uint32_t n = ep_read_count(from, 2);

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        uint32_t function = ep_read_leb32(from);
        struct ep_at at = {.number = ep_read_leb32(from)};
        const struct ep_function *of;

        if (!are_marks)
            at.behind = ep_read_leb(from);
        if (function >= all->n) {
            from->bad = 1;
            break;
        }
        at.function = all->index[function];
        of = &all->notes->functions[at.function];
        if (at.number >=
            (are_marks ? ep_function_all_marks(of) : of->cfg.n_blocks))
            from->bad = 1;
        if (EP_GROW(out->items, *n_items, *capacity))
            return EP_NONE;
        out->items[(*n_items)++] = at;
    }
    return n;
}

static int read_corrections(struct ep_reader *from, const struct functions *all,
                            struct ep_stops *out)
{
    size_t n_items = 0, capacity = 0;
    uint32_t n = ep_read_count(from, 2);

    out->corrections = ep_mem_zeroed((size_t)n + 1, sizeof *out->corrections);
    if (!out->corrections)
        return EP_ENOMEM;
    out->n_corrections = n + 1;
    for (uint32_t i = 1; i <= n && !from->bad; i++) {
        struct ep_correction *correction = &out->corrections[i];

        correction->first = (uint32_t)n_items;
        correction->n_blocks =
            read_items(from, all, 0, out, &n_items, &capacity);
        if (correction->n_blocks != EP_NONE)
            correction->n_marks =
                read_items(from, all, 1, out, &n_items, &capacity);
        if (correction->n_blocks == EP_NONE || correction->n_marks == EP_NONE)
            return EP_ENOMEM;
    }
    return EP_OK;
}

static int read_scopes(struct ep_reader *from, struct ep_stops *out)
{
    uint32_t n = ep_read_count(from, 3);

    out->scopes = ep_mem_zeroed((size_t)n + 1, sizeof *out->scopes);
    if (!out->scopes)
        return EP_ENOMEM;
    out->n_scopes = n + 1;
    for (uint32_t i = 1; i <= n && !from->bad; i++) {
        struct ep_stop_scope *scope = &out->scopes[i];

        scope->parent = ep_read_leb32(from);
        scope->line = ep_read_leb32(from);
        scope->column = ep_read_leb32(from);
        if (scope->parent >= i)
            from->bad = 1;
    }
    return EP_OK;
}

static int read_group(struct ep_reader *from, struct ep_stops *out,
                      size_t *capacity)
{
    struct ep_stop stop = {.scope = ep_read_leb32(from)};
    uint32_t n, head = ep_read_leb32(from);
    int64_t line = 0;

    stop.correction = head / 2;
    stop.is_call = (int)(head & 1);
    n = ep_read_count(from, 2);
    if (stop.scope >= out->n_scopes || stop.correction >= out->n_corrections)
        from->bad = 1;
    for (uint32_t i = 0; i < n && !from->bad; i++) {
        line += ep_place_get_signed(from);
        if (line < 0 || line > UINT32_MAX)
            from->bad = 1;
        stop.line = (uint32_t)line;
        stop.column = ep_read_leb32(from);
        if (EP_GROW(out->stops, out->n_stops, *capacity))
            return EP_ENOMEM;
        out->stops[out->n_stops++] = stop;
    }
    return EP_OK;
}

int ep_stop_order(const void *left, const void *right)
{
    const struct ep_stop *a = left, *b = right;

    if (a->scope != b->scope)
        return a->scope < b->scope ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return a->is_call - b->is_call;
}

static int read_groups(struct ep_reader *from, struct ep_stops *out)
{
    uint32_t n = ep_read_count(from, 3);
    size_t capacity = 0;
    int status = EP_OK;

    for (uint32_t i = 0; i < n && !from->bad && !status; i++)
        status = read_group(from, out, &capacity);
    ep_sort(out->stops, out->n_stops, sizeof *out->stops, ep_stop_order);
    return status;
}

/* name; 4 bytes number of functions, 8 bytes id each */
static int read_functions(struct ep_reader *from,
                          uint32_t (*look_up)(const void *context, uint64_t id),
                          const void *context, struct functions *out)
{
    uint32_t n = ep_read_fitting(from, ep_read_u32(from), 8);

    out->index = ep_mem_zeroed(n, sizeof *out->index);
    if (!out->index)
        return EP_ENOMEM;
    for (; out->n < n; out->n++) {
        out->index[out->n] = look_up(context, ep_read_u64(from));
        if (out->index[out->n] == EP_NONE)
            from->bad = 1;
    }
    return EP_OK;
}

int ep_notes_read_stops(struct ep_reader *from,
                        uint32_t (*look_up)(const void *context, uint64_t id),
                        const void *context, struct ep_notes *notes)
{
    struct ep_stops stops = {.address = ep_read_u64(from)};
    struct functions all = {.notes = notes};
    int status = EP_OK;

    stops.flags = ep_read_leb32(from);
    stops.name = ep_read_text(from);
    if (!stops.name)
        return from->bad ? EP_EFORMAT : EP_ENOMEM;
    status = read_functions(from, look_up, context, &all);
    if (!status && !from->bad)
        status = read_corrections(from, &all, &stops);
    if (!status && !from->bad)
        status = read_scopes(from, &stops);
    if (!status && !from->bad)
        status = read_groups(from, &stops);
    ep_mem_free(all.index);
    if (!status && from->bad)
        status = EP_EFORMAT;
    if (!status && EP_GROW(notes->stops, notes->n_stops, notes->stops_capacity))
        status = EP_ENOMEM;
    if (status)
        ep_stops_release(&stops);
    else
        notes->stops[notes->n_stops++] = stops;
    return status;
}

static int by_address(const void *left, const void *right)
{
    const struct ep_stops *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

static void drop(void *kept, void *other)
{
    (void)kept;
    ep_stops_release(other);
}

void ep_notes_sort_stops(struct ep_notes *notes)
{
    notes->n_stops = ep_fold(notes->stops, notes->n_stops, sizeof *notes->stops,
                             by_address, drop);
}
