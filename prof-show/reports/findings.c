/* SPDX-License-Identifier: MIT
 *
 * missing as findings: GitHub's workflow commands; SARIF 2.1.0, which code
 * scanning reads; and messages as a compiler's, which editors follow.
 */
#include <inttypes.h>
#include <stdio.h>

#include "annotation.h"
#include "catalog.h"
#include "gaps.h"
#include "json.h"
#include "tool/say.h"

static int print(struct view *view, gap_fn *take)
{
    if (!gaps_each(view, take, NULL))
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}

/* ---- GitHub -------------------------------------------------------------- */

static void print_github(void *context, const struct gap *gap)
{
    (void)context;
    annotation_print(&(struct annotation){.level = "warning",
                                          .file = gap->file->name,
                                          .first = gap->first,
                                          .last = gap->last,
                                          .column = gap->column,
                                          .title = "Not covered",
                                          .text = gap->text});
}

int github(struct view *view)
{
    return print(view, print_github);
}

/* ---- GCC ----------------------------------------------------------------- */

static void print_gcc(void *context, const struct gap *gap)
{
    (void)context;
    (void)printf("%s:%" PRIu32 ":%" PRIu32 ": note: %s\n", gap->file->name,
                 gap->first, gap->column ? gap->column : 1, gap->text);
}

int gcc(struct view *view)
{
    return print(view, print_gcc);
}

/* ---- SARIF --------------------------------------------------------------- */

static void print_sarif(void *context, const struct gap *gap)
{
    (void)context;
    json_open_item();
    json_text("ruleId", gap_kind_name(gap->kind));
    json_text("level", "warning");
    json_open("message", '{');
    json_text("text", gap->text);
    json_close('}');
    json_open("locations", '[');
    json_open(NULL, '{');
    json_open("physicalLocation", '{');
    json_open("artifactLocation", '{');
    json_uri("uri", gap->file->name);
    json_close('}');
    json_open("region", '{');
    json_number("startLine", gap->first ? gap->first : 1);
    if (gap->column)
        json_number("startColumn", gap->column);
    json_number("endLine", gap->last ? gap->last : 1);
    json_close('}');
    json_close('}');
    json_close('}');
    json_close(']');
    json_close_item();
}

static void begin_results(void)
{
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
    for (enum gap_kind kind = 0; kind < GAP_KINDS; kind++) {
        json_open(NULL, '{');
        json_text("id", gap_kind_name(kind));
        json_close('}');
    }
    json_close(']');
    json_close('}');
    json_close('}');
    json_open("results", '[');
}

int sarif(struct view *view)
{
    int result;

    begin_results();
    result = print(view, print_sarif);
    json_close(']');
    json_close('}');
    json_close(']');
    json_close('}');
    (void)putchar('\n');
    return result;
}
