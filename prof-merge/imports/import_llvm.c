/* SPDX-License-Identifier: MIT
 *
 * import_llvm.c - what llvm-cov export wrote as JSON (its formats 2 and 3).
 *
 * A segment [line, column, count, has count, is entry, is gap] says what is from there up
 * to the next.  The count of a line is the largest of the region that it begins within and
 * of those that begin on it, but for gaps: as llvm-cov show has it (LineCoverageStats in
 * LLVM's CoverageMapping.cpp).
 */
#include <string.h>

#include "import_json.h"

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
    struct import *import;
    uint32_t file;
    struct json_object *segments;
    size_t next;           /* segment */
    struct segment within; /* what the line before ended within */
};

/* Lines from FIRST up to, not including, END have no segment of their own. */
static void add_lines(const struct walk *walk, uint32_t first, uint32_t end)
{
    for (uint32_t line = first; line < end && walk->within.has_count; line++)
        import_add_line(walk->import, walk->file, line, walk->within.count);
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
        import_add_line(walk->import, walk->file, line, count);
}

static void read_segments(struct import *import, uint32_t file,
                          struct json_object *segments)
{
    struct walk walk = {.import = import, .file = file, .segments = segments};
    uint32_t behind = 1;

    while (walk.next < json_size(segments) && !import->status) {
        uint32_t line = segment_of(segments, walk.next).line;

        if (line < behind) {
            import_fail(import, EP_EFORMAT, "segments are not in order");
            return;
        }
        add_lines(&walk, behind, line);
        take_line(&walk);
        behind = line + 1;
    }
}

/* [line, column, end, end, true, false, ...] */
static void read_branches(struct import *import, uint32_t file,
                          struct json_object *branches)
{
    for (size_t i = 0; i < json_size(branches); i++) {
        struct json_object *branch = json_item(branches, i);
        struct import_outcome outcome = {
            .file = file,
            .at = {json_number32(json_item(branch, 0)),
                   json_number32(json_item(branch, 1))}};

        for (int way = IMPORT_TRUE; way <= IMPORT_FALSE; way++) {
            outcome.way = (uint32_t)way;
            outcome.count = json_count(json_item(branch, 4 + (size_t)way));
            import_add_outcome(import, &outcome);
        }
    }
}

static void read_function(struct import *import, struct json_object *function)
{
    struct json_object *region = json_item(json_member(function, "regions"), 0);
    const char *name = json_text(json_member(function, "name"));
    const char *file =
        json_text(json_item(json_member(function, "filenames"), 0));

    if (!name || !file)
        return;
    import_add_function(import, import_file(import, file, strlen(file)),
                        json_number32(json_item(region, 0)),
                        json_number32(json_item(region, 2)), name, strlen(name),
                        json_count(json_member(function, "count")));
}

static void read_export(struct import *import, struct json_object *export)
{
    struct json_object *files = json_member(export, "files");
    struct json_object *functions = json_member(export, "functions");

    for (size_t i = 0; i < json_size(files); i++) {
        struct json_object *file = json_item(files, i);
        const char *name = json_text(json_member(file, "filename"));
        uint32_t number;

        if (!name)
            continue;
        number = import_file(import, name, strlen(name));
        read_segments(import, number, json_member(file, "segments"));
        read_branches(import, number, json_member(file, "branches"));
    }
    for (size_t i = 0; i < json_size(functions); i++)
        read_function(import, json_item(functions, i));
}

void import_read_llvm(struct import *import, struct json_object *root)
{
    struct json_object *data = json_member(root, "data");

    import_set_tool(import, "llvm-cov");
    for (size_t i = 0; i < json_size(data); i++)
        read_export(import, json_item(data, i));
    if (!import->status && import->n_files && import->n_lines == 0)
        import_fail(import, EP_EFORMAT,
                    "has no segments: export it without -summary-only");
}
