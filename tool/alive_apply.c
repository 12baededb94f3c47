/* SPDX-License-Identifier: MIT */
#include "base/order.h"
#include "format/notes.h"
#include "profile/binary.h"
#include "tool/alive_private.h"

#include <string.h>

/* ---- what a frame has too much ------------------------------------------- */

/* The notes of a module, read when a frame is in it. */
struct noted {
    struct ep_notes notes;
    uint64_t address; /* of counter 0 */
    int is_read;
    int is_there;
};

static int read_notes(const struct ep_module *module, struct noted *out)
{
    struct ep_binary binary;
    int status;

    out->is_read = 1;
    status = ep_binary_read_own(module, NULL, &binary);
    if (status)
        return status == EP_ENOMEM ? status : EP_OK;
    status = ep_notes_read(binary.notes, binary.notes_size, module->path, NULL,
                           &out->notes);
    out->address = binary.address;
    out->is_there = !status;
    ep_binary_release(&binary);
    return status == EP_ENOMEM ? status : EP_OK;
}

/* Whether the code SYMBOL is a part of BODY that lies elsewhere. */
static int is_of(const char *symbol, const char *body)
{
    size_t size = strlen(body);

    return strncmp(symbol, body, size) == 0 &&
           (symbol[size] == '\0' || strncmp(symbol + size, ".cold", 5) == 0);
}

static int is_any_of(const struct frame *frame, const char *name,
                     int (*matches)(const char *symbol, const char *name))
{
    const struct ep_buf *all = &frame->symbols;

    for (size_t at = 0; at < all->size; at += strlen(all->data + at) + 1)
        if (matches(all->data + at, name))
            return 1;
    return 0;
}

/* The stops of the only body of FRAME's symbols, or NULL. */
static const struct ep_stops *find_stops(const struct ep_notes *notes,
                                         const struct frame *frame)
{
    const struct ep_stops *found = NULL;

    for (size_t i = 0; i < notes->n_stops; i++) {
        if (!is_any_of(frame, notes->stops[i].name, is_of))
            continue;
        if (found)
            return NULL;
        found = &notes->stops[i];
    }
    return found;
}

/* The scope in STOPS of FRAME, or EP_NONE. */
static uint32_t find_scope(const struct ep_stops *stops,
                           const struct frame *frame)
{
    uint32_t at = 0;

    for (size_t i = frame->n; i-- > 1;) {
        uint32_t scope = 1;

        while (scope < stops->n_scopes &&
               (stops->scopes[scope].parent != at ||
                stops->scopes[scope].line != frame->chain[i].line ||
                stops->scopes[scope].column != frame->chain[i].column))
            scope++;
        if (scope >= stops->n_scopes)
            return EP_NONE;
        at = scope;
    }
    return at;
}

static int is_before(const void *item, const void *key)
{
    const struct ep_stop *a = item, *b = key;

    if (a->scope != b->scope)
        return a->scope < b->scope;
    if (a->line != b->line)
        return a->line < b->line;
    if (a->column != b->column)
        return a->column < b->column;
    return a->is_call < b->is_call;
}

static const struct ep_stop *find_kind(const struct ep_stops *stops,
                                       const struct frame *frame, int is_call)
{
    struct ep_stop wanted = {.scope = find_scope(stops, frame),
                             .line = frame->chain[0].line,
                             .column = frame->chain[0].column,
                             .is_call = is_call};
    size_t at = ep_lower_bound(stops->stops, stops->n_stops, sizeof wanted,
                               is_before, &wanted);

    return wanted.scope != EP_NONE && at < stops->n_stops &&
                   !is_before(&wanted, &stops->stops[at])
               ? &stops->stops[at]
               : NULL;
}

/* The stop of STOPS where FRAME stands, or NULL.  If it calls nobody, it may still be
 * in a call that the compiler made code of, but not in one that leaves its block.  In
 * optimised code an instruction may have no place; the line table then seems to say that
 * it is of the place before. */
static const struct ep_stop *find_stop(const struct ep_stops *stops,
                                       const struct frame *frame)
{
    const struct ep_stop *stop;

    if (!frame->is_call &&
        (stops->flags & EP_STOPS_MERGED ||
         (!frame->is_own && !(stops->flags & EP_STOPS_UNOPTIMISED))))
        return NULL;
    stop = find_kind(stops, frame, frame->is_call);
    if (stop || frame->is_call)
        return stop;
    stop = find_kind(stops, frame, 1);
    return stop && stop->correction ? stop : NULL;
}

/* Whether some counter of the body at ADDRESS counts late, or there is none. */
static int is_late(const struct ep_notes *notes, uint64_t address)
{
    for (size_t i = 0; i < notes->n_bodies; i++) {
        const struct ep_body *body = &notes->bodies[i];

        if (body->address != address)
            continue;
        for (uint32_t j = 0; j < body->first_feed[body->n_counters]; j++)
            if (body->feeds[j].late)
                return 1;
        return 0;
    }
    return 1;
}

