/* SPDX-License-Identifier: MIT
 *
 * mcdc - which conditions of each decision were shown to decide alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "shown.h"
#include "tool/say.h"

/* Whether --function wants DECISION; -1: no memory. */
static int is_wanted(const struct view *view,
                     const struct ep_profile_decision *decision)
{
    char *name;
    int wanted;

    if (view->options->functions.n == 0)
        return 1;
    name = name_demangle(decision->function);
    if (!name)
        return -1;
    wanted = view_wants(view, name, decision->function);
    free(name);
    return wanted;
}

typedef int decision_fn(const struct view *view, const struct source *source,
                        const struct ep_profile_decision *decision,
                        struct ep_buf *text);

/* Each decision of file I that is wanted. */
static int print_file(struct view *view, uint32_t i, decision_fn *print)
{
    const struct ep_profile_decision *at;
    size_t n = ep_profile_decisions_of(&view->decisions, i, &at);
    struct source source;
    struct ep_buf text = {0};
    int status = source_read(view, &view->profile.files[i], &source);

    for (; !status && n > 0; n--, at++) {
        int wanted = is_wanted(view, at);

        if (wanted < 0)
            status = EP_ENOMEM;
        else if (wanted)
            status = print(view, &source, at, &text);
        if (text.failed)
            status = EP_ENOMEM;
        ep_buf_clear(&text);
    }
    ep_buf_release(&text);
    source_release(&source);
    return status;
}

static int say_no_memory(void)
{
    say_error("out of memory");
    return EXIT_TROUBLE;
}

/* ---- text ---------------------------------------------------------------- */

static void add_shown(const struct ep_profile_decision *decision,
                      const struct ep_profile_condition *condition,
                      struct ep_buf *text)
{
    const struct ep_shown_condition *shown = &condition->shown;

    if (shown->masking != EP_SHOWN) {
        ep_buf_text(text, shown->masking == EP_NOT_SHOWN ? "not shown: "
                                                         : "not known: ");
        shown_why(decision, condition, text);
    } else if (shown->unique == EP_SHOWN) {
        ep_buf_text(text, "shown");
    } else {
        ep_buf_text(text, shown->unique == EP_NOT_SHOWN
                              ? "shown by masking, not by unique cause"
                              : "shown by masking, not known by unique cause");
    }
}

static int print_decision(const struct view *view, const struct source *source,
                          const struct ep_profile_decision *decision,
                          struct ep_buf *text)
{
    struct ep_decision_sum sum =
        ep_profile_decision_sum(&view->decisions, decision);
    const char *name = view->profile.files[decision->file].name;

    ep_buf_printf(text, "%s:%" PRIu32 ":", name, decision->at.line);
    if (decision->at.column)
        ep_buf_printf(text, "%" PRIu32 ":", decision->at.column);
    ep_buf_printf(text,
                  " %" PRIu32 " of %" PRIu32 " conditions shown, %" PRIu32
                  " by unique cause\n",
                  sum.masking, sum.n, sum.unique);
    for (uint32_t i = 0; i < decision->n; i++) {
        const struct ep_profile_condition *condition =
            &view->decisions.conditions[decision->first + i];

        if (condition->is_omitted)
            continue;
        ep_buf_printf(text, "%12" PRIu64 " true, %" PRIu64 " false: ",
                      condition->count[1], condition->count[0]);
        shown_name(source, condition, text);
        ep_buf_text(text, " ");
        add_shown(decision, condition, text);
        ep_buf_text(text, "\n");
    }
    if (!text->failed)
        (void)fputs(text->data, stdout);
    return EP_OK;
}

int mcdc_text(struct view *view)
{
    int status = view_decide(view);

    for (uint32_t i = 0; !status && i < view->profile.n_files; i++)
        if (view->shown[i])
            status = print_file(view, i, print_decision);
    return status ? say_no_memory() : EXIT_DONE;
}

/* ---- JSON ---------------------------------------------------------------- */

/* In how many evaluations the condition decided, being OUTCOME. */
static void add_outcome(const struct ep_profile_condition *condition,
                        const char *name, int outcome)
{
    json_open(name, '{');
    json_number("count", condition->count[outcome]);
    json_number("decided", condition->shown.least[outcome]);
    json_number("decided_most", condition->shown.most[outcome]);
    json_close('}');
}

static int add_condition(const struct view *view, const struct source *source,
                         const struct ep_profile_decision *decision,
                         const struct ep_profile_condition *condition)
{
    struct ep_buf text = {0};

    json_open(NULL, '{');
    if (condition->file != decision->file)
        json_text("file", view->profile.files[condition->file].name);
    json_number("line", condition->at.line);
    json_number("column", condition->at.column);
    add_outcome(condition, "true", 1);
    add_outcome(condition, "false", 0);
    json_text("masking", shown_word(condition->shown.masking));
    json_text("unique", shown_word(condition->shown.unique));
    shown_lack(source, decision, condition, &text);
    if (text.size)
        json_text("lacks", text.data);
    json_close('}');
    ep_buf_release(&text);
    return text.failed ? EP_ENOMEM : EP_OK;
}

static int add_decision(const struct view *view, const struct source *source,
                        const struct ep_profile_decision *decision,
                        struct ep_buf *text)
{
    struct ep_decision_sum sum =
        ep_profile_decision_sum(&view->decisions, decision);
    char *function = name_demangle(decision->function);
    int status = EP_OK;

    (void)text;
    if (!function)
        return EP_ENOMEM;
    json_open(NULL, '{');
    json_number("line", decision->at.line);
    json_number("column", decision->at.column);
    json_text("function", function);
    free(function);
    json_number("conditions", sum.n);
    json_number("covered", sum.masking);
    json_number("unique", sum.unique);
    json_number("unknown", sum.unknown);
    json_flag("whole", decision->is_whole);
    json_open("operands", '[');
    for (uint32_t i = 0; !status && i < decision->n; i++) {
        const struct ep_profile_condition *condition =
            &view->decisions.conditions[decision->first + i];

        if (!condition->is_omitted)
            status = add_condition(view, source, decision, condition);
    }
    json_close(']');
    json_close('}');
    return status;
}

int mcdc_json(struct view *view)
{
    const struct ep_profile_decision *first;
    int status = view_decide(view);

    json_begin(view, "mcdc", "files");
    for (uint32_t i = 0; !status && i < view->profile.n_files; i++) {
        if (!view->shown[i] ||
            ep_profile_decisions_of(&view->decisions, i, &first) == 0)
            continue;
        json_open_item();
        json_text("file", view->profile.files[i].name);
        json_open("decisions", '[');
        status = print_file(view, i, add_decision);
        json_close(']');
        json_close_item();
    }
    json_end();
    return status ? say_no_memory() : EXIT_DONE;
}
