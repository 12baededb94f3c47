/* SPDX-License-Identifier: MIT
 *
 * html - pages for a browser, in the folder that -o names.
 */
#include "html.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "say.h"
#include "source.h"
#include "xml.h"

#define HOT 20u /* functions on the index */

/* ---- parts of pages ------------------------------------------------------ */

/* Its last component, as far as URLs take it, and a hash of the whole. */
int html_page_name(const struct ep_profile_file *file, struct ep_buf *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789-._";
    const char *slash = strrchr(file->name, '/');

    ep_buf_clear(out);
    for (const char *at = slash ? slash + 1 : file->name; *at; at++)
        ep_buf_add(out, strchr(plain, *at) ? at : "_", 1);
    ep_buf_printf(out, ".%016" PRIx64 ".html",
                  ep_hash(EP_HASH_START, file->name, strlen(file->name)));
    return out->failed ? EP_ENOMEM : EP_OK;
}

void html_begin(FILE *out, const char *title)
{
    (void)fputs(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<link rel=\"stylesheet\" href=\"style.css\">"
        "<script defer src=\"script.js\"></script>\n<title>",
        out);
    xml_text(out, title);
    (void)fputs("</title></head><body>\n<h1>", out);
    xml_text(out, title);
    (void)fputs("</h1>\n", out);
}

void html_end(FILE *out, const struct view *view)
{
    const struct ep_profile *profile = &view->profile;

    (void)fprintf(out, "<footer><p>%" PRIu64 " runs, edgeprof %s</p>\n",
                  profile->runs, EDGEPROF_VERSION);
    for (size_t i = 0; i < profile->n_messages; i++) {
        (void)fputs("<p>", out);
        xml_text(out, profile->messages[i]);
        (void)fputs("</p>\n", out);
    }
    (void)fputs("</footer></body></html>\n", out);
}

void html_part(FILE *out, struct part part)
{
    char percent[PERCENT_TEXT];

    if (part.total == 0) {
        (void)fputs("<td></td><td class=\"n\" data-v=\"101\">-</td><td></td>",
                    out);
        return;
    }
    (void)fprintf(out,
                  "<td><meter max=\"%" PRIu64 "\" value=\"%" PRIu64
                  "\"></meter></td><td class=\"n\">%s %%</td>"
                  "<td class=\"n\">%" PRIu64 " of %" PRIu64 "</td>",
                  part.total, part.covered, percent_text(part, percent),
                  part.covered, part.total);
}

/* ---- the index ----------------------------------------------------------- */

static void print_tally(const struct tally *tally, FILE *out)
{
    html_part(out, tally->lines);
    html_part(out, tally->functions);
    html_part(out, tally->branches);
    (void)fputs("</tr>\n", out);
}

static int print_files(const struct view *view, FILE *out)
{
    struct tally all = tally_all(view);
    struct ep_buf page = {0};
    int status = EP_OK;

    (void)fputs(
        "<table><thead><tr><th>File</th><th colspan=\"3\">Lines</th>"
        "<th colspan=\"3\">Functions</th><th colspan=\"3\">Branches</th>"
        "</tr></thead><tbody>\n",
        out);
    for (uint32_t i = 0; !status && i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        struct tally tally = tally_file(file);

        if (!view_lists(view, i))
            continue;
        status = html_page_name(file, &page);
        if (status)
            break;
        (void)fprintf(out, "<tr><td><a href=\"%s\">", page.data);
        xml_text(out, file->name);
        (void)fputs("</a></td>", out);
        print_tally(&tally, out);
    }
    (void)fputs("</tbody><tfoot><tr><td>Total</td>", out);
    print_tally(&all, out);
    (void)fputs("</tfoot></table>\n", out);
    ep_buf_release(&page);
    return status;
}

