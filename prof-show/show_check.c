/* SPDX-License-Identifier: MIT */
#include "show_check.h"

#include <string.h>
#include <unistd.h>

#include "gates/ratchet.h"
#include "tool/say.h"
#include "tool/yaml.h"

/* What check wants is known before anything is read; html may want it, too. */
static enum args_outcome take_rules(int is_check, struct gates *gates)
{
    const char *file = gates->rules_file;

    if (is_check && !file && access(YAML_FILE, F_OK) == 0)
        file = YAML_FILE;
    if (file && rules_read(file, gates->rules_file != NULL, &gates->rules))
        return ARGS_WRONG;
    gates->rules_file = file;
    if (gates->ratchet && !(gates->kept = ratchet_read(gates->ratchet)))
        return ARGS_WRONG;
    if (!is_check || gates_are_named(gates))
        return ARGS_RUN;
    say_error("check: no gate: name one with --fail-under-lines P, --rules "
              "FILE or --ratchet FILE");
    return ARGS_WRONG;
}

/* Who names a gate wants it judged. */
static enum args_outcome refuse_gates(const struct gates *gates)
{
    const char *named = gates->n_own        ? "--fail-under-..."
                        : gates->rules_file ? "--rules"
                        : gates->ratchet    ? "--ratchet"
                        : gates->against    ? "--against"
                        : gates->strict     ? "--strict"
                                            : NULL;

    if (!named)
        return ARGS_RUN;
    say_error("%s goes with check and html", named);
    return ARGS_WRONG;
}

int is_report(const struct args *args, const char *name)
{
    return strcmp(args->report->name, name) == 0;
}

static int is_key(const struct sort_key *key, const char *name)
{
    while (key->name && strcmp(key->name, name) != 0)
        key++;
    return key->name != NULL;
}

static enum args_outcome check_order(const struct args *args)
{
    const struct sort_key *keys = args->report->keys;
    const char *sort = args->view.sort;
    struct ep_buf known = {0};

    if ((sort || args->view.top) && args->format->as == AS_EXPORT) {
        say_error("%s: not in the format %s", sort ? "--sort" : "--top",
                  args->format->name);
        return ARGS_WRONG;
    }
    if (!sort && (!args->view.top || args->load.rings))
        return ARGS_RUN;
    if ((keys && (!sort || is_key(keys, sort))))
        return ARGS_RUN;
    for (size_t i = 0; keys && keys[i].name; i++)
        ep_buf_printf(&known, "%s%s", i ? ", " : "", keys[i].name);
    if (keys)
        say_error("--sort %s: no such key of %s; known are %s", sort,
                  args->report->name, known.failed ? "?" : known.data);
    else
        say_error("%s: %s has no rows to be sorted", sort ? "--sort" : "--top",
                  args->report->name);
    ep_buf_release(&known);
    return ARGS_WRONG;
}

/* Time is of all runs together, and goes with counts that are. */
static enum args_outcome check_time(struct args *args)
{
    int is_hot = (args->report->is & OF_TIME) != 0;

    args->load.timed = is_hot || args->view.time;
    args->load.rings = (args->report->is & OF_RINGS) != 0;
    if (args->view.time && !(args->report->is & TIMED)) {
        say_error("--time goes with lines, functions and html");
        return ARGS_WRONG;
    }
    if (args->load.counts.n && !args->load.timed) {
        say_error("--counts goes with hot and --time");
        return ARGS_WRONG;
    }
    if (args->view.time && (args->view.sort || args->view.functions.n)) {
        say_error("%s: not with --time",
                  args->view.sort ? "--sort" : "--function");
        return ARGS_WRONG;
    }
    if (args->load.timed && (args->operation != OP_NONE || args->view.diff)) {
        say_error("%s: not with --min, --max, --intersect and --diff",
                  is_hot ? args->report->name : "--time");
        return ARGS_WRONG;
    }
    return ARGS_RUN;
}

static enum args_outcome check_affected(const struct args *args)
{
    const struct view_options *view = &args->view;

    if (view->affected && !is_report(args, "tests")) {
        say_error("--affected goes with tests");
        return ARGS_WRONG;
    }
    if (view->minimal && !view->affected) {
        say_error("--minimal goes with tests --affected");
        return ARGS_WRONG;
    }
    if (args->format->of & TO_RUNNERS && is_report(args, "tests") &&
        !view->affected) {
        say_error("--format %s goes with tests --affected", args->format->name);
        return ARGS_WRONG;
    }
    return ARGS_RUN;
}

static int takes_mcdc(const struct args *args)
{
    static const char *const formats[] = {"lcov", "csv", "markdown", NULL};
    const char *const *format = formats;

    if (is_report(args, "missing") || args->gates.against)
        return 1;
    if (args->format->as != AS_EXPORT)
        return is_report(args, "coverage") || is_report(args, "html");
    while (*format && strcmp(*format, args->format->name) != 0)
        format++;
    return *format != NULL;
}

enum args_outcome check_report(struct args *args)
{
    int is_html = is_report(args, "html");
    int is_check = is_report(args, "check");

    if (is_html != (args->view.output != NULL)) {
        say_error("%s", is_html
                            ? "html: name the folder with -o DIR"
                            : "-o goes with html; other reports are written to "
                              "standard output");
        return ARGS_WRONG;
    }
    if (args->view.functions.n && !(args->report->is & BY_FUNCTION)) {
        say_error("--function: %s is not by function", args->report->name);
        return ARGS_WRONG;
    }
    if (args->view.functions.n && args->format->as == AS_EXPORT &&
        !(args->report->is & (TO_CODE_PAGE | TO_COMPILERS))) {
        say_error("--function: not in the format %s", args->format->name);
        return ARGS_WRONG;
    }
    if (args->view.bars != BAR_NONE &&
        (!is_report(args, "lines") || args->format->as != AS_TEXT ||
         args->view.time)) {
        say_error("--histogram goes with lines as text, without --time");
        return ARGS_WRONG;
    }
    if (args->view.threshold > 0 && !is_report(args, "diff")) {
        say_error("--threshold goes with diff");
        return ARGS_WRONG;
    }
    if (args->view.mcdc && !takes_mcdc(args)) {
        say_error("--mcdc goes with coverage, missing, html, --against and "
                  "--format lcov, csv and markdown");
        return ARGS_WRONG;
    }
    if (check_affected(args) != ARGS_RUN)
        return ARGS_WRONG;
    if (check_time(args) != ARGS_RUN || check_order(args) != ARGS_RUN)
        return ARGS_WRONG;
    if ((args->view.single_file || args->view.title || args->view.tests) &&
        !is_html) {
        say_error("%s goes with html", args->view.single_file ? "--single-file"
                                       : args->view.title     ? "--title"
                                                              : "--tests");
        return ARGS_WRONG;
    }
    if (is_check || is_html)
        return take_rules(is_check, &args->gates);
    return refuse_gates(&args->gates);
}
