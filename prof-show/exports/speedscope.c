/* SPDX-License-Identifier: MIT
 *
 * stacks for speedscope, https://www.speedscope.app: its own format.
 */
#include "catalog.h"
#include "flame.h"
#include "json.h"
#include "tool/say.h"

static void put_frames(const struct flame *flame)
{
    json_open("shared", '{');
    json_open("frames", '[');
    for (size_t i = 0; i < flame->n_frames; i++) {
        const struct flame_frame *frame = &flame->frames[i];

        json_open(NULL, '{');
        json_text("name", frame->name);
        if (*frame->file && frame->line) {
            json_text("file", frame->file);
            json_number("line", frame->line);
        }
        json_close('}');
    }
    json_close(']');
    json_close('}');
}

static void put_profile(const struct flame *flame)
{
    json_open(NULL, '{');
    json_text("type", "sampled");
    json_text("name", "CPU time");
    json_text("unit", "nanoseconds");
    json_number("startValue", 0);
    json_decimal("endValue", flame->ns);
    json_open("samples", '[');
    for (uint32_t i = 1; i <= flame->n_nodes; i++) {
        size_t n = flame->nodes[i - 1].samples ? flame_path(flame, i) : 0;

        if (n == 0)
            continue;
        json_open(NULL, '[');
        for (size_t j = 0; j < n; j++)
            json_number(NULL, flame->nodes[flame->path[j] - 1].frame);
        json_close(']');
    }
    json_close(']');
    json_open("weights", '[');
    for (size_t i = 0; i < flame->n_nodes; i++)
        if (flame->nodes[i].samples)
            json_decimal(NULL, flame->nodes[i].ns);
    json_close(']');
    json_close('}');
}

int speedscope(struct view *view)
{
    struct flame flame;
    int result = flame_make(view, 1, &flame);

    if (result != EXIT_DONE)
        return result;
    json_open(NULL, '{');
    json_text("$schema", "https://www.speedscope.app/file-format-schema.json");
    json_text("exporter", "edgeprof");
    put_frames(&flame);
    json_open("profiles", '[');
    put_profile(&flame);
    json_close(']');
    json_close('}');
    flame_release(&flame);
    return EXIT_DONE;
}
