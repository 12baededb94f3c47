/* SPDX-License-Identifier: MIT
 *
 * missing as findings: GitHub's workflow commands, and SARIF 2.1.0, which code
 * scanning reads.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "json.h"
#include "rows.h"
#include "tool/say.h"

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

static void print_result(const char *rule, const char *text, const char *file,
                         uint32_t first, uint32_t last)
{
    json_open_item();
    json_text("ruleId", rule);
    json_text("level", "warning");
    json_open("message", '{');
    json_text("text", text);
    json_close('}');
    json_open("locations", '[');
    json_open(NULL, '{');
    json_open("physicalLocation", '{');
    json_open("artifactLocation", '{');
    json_uri("uri", file);
    json_close('}');
    json_open("region", '{');
    json_number("startLine", first ? first : 1);
    json_number("endLine", last ? last : 1);
    json_close('}');
    json_close('}');
    json_close('}');
    json_close(']');
    json_close_item();
}

static void print_line_results(const struct ep_profile_file *file)
{
    uint32_t first, last;
    size_t at = 0;

    while (tally_gap(file, &at, &first, &last))
        print_result("never-ran", "These lines never ran", file->name, first,
                     last);
}

static int print_function_result(const struct view *view, const struct row *row)
{
    uint32_t line = row->first->function->line;
    struct ep_buf text = {0};
    int failed;

    ep_buf_printf(&text, "%s was never called", row->name);
    failed = text.failed;
    if (!failed)
        print_result("never-called", text.data, row_file(view, row), line,
                     line);
    ep_buf_release(&text);
    return failed ? EP_ENOMEM : EP_OK;
}

static void begin_results(void)
{
    static const char *const rules[] = {"never-ran", "never-called"};

    json_open(NULL, '{');
    json_text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text("version", "2.1.0");
    json_open("runs", '[');
    json_open(NULL, '{');
    json_open("tool", '{');
    json_open("driver", '{');
    json_text("name", "edgeprof");
    json_text("version", EDGEPROF_VERSION);
    json_open("rules", '[');
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        json_open(NULL, '{');
        json_text("id", rules[i]);
        json_close('}');
    }
    json_close(']');
    json_close('}');
    json_close('}');
    json_open("results", '[');
}

int sarif(struct view *view)
{
    int status = EP_OK;
    struct rows rows;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    rows_order_by_place(&rows);
    begin_results();
    for (size_t i = 0; i < view->profile.n_files; i++)
        if (view->shown[i])
            print_line_results(&view->profile.files[i]);
    for (size_t i = 0; !status && i < rows.n; i++)
        if (rows.items[i].never_called && rows.items[i].first->file != EP_NONE)
            status = print_function_result(view, &rows.items[i]);
    json_close(']');
    json_close('}');
    json_close(']');
    json_close('}');
    (void)putchar('\n');
    rows_release(&rows);
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
