/* SPDX-License-Identifier: MIT
 *
 * check - gates for test suites: fail unless enough is covered, and say where
 * it is not.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "colour.h"
#include "ratchet.h"
#include "say.h"
#include "scope.h"

/* One rule being checked. */
struct gate_check {
    struct view *view;
    const struct rows *rows;
    const struct rule *rule;
    unsigned number; /* of the rule in its file; 0: of the command line */
    size_t n_passed;
    size_t n_failed;
};

/* No line at all means that nothing was measured; a program may well have no
 * branch, and a change no code. */
static int passes(const struct gate_check *check, struct part part)
{
    const struct rule *rule = check->rule;

    if (part.total == 0 && !(rule->percent && *rule->percent <= 0))
        return rule->of != OF_LINES || check->view->args->diff != NULL;
    if (rule->covered && part.covered < *rule->covered)
        return 0;
    if (rule->missing && part.total - part.covered > *rule->missing)
        return 0;
    return !rule->percent ||
           (double)part.covered >= *rule->percent / 100 * (double)part.total *
                                       (1 - 1e-12); /* rounding of the share */
}

static void print_wanted(const struct rule *rule)
{
    const char *comma = "";

    if (rule->percent) {
        (void)printf("%g %%", *rule->percent);
        comma = ", ";
    }
    if (rule->covered) {
        (void)printf("%s%" PRIu64 " covered", comma, *rule->covered);
        comma = ", ";
    }
    if (rule->missing)
        (void)printf("%sat most %" PRIu64 " missing", comma, *rule->missing);
}

static void print_origin(const struct gate_check *check)
{
    if (check->number)
        (void)printf(" (%s, rule %u)", check->view->args->rules_file,
                     check->number);
    (void)putchar('\n');
}

static void print_result(const struct gate_check *check,
                         const struct scope *scope, struct part part,
                         int passed)
{
    char percent[PERCENT_TEXT];

    (void)printf("%s%s%.*s: %s %% (%" PRIu64 " of %" PRIu64 "), wanted ",
                 rule_of_name(check->rule->of), scope->length ? " of " : "",
                 (int)scope->length, scope->name, percent_text(part, percent),
                 part.covered, part.total);
    print_wanted(check->rule);
    (void)printf(": %s%s%s", colour(passed), passed ? "passed" : "failed",
                 colour_end());
    print_origin(check);
}

/* Of many, only those that fail are printed. */
static int check_scope(struct gate_check *check, const struct scope *scope)
{
    struct part part;
    int passed;

    if (scope_part(check->view, scope, check->rule->of, &part))
        return EP_ENOMEM;
    if (part.total == 0 && scope->in != IN_TOTAL)
        return EP_OK;
    passed = passes(check, part);
    check->n_passed += (size_t)passed;
    check->n_failed += (size_t)!passed;
    if (!passed || scope->in == IN_TOTAL)
        print_result(check, scope, part, passed);
    return passed ? EP_OK
                  : scope_print_missing(check->view, check->rows, scope,
                                        check->rule->of);
}

/* Whether the rule's glob, if it has one, matches the SIZE bytes at NAME. */
static int matches(const struct rule *rule, const char *name, size_t size)
{
    char *copy;
    int result;

    if (!rule->match)
        return 1;
    copy = ep_mem_dup(name, size);
    result = copy && fnmatch(rule->match, copy, 0) == 0;
    ep_mem_free(copy);
    return result;
}

/* The folders of file I that no file before it is in: files go by path, so the
 * one before is enough to look at. */
static int check_folders(struct gate_check *check, size_t i,
                         const char **before)
{
    const char *name = check->view->profile.files[i].name;
    const char *slash = name;
    int status = EP_OK;

    while (!status && (slash = strchr(slash + 1, '/')) != NULL) {
        struct scope scope = {
            .in = IN_FOLDER, .name = name, .length = (size_t)(slash - name)};

        if (*before && strncmp(*before, name, scope.length + 1) == 0)
            continue;
        if (matches(check->rule, name, scope.length))
            status = check_scope(check, &scope);
    }
    *before = name;
    return status;
}

static int check_files(struct gate_check *check)
{
    const struct view *view = check->view;
    const char *before = NULL;
    int status = EP_OK;

    for (uint32_t i = 0; !status && i < view->profile.n_files; i++) {
        const char *name = view->profile.files[i].name;
        struct scope scope = {
            .in = IN_FILE, .name = name, .length = strlen(name), .file = i};

        if (!view->shown[i])
            continue;
        if (check->rule->in == IN_FOLDER)
            status = check_folders(check, i, &before);
        else if (matches(check->rule, name, scope.length))
            status = check_scope(check, &scope);
    }
    return status;
}

static int check_functions(struct gate_check *check)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < check->rows->n; i++) {
        const struct row *row = &check->rows->items[i];
        struct scope scope = {.in = IN_FUNCTION,
                              .name = row->name,
                              .length = strlen(row->name),
                              .row = row};

        if (matches(check->rule, scope.name, scope.length))
            status = check_scope(check, &scope);
    }
    return status;
}

/* A rule that finds nothing to judge is a mistake in it. */
static void print_sum(struct gate_check *check)
{
    const struct rule *rule = check->rule;

    (void)printf("%s of each %s%s%s: ", rule_of_name(rule->of),
                 rule_in_name(rule->in), rule->match ? " " : "",
                 rule->match ? rule->match : "");
    if (check->n_passed + check->n_failed > 0 || check->view->args->diff) {
        (void)printf("%zu passed, %zu failed", check->n_passed,
                     check->n_failed);
    } else {
        (void)printf("none is there: failed");
        check->n_failed = 1;
    }
    print_origin(check);
}

/* EP_OK or EP_ENOMEM. */
static int check_rule(struct gate_check *check)
{
    static const struct scope all = {.in = IN_TOTAL, .name = ""};
    int status = EP_OK;

    if (check->rule->in == IN_TOTAL)
        return check_scope(check, &all);
    status = check->rule->in == IN_FUNCTION ? check_functions(check)
                                            : check_files(check);
    if (!status)
        print_sum(check);
    return status;
}

static int check_rules(struct view *view, const struct rows *rows,
                       const struct rule *rules, unsigned n, int numbered)
{
    int result = EXIT_DONE;

    for (unsigned i = 0; i < n; i++) {
        struct gate_check check = {.view = view,
                                   .rows = rows,
                                   .rule = &rules[i],
                                   .number = numbered ? i + 1 : 0};

        if (check_rule(&check)) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        if (check.n_failed)
            result = EXIT_GATE;
    }
    return result;
}

static int worse(int a, int b)
{
    if (a == EXIT_TROUBLE || b == EXIT_TROUBLE)
        return EXIT_TROUBLE;
    return a == EXIT_GATE ? a : b;
}

int check_text(struct view *view)
{
    const struct args *args = view->args;
    struct rows rows;
    int result;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    result = check_rules(view, &rows, args->gates, args->n_gates, 0);
    if (args->rules)
        result = worse(result, check_rules(view, &rows, args->rules->items,
                                           args->rules->n, 1));
    if (args->ratchet)
        result = worse(result, ratchet_check(view, &rows));
    rows_release(&rows);
    return result;
}
