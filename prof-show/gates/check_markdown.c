/* SPDX-License-Identifier: MIT
 *
 * check as a list in Markdown, for the comment on a change.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "code_span.h"
#include "gates/check.h"

static int print_verdict(void *context, const struct gate_verdict *verdict)
{
    (void)context;
    (void)printf("- %s ", verdict->passed ? "passed:" : "**failed:**");
    code_span(verdict->text, 0);
    check_from(verdict, stdout);
    (void)putchar('\n');
    return EP_OK;
}

static int print_place(void *context, const struct gate_place *place)
{
    const struct view *view = context;
    const char *text = place->text + strspn(place->text, " \t");
    struct ep_buf at = {0};
    int failed;

    ep_buf_printf(&at, "%s:%" PRIu32, view->profile.files[place->file].name,
                  place->line);
    failed = at.failed;
    if (!failed) {
        (void)fputs("  - ", stdout);
        code_span(at.data, 0);
        if (*place->fact) {
            (void)putchar(' ');
            code_span(place->fact, 0);
        }
        if (*text) {
            (void)fputs(": ", stdout);
            code_span(text, 0);
        }
        (void)putchar('\n');
    }
    ep_buf_release(&at);
    return failed ? EP_ENOMEM : EP_OK;
}

static void print_more(void *context, size_t n)
{
    (void)context;
    (void)printf("  - and %zu more\n", n);
}

int check_markdown(struct view *view)
{
    return check_judge(view,
                       &(struct gate_say){view, print_verdict, print_place,
                                          GATE_PLACES, print_more});
}
