/* SPDX-License-Identifier: MIT
 *
 * import_lcov.c - lcov's tracefiles, of all versions up to 2.3 (geninfo(1), FILES).
 */
#include "import.h"

#include <string.h>

struct named {
    const char *name; /* in the text */
    size_t size;
    uint32_t line;
    uint32_t end; /* 0: not known */
    uint64_t count;
};

struct lcov {
    struct import *import;
    uint32_t file;       /* of the record; EP_NONE: between records */
    struct named *named; /* functions of the record */
    size_t n_named;
    size_t capacity;
    struct ep_map by_name;
    struct named *places; /* by index; `count` is that */
    size_t n_places;
    size_t places_capacity;
    struct import_outcome last; /* line 0: none in the record */
};

static void add_named(struct lcov *lcov, const struct named *named)
{
    if (EP_GROW(lcov->named, lcov->n_named, lcov->capacity) ||
        ep_map_add(&lcov->by_name,
                   ep_hash(EP_HASH_START, named->name, named->size),
                   (uint32_t)lcov->n_named)) {
        import_fail(lcov->import, EP_ENOMEM, "out of memory");
        return;
    }
    lcov->named[lcov->n_named++] = *named;
}

/* FN:LINE,NAME or FN:LINE,END,NAME */
static int take_function(struct lcov *lcov, const char *at, const char *end)
{
    uint32_t line, last = 0;
    const char *name;

    if (import_number32(&at, end, &line) || !import_text(&at, end, ","))
        return -1;
    name = at;
    if (import_number32(&at, end, &last) || !import_text(&at, end, ",")) {
        at = name;
        last = 0;
    }
    add_named(lcov, &(struct named){.name = at,
                                    .size = (size_t)(end - at),
                                    .line = line,
                                    .end = last});
    return 0;
}

/* FNDA:COUNT,NAME */
static int take_calls(struct lcov *lcov, const char *at, const char *end)
{
    size_t cursor = 0;
    uint64_t count, hash;
    uint32_t i;

    if (import_number(&at, end, &count) || !import_text(&at, end, ","))
        return -1;
    hash = ep_hash(EP_HASH_START, at, (size_t)(end - at));
    while ((i = ep_map_next(&lcov->by_name, hash, &cursor)) != EP_NONE) {
        struct named *named = &lcov->named[i];

        if (named->size == (size_t)(end - at) &&
            memcmp(named->name, at, named->size) == 0) {
            named->count = edgeprof_add(named->count, count);
            return 0;
        }
    }
    return -1;
}

/* FNL:INDEX,LINE[,END]: where the functions of that index are. */
static int take_place(struct lcov *lcov, const char *at, const char *end)
{
    struct named place = {0};

    if (EP_GROW(lcov->places, lcov->n_places, lcov->places_capacity)) {
        import_fail(lcov->import, EP_ENOMEM, "out of memory");
        return 0;
    }
    if (import_number(&at, end, &place.count) ||
        place.count != lcov->n_places || !import_text(&at, end, ",") ||
        import_number32(&at, end, &place.line) ||
        (import_text(&at, end, ",") && import_number32(&at, end, &place.end)))
        return -1;
    lcov->places[lcov->n_places++] = place;
    return at == end ? 0 : -1;
}

/* FNA:INDEX,COUNT,NAME: one of the names of what is at a place. */
static int take_alias(struct lcov *lcov, const char *at, const char *end)
{
    struct named named;
    uint64_t index, count;

    if (import_number(&at, end, &index) || !import_text(&at, end, ",") ||
        import_number(&at, end, &count) || !import_text(&at, end, ",") ||
        index >= lcov->n_places)
        return -1;
    named = lcov->places[index];
    named.name = at;
    named.size = (size_t)(end - at);
    named.count = count;
    add_named(lcov, &named);
    return 0;
}

