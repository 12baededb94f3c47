/* SPDX-License-Identifier: MIT
 *
 * check as annotations of a change: GitHub's workflow commands, and the Code
 * Quality report of GitLab.  Lines that follow each other are one.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "annotation.h"
#include "base/map.h"
#include "catalog.h"
#include "gates/check.h"
#include "json.h"
#include "tool/say.h"

struct notice {
    uint32_t file;
    uint32_t first;
    uint32_t last;
    uint32_t column;
    uint64_t text; /* hash of the first line's */
};

struct notices {
    struct view *view;
    int (*print)(struct notices *notices, const struct notice *notice);
    struct ep_buf title; /* what the last gate judged */
    struct ep_buf gate;  /* what it says */
    enum rule_of of;
    struct notice last; /* not printed yet, if `is_open` */
    int is_open;
    struct ep_buf fact;   /* of it */
    struct ep_map places; /* that GitLab was told */
    struct ep_map prints; /* fingerprints */
};

static void add_lines(const struct notice *notice, struct ep_buf *out)
{
    if (notice->first == notice->last)
        ep_buf_printf(out, "line %" PRIu32 " never ran", notice->first);
    else
        ep_buf_printf(out, "lines %" PRIu32 " to %" PRIu32 " never ran",
                      notice->first, notice->last);
}

static int flush(struct notices *notices)
{
    if (!notices->is_open)
        return EP_OK;
    notices->is_open = 0;
    if (notices->of == OF_LINES)
        add_lines(&notices->last, &notices->fact);
    else if (notices->of == OF_FUNCTIONS)
        ep_buf_text(&notices->fact, " was never called");
    return notices->fact.failed ? EP_ENOMEM
                                : notices->print(notices, &notices->last);
}

static int take_verdict(void *context, const struct gate_verdict *verdict)
{
    struct notices *notices = context;
    int status = flush(notices);

    notices->of = verdict->of;
    ep_buf_clear(&notices->title);
    ep_buf_printf(&notices->title, "%.*s", (int)verdict->n_title,
                  verdict->text);
    ep_buf_clear(&notices->gate);
    ep_buf_text(&notices->gate, verdict->text);
    return status || notices->title.failed || notices->gate.failed ? EP_ENOMEM
                                                                   : EP_OK;
}

static int take_place(void *context, const struct gate_place *place)
{
    struct notices *notices = context;
    struct notice *last = &notices->last;
    int status;

    if (notices->is_open && notices->of == OF_LINES &&
        place->file == last->file && place->line == last->last + 1) {
        last->last++;
        return EP_OK;
    }
    status = flush(notices);
    ep_buf_clear(&notices->fact);
    ep_buf_text(&notices->fact, place->fact);
    *last = (struct notice){
        place->file, place->line, place->line, place->column,
        ep_hash(EP_HASH_START, place->text, strlen(place->text))};
    notices->is_open = 1;
    return status;
}

static int judge(struct notices *notices, gate_verdict_fn *take)
{
    int result =
        check_judge(notices->view, &(struct gate_say){notices, take, take_place,
                                                      SIZE_MAX, NULL});

    if (flush(notices)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    }
    ep_buf_release(&notices->title);
    ep_buf_release(&notices->gate);
    ep_buf_release(&notices->fact);
    ep_map_release(&notices->places);
    ep_map_release(&notices->prints);
    return result;
}

/* ---- GitHub -------------------------------------------------------------- */

static int print_error(struct notices *notices, const struct notice *notice)
{
    annotation_print(&(struct annotation){
        .level = "error",
        .file = notices->view->profile.files[notice->file].name,
        .first = notice->first,
        .last = notice->last,
        .column = notice->column,
        .title = notices->title.data,
        .text = notices->fact.data});
    return EP_OK;
}

/* What passed is a line of the log. */
static int take_github(void *context, const struct gate_verdict *verdict)
{
    struct notices *notices = context;

    if (take_verdict(context, verdict))
        return EP_ENOMEM;
    if (verdict->passed)
        (void)printf("%s%s\n", verdict->text,
                     verdict->is_sum ? "" : ": passed");
    else
        annotation_print(&(struct annotation){.level = "error",
                                              .title = notices->title.data,
                                              .text = notices->gate.data});
    return EP_OK;
}

int check_github(struct view *view)
{
    struct notices notices = {.view = view, .print = print_error};

    return judge(&notices, take_github);
}

/* ---- GitLab -------------------------------------------------------------- */

/* Whether HASH is in MAP; -1: no memory.  It is afterwards. */
static int was_there(struct ep_map *map, uint64_t hash)
{
    size_t cursor = 0;

    if (ep_map_next(map, hash, &cursor) != EP_NONE)
        return 1;
    return ep_map_add(map, hash, 0) ? -1 : 0;
}

/* What NOTICE is known by from change to change: its text, not its line; equal
 * ones by their order. */
static int fingerprint(struct notices *notices, const struct notice *notice,
                       uint64_t *out)
{
    const char *file = notices->view->profile.files[notice->file].name;
    uint64_t hash = ep_hash(EP_HASH_START, file, strlen(file) + 1);
    int found;

    hash = ep_hash_u64(hash, notice->text);
    hash = ep_hash_u64(hash, notices->of);
    if (notices->of != OF_LINES)
        hash = ep_hash(hash, notices->fact.data, notices->fact.size);
    while ((found = was_there(&notices->prints, hash)) > 0)
        hash = ep_hash_u64(hash, 1);
    *out = hash;
    return found < 0 ? EP_ENOMEM : EP_OK;
}

/* A place that several gates want is one finding. */
static int is_known(struct notices *notices, const struct notice *notice)
{
    uint64_t hash = ep_hash_u64(EP_HASH_START, notice->file);

    hash = ep_hash_u64(hash, notice->first);
    return was_there(&notices->places,
                     ep_hash(hash, notices->fact.data, notices->fact.size));
}

static int print_finding(struct notices *notices, const struct notice *notice)
{
    struct ep_buf *text = &notices->gate;
    size_t size = text->size;
    int known = is_known(notices, notice);
    char print[17];
    uint64_t hash;

    if (known > 0)
        return EP_OK;
    ep_buf_printf(text, ": %s", notices->fact.data);
    if (known < 0 || text->failed || fingerprint(notices, notice, &hash))
        return EP_ENOMEM;
    (void)snprintf(print, sizeof print, "%016" PRIx64, hash);
    json_open_item();
    json_text("description", text->data);
    json_text("check_name", rule_of_name(notices->of));
    json_text("fingerprint", print);
    json_text("severity", "major");
    json_open("location", '{');
    json_text("path", notices->view->profile.files[notice->file].name);
    json_open("lines", '{');
    json_number("begin", notice->first);
    json_number("end", notice->last);
    json_close('}');
    json_close('}');
    json_close_item();
    text->size = size;
    text->data[size] = '\0';
    return EP_OK;
}

int check_gitlab(struct view *view)
{
    struct notices notices = {.view = view, .print = print_finding};
    int result;

    json_open(NULL, '[');
    result = judge(&notices, take_verdict);
    json_close(']');
    (void)putchar('\n');
    return result;
}
