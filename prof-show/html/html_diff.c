/* SPDX-License-Identifier: MIT
 *
 * html_diff.c - what two profiles have different counts for, as one page, which needs
 * nothing but itself: functions, then the lines of each file.
 */
#include <inttypes.h>

#include "catalog.h"
#include "differences.h"
#include "html/html.h"
#include "tool/say.h"
#include "xml.h"

/* What a sign says to those who see no colour, or no page. */
static const char *word_of(char sign)
{
    return sign == '+' ? "newly" : sign == '-' ? "no more" : "otherwise";
}

static const char *class_of(char sign)
{
    return sign == '+' ? "h" : sign == '-' ? "m" : "q";
}

static void print_count(uint64_t count)
{
    char text[HTML_COUNT];

    (void)printf("<td class=\"n\">%s</td>", html_count(count, text));
}

static void begin_row(char sign)
{
    (void)printf("<tr class=\"%s\"><td>%s</td>", class_of(sign), word_of(sign));
}

static void begin_table(const char *more)
{
    (void)printf("<div class=\"table\"><table class=\"diff\"><thead><tr>"
                 "<th scope=\"col\">Ran</th>"
                 "<th scope=\"col\" class=\"n\">Before</th>"
                 "<th scope=\"col\" class=\"n\">After</th>%s</tr></thead>"
                 "<tbody>\n",
                 more);
}

static void end_table(void)
{
    (void)puts("</tbody></table></div>");
}

/* ---- functions ----------------------------------------------------------- */

static void print_pair(const struct view *view, const struct pair *pair)
{
    const struct row *row = pair->after;
    char ratio[RATIO_TEXT];

    begin_row(differences_sign(pair));
    print_count(pair->before->executions);
    print_count(row->executions);
    (void)printf("<td class=\"n\">%s</td>", differences_ratio(pair, ratio));
    html_part(stdout, "td", pair->before->lines);
    html_part(stdout, "td", row->lines);
    (void)fputs("<td class=\"code\">", stdout);
    xml_text(stdout, row->name);
    (void)fputs("<small>", stdout);
    xml_text(stdout, row_file(view, row));
    (void)printf(":%" PRIu32 "</small></td></tr>\n",
                 row->first->function->line);
}

static void print_pairs(const struct view *view,
                        const struct differences *pairs)
{
    if (pairs->n == 0)
        return;
    (void)puts("<h2>Functions</h2>");
    begin_table("<th scope=\"col\" class=\"n\">Times as often</th>"
                "<th scope=\"col\" class=\"n\">Lines before</th>"
                "<th scope=\"col\" class=\"n\">Lines after</th>"
                "<th scope=\"col\">Function</th>");
    for (size_t i = 0; i < pairs->n; i++)
        print_pair(view, &pairs->items[i]);
    end_table();
}

/* ---- lines --------------------------------------------------------------- */

static void print_line(uint64_t before, const struct ep_line_count *after,
                       const struct source *source)
{
    char sign = '~';

    if (before == 0)
        sign = '+';
    else if (after->count == 0)
        sign = '-';
    begin_row(sign);
    print_count(before);
    print_count(after->count);
    (void)printf("<td class=\"n\">%" PRIu32 "</td><td class=\"code\">",
                 after->line);
    if (after->line <= source->n_lines)
        xml_text(stdout, source->lines[after->line - 1]);
    (void)puts("</td></tr>");
}

/* EP_OK or EP_ENOMEM. */
static int print_file(struct view *view, const struct ep_profile_file *before,
                      const struct ep_profile_file *after)
{
    struct source source;
    int status = source_read(view, after, &source);

    if (status)
        return status;
    if (source.why)
        source_miss(view, after, source.why);
    (void)fputs("<h2>", stdout);
    xml_text(stdout, after->name);
    (void)puts("</h2>");
    begin_table("<th scope=\"col\" class=\"n\">Line</th>"
                "<th scope=\"col\">Text</th>");
    for (size_t i = 0; i < after->n_lines; i++)
        if (differences_is_change(view, before->lines[i].count,
                                  after->lines[i].count))
            print_line(before->lines[i].count, &after->lines[i], &source);
    end_table();
    source_release(&source);
    return EP_OK;
}

static int print_files(struct view *view)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < view->profile.n_files; i++) {
        const struct ep_profile_file *after = &view->profile.files[i];
        const struct ep_profile_file *before = &view->other.files[i];

        if (view->shown[i] && differences_in_file(view, before, after))
            status = print_file(view, before, after);
    }
    source_say(view);
    return status;
}

/* ---- the page ------------------------------------------------------------ */

int html_diff(struct view *view)
{
    struct differences pairs;
    int status;

    if (differences_make(view, &pairs))
        return EXIT_TROUBLE;
    html_begin(stdout, "Differences", 1);
    (void)puts("<main><h1>Differences</h1>");
    print_pairs(view, &pairs);
    differences_release(&pairs);
    status = print_files(view);
    (void)puts("</main><footer>edgeprof " EDGEPROF_VERSION "</footer>\n"
               "</body></html>");
    if (status)
        say_error("out of memory");
    return status ? EXIT_TROUBLE : EXIT_DONE;
}
