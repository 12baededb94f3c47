/* SPDX-License-Identifier: MIT
 *
 * html_code.c - machine code with its counts as one page, which needs nothing but
 * itself: a table of the functions, then each with its instructions; where one
 * leads within its function is a link.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "catalog.h"
#include "html/html.h"
#include "listing.h"
#include "name.h"
#include "xml.h"

/* A function's place among all is its part of each address' id. */
struct page {
    size_t function;
    uint64_t *addresses; /* of its instructions */
    size_t n;
    size_t capacity;
    uint64_t executed; /* instructions, by all of it */
    uint64_t most;     /* any instruction of any function */
    int failed;
};

/* ---- what there is --------------------------------------------------------- */

static void take(void *context, uint64_t address, uint64_t count,
                 const char *text)
{
    struct page *page = context;

    (void)text;
    page->executed += count;
    if (count > page->most)
        page->most = count;
    if (EP_GROW(page->addresses, page->n, page->capacity))
        page->failed = 1;
    else
        page->addresses[page->n++] = address;
}

static void take_function(struct page *page,
                          const struct ep_profile_function *function)
{
    page->n = 0;
    page->executed = 0;
    listing_each(function, take, page);
}

static int is_before(const void *item, const void *key)
{
    return *(const uint64_t *)item < *(const uint64_t *)key;
}

static int has(const struct page *page, uint64_t address)
{
    size_t at = ep_lower_bound(page->addresses, page->n,
                               sizeof *page->addresses, is_before, &address);

    return at < page->n && page->addresses[at] == address;
}

/* ---- functions ------------------------------------------------------------- */

static void print_name(const struct ep_profile_function *function)
{
    char *name = name_demangle(function->function->name);

    xml_text(stdout, name ? name : function->function->name);
    free(name);
}

static void print_row(struct page *page,
                      const struct ep_profile_function *function)
{
    char calls[HTML_COUNT], executed[HTML_COUNT];

    take_function(page, function);
    (void)printf("<tr%s><td class=\"n\">%s</td><td class=\"n\">%s</td>"
                 "<td><a href=\"#f%zu\"><code>",
                 function->calls ? "" : " class=\"miss\"",
                 html_count(page->executed, executed),
                 html_count(function->calls, calls), page->function);
    print_name(function);
    (void)fputs("</code></a></td></tr>\n", stdout);
}

/* ---- instructions ---------------------------------------------------------- */

/* Where TEXT leads, if it is a jump, to *OUT, and how far it goes before that
 * is named; 0: it is none. */
static size_t find_target(const char *text, uint64_t *out)
{
    const char *hex = strstr(text, " 0x");
    char *end;

    if ((*text != 'j' && strncmp(text, "loop", 4) != 0) || !hex)
        return 0;
    *out = strtoull(hex + 1, &end, 16);
    return *end ? 0 : (size_t)(hex + 1 - text);
}

static void print_instruction(void *context, uint64_t address, uint64_t count,
                              const char *text)
{
    const struct page *page = context;
    char number[HTML_COUNT];
    uint64_t target;
    size_t before = find_target(text, &target);

    (void)printf("<tr id=\"f%zu-%" PRIx64 "\"%s><td class=\"n h%u\">%s</td>"
                 "<td class=\"n\">%" PRIx64 "</td><td class=\"code\">",
                 page->function, address, count ? "" : " class=\"miss\"",
                 count ? html_heat(count, page->most) : 0,
                 html_count(count, number), address);
    if (before > 0 && has(page, target)) {
        (void)printf("%.*s<a href=\"#f%zu-%" PRIx64 "\">", (int)before, text,
                     page->function, target);
        xml_text(stdout, text + before);
        (void)fputs("</a>", stdout);
    } else {
        xml_text(stdout, text);
    }
    (void)fputs("</td></tr>\n", stdout);
}

static void print_function(struct page *page,
                           const struct ep_profile_function *function)
{
    take_function(page, function);
    (void)printf("<h2 id=\"f%zu\"><code>", page->function);
    print_name(function);
    (void)fputs("</code></h2>\n<div class=\"table\"><table>"
                "<tr><th class=\"n\">Count</th><th class=\"n\">Address</th>"
                "<th>Instruction</th></tr>\n",
                stdout);
    listing_each(function, print_instruction, page);
    (void)fputs("</table></div>\n", stdout);
}

/* ---- the page -------------------------------------------------------------- */

static int is_new_object(const struct listing *listing, size_t i)
{
    return i == 0 || strcmp(listing->items[i]->object,
                            listing->items[i - 1]->object) != 0;
}

static void print_functions(struct page *page, const struct listing *listing)
{
    for (size_t i = 0; i < listing->n; i++) {
        page->function = i;
        if (is_new_object(listing, i)) {
            (void)fputs(i ? "</table></div>\n<h2>" : "<h2>", stdout);
            xml_text(stdout, listing->items[i]->object);
            (void)fputs("</h2>\n<div class=\"table\"><table><tr>"
                        "<th class=\"n\">Executed</th><th class=\"n\">Calls"
                        "</th><th>Function</th></tr>\n",
                        stdout);
        }
        print_row(page, listing->items[i]);
    }
    (void)fputs("</table></div>\n", stdout);
}

int html_code(struct view *view)
{
    struct listing listing;
    struct page page = {0};
    int result = listing_begin(view, &listing);

    if (result != EXIT_DONE)
        return result;
    html_begin(stdout, "Machine code", 1);
    (void)fputs("<h1>Machine code</h1>\n", stdout);
    print_functions(&page, &listing);
    for (page.function = 0; page.function < listing.n; page.function++)
        print_function(&page, listing.items[page.function]);
    (void)fputs("<footer>edgeprof " EDGEPROF_VERSION "</footer>\n"
                "</body></html>\n",
                stdout);
    ep_mem_free(page.addresses);
    listing_release(&listing);
    return page.failed ? EXIT_TROUBLE : EXIT_DONE;
}
