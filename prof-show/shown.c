/* SPDX-License-Identifier: MIT */
#include "shown.h"

#include <string.h>

#include "operand.h"

/* ---- what is written ----------------------------------------------------- */

enum { TEXT_MAX = 40 };

void shown_name(const struct source *source,
                const struct ep_profile_condition *condition,
                struct ep_buf *out)
{
    const char *line = condition->at.line <= source->n_lines
                           ? source->lines[condition->at.line - 1]
                           : "";
    size_t start;
    size_t size = operand_find(line, condition->at.column, &start);

    if (size == 0) {
        ep_buf_text(out, "the condition");
        return;
    }
    ep_buf_text(out, "`");
    ep_buf_add(out, line + start, size < TEXT_MAX ? size : TEXT_MAX);
    ep_buf_text(out, size < TEXT_MAX ? "`" : "...`");
}

/* ---- what is shown ------------------------------------------------------- */

static const char *const outcomes[] = {"false", "true"};

void shown_why(const struct ep_profile_decision *decision,
               const struct ep_profile_condition *condition, struct ep_buf *out)
{
    const uint64_t *count = condition->count;

    if (count[0] == 0 && count[1] == 0) {
        ep_buf_text(out, "it was never evaluated");
        return;
    }
    for (int k = 0; k < 2; k++)
        if (count[k] == 0) {
            ep_buf_printf(out, "it was never %s", outcomes[k]);
            return;
        }
    for (int k = 0; k < 2; k++)
        if (condition->shown.most[k] == 0) {
            ep_buf_printf(out, "it never decided while it was %s", outcomes[k]);
            return;
        }
    ep_buf_text(out, decision->is_whole
                         ? "the counts do not tell"
                         : "what else is part of the decision is not known");
}

void shown_lack(const struct source *source,
                const struct ep_profile_decision *decision,
                const struct ep_profile_condition *condition,
                struct ep_buf *out)
{
    if (condition->shown.masking == EP_SHOWN)
        return;
    shown_name(source, condition, out);
    ep_buf_text(out, condition->shown.masking == EP_NOT_SHOWN
                         ? " alone was never shown to decide: "
                         : " alone may not have been shown to decide: ");
    shown_why(decision, condition, out);
}

const char *shown_word(enum ep_shown shown)
{
    static const char *const words[] = {[EP_NOT_SHOWN] = "not shown",
                                        [EP_SHOWN] = "shown",
                                        [EP_SHOWN_UNKNOWN] = "unknown"};

    return words[shown];
}

struct part shown_part(const struct view *view,
                       const struct ep_profile_decision *decision)
{
    struct ep_decision_sum sum =
        ep_profile_decision_sum(&view->decisions, decision);

    return (struct part){sum.masking, sum.n};
}

struct part shown_file(const struct view *view, uint32_t file)
{
    const struct ep_profile_decision *at;
    size_t n = ep_profile_decisions_of(&view->decisions, file, &at);
    struct part sum = {0};

    for (; n > 0; n--, at++) {
        struct part part = shown_part(view, at);

        sum.covered += part.covered;
        sum.total += part.total;
    }
    return sum;
}

struct part shown_all(const struct view *view)
{
    struct part sum = {0};

    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        struct part part = {0};

        if (view->shown[i])
            part = shown_file(view, i);
        sum.covered += part.covered;
        sum.total += part.total;
    }
    return sum;
}

/* Those of DECISION, into TEXT one by one. */
static void each_lack(const struct view *view, const struct source *source,
                      const struct ep_profile_decision *decision,
                      shown_fn *take, void *context, struct ep_buf *text)
{
    for (uint32_t i = 0; i < decision->n; i++) {
        const struct ep_profile_condition *condition =
            &view->decisions.conditions[decision->first + i];

        ep_buf_clear(text);
        if (condition->is_omitted || condition->shown.masking == EP_SHOWN)
            continue;
        shown_lack(source, decision, condition, text);
        if (text->failed)
            return;
        take(context, decision, condition, text->data);
    }
}

int shown_each_lack(struct view *view, uint32_t file, shown_fn *take,
                    void *context)
{
    const struct ep_profile_decision *at;
    struct source source = {0};
    struct ep_buf text = {0};
    size_t n = 0;
    int status = view_decide(view);

    if (!status)
        n = ep_profile_decisions_of(&view->decisions, file, &at);
    if (n)
        status = source_read(view, &view->profile.files[file], &source);
    for (; !status && n > 0; n--, at++) {
        each_lack(view, &source, at, take, context, &text);
        status = text.failed ? EP_ENOMEM : EP_OK;
    }
    ep_buf_release(&text);
    source_release(&source);
    return status;
}
