/* SPDX-License-Identifier: MIT
 *
 * notes_function.c - reading the record of a function, of every version.
 */
#include "format/notes_place.h"

/* One that was written as ep_place_put_signed does, added to BASE; the sum must fit 32
 * bits. */
static uint32_t get_near(struct ep_reader *from, uint32_t base)
{
    uint64_t bits = ep_read_leb(from);
    uint64_t step = bits & 1 ? ~(bits >> 1) : bits >> 1;
    uint64_t sum = base + step;

    if (bits >> 1 > UINT32_MAX || sum > UINT32_MAX)
        from->bad = 1;
    return from->bad ? 0 : (uint32_t)sum;
}

/* Exactly N items, since there are many functions: what grows has room left. */
static int make_room(void **items, size_t size, uint32_t n, size_t *capacity)
{
    if (n == 0)
        return EP_OK;
    *items = ep_mem_zeroed(n, size);
    *capacity = n;
    return *items ? EP_OK : EP_ENOMEM;
}

/* number; each a text */
static int read_files(struct ep_reader *from, struct ep_cfg *cfg)
{
    uint32_t n = ep_read_count(from, 1);

    if (make_room((void **)&cfg->files, sizeof *cfg->files, n,
                  &cfg->files_capacity))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        char *path = ep_read_text(from);

        if (!path)
            return from->bad ? EP_EFORMAT : EP_ENOMEM;
        cfg->files[cfg->n_files++] = path;
    }
    return EP_OK;
}

/* number; each a place */
static int read_lines(struct ep_reader *from, uint32_t version,
                      struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t n = ep_read_count(from, version < 3 ? 3 : 2);
    struct ep_line last = ep_place_start(function);

    if (make_room((void **)&cfg->lines, sizeof *cfg->lines, n,
                  &cfg->lines_capacity))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n && !from->bad; i++)
        cfg->lines[cfg->n_lines++] = ep_place_get(from, &last, version);
    return EP_OK;
}

/* number; each a place, column, index of the decision's first less its own */
static int read_branches(struct ep_reader *from, uint32_t version,
                         struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t n = ep_read_count(from, version < 3 ? 3 : 4);
    struct ep_line last = ep_place_start(function);

    if (make_room((void **)&cfg->branches, sizeof *cfg->branches, n,
                  &cfg->branches_capacity))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n && !from->bad; i++) {
        struct ep_line line = ep_place_get(from, &last, version);
        struct ep_branch *branch = &cfg->branches[cfg->n_branches++];

        *branch = (struct ep_branch){.block = line.block, .file = line.file};
        branch->is_open = !(function->flags & EP_FUNCTION_DECISIONS);
        branch->at.line = line.line;
        branch->decision = i;
        if (version < 3)
            continue;
        branch->at.column = ep_read_leb32(from);
        branch->decision = get_near(from, i);
    }
    return EP_OK;
}

/* number; each its lowest value, and the highest less that */
static int read_cases(struct ep_reader *from, struct ep_cfg *cfg, uint32_t edge)
{
    uint32_t n = ep_read_count(from, 2);

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        int64_t low = ep_place_get_signed(from);
        uint64_t size = ep_read_leb(from);

        if (size > (uint64_t)INT64_MAX - (uint64_t)low)
            from->bad = 1;
        else if (ep_cfg_add_case(cfg, edge, low,
                                 (int64_t)((uint64_t)low + size)))
            return EP_ENOMEM;
    }
    return EP_OK;
}

/* source and target, as such or near those before; kind and EP_NOTE_* bits; of a
 * case its values */
static int read_edge(struct ep_reader *from, uint32_t version, uint32_t *last,
                     struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t edge = cfg->n_edges;
    uint32_t src = version < 3 ? ep_read_leb32(from) : get_near(from, *last);
    uint32_t dst = version < 3 ? ep_read_leb32(from) : get_near(from, src);
    uint32_t bits = ep_read_leb32(from);
    enum ep_edge_kind kind = (enum ep_edge_kind)(bits & EP_NOTE_KIND_MASK);

    if (bits >= 2 * EP_NOTE_NOSPLIT)
        from->bad = 1;
    *last = src;
    function->mark[edge] =
        bits & EP_NOTE_COUNTED ? function->n_marks++ : EP_NONE;
    if (ep_cfg_add_edge(cfg, src, dst, kind,
                        bits & EP_NOTE_NOSPLIT ? EP_EDGE_NOSPLIT : 0, 0))
        return EP_ENOMEM;
    return version >= 3 && kind == EP_EDGE_CASE ? read_cases(from, cfg, edge)
                                                : EP_OK;
}

/* number; each */
static int read_edges(struct ep_reader *from, uint32_t version,
                      struct ep_function *function)
{
    uint32_t n = ep_read_count(from, 3);
    uint32_t last = 0;
    int status = EP_OK;

    function->mark = ep_mem_zeroed(n, sizeof *function->mark);
    if (!function->mark ||
        make_room((void **)&function->cfg.edges, sizeof *function->cfg.edges, n,
                  &function->cfg.edges_capacity))
        return EP_ENOMEM;
    for (uint32_t e = 0; e < n && !from->bad && !status; e++)
        status = read_edge(from, version, &last, function);
    return status;
}

/* 8 bytes id, 8 bytes hash; name; flags; files; file and line of the
 * definition; number of blocks; lines; branches; edges */
int ep_notes_read_function(struct ep_reader *from, uint32_t version,
                           struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    int status;

    function->id = ep_read_u64(from);
    function->hash = ep_read_u64(from);
    function->name = ep_read_text(from);
    if (!function->name)
        return from->bad ? EP_EFORMAT : EP_ENOMEM;
    function->flags = ep_read_leb32(from);
    status = read_files(from, cfg);
    if (status)
        return status;
    function->file = ep_read_leb32(from);
    function->line = ep_read_leb32(from);
    cfg->n_blocks = ep_read_leb32(from);
    status = read_lines(from, version, function);
    if (!status)
        status = read_branches(from, version, function);
    if (!status)
        status = read_edges(from, version, function);
    if (status)
        return status;
    /* Without any file the index means nothing and must be 0. */
    if (from->bad || (function->file && function->file >= cfg->n_files))
        return EP_EFORMAT;
    return ep_cfg_check(cfg, NULL) ? EP_EFORMAT : EP_OK;
}
