/* SPDX-License-Identifier: MIT */
#include "scope.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "source.h"

#define SHOWN_MAX 100u /* places */

static int has_file(const struct view *view, const struct scope *scope,
                    uint32_t file)
{
    const char *name;

    if (file == EP_NONE || !view->shown[file])
        return 0;
    name = view->profile.files[file].name;
    switch (scope->in) {
    case IN_TOTAL:
        return 1;
    case IN_FOLDER:
        return strncmp(name, scope->name, scope->length) == 0 &&
               name[scope->length] == '/';
    case IN_FILE:
        return file == scope->file;
    case IN_FUNCTION:
        break;
    }
    return 0;
}

/* ---- how much ------------------------------------------------------------ */

static struct part pick(const struct tally *tally, enum rule_of of)
{
    switch (of) {
    case OF_FUNCTIONS:
        return tally->functions;
    case OF_BRANCHES:
        return tally->branches;
    case OF_LINES:
        break;
    }
    return tally->lines;
}

static int row_part(const struct row *row, enum rule_of of, struct part *out)
{
    switch (of) {
    case OF_FUNCTIONS:
        *out = (struct part){!row->never_called, 1};
        return EP_OK;
    case OF_BRANCHES:
        return row_branches(row, out);
    case OF_LINES:
        break;
    }
    *out = row->lines;
    return EP_OK;
}

int scope_part(const struct view *view, const struct scope *scope,
               enum rule_of of, struct part *out)
{
    *out = (struct part){0};
    if (scope->in == IN_FUNCTION)
        return row_part(scope->row, of, out);
    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        struct tally tally;
        struct part part;

        if (!has_file(view, scope, i))
            continue;
        tally = tally_file(&view->profile.files[i]);
        part = pick(&tally, of);
        out->covered += part.covered;
        out->total += part.total;
    }
    return EP_OK;
}

/* ---- what is missing ----------------------------------------------------- */

struct printer {
    struct view *view;
    uint32_t file; /* that `source` is of, or EP_NONE */
    struct source source;
    size_t n;
    int status;
};

static const char *text_of(struct printer *printer, uint32_t file,
                           uint32_t line)
{
    const struct source *source = &printer->source;

    if (printer->file != file) {
        source_release(&printer->source);
        printer->file = file;
        if (source_read(printer->view, &printer->view->profile.files[file],
                        &printer->source))
            printer->status = EP_ENOMEM;
    }
    return line > 0 && line <= source->n_lines ? source->lines[line - 1] : "";
}

/* FACT may be empty. */
static void print_place(struct printer *printer, uint32_t file, uint32_t line,
                        const char *fact)
{
    const char *text;

    if (printer->n++ >= SHOWN_MAX)
        return;
    text = text_of(printer, file, line);
    (void)printf(
        "  %s:%" PRIu32 ":%s%s%s%s\n", printer->view->profile.files[file].name,
        line, *fact ? " " : "", fact, *text ? *fact ? ":  " : " " : "", text);
}

static void print_lines(struct printer *printer, const struct scope *scope)
{
    struct view *view = printer->view;

    if (scope->in == IN_FUNCTION) {
        for (size_t i = 0; i < scope->row->n_missing; i++)
            print_place(printer, scope->row->missing[i].file,
                        scope->row->missing[i].line, "");
        return;
    }
    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];

        for (size_t j = 0; has_file(view, scope, i) && j < file->n_lines; j++)
            if (file->lines[j].count == 0)
                print_place(printer, i, file->lines[j].line, "");
    }
}

static void print_functions(struct printer *printer, const struct rows *rows,
                            const struct scope *scope)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->items[i];

        if (!row->never_called || row->first->file == EP_NONE)
            continue;
        if (scope->in == IN_FUNCTION
                ? row->first == scope->row->first
                : has_file(printer->view, scope, row->first->file))
            print_place(printer, row->first->file, row->first->function->line,
                        row->name);
    }
}

/* Whether LINE of FILE is in SCOPE, a function, or the file is in it. */
static int has_outcome(const struct view *view, const struct scope *scope,
                       uint32_t file, uint32_t line)
{
    const struct ep_profile_function *first;

    if (scope->in != IN_FUNCTION)
        return has_file(view, scope, file);
    first = scope->row->first;
    for (size_t i = 0; i < first->n_decisions; i++)
        if (first->decisions[i].file == file &&
            first->decisions[i].line == line)
            return 1;
    return 0;
}

static void print_branches(struct printer *printer, const struct scope *scope)
{
    const struct view *view = printer->view;

    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];

        for (size_t j = 0; view->shown[i] && j < file->n_outcomes; j++) {
            const struct ep_outcome *outcome = &file->outcomes[j];
            char fact[32];

            if (outcome->count > 0 ||
                !has_outcome(view, scope, i, outcome->line))
                continue;
            (void)snprintf(fact, sizeof fact, "never %s",
                           ep_edge_kind_name(outcome->kind));
            print_place(printer, i, outcome->line, fact);
        }
    }
}

int scope_print_missing(struct view *view, const struct rows *rows,
                        const struct scope *scope, enum rule_of of)
{
    struct printer printer = {.view = view, .file = EP_NONE};

    switch (of) {
    case OF_LINES:
        print_lines(&printer, scope);
        break;
    case OF_FUNCTIONS:
        print_functions(&printer, rows, scope);
        break;
    case OF_BRANCHES:
        print_branches(&printer, scope);
        break;
    }
    if (printer.n > SHOWN_MAX)
        (void)printf("  and %zu more: prof-show missing lists them\n",
                     printer.n - SHOWN_MAX);
    source_release(&printer.source);
    return printer.status;
}
