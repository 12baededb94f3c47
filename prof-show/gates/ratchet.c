/* SPDX-License-Identifier: MIT */
#include "gates/ratchet.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gates/scope.h"
#include "tool/say.h"

struct check {
    struct view *view;
    const struct rows *rows;
    const struct gate_say *say;
    const char *path;
    size_t n_files; /* that the profile has as well */
    size_t n_worse;
    size_t n_better;
    int status;
};

/* KEY of OBJECT as a text, or NULL: it is none. */
static const char *read_text(json_object *object, const char *key)
{
    json_object *value;

    return json_object_object_get_ex(object, key, &value) &&
                   json_object_is_type(value, json_type_string)
               ? json_object_get_string(value)
               : NULL;
}

/* KEY of OBJECT as a part; 0 if it is none. */
static int read_part(json_object *object, const char *key, struct part *out)
{
    json_object *pair, *covered, *total;

    if (!json_object_object_get_ex(object, key, &pair) ||
        !json_object_object_get_ex(pair, "covered", &covered) ||
        !json_object_object_get_ex(pair, "total", &total))
        return 0;
    out->covered = json_object_get_uint64(covered);
    out->total = json_object_get_uint64(total);
    return 1;
}

/* The sign of now's share less that of before. */
static int compare(struct part now, struct part before)
{
    long double a = (long double)now.covered * (long double)before.total;
    long double b = (long double)before.covered * (long double)now.total;

    return (a > b) - (a < b);
}

static void print_worse(struct check *check, const struct scope *scope,
                        enum rule_of of, struct part now, struct part before)
{
    const struct gate_say *say = check->say;
    struct gate_verdict verdict = {.file = check->path,
                                   .of = of,
                                   .in = scope->in,
                                   .name = scope->name,
                                   .length = scope->length,
                                   .got = now,
                                   .before = &before};
    char is[PERCENT_TEXT], was[PERCENT_TEXT];
    struct ep_buf text = {0};

    ep_buf_printf(&text, "%s%s%s", rule_of_name(of),
                  scope->length ? " of " : "", scope->name);
    verdict.n_title = text.size;
    ep_buf_printf(&text,
                  ": %s %% (%" PRIu64 " of %" PRIu64 "), was %s %% (%" PRIu64
                  " of %" PRIu64 ")",
                  percent_text(now, is), now.covered, now.total,
                  percent_text(before, was), before.covered, before.total);
    if (verdict_say(say, &text, verdict) ||
        scope_say_missing(check->view, check->rows, scope, of, say))
        check->status = EP_ENOMEM;
}

static void check_scope(struct check *check, const struct scope *scope,
                        json_object *kept)
{
    static const enum rule_of ofs[] = {OF_LINES, OF_FUNCTIONS, OF_BRANCHES,
                                       OF_MCDC};

    for (size_t i = 0; i < sizeof ofs / sizeof *ofs; i++) {
        struct part now, before;
        int order;

        if (!read_part(kept, rule_of_name(ofs[i]), &before))
            continue;
        if (scope_part(check->view, scope, ofs[i], &now)) {
            check->status = EP_ENOMEM;
            return;
        }
        order = now.total && before.total ? compare(now, before) : 0;
        if (order < 0) {
            check->n_worse++;
            print_worse(check, scope, ofs[i], now, before);
        } else if (order > 0) {
            check->n_better++;
        }
    }
}

static void check_file(struct check *check, json_object *kept)
{
    const struct view *view = check->view;
    struct scope scope = {.in = IN_FILE, .name = read_text(kept, "file")};

    if (!scope.name)
        return;
    scope.length = strlen(scope.name);
    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        if (strcmp(view->profile.files[i].name, scope.name) != 0)
            continue;
        check->n_files++;
        scope.file = i;
        if (view->shown[i])
            check_scope(check, &scope, kept);
        return;
    }
}

static void check_all(struct check *check, json_object *total,
                      json_object *files)
{
    const struct scope all = {.in = IN_TOTAL, .name = ""};

    check_scope(check, &all, total);
    for (size_t i = 0; i < json_object_array_length(files); i++)
        check_file(check, json_object_array_get_idx(files, i));
}

static void print_sum(struct check *check)
{
    struct gate_verdict verdict = {.passed = check->n_worse == 0};
    struct ep_buf text = {0};

    ep_buf_printf(&text, "ratchet %s", check->path);
    verdict.n_title = text.size;
    ep_buf_printf(&text, ": %zu worse, %zu better", check->n_worse,
                  check->n_better);
    if (verdict_say(check->say, &text, verdict))
        check->status = EP_ENOMEM;
}

static int is_coverage(json_object *kept)
{
    const char *format = read_text(kept, "format");
    json_object *total, *files;

    return format && strcmp(format, "edgeprof-coverage") == 0 &&
           json_object_object_get_ex(kept, "total", &total) &&
           json_object_object_get_ex(kept, "files", &files) &&
           json_object_is_type(files, json_type_array);
}

json_object *ratchet_read(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    json_object *kept;

    if (fd < 0) {
        say_error("%s: %s", path, strerror(errno));
        return NULL;
    }
    kept = json_object_from_fd(fd);
    (void)close(fd);
    if (kept && is_coverage(kept))
        return kept;
    say_error("%s: not the output of prof-show coverage --format json", path);
    ratchet_release(kept);
    return NULL;
}

void ratchet_release(json_object *kept)
{
    (void)json_object_put(kept);
}

int ratchet_check(struct view *view, const struct rows *rows,
                  const struct gate_say *say, const char *path,
                  json_object *kept)
{
    struct check check = {.view = view, .rows = rows, .say = say, .path = path};

    check_all(&check, json_object_object_get(kept, "total"),
              json_object_object_get(kept, "files"));
    if (check.n_files == 0 && !check.status) {
        say_error("%s: none of its files is in the profile", path);
        return EXIT_TROUBLE;
    }
    if (!check.status)
        print_sum(&check);
    if (check.status) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    return check.n_worse ? EXIT_GATE : EXIT_DONE;
}
