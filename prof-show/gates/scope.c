/* SPDX-License-Identifier: MIT */
#include "gates/scope.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/order.h"
#include "gates/places.h"

/* The files of SCOPE, which stand together since files go by path, from *FIRST
 * on; returns one past the last.  A function is of none. */
static uint32_t files_of(const struct view *view, const struct scope *scope,
                         uint32_t *first)
{
    const struct ep_profile *profile = &view->profile;
    uint32_t end;

    *first = 0;
    switch (scope->in) {
    case IN_TOTAL:
        return (uint32_t)profile->n_files;
    case IN_FUNCTION:
        return 0;
    case IN_FILE:
        *first = scope->file;
        return scope->file + 1;
    case IN_FOLDER:
        break;
    }
    *first = scope->file;
    for (end = *first; end < profile->n_files; end++) {
        const char *name = profile->files[end].name;

        if (strncmp(name, scope->name, scope->length) != 0 ||
            name[scope->length] != '/')
            break;
    }
    return end;
}

/* ---- how much ------------------------------------------------------------ */

static struct part pick(const struct tally *tally, enum rule_of of)
{
    if (of == OF_FUNCTIONS)
        return tally->functions;
    return of == OF_BRANCHES ? tally->branches : tally->lines;
}

typedef void decision_fn(void *context,
                         const struct ep_profile_decisions *decisions,
                         const struct ep_profile_decision *decision);

/* Call TAKE with each decision of SCOPE.  EP_OK or EP_ENOMEM. */
static int each_decision(struct view *view, const struct scope *scope,
                         decision_fn *take, void *context)
{
    struct ep_profile_decisions own = {0};
    uint32_t i, end = files_of(view, scope, &i);
    int status = view_decide(view);

    for (; !status && i < end; i++) {
        const struct ep_profile_decision *at;
        size_t n = ep_profile_decisions_of(&view->decisions, i, &at);

        for (; view->shown[i] && n > 0; n--, at++)
            take(context, &view->decisions, at);
    }
    if (scope->in == IN_FUNCTION && !status)
        status = ep_profile_decisions_make(&view->profile, scope->row->first,
                                           scope->row->n_variants, &own);
    for (size_t j = 0; j < own.n; j++)
        if (view->shown[own.items[j].file])
            take(context, &own, &own.items[j]);
    ep_profile_decisions_release(&own);
    return status;
}

static void add_decision(void *context,
                         const struct ep_profile_decisions *decisions,
                         const struct ep_profile_decision *decision)
{
    struct ep_decision_sum sum = ep_profile_decision_sum(decisions, decision);
    struct part *part = context;

    part->covered += sum.masking;
    part->total += sum.n;
}

static int row_part(const struct row *row, enum rule_of of, struct part *out)
{
    switch (of) {
    case OF_FUNCTIONS:
        *out = (struct part){!row->never_called, 1};
        return EP_OK;
    case OF_BRANCHES:
        return row_branches(row, out);
    default:
        break;
    }
    *out = row->lines;
    return EP_OK;
}

int scope_part(struct view *view, const struct scope *scope, enum rule_of of,
               struct part *out)
{
    uint32_t i, end;

    *out = (struct part){0};
    if (of == OF_MCDC)
        return each_decision(view, scope, add_decision, out);
    if (scope->in == IN_FUNCTION)
        return row_part(scope->row, of, out);
    for (end = files_of(view, scope, &i); i < end; i++) {
        struct tally tally;
        struct part part;

        if (!view->shown[i])
            continue;
        tally = tally_file(&view->profile.files[i]);
        part = pick(&tally, of);
        out->covered += part.covered;
        out->total += part.total;
    }
    return EP_OK;
}

/* ---- what is missing ----------------------------------------------------- */

static void print_line(struct places *places, uint32_t file, uint32_t line)
{
    places_say(places, (struct gate_place){file, line, 0, "", ""});
}

static void print_lines(struct places *places, const struct scope *scope)
{
    const struct view *view = places->view;
    uint32_t i, end;

    if (scope->in == IN_FUNCTION)
        for (size_t j = 0; j < scope->row->n_missing; j++)
            print_line(places, scope->row->missing[j].file,
                       scope->row->missing[j].line);
    for (end = files_of(view, scope, &i); i < end; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];

        for (size_t j = 0; view->shown[i] && j < file->n_lines; j++)
            if (file->lines[j].count == 0)
                print_line(places, i, file->lines[j].line);
    }
}

