/* SPDX-License-Identifier: MIT
 *
 * Clover's XML (clover.xsd): a line is a statement, a condition that line with
 * its counts of true and false.  It has no word for a switch: those are left out.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "name.h"
#include "tally.h"
#include "tool/say.h"
#include "xml.h"

static int is_condition(const struct ep_outcome *outcome)
{
    return outcome->branch->kind == EP_BRANCH_CONDITION;
}

static struct part conditions_of(const struct ep_profile_file *file)
{
    struct part part = {0};

    for (size_t i = 0; i < file->n_outcomes; i++)
        if (is_condition(&file->outcomes[i])) {
            part.total++;
            part.covered += file->outcomes[i].count > 0;
        }
    return part;
}

/* TALLY's branches are conditions.  MORE attributes may follow. */
static void print_metrics(const struct tally *tally, const char *more)
{
    const struct part *l = &tally->lines, *f = &tally->functions,
                      *b = &tally->branches;

    (void)printf("<metrics%s complexity=\"0\" elements=\"%" PRIu64
                 "\" coveredelements=\"%" PRIu64 "\" conditionals=\"%" PRIu64
                 "\" coveredconditionals=\"%" PRIu64 "\" statements=\"%" PRIu64
                 "\" coveredstatements=\"%" PRIu64 "\" methods=\"%" PRIu64
                 "\" coveredmethods=\"%" PRIu64 "\"/>\n",
                 more, l->total + f->total + b->total,
                 l->covered + f->covered + b->covered, b->total, b->covered,
                 l->total, l->covered, f->total, f->covered);
}

static int print_methods(const struct ep_profile_file *file)
{
    size_t next;

    for (size_t i = 0; i < file->n_functions; i = next) {
        const struct ep_function *function = file->functions[i].function;
        uint64_t calls;
        char *name;

        next = tally_variants(file, i, &calls);
        if (function->flags & EP_FUNCTION_MADE)
            continue;
        name = name_demangle(function->name);
        if (!name)
            return EP_ENOMEM;
        (void)printf("<line num=\"%" PRIu32 "\" type=\"method\"",
                     function->line);
        xml_attribute("signature", name);
        (void)printf(" count=\"%" PRIu64 "\"/>\n", calls);
        free(name);
    }
    return EP_OK;
}

/* The condition that outcome *I begins; *I is moved past the branch. */
static void print_condition(const struct ep_profile_file *file, size_t *i)
{
    const struct ep_outcome *first = &file->outcomes[*i];
    uint64_t counts[2] = {0};

    for (; *i < file->n_outcomes && file->outcomes[*i].branch == first->branch;
         ++*i)
        counts[file->outcomes[*i].kind == EP_EDGE_TRUE] =
            file->outcomes[*i].count;
    if (is_condition(first))
        (void)printf(
            "<line num=\"%" PRIu32 "\" type=\"cond\" count=\"%" PRIu64
            "\" truecount=\"%" PRIu64 "\" falsecount=\"%" PRIu64 "\"/>\n",
            first->line, tally_count(file, first->line), counts[1], counts[0]);
}

static struct tally conditions_only(const struct ep_profile_file *file)
{
    struct tally tally = tally_file(file);

    tally.branches = conditions_of(file);
    return tally;
}

static int print_file(const struct ep_profile_file *file)
{
    struct tally tally = conditions_only(file);
    const char *slash = strrchr(file->name, '/');
    size_t i = 0;
    int status;

    (void)fputs("<file", stdout);
    xml_attribute("name", slash ? slash + 1 : file->name);
    xml_attribute("path", file->name);
    (void)puts(">");
    print_metrics(&tally, "");
    status = print_methods(file);
    for (size_t j = 0; j < file->n_lines; j++)
        (void)printf("<line num=\"%" PRIu32 "\" type=\"stmt\" count=\"%" PRIu64
                     "\"/>\n",
                     file->lines[j].line, file->lines[j].count);
    while (i < file->n_outcomes)
        print_condition(file, &i);
    (void)puts("</file>");
    return status;
}

/* The metrics of all files, which come before these. */
static void print_sum(const struct view *view)
{
    const struct ep_profile_file *file;
    struct tally sum = {0};
    char files[40];
    size_t next = 0, n = 0;

    for (; (file = view_next(view, &next)) != NULL; n++) {
        struct tally tally = conditions_only(file);

        tally_add(&sum, &tally);
    }
    (void)snprintf(files, sizeof files, " files=\"%zu\"", n);
    print_metrics(&sum, files);
}

int clover(struct view *view)
{
    int64_t time = view_time(view);
    const struct ep_profile_file *file;
    size_t next = 0;
    int status = EP_OK;

    (void)printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<coverage generated=\"%" PRId64
                 "\" clover=\"4.4.1\">\n<project timestamp=\"%" PRId64 "\">\n",
                 time, time);
    print_sum(view);
    while (!status && (file = view_next(view, &next)) != NULL)
        status = print_file(file);
    (void)puts("</project>\n</coverage>");
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
