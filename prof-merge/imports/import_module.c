/* SPDX-License-Identifier: MIT */
#include "import.h"

#include "base/order.h"
#include "format/notes.h"

#include <string.h>

#define START 4096u /* the address that the first counter is said to have */

/* What lies in one function of the file, or in none. */
struct part {
    const struct import_function *function; /* NULL: in none */
    uint32_t outer;                         /* part that it lies in */
    uint32_t end;                           /* its last line */
};

struct work {
    struct import *import;
    struct ep_buf notes;
    uint64_t *counts;
    size_t n_counts;
    size_t capacity;
    struct part *parts; /* of the file */
    uint32_t n_parts;
    size_t line;    /* of import's, that comes next */
    size_t outcome; /* likewise */
    uint32_t *mark; /* per edge of the graph that is made */
    size_t mark_capacity;
    uint32_t n_marks;
};

/* ---- which function a line lies in --------------------------------------- */

/* The functions of the file, N from FIRST on, and what is in none: part 0. */
static int find_parts(struct work *work, size_t first, uint32_t n)
{
    const struct import_function *functions = work->import->functions;

    ep_mem_free(work->parts);
    work->parts = ep_mem_zeroed((size_t)n + 1, sizeof *work->parts);
    if (!work->parts)
        return EP_ENOMEM;
    work->n_parts = n + 1;
    work->parts[0].end = UINT32_MAX;
    for (uint32_t i = 1; i <= n; i++) {
        struct part *part = &work->parts[i];
        uint32_t outer = i - 1;

        part->function = &functions[first + i - 1];
        part->end = part->function->end;
        if (part->end == 0) /* as far as the next one's beginning */
            part->end =
                i < n && functions[first + i].line > part->function->line
                    ? functions[first + i].line - 1
                    : UINT32_MAX;
        while (outer > 0 && work->parts[outer].end < part->function->line)
            outer = work->parts[outer].outer;
        part->outer = outer;
    }
    return EP_OK;
}

/* The innermost part that LINE lies in; *NEXT is the first function that begins behind
 * the line before, lines being asked for in their order. */
static uint32_t part_of(const struct work *work, uint32_t line, uint32_t *next)
{
    uint32_t i;

    while (*next < work->n_parts && work->parts[*next].function->line <= line)
        (*next)++;
    for (i = *next - 1; work->parts[i].end < line; i = work->parts[i].outer)
        ;
    return i;
}

