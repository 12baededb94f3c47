/* SPDX-License-Identifier: MIT
 *
 * check as JSON.
 */
#include "catalog.h"
#include "gates/check.h"
#include "json.h"

struct gate_list {
    const struct view *view;
    int is_open; /* the last gate, and its list of what is missing */
};

static void close_gate(struct gate_list *list)
{
    if (!list->is_open)
        return;
    json_close(']');
    json_close_item();
    list->is_open = 0;
}

static void add_wanted(const struct rule *rule)
{
    json_open("wanted", '{');
    if (rule->percent)
        json_share("percent", *rule->percent);
    if (rule->covered)
        json_number("covered", *rule->covered);
    if (rule->missing)
        json_number("missing", *rule->missing);
    json_close('}');
}

static int add_what(const struct gate_verdict *verdict)
{
    char *name = ep_mem_dup(verdict->name, verdict->length);

    if (!name)
        return EP_ENOMEM;
    json_text("of", rule_of_name(verdict->of));
    json_text("in", rule_in_name(verdict->in));
    json_text("name", name);
    json_part(verdict->is_sum ? "scopes" : "got", verdict->got);
    if (verdict->wanted)
        add_wanted(verdict->wanted);
    if (verdict->before)
        json_part("before", *verdict->before);
    ep_mem_free(name);
    return EP_OK;
}

static int add_verdict(void *context, const struct gate_verdict *verdict)
{
    struct gate_list *list = context;
    int status = EP_OK;

    close_gate(list);
    json_open_item();
    json_text("text", verdict->text);
    json_flag("passed", verdict->passed);
    if (verdict->file)
        json_text("file", verdict->file);
    if (verdict->rule)
        json_number("rule", verdict->rule);
    if (verdict->wanted || verdict->before)
        status = add_what(verdict);
    json_open("missing", '[');
    list->is_open = 1;
    return status;
}

static int add_place(void *context, const struct gate_place *place)
{
    const struct gate_list *list = context;

    json_open(NULL, '{');
    json_text("file", list->view->profile.files[place->file].name);
    json_number("line", place->line);
    if (place->column)
        json_number("column", place->column);
    if (*place->fact)
        json_text("fact", place->fact);
    json_text("text", place->text);
    json_close('}');
    return EP_OK;
}

int check_json(struct view *view)
{
    struct gate_list list = {.view = view};
    const struct gate_say say = {&list, add_verdict, add_place, SIZE_MAX, NULL};
    int result;

    json_begin(view, "check", "gates");
    result = check_judge(view, &say);
    close_gate(&list);
    json_rest();
    json_flag("passed", result == EXIT_DONE);
    json_end();
    return result;
}
