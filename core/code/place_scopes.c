/* SPDX-License-Identifier: MIT
 *
 * Functions nest, inlined ones in those that they were inlined to.  All their ends cut the
 * addresses into ranges; who is further in comes later and takes what is his.
 */
#include "code/place_scopes.h"

#include "base/order.h"

#include <dwarf.h>

#define MOST_DEEP 256 /* a file may lie */

struct span {
    uint64_t start, end;
    Dwarf_Off scope;
};

struct spans {
    struct span *items; /* who is further in comes later */
    size_t n;
    size_t capacity;
};

void ep_scopes_release(struct ep_scopes *scopes)
{
    ep_mem_free(scopes->items);
    ep_mem_free(scopes->inlined);
    *scopes = (struct ep_scopes){0};
}

static int add_spans(struct spans *spans, Dwarf_Die *die)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t offset = 0;

    while ((offset = dwarf_ranges(die, offset, &base, &start, &end)) > 0) {
        if (start >= end)
            continue;
        if (EP_GROW(spans->items, spans->n, spans->capacity))
            return EP_ENOMEM;
        spans->items[spans->n++] =
            (struct span){start, end, dwarf_dieoffset(die)};
    }
    return EP_OK;
}

static int add_inlined(struct ep_scopes *scopes, Dwarf_Off scope,
                       Dwarf_Off outer)
{
    if (EP_GROW(scopes->inlined, scopes->n_inlined, scopes->inlined_capacity))
        return EP_ENOMEM;
    scopes->inlined[scopes->n_inlined++] =
        (struct ep_scope_inlined){scope, outer};
    return EP_OK;
}

/* What is in PARENT, which is in the function OUTER, or is it. */
static int walk(struct ep_scopes *scopes, struct spans *spans,
                Dwarf_Die *parent, Dwarf_Off outer, int depth)
{
    Dwarf_Die die;
    int status = EP_OK;

    if (depth > MOST_DEEP || dwarf_child(parent, &die) != 0)
        return EP_OK;
    do {
        int tag = dwarf_tag(&die);
        int is_function =
            tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
        Dwarf_Off own = is_function ? dwarf_dieoffset(&die) : outer;

        if (is_function)
            status = add_spans(spans, &die);
        if (!status && tag == DW_TAG_inlined_subroutine)
            status = add_inlined(scopes, own, outer);
        if (!status)
            status = walk(scopes, spans, &die, own, depth + 1);
    } while (!status && dwarf_siblingof(&die, &die) == 0);
    return status;
}

static int by_start(const void *left, const void *right)
{
    const struct ep_scope_range *a = left, *b = right;

    return (a->start > b->start) - (a->start < b->start);
}

static void keep_one(void *kept, void *other)
{
    (void)kept;
    (void)other;
}

static int starts_before(const void *item, const void *key)
{
    return ((const struct ep_scope_range *)item)->start <
           *(const uint64_t *)key;
}

static size_t find(const struct ep_scopes *scopes, uint64_t address)
{
    return ep_lower_bound(scopes->items, scopes->n, sizeof *scopes->items,
                          starts_before, &address);
}

int ep_scopes_read(Dwarf_Die *unit, struct ep_scopes *out)
{
    struct spans spans = {0};
    int status;

    *out = (struct ep_scopes){0};
    status = walk(out, &spans, unit, 0, 0);
    if (!status)
        out->items = ep_mem_zeroed(2 * spans.n, sizeof *out->items);
    if (!status && !out->items)
        status = EP_ENOMEM;
    for (size_t i = 0; !status && i < spans.n; i++) {
        out->items[out->n++].start = spans.items[i].start;
        out->items[out->n++].start = spans.items[i].end;
    }
    if (!status)
        out->n =
            ep_fold(out->items, out->n, sizeof *out->items, by_start, keep_one);
    for (size_t i = 0; !status && i < spans.n; i++) {
        size_t end = find(out, spans.items[i].end);

        for (size_t at = find(out, spans.items[i].start); at < end; at++)
            out->items[at].scope = spans.items[i].scope;
    }
    ep_mem_free(spans.items);
    return status;
}

Dwarf_Off ep_scopes_at(const struct ep_scopes *scopes, uint64_t address)
{
    size_t at = find(scopes, address);

    if (at < scopes->n && scopes->items[at].start == address)
        return scopes->items[at].scope;
    return at ? scopes->items[at - 1].scope : 0;
}

static int inlined_before(const void *item, const void *key)
{
    return ((const struct ep_scope_inlined *)item)->scope <
           *(const Dwarf_Off *)key;
}

Dwarf_Off ep_scopes_outer(const struct ep_scopes *scopes, Dwarf_Off scope)
{
    size_t at = ep_lower_bound(scopes->inlined, scopes->n_inlined,
                               sizeof *scopes->inlined, inlined_before, &scope);

    return at < scopes->n_inlined && scopes->inlined[at].scope == scope
               ? scopes->inlined[at].outer
               : 0;
}
