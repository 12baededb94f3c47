/* SPDX-License-Identifier: MIT
 *
 * notes_read.c - reading a section of notes.
 *
 * Units and functions are read as they come, bodies when all functions are
 * known.  No number read is used as a size before the bytes that it promises
 * are seen to be there.
 */
#include "format/notes.h"

#include "base/map.h"
#include "base/order.h"

#include <string.h>

/* The record of a body, or of code, kept until all functions are known. */
struct pending {
    uint32_t kind;
    struct ep_reader bytes; /* what follows the record's head */
};

struct load {
    const char *name; /* for messages */
    struct ep_diag *diag;
    struct ep_notes *notes;
    size_t units_capacity;
    size_t functions_capacity;
    size_t bodies_capacity;
    struct pending *pending;
    size_t n_pending;
    size_t pending_capacity;
    struct ep_reader uncounted; /* the last such record, or nothing */
    struct ep_map by_id; /* functions: id -> index into notes->functions */
};

static int bad_record(const struct load *load, const char *what)
{
    return ep_fail(load->diag, EP_EFORMAT, "%s: notes: malformed %s",
                   load->name, what);
}

static int no_memory(const struct load *load)
{
    return ep_fail(load->diag, EP_ENOMEM, "%s: out of memory", load->name);
}

/* A LEB128 that must fit 32 bits. */
static uint32_t get_u32(struct ep_reader *from)
{
    uint64_t value = ep_read_leb(from);

    if (value > UINT32_MAX)
        from->bad = 1;
    return from->bad ? 0 : (uint32_t)value;
}

/* One that was written as put_signed does, added to BASE; the sum must fit 32
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

static int64_t get_signed(struct ep_reader *from)
{
    uint64_t bits = ep_read_leb(from);

    return bits & 1 ? -(int64_t)(bits >> 1) - 1 : (int64_t)(bits >> 1);
}

/* N, a number of items to follow, each of at least ITEM bytes: no more than
 * fit, so that a lie cannot ask for memory. */
static uint32_t check_count(struct ep_reader *from, uint32_t n, size_t item)
{
    if (n > (size_t)(from->end - from->at) / item)
        from->bad = 1;
    return from->bad ? 0 : n;
}

static uint32_t get_count(struct ep_reader *from, size_t item)
{
    return check_count(from, get_u32(from), item);
}

/* A text; NULL with `bad` unset: no memory.  Texts hold no zero byte. */
static char *get_text(struct ep_reader *from)
{
    uint64_t size = ep_read_leb(from);
    const uint8_t *bytes = ep_read_bytes(from, size);

    if (!bytes || memchr(bytes, 0, (size_t)size)) {
        from->bad = 1;
        return NULL;
    }
    return ep_mem_dup(bytes, (size_t)size);
}

/* UNIT  8 bytes id; producer, source, directory, options */
static int read_unit(struct load *load, struct ep_reader *from)
{
    struct ep_notes *notes = load->notes;
    struct ep_unit_note *unit;

    if (EP_GROW(notes->units, notes->n_units, load->units_capacity))
        return no_memory(load);
    unit = &notes->units[notes->n_units++];
    *unit = (struct ep_unit_note){.id = ep_read_u64(from)};
    unit->producer = get_text(from);
    unit->source = get_text(from);
    unit->directory = get_text(from);
    unit->options = get_text(from);
    if (from->bad)
        return bad_record(load, "unit");
    if (!unit->producer || !unit->source || !unit->directory || !unit->options)
        return no_memory(load);
    return EP_OK;
}

/* ---- a function ---------------------------------------------------------- */

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
    uint32_t n = get_count(from, 1);

    if (make_room((void **)&cfg->files, sizeof *cfg->files, n,
                  &cfg->files_capacity))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        char *path = get_text(from);

        if (!path)
            return from->bad ? EP_EFORMAT : EP_ENOMEM;
        cfg->files[cfg->n_files++] = path;
    }
    return EP_OK;
}

/* Where the last place was; an old one stands by itself. */
struct last {
    uint32_t block;
    uint32_t file;
    uint32_t line;
};

/* the block less that before; twice the line less that before, plus 1 if there
 * follows a file */
