/* SPDX-License-Identifier: MIT
 *
 * Both profiles have the same files, functions, lines and outcomes in the same
 * order; but markers and --diff may have taken some out of the later one.
 */
#include "gates/against.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gates/places.h"
#include "rows.h"
#include "tool/say.h"

struct against {
    struct view *view;
    struct rows before;                    /* by place */
    struct rows after;                     /* likewise */
    struct ep_profile_decisions decisions; /* before; with --mcdc */
    const char *name;
    struct places places;
    int is_said;      /* the verdict: places follow */
    struct part kept; /* of what ran before */
};

/* What ran before, and now N times, at PLACE. */
static void take(struct against *against, uint64_t n, struct gate_place place)
{
    if (against->is_said && n == 0)
        places_say(&against->places, place);
    if (against->is_said)
        return;
    against->kept.total++;
    against->kept.covered += n > 0;
}

static void take_lines(struct against *against, uint32_t i)
{
    const struct ep_profile_file *before = &against->view->other.files[i];
    const struct ep_profile_file *after = &against->view->profile.files[i];
    size_t at = 0;

    for (size_t j = 0; j < after->n_lines; j++) {
        const struct ep_line_count *line = &after->lines[j];

        while (at < before->n_lines && before->lines[at].line < line->line)
            at++;
        if (at < before->n_lines && before->lines[at].line == line->line &&
            before->lines[at].count > 0)
            take(against, line->count,
                 (struct gate_place){i, line->line, 0, "", ""});
    }
}

static int same_outcome(const struct ep_outcome *a, const struct ep_outcome *b)
{
    return a->line == b->line && a->branch->id == b->branch->id &&
           a->branch->nth == b->branch->nth && strcmp(a->name, b->name) == 0;
}

static void take_branches(struct against *against, uint32_t i)
{
    const struct ep_profile_file *before = &against->view->other.files[i];
    const struct ep_profile_file *after = &against->view->profile.files[i];
    size_t at = 0;

    for (size_t j = 0; j < after->n_outcomes; j++) {
        const struct ep_outcome *outcome = &after->outcomes[j];
        char fact[64];

        while (at < before->n_outcomes &&
               !same_outcome(&before->outcomes[at], outcome))
            at++;
        if (at == before->n_outcomes || before->outcomes[at].count == 0)
            continue;
        (void)snprintf(fact, sizeof fact, "never %.40s", outcome->name);
        take(against, outcome->count,
             (struct gate_place){i, outcome->line, outcome->branch->at.column,
                                 fact, ""});
    }
}

static int same_place(const struct ep_profile_condition *a,
                      const struct ep_profile_condition *b)
{
    return a->file == b->file && a->at.line == b->at.line &&
           a->at.column == b->at.column;
}

/* The conditions of AFTER, if it is BEFORE; 0: it is not. */
static int take_decision(struct against *against,
                         const struct ep_profile_decision *before,
                         const struct ep_profile_decision *after)
{
    const struct ep_profile_condition *then =
        &against->decisions.conditions[before->first];
    const struct ep_profile_condition *now =
        &against->view->decisions.conditions[after->first];
    char fact[64];

    if (before->n != after->n)
        return 0;
    for (uint32_t i = 0; i < after->n; i++)
        if (!same_place(&then[i], &now[i]))
            return 0;
    for (uint32_t i = 0; i < after->n; i++)
        if (!now[i].is_omitted && then[i].shown.masking == EP_SHOWN)
            take(against, now[i].shown.masking == EP_SHOWN,
                 places_condition(&now[i], fact));
    return 1;
}

static void take_conditions(struct against *against, uint32_t file)
{
    const struct ep_profile_decision *before, *after;
    size_t n = ep_profile_decisions_of(&against->decisions, file, &before);
    size_t n_after =
        ep_profile_decisions_of(&against->view->decisions, file, &after);
    size_t at = 0;

    for (size_t i = 0; i < n_after; i++) {
        size_t j = at;

        while (j < n && !take_decision(against, &before[j], &after[i]))
            j++;
        if (j < n)
            at = j + 1;
    }
}

