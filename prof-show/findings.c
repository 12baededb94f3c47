/* SPDX-License-Identifier: MIT
 *
 * missing as findings: GitHub's workflow commands, and SARIF 2.1.0, which code
 * scanning reads.
 */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "rows.h"
#include "say.h"

/* ---- GitHub -------------------------------------------------------------- */

/* PROPERTY: before the "::", where commas and colons mean something too. */
static void print_escaped(const char *text, int property)
{
    for (; *text; text++) {
        int special = *text == '%' || *text == '\r' || *text == '\n' ||
                      (property && (*text == ',' || *text == ':'));

        if (special)
            (void)printf("%%%02X", (unsigned char)*text);
        else
            (void)putchar(*text);
    }
}

static void print_place(const char *file, uint32_t first, uint32_t last)
{
    (void)fputs("::warning file=", stdout);
    print_escaped(file, 1);
    (void)printf(",line=%" PRIu32 ",endLine=%" PRIu32 ",title=Not covered::",
                 first, last);
}

static void print_lines(const struct ep_profile_file *file)
{
    uint32_t first, last;
    size_t at = 0;

    while (tally_gap(file, &at, &first, &last)) {
        print_place(file->name, first, last);
        if (first == last)
            (void)printf("Line %" PRIu32 " never ran\n", first);
        else
            (void)printf("Lines %" PRIu32 " to %" PRIu32 " never ran\n", first,
                         last);
    }
}

int github(struct view *view)
{
    struct rows rows;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    rows_order_by_place(&rows);
    for (size_t i = 0; i < view->profile.n_files; i++)
        if (view->shown[i])
            print_lines(&view->profile.files[i]);
    for (size_t i = 0; i < rows.n; i++) {
        const struct row *row = &rows.items[i];

        if (!row->never_called || row->first->file == EP_NONE)
            continue;
        print_place(row_file(view, row), row->first->function->line,
                    row->first->function->line);
        print_escaped(row->name, 0);
        (void)puts(" was never called");
    }
    rows_release(&rows);
    return EXIT_DONE;
}

/* ---- SARIF --------------------------------------------------------------- */

static json_object *location(const char *file, uint32_t first, uint32_t last)
{
    json_object *place = json_object_new_object();
    json_object *physical = json_object_new_object();
    json_object *artifact = json_object_new_object();
    json_object *region = json_object_new_object();
    json_object *list = json_object_new_array();

    json_add_uri(artifact, "uri", file);
    json_add_number(region, "startLine", first ? first : 1);
    json_add_number(region, "endLine", last ? last : 1);
    (void)json_object_object_add(physical, "artifactLocation", artifact);
    (void)json_object_object_add(physical, "region", region);
    (void)json_object_object_add(place, "physicalLocation", physical);
    (void)json_object_array_add(list, place);
    return list;
}

static void print_result(const char *rule, const char *text,
                         json_object *locations, const char **comma)
{
    json_object *result = json_object_new_object();
    json_object *message = json_object_new_object();

    json_add_text(result, "ruleId", rule);
    json_add_text(result, "level", "warning");
    json_add_text(message, "text", text);
    (void)json_object_object_add(result, "message", message);
    (void)json_object_object_add(result, "locations", locations);
    (void)printf("%s\n", *comma);
    json_print(result);
    *comma = ",";
}

static void print_line_results(const struct ep_profile_file *file,
                               const char **comma)
{
    uint32_t first, last;
    size_t at = 0;

    while (tally_gap(file, &at, &first, &last))
        print_result("never-ran", "These lines never ran",
                     location(file->name, first, last), comma);
}

static int print_function_result(const struct view *view, const struct row *row,
                                 const char **comma)
{
    uint32_t line = row->first->function->line;
    struct ep_buf text = {0};
    int failed;

    ep_buf_printf(&text, "%s was never called", row->name);
    failed = text.failed;
    if (!failed)
        print_result("never-called", text.data,
                     location(row_file(view, row), line, line), comma);
    ep_buf_release(&text);
    return failed ? EP_ENOMEM : EP_OK;
}

int sarif(struct view *view)
{
    const char *comma = "";
    int status = EP_OK;
    struct rows rows;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    rows_order_by_place(&rows);
    (void)fputs(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
        "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":"
        "\"edgeprof\",\"version\":\"" EDGEPROF_VERSION "\",\"rules\":["
        "{\"id\":\"never-ran\"},{\"id\":\"never-called\"}]}},\"results\":[",
        stdout);
    for (size_t i = 0; i < view->profile.n_files; i++)
        if (view->shown[i])
            print_line_results(&view->profile.files[i], &comma);
    for (size_t i = 0; !status && i < rows.n; i++)
        if (rows.items[i].never_called && rows.items[i].first->file != EP_NONE)
            status = print_function_result(view, &rows.items[i], &comma);
    (void)puts("]}]}");
    rows_release(&rows);
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
