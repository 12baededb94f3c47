/* SPDX-License-Identifier: MIT
 *
 * check - gates for test suites: fail unless enough is covered, and say where
 * it is not.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "colour.h"
#include "gates/gates.h"
#include "tool/say.h"

static void print_verdict(void *context, const struct gate_verdict *verdict)
{
    (void)context;
    (void)fputs(verdict->text, stdout);
    if (!verdict->is_sum)
        (void)printf(": %s%s%s", colour(verdict->passed),
                     verdict->passed ? "passed" : "failed", colour_end());
    if (verdict->rule)
        (void)printf(" (%s, rule %u)", verdict->file, verdict->rule);
    else if (verdict->file)
        (void)printf(" (%s)", verdict->file);
    (void)putchar('\n');
}

static void print_place(void *context, uint32_t file, uint32_t line,
                        const char *fact, const char *text)
{
    const struct view *view = context;

    (void)printf("  %s:%" PRIu32 ":%s%s%s%s\n", view->profile.files[file].name,
                 line, *fact ? " " : "", fact, *text ? *fact ? ":  " : " " : "",
                 text);
}

static void print_more(void *context, size_t n)
{
    (void)context;
    (void)printf("  and %zu more: prof-show missing lists them\n", n);
}

int check_text(struct view *view)
{
    const struct gate_say say = {view, print_verdict, print_place, print_more};
    struct rows rows;
    int result;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    result = gates_judge(view, &rows, &say);
    rows_release(&rows);
    return result;
}
