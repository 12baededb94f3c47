/* SPDX-License-Identifier: MIT
 *
 * coverage as a table of Markdown, for the comment on a change.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "tally.h"

static void print_part(struct part part)
{
    char percent[PERCENT_TEXT];

    if (part.total)
        (void)printf(" %s %% (%" PRIu64 "/%" PRIu64 ") |",
                     percent_text(part, percent), part.covered, part.total);
    else
        (void)printf(" - |");
}

/* A name is code, in which only a bar means something to a table. */
static void print_row(const char *name, const char *mark,
                      const struct tally *tally)
{
    (void)printf("| %s", mark);
    for (; *name; name++)
        (void)printf(*name == '|' ? "\\%c" : "%c", *name);
    (void)printf("%s |", mark);
    print_part(tally->lines);
    print_part(tally->functions);
    print_part(tally->branches);
    (void)putchar('\n');
}

int markdown(struct view *view)
{
    struct tally all = tally_all(view);

    (void)puts("| File | Lines | Functions | Branches |\n"
               "|:-----|------:|----------:|---------:|");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        struct tally tally = tally_file(&view->profile.files[i]);

        if (view->shown[i] && tally.lines.total > 0)
            print_row(view->profile.files[i].name, "`", &tally);
    }
    print_row("Total", "**", &all);
    return EXIT_DONE;
}