static struct ep_line read_line(struct ep_reader *from, struct last *last,
                                uint32_t version)
{
    uint32_t step = get_u32(from);

    if (step > UINT32_MAX - last->block)
        from->bad = 1;
    last->block += step;
    if (version < 3) {
        last->file = get_u32(from);
        last->line = get_u32(from);
    } else {
        int64_t bits = get_signed(from);
        int64_t line = (bits & 1 ? (bits - 1) / 2 : bits / 2) + last->line;

        if (line < 0 || line > UINT32_MAX)
            from->bad = 1;
        last->line = (uint32_t)line;
        if (bits & 1)
            last->file = get_u32(from);
    }
    return (struct ep_line){last->block, last->file, last->line};
}

static struct last start_of(const struct ep_function *function)
{
    return (struct last){0, function->file, function->line};
}

/* number; each a place */
static int read_lines(struct ep_reader *from, uint32_t version,
                      struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t n = get_count(from, version < 3 ? 3 : 2);
    struct last last = start_of(function);

    if (make_room((void **)&cfg->lines, sizeof *cfg->lines, n,
                  &cfg->lines_capacity))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n && !from->bad; i++)
        cfg->lines[cfg->n_lines++] = read_line(from, &last, version);
    return EP_OK;
}

/* number; each a place, column, index of the decision's first less its own */
static int read_branches(struct ep_reader *from, uint32_t version,
                         struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t n = get_count(from, version < 3 ? 3 : 4);
    struct last last = start_of(function);

    if (make_room((void **)&cfg->branches, sizeof *cfg->branches, n,
                  &cfg->branches_capacity))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n && !from->bad; i++) {
        struct ep_line line = read_line(from, &last, version);
        struct ep_branch *branch = &cfg->branches[cfg->n_branches++];

        *branch = (struct ep_branch){.block = line.block, .file = line.file};
        branch->at.line = line.line;
        branch->decision = i;
        if (version < 3)
            continue;
        branch->at.column = get_u32(from);
        branch->decision = get_near(from, i);
    }
    return EP_OK;
}

