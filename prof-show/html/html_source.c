/* SPDX-License-Identifier: MIT
 *
 * The text of a source file, each line with its count and what its branches
 * did.
 *
 * A browser lays out only the pieces that are in sight, so that a file of
 * 50,000 lines is there at once.
 */
#include <inttypes.h>
#include <string.h>

#include "html/html.h"
#include "lacking.h"
#include "source.h"
#include "xml.h"

#define PIECE        256u /* lines */
#define HEATS        9u   /* colours, as in the style sheet */
#define OUTCOMES_MAX 6u   /* of a line that are shown without being asked for */

/* Where the next line and branch of the file are. */
struct cursor {
    size_t line;
    size_t outcome;
    size_t decision;
    struct lacking_walk operands;
};

/* ---- branches ------------------------------------------------------------ */

static void print_outcomes(const struct ep_profile_file *file, size_t first,
                           size_t end, FILE *out)
{
    char count[HTML_COUNT];

    for (size_t i = first; i < end; i++) {
        const struct ep_outcome *outcome = &file->outcomes[i];
        if (i > first)
            (void)fputs(outcome->branch == outcome[-1].branch ? ", " : "; ",
                        out);
        if (outcome->count)
            (void)fprintf(out, "%s&nbsp;%s", outcome->name,
                          html_count(outcome->count, count));
        else
            (void)fprintf(out, "<em>%s&nbsp;0</em>", outcome->name);
    }
}

/* PART of the outcomes from FIRST on were taken; of none there is no more to
 * say than that the line never ran. */
static void print_branches(const struct ep_profile_file *file, size_t first,
                           struct part part, FILE *out)
{
    if (part.covered == 0)
        return;
    (void)fputs("<i>", out);
    if (part.total <= OUTCOMES_MAX) {
        print_outcomes(file, first, first + part.total, out);
    } else {
        (void)fprintf(out,
                      "<details><summary>%" PRIu64 " of %" PRIu64
                      " outcomes taken</summary> ",
                      part.covered, part.total);
        print_outcomes(file, first, first + part.total, out);
        (void)fputs("</details>", out);
    }
    (void)fputs("</i>", out);
}

/* With --time, and of each execution, where that is known. */
static void print_time(const struct html_site *site, uint32_t line)
{
    const struct time_row *row =
        site->view->options->time
            ? times_of_line(&site->times, site->file, line)
            : NULL;
    struct time_figure each;
    char text[TIME_TEXT];

    if (!row)
        return;
    (void)fprintf(site->out, "<i>%s", time_text(row->spent.ns, text));
    if (times_each(&site->times, row, &each))
        (void)fprintf(site->out, ", %s each",
                      time_each_text(&site->times, row, text));
    (void)fputs("</i>", site->out);
}

/* ---- lines --------------------------------------------------------------- */

static unsigned bits(uint64_t n)
{
    unsigned result = 0;

    for (; n; n >>= 1)
        result++;
    return result;
}

/* By the logarithm. */
unsigned html_heat(uint64_t count, uint64_t most)
{
    unsigned all = bits(most);

    return all < 2 ? 1 : 1 + (bits(count) - 1) * (HEATS - 1) / (all - 1);
}

/* What an operand lacks is its title. */
static void print_operand(const char *text, const struct lacking *operand,
                          const struct ep_profile_file *file, FILE *out)
{
    struct ep_buf lack = {0};

    gap_never(file, operand->first, &lack);
    (void)fputs("<u title=\"", out);
    xml_text(out, lack.failed ? "" : lack.data);
    (void)fputs("\">", out);
    xml_span(out, text + operand->start, operand->size);
    (void)fputs("</u>", out);
    ep_buf_release(&lack);
}

/* The text of LINE, with a mark at each operand an outcome of which never came. */
static void print_text(const char *text, uint32_t line,
                       struct lacking_walk *operands, FILE *out)
{
    struct lacking operand;
    size_t at = 0;

    while (lacking_next(operands, line, text, at, &operand)) {
        xml_span(out, text + at, operand.start - at);
        print_operand(text, &operand, operands->file, out);
        at = operand.start + operand.size;
    }
    xml_text(out, text + at);
}

/* Of a line that is code: missed, partly taken or hit. */
static const char *class_of(const struct ep_line_count *line, struct part part,
                            struct part decided)
{
    if (line->count == 0)
        return "m";
    return part.covered < part.total || decided.covered < decided.total ? "q"
                                                                        : "h";
}

static void print_line(const struct html_site *site,
                       const struct source *source, uint32_t number,
                       struct cursor *at)
{
    const struct ep_profile_file *file = &site->view->profile.files[site->file];
    const struct ep_line_count *line =
        at->line < file->n_lines && file->lines[at->line].line == number
            ? &file->lines[at->line++]
            : NULL;
    struct part part = tally_line(file, number, &at->outcome);
    size_t decision = at->decision;
    struct part decided = html_count_decisions(site, number, &at->decision);
    FILE *out = site->out;
    char count[HTML_COUNT];

