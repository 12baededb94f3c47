/* SPDX-License-Identifier: MIT
 *
 * Cobertura's coverage-04.dtd, which Jenkins, GitLab and Azure read.  A package
 * is a folder, a class is a file.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "name.h"
#include "tally.h"
#include "tool/say.h"
#include "xml.h"

static double rate(struct part part)
{
    return part.total ? (double)part.covered / (double)part.total : 1;
}

static void print_rates(struct part lines, struct part branches)
{
    (void)printf(" line-rate=\"%.6g\" branch-rate=\"%.6g\"", rate(lines),
                 rate(branches));
}

/* The branch that outcome *I begins, up to outcome END; *I is moved past it. */
static void print_condition(const struct ep_profile_file *file, size_t *i,
                            size_t end)
{
    const struct ep_profile_branch *branch = file->outcomes[*i].branch;
    struct part part = {0};

    for (; *i < end && file->outcomes[*i].branch == branch; ++*i) {
        part.total++;
        part.covered += file->outcomes[*i].count > 0;
    }
    (void)printf("<condition number=\"%" PRIu32
                 "\" type=\"%s\" coverage=\"%" PRIu64 "%%\"/>",
                 branch->id,
                 branch->kind == EP_BRANCH_CONDITION ? "jump" : "switch",
                 part.covered * 100 / part.total);
}

/* Without outcomes, FILE is not looked at. */
static void print_line(const struct ep_profile_file *file,
                       const struct ep_line_count *line, struct part branches,
                       size_t end)
{
    size_t i = end - branches.total;

    (void)printf("<line number=\"%" PRIu32 "\" hits=\"%" PRIu64 "\"",
                 line->line, line->count);
    if (branches.total == 0) {
        (void)puts("/>");
        return;
    }
    (void)printf(" branch=\"true\" condition-coverage=\"%" PRIu64 "%% (%" PRIu64
                 "/%" PRIu64 ")\"><conditions>",
                 branches.covered * 100 / branches.total, branches.covered,
                 branches.total);
    while (i < end)
        print_condition(file, &i, end);
    (void)puts("</conditions></line>");
}

/* A method is its first line: those of the body are the class's. */
static int print_method(const struct ep_profile_file *file, size_t i,
                        uint64_t calls)
{
    const struct ep_function *function = file->functions[i].function;
    const struct ep_line_count first = {0, function->line, calls};
    const struct part none = {0};
    char *name = name_demangle(function->name);

    if (!name)
        return EP_ENOMEM;
    (void)fputs("<method", stdout);
    xml_attribute("name", name);
    xml_attribute("signature", function->name);
    print_rates((struct part){calls > 0, 1}, none);
    (void)fputs(" complexity=\"0\"><lines>", stdout);
    print_line(file, &first, none, 0);
    (void)puts("</lines></method>");
    free(name);
    return EP_OK;
}

static int print_methods(const struct ep_profile_file *file)
{
    int status = EP_OK;
    size_t next;

    (void)puts("<methods>");
    for (size_t i = 0; !status && i < file->n_functions; i = next) {
        uint64_t calls;

        next = tally_variants(file, i, &calls);
        if (!(file->functions[i].function->flags & EP_FUNCTION_MADE))
            status = print_method(file, i, calls);
    }
    (void)puts("</methods>");
    return status;
}

/* LINE with its outcomes, from the index *AT on, which is moved past them. */
static void print_code(const struct ep_profile_file *file,
                       const struct ep_line_count *line, size_t *at)
{
    struct part branches = tally_line(file, line->line, at);

    print_line(file, line, branches, *at);
}

static int print_class(const struct ep_profile_file *file)
{
    struct tally tally = tally_file(file);
    const char *slash = strrchr(file->name, '/');
    size_t at = 0;
    int status;

    (void)fputs("<class", stdout);
    xml_attribute("name", slash ? slash + 1 : file->name);
    xml_attribute("filename", file->name);
    print_rates(tally.lines, tally.branches);
    (void)puts(" complexity=\"0\">");
    status = print_methods(file);
    (void)puts("<lines>");
    for (size_t i = 0; i < file->n_lines; i++)
        print_code(file, &file->lines[i], &at);
    (void)puts("</lines>\n</class>");
    return status;
}

/* ---- packages ------------------------------------------------------------ */

static size_t folder_length(const char *name)
{
    const char *slash = strrchr(name, '/');

    return slash ? (size_t)(slash - name) : 0;
}

static int same_folder(const struct view *view, size_t i, size_t j)
{
    const char *a = view->profile.files[i].name;
    const char *b = view->profile.files[j].name;
    size_t n = folder_length(a);

    return n == folder_length(b) && memcmp(a, b, n) == 0;
}

/* Whether file J is in I's folder or below it: those stand together, since
 * files go by path. */
static int is_below(const struct view *view, size_t i, size_t j)
{
    const char *a = view->profile.files[i].name;
    const char *b = view->profile.files[j].name;
    size_t n = folder_length(a);

    return n == 0 || (strncmp(a, b, n) == 0 && b[n] == '/');
}

/* Files of one folder may have those of folders below it between them. */
static int is_first(const struct view *view, size_t i)
{
    for (size_t j = i; j-- > 0 && is_below(view, i, j);)
        if (view_lists(view, j) && same_folder(view, i, j))
            return 0;
    return 1;
}

static void add(struct part *to, struct part from)
{
    to->covered += from.covered;
    to->total += from.total;
}

static int print_package(const struct view *view, size_t first)
{
    const struct ep_profile *profile = &view->profile;
    struct part lines = {0}, branches = {0};
    char *name = ep_mem_dup(profile->files[first].name,
                            folder_length(profile->files[first].name));
    int status = name ? EP_OK : EP_ENOMEM;

    if (!name)
        return status;
    for (size_t i = first; i < profile->n_files && is_below(view, first, i);
         i++)
        if (view_lists(view, i) && same_folder(view, first, i)) {
            struct tally tally = tally_file(&profile->files[i]);
            add(&lines, tally.lines);
            add(&branches, tally.branches);
        }
    (void)fputs("<package", stdout);
    xml_attribute("name", *name ? name : ".");
    print_rates(lines, branches);
    (void)puts(" complexity=\"0\">\n<classes>");
    for (size_t i = first;
         !status && i < profile->n_files && is_below(view, first, i); i++)
        if (view_lists(view, i) && same_folder(view, first, i))
            status = print_class(&profile->files[i]);
    (void)puts("</classes>\n</package>");
    ep_mem_free(name);
    return status;
}

int cobertura(struct view *view)
{
    struct tally all = tally_all(view);
    const char *root = view->options->source_root;
    int status = EP_OK;

    (void)puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<!DOCTYPE coverage SYSTEM "
               "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">");
    (void)fputs("<coverage", stdout);
    print_rates(all.lines, all.branches);
    (void)printf(" lines-covered=\"%" PRIu64 "\" lines-valid=\"%" PRIu64
                 "\" branches-covered=\"%" PRIu64 "\" branches-valid=\"%" PRIu64
                 "\" complexity=\"0\" version=\"edgeprof " EDGEPROF_VERSION
                 "\" timestamp=\"%" PRId64 "\">\n<sources><source>",
                 all.lines.covered, all.lines.total, all.branches.covered,
                 all.branches.total, view_time(view));
    xml_text(stdout, root ? root : ".");
    (void)puts("</source></sources>\n<packages>");
    for (size_t i = 0; !status && i < view->profile.n_files; i++)
        if (view_lists(view, i) && is_first(view, i))
            status = print_package(view, i);
    (void)puts("</packages>\n</coverage>");
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
