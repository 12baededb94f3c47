/* SPDX-License-Identifier: MIT
 *
 * The page that all others are reached from.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "html/html.h"
#include "name.h"
#include "source.h"
#include "xml.h"

#define HOT 20u /* functions and lines that are listed */

/* ---- what ran most ------------------------------------------------------- */

static void print_place(const struct html_site *site, uint32_t file,
                        uint32_t line)
{
    (void)fputs("<td><a ", site->out);
    html_href(site, file, line);
    (void)fputs(">", site->out);
    xml_text(site->out, site->view->profile.files[file].name);
    (void)fprintf(site->out, ":%" PRIu32 "</a></td>", line);
}

/* The head of a table with N columns, the first N_NUMBERS of them numbers, that
 * is sorted by the first in the ORDER. */
static void print_head(FILE *out, const char *const *names, size_t n,
                       size_t n_numbers, const char *order)
{
    (void)fputs("<div class=\"table\"><table><thead><tr>", out);
    for (size_t i = 0; i < n; i++)
        (void)fprintf(out, "<th scope=\"col\" aria-sort=\"%s\"%s>%s</th>",
                      i == 0 ? order : "none",
                      i < n_numbers ? " class=\"n\"" : "", names[i]);
    (void)fputs("</tr></thead><tbody>\n", out);
}

static void print_functions(const struct html_site *site,
                            const struct row *const *hot, size_t n)
{
    static const char *const names[] = {"Blocks executed", "Calls", "Lines",
                                        "Function", "Place"};
    FILE *out = site->out;
    char count[HTML_COUNT];

    (void)fputs("<h2>Most executed functions</h2>\n", out);
    print_head(out, names, 5, 3, "descending");
    for (size_t i = 0; i < n; i++) {
        const struct row *row = hot[i];

        (void)fprintf(out, "<tr><td class=\"n\">%s</td>",
                      html_count(row->executions, count));
        (void)fprintf(out, "<td class=\"n\">%s</td>",
                      html_count(row->calls, count));
        html_part(out, "td", row->lines);
        (void)fputs("<td class=\"code\">", out);
        xml_text(out, row->name);
        (void)fputs("</td>", out);
        print_place(site, row->first->file, row->first->function->line);
        (void)fputs("</tr>\n", out);
    }
    (void)fputs("</tbody></table></div>\n", out);
}

/* The most executed, kept in order; ties go by place. */
static void print_hot_functions(const struct html_site *site)
{
    const struct row *hot[HOT + 1];
    size_t n = 0;

    for (size_t i = 0; i < site->rows.n; i++) {
        const struct row *row = &site->rows.items[i];
        size_t at = n;

        if (row->executions == 0 || row->first->file == EP_NONE ||
            !view_lists(site->view, row->first->file))
            continue;
        for (; at > 0 && hot[at - 1]->executions < row->executions; at--)
            hot[at] = hot[at - 1];
        hot[at] = row;
        n += n < HOT;
    }
    print_functions(site, hot, n);
}

/* Keep LINE of file INDEX if it is among the most executed of the N in HOT,
 * which has room for one more. */
static size_t keep_line(struct ep_line_count *hot, size_t n,
                        const struct ep_line_count *line, uint32_t index)
{
    size_t at = n;

    if (line->count == 0 || (n == HOT && hot[n - 1].count >= line->count))
        return n;
    for (; at > 0 && hot[at - 1].count < line->count; at--)
        hot[at] = hot[at - 1];
    hot[at] = (struct ep_line_count){index, line->line, line->count};
    return n + (n < HOT);
}

static size_t find_hot_lines(const struct html_site *site,
                             struct ep_line_count *hot)
{
    const struct ep_profile *profile = &site->view->profile;
    size_t n = 0;

    for (uint32_t i = 0; i < profile->n_files; i++)
        for (size_t j = 0;
             view_lists(site->view, i) && j < profile->files[i].n_lines; j++)
            n = keep_line(hot, n, &profile->files[i].lines[j], i);
    return n;
}

static int print_hot_line(const struct html_site *site,
                          const struct ep_line_count *line)
{
    const struct ep_profile_file *file = &site->view->profile.files[line->file];
    FILE *out = site->out;
    char count[HTML_COUNT];
    struct source source;
    int status = source_read(site->view, file, &source);

    if (status)
        return status;
    (void)fprintf(out, "<tr><td class=\"n\">%s</td><td class=\"code\">",
                  html_count(line->count, count));
    if (line->line <= source.n_lines) {
        const char *text = source.lines[line->line - 1];

        xml_text(out, text + strspn(text, " \t"));
    }
    (void)fputs("</td>", out);
    print_place(site, line->file, line->line);
    (void)fputs("</tr>\n", out);
    source_release(&source);
    return EP_OK;
}

static int print_hot_lines(const struct html_site *site)
{
    static const char *const names[] = {"Executions", "Line", "Place"};
    struct ep_line_count hot[HOT + 1];
    size_t n = find_hot_lines(site, hot);
    int status = EP_OK;

    (void)fputs("<h2>Most executed lines</h2>\n", site->out);
    print_head(site->out, names, 3, 1, "descending");
    for (size_t i = 0; !status && i < n; i++)
        status = print_hot_line(site, &hot[i]);
    (void)fputs("</tbody></table></div>\n", site->out);
    return status;
}

/* ---- where the time went ------------------------------------------------- */

