/* SPDX-License-Identifier: MIT
 *
 * Of a line of the source, which conditions were not shown to decide alone.
 */
#include <inttypes.h>

#include "html/html.h"
#include "shown.h"
#include "xml.h"

/* The next decision of the page's file that is on LINE, at index *AT or behind it; NULL:
 * there is none. */
static const struct ep_profile_decision *
next_on_line(const struct html_site *site, uint32_t line, size_t *at)
{
    const struct ep_profile_decision *first;
    size_t n =
        ep_profile_decisions_of(&site->view->decisions, site->file, &first);

    if (!site->view->options->mcdc)
        return NULL;
    while (*at < n && first[*at].at.line < line)
        ++*at;
    return *at < n && first[*at].at.line == line ? &first[(*at)++] : NULL;
}

struct part html_count_decisions(const struct html_site *site, uint32_t line,
                                 size_t *at)
{
    const struct ep_profile_decision *decision;
    struct part sum = {0};

    while ((decision = next_on_line(site, line, at)) != NULL) {
        struct part part = shown_part(site->view, decision);

        sum.covered += part.covered;
        sum.total += part.total;
    }
    return sum;
}

static void print_lack(const struct html_site *site,
                       const struct source *source,
                       const struct ep_profile_decision *decision,
                       const struct ep_profile_condition *condition)
{
    struct ep_buf text = {0};

    shown_lack(source, decision, condition, &text);
    if (text.size && !condition->is_omitted) {
        (void)fputs("<br><em>", site->out);
        xml_text(site->out, text.failed ? "?" : text.data);
        (void)fputs("</em>", site->out);
    }
    ep_buf_release(&text);
}

void html_decisions(const struct html_site *site, const struct source *source,
                    uint32_t line, size_t at)
{
    const struct ep_profile_decision *decision;

    while ((decision = next_on_line(site, line, &at)) != NULL) {
        struct part part = shown_part(site->view, decision);

        if (decision->n == 1 || part.covered == part.total)
            continue;
        (void)fprintf(site->out,
                      "<i><details><summary>MC/DC: %" PRIu64 " of %" PRIu64
                      " conditions</summary>",
                      part.covered, part.total);
        for (uint32_t i = 0; i < decision->n; i++)
            print_lack(site, source, decision,
                       &site->view->decisions.conditions[decision->first + i]);
        (void)fputs("</details></i>", site->out);
    }
}
