/* SPDX-License-Identifier: MIT */
#include "code_span.h"

#include <stdio.h>

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

/* In code only a bar means something to a table, and what the code ends with:
 * more backticks than there are in it, behind a space if it has some. */
void code_span(const char *text, int in_table)
{
    int ticks = longest_run(text, '`');
    const char *space = ticks ? " " : "";

    print_fence(ticks + 1);
    (void)printf("%s", space);
    for (; *text; text++)
        (void)printf(*text == '|' && in_table ? "\\%c" : "%c", *text);
    (void)printf("%s", space);
    print_fence(ticks + 1);
}