static void print_function(struct places *places, const struct row *row)
{
    if (row->never_called && row->first->file != EP_NONE)
        places_say(places, (struct gate_place){row->first->file,
                                               row->first->function->line, 0,
                                               row->name, ""});
}

static void print_functions(struct places *places, const struct rows *rows,
                            const struct scope *scope)
{
    uint32_t first, end = files_of(places->view, scope, &first);

    if (scope->in == IN_FUNCTION)
        print_function(places, scope->row);
    for (size_t i = 0; first < end && i < rows->n; i++) {
        const struct row *row = &rows->items[i];

        if (row->first->file >= first && row->first->file < end)
            print_function(places, row);
    }
}

static int is_before(const void *outcome, const void *line)
{
    return ((const struct ep_outcome *)outcome)->line < *(const uint32_t *)line;
}

/* Whether OUTCOME's branch is the only one of its line; END is behind the last
 * outcome. */
static int is_only_branch(const struct ep_outcome *outcome,
                          const struct ep_outcome *end)
{
    uint32_t line = outcome->line;

    for (; outcome < end && outcome->line == line; outcome++)
        if (outcome->branch->nth > 0)
            return 0;
    return 1;
}

/* "never true", and of which branch. */
static void print_never(const struct ep_profile_file *file, size_t i,
                        char out[64])
{
    const struct ep_outcome *outcome = &file->outcomes[i];

    if (is_only_branch(outcome, file->outcomes + file->n_outcomes))
        (void)snprintf(out, 64, "never %.40s", outcome->name);
    else
        (void)snprintf(out, 64, "never %.24s at column %" PRIu32, outcome->name,
                       outcome->branch->at.column);
}

/* The outcomes of FILE from line FIRST to LAST. */
static void print_outcomes(struct places *places, uint32_t index,
                           uint32_t first, uint32_t last)
{
    const struct ep_profile_file *file = &places->view->profile.files[index];
    size_t i = ep_lower_bound(file->outcomes, file->n_outcomes,
                              sizeof *file->outcomes, is_before, &first);

    for (; i < file->n_outcomes && file->outcomes[i].line <= last; i++) {
        const struct ep_outcome *outcome = &file->outcomes[i];
        char fact[64];

        if (outcome->count > 0)
            continue;
        print_never(file, i, fact);
        places_say(places,
                   (struct gate_place){index, outcome->line,
                                       outcome->branch->at.column, fact, ""});
    }
}

static void print_branches(struct places *places, const struct scope *scope)
{
    const struct view *view = places->view;
    uint32_t i, end;

    if (scope->in == IN_FUNCTION) {
        const struct ep_profile_function *first = scope->row->first;

        for (size_t j = 0; j < first->n_branches; j++) {
            const struct ep_function_branch *own = &first->branches[j];
            int is_next = j > 0 && own->file == own[-1].file &&
                          own->at.line == own[-1].at.line;

            if (!is_next && view->shown[own->file])
                print_outcomes(places, own->file, own->at.line, own->at.line);
        }
    }
    for (end = files_of(view, scope, &i); i < end; i++)
        if (view->shown[i])
            print_outcomes(places, i, 0, UINT32_MAX);
}

static void print_decision(void *context,
                           const struct ep_profile_decisions *decisions,
                           const struct ep_profile_decision *decision)
{
    struct places *places = context;

    for (uint32_t i = 0; i < decision->n; i++) {
        const struct ep_profile_condition *condition =
            &decisions->conditions[decision->first + i];
        char fact[64];

        if (!condition->is_omitted && condition->shown.masking != EP_SHOWN)
            places_say(places, places_condition(condition, fact));
    }
}

int scope_say_missing(struct view *view, const struct rows *rows,
                      const struct scope *scope, enum rule_of of,
                      const struct gate_say *say)
{
    struct places places = {.view = view, .say = say, .file = EP_NONE};

    switch (of) {
    case OF_LINES:
        print_lines(&places, scope);
        break;
    case OF_FUNCTIONS:
        print_functions(&places, rows, scope);
        break;
    case OF_BRANCHES:
        print_branches(&places, scope);
        break;
    case OF_MCDC:
        if (each_decision(view, scope, print_decision, &places))
            places.status = EP_ENOMEM;
        break;
    case RULE_OFS:
        break;
    }
    return places_end(&places);
}
