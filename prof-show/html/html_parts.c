/* SPDX-License-Identifier: MIT
 *
 * What the pages are made of.
 */
#include <inttypes.h>
#include <string.h>

#include "html/html.h"

#define NARROW_SPACE "\xe2\x80\xaf" /* that does not break */

const char *html_count(uint64_t count, char out[HTML_COUNT])
{
    char digits[24];
    size_t n = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, count);
    char *to = out;

    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            memcpy(to, NARROW_SPACE, sizeof NARROW_SPACE - 1);
            to += sizeof NARROW_SPACE - 1;
        }
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

void html_href(const struct html_site *site, uint32_t file, uint32_t line)
{
    int single = site->view->options->single_file;
    FILE *out = site->out;

    (void)fputs("href=\"", out);
    if (file == EP_NONE)
        (void)fputs(single ? "#overview" : "index.html", out);
    else if (single)
        (void)fprintf(out, "#F%" PRIu32, file);
    else if (file != site->file)
        (void)fputs(site->pages[file], out);
    if (line)
        (void)fprintf(out, "%sL%" PRIu32, single ? "" : "#", line);
    (void)fputs("\"", out);
}

void html_id(const struct html_site *site, uint32_t line)
{
    if (site->view->options->single_file)
        (void)fprintf(site->out, "id=\"F%" PRIu32 "L%" PRIu32 "\"", site->file,
                      line);
    else
        (void)fprintf(site->out, "id=\"L%" PRIu32 "\"", line);
}

void html_part(FILE *out, const char *tag, struct part part)
{
    char percent[PERCENT_TEXT];

    if (part.total == 0)
        (void)fprintf(out, "<%s class=\"n none\">-</%s>", tag, tag);
    else
        (void)fprintf(out,
                      "<%s class=\"n p\" style=\"--v:%s%%\">%s&nbsp;%%"
                      "<small> %" PRIu64 "/%" PRIu64 "</small></%s>",
                      tag, percent_text(part, percent), percent, part.covered,
                      part.total, tag);
}

void html_cards(const struct html_site *site, const struct tally *tally,
                struct part decided)
{
    static const char *const names[] = {"Lines", "Functions", "Branches",
                                        "Conditions (MC/DC)"};
    const struct part parts[] = {tally->lines, tally->functions,
                                 tally->branches, decided};
    size_t n = sizeof parts / sizeof *parts - !site->view->options->mcdc;
    FILE *out = site->out;

    (void)fputs("<dl class=\"cards\">\n", out);
    for (size_t i = 0; i < n; i++) {
        struct part part = parts[i];
        char percent[PERCENT_TEXT], covered[HTML_COUNT], total[HTML_COUNT];

        (void)percent_text(part, percent);
        (void)fprintf(out, "<div><dt>%s</dt><dd>", names[i]);
        if (part.total == 0)
            (void)fputs("-", out);
        else
            (void)fprintf(out,
                          "%s&nbsp;%% <small>%s of %s</small>"
                          "<span class=\"bar\" style=\"--v:%s%%\"></span>",
                          percent, html_count(part.covered, covered),
                          html_count(part.total, total), percent);
        (void)fputs("</dd></div>\n", out);
    }
    (void)fputs("</dl>\n", out);
}
