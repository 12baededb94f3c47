/* SPDX-License-Identifier: MIT
 *
 * coverage as a table of Markdown, for the comment on a change.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "code_span.h"
#include "shown.h"
#include "tool/say.h"

static void print_part(struct part part)
{
    char percent[PERCENT_TEXT];

    if (part.total)
        (void)printf(" %s %% (%" PRIu64 "/%" PRIu64 ") |",
                     percent_text(part, percent), part.covered, part.total);
    else
        (void)printf(" - |");
}

/* CONDITIONS may be NULL: they are not asked for. */
static void print_tally(const struct tally *tally,
                        const struct part *conditions)
{
    print_part(tally->lines);
    print_part(tally->functions);
    print_part(tally->branches);
    if (conditions)
        print_part(*conditions);
    (void)putchar('\n');
}

static void print_file(const struct view *view, uint32_t i)
{
    const struct ep_profile_file *file = &view->profile.files[i];
    struct tally tally = tally_file(file);
    struct part conditions = {0};

    if (!view->shown[i] || tally.lines.total == 0)
        return;
    if (view->options->mcdc)
        conditions = shown_file(view, i);
    (void)printf("| ");
    code_span(file->name, 1);
    (void)printf(" |");
    print_tally(&tally, view->options->mcdc ? &conditions : NULL);
}

int markdown(struct view *view)
{
    struct tally all = tally_all(view);
    struct part conditions = {0};
    int mcdc = view->options->mcdc;

    if (mcdc && view_decide(view)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    (void)printf("| File | Lines | Functions | Branches |%s\n"
                 "|:-----|------:|----------:|---------:|%s\n",
                 mcdc ? " Conditions (MC/DC) |" : "",
                 mcdc ? "-------------------:|" : "");
    for (uint32_t i = 0; i < view->profile.n_files; i++)
        print_file(view, i);
    if (mcdc)
        conditions = shown_all(view);
    (void)printf("| **Total** |");
    print_tally(&all, mcdc ? &conditions : NULL);
    return EXIT_DONE;
}
