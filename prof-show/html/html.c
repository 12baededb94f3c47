/* SPDX-License-Identifier: MIT
 *
 * html - pages for a browser, in the folder or the file that -o names.
 */
#include "html/html.h"
#include "shown.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/output.h"
#include "base/paths.h"
#include "catalog.h"
#include "source.h"
#include "tool/say.h"
#include "xml.h"

/* ---- the site ------------------------------------------------------------ */

/* Its last component, as far as URLs take it, and a hash of the whole; NULL: no
 * memory. */
static char *page_name(const struct ep_profile_file *file)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789-._";
    const char *slash = strrchr(file->name, '/');
    struct ep_buf name = {0};
    char *result;

    for (const char *at = slash ? slash + 1 : file->name; *at; at++)
        ep_buf_add(&name, strchr(plain, *at) ? at : "_", 1);
    ep_buf_printf(&name, ".%016" PRIx64 ".html",
                  ep_hash(EP_HASH_START, file->name, strlen(file->name)));
    result = name.failed ? NULL : ep_mem_dup(name.data, name.size);
    ep_buf_release(&name);
    return result;
}

static void release_site(struct html_site *site)
{
    for (size_t i = 0; site->pages && i < site->view->profile.n_files; i++)
        ep_mem_free(site->pages[i]);
    ep_mem_free(site->pages);
    ep_mem_free(site->tallies);
    ep_mem_free(site->decided);
    ep_mem_free(site->first_row);
    cover_release(&site->cover);
    times_release(&site->times);
    rounds_release(&site->loops);
    call_arcs_release(&site->arcs);
    call_graph_release(&site->graph);
}

static void find_rows(struct html_site *site)
{
    size_t n = site->view->profile.n_files;
    size_t row = 0;

    for (size_t i = 0; i <= n; i++) {
        while (row < site->rows.n && site->rows.items[row].first->file < i)
            row++;
        site->first_row[i] = row;
    }
}

/* EP_OK or EP_ENOMEM; release OUT. */
static int make_site(struct view *view, struct html_site *out)
{
    size_t n = view->profile.n_files;

    *out = (struct html_site){.view = view};
    out->first_row = ep_mem_zeroed(n + 1, sizeof *out->first_row);
    out->tallies = ep_mem_zeroed(n, sizeof *out->tallies);
    out->decided = ep_mem_zeroed(n, sizeof *out->decided);
    out->pages = ep_mem_zeroed(n, sizeof *out->pages);
    if (!out->first_row || !out->tallies || !out->decided || !out->pages ||
        (view->options->mcdc && view_decide(view)) ||
        call_graph_make(view, &out->graph) ||
        call_arcs_make(&out->graph, &out->arcs))
        return EP_ENOMEM;
    out->rows = out->graph.rows;
    find_rows(out);
    for (size_t i = 0; i < n; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];

        if (!view_lists(view, i))
            continue;
        out->tallies[i] = tally_file(file);
        out->decided[i] = shown_file(view, (uint32_t)i);
        out->pages[i] = page_name(file);
        if (!out->pages[i])
            return EP_ENOMEM;
    }
    out->most = view_most(view);
    return EP_OK;
}

/* ---- pages --------------------------------------------------------------- */

void html_begin(FILE *out, const char *title, int alone)
{
    (void)fputs("<!DOCTYPE html>\n<html lang=\"en\"><head>"
                "<meta charset=\"utf-8\"><meta name=\"viewport\" "
                "content=\"width=device-width, initial-scale=1\">\n"
                "<link rel=\"icon\" href=\"data:,\">\n",
                out);
    if (alone)
        (void)fprintf(out, "<style>\n%s</style>\n", html_style);
    else
        (void)fputs("<link rel=\"stylesheet\" href=\"style.css\">\n"
                    "<script defer src=\"script.js\"></script>\n",
                    out);
    (void)fputs("<title>", out);
    xml_text(out, title);
    (void)fputs("</title></head><body>\n", out);
}

/* When the newest program was built, which is the same for the same runs. */
static void print_date(const struct html_site *site)
{
    time_t time = (time_t)view_time(site->view);
    struct tm broken;
    char text[40];

    if (time > 0 && gmtime_r(&time, &broken) &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &broken))
        (void)fprintf(site->out, ", of what was built %s", text);
}

static void print_foot(const struct html_site *site)
{
    (void)fputs("<footer>edgeprof " EDGEPROF_VERSION, site->out);
    print_date(site);
    (void)fputs("</footer>\n", site->out);
    if (site->view->options->single_file)
        (void)fprintf(site->out, "<script>\n%s</script>\n", html_script);
    (void)fputs("</body></html>\n", site->out);
}

