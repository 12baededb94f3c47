/* SPDX-License-Identifier: MIT
 *
 * coverage as a table of Markdown, for the comment on a change.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "code_span.h"
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

static void print_tally(const struct tally *tally)
{
    print_part(tally->lines);
    print_part(tally->functions);
    print_part(tally->branches);
    (void)putchar('\n');
}

static void print_file(const char *name, const struct tally *tally)
{
    (void)printf("| ");
    code_span(name, 1);
    (void)printf(" |");
    print_tally(tally);
}

int markdown(struct view *view)
{
    struct tally all = tally_all(view);

    (void)puts("| File | Lines | Functions | Branches |\n"
               "|:-----|------:|----------:|---------:|");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        struct tally tally = tally_file(&view->profile.files[i]);

        if (view->shown[i] && tally.lines.total > 0)
            print_file(view->profile.files[i].name, &tally);
    }
    (void)printf("| **Total** |");
    print_tally(&all);
    return EXIT_DONE;
}