static int print_hot(const struct view *view, const struct rows *rows,
                     FILE *out)
{
    struct ep_buf page = {0};
    int status = EP_OK;

    (void)fputs("<h2>Most executed functions</h2>\n<table><thead><tr>"
                "<th class=\"n\">Calls</th><th class=\"n\">Blocks executed</th>"
                "<th>Function</th></tr></thead><tbody>\n",
                out);
    for (size_t i = 0; i < rows->n && i < HOT; i++) {
        const struct row *row = &rows->items[i];

        if (row->first->file == EP_NONE || !view_lists(view, row->first->file))
            continue;
        status = html_page_name(&view->profile.files[row->first->file], &page);
        if (status)
            break;
        (void)fprintf(
            out,
            "<tr><td class=\"n\">%" PRIu64 "</td><td class=\"n\">%" PRIu64
            "</td><td><a href=\"%s#L%" PRIu32 "\">",
            row->calls, row->executions, page.data, row->first->function->line);
        xml_text(out, row->name);
        (void)fputs("</a></td></tr>\n", out);
    }
    (void)fputs("</tbody></table>\n", out);
    ep_buf_release(&page);
    return status;
}

static int print_index(struct view *view, uint32_t unused, FILE *out)
{
    struct rows rows;
    int status = rows_make(view, &rows);

    (void)unused;
    if (status)
        return status;
    html_begin(out, "Execution counts");
    status = print_files(view, out);
    if (!status)
        status = print_hot(view, &rows, out);
    html_end(out, view);
    rows_release(&rows);
    return status;
}

/* ---- files --------------------------------------------------------------- */

typedef int print_fn(struct view *view, uint32_t index, FILE *out);

static int print_style(struct view *view, uint32_t unused, FILE *out)
{
    (void)view;
    (void)unused;
    (void)fputs(html_style, out);
    return EP_OK;
}

static int print_script(struct view *view, uint32_t unused, FILE *out)
{
    (void)view;
    (void)unused;
    (void)fputs(html_script, out);
    return EP_OK;
}

/* NAME in the folder, as PRINT writes it.  An exit status. */
static int write_page(struct view *view, const char *name, print_fn *print,
                      uint32_t index)
{
    struct ep_buf path = {0};
    int status = EP_ENOMEM;
    int failed = 0;

    ep_buf_printf(&path, "%s/%s", view->args->output, name);
    if (!path.failed) {
        FILE *out = fopen(path.data, "we");

        status = EP_OK;
        if (out) {
            status = print(view, index, out);
            failed = ferror(out);
            failed |= fclose(out) != 0;
        } else {
            failed = 1;
        }
    }
    if (status)
        say_error("out of memory");
    else if (failed)
        say_error("%s: %s", path.data, strerror(errno ? errno : EIO));
    ep_buf_release(&path);
    return status || failed ? EXIT_TROUBLE : EXIT_DONE;
}

static int write_files(struct view *view)
{
    struct ep_buf page = {0};
    int result = EXIT_DONE;

    for (uint32_t i = 0; result == EXIT_DONE && i < view->profile.n_files; i++)
        if (view_lists(view, i)) {
            result = EXIT_TROUBLE;
            if (html_page_name(&view->profile.files[i], &page))
                say_error("out of memory");
            else
                result = write_page(view, page.data, html_file, i);
        }
    ep_buf_release(&page);
    return result;
}

/* The index comes last: where it is, all is there. */
int html(struct view *view)
{
    const char *folder = view->args->output;
    int result;

    if (mkdir(folder, 0777) && errno != EEXIST) {
        say_error("%s: %s", folder, strerror(errno));
        return EXIT_TROUBLE;
    }
    result = write_page(view, "style.css", print_style, 0);
    if (result == EXIT_DONE)
        result = write_page(view, "script.js", print_script, 0);
    if (result == EXIT_DONE)
        result = write_files(view);
    source_say(view);
    return result == EXIT_DONE ? write_page(view, "index.html", print_index, 0)
                               : result;
}
