/* SPDX-License-Identifier: MIT
 *
 * emit.c - units: their functions, marks and notes.
 *
 * What is defined is weak and hidden: weak, because link-time optimisers see
 * symbols of file-scope asm but not their groups, and would call two strong
 * ones duplicates.  Every directive used here means the same to GNU as and to
 * LLVM's assembler; .size is given a number, since LLVM may have dropped the
 * label that `.-SYM` would need.
 */
#define _GNU_SOURCE /* dladdr */
#include "emit/emit.h"
#include "emit/emit_asm.h"
#include "emit/emit_unit.h"
#include "format/dump.h"
#include "graph/ahead.h"
#include "graph/calls.h"

#include "edgeprof/abi.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *dup_text(const char *text)
{
    return text ? ep_mem_dup(text, strlen(text)) : ep_mem_dup("", 0);
}

/* What decides what notes mean: the compiler's options, and the plugin's. */
static char *options_text(const char *compilers, const struct ep_options *own)
{
    static const char *const place[] = {"tree", "knuth", "all"};
    static const char *const threads[] = {"", " threads=atomic",
                                          " threads=shared"};
    struct ep_buf text = {0};

    ep_buf_printf(&text, "%s place=%s%s%s", compilers ? compilers : "",
                  place[own->place], threads[own->threads],
                  own->no_runtime ? " runtime=none" : "");
    if (!text.failed)
        return text.data;
    ep_buf_release(&text);
    return NULL;
}

uint64_t ep_unit_hash_text(uint64_t hash, const char *text)
{
    return text ? ep_hash(hash, text, strlen(text) + 1) : hash;
}

/* lib/libedgeprof_rt.so.1, where this code is of lib/edgeprof/gcc-12.so. */
static char *runtime_path(void)
{
    static const char here;
    struct ep_buf path = {0};
    char own[PATH_MAX];
    Dl_info self;

    if (!dladdr(&here, &self) || !realpath(self.dli_fname, own))
        return dup_text(EDGEPROF_RUNTIME_FILE);
    for (int up = 0; up < 2; up++)
        if (strrchr(own, '/'))
            *strrchr(own, '/') = '\0';
    ep_buf_printf(&path, "%s/" EDGEPROF_RUNTIME_FILE, own);
    if (path.failed)
        ep_buf_release(&path);
    return path.data;
}

struct ep_unit *ep_unit_new(const struct ep_options *options,
                            const struct ep_unit_note *note, const char *unique,
                            const char *rt_path)
{
    struct ep_unit *unit = ep_mem_zeroed(1, sizeof *unit);
    uint64_t id;

    if (!unit)
        return NULL;
    id = ep_unit_hash_text(EP_HASH_START, note->source);
    id = ep_unit_hash_text(ep_unit_hash_text(id, note->directory), unique);
    unit->options = options;
    unit->note.id = id;
    unit->note.producer = dup_text(note->producer);
    unit->note.source = dup_text(note->source);
    unit->note.directory = dup_text(note->directory);
    unit->note.options = options_text(note->options, options);
    unit->rt_path = rt_path ? dup_text(rt_path) : runtime_path();
    if (unit->note.producer && unit->note.source && unit->note.directory &&
        unit->note.options && unit->rt_path)
        return unit;
    ep_unit_free(unit);
    return NULL;
}

void ep_unit_free(struct ep_unit *unit)
{
    if (!unit)
        return;
    for (size_t i = 0; i < unit->n_functions; i++) {
        ep_function_release(unit->functions[i]);
        ep_mem_free(unit->functions[i]);
        ep_mem_free(unit->ahead[i]);
        ep_way_steps_release(&unit->steps[i]);
        ep_unit_free_tables(unit->tables[i]);
    }
    ep_mem_free(unit->functions);
    ep_mem_free(unit->ahead);
    /* NOLINTNEXTLINE(bugprone-multi-level-implicit-pointer-conversion) */
    ep_mem_free(unit->tables);
    ep_mem_free(unit->measured);
    ep_mem_free(unit->steps);
    for (size_t i = 0; i < unit->n_callees; i++)
        ep_mem_free(unit->callees[i].name);
    ep_mem_free(unit->callees);
    ep_map_release(&unit->callees_by_id);
    ep_map_release(&unit->functions_by_name);
    ep_buf_release(&unit->warnings);
    ep_buf_release(&unit->stale);
    ep_weights_release(&unit->weights);
    ep_mem_free(unit->note.producer);
    ep_mem_free(unit->note.source);
    ep_mem_free(unit->note.directory);
    ep_mem_free(unit->note.options);
    ep_mem_free(unit->rt_path);
    ep_mem_free(unit);
}

static int place_marks(const struct ep_unit *unit, struct ep_function *function)
{
    uint32_t inexact;
    int status;

    function->mark =
        ep_mem_zeroed(function->cfg.n_edges, sizeof *function->mark);
    if (!function->mark)
        return EP_ENOMEM;
    status = ep_tree_place(&function->cfg, unit->options->place, function->mark,
                           &function->n_marks, &inexact);
    if (status) {
        ep_mem_free(function->mark);
        function->mark = NULL;
        return status;
    }
    function->flags |= EP_FUNCTION_DECISIONS;
    if (inexact)
        function->flags |= EP_FUNCTION_INEXACT;
    if (unit->options->calls == EP_CALLS_ASSUME_RETURN)
        function->flags |= EP_FUNCTION_ASSUMED;
    if (unit->options->trace)
        function->flags |= EP_FUNCTION_TRACED;
    return EP_OK;
}