static int same_function(const struct row *a, const struct row *b)
{
    return a->first->file == b->first->file &&
           a->first->function->line == b->first->function->line &&
           strcmp(a->first->function->name, b->first->function->name) == 0;
}

static void take_functions(struct against *against)
{
    const struct rows *before = &against->before;
    size_t at = 0;

    for (size_t i = 0; i < against->after.n; i++) {
        const struct row *row = &against->after.items[i];

        while (at < before->n && !same_function(&before->items[at], row))
            at++;
        if (at < before->n && !before->items[at].never_called &&
            row->first->file != EP_NONE)
            take(against, !row->never_called,
                 (struct gate_place){row->first->file,
                                     row->first->function->line, 0, row->name,
                                     ""});
    }
}

static void take_all(struct against *against, enum rule_of of)
{
    const struct view *view = against->view;

    if (of == OF_FUNCTIONS)
        take_functions(against);
    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        if (!view->shown[i])
            continue;
        if (of == OF_LINES)
            take_lines(against, i);
        else if (of == OF_BRANCHES)
            take_branches(against, i);
        else if (of == OF_MCDC)
            take_conditions(against, i);
    }
}

/* EP_OK or EP_ENOMEM. */
static int judge(struct against *against, const struct gate_say *say,
                 enum rule_of of)
{
    struct gate_verdict verdict = {.of = of, .name = ""};
    struct part all;
    char percent[PERCENT_TEXT];
    struct ep_buf text = {0};

    against->kept = (struct part){0};
    against->is_said = 0;
    take_all(against, of);
    all = (struct part){against->kept.total, against->kept.total};
    verdict.got = against->kept;
    verdict.before = &all;
    verdict.passed = against->kept.covered == against->kept.total;
    ep_buf_printf(&text, "%s %s in %s", rule_of_name(of),
                  of == OF_MCDC ? "shown" : "that ran", against->name);
    verdict.n_title = text.size;
    ep_buf_printf(&text, ": %s %% (%" PRIu64 " of %" PRIu64 "), wanted all",
                  percent_text(against->kept, percent), against->kept.covered,
                  against->kept.total);
    if (verdict_say(say, &text, verdict))
        return EP_ENOMEM;
    against->is_said = 1;
    against->places =
        (struct places){.view = against->view, .say = say, .file = EP_NONE};
    take_all(against, of);
    return places_end(&against->places);
}

/* Both as they are in the source. */
static int make_rows(struct against *against)
{
    struct view earlier = *against->view;

    earlier.profile = against->view->other;
    if (rows_make(&earlier, &against->before) ||
        rows_make(against->view, &against->after))
        return EP_ENOMEM;
    rows_order_by_place(&against->before);
    rows_order_by_place(&against->after);
    return EP_OK;
}

/* Those before, and those now. */
static int make_decisions(struct against *against)
{
    const struct ep_profile *other = &against->view->other;

    if (view_decide(against->view))
        return EP_ENOMEM;
    return ep_profile_decisions_make(other, other->functions,
                                     other->n_functions, &against->decisions);
}

int against_check(struct view *view, const struct gate_say *say,
                  const char *name)
{
    static const enum rule_of ofs[] = {OF_LINES, OF_FUNCTIONS, OF_BRANCHES,
                                       OF_MCDC};
    size_t n = sizeof ofs / sizeof *ofs - !view->options->mcdc;
    struct against against = {.view = view, .name = name};
    int status = make_rows(&against);
    int result = EXIT_DONE;

    if (!status && view->options->mcdc)
        status = make_decisions(&against);
    for (size_t i = 0; !status && i < n; i++) {
        status = judge(&against, say, ofs[i]);
        if (against.kept.covered < against.kept.total)
            result = EXIT_GATE;
    }
    rows_release(&against.before);
    rows_release(&against.after);
    ep_profile_decisions_release(&against.decisions);
    if (!status)
        return result;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
