/* SPDX-License-Identifier: MIT
 *
 * import_gcov.c - what gcov --json-format wrote (gcov(1), JSON output), of formats 1
 * and 2.
 */
#include <stdio.h>
#include <string.h>

#include "import_json.h"

static void read_function(struct import *import, uint32_t file,
                          struct json_object *function)
{
    const char *name = json_text(json_member(function, "name"));

    if (name)
        import_add_function(
            import, file, json_number32(json_member(function, "start_line")),
            json_number32(json_member(function, "end_line")), name,
            strlen(name), json_count(json_member(function, "execution_count")));
}

/* Ways by which exceptions leave are no decisions of the source.  Which of a line's
 * ways belong together, gcov does not say. */
static void read_branches(struct import *import, uint32_t file, uint32_t line,
                          struct json_object *branches)
{
    struct import_outcome outcome = {
        .file = file, .at = {.line = line}, .way = IMPORT_NTH};

    for (size_t i = 0; i < json_size(branches); i++) {
        struct json_object *branch = json_item(branches, i);

        if (json_object_get_boolean(json_member(branch, "throw")))
            continue;
        outcome.count = json_count(json_member(branch, "count"));
        import_add_outcome(import, &outcome);
        outcome.way++;
    }
}

static void read_line(struct import *import, uint32_t file,
                      struct json_object *line)
{
    uint32_t number = json_number32(json_member(line, "line_number"));

    import_add_line(import, file, number,
                    json_count(json_member(line, "count")));
    read_branches(import, file, number, json_member(line, "branches"));
}

static void read_file(struct import *import, struct json_object *file)
{
    struct json_object *functions = json_member(file, "functions");
    struct json_object *lines = json_member(file, "lines");
    const char *name = json_text(json_member(file, "file"));
    uint32_t number;

    if (!name)
        return;
    number = import_file(import, name, strlen(name));
    for (size_t i = 0; i < json_size(functions); i++)
        read_function(import, number, json_item(functions, i));
    for (size_t i = 0; i < json_size(lines); i++)
        read_line(import, number, json_item(lines, i));
}

void import_read_gcov(struct import *import, struct json_object *root)
{
    const char *version = json_text(json_member(root, "gcc_version"));
    const char *directory =
        json_text(json_member(root, "current_working_directory"));
    struct json_object *files = json_member(root, "files");
    char tool[64];

    (void)snprintf(tool, sizeof tool, "gcov %s", version ? version : "");
    import_set_tool(import, tool);
    if (directory)
        import_set_directory(import, directory);
    for (size_t i = 0; i < json_size(files); i++)
        read_file(import, json_item(files, i));
}
