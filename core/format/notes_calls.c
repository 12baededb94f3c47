/* SPDX-License-Identifier: MIT
 *
 * notes_calls.c - the records of whom functions call, and of names.
 */
#include "format/notes_place.h"

#include "base/order.h"

#include <string.h>

/* ---- write --------------------------------------------------------------- */

static int by_value(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

static int is_before(const void *item, const void *key)
{
    return *(const uint32_t *)item < *(const uint32_t *)key;
}

static void drop(void *kept, void *other)
{
    (void)kept;
    (void)other;
}

static void put_call_sites(struct ep_buf *out,
                           const struct ep_function *function,
                           const uint32_t *callees, size_t n_callees)
{
    const struct ep_cfg *cfg = &function->cfg;
    struct ep_line last = ep_place_start(function);

    ep_buf_leb(out, n_callees);
    for (size_t i = 0; i < n_callees; i++)
        ep_buf_u32(out, callees[i]);
    ep_buf_leb(out, cfg->n_call_sites);
    for (uint32_t i = 0; i < cfg->n_call_sites; i++) {
        const struct ep_call_site *site = &cfg->call_sites[i];

        ep_place_put(out, &last, &site->at);
        ep_buf_leb(out, ep_lower_bound(callees, n_callees, sizeof *callees,
                                       is_before, &site->callee));
    }
}

void ep_notes_write_calls(struct ep_buf *out,
                          const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    uint32_t *callees;
    size_t n, at;

    if (cfg->n_call_sites == 0)
        return;
    callees = ep_mem_zeroed(cfg->n_call_sites, sizeof *callees);
    if (!callees) {
        out->failed = 1;
        return;
    }
    for (uint32_t i = 0; i < cfg->n_call_sites; i++)
        callees[i] = cfg->call_sites[i].callee;
    n = ep_fold(callees, cfg->n_call_sites, sizeof *callees, by_value, drop);
    at = ep_notes_begin_of(out, EP_NOTE_CALLS, function);
    put_call_sites(out, function, callees, n);
    ep_notes_end(out, at);
    ep_mem_free(callees);
}

void ep_notes_write_names(struct ep_buf *out, const char *const *names,
                          size_t n)
{
    size_t at = ep_notes_begin(out, EP_NOTE_NAMES);

    ep_buf_leb(out, n);
    for (size_t i = 0; i < n; i++) {
        size_t size = strlen(names[i]);

        ep_buf_leb(out, size);
        ep_buf_add(out, names[i], size);
    }
    ep_notes_end(out, at);
}

/* ---- read ---------------------------------------------------------------- */

/* number; each a place, index of its callee */
static void read_call_sites(struct ep_reader *from, const uint8_t *callees,
                            uint32_t n_callees, struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    struct ep_line last = ep_place_start(function);

    while (cfg->n_call_sites < cfg->call_sites_capacity && !from->bad) {
        struct ep_line line = ep_place_get(from, &last, EP_NOTE_VERSION);
        uint32_t index = ep_read_leb32(from);
        struct ep_reader callee;

        if (index >= n_callees || line.block >= cfg->n_blocks ||
            (line.line && line.file >= cfg->n_files)) {
            from->bad = 1;
            return;
        }
        callee = (struct ep_reader){.at = callees + 4 * (size_t)index,
                                    .end = from->end};
        cfg->call_sites[cfg->n_call_sites++] =
            (struct ep_call_site){line, ep_read_u32(&callee), 0};
    }
}

int ep_notes_read_calls(struct ep_reader *from, struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t n_callees = ep_read_count(from, 4);
    const uint8_t *callees = ep_read_bytes(from, 4 * (uint64_t)n_callees);
    uint32_t n = ep_read_count(from, 3);

    if (from->bad)
        return EP_EFORMAT;
    if (cfg->call_sites) /* noted twice */
        return EP_OK;
    cfg->call_sites = ep_mem_zeroed(n, sizeof *cfg->call_sites);
    if (!cfg->call_sites)
        return EP_ENOMEM;
    cfg->call_sites_capacity = n;
    read_call_sites(from, callees, n_callees, function);
    return from->bad ? EP_EFORMAT : EP_OK;
}

int ep_notes_read_names(struct ep_reader *from, struct ep_notes *notes)
{
    uint32_t n = ep_read_count(from, 1);

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        char *name;

        if (EP_GROW(notes->names, notes->n_names, notes->names_capacity))
            return EP_ENOMEM;
        name = ep_read_text(from);
        if (!name)
            return from->bad ? EP_EFORMAT : EP_ENOMEM;
        notes->names[notes->n_names++] = name;
    }
    return from->bad ? EP_EFORMAT : EP_OK;
}
