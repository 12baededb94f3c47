/* SPDX-License-Identifier: MIT
 *
 * coverage as CSV (RFC 4180, lines end in LF), for spreadsheets.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "shown.h"
#include "tool/say.h"

static void print_text(const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        (void)fputs(text, stdout);
        return;
    }
    (void)putchar('"');
    for (; *text; text++)
        (void)printf(*text == '"' ? "\"%c" : "%c", *text);
    (void)putchar('"');
}

static void print_part(struct part part)
{
    (void)printf(",%" PRIu64 ",%" PRIu64, part.covered, part.total);
}

int csv(struct view *view)
{
    const struct ep_profile_file *file;
    size_t next = 0;
    int mcdc = view->options->mcdc;

    if (mcdc && view_decide(view)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    (void)printf("file,lines_covered,lines,functions_covered,functions,"
                 "branches_covered,branches%s\n",
                 mcdc ? ",mcdc_covered,mcdc" : "");
    while ((file = view_next(view, &next)) != NULL) {
        struct tally tally = tally_file(file);

        print_text(file->name);
        print_part(tally.lines);
        print_part(tally.functions);
        print_part(tally.branches);
        if (mcdc)
            print_part(shown_file(view, (uint32_t)(next - 1)));
        (void)putchar('\n');
    }
    return EXIT_DONE;
}