    (void)fprintf(out, "<div class=\"l%s%s\" ", line ? " " : "",
                  line ? class_of(line, part, decided) : "");
    html_id(site, number);
    (void)fputs("><a tabindex=\"-1\" ", out);
    html_href(site, site->file, number);
    (void)fprintf(out, ">%" PRIu32 "</a>", number);
    if (!line)
        (void)fputs("<b></b>", out);
    else if (line->count == 0)
        (void)fputs("<b>0</b>", out);
    else
        (void)fprintf(out, "<b class=\"h%u\">%s</b>",
                      html_heat(line->count, site->most),
                      html_count(line->count, count));
    (void)fputs("<code>", out);
    if (number <= source->n_lines)
        print_text(source->lines[number - 1], number, &at->operands, out);
    print_branches(file, at->outcome - part.total, part, out);
    print_time(site, number);
    html_trips(site, number);
    if (line && line->count)
        html_decisions(site, source, number, decision);
    (void)fputs("</code></div>\n", out);
}

/* Every line of the source; and every line with a count, should the source be
 * shorter or not there. */
static void print_lines(const struct html_site *site,
                        const struct source *source)
{
    const struct ep_profile_file *file = &site->view->profile.files[site->file];
    struct cursor at = {.operands = lacking_walk(file)};
    uint32_t n = 0;

    for (uint32_t i = 0; i < source->n_lines || at.line < file->n_lines; i++) {
        uint32_t number = i + 1;

        if (i >= source->n_lines)
            number = file->lines[at.line].line;
        if (n++ % PIECE == 0)
            (void)fputs(n == 1 ? "<div>\n" : "</div><div>\n", site->out);
        print_line(site, source, number, &at);
    }
    if (n)
        (void)fputs("</div>\n", site->out);
}

/* ---- what leads to places ------------------------------------------------ */

static uint32_t last_line(const struct ep_profile_file *file,
                          const struct source *source)
{
    uint32_t last = (uint32_t)source->n_lines;

    if (file->n_lines && file->lines[file->n_lines - 1].line > last)
        last = file->lines[file->n_lines - 1].line;
    return last;
}

static void print_mark(FILE *out, uint32_t line, uint32_t n)
{
    (void)fprintf(out, "M0 %" PRIu32 "h1v%" PRIu32 "h-1z", line - 1, n);
}

/* The whole file in a strip beside the text: where it is not covered. */
static void print_map(const struct ep_profile_file *file, uint32_t n, FILE *out)
{
    uint32_t first, last;
    size_t at = 0;

    (void)fprintf(out,
                  "<svg class=\"map\" aria-hidden=\"true\" "
                  "preserveAspectRatio=\"none\" viewBox=\"0 0 1 %" PRIu32
                  "\"><path class=\"q\" d=\"",
                  n);
    for (size_t i = 0; i < file->n_lines; i++) {
        struct part part = tally_line(file, file->lines[i].line, &at);

        if (file->lines[i].count && part.covered < part.total)
            print_mark(out, file->lines[i].line, 1);
    }
    (void)fputs("\"/><path class=\"m\" d=\"", out);
    at = 0;
    while (tally_gap(file, &at, &first, &last))
        print_mark(out, first, last - first + 1);
    (void)fputs("\"/></svg>\n", out);
}

static void print_tools(const struct html_site *site,
                        const struct ep_profile_file *file)
{
    uint32_t first, last;
    char count[HTML_COUNT];
    FILE *out = site->out;
    size_t at = 0;

    (void)fputs("<div class=\"tools bar-top\">", out);
    if (tally_gap(file, &at, &first, &last)) {
        (void)fputs("<a class=\"plain\" ", out);
        html_href(site, site->file, first);
        (void)fputs(">First line that never ran</a>", out);
    } else {
        (void)fputs("<span>Every line ran</span>", out);
    }
    (void)fputs(
        "<span class=\"script\"><button data-step=\"1\">Next not covered"
        "</button> <span class=\"key\">n</span> "
        "<button data-step=\"-1\">Previous</button> "
        "<span class=\"key\">p</span> "
        "<button data-hot=\"1\">Hottest</button> "
        "<span class=\"key\">h</span>",
        out);
    if (site->cover.n)
        (void)fputs(" <button data-tests>Tests of the line</button> "
                    "<span class=\"key\">t</span>",
                    out);
    (void)fputs("</span>"
                "<span role=\"status\"></span><span class=\"scale\">1",
                out);
    for (unsigned i = 1; i <= HEATS; i++)
        (void)fprintf(out, "<s class=\"h%u\"></s>", i);
    (void)fprintf(out, "%s executions</span></div>\n",
                  html_count(site->most, count));
}

static unsigned digits(uint64_t n)
{
    unsigned result = 1;

    for (; n > 9; n /= 10)
        result++;
    return result;
}

int html_source(struct html_site *site)
{
    const struct ep_profile_file *file = &site->view->profile.files[site->file];
    struct source source;
    int status = source_read(site->view, file, &source);
    unsigned wide = 1;

    if (status)
        return status;
    if (source.why)
        source_miss(site->view, file, source.why);
    for (size_t i = 0; i < file->n_lines; i++)
        if (digits(file->lines[i].count) > wide)
            wide = digits(file->lines[i].count);
    print_tools(site, file);
    print_map(file, last_line(file, &source), site->out);
    (void)fprintf(site->out,
                  "<div class=\"source\" style=\"--l:%uch;--c:%uch\">\n",
                  digits(last_line(file, &source)), wide + wide / 3 + 3);
    print_lines(site, &source);
    (void)fputs("</div>\n", site->out);
    source_release(&source);
    return EP_OK;
}