static void print_time_cells(const struct html_site *site,
                             const struct time_row *row)
{
    struct time_figure total;
    FILE *out = site->out;
    char text[TIME_TEXT], count[HTML_COUNT];

    (void)fprintf(out, "<tr><td class=\"n\">%s</td>",
                  time_text(row->spent.ns, text));
    (void)fprintf(out, "<td class=\"n\">%s</td>",
                  time_share_text(&site->times, row, text));
    (void)fprintf(out, "<td class=\"n\">%s</td>",
                  times_total(&site->times, row, &total)
                      ? time_text(total.ns, text)
                      : "-");
    (void)fprintf(out, "<td class=\"n\">%s</td>",
                  row->has_count ? html_count(row->count, count) : "-");
    (void)fprintf(out, "<td class=\"n\">%s</td><td class=\"code\">",
                  time_each_text(&site->times, row, text));
}

/* A function without a name is known by its program or library. */
static int print_time_row(const struct html_site *site,
                          const struct time_row *row)
{
    char *name = name_demangle(row->function);
    FILE *out = site->out;

    if (!name)
        return EP_ENOMEM;
    print_time_cells(site, row);
    xml_text(out, *name ? name : "?");
    (void)fputs("</td>", out);
    if (row->has_count && row->file != EP_NONE && site->pages[row->file]) {
        print_place(site, row->file, row->line);
    } else {
        (void)fputs("<td>", out);
        xml_text(out, *row->path ? row->path : row->object);
        (void)fputs("</td>", out);
    }
    (void)fputs("</tr>\n", out);
    free(name);
    return EP_OK;
}

static int print_times(const struct html_site *site)
{
    static const char *const names[] = {"Time",  "Share",     "With callees",
                                        "Calls", "Each call", "Function",
                                        "Place"};
    const struct time_table *functions = &site->times.functions;
    int status = EP_OK;

    if (!site->view->options->time)
        return EP_OK;
    (void)fputs("<h2>Functions that took most time</h2>\n", site->out);
    print_head(site->out, names, 7, 5, "descending");
    for (size_t i = 0; !status && i < functions->n && i < HOT; i++)
        status = print_time_row(site, &functions->items[i]);
    (void)fputs("</tbody></table></div>\n", site->out);
    return status;
}

/* ---- what went in -------------------------------------------------------- */

static void print_sum(const struct html_site *site)
{
    const struct ep_profile *profile = &site->view->profile;
    FILE *out = site->out;
    char count[HTML_COUNT];

    (void)fprintf(out, "<p>%s run%s", html_count(profile->runs, count),
                  profile->runs == 1 ? "" : "s");
    if (profile->cut)
        (void)fprintf(out, ", of which %s did not end cleanly",
                      html_count(profile->cut, count));
    (void)fputs("</p>\n", out);
    for (size_t i = 0; i < profile->n_messages; i++) {
        (void)fputs("<p class=\"note\">", out);
        xml_text(out, profile->messages[i]);
        (void)fputs("</p>\n", out);
    }
}

static int by_path(const void *left, const void *right)
{
    const struct ep_module *a = left, *b = right;

    return strcmp(a->path, b->path);
}

static int by_text(const void *left, const void *right)
{
    const struct ep_label *a = left, *b = right;

    return strcmp(a->text, b->text);
}

/* The counts are in the profile by now, and may stand in any order. */
static void print_modules(const struct html_site *site)
{
    static const char *const names[] = {"Program or library", "Build"};
    const struct ep_counts *counts = &site->view->counts;
    char id[EP_ID_TEXT];

    if (counts->n_modules)
        qsort(counts->modules, counts->n_modules, sizeof *counts->modules,
              by_path);
    print_head(site->out, names, 2, 0, "ascending");
    for (size_t i = 0; i < counts->n_modules; i++) {
        (void)fputs("<tr><td>", site->out);
        xml_text(site->out, counts->modules[i].path);
        (void)fprintf(site->out, "</td><td class=\"code\">%s</td></tr>\n",
                      ep_module_id_text(&counts->modules[i], id));
    }
    (void)fputs("</tbody></table></div>\n", site->out);
}

static void print_labels(const struct html_site *site)
{
    static const char *const names[] = {"Label", "Runs"};
    const struct ep_counts *counts = &site->view->counts;
    char count[HTML_COUNT];

    if (counts->n_labels == 0)
        return;
    qsort(counts->labels, counts->n_labels, sizeof *counts->labels, by_text);
    print_head(site->out, names, 2, 0, "ascending");
    for (size_t i = 0; i < counts->n_labels; i++) {
        (void)fputs("<tr><td>", site->out);
        xml_text(site->out, counts->labels[i].text);
        (void)fprintf(site->out, "</td><td>%s</td></tr>\n",
                      html_count(counts->labels[i].runs, count));
    }
    (void)fputs("</tbody></table></div>\n", site->out);
}

static void print_runs(const struct html_site *site)
{
    (void)fputs("<h2 id=\"runs\">Runs</h2>\n", site->out);
    print_sum(site);
    print_modules(site);
    print_labels(site);
}

int html_overview(struct html_site *site)
{
    struct tally all = tally_all(site->view);
    struct part decided = {0};
    int status;

    for (size_t i = 0; i < site->view->profile.n_files; i++) {
        decided.covered += site->decided[i].covered;
        decided.total += site->decided[i].total;
    }
    (void)fputs("<header>\n<h1>", site->out);
    xml_text(site->out, html_title(site));
    (void)fputs("</h1>\n", site->out);
    html_cards(site, &all, decided);
    (void)fputs("</header>\n<main>\n", site->out);
    status = html_gates(site);
    (void)fputs("<h2>Files</h2>\n", site->out);
    html_tree(site);
    if (!status)
        status = html_flame(site);
    if (!status)
        status = print_times(site);
    print_hot_functions(site);
    if (!status)
        status = print_hot_lines(site);
    print_runs(site);
    (void)fputs("</main>\n", site->out);
    return status;
}