/* number; each its lowest value, and the highest less that */
static int read_cases(struct ep_reader *from, struct ep_cfg *cfg, uint32_t edge)
{
    uint32_t n = get_count(from, 2);

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        int64_t low = get_signed(from);
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
    uint32_t src = version < 3 ? get_u32(from) : get_near(from, *last);
    uint32_t dst = version < 3 ? get_u32(from) : get_near(from, src);
    uint32_t bits = get_u32(from);
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
    uint32_t n = get_count(from, 3);
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

/* FUNCTION  8 bytes id, 8 bytes hash; name; flags; files; file and line of the
 * definition; number of blocks; lines; branches; edges */
static int read_function_fields(struct ep_reader *from, uint32_t version,
                                struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    int status;

    function->id = ep_read_u64(from);
    function->hash = ep_read_u64(from);
    function->name = get_text(from);
    if (!function->name)
        return from->bad ? EP_EFORMAT : EP_ENOMEM;
    function->flags = get_u32(from);
    status = read_files(from, cfg);
    if (status)
        return status;
    function->file = get_u32(from);
    function->line = get_u32(from);
    cfg->n_blocks = get_u32(from);
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

static int read_function(struct load *load, struct ep_reader *from,
                         uint32_t version)
{
    struct ep_notes *notes = load->notes;
    struct ep_function *function;
    int status;

    if (EP_GROW(notes->functions, notes->n_functions, load->functions_capacity))
        return no_memory(load);
    function = &notes->functions[notes->n_functions++];
    *function = (struct ep_function){0};
    function->unit = notes->n_units ? (uint32_t)notes->n_units - 1 : EP_NONE;
    status = read_function_fields(from, version, function);
    if (status == EP_ENOMEM)
        return no_memory(load);
    return status ? bad_record(load, "function") : EP_OK;
}

/* ---- functions by id ------------------------------------------------------
 */

static uint32_t find_function(const struct load *load, uint64_t id)
{
    size_t cursor = 0;

    return ep_map_next(&load->by_id, id, &cursor);
}

/* Drop all but the first function of each id, keep the order, and index the
 * ids. */
static int index_functions(struct load *load)
{
    struct ep_notes *notes = load->notes;
    uint32_t kept = 0;

    for (size_t i = 0; i < notes->n_functions; i++) {
        struct ep_function *function = &notes->functions[i];

        if (find_function(load, function->id) != EP_NONE)
            ep_function_release(function);
        else if (ep_map_add(&load->by_id, function->id, kept++))
            return no_memory(load);
    }
    kept = 0;
    for (size_t i = 0; i < notes->n_functions; i++)
        if (notes->functions[i].name)
            notes->functions[kept++] = notes->functions[i];
    notes->n_functions = kept;
    return EP_OK;
}

/* UNCOUNTED  8 bytes id each */
static void mark_uncounted(struct load *load)
{
    while (load->uncounted.at != load->uncounted.end) {
        uint32_t index = find_function(load, ep_read_u64(&load->uncounted));

        if (index != EP_NONE)
            load->notes->functions[index].flags |= EP_FUNCTION_UNCOUNTED;
    }
}

/* ---- a body -------------------------------------------------------------- */

/* index among the body's functions; mark * 2 + less */
static int read_feed(const struct load *load, struct ep_reader *from,
                     const uint32_t *functions, uint32_t n_functions,
                     struct ep_feed *out)
{
    uint32_t local = get_u32(from);
    uint32_t tail = get_u32(from);
    uint32_t mark = tail / 2;

    if (from->bad || local >= n_functions)
        return bad_record(load, "body");
    out->function = functions[local];
    out->mark = mark;
    out->less = (int)(tail & 1);
    if (mark >= load->notes->functions[out->function].n_marks)
        return ep_fail(load->diag, EP_EMATCH,
                       "%s: notes: a body counts mark %u of %s, which has %u",
                       load->name, (unsigned)mark,
                       load->notes->functions[out->function].name,
                       (unsigned)load->notes->functions[out->function].n_marks);
    return EP_OK;
}

/* for each counter: number of feeds * 2 + late, then the feeds */
static int read_feeds(const struct load *load, struct ep_reader *from,
                      const uint32_t *functions, uint32_t n_functions,
                      struct ep_body *body)
{
    size_t capacity = 0;
    uint32_t n = 0;

    for (uint32_t c = 0; c < body->n_counters; c++) {
        uint32_t head = get_u32(from);
        uint32_t n_marks = check_count(from, head / 2, 2);

        body->first_feed[c] = n;
        for (uint32_t i = 0; i < n_marks; i++, n++) {
            int status;

            if (EP_GROW(body->feeds, n, capacity))
                return no_memory(load);
            body->feeds[n].late = (int)(head & 1);
            status =
                read_feed(load, from, functions, n_functions, &body->feeds[n]);
            if (status)
                return status;
        }
    }
    body->first_feed[body->n_counters] = n;
    return from->bad ? bad_record(load, "body") : EP_OK;
}

static int read_body_functions(const struct load *load, struct ep_reader *from,
                               uint32_t n, uint32_t *functions)
{
    for (uint32_t i = 0; i < n; i++) {
        uint64_t id = ep_read_u64(from);

        functions[i] = find_function(load, id);
        if (functions[i] == EP_NONE)
            return ep_fail(load->diag, EP_EMATCH,
                           "%s: notes: a body counts function %016llx, which "
                           "has no notes",
                           load->name, (unsigned long long)id);
    }
    return EP_OK;
}

/* BODY  8 bytes address, 4 bytes number of counters; 4 bytes number of functions,
 * 8 bytes id each; feeds */
static int read_body(struct load *load, struct ep_reader *from)
{
    struct ep_notes *notes = load->notes;
    struct ep_body *body;
    uint32_t n_functions;
    uint32_t *functions;
    int status;

    if (EP_GROW(notes->bodies, notes->n_bodies, load->bodies_capacity))
        return no_memory(load);
    body = &notes->bodies[notes->n_bodies++];
    *body = (struct ep_body){.address = ep_read_u64(from)};
    body->n_counters = ep_read_u32(from);
    n_functions = ep_read_u32(from);
    if (from->bad || n_functions > (size_t)(from->end - from->at) / 8 ||
        body->n_counters > (size_t)(from->end - from->at))
        return bad_record(load, "body");
    functions = ep_mem_zeroed(n_functions, sizeof *functions);
    body->first_feed =
        ep_mem_zeroed((size_t)body->n_counters + 1, sizeof *body->first_feed);
    if (functions && body->first_feed) {
        status = read_body_functions(load, from, n_functions, functions);
        if (!status)
            status = read_feeds(load, from, functions, n_functions, body);
    } else {
        status = no_memory(load);
    }
    ep_mem_free(functions);
    return status;
}

static int by_address(const void *left, const void *right)
{
    const struct ep_body *a = left;
    const struct ep_body *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

/* CODE  8 bytes function id; notes_code.c has the rest */
static int read_code(struct load *load, struct ep_reader *from)
{
    uint32_t index = find_function(load, ep_read_u64(from));
    int status = index == EP_NONE
                     ? EP_EFORMAT
                     : ep_notes_read_code(from, &load->notes->functions[index]);

    if (status == EP_ENOMEM)
        return no_memory(load);
    return status ? bad_record(load, "code") : EP_OK;
}

static int read_kept(struct load *load, struct pending *kept)
{
    return kept->kind == EP_NOTE_BODY ? read_body(load, &kept->bytes)
                                      : read_code(load, &kept->bytes);
}

/* Link-time optimisers may leave several copies of a body's note; what is one
 * in memory must be one here. */
static void drop_body(void *kept, void *copy)
{
    (void)kept;
    ep_body_release(copy);
}

/* ---- the section ----------------------------------------------------------
 */

static int keep(struct load *load, uint32_t kind, const struct ep_reader *from)
{
    if (EP_GROW(load->pending, load->n_pending, load->pending_capacity))
        return no_memory(load);
    load->pending[load->n_pending++] = (struct pending){kind, *from};
    return EP_OK;
}

/* The record at the front of SECTION, its magic being read: 4 bytes each of
 * size, kind and version; what its kind's reader says, where numbers are LEB
 * and texts LEB size and bytes unless their bytes are given; zeros up to a
 * multiple of 8. */
static int read_record(struct load *load, struct ep_reader *section)
{
    uint32_t size = ep_read_u32(section);
    uint32_t kind = ep_read_u32(section);
    uint32_t version = ep_read_u32(section);
    struct ep_reader body = {0};

    if (section->bad || size < 16 || size % 8)
        return bad_record(load, "record head");
    body.at = ep_read_bytes(section, size - 16);
    if (!body.at)
        return bad_record(load, "record size");
    body.end = section->at;
    if (kind == EP_NOTE_UNCOUNTED)
        load->uncounted = body;
    if (kind < EP_NOTE_UNIT || kind > EP_NOTE_CODE || kind == EP_NOTE_UNCOUNTED)
        return EP_OK;
    if (version < EP_NOTE_OLDEST || version > EP_NOTE_VERSION)
        return ep_fail(load->diag, EP_EVERSION,
                       "%s: notes of version %u, expected %u to %u", load->name,
                       (unsigned)version, EP_NOTE_OLDEST, EP_NOTE_VERSION);
    if (kind == EP_NOTE_UNIT)
        return read_unit(load, &body);
    if (kind == EP_NOTE_FUNCTION)
        return read_function(load, &body, version);
    return keep(load, kind, &body);
}

static int read_records(struct load *load, struct ep_reader *section)
{
    while (section->at < section->end) {
        uint32_t magic = ep_read_u32(section);
        int status;

        if (magic == 0 && !section->bad)
            continue;
        if (magic != EP_NOTE_MAGIC)
            return bad_record(load, "section: no record where one must start");
        status = read_record(load, section);
        if (status)
            return status;
    }
    return EP_OK;
}

int ep_notes_read(const void *data, size_t size, const char *name,
                  struct ep_diag *diag, struct ep_notes *out)
{
    struct load load = {.name = name, .diag = diag, .notes = out};
    struct ep_reader section = {.at = data};
    int status;

    *out = (struct ep_notes){0};
    section.end = section.at ? section.at + size : NULL;
    status = read_records(&load, &section);
    if (!status)
        status = index_functions(&load);
    if (!status)
        mark_uncounted(&load);
    for (size_t i = 0; i < load.n_pending && !status; i++)
        status = read_kept(&load, &load.pending[i]);
    ep_mem_free(load.pending);
    ep_map_release(&load.by_id);
    out->n_bodies = ep_fold(out->bodies, out->n_bodies, sizeof *out->bodies,
                            by_address, drop_body);
    if (status)
        ep_notes_release(out);
    return status;
}