static int by_line_part(const void *left, const void *right)
{
    const struct import_line *a = left, *b = right;

    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static int by_outcome_part(const void *left, const void *right)
{
    const struct import_outcome *a = left, *b = right;

    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    return import_order_outcomes(a, b);
}

/* Give the lines and outcomes of FILE, which come next, their parts, and order them by
 * these. */
static void assign(const struct work *work, uint32_t file)
{
    const struct import *import = work->import;
    size_t line = work->line, outcome = work->outcome;
    uint32_t next = 1;

    for (; line < import->n_lines && import->lines[line].file == file; line++)
        import->lines[line].part =
            part_of(work, import->lines[line].line, &next);
    next = 1;
    for (;
         outcome < import->n_outcomes && import->outcomes[outcome].file == file;
         outcome++)
        import->outcomes[outcome].part =
            part_of(work, import->outcomes[outcome].at.line, &next);
    if (line > work->line)
        ep_sort(&import->lines[work->line], line - work->line,
                sizeof *import->lines, by_line_part);
    if (outcome > work->outcome)
        ep_sort(&import->outcomes[work->outcome], outcome - work->outcome,
                sizeof *import->outcomes, by_outcome_part);
}

/* ---- a function's graph -------------------------------------------------- */

static int add_edge(struct work *work, struct ep_cfg *cfg, uint32_t src,
                    uint32_t dst, enum ep_edge_kind kind, uint32_t mark)
{
    if (EP_GROW(work->mark, cfg->n_edges, work->mark_capacity))
        return EP_ENOMEM;
    work->mark[cfg->n_edges] = mark;
    return ep_cfg_add_edge(cfg, src, dst, kind, 0, 1);
}

/* An edge with a counter that has counted COUNT. */
static int add_counted(struct work *work, struct ep_cfg *cfg, uint32_t src,
                       uint32_t dst, enum ep_edge_kind kind, uint64_t count)
{
    if (EP_GROW(work->counts, work->n_counts, work->capacity))
        return EP_ENOMEM;
    work->counts[work->n_counts++] = count;
    return add_edge(work, cfg, src, dst, kind, work->n_marks++);
}

/* The function is called; where from there, nobody said. */
static int add_entry(struct work *work, const struct part *part,
                     struct ep_cfg *cfg)
{
    if (add_counted(work, cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY,
                    part->function ? part->function->count : 0))
        return EP_ENOMEM;
    return add_edge(work, cfg, EP_BLOCK_ENTRY, EP_BLOCK_EXIT, EP_EDGE_FALL,
                    EP_NONE);
}

static int add_line(struct work *work, const char *path, struct ep_cfg *cfg)
{
    const struct import_line *line = &work->import->lines[work->line++];
    uint32_t block = ep_cfg_add_block(cfg);

    if (add_counted(work, cfg, EP_BLOCK_EXIT, block, EP_EDGE_ARRIVE,
                    line->count) ||
        add_edge(work, cfg, block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, EP_NONE))
        return EP_ENOMEM;
    return ep_cfg_add_line(cfg, block, path, line->line);
}

static enum ep_edge_kind kind_of(const struct import_outcome *outcome)
{
    if (outcome->way == IMPORT_TRUE)
        return EP_EDGE_TRUE;
    return outcome->way == IMPORT_FALSE ? EP_EDGE_FALSE : EP_EDGE_CASE;
}

static int is_same_branch(const struct import_outcome *a,
                          const struct import_outcome *b)
{
    return a->file == b->file && a->at.line == b->at.line &&
           a->at.column == b->at.column && a->branch == b->branch;
}

/* All outcomes of the branch that the next one is of. */
static int add_branch(struct work *work, const char *path, struct ep_cfg *cfg)
{
    const struct import_outcome *first = &work->import->outcomes[work->outcome];
    const struct import_outcome *end =
        work->import->outcomes + work->import->n_outcomes;
    uint32_t block = ep_cfg_add_block(cfg);

    if (add_edge(work, cfg, EP_BLOCK_EXIT, block, EP_EDGE_ARRIVE, EP_NONE) ||
        ep_cfg_add_branch(cfg, block, path, first->at, first->at, 0))
        return EP_ENOMEM;
    for (const struct import_outcome *at = first;
         at < end && is_same_branch(at, first); at++, work->outcome++)
        if (add_counted(work, cfg, block, EP_BLOCK_EXIT, kind_of(at),
                        at->count))
            return EP_ENOMEM;
    return EP_OK;
}

static int is_line(const struct work *work, uint32_t file, uint32_t part)
{
    const struct import *import = work->import;

    return work->line < import->n_lines &&
           import->lines[work->line].file == file &&
           import->lines[work->line].part == part;
}

static int is_outcome(const struct work *work, uint32_t file, uint32_t part)
{
    const struct import *import = work->import;

    return work->outcome < import->n_outcomes &&
           import->outcomes[work->outcome].file == file &&
           import->outcomes[work->outcome].part == part;
}

/* Part I of FILE. */
static int make_graph(struct work *work, uint32_t file, uint32_t i,
                      struct ep_cfg *cfg)
{
    const char *path = work->import->files[file];
    uint32_t index;
    int status = ep_cfg_add_file(cfg, path, &index);

    if (!status)
        status = add_entry(work, &work->parts[i], cfg);
    while (!status && is_line(work, file, i))
        status = add_line(work, path, cfg);
    while (!status && is_outcome(work, file, i))
        status = add_branch(work, path, cfg);
    return status ? status : ep_cfg_finish(cfg, NULL);
}

/* ---- the notes ----------------------------------------------------------- */

/* The notes of part I of FILE, whose unit's id is UNIT. */
static int put_function(struct work *work, uint32_t file, uint32_t i,
                        uint64_t unit)
{
    const struct import_function *function = work->parts[i].function;
    size_t first = work->n_counts;
    char none[] = "no function";
    struct ep_function note = {.flags =
                                   EP_FUNCTION_LOCAL | EP_FUNCTION_IMPORTED};
    int status;

    if (!function && !is_line(work, file, i) && !is_outcome(work, file, i))
        return EP_OK;
    work->n_marks = 0;
    ep_cfg_init(&note.cfg);
    status = make_graph(work, file, i, &note.cfg);
    note.name = function ? function->name : none;
    note.line = function ? function->line : 0;
    if (!function)
        note.flags |= EP_FUNCTION_MADE;
    note.n_marks = work->n_marks;
    note.mark = work->mark;
    if (!status) {
        note.hash = ep_cfg_hash(&note.cfg, note.line);
        note.id = ep_hash(unit, note.name, strlen(note.name));
        note.id = ep_hash_u64(ep_hash_u64(note.id, note.hash), i);
        ep_notes_write_function(&work->notes, &note);
        ep_notes_write_body(&work->notes, START + 8 * (uint64_t)first, note.id,
                            note.n_marks);
    }
    ep_cfg_release(&note.cfg);
    return status;
}

/* FILE, whose functions are N from FIRST on. */
static int put_file(struct work *work, uint32_t file, size_t first, uint32_t n)
{
    struct import *import = work->import;
    char none[1] = {0};
    struct ep_unit_note unit = {.producer = import->tool,
                                .source = import->files[file],
                                .directory = import->directory,
                                .options = none};
    int status = find_parts(work, first, n);

    if (status)
        return status;
    unit.id =
        ep_hash(EP_HASH_START, unit.directory, strlen(unit.directory) + 1);
    unit.id = ep_hash(unit.id, unit.source, strlen(unit.source));
    ep_notes_write_unit(&work->notes, &unit);
    assign(work, file);
    for (uint32_t i = 0; !status && i < work->n_parts; i++)
        status = put_function(work, file, i, unit.id);
    return status;
}

static int put_files(struct work *work)
{
    const struct import *import = work->import;
    size_t function = 0;
    int status = EP_OK;

    for (uint32_t i = 0; !status && i < import->n_files; i++) {
        size_t first = function;

        while (function < import->n_functions &&
               import->functions[function].file == i)
            function++;
        status = put_file(work, i, first, (uint32_t)(function - first));
    }
    return status;
}

/* What was counted is known by its shape: so runs of the same code add up. */
static int put_module(struct work *work, struct ep_counts *out)
{
    uint64_t hash = ep_hash(EP_HASH_START, work->notes.data, work->notes.size);
    struct ep_module id = {.id_kind = EDGEPROF_ID_NOTES,
                           .id_size = sizeof hash};
    struct ep_module *module;

    memcpy(id.id, &hash, sizeof hash);
    module = ep_counts_add_module(out, &id, work->import->full, work->n_counts);
    if (!module)
        return EP_ENOMEM;
    if (work->n_counts)
        memcpy(module->counts, work->counts,
               work->n_counts * sizeof *work->counts);
    module->notes = (uint8_t *)ep_mem_dup(work->notes.data, work->notes.size);
    module->notes_size = work->notes.size;
    module->notes_address = START;
    out->runs = 1;
    return module->notes ? EP_OK : EP_ENOMEM;
}

int import_module(struct import *import, struct ep_counts *out)
{
    struct work work = {.import = import};
    int status = put_files(&work);

    if (!status && work.notes.failed)
        status = EP_ENOMEM;
    if (!status && work.n_counts > EP_COUNTERS_MAX)
        status = EP_EFORMAT;
    if (!status)
        status = put_module(&work, out);
    if (status)
        ep_counts_release(out);
    ep_buf_release(&work.notes);
    ep_mem_free(work.counts);
    ep_mem_free(work.parts);
    ep_mem_free(work.mark);
    return status;
}
