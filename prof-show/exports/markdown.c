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

static void print_tally(const struct tally *tally)
{
    print_part(tally->lines);
    print_part(tally->functions);
    print_part(tally->branches);
    (void)putchar('\n');
}

static int longest_run(const char *text, char of)
{
    int longest = 0;
    int run = 0;

    for (; *text; text++) {
        run = *text == of ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

static void print_fence(int ticks)
{
    while (ticks-- > 0)
        (void)putchar('`');
}

/* A name is code, in which only a bar means something to a table, and what the
 * code ends with: more backticks than there are in it, behind a space if it has
 * some. */
static void print_name(const char *name)
{
    int ticks = longest_run(name, '`');
    const char *space = ticks ? " " : "";

    print_fence(ticks + 1);
    (void)printf("%s", space);
    for (; *name; name++)
        (void)printf(*name == '|' ? "\\%c" : "%c", *name);
    (void)printf("%s", space);
    print_fence(ticks + 1);
}

static void print_file(const char *name, const struct tally *tally)
{
    (void)printf("| ");
    print_name(name);
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
