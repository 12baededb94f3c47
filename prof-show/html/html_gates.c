/* SPDX-License-Identifier: MIT
 *
 * What the gates of the command line say; the places that a failed one misses
 * are folded under it.
 */
#include <inttypes.h>
#include <string.h>

#include "gates/gates.h"
#include "html/html.h"
#include "xml.h"

struct gate_list {
    const struct html_site *site;
    int is_open; /* the last verdict's list of places */
};

static void close_places(struct gate_list *list)
{
    if (list->is_open)
        (void)fputs("</details>\n", list->site->out);
    list->is_open = 0;
}

static int print_verdict(void *context, const struct gate_verdict *verdict)
{
    struct gate_list *list = context;
    FILE *out = list->site->out;

    close_places(list);
    list->is_open = !verdict->passed && !verdict->is_sum;
    (void)fprintf(out, "%s class=\"verdict %s\"><span>",
                  list->is_open ? "<details><summary" : "<p",
                  verdict->passed ? "passed" : "failed");
    xml_text(out, verdict->text);
    (void)fprintf(out, "</span> <strong>%s</strong>",
                  verdict->passed ? "passed" : "failed");
    if (verdict->file) {
        (void)fputs(" <small>", out);
        xml_text(out, verdict->file);
        if (verdict->rule)
            (void)fprintf(out, ", rule %u", verdict->rule);
        (void)fputs("</small>", out);
    }
    (void)fputs(list->is_open ? "</summary>\n" : "</p>\n", out);
    return EP_OK;
}

static int print_missed(void *context, const struct gate_place *place)
{
    const struct html_site *site = ((struct gate_list *)context)->site;
    FILE *out = site->out;

    (void)fputs("<p class=\"place\"><a ", out);
    html_href(site, place->file, place->line);
    (void)fputs(">", out);
    xml_text(out, site->view->profile.files[place->file].name);
    (void)fprintf(out, ":%" PRIu32 "</a> ", place->line);
    xml_text(out, place->fact);
    (void)fputs(" <code>", out);
    xml_text(out, place->text + strspn(place->text, " \t"));
    (void)fputs("</code></p>\n", out);
    return EP_OK;
}

static void print_more(void *context, size_t n)
{
    (void)fprintf(((struct gate_list *)context)->site->out,
                  "<p class=\"place\">and %zu more</p>\n", n);
}

int html_gates(struct html_site *site)
{
    struct gate_list list = {.site = site};
    const struct gate_say say = {&list, print_verdict, print_missed,
                                 GATE_PLACES, print_more};
    int result;

    if (!gates_are_named(site->view->options->gates))
        return EP_OK;
    (void)fputs("<h2 id=\"gates\">Gates</h2>\n", site->out);
    result = gates_judge(site->view, &site->rows, &say);
    close_places(&list);
    site->gates = result;
    return result == EXIT_TROUBLE ? EP_ENOMEM : EP_OK;
}
