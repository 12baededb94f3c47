/* SPDX-License-Identifier: MIT
 *
 * check as the JUnit XML that CI servers read: a gate is a test.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "gates/check.h"
#include "tool/say.h"
#include "xml.h"

/* Its head says how many tests there are: the rest is kept until then. */
struct suite {
    const struct view *view;
    FILE *out;
    size_t n;
    size_t n_failed;
    int is_open; /* the last gate's failure */
};

static void close_failure(struct suite *suite)
{
    if (suite->is_open)
        (void)fputs("</failure></testcase>\n", suite->out);
    suite->is_open = 0;
}

static int add_verdict(void *context, const struct gate_verdict *verdict)
{
    struct suite *suite = context;
    FILE *out = suite->out;
    char *title = ep_mem_dup(verdict->text, verdict->n_title);

    if (!title)
        return EP_ENOMEM;
    close_failure(suite);
    suite->n++;
    (void)fputs("<testcase classname=\"coverage\" name=\"", out);
    xml_text(out, title);
    ep_mem_free(title);
    if (verdict->passed) {
        (void)fputs("\"/>\n", out);
        return EP_OK;
    }
    suite->n_failed++;
    suite->is_open = 1;
    (void)fputs("\"><failure type=\"coverage\" message=\"", out);
    xml_text(out, verdict->text);
    check_from(verdict, out);
    (void)fputs("\">", out);
    return EP_OK;
}

static int add_place(void *context, const struct gate_place *place)
{
    const struct suite *suite = context;
    FILE *out = suite->out;

    xml_text(out, suite->view->profile.files[place->file].name);
    (void)fprintf(out, ":%" PRIu32 ": ", place->line);
    xml_text(out, place->fact);
    (void)fputs(*place->fact ? ": " : "", out);
    xml_text(out, place->text);
    (void)fputc('\n', out);
    return EP_OK;
}

static void add_more(void *context, size_t n)
{
    (void)fprintf(((struct suite *)context)->out, "and %zu more\n", n);
}

static void print_suite(const struct suite *suite, const char *cases)
{
    (void)printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                 "<testsuite name=\"edgeprof\" tests=\"%zu\" failures=\"%zu\" "
                 "errors=\"0\">\n%s</testsuite>\n</testsuites>\n",
                 suite->n, suite->n_failed, cases);
}

int check_junit(struct view *view)
{
    struct suite suite = {.view = view};
    const struct gate_say say = {&suite, add_verdict, add_place, GATE_PLACES,
                                 add_more};
    char *cases = NULL;
    int result = EXIT_TROUBLE;
    size_t size;

    suite.out = open_memstream(&cases, &size);
    if (suite.out) {
        result = check_judge(view, &say);
        close_failure(&suite);
    }
    if (!suite.out || fclose(suite.out)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    } else {
        print_suite(&suite, cases);
    }
    free(cases);
    return result;
}
