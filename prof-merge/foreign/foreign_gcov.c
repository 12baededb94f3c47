/* SPDX-License-Identifier: MIT
 *
 * foreign_gcov.c - what gcov --json-format wrote (gcov(1), JSON output), of formats 1
 * and 2.
 */
#include <stdio.h>
#include <string.h>

#include "foreign_json.h"

static void read_function(struct foreign *foreign, uint32_t file,
                          struct json_object *function)
{
    const char *name = json_text(json_member(function, "name"));

    if (name)
        foreign_add_function(
            foreign, file, json_number32(json_member(function, "start_line")),
            json_number32(json_member(function, "end_line")), name,
            strlen(name), json_count(json_member(function, "execution_count")));
}

/* Ways by which exceptions leave are no decisions of the source.  Which of a line's
 * ways belong together, gcov does not say. */
static void read_branches(struct foreign *foreign, uint32_t file, uint32_t line,
                          struct json_object *branches)
{
    struct foreign_outcome outcome = {
        .file = file, .at = {.line = line}, .way = FOREIGN_NTH};

    for (size_t i = 0; i < json_size(branches); i++) {
        struct json_object *branch = json_item(branches, i);

        if (json_object_get_boolean(json_member(branch, "throw")))
            continue;
        outcome.count = json_count(json_member(branch, "count"));
        foreign_add_outcome(foreign, &outcome);
        outcome.way++;
    }
}

static void read_line(struct foreign *foreign, uint32_t file,
                      struct json_object *line)
{
    uint32_t number = json_number32(json_member(line, "line_number"));

    foreign_add_line(foreign, file, number,
                     json_count(json_member(line, "count")));
    read_branches(foreign, file, number, json_member(line, "branches"));
}

static void read_file(struct foreign *foreign, struct json_object *file)
{
    struct json_object *functions = json_member(file, "functions");
    struct json_object *lines = json_member(file, "lines");
    const char *name = json_text(json_member(file, "file"));
    uint32_t number;

    if (!name)
        return;
    number = foreign_file(foreign, name, strlen(name));
    for (size_t i = 0; i < json_size(functions); i++)
        read_function(foreign, number, json_item(functions, i));
    for (size_t i = 0; i < json_size(lines); i++)
        read_line(foreign, number, json_item(lines, i));
}

void foreign_read_gcov(struct foreign *foreign, struct json_object *root)
{
    const char *version = json_text(json_member(root, "gcc_version"));
    const char *directory =
        json_text(json_member(root, "current_working_directory"));
    struct json_object *files = json_member(root, "files");
    char tool[64];

    (void)snprintf(tool, sizeof tool, "gcov %s", version ? version : "");
    foreign_set_tool(foreign, tool);
    if (directory)
        foreign_set_directory(foreign, directory);
    for (size_t i = 0; i < json_size(files); i++)
        read_file(foreign, json_item(files, i));
}
