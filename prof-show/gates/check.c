/* SPDX-License-Identifier: MIT
 *
 * check - gates for test suites: fail unless enough is covered, and say where
 * it is not.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "colour.h"
#include "gates/check.h"
#include "tool/say.h"

int check_judge(struct view *view, const struct gate_say *say)
{
    struct rows rows;
    int result;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    result = gates_judge(view, &rows, say);
    rows_release(&rows);
    return result;
}

void check_from(const struct gate_verdict *verdict, FILE *out)
{
    if (verdict->rule)
        (void)fprintf(out, " (%s, rule %u)", verdict->file, verdict->rule);
    else if (verdict->file)
        (void)fprintf(out, " (%s)", verdict->file);
}

static int print_verdict(void *context, const struct gate_verdict *verdict)
{
    (void)context;
    (void)fputs(verdict->text, stdout);
    if (!verdict->is_sum)
        (void)printf(": %s%s%s",
                     colour(verdict->passed ? LEVEL_HIGH : LEVEL_LOW),
                     verdict->passed ? "passed" : "failed", colour_end());
    check_from(verdict, stdout);
    (void)putchar('\n');
    return EP_OK;
}

static int print_place(void *context, const struct gate_place *place)
{
    const struct view *view = context;
    const char *fact = place->fact, *text = place->text;

    (void)printf("  %s:%" PRIu32 ":%s%s%s%s\n",
                 view->profile.files[place->file].name, place->line,
                 *fact ? " " : "", fact, *text ? *fact ? ":  " : " " : "",
                 text);
    return EP_OK;
}

static void print_more(void *context, size_t n)
{
    (void)context;
    (void)printf("  and %zu more: prof-show missing lists them\n", n);
}

int check_text(struct view *view)
{
    return check_judge(view,
                       &(struct gate_say){view, print_verdict, print_place,
                                          GATE_PLACES, print_more});
}
