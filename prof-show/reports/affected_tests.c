/* SPDX-License-Identifier: MIT
 *
 * tests --affected: which tests ran what has changed, to be read, and as what
 * the programs that run tests take.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "affected.h"
#include "catalog.h"
#include "json.h"
#include "tool/say.h"

/* ---- text and JSON ------------------------------------------------------- */

static void print_rest(const struct affected *affected)
{
    for (size_t i = 0; i < affected->n_not_run; i++)
        (void)printf("no test ran: %s:%" PRIu32 "%s\n",
                     affected->not_run[i]->path, affected->not_run[i]->first,
                     affected->not_run[i]->end - affected->not_run[i]->first > 1
                         ? ", the function"
                         : "");
    for (size_t i = 0; i < affected->changes.n_fresh; i++)
        (void)printf("new: %s\n", affected->changes.fresh[i]);
    for (size_t i = 0; i < affected->changes.n_unknown; i++)
        (void)printf("not in the profile: %s\n", affected->changes.unknown[i]);
}

int affected_text(struct view *view)
{
    struct affected affected;
    int result = affected_make(view, &affected);

    if (result == EXIT_DONE) {
        (void)printf("%12s %9s  %s\n", "ms", "changes", "test");
        for (size_t i = 0; i < affected.n; i++) {
            const struct affected_test *test = &affected.tests[i];

            if (!test->chosen)
                continue;
            if (test->time == UINT64_MAX)
                (void)printf("%12s", "-");
            else
                (void)printf("%12.3f", (double)test->time / 1e6);
            (void)printf(" %9zu  %s\n", test->n_ran, test->name);
        }
        (void)printf("%zu of %zu tests, by %zu changes since %s\n",
                     affected.n_chosen, affected.n, affected.changes.n,
                     view->options->affected);
        print_rest(&affected);
    }
    affected_release(&affected);
    return result;
}

static void add_paths(const char *key, const char *const *paths, size_t n)
{
    json_open(key, '[');
    for (size_t i = 0; i < n; i++)
        json_text(NULL, paths[i]);
    json_close(']');
}

static void add_rest(const struct affected *affected)
{
    json_open("notRun", '[');
    for (size_t i = 0; i < affected->n_not_run; i++) {
        json_open(NULL, '{');
        json_text("file", affected->not_run[i]->path);
        json_number("line", affected->not_run[i]->first);
        json_close('}');
    }
    json_close(']');
    add_paths("new", affected->changes.fresh, affected->changes.n_fresh);
    add_paths("unknown", affected->changes.unknown,
              affected->changes.n_unknown);
}

int affected_json(struct view *view)
{
    struct affected affected;
    int result = affected_make(view, &affected);

    if (result == EXIT_DONE) {
        json_begin(view, "tests", "affected");
        for (size_t i = 0; i < affected.n; i++) {
            const struct affected_test *test = &affected.tests[i];

            if (!test->chosen)
                continue;
            json_open_item();
            json_text("test", test->name);
            if (test->time == UINT64_MAX)
                json_null("nanoseconds");
            else
                json_number("nanoseconds", test->time);
            json_number("changes", test->n_ran);
            json_close_item();
        }
        json_rest();
        json_number("tests", affected.n);
        add_rest(&affected);
        json_end();
    }
    affected_release(&affected);
    return result;
}

/* ---- for those who run tests --------------------------------------------- */

/* The name of a test of a process behind that of its run. */
static const char *part_of(const char *name)
{
    const char *colons = strstr(name, "::");

    return colons ? colons + 2 : name;
}

static void print_escaped(const char *text, size_t n, const char *special)
{
    for (size_t i = 0; i < n; i++)
        (void)printf(strchr(special, text[i]) ? "\\%c" : "%c", text[i]);
}

/* A test of CTest may have "::" in its name, or be the run of a label before
 * that: names that are no test choose none. */
static void print_ctest(const char *name, int is_first)
{
    static const char special[] = "\\^$.[]|()?*+";

    (void)fputs(is_first ? "^(" : "|", stdout);
    print_escaped(name, strlen(name), special);
    for (const char *at = name; (at = strstr(at, "::")) != NULL; at += 2) {
        (void)putchar('|');
        print_escaped(name, (size_t)(at - name), special);
    }
}

static void print_gtest(const char *name, int is_first)
{
    (void)printf("%s%s", is_first ? "" : ":", part_of(name));
}

static void print_catch2(const char *name, int is_first)
{
    name = part_of(name);
    if (!is_first)
        (void)putchar(',');
    print_escaped(name, strlen(name), "\\,[\"*");
}

/* The function alone, since -k takes words. */
static void print_pytest(const char *name, int is_first)
{
    const char *last = name;

    for (const char *at = name; (at = strstr(at, "::")) != NULL;)
        last = at += 2;
    (void)printf("%s%.*s", is_first ? "" : " or ", (int)strcspn(last, "[ "),
                 last);
}

/* NONE: what chooses no test. */
static int print(struct view *view, void (*one)(const char *name, int is_first),
                 const char *end, const char *none)
{
    struct affected affected;
    int result = affected_make(view, &affected);
    size_t n = 0;

    for (size_t i = 0; result == EXIT_DONE && i < affected.n; i++)
        if (affected.tests[i].chosen)
            one(affected.tests[i].name, n++ == 0);
    if (result == EXIT_DONE) {
        (void)puts(n ? end : none);
        if (affected.n_not_run)
            say_note("note: --affected %s: no test ran %s:%" PRIu32
                     ", nor %zu others that have changed",
                     view->options->affected, affected.not_run[0]->path,
                     affected.not_run[0]->first, affected.n_not_run - 1);
        if (affected.changes.n_unknown)
            say_note("note: --affected %s: %s, and %zu others that have "
                     "changed, are not in the profile",
                     view->options->affected, affected.changes.unknown[0],
                     affected.changes.n_unknown - 1);
    }
    affected_release(&affected);
    return result;
}

int affected_ctest(struct view *view)
{
    return print(view, print_ctest, ")$", "^$");
}

int affected_gtest(struct view *view)
{
    return print(view, print_gtest, "", "-*");
}

int affected_catch2(struct view *view)
{
    return print(view, print_catch2, "", "~*");
}

int affected_pytest(struct view *view)
{
    return print(view, print_pytest, "", "no_test_is_affected");
}
