/* SPDX-License-Identifier: MIT
 *
 * foreign_llvm.c - what llvm-cov export wrote as JSON (its formats 2 and 3).
 *
 * A segment [line, column, count, has count, is entry, is gap] says what is from there up
 * to the next.  The count of a line is the largest of the region that it begins within and
 * of those that begin on it, but for gaps: as llvm-cov show has it (LineCoverageStats in
 * LLVM's CoverageMapping.cpp).
 */
#include <string.h>

#include "foreign_json.h"

struct segment {
    uint32_t line;
    uint64_t count;
    int has_count;
    int is_entry;
    int is_gap;
};

static struct segment segment_of(struct json_object *array, size_t i)
{
    struct json_object *item = json_item(array, i);

    return (struct segment){json_number32(json_item(item, 0)),
                            json_count(json_item(item, 2)),
                            json_object_get_boolean(json_item(item, 3)),
                            json_object_get_boolean(json_item(item, 4)),
                            json_object_get_boolean(json_item(item, 5))};
}

/* Of a file. */
struct walk {
    struct foreign *foreign;
    uint32_t file;
    struct json_object *segments;
    size_t next;           /* segment */
    struct segment within; /* what the line before ended within */
};

/* Lines from FIRST up to, not including, END have no segment of their own. */
static void add_lines(const struct walk *walk, uint32_t first, uint32_t end)
{
    for (uint32_t line = first; line < end && walk->within.has_count; line++)
        foreign_add_line(walk->foreign, walk->file, line, walk->within.count);
}

/* The line of the next segment. */
static void take_line(struct walk *walk)
{
    struct segment segment = segment_of(walk->segments, walk->next);
    uint32_t line = segment.line;
    uint64_t count = walk->within.has_count ? walk->within.count : 0;
    int is_skipped = segment.is_entry && !segment.has_count;
    int is_mapped = walk->within.has_count && !is_skipped;

    for (; segment.line == line;
         segment = segment_of(walk->segments, walk->next)) {
        int is_entry = segment.is_entry && segment.has_count;

        is_mapped |= is_entry;
        if (is_entry && !segment.is_gap && segment.count > count)
            count = segment.count;
        walk->within = segment;
        if (++walk->next == json_size(walk->segments))
            break;
    }
    if (is_mapped)
        foreign_add_line(walk->foreign, walk->file, line, count);
}

static void read_segments(struct foreign *foreign, uint32_t file,
                          struct json_object *segments)
{
    struct walk walk = {.foreign = foreign, .file = file, .segments = segments};
    uint32_t behind = 1;

    while (walk.next < json_size(segments) && !foreign->status) {
        uint32_t line = segment_of(segments, walk.next).line;

        if (line < behind) {
            foreign_fail(foreign, EP_EFORMAT, "segments are not in order");
            return;
        }
        add_lines(&walk, behind, line);
        take_line(&walk);
        behind = line + 1;
    }
}

/* [line, column, end, end, true, false, ...] */
static void read_branches(struct foreign *foreign, uint32_t file,
                          struct json_object *branches)
{
    for (size_t i = 0; i < json_size(branches); i++) {
        struct json_object *branch = json_item(branches, i);
        struct foreign_outcome outcome = {
            .file = file,
            .at = {json_number32(json_item(branch, 0)),
                   json_number32(json_item(branch, 1))}};

        for (int way = FOREIGN_TRUE; way <= FOREIGN_FALSE; way++) {
            outcome.way = (uint32_t)way;
            outcome.count = json_count(json_item(branch, 4 + (size_t)way));
            foreign_add_outcome(foreign, &outcome);
        }
    }
}

static void read_function(struct foreign *foreign, struct json_object *function)
{
    struct json_object *region = json_item(json_member(function, "regions"), 0);
    const char *name = json_text(json_member(function, "name"));
    const char *file =
        json_text(json_item(json_member(function, "filenames"), 0));

    if (!name || !file)
        return;
    foreign_add_function(foreign, foreign_file(foreign, file, strlen(file)),
                         json_number32(json_item(region, 0)),
                         json_number32(json_item(region, 2)), name,
                         strlen(name),
                         json_count(json_member(function, "count")));
}

static void read_export(struct foreign *foreign, struct json_object *export)
{
    struct json_object *files = json_member(export, "files");
    struct json_object *functions = json_member(export, "functions");

    for (size_t i = 0; i < json_size(files); i++) {
        struct json_object *file = json_item(files, i);
        const char *name = json_text(json_member(file, "filename"));
        uint32_t number;

        if (!name)
            continue;
        number = foreign_file(foreign, name, strlen(name));
        read_segments(foreign, number, json_member(file, "segments"));
        read_branches(foreign, number, json_member(file, "branches"));
    }
    for (size_t i = 0; i < json_size(functions); i++)
        read_function(foreign, json_item(functions, i));
}

void foreign_read_llvm(struct foreign *foreign, struct json_object *root)
{
    struct json_object *data = json_member(root, "data");

    foreign_set_tool(foreign, "llvm-cov");
    for (size_t i = 0; i < json_size(data); i++)
        read_export(foreign, json_item(data, i));
    if (!foreign->status && foreign->n_files && foreign->n_lines == 0)
        foreign_fail(foreign, EP_EFORMAT,
                     "has no segments: export it without -summary-only");
}
