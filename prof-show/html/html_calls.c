/* SPDX-License-Identifier: MIT
 *
 * Who calls a function, and whom it calls, folded in its row.
 */
#include <inttypes.h>

#include "html/html.h"
#include "xml.h"

/* A function at the other end of an arc; ROW is NULL if it is not counted. */
static void print_end(const struct html_site *site, const struct row *row,
                      const char *name)
{
    FILE *out = site->out;
    int is_link =
        row && row->first->file != EP_NONE && site->pages[row->first->file];

    if (is_link) {
        (void)fputs("<a ", out);
        html_href(site, row->first->file, row->first->function->line);
        (void)fputs(">", out);
    }
    xml_text(out, name);
    if (is_link)
        (void)fputs("</a>", out);
}

static void print_arc(const struct html_site *site, const struct arc *arc,
                      int is_caller)
{
    const struct call *call = arc->first;
    char count[HTML_COUNT];

    (void)fprintf(site->out, "<li>%s ", html_count(arc->count, count));
    if (is_caller)
        print_end(site, call->caller, call->caller->name);
    else
        print_end(site, call->target, call->callee);
    (void)fputs("</li>\n", site->out);
}

static void print_arcs(const struct html_site *site, const struct arc *arcs,
                       size_t n, int is_caller)
{
    if (n == 0)
        return;
    (void)fprintf(site->out, "%s<ul>\n", is_caller ? "from" : "to");
    for (size_t i = 0; i < n; i++)
        print_arc(site, &arcs[i], is_caller);
    (void)fputs("</ul>\n", site->out);
}

void html_calls(const struct html_site *site, const struct row *row)
{
    size_t n_from, n_to;
    const struct arc *from = call_arcs_callers(&site->arcs, row, &n_from);
    const struct arc *to = call_arcs_callees(&site->arcs, row, &n_to);

    if (n_from + n_to == 0)
        return;
    (void)fprintf(site->out,
                  "<details class=\"calls\"><summary>%zu caller%s, %zu "
                  "callee%s</summary>\n",
                  n_from, n_from == 1 ? "" : "s", n_to, n_to == 1 ? "" : "s");
    print_arcs(site, from, n_from, 1);
    print_arcs(site, to, n_to, 0);
    (void)fputs("</details>", site->out);
}
