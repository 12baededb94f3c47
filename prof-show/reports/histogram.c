/* SPDX-License-Identifier: MIT
 *
 * histogram - how many lines, blocks and functions were executed how often, by
 * powers of ten.
 */
#include <inttypes.h>
#include <stdio.h>

#include "bar.h"
#include "catalog.h"
#include "json.h"
#include "rows.h"
#include "tool/say.h"

enum { CLASSES = 21 }; /* 0; and for each number of digits one */

/* How many were executed 0 times, 1 to 9, 10 to 99 ... */
struct histogram {
    uint64_t lines[CLASSES];
    uint64_t blocks[CLASSES];
    uint64_t functions[CLASSES];
};

static unsigned class_of(uint64_t count)
{
    unsigned digits = 0;

    for (; count > 0; count /= 10)
        digits++;
    return digits;
}

static int make(const struct view *view, struct histogram *out)
{
    const struct ep_profile_file *file;
    struct rows rows;
    size_t at = 0;
    int status = rows_make(view, &rows);

    if (status)
        return status;
    *out = (struct histogram){0};
    while ((file = view_next(view, &at)) != NULL)
        for (size_t i = 0; i < file->n_lines; i++)
            out->lines[class_of(file->lines[i].count)]++;
    for (size_t i = 0; i < rows.n; i++) {
        const struct row *row = &rows.items[i];

        out->functions[class_of(row->calls)]++;
        for (size_t v = 0; v < row->n_variants; v++)
            for (uint32_t b = EP_BLOCK_FIRST;
                 b < row->first[v].function->cfg.n_blocks; b++)
                out->blocks[class_of(row->first[v].block[b])]++;
    }
    rows_release(&rows);
    return EP_OK;
}

static unsigned last_class(const struct histogram *all)
{
    unsigned last = CLASSES - 1;

    while (last > 0 &&
           !(all->lines[last] || all->blocks[last] || all->functions[last]))
        last--;
    return last;
}

static uint64_t most_of(const uint64_t *numbers)
{
    uint64_t most = 1;

    for (unsigned i = 0; i < CLASSES; i++)
        if (numbers[i] > most)
            most = numbers[i];
    return most;
}

int histogram_text(struct view *view)
{
    struct histogram all;
    char lines[BAR_TEXT], blocks[BAR_TEXT], functions[BAR_TEXT];
    uint64_t from = 0;

    if (make(view, &all)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    (void)printf("%20s  %8s %-*s %8s %-*s %8s\n", "executions from", "lines",
                 BAR_WIDTH, "", "blocks", BAR_WIDTH, "", "functions");
    for (unsigned i = 0; i <= last_class(&all); i++) {
        (void)printf(
            "%20" PRIu64 "  %8" PRIu64 " %-*s %8" PRIu64 " %-*s %8" PRIu64
            "%s%s\n",
            from, all.lines[i], BAR_WIDTH,
            bar_text(all.lines[i], most_of(all.lines), BAR_LINEAR, lines),
            all.blocks[i], BAR_WIDTH,
            bar_text(all.blocks[i], most_of(all.blocks), BAR_LINEAR, blocks),
            all.functions[i], all.functions[i] ? " " : "",
            bar_text(all.functions[i], most_of(all.functions), BAR_LINEAR,
                     functions));
        from = from ? from * 10 : 1;
    }
    return EXIT_DONE;
}

int histogram_json(struct view *view)
{
    struct histogram all;
    uint64_t from = 0;

    if (make(view, &all)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    json_begin(view, "histogram", "classes");
    for (unsigned i = 0; i <= last_class(&all); i++) {
        json_open_item();
        json_number("from", from);
        json_number("lines", all.lines[i]);
        json_number("blocks", all.blocks[i]);
        json_number("functions", all.functions[i]);
        json_close_item();
        from = from ? from * 10 : 1;
    }
    json_end();
    return EXIT_DONE;
}