/* The marks of ways follow those of edges.  On failure FUNCTION has its ways. */
static int place_ways(const struct ep_unit *unit, struct ep_function *function,
                      struct ep_way_steps *out)
{
    *out = (struct ep_way_steps){0};
    if (!unit->options->mcdc)
        return EP_OK;
    if (ep_ways_plan(&function->cfg, out, &function->ways))
        return EP_ENOMEM;
    for (uint32_t i = 0; i < out->n; i++)
        if (out->items[i].kind == EP_WAY_END)
            out->items[i].value += function->n_marks;
    function->n_marks += function->ways.n;
    return EP_OK;
}

/* Two units may see one inline function and mark it differently (by profile or
 * place); those are two functions to the notes. */
static uint64_t function_id(const struct ep_unit *unit,
                            const struct ep_function *function)
{
    uint64_t id = ep_unit_hash_text(EP_HASH_START, function->name);

    id = ep_hash_u64(id, function->hash);
    id = ep_hash_u64(id, function->line);
    for (uint32_t e = 0; e < function->cfg.n_edges; e++)
        id = ep_hash_u64(id, function->mark[e]);
    if (function->ways.n)
        id = ep_hash_u64(id, function->ways.n);
    if (function->flags & EP_FUNCTION_LOCAL)
        id = ep_hash_u64(id, unit->note.id);
    if (function->flags & EP_FUNCTION_TRACED)
        id = ep_hash_u64(id, EP_FUNCTION_TRACED);
    return id;
}

void ep_unit_show(struct ep_buf *text)
{
    if (text->data)
        (void)fwrite(text->data, 1, text->size, stderr);
    ep_buf_release(text);
}

static void show_function(const struct ep_unit *unit,
                          struct ep_function *function)
{
    struct ep_buf text = {0};
    struct ep_notes notes = {.functions = function, .n_functions = 1};

    if (unit->options->dump & EP_DUMP_CFG)
        ep_dump_cfg(function->name, &function->cfg, &text);
    if (unit->options->dump & EP_DUMP_TREE)
        ep_dump_tree(function, &text);
    if (unit->options->dump & EP_DUMP_NOTES)
        ep_dump_notes(&notes, &text);
    ep_unit_show(&text);
}

/* ---- functions ----------------------------------------------------------- */

static uint8_t *find_ahead(const struct ep_function *function,
                           const struct ep_trips *trips)
{
    uint8_t *ahead =
        ep_mem_zeroed((size_t)function->n_marks + function->n_loops, 1);

    if (!ahead || ep_ahead_find(&function->cfg, function->mark, ahead)) {
        ep_mem_free(ahead);
        return NULL;
    }
    ep_unit_trips_ahead(function, trips, ahead);
    return ahead;
}

/* Choose what FUNCTION, the next of UNIT, counts.  EP_OK or EP_ENOMEM. */
static int plan(struct ep_unit *unit, struct ep_function *function,
                struct ep_way_steps *steps)
{
    struct unit_tables **tables = &unit->tables[unit->n_functions];
    uint8_t **ahead = &unit->ahead[unit->n_functions];
    int status = place_marks(unit, function);

    if (!status)
        status = place_ways(unit, function, steps);
    if (status)
        return status;
    function->id = function_id(unit, function);
    status = ep_unit_find_tables(unit, function, tables);
    if (status)
        return status;
    *ahead = find_ahead(function, &(*tables)->trips);
    if (*ahead)
        return EP_OK;
    ep_unit_free_tables(*tables);
    return EP_ENOMEM;
}

int ep_unit_add(struct ep_unit *unit, struct ep_function *function,
                struct ep_diag *diag, uint32_t *out_index)
{
    struct ep_function *kept;
    struct ep_way_steps steps = {0};
    uint8_t is_measured;
    int status = ep_cfg_check(&function->cfg, diag);

    if (status)
        return status;
    function->hash = ep_cfg_hash(&function->cfg, function->line);
    if (ep_unit_weigh(unit, function, &is_measured))
        return ep_fail(diag, EP_ENOMEM, "%s: out of memory", function->name);
    kept = ep_mem_zeroed(1, sizeof *kept);
    if (!kept || /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers */
        EP_GROW(unit->functions, unit->n_functions, unit->functions_capacity) ||
        EP_GROW(unit->ahead, unit->n_functions, unit->ahead_capacity) ||
        EP_GROW(unit->tables, unit->n_functions, unit->tables_capacity) ||
        EP_GROW(unit->measured, unit->n_functions, unit->measured_capacity) ||
        EP_GROW(unit->steps, unit->n_functions, unit->steps_capacity) ||
        (unit->options->frames &&
         ep_map_add(&unit->functions_by_name,
                    ep_unit_hash_text(EP_HASH_START, function->name),
                    (uint32_t)unit->n_functions)) ||
        plan(unit, function, &steps)) {
        ep_way_steps_release(&steps);
        ep_mem_free(kept);
        return ep_fail(diag, EP_ENOMEM, "%s: out of memory", function->name);
    }
    *kept = *function;
    *out_index = (uint32_t)unit->n_functions;
    unit->measured[unit->n_functions] = is_measured;
    unit->steps[unit->n_functions] = steps;
    unit->functions[unit->n_functions++] = kept;
    show_function(unit, kept);
    return EP_OK;
}

