/* SPDX-License-Identifier: MIT
 *
 * The page of a source file: its functions, then its text with counts.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "name.h"
#include "source.h"
#include "xml.h"

static int print_function(const struct ep_function *function, uint64_t calls,
                          FILE *out)
{
    char *name = name_demangle(function->name);

    if (!name)
        return EP_ENOMEM;
    (void)fprintf(out,
                  "<tr class=\"%s\"><td class=\"n\">%" PRIu64
                  "</td><td class=\"t\"><a href=\"#L%" PRIu32 "\">",
                  calls ? "hit" : "miss", calls, function->line);
    xml_text(out, name);
    (void)fprintf(out, "</a></td><td class=\"n\">%" PRIu32 "</td></tr>\n",
                  function->line);
    free(name);
    return EP_OK;
}

static int print_functions(const struct ep_profile_file *file, FILE *out)
{
    int status = EP_OK;
    size_t next;

    if (file->n_functions == 0)
        return EP_OK;
    (void)fputs("<h2>Functions</h2>\n<table><thead><tr><th class=\"n\">Calls"
                "</th><th>Function</th><th class=\"n\">Line</th></tr></thead>"
                "<tbody>\n",
                out);
    for (size_t i = 0; !status && i < file->n_functions; i = next) {
        uint64_t calls;

        next = tally_variants(file, i, &calls);
        if (!(file->functions[i].function->flags & EP_FUNCTION_MADE))
            status = print_function(file->functions[i].function, calls, out);
    }
    (void)fputs("</tbody></table>\n", out);
    return status;
}

/* "3/4", and what each outcome came to when pointed at. */
static void print_branches(const struct ep_profile_file *file, uint32_t line,
                           size_t *at, FILE *out)
{
    size_t first, end = *at;
    struct part part = tally_line(file, line, &end);

    first = end - part.total;
    *at = end;
    if (part.total == 0) {
        (void)fputs("<td class=\"b\"></td>", out);
        return;
    }
    (void)fputs("<td class=\"b\" title=\"", out);
    for (size_t i = first; i < end; i++)
        (void)fprintf(out, "%s%s %" PRIu64, i > first ? ", " : "",
                      ep_edge_kind_name(file->outcomes[i].kind),
                      file->outcomes[i].count);
    (void)fprintf(out, "\">%" PRIu64 "/%" PRIu64 "</td>", part.covered,
                  part.total);
}

/* Whether branches are left out is known before they are printed. */
static const char *class_of(const struct ep_profile_file *file,
                            const struct ep_line_count *line, size_t at)
{
    struct part part;

    if (!line)
        return "none";
    part = tally_line(file, line->line, &at);
    if (line->count == 0)
        return "miss";
    return part.covered < part.total ? "part" : "hit";
}

static void print_line(const struct ep_profile_file *file,
                       const struct ep_line_count *line, uint32_t number,
                       const char *text, size_t *at, FILE *out)
{
    (void)fprintf(out,
                  "<tr id=\"L%" PRIu32
                  "\" class=\"%s\"><td class=\"n\">%" PRIu32
                  "</td><td class=\"n\">",
                  number, class_of(file, line, *at), number);
    if (line)
        (void)fprintf(out, "%" PRIu64, line->count);
    (void)fputs("</td>", out);
    print_branches(file, number, at, out);
    (void)fputs("<td class=\"t\">", out);
    xml_text(out, text);
    (void)fputs("</td></tr>\n", out);
}

static void print_source(const struct ep_profile_file *file,
                         const struct source *source, FILE *out)
{
    size_t next = 0, at = 0;

    (void)fputs("<h2>Source</h2>\n<table class=\"source\"><tbody>\n", out);
    for (size_t i = 0; i < source->n_lines; i++) {
        const struct ep_line_count *line = NULL;

        if (next < file->n_lines && file->lines[next].line == i + 1)
            line = &file->lines[next++];
        print_line(file, line, (uint32_t)i + 1, source->lines[i], &at, out);
    }
    for (; next < file->n_lines; next++)
        print_line(file, &file->lines[next], file->lines[next].line, "", &at,
                   out);
    (void)fputs("</tbody></table>\n", out);
}

static void print_summary(const struct tally *tally, FILE *out)
{
    static const char *const names[] = {"Lines", "Functions", "Branches"};
    const struct part parts[] = {tally->lines, tally->functions,
                                 tally->branches};

    (void)fputs("<table><tbody>\n", out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        (void)fprintf(out, "<tr><td>%s</td>", names[i]);
        html_part(out, parts[i]);
        (void)fputs("</tr>\n", out);
    }
    (void)fputs(
        "</tbody></table>\n<p>Keys: n and p go to the next and previous "
        "place that is not covered.</p>\n",
        out);
}

int html_file(struct view *view, uint32_t index, FILE *out)
{
    const struct ep_profile_file *file = &view->profile.files[index];
    struct tally tally = tally_file(file);
    struct source source;
    int status = source_read(view, file, &source);

    if (status)
        return status;
    if (source.why)
        source_miss(view, file, source.why);
    html_begin(out, file->name);
    (void)fputs("<p><a href=\"index.html\">All files</a></p>\n", out);
    print_summary(&tally, out);
    status = print_functions(file, out);
    print_source(file, &source, out);
    html_end(out, view);
    source_release(&source);
    return status;
}