/* DA:LINE,COUNT[,CHECKSUM] */
static int take_line(struct lcov *lcov, const char *at, const char *end)
{
    uint32_t line;
    uint64_t count;

    if (import_number32(&at, end, &line) || !import_text(&at, end, ",") ||
        import_number(&at, end, &count) || (at < end && *at != ','))
        return -1;
    import_add_line(lcov->import, lcov->file, line, count);
    return 0;
}

/* BRDA:LINE,[f][e]BLOCK,BRANCH,TAKEN: BRANCH is a number or an expression, in which
 * there may be commas; TAKEN is "-" where the line was never executed.  An "e" is an
 * exception's, which is no decision of the source; an "f", of lcov 2.5, goes on to what
 * comes next. */
static int take_outcome(struct lcov *lcov, const char *at, const char *end)
{
    struct import_outcome outcome = {.file = lcov->file};
    const char *comma = end;
    uint64_t block;

    if (import_number32(&at, end, &outcome.at.line) ||
        !import_text(&at, end, ","))
        return -1;
    (void)import_text(&at, end, "f");
    if (import_text(&at, end, "e"))
        return 0;
    if (import_number(&at, end, &block) || !import_text(&at, end, ","))
        return -1;
    while (comma > at && comma[-1] != ',')
        comma--;
    if (comma <= at)
        return -1;
    if (!import_text(&comma, end, "-") &&
        import_number(&comma, end, &outcome.count))
        return -1;
    outcome.branch = (uint32_t)block;
    outcome.way = IMPORT_NTH;
    /* Numbered anew: their order is all that tells them apart. */
    if (lcov->last.at.line == outcome.at.line &&
        lcov->last.branch == outcome.branch)
        outcome.way = lcov->last.way + 1;
    lcov->last = outcome;
    import_add_outcome(lcov->import, &outcome);
    return comma == end ? 0 : -1;
}

static void end_record(struct lcov *lcov)
{
    for (size_t i = 0; i < lcov->n_named; i++) {
        const struct named *named = &lcov->named[i];

        import_add_function(lcov->import, lcov->file, named->line, named->end,
                            named->name, named->size, named->count);
    }
    ep_map_release(&lcov->by_name);
    lcov->n_named = 0;
    lcov->n_places = 0;
    lcov->last.at.line = 0;
    lcov->file = EP_NONE;
}

/* What is not one of these says nothing of counts. */
static const struct record {
    const char *name;
    int (*take)(struct lcov *lcov, const char *at, const char *end);
} records[] = {
    {"DA:", take_line},   {"FNDA:", take_calls}, {"FN:", take_function},
    {"FNL:", take_place}, {"FNA:", take_alias},  {"BRDA:", take_outcome},
};

static int take_record(struct lcov *lcov, const char *at, const char *end)
{
    if (import_text(&at, end, "SF:")) {
        lcov->file = import_file(lcov->import, at, (size_t)(end - at));
        return at < end ? 0 : -1;
    }
    if (import_text(&at, end, "end_of_record")) {
        end_record(lcov);
        return 0;
    }
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (import_text(&at, end, records[i].name))
            return lcov->file == EP_NONE ? -1 : records[i].take(lcov, at, end);
    return 0;
}

void import_read_lcov(struct import *import, const struct ep_buf *text)
{
    struct lcov lcov = {.import = import, .file = EP_NONE};
    const char *at = text->data, *end = at + text->size, *line, *stop;
    size_t n = 0;

    import_set_tool(import, "lcov");
    while (!import->status && (line = import_line(&at, end, &stop)) != NULL) {
        n++;
        if (stop > line && stop[-1] == '\r')
            stop--;
        if (take_record(&lcov, line, stop))
            import_fail_line(import, n, line, stop);
    }
    if (lcov.file != EP_NONE)
        import_fail(import, EP_EFORMAT,
                    "ends within a record: it is not whole");
    ep_map_release(&lcov.by_name);
    ep_mem_free(lcov.named);
    ep_mem_free(lcov.places);
}
