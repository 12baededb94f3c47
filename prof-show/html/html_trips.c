/* SPDX-License-Identifier: MIT
 *
 * html_trips.c - behind the line of a loop that counts its trips: how often it came
 * round from an entry.
 */
#include "base/order.h"
#include "html.h"

static int by_line(const void *left, const void *right)
{
    const struct loop *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->nth > b->nth) - (a->nth < b->nth);
}

/* Instances of a template add up, as they do in lines. */
int html_make_trips(struct html_site *site)
{
    struct rounds *loops = &site->loops;
    int status = rounds_make(site->view, loops);
    size_t n = 0;

    ep_sort(loops->items, loops->n, sizeof *loops->items, by_line);
    for (size_t i = 0; i < loops->n; i++) {
        const struct loop *loop = &loops->items[i];

        if (!loop->has_trips || loop->file == EP_NONE)
            continue;
        if (n && by_line(&loops->items[n - 1], loop) == 0)
            rounds_add(&loops->items[n - 1], loop);
        else
            loops->items[n++] = *loop;
    }
    loops->n = n;
    return status;
}

static void print_loop(const struct loop *loop, FILE *out)
{
    char count[HTML_COUNT];

    (void)fprintf(out,
                  "<i><details><summary>entries: %s, rounds of each: "
                  "%.1f</summary> ",
                  html_count(loop->entries, count), rounds_mean(loop));
    rounds_print_left(loop, out);
    (void)fputs("</details></i>", out);
}

/* Where in the loops LINE of the page's file begins, or what is behind it. */
static size_t first_of(const struct html_site *site, uint32_t line)
{
    const struct loop wanted = {.file = site->file, .line = line};
    size_t low = 0, high = site->loops.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (by_line(&site->loops.items[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void html_trips(const struct html_site *site, uint32_t line)
{
    const struct rounds *loops = &site->loops;

    for (size_t i = first_of(site, line);
         i < loops->n && loops->items[i].file == site->file &&
         loops->items[i].line == line;
         i++)
        if (loops->items[i].entries)
            print_loop(&loops->items[i], site->out);
}