const char *html_title(const struct html_site *site)
{
    const char *title = site->view->options->title;

    return title ? title : "Execution counts";
}

static const char *title_of(const struct html_site *site)
{
    return site->file == EP_NONE ? html_title(site)
                                 : site->view->profile.files[site->file].name;
}

static int print_page(struct html_site *site)
{
    int status;

    html_begin(site->out, title_of(site), site->view->options->single_file);
    status = site->file == EP_NONE ? html_overview(site) : html_file(site);
    print_foot(site);
    return status;
}

static int print_section(struct html_site *site)
{
    int status;

    if (site->file == EP_NONE)
        (void)fputs("<section class=\"page\" id=\"overview\">\n", site->out);
    else
        (void)fprintf(site->out,
                      "<section class=\"page\" id=\"F%" PRIu32 "\">\n",
                      site->file);
    status = site->file == EP_NONE ? html_overview(site) : html_file(site);
    (void)fputs("</section>\n", site->out);
    return status;
}

/* All pages in one. */
static int print_single(struct html_site *site)
{
    int status;

    site->file = EP_NONE;
    html_begin(site->out, title_of(site), site->view->options->single_file);
    status = print_section(site);
    for (uint32_t i = 0; !status && i < site->view->profile.n_files; i++)
        if (view_lists(site->view, i)) {
            site->file = i;
            status = print_section(site);
        }
    print_foot(site);
    return status;
}

/* ---- files --------------------------------------------------------------- */

typedef int print_fn(struct html_site *site);

static int print_style(struct html_site *site)
{
    (void)fputs(html_style, site->out);
    return EP_OK;
}

static int print_script(struct html_site *site)
{
    (void)fputs(html_script, site->out);
    return EP_OK;
}

/* What PRINT writes, through a stream of OUTPUT's. */
static int print_to(struct html_site *site, struct ep_output *output,
                    print_fn *print, struct ep_diag *diag)
{
    int status, lost;

    site->out = fdopen(output->fd, "w");
    if (!site->out)
        return EP_ENOMEM;
    output->fd = -1;
    status = print(site);
    lost = ferror(site->out);
    lost |= fclose(site->out) != 0;
    if (lost && !status)
        status = ep_fail(diag, EP_EIO, "%s: %s", output->path,
                         strerror(errno ? errno : EIO));
    return status;
}

/* The file PATH, as PRINT writes it, appears whole or not at all.  An exit
 * status. */
static int write_file(struct html_site *site, const char *path, print_fn *print)
{
    struct ep_diag diag = {{0}};
    struct ep_output output;
    int status = ep_output_begin(path, &diag, &output);

    if (!status) {
        status = print_to(site, &output, print, &diag);
        status = ep_output_end(&output, status, &diag);
    }
    if (status)
        say_error("%s", ep_words(&diag, status));
    return status ? EXIT_TROUBLE : EXIT_DONE;
}

/* NAME in the folder. */
static int write_page(struct html_site *site, const char *name, print_fn *print)
{
    char *path = ep_path_join(site->view->options->output, name);
    int result = EXIT_TROUBLE;

    if (path)
        result = write_file(site, path, print);
    else
        say_error("out of memory");
    ep_mem_free(path);
    return result;
}

/* The overview comes last: where it is, all is there. */
static int write_folder(struct html_site *site)
{
    const char *folder = site->view->options->output;
    int result;

    if (mkdir(folder, 0777) && errno != EEXIST) {
        say_error("%s: %s", folder, strerror(errno));
        return EXIT_TROUBLE;
    }
    result = write_page(site, "style.css", print_style);
    if (result == EXIT_DONE)
        result = write_page(site, "script.js", print_script);
    for (uint32_t i = 0; result == EXIT_DONE && i < site->view->profile.n_files;
         i++)
        if (view_lists(site->view, i)) {
            site->file = i;
            progress("pages", i, site->view->profile.n_files);
            result = write_page(site, site->pages[i], print_page);
        }
    progress_end();
    site->file = EP_NONE;
    return result == EXIT_DONE ? write_page(site, "index.html", print_page)
                               : result;
}

int html(struct view *view)
{
    struct html_site site;
    int result = EXIT_TROUBLE;

    if (make_site(view, &site))
        say_error("out of memory");
    else
        result =
            view->options->tests ? cover_make(view, &site.cover) : EXIT_DONE;
    if (result == EXIT_DONE && view->options->time)
        result = times_make(view, &site.times);
    if (result == EXIT_DONE)
        result = html_make_trips(&site);
    if (result == EXIT_DONE)
        result = view->options->single_file
                     ? write_file(&site, view->options->output, print_single)
                     : write_folder(&site);
    source_say(view);
    release_site(&site);
    return result == EXIT_DONE ? site.gates : result;
}
