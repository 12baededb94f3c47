/* SPDX-License-Identifier: MIT
 *
 * stacks - where time went, by who called.  Its text is that of flamegraph.pl and of all that
 * reads "folded" stacks: the functions from the outermost on, and nanoseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "catalog.h"
#include "flame.h"
#include "json.h"
#include "tool/say.h"

/* A line of the text; functions of several objects may have one name. */
struct folded {
    struct ep_buf names;
    double ns;
};

/* A name has no semicolon and no line's end of its own. */
static int fold(const struct flame *flame, size_t n, struct folded *out)
{
    for (size_t i = 0; i < n; i++) {
        const char *name =
            flame->frames[flame->nodes[flame->path[i] - 1].frame].name;

        if (i)
            ep_buf_add(&out->names, ";", 1);
        for (; *name; name++)
            ep_buf_add(&out->names, *name == ';' || *name == '\n' ? ":" : name,
                       1);
    }
    out->ns = flame->nodes[flame->path[n - 1] - 1].ns;
    return out->names.failed ? EP_ENOMEM : EP_OK;
}

static int by_names(const void *left, const void *right)
{
    return strcmp(((const struct folded *)left)->names.data,
                  ((const struct folded *)right)->names.data);
}

/* The lines into OUT, in their order. */
static int fold_all(const struct flame *flame, struct folded *lines, size_t *n)
{
    int status = EP_OK;

    *n = 0;
    for (uint32_t i = 1; !status && i <= flame->n_nodes; i++)
        if (flame->nodes[i - 1].samples)
            status = fold(flame, flame_path(flame, i), &lines[(*n)++]);
    if (!status)
        ep_sort(lines, *n, sizeof *lines, by_names);
    return status;
}

static void print_folded(const struct folded *lines, size_t n)
{
    double ns = 0;

    for (size_t i = 0; i < n; i++) {
        ns += lines[i].ns;
        if (i + 1 < n && by_names(&lines[i], &lines[i + 1]) == 0)
            continue;
        (void)printf("%s %.0f\n", lines[i].names.data, ns);
        ns = 0;
    }
}

int stacks_text(struct view *view)
{
    struct flame flame;
    struct folded *lines;
    size_t n = 0;
    int result = flame_make(view, 0, &flame);

    if (result != EXIT_DONE)
        return result;
    lines = ep_mem_zeroed(flame.n_nodes, sizeof *lines);
    if (!lines || fold_all(&flame, lines, &n)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    } else {
        print_folded(lines, n);
    }
    for (size_t i = 0; i < n; i++)
        ep_buf_release(&lines[i].names);
    ep_mem_free(lines);
    flame_release(&flame);
    return result;
}

static void frame_json(const struct flame_frame *frame)
{
    json_open(NULL, '{');
    json_text("name", frame->name);
    if (*frame->symbol)
        json_text("symbol", frame->symbol);
    json_text("object", frame->object);
    if (*frame->file && frame->line) {
        json_text("file", frame->file);
        json_number("line", frame->line);
    }
    json_close('}');
}

int stacks_json(struct view *view)
{
    struct flame flame;
    int result = flame_make(view, 1, &flame);

    if (result != EXIT_DONE)
        return result;
    json_begin(view, "stacks", "stacks");
    for (uint32_t i = 1; i <= flame.n_nodes; i++) {
        const struct flame_node *node = &flame.nodes[i - 1];
        size_t n = node->samples ? flame_path(&flame, i) : 0;

        if (n == 0)
            continue;
        json_open_item();
        json_number("samples", node->samples);
        json_decimal("ns", node->ns);
        json_open("frames", '[');
        for (size_t j = 0; j < n; j++)
            frame_json(&flame.frames[flame.nodes[flame.path[j] - 1].frame]);
        json_close(']');
        json_close_item();
    }
    json_rest();
    json_number("samples", flame.samples);
    json_decimal("ns", flame.ns);
    json_end();
    flame_release(&flame);
    return EXIT_DONE;
}