/* Whether SYMBOL is code of FUNCTION, or of what the compiler made of it. */
static int is_made_of(const char *symbol, const char *function)
{
    size_t size = strlen(function);

    return strncmp(symbol, function, size) == 0 &&
           (symbol[size] == '\0' || symbol[size] == '.');
}

static int has_function(const struct ep_notes *notes, const struct frame *frame)
{
    for (size_t i = 0; i < notes->n_functions; i++)
        if (is_any_of(frame, notes->functions[i].name, is_made_of))
            return 1;
    return 0;
}

/* FRAME ended in MODULE; *OUT_KNOWN is cleared if that is not all that is known. */
static int end_frame(const struct frame *frame, const struct noted *noted,
                     struct ep_module *module, int *out_known)
{
    const struct ep_stops *stops = find_stops(&noted->notes, frame);
    const struct ep_stop *stop =
        stops && frame->n ? find_stop(stops, frame) : NULL;
    uint64_t counter;

    if (!stop) {
        if (stops || frame->symbols.size == 0 ||
            has_function(&noted->notes, frame))
            *out_known = 0;
        return EP_OK;
    }
    if (is_late(&noted->notes, stops->address))
        *out_known = 0;
    counter = (stops->address - noted->address) / 8;
    if (stop->correction == 0 || stops->address < noted->address ||
        counter >= module->n_counters)
        return EP_OK;
    return ep_ended_add(&module->ended, (struct ep_ended){(uint32_t)counter,
                                                          stop->correction, 1});
}

/* ---- a run --------------------------------------------------------------- */

static int apply(const struct core *core, struct ep_counts *counts,
                 struct noted *noted)
{
    int known = core->whole;
    int status = EP_OK;

    for (size_t m = 0; m < counts->n_modules; m++)
        if (counts->modules[m].id_kind != EDGEPROF_ID_BUILD)
            known = 0; /* its frames cannot be told */
    for (size_t i = 0; !status && i < core->n_frames; i++) {
        const struct frame *frame = &core->frames[i];

        for (size_t m = 0; !status && m < counts->n_modules; m++) {
            struct ep_module *module = &counts->modules[m];

            if (!ep_module_same(module, &frame->id))
                continue;
            if (!noted[m].is_read)
                status = read_notes(module, &noted[m]);
            if (!status && noted[m].is_there)
                status = end_frame(frame, &noted[m], module, &known);
            else
                known = 0;
        }
    }
    if (!status && known) {
        counts->cut = 0;
        counts->flags &= ~(uint64_t)EDGEPROF_RUN_CUT;
    }
    return status;
}

static struct core *find_core(const struct cores *cores, uint32_t pid)
{
    for (size_t i = 0; cores && i < cores->n && pid; i++)
        if (cores->items[i].pid == pid)
            return &cores->items[i];
    return NULL;
}

static int apply_all(const struct core *core, struct ep_counts *counts)
{
    struct noted *noted = ep_mem_zeroed(counts->n_modules, sizeof *noted);
    int status;

    if (!noted)
        return EP_ENOMEM;
    status = apply(core, counts, noted);
    for (size_t m = 0; m < counts->n_modules; m++)
        ep_notes_release(&noted[m].notes);
    ep_mem_free(noted);
    return status;
}

int alive_apply(struct cores *cores, struct ep_counts *counts)
{
    struct core *core = find_core(cores, counts->pid);
    struct core own = {.n_frames = 0};
    int status;

    if (core) {
        core->used = 1;
        status = alive_add_counts(core, counts);
        return status ? status : apply_all(core, counts);
    }
    if (counts->stacks.n == 0)
        return EP_OK;
    status = alive_read_stacks(counts, &own);
    if (!status)
        status = apply_all(&own, counts);
    alive_release(&own);
    return status;
}

static int add_run(const struct core *core, struct ep_merge *merge,
                   struct ep_diag *diag)
{
    struct ep_counts counts = {.runs = 1, .cut = 1, .flags = EDGEPROF_RUN_CUT};
    int status = alive_add_counts(core, &counts);

    if (core->is_lossy && core->n_threads > 1)
        counts.flags |= EDGEPROF_RUN_SHARED;
    if (!status)
        status = apply_all(core, &counts);
    if (!status)
        status = ep_merge_add(merge, &counts, core->path, diag);
    ep_counts_release(&counts);
    return status;
}

int cores_add_runs(struct cores *cores, int unless, struct ep_merge *merge,
                   struct ep_diag *diag)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < cores->n; i++) {
        struct core *core = &cores->items[i];

        if (core->used || !alive_is_whole_run(core))
            continue;
        core->used = 1;
        if (!unless)
            status = add_run(core, merge, diag);
    }
    return status;
}
