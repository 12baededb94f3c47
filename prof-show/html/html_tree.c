/* SPDX-License-Identifier: MIT
 *
 * The tree of folders: lists in lists, of which a folder can be closed.
 */
#include <inttypes.h>
#include <string.h>

#include "html/html.h"
#include "xml.h"

#define OPEN_MAX 200u /* files with which all folders start open */

/* Files of one folder stand together, since they go by path. */
struct walk {
    struct html_site *site;
    size_t depth;
    size_t n_listed;
};

static void add(struct part *to, struct part from)
{
    to->covered += from.covered;
    to->total += from.total;
}

static uint64_t executions(const struct ep_profile_file *file)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < file->n_lines; i++)
        sum = edgeprof_add(sum, file->lines[i].count);
    return sum;
}

/* What follows a name in its row; the tallies of the files from FIRST to END
 * that are listed. */
static void print_row(const struct html_site *site, size_t first, size_t end)
{
    const struct view *view = site->view;
    struct tally sum = {0};
    uint64_t ran = 0, missing;
    char count[HTML_COUNT];

    for (size_t i = first; i < end; i++) {
        if (!view_lists(view, i))
            continue;
        add(&sum.lines, site->tallies[i].lines);
        add(&sum.functions, site->tallies[i].functions);
        add(&sum.branches, site->tallies[i].branches);
        ran = edgeprof_add(ran, executions(&view->profile.files[i]));
    }
    missing = sum.lines.total - sum.lines.covered;
    (void)fprintf(site->out, "<span>%s</span>", html_count(ran, count));
    (void)fprintf(site->out, "<span>%s</span>", html_count(missing, count));
    html_part(site->out, "span", sum.lines);
    html_part(site->out, "span", sum.functions);
    html_part(site->out, "span", sum.branches);
    (void)fputs("</span>", site->out);
}

/* The first SIZE bytes of NAME. */
static void print_name(FILE *out, const char *name, size_t size)
{
    char *copy = ep_mem_dup(name, size);

    xml_text(out, copy ? copy : "?");
    ep_mem_free(copy);
}

static const char *name_of(const struct walk *walk, size_t i)
{
    return walk->site->view->profile.files[i].name;
}

/* Bytes up to the slash that ends the first folder of NAME after SKIP; 0: it is
 * in none. */
static size_t folder_end(const char *name, size_t skip)
{
    const char *slash =
        name[skip] ? strchr(name + skip + 1, '/') : NULL; /* "/usr" is one */

    return slash ? (size_t)(slash - name) : 0;
}

/* Folders that hold nothing but one another are one: up to the last slash that
 * the first and the last file have in common. */
static size_t joint_end(const struct walk *walk, size_t first, size_t last,
                        size_t end)
{
    const char *a = name_of(walk, first), *b = name_of(walk, last);

    for (size_t i = end + 1; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/')
            end = i;
    return end;
}

static void print_file(const struct walk *walk, size_t i, size_t skip)
{
    const struct html_site *site = walk->site;
    const char *name = name_of(walk, i);

    (void)fputs("<li><span class=\"row\"><a ", site->out);
    html_href(site, (uint32_t)i, 0);
    (void)fputs(">", site->out);
    xml_text(site->out, name + skip);
    (void)fputs("</a>", site->out);
    print_row(site, i, i + 1);
    (void)fputs("</li>\n", site->out);
}

static void print_list(struct walk *walk, size_t first, size_t end,
                       size_t skip);

/* The folder that file FIRST is in, whose name ends at AT; returns one past its
 * last file. */
static size_t print_folder(struct walk *walk, size_t first, size_t end,
                           size_t skip, size_t at)
{
    FILE *out = walk->site->out;
    const char *name = name_of(walk, first);
    size_t next = first, last = first;

    for (; next < end && strncmp(name_of(walk, next), name, at + 1) == 0;
         next++)
        if (view_lists(walk->site->view, next))
            last = next;
    at = joint_end(walk, first, last, at);
    (void)fprintf(out, "<li><details%s><summary><span class=\"row\"><span>",
                  walk->depth == 0 || walk->n_listed <= OPEN_MAX ? " open"
                                                                 : "");
    print_name(out, name + skip, at - skip);
    (void)fputs("</span>", out);
    print_row(walk->site, first, next);
    (void)fputs("</summary>\n", out);
    walk->depth++;
    print_list(walk, first, next, at + 1);
    walk->depth--;
    (void)fputs("</details></li>\n", out);
    return next;
}

/* The files from FIRST to END, which have their first SKIP bytes in common. */
static void print_list(struct walk *walk, size_t first, size_t end, size_t skip)
{
    size_t next;

    (void)fputs("<ul>\n", walk->site->out);
    for (size_t i = first; i < end; i = next) {
        size_t at = folder_end(name_of(walk, i), skip);

        next = i + 1;
        if (!view_lists(walk->site->view, i))
            continue;
        if (at)
            next = print_folder(walk, i, end, skip, at);
        else
            print_file(walk, i, skip);
    }
    (void)fputs("</ul>\n", walk->site->out);
}

void html_tree(struct html_site *site)
{
    size_t n = site->view->profile.n_files;
    struct walk walk = {.site = site};

    for (size_t i = 0; i < n; i++)
        walk.n_listed += (size_t)view_lists(site->view, i);
    (void)fputs(
        "<div class=\"tools script\"><input type=\"search\" id=\"filter\" "
        "placeholder=\"Filter by path\" aria-label=\"Filter by path\"> "
        "<label><input type=\"checkbox\" id=\"uncovered\"> with missing lines"
        "</label> <label><input type=\"checkbox\" id=\"flat\"> without folders"
        "</label> <button id=\"open\">Open all</button> "
        "<button id=\"close\">Close all</button> "
        "<span id=\"shown\" role=\"status\"></span></div>\n"
        "<div class=\"tree\"><div class=\"row head\">"
        "<button data-sort=\"up\">File</button>"
        "<button data-sort=\"\">Executions</button>"
        "<button data-sort=\"\">Missing</button>"
        "<button data-sort=\"\">Lines</button>"
        "<button data-sort=\"\">Functions</button>"
        "<button data-sort=\"\">Branches</button></div>\n",
        site->out);
    print_list(&walk, 0, n, 0);
    (void)fputs("</div>\n", site->out);
}
