/* SPDX-License-Identifier: MIT
 *
 * html_flame.c - a flame graph: a box for each function below the one that called it, as wide as
 * their share of the time. To a screen reader it is a tree, which need not be seen.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "flame.h"
#include "html.h"
#include "xml.h"

#define LEAST 0.001 /* of the time: what is shown */

struct box {
    uint32_t node; /* 0: the one below all, which is all */
    uint32_t parent;
    double ns; /* with what it calls */
    const char *name;
};

struct drawing {
    const struct html_site *site;
    const struct flame *flame;
    struct box *boxes; /* of one parent side by side, most time first */
    size_t *first;     /* by number of the parent; n_nodes + 2 */
    double most;       /* the most time that a node has of its own */
};

/* ---- what is drawn ------------------------------------------------------- */

static int by_parent(const void *left, const void *right)
{
    const struct box *a = left, *b = right;
    int order = strcmp(a->name, b->name);

    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    if (a->ns > b->ns || a->ns < b->ns)
        return a->ns > b->ns ? -1 : 1;
    return order ? order : (a->node > b->node) - (a->node < b->node);
}

/* Callers are before whom they call. */
static void fill_boxes(struct drawing *drawing)
{
    const struct flame *flame = drawing->flame;
    struct box *boxes = drawing->boxes;
    size_t n = flame->n_nodes, box = 0;

    for (size_t i = n; i > 0; i--) {
        const struct flame_node *node = &flame->nodes[i - 1];

        boxes[i - 1].node = (uint32_t)i;
        boxes[i - 1].parent = node->parent;
        boxes[i - 1].name = flame->frames[node->frame].name;
        boxes[i - 1].ns += node->ns;
        if (node->parent)
            boxes[node->parent - 1].ns += boxes[i - 1].ns;
        if (node->ns > drawing->most)
            drawing->most = node->ns;
    }
    ep_sort(boxes, n, sizeof *boxes, by_parent);
    for (size_t parent = 0; parent <= n + 1; parent++) {
        while (box < n && boxes[box].parent < parent)
            box++;
        drawing->first[parent] = box;
    }
}

/* ---- boxes --------------------------------------------------------------- */

/* The function's page and line, if it has one. */
static int print_link(const struct html_site *site,
                      const struct flame_frame *frame)
{
    const struct ep_profile *profile = &site->view->profile;

    for (uint32_t i = 0; *frame->home && i < profile->n_files; i++) {
        uint32_t line = 0;

        if (!view_lists(site->view, i) ||
            strcmp(profile->files[i].name, frame->home) != 0)
            continue;
        for (size_t j = site->first_row[i]; j < site->first_row[i + 1]; j++)
            if (strcmp(site->rows.items[j].name, frame->name) == 0)
                line = site->rows.items[j].first->function->line;
        (void)fputs("<a ", site->out);
        html_href(site, i, line);
        (void)fputs(">", site->out);
        return 1;
    }
    return 0;
}

static void print_figures(const struct drawing *drawing, const struct box *box)
{
    const struct flame *flame = drawing->flame;
    double own = box->node ? flame->nodes[box->node - 1].ns : 0;
    char text[TIME_TEXT];

    (void)fprintf(drawing->site->out, " <small>%s, %.1f%%",
                  time_text(box->ns, text), 100 * box->ns / flame->ns);
    if (own > 0)
        (void)fprintf(drawing->site->out, ", own %s", time_text(own, text));
    (void)fputs("</small></li>\n", drawing->site->out);
}

static void print_box(const struct drawing *drawing, const struct box *box,
                      double start, size_t depth)
{
    const struct flame *flame = drawing->flame;
    const struct flame_node *node =
        box->node ? &flame->nodes[box->node - 1] : NULL;
    FILE *out = drawing->site->out;
    int is_link;

    (void)fprintf(out, "<li role=\"treeitem\" aria-level=\"%zu\"", depth + 1);
    if (node && node->samples)
        (void)fprintf(out, " class=\"h%u\"",
                      1 + (unsigned)(8 * node->ns / drawing->most));
    (void)fprintf(out, " style=\"--x:%.3f;--w:%.3f;--d:%zu\">",
                  100 * start / flame->ns, 100 * box->ns / flame->ns, depth);
    is_link = node && print_link(drawing->site, &flame->frames[node->frame]);
    xml_text(out, box->name);
    if (is_link)
        (void)fputs("</a>", out);
    print_figures(drawing, box);
}

/* BOX and, below it, those that it calls. */
static void print_boxes(const struct drawing *drawing, const struct box *box,
                        double start, size_t depth)
{
    const size_t *first = &drawing->first[box->node];

    print_box(drawing, box, start, depth);
    for (size_t i = first[0]; i < first[1]; i++) {
        const struct box *next = &drawing->boxes[i];

        if (next->ns < LEAST * drawing->flame->ns)
            break;
        print_boxes(drawing, next, start, depth + 1);
        start += next->ns;
    }
}

/* How many boxes are below each other. */
static size_t count_rows(const struct drawing *drawing)
{
    const struct flame *flame = drawing->flame;
    size_t most = 0;

    for (size_t i = 0; i < flame->n_nodes; i++) {
        size_t n = 1;

        if (drawing->boxes[i].ns < LEAST * flame->ns)
            continue;
        for (uint32_t at = drawing->boxes[i].node; at;
             at = flame->nodes[at - 1].parent)
            n++;
        most = n > most ? n : most;
    }
    return most;
}

static void print_drawing(const struct drawing *drawing)
{
    const struct box all = {.ns = drawing->flame->ns, .name = "all"};
    FILE *out = drawing->site->out;

    (void)fprintf(
        out,
        "<h2 id=\"callers\">Time by callers</h2>\n"
        "<p class=\"note\">A function is below the one that called it, as wide "
        "as its share of the time, with all that it calls; the redder, the "
        "more of it is its own. What has less than %.1f%% is left out."
        "<span class=\"script\"> A click, or the space bar, makes a function "
        "as wide as all, Escape all; arrows go to callers, callees and those "
        "beside, and Enter to the source.</span></p>\n"
        "<p class=\"none script\" role=\"status\">&#160;</p>\n"
        "<ul class=\"flame\" role=\"tree\" aria-labelledby=\"callers\" "
        "style=\"--rows:%zu\">\n",
        100 * LEAST, count_rows(drawing));
    print_boxes(drawing, &all, 0, 0);
    (void)fputs("</ul>\n", out);
}

static int draw(const struct html_site *site, const struct flame *flame)
{
    struct drawing drawing = {.site = site, .flame = flame};
    struct ep_arena arena = {0};

    drawing.boxes = ep_arena_new(&arena, flame->n_nodes, sizeof *drawing.boxes);
    drawing.first =
        ep_arena_new(&arena, flame->n_nodes + 2, sizeof *drawing.first);
    if (!arena.failed) {
        fill_boxes(&drawing);
        print_drawing(&drawing);
    }
    ep_arena_release(&arena);
    return arena.failed ? EP_ENOMEM : EP_OK;
}

int html_flame(const struct html_site *site)
{
    struct flame flame;
    int status;

    if (site->times.stacked.samples == 0)
        return EP_OK;
    if (flame_make(site->view, 0, &flame) != EXIT_DONE)
        return EP_ENOMEM;
    status = draw(site, &flame);
    flame_release(&flame);
    return status;
}
