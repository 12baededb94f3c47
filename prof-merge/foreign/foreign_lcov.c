/* SPDX-License-Identifier: MIT
 *
 * foreign_lcov.c - lcov's tracefiles, of all versions up to 2.3 (geninfo(1), FILES).
 */
#include "foreign.h"

#include <string.h>

struct named {
    const char *name; /* in the text */
    size_t size;
    uint32_t line;
    uint32_t end; /* 0: not known */
    uint64_t count;
};

struct lcov {
    struct foreign *foreign;
    uint32_t file;       /* of the record; EP_NONE: between records */
    struct named *named; /* functions of the record */
    size_t n_named;
    size_t capacity;
    struct ep_map by_name;
    struct named *places; /* by index; `count` is that */
    size_t n_places;
    size_t places_capacity;
    struct foreign_outcome last; /* line 0: none in the record */
};

static void add_named(struct lcov *lcov, const struct named *named)
{
    if (EP_GROW(lcov->named, lcov->n_named, lcov->capacity) ||
        ep_map_add(&lcov->by_name,
                   ep_hash(EP_HASH_START, named->name, named->size),
                   (uint32_t)lcov->n_named)) {
        foreign_fail(lcov->foreign, EP_ENOMEM, "out of memory");
        return;
    }
    lcov->named[lcov->n_named++] = *named;
}

/* FN:LINE,NAME or FN:LINE,END,NAME */
static int take_function(struct lcov *lcov, const char *at, const char *end)
{
    uint32_t line, last = 0;
    const char *name;

    if (foreign_number32(&at, end, &line) || !foreign_text(&at, end, ","))
        return -1;
    name = at;
    if (foreign_number32(&at, end, &last) || !foreign_text(&at, end, ",")) {
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

    if (foreign_number(&at, end, &count) || !foreign_text(&at, end, ","))
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
        foreign_fail(lcov->foreign, EP_ENOMEM, "out of memory");
        return 0;
    }
    if (foreign_number(&at, end, &place.count) ||
        place.count != lcov->n_places || !foreign_text(&at, end, ",") ||
        foreign_number32(&at, end, &place.line) ||
        (foreign_text(&at, end, ",") && foreign_number32(&at, end, &place.end)))
        return -1;
    lcov->places[lcov->n_places++] = place;
    return at == end ? 0 : -1;
}

/* FNA:INDEX,COUNT,NAME: one of the names of what is at a place. */
static int take_alias(struct lcov *lcov, const char *at, const char *end)
{
    struct named named;
    uint64_t index, count;

    if (foreign_number(&at, end, &index) || !foreign_text(&at, end, ",") ||
        foreign_number(&at, end, &count) || !foreign_text(&at, end, ",") ||
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

    if (foreign_number32(&at, end, &line) || !foreign_text(&at, end, ",") ||
        foreign_number(&at, end, &count) || (at < end && *at != ','))
        return -1;
    foreign_add_line(lcov->foreign, lcov->file, line, count);
    return 0;
}

/* BRDA:LINE,[e]BLOCK,BRANCH,TAKEN: BRANCH is a number or an expression, in which
 * there may be commas; TAKEN is "-" where the line was never executed.  An "e" is an
 * exception's, which is no decision of the source. */
static int take_outcome(struct lcov *lcov, const char *at, const char *end)
{
    struct foreign_outcome outcome = {.file = lcov->file};
    const char *comma = end;
    uint64_t block;

    if (foreign_number32(&at, end, &outcome.at.line) ||
        !foreign_text(&at, end, ","))
        return -1;
    if (foreign_text(&at, end, "e"))
        return 0;
    if (foreign_number(&at, end, &block) || !foreign_text(&at, end, ","))
        return -1;
    while (comma > at && comma[-1] != ',')
        comma--;
    if (comma <= at)
        return -1;
    if (!foreign_text(&comma, end, "-") &&
        foreign_number(&comma, end, &outcome.count))
        return -1;
    outcome.branch = (uint32_t)block;
    outcome.way = FOREIGN_NTH;
    /* Numbered anew: their order is all that tells them apart. */
    if (lcov->last.at.line == outcome.at.line &&
        lcov->last.branch == outcome.branch)
        outcome.way = lcov->last.way + 1;
    lcov->last = outcome;
    foreign_add_outcome(lcov->foreign, &outcome);
    return comma == end ? 0 : -1;
}

static void end_record(struct lcov *lcov)
{
    for (size_t i = 0; i < lcov->n_named; i++) {
        const struct named *named = &lcov->named[i];

        foreign_add_function(lcov->foreign, lcov->file, named->line, named->end,
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
    if (foreign_text(&at, end, "SF:")) {
        lcov->file = foreign_file(lcov->foreign, at, (size_t)(end - at));
        return at < end ? 0 : -1;
    }
    if (foreign_text(&at, end, "end_of_record")) {
        end_record(lcov);
        return 0;
    }
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (foreign_text(&at, end, records[i].name))
            return lcov->file == EP_NONE ? -1 : records[i].take(lcov, at, end);
    return 0;
}

void foreign_read_lcov(struct foreign *foreign, const struct ep_buf *text)
{
    struct lcov lcov = {.foreign = foreign, .file = EP_NONE};
    const char *at = text->data, *end = at + text->size;

    foreign_set_tool(foreign, "lcov");
    for (size_t n = 1; at < end && !foreign->status; n++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;

        if (stop > at && stop[-1] == '\r')
            stop--;
        if (take_record(&lcov, at, stop))
            foreign_fail_line(foreign, n, at, stop);
        at = newline ? newline + 1 : end;
    }
    if (lcov.file != EP_NONE)
        foreign_fail(foreign, EP_EFORMAT,
                     "ends within a record: it is not whole");
    ep_map_release(&lcov.by_name);
    ep_mem_free(lcov.named);
    ep_mem_free(lcov.places);
}
