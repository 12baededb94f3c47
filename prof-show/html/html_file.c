/* SPDX-License-Identifier: MIT
 *
 * The page of a source file: what is covered, its functions, its text.
 */
#include <inttypes.h>
#include <string.h>

#include "html/html.h"
#include "xml.h"

#define OPEN_MAX 40u /* functions whose table starts open */

/* ---- functions ----------------------------------------------------------- */

/* NAME without the arguments of templates, parameters and what is before the
 * name, into OUT of the same size: instances of one template have it in
 * common. */
static void plain_name(const char *name, char *out)
{
    char *to = out;
    int depth = 0;

    for (; *name && (depth > 0 || *name != '('); name++) {
        depth += *name == '<';
        if (depth == 0)
            *to++ = *name;
        if (depth == 0 && *name == ' ')
            to = out;
        depth -= *name == '>' && depth > 0;
    }
    *to = '\0';
}

/* EP_OK or EP_ENOMEM. */
static int same_template(const struct row *a, const struct row *b, int *out)
{
    char *names;

    *out = 0;
    if (a->first->function->line != b->first->function->line ||
        !strchr(a->name, '<') || !strchr(b->name, '<'))
        return EP_OK;
    names = ep_mem_zeroed(strlen(a->name) + strlen(b->name) + 2, 1);
    if (!names)
        return EP_ENOMEM;
    plain_name(a->name, names);
    plain_name(b->name, names + strlen(a->name) + 1);
    *out = strcmp(names, names + strlen(a->name) + 1) == 0;
    ep_mem_free(names);
    return EP_OK;
}

/* Which of its lines an instance never ran: the text shows the sum of all. */
static void print_missing(const struct html_site *site, const struct row *row)
{
    if (row->n_missing == 0)
        return;
    (void)fputs("<small>never ran:", site->out);
    for (size_t i = 0; i < row->n_missing; i++) {
        (void)fputs(" <a ", site->out);
        html_href(site, row->missing[i].file, row->missing[i].line);
        (void)fprintf(site->out, ">%" PRIu32 "</a>", row->missing[i].line);
    }
    (void)fputs("</small>", site->out);
}

/* With --time: the function's own, and of each call. */
static void print_time(const struct html_site *site, const struct row *row)
{
    const struct time_row *time;
    char text[TIME_TEXT];

    if (!site->view->options->time)
        return;
    time = times_of_function(&site->times, row->first);
    (void)fprintf(site->out, "<td class=\"n\">%s</td>",
                  time ? time_text(time->spent.ns, text) : "");
    (void)fprintf(site->out, "<td class=\"n\">%s</td>",
                  time ? time_each_text(&site->times, time, text) : "");
}

static void print_function(const struct html_site *site, const struct row *row,
                           size_t n_instances)
{
    uint32_t line = row->first->function->line;
    FILE *out = site->out;
    char count[HTML_COUNT];

    (void)fprintf(out, "<tr%s><td class=\"n\">%s</td>",
                  row->calls ? "" : " class=\"miss\"",
                  html_count(row->calls, count));
    (void)fprintf(out, "<td class=\"n\">%s</td>",
                  html_count(row->executions, count));
    print_time(site, row);
    html_part(out, "td", row->lines);
    (void)fputs("<td class=\"code\"><a ", out);
    html_href(site, site->file, line);
    (void)fputs(">", out);
    xml_text(out, row->name);
    (void)fputs("</a>", out);
    if (n_instances > 1) {
        (void)fprintf(out, "<small>one of %zu instances</small>", n_instances);
        print_missing(site, row);
    }
    html_calls(site, row);
    (void)fprintf(out, "</td><td class=\"n\">%" PRIu32 "</td></tr>\n", line);
}

static int print_functions(const struct html_site *site)
{
    size_t end = site->first_row[site->file + 1];
    size_t first = site->first_row[site->file];
    static const char times[] =
        "<th scope=\"col\" aria-sort=\"none\" class=\"n\">Time</th>"
        "<th scope=\"col\" aria-sort=\"none\" class=\"n\">Each call</th>";
    FILE *out = site->out;
    int status = EP_OK;

    if (first == end)
        return EP_OK;
    (void)fprintf(
        out,
        "<details%s><summary><h2>%zu functions</h2></summary>\n"
        "<div class=\"table functions\"><table><thead><tr>"
        "<th scope=\"col\" aria-sort=\"none\" class=\"n\">Calls</th>"
        "<th scope=\"col\" aria-sort=\"none\" class=\"n\">Blocks "
        "executed</th>%s"
        "<th scope=\"col\" aria-sort=\"none\" class=\"n\">Lines</th>"
        "<th scope=\"col\" aria-sort=\"none\">Function</th>"
        "<th scope=\"col\" aria-sort=\"ascending\" class=\"n\">Line</th>"
        "</tr></thead><tbody>\n",
        end - first <= OPEN_MAX ? " open" : "", end - first,
        site->view->options->time ? times : "");
    while (!status && first < end) {
        size_t next = first + 1;
        int same = 1;

        while (!status && next < end && same) {
            status = same_template(&site->rows.items[first],
                                   &site->rows.items[next], &same);
            next += (size_t)same;
        }
        for (size_t i = first; i < next; i++)
            print_function(site, &site->rows.items[i], next - first);
        first = next;
    }
    (void)fputs("</tbody></table></div></details>\n", out);
    return status;
}

/* ---- the page ------------------------------------------------------------ */

/* The last part of the path is the title; the rest leads to it. */
static void print_title(const struct html_site *site, const char *name)
{
    FILE *out = site->out;

    (void)fputs("<header>\n<nav aria-label=\"Where this is\"><a ", out);
    html_href(site, EP_NONE, 0);
    (void)fputs(">All files</a></nav>\n<h1>", out);
    xml_text(out, name);
    (void)fputs("</h1>\n", out);
}

int html_file(struct html_site *site)
{
    int status;

    print_title(site, site->view->profile.files[site->file].name);
    html_cards(site, &site->tallies[site->file], site->decided[site->file]);
    (void)fputs("</header>\n<main>\n", site->out);
    status = print_functions(site);
    html_tests(site);
    if (!status)
        status = html_source(site);
    (void)fputs("</main>\n", site->out);
    return status;
}
