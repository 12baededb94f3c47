/* SPDX-License-Identifier: MIT
 *
 * Which tests ran the page's file, and which of its lines: what the script reads
 * to say which tests ran one line.
 */
#include <inttypes.h>

#include "html/html.h"
#include "xml.h"

/* The number that COVER has for the first line of the page's file. */
static size_t first_number(const struct html_site *site)
{
    const struct view *view = site->view;
    size_t first = 0;

    for (uint32_t i = 0; i < site->file; i++)
        if (view->shown[i])
            first += view->profile.files[i].n_lines;
    return first;
}

static int ran(const struct test *test, size_t number)
{
    return (int)(test->bits[number / 64] >> number % 64 & 1);
}

static uint64_t count_ran(const struct test *test, size_t first, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (uint64_t)ran(test, first + i);
    return sum;
}

/* As 3-5, 9; what is between two lines with code that ran has no code. */
static void print_ranges(const struct html_site *site, const struct test *test,
                         size_t first)
{
    const struct ep_profile_file *file = &site->view->profile.files[site->file];
    const char *before = "";

    for (size_t i = 0; i < file->n_lines; i++) {
        size_t last = i;

        if (!ran(test, first + i))
            continue;
        while (last + 1 < file->n_lines && ran(test, first + last + 1))
            last++;
        (void)fprintf(site->out, "%s%" PRIu32, before, file->lines[i].line);
        if (last > i)
            (void)fprintf(site->out, "-%" PRIu32, file->lines[last].line);
        before = ", ";
        i = last;
    }
}

static void print_test(const struct html_site *site, const struct test *test,
                       size_t first, uint64_t n)
{
    char count[HTML_COUNT];

    (void)fprintf(site->out, "<tr><td class=\"n\">%s</td><td>",
                  html_count(n, count));
    xml_text(site->out, test->name);
    (void)fputs("</td><td>", site->out);
    print_ranges(site, test, first);
    (void)fputs("</td></tr>\n", site->out);
}

void html_tests(const struct html_site *site)
{
    const struct ep_profile_file *file = &site->view->profile.files[site->file];
    size_t first = first_number(site);
    size_t n_tests = 0;

    for (size_t i = 0; i < site->cover.n; i++) {
        const struct test *test = &site->cover.tests[i];
        uint64_t n = count_ran(test, first, file->n_lines);

        if (n == 0)
            continue;
        if (n_tests++ == 0)
            (void)fputs(
                "<details><summary><h2>Tests</h2></summary>\n"
                "<div class=\"table tests\"><table><thead><tr>"
                "<th scope=\"col\" aria-sort=\"none\" class=\"n\">Lines</th>"
                "<th scope=\"col\" aria-sort=\"none\">Test</th>"
                "<th scope=\"col\">Which</th></tr></thead><tbody>\n",
                site->out);
        print_test(site, test, first, n);
    }
    if (n_tests)
        (void)fputs("</tbody></table></div></details>\n", site->out);
}