uint32_t ep_unit_find(const struct ep_unit *unit, const char *name)
{
    uint64_t hash = ep_unit_hash_text(EP_HASH_START, name);
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&unit->functions_by_name, hash, &cursor)) !=
           EP_NONE)
        if (index < unit->n_functions &&
            strcmp(unit->functions[index]->name, name) == 0)
            return index;
    return EP_NONE;
}

const struct ep_trips *ep_unit_trips(const struct ep_unit *unit, uint32_t index)
{
    return &unit->tables[index]->trips;
}

const struct ep_function *ep_unit_function(const struct ep_unit *unit,
                                           uint32_t index)
{
    return unit->functions[index];
}

const struct ep_way_steps *ep_unit_steps(const struct ep_unit *unit,
                                         uint32_t index)
{
    return &unit->steps[index];
}

/* One note in a group of its own: KIND 'u', 'f' or 'n', and the id. */
static void put_note(char kind, uint64_t id, const struct ep_buf *record,
                     struct ep_buf *out)
{
    char symbol[64];

    (void)snprintf(symbol, sizeof symbol, "__edgeprof_%c_%016" PRIx64, kind,
                   id);
    ep_asm_begin(out, symbol);
    ep_asm_section(out, EDGEPROF_NOTES_SECTION, "GR", "progbits", symbol);
    /* No object: its address is an offset, in the midst of the program's code;
     * valgrind would take it for some. */
    ep_asm_define(out, symbol, "notype", 0);
    ep_asm_bytes(out, record->data, record->size);
    ep_asm_end_section(out);
    ep_asm_end(out);
}

static struct callee *find_callee(const struct ep_unit *unit, uint64_t id)
{
    size_t cursor = 0;
    uint32_t index = ep_map_next(&unit->callees_by_id, id, &cursor);

    return index == EP_NONE ? NULL : &unit->callees[index];
}

int ep_unit_add_callee(struct ep_unit *unit, const char *name, int defined)
{
    struct callee callee = {.id = ep_unit_hash_text(EP_HASH_START, name)};

    /* Of the C library's, compilers make some themselves. */
    if ((!defined && !ep_calls_returns(name)) || find_callee(unit, callee.id))
        return EP_OK;
    if (EP_GROW(unit->callees, unit->n_callees, unit->callees_capacity) ||
        !(callee.name = dup_text(name)))
        return EP_ENOMEM;
    if (ep_map_add(&unit->callees_by_id, callee.id,
                   (uint32_t)unit->n_callees)) {
        ep_mem_free(callee.name);
        return EP_ENOMEM;
    }
    unit->callees[unit->n_callees++] = callee;
    return EP_OK;
}

/* The names of callees that have no note of their own, and may have no symbol. */
static void put_names(struct ep_unit *unit, struct ep_buf *record,
                      struct ep_buf *out)
{
    for (size_t i = 0; i < unit->n_functions; i++) {
        struct callee *noted = find_callee(
            unit, ep_unit_hash_text(EP_HASH_START, unit->functions[i]->name));

        if (noted)
            noted->is_noted = 1;
    }
    for (size_t i = 0; unit->callees && i < unit->n_callees; i++) {
        struct callee *callee = &unit->callees[i];

        if (callee->is_noted)
            continue;
        ep_buf_clear(record);
        ep_notes_write_names(record, (const char *const *)&callee->name, 1);
        put_note('n', callee->id, record, out);
        callee->is_noted = 1;
    }
}

void ep_unit_emit(struct ep_unit *unit, struct ep_buf *out)
{
    struct ep_buf record = {0};

    if (unit->n_emitted == 0 && unit->n_functions > 0) {
        ep_notes_write_unit(&record, &unit->note);
        put_note('u', unit->note.id, &record, out);
        if (!unit->options->no_runtime)
            ep_asm_module(out, unit->options, unit->rt_path);
    }
    for (; unit->n_emitted < unit->n_functions; unit->n_emitted++) {
        const struct ep_function *function = unit->functions[unit->n_emitted];

        ep_buf_clear(&record);
        ep_notes_write_function(&record, function);
        ep_notes_write_calls(&record, function);
        ep_notes_write_open(&record, function);
        ep_notes_write_ways(&record, function);
        put_note('f', function->id, &record, out);
        ep_unit_put_tables(function, unit->tables[unit->n_emitted], out);
        if (record.failed)
            out->failed = 1;
    }
    put_names(unit, &record, out);
    out->failed |= record.failed;
    ep_buf_release(&record);
}
