/* SPDX-License-Identifier: MIT */
#include "gates/gates.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <string.h>

#include "gates/against.h"
#include "gates/ratchet.h"
#include "gates/scope.h"
#include "gates/strict.h"
#include "tool/say.h"

/* One rule being checked. */
struct gate_check {
    struct view *view;
    const struct rows *rows;
    const struct gate_say *say;
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
        return rule->of != OF_LINES || check->view->options->diff != NULL;
    if (rule->covered && part.covered < *rule->covered)
        return 0;
    if (rule->missing && part.total - part.covered > *rule->missing)
        return 0;
    return !rule->percent ||
           (double)part.covered >= *rule->percent / 100 * (double)part.total *
                                       (1 - 1e-12); /* rounding of the share */
}

static int say_verdict(const struct gate_check *check, struct ep_buf *text,
                       struct gate_verdict verdict)
{
    verdict.of = check->rule->of;
    verdict.in = check->rule->in;
    if (check->number) {
        verdict.file = check->view->options->gates->rules_file;
        verdict.rule = check->number;
    }
    return verdict_say(check->say, text, verdict);
}

static void add_wanted(const struct rule *rule, struct ep_buf *out)
{
    const char *comma = "";

    if (rule->percent) {
        ep_buf_printf(out, "%g %%", *rule->percent);
        comma = ", ";
    }
    if (rule->covered) {
        ep_buf_printf(out, "%s%" PRIu64 " covered", comma, *rule->covered);
        comma = ", ";
    }
    if (rule->missing)
        ep_buf_printf(out, "%sat most %" PRIu64 " missing", comma,
                      *rule->missing);
}

static int say_result(const struct gate_check *check, const struct scope *scope,
                      struct part part, int passed)
{
    struct gate_verdict verdict = {.passed = passed,
                                   .name = scope->name,
                                   .length = scope->length,
                                   .got = part,
                                   .wanted = check->rule};
    char percent[PERCENT_TEXT];
    struct ep_buf text = {0};

    ep_buf_printf(&text, "%s%s%.*s", rule_of_name(check->rule->of),
                  scope->length ? " of " : "", (int)scope->length, scope->name);
    verdict.n_title = text.size;
    ep_buf_printf(&text, ": %s %% (%" PRIu64 " of %" PRIu64 "), wanted ",
                  percent_text(part, percent), part.covered, part.total);
    add_wanted(check->rule, &text);
    return say_verdict(check, &text, verdict);
}

/* Of many, only those that fail are said. */
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
    if ((!passed || scope->in == IN_TOTAL) &&
        say_result(check, scope, part, passed))
        return EP_ENOMEM;
    return passed ? EP_OK
                  : scope_say_missing(check->view, check->rows, scope,
                                      check->rule->of, check->say);
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
        struct scope scope = {.in = IN_FOLDER,
                              .name = name,
                              .length = (size_t)(slash - name),
                              .file = (uint32_t)i};

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
static int say_sum(struct gate_check *check)
{
    const struct rule *rule = check->rule;
    const char *match = rule->match ? rule->match : "";
    struct gate_verdict verdict = {.passed = check->n_failed == 0,
                                   .name = match,
                                   .length = strlen(match),
                                   .got = {check->n_passed, 0},
                                   .wanted = rule,
                                   .is_sum = 1};
    struct ep_buf text = {0};

    verdict.got.total = check->n_passed + check->n_failed;
    ep_buf_printf(&text, "%s of each %s%s%s", rule_of_name(rule->of),
                  rule_in_name(rule->in), *match ? " " : "", match);
    verdict.n_title = text.size;
    if (verdict.got.total > 0 || check->view->options->diff) {
        ep_buf_printf(&text, ": %zu passed, %zu failed", check->n_passed,
                      check->n_failed);
        return say_verdict(check, &text, verdict);
    }
    ep_buf_text(&text, ": none is there");
    check->n_failed = 1;
    verdict.passed = 0;
    verdict.is_sum = 0;
    verdict.wanted = NULL;
    return say_verdict(check, &text, verdict);
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
    return status ? status : say_sum(check);
}

static int check_rules(struct view *view, const struct rows *rows,
                       const struct gate_say *say, const struct rule *rules,
                       unsigned n, int numbered)
{
    int result = EXIT_DONE;

    for (unsigned i = 0; i < n; i++) {
        struct gate_check check = {.view = view,
                                   .rows = rows,
                                   .say = say,
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

int gates_are_named(const struct gates *gates)
{
    return gates->n_own || gates->rules || gates->ratchet || gates->against ||
           gates->strict;
}

int gates_judge(struct view *view, const struct rows *rows,
                const struct gate_say *say)
{
    const struct gates *gates = view->options->gates;
    int result = check_rules(view, rows, say, gates->own, gates->n_own, 0);

    if (gates->rules)
        result = worse(result, check_rules(view, rows, say, gates->rules->items,
                                           gates->rules->n, 1));
    if (gates->ratchet)
        result = worse(result, ratchet_check(view, rows, say, gates->ratchet,
                                             gates->kept));
    if (gates->against)
        result = worse(result, against_check(view, say, gates->against));
    if (gates->strict)
        result = worse(result, strict_check(view, say));
    return result;
}
