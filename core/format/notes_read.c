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

struct load {
    const char *name; /* for messages */
    struct ep_diag *diag;
    struct ep_notes *notes;
    size_t units_capacity;
    size_t functions_capacity;
    size_t bodies_capacity;
    /* Those about functions, kept until all of them are known. */
    struct ep_note_record *pending;
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

/* UNIT  8 bytes id; producer, source, directory, options */
static int read_unit(struct load *load, struct ep_reader *from)
{
    struct ep_notes *notes = load->notes;
    struct ep_unit_note *unit;

    if (EP_GROW(notes->units, notes->n_units, load->units_capacity))
        return no_memory(load);
    unit = &notes->units[notes->n_units++];
    *unit = (struct ep_unit_note){.id = ep_read_u64(from)};
    unit->producer = ep_read_text(from);
    unit->source = ep_read_text(from);
    unit->directory = ep_read_text(from);
    unit->options = ep_read_text(from);
    if (from->bad)
        return bad_record(load, "unit");
    if (!unit->producer || !unit->source || !unit->directory || !unit->options)
        return no_memory(load);
    return EP_OK;
}

/* ---- a function ---------------------------------------------------------- */

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
    status = ep_notes_read_function(from, version, function);
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
 * ids.  What the array had grown for goes: there may be thousands of objects. */
static int index_functions(struct load *load)
{
    struct ep_notes *notes = load->notes;
    struct ep_function *fitting;
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
    fitting =
        kept ? ep_mem_resize(notes->functions, kept * sizeof *fitting) : NULL;
    if (fitting)
        notes->functions = fitting;
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
    uint32_t local = ep_read_leb32(from);
    uint32_t tail = ep_read_leb32(from);
    uint32_t mark = tail / 2;
    const struct ep_function *function;

    if (from->bad || local >= n_functions)
        return bad_record(load, "body");
    out->function = functions[local];
    out->mark = mark;
    out->less = (int)(tail & 1);
    function = &load->notes->functions[out->function];
    if (mark >= ep_function_all_marks(function))
        return ep_fail(load->diag, EP_EMATCH,
                       "%s: notes: a body counts mark %u of %s, which has %zu",
                       load->name, (unsigned)mark, function->name,
                       ep_function_all_marks(function));
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
        uint32_t head = ep_read_leb32(from);
        uint32_t n_marks = ep_read_fitting(from, head / 2, 2);

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

/* CODE, CALLS, OPEN, TRIPS, VALUES and WAYS  8 bytes function id; notes_code.c,
 * notes_calls.c, notes_open.c, notes_trips.c, notes_values.c and notes_ways.c have the
 * rest */
static const struct {
    int (*read)(struct ep_reader *from, struct ep_function *function);
    const char *what;
} readers[] = {[EP_NOTE_CODE] = {ep_notes_read_code, "code"},
               [EP_NOTE_CALLS] = {ep_notes_read_calls, "calls"},
               [EP_NOTE_OPEN] = {ep_notes_read_open, "open branches"},
               [EP_NOTE_TRIPS] = {ep_notes_read_trips, "trips"},
               [EP_NOTE_WAYS] = {ep_notes_read_ways, "ways"},
               [EP_NOTE_VALUES] = {ep_notes_read_values, "values"}};

static int is_known(uint32_t kind)
{
    switch (kind) {
    case EP_NOTE_UNIT:
    case EP_NOTE_FUNCTION:
    case EP_NOTE_BODY:
    case EP_NOTE_UNCOUNTED:
    case EP_NOTE_NAMES:
    case EP_NOTE_STOPS:
    case EP_NOTE_TARGETS:
        return 1;
    default:
        return kind < sizeof readers / sizeof *readers && readers[kind].read;
    }
}

static int read_of_function(struct load *load, struct ep_note_record *record)
{
    uint32_t index = find_function(load, ep_read_u64(&record->bytes));
    struct ep_function *function;
    int status = EP_EFORMAT;

    if (index != EP_NONE && readers[record->kind].read) {
        function = &load->notes->functions[index];
        status = readers[record->kind].read(&record->bytes, function);
    }
    if (status == EP_ENOMEM)
        return no_memory(load);
    return status ? bad_record(load, readers[record->kind].what) : EP_OK;
}

static int read_names(struct load *load, struct ep_reader *from)
{
    int status = ep_notes_read_names(from, load->notes);

    if (status == EP_ENOMEM)
        return no_memory(load);
    return status ? bad_record(load, "names") : EP_OK;
}

static int read_targets(struct load *load, struct ep_reader *from)
{
    int status = ep_notes_read_targets(from, load->notes);

    if (status == EP_ENOMEM)
        return no_memory(load);
    return status ? bad_record(load, "targets") : EP_OK;
}

static uint32_t look_up(const void *context, uint64_t id)
{
    return find_function(context, id);
}

static int read_stops(struct load *load, struct ep_reader *from)
{
    int status = ep_notes_read_stops(from, look_up, load, load->notes);

    if (status == EP_ENOMEM)
        return no_memory(load);
    return status ? bad_record(load, "stops") : EP_OK;
}

/* Bodies count what other records tell of their functions. */
static int is_of_body(const struct ep_note_record *record)
{
    return record->kind == EP_NOTE_BODY || record->kind == EP_NOTE_STOPS;
}

static int read_kept(struct load *load, struct ep_note_record *kept)
{
    if (kept->kind == EP_NOTE_STOPS)
        return read_stops(load, &kept->bytes);
    return kept->kind == EP_NOTE_BODY ? read_body(load, &kept->bytes)
                                      : read_of_function(load, kept);
}

static int read_all_kept(struct load *load)
{
    int status = EP_OK;

    for (int of_bodies = 0; of_bodies < 2; of_bodies++)
        for (size_t i = 0; i < load->n_pending && !status; i++)
            if (is_of_body(&load->pending[i]) == of_bodies)
                status = read_kept(load, &load->pending[i]);
    return status;
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

/* 4 bytes each of magic, size, kind and version; what its kind's reader says,
 * where numbers are LEB and texts LEB size and bytes unless their bytes are given;
 * zeros up to a multiple of 8. */
const char *ep_notes_next(struct ep_reader *section,
                          struct ep_note_record *record)
{
    uint32_t magic = 0, size;

    *record = (struct ep_note_record){0};
    while (magic == 0 && section->at < section->end && !section->bad)
        magic = ep_read_u32(section);
    if (magic == 0 && !section->bad)
        return NULL;
    if (magic != EP_NOTE_MAGIC)
        return "section: no record where one must start";
    size = ep_read_u32(section);
    record->kind = ep_read_u32(section);
    record->version = ep_read_u32(section);
    if (section->bad || size < 16 || size % 8)
        return "record head";
    record->bytes.at = ep_read_bytes(section, size - 16);
    record->bytes.end = section->at;
    return record->bytes.at ? NULL : "record size";
}

static int keep(struct load *load, const struct ep_note_record *record)
{
    if (EP_GROW(load->pending, load->n_pending, load->pending_capacity))
        return no_memory(load);
    load->pending[load->n_pending++] = *record;
    return EP_OK;
}

static int read_record(struct load *load, struct ep_note_record *record)
{
    if (record->kind == EP_NOTE_UNCOUNTED) {
        load->uncounted = record->bytes;
        return EP_OK;
    }
    if (!is_known(record->kind))
        return EP_OK;
    if (record->version < EP_NOTE_OLDEST || record->version > EP_NOTE_VERSION)
        return ep_fail(load->diag, EP_EVERSION,
                       "%s: notes of version %u, expected %u to %u", load->name,
                       (unsigned)record->version, EP_NOTE_OLDEST,
                       EP_NOTE_VERSION);
    if (record->kind == EP_NOTE_UNIT)
        return read_unit(load, &record->bytes);
    if (record->kind == EP_NOTE_FUNCTION)
        return read_function(load, &record->bytes, record->version);
    if (record->kind == EP_NOTE_NAMES)
        return read_names(load, &record->bytes);
    if (record->kind == EP_NOTE_TARGETS)
        return read_targets(load, &record->bytes);
    return keep(load, record);
}

static int read_records(struct load *load, struct ep_reader *section)
{
    while (section->at < section->end) {
        struct ep_note_record record;
        const char *malformed = ep_notes_next(section, &record);
        int status = malformed ? bad_record(load, malformed)
                               : read_record(load, &record);

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
    if (!status)
        status = read_all_kept(&load);
    ep_mem_free(load.pending);
    ep_map_release(&load.by_id);
    out->n_bodies = ep_fold(out->bodies, out->n_bodies, sizeof *out->bodies,
                            by_address, drop_body);
    ep_notes_sort_stops(out);
    ep_targets_sort(&out->targets);
    if (status)
        ep_notes_release(out);
    return status;
}
