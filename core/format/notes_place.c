/* SPDX-License-Identifier: MIT */
#include "format/notes_place.h"

struct ep_line ep_place_start(const struct ep_function *function)
{
    return (struct ep_line){0, function->file, function->line};
}

void ep_place_put_signed(struct ep_buf *out, int64_t value)
{
    uint64_t twice = 2 * (uint64_t)value;

    ep_buf_leb(out, value < 0 ? ~twice : twice);
}

int64_t ep_place_get_signed(struct ep_reader *from)
{
    uint64_t bits = ep_read_leb(from);

    return bits & 1 ? -(int64_t)(bits >> 1) - 1 : (int64_t)(bits >> 1);
}

void ep_place_put(struct ep_buf *out, struct ep_line *last,
                  const struct ep_line *line)
{
    int64_t step = (int64_t)line->line - last->line;

    ep_buf_leb(out, line->block - last->block);
    ep_place_put_signed(out, step * 2 + (line->file != last->file));
    if (line->file != last->file)
        ep_buf_leb(out, line->file);
    *last = *line;
}

struct ep_line ep_place_get(struct ep_reader *from, struct ep_line *last,
                            uint32_t version)
{
    uint32_t step = ep_read_leb32(from);

    if (step > UINT32_MAX - last->block)
        from->bad = 1;
    last->block += step;
    if (version < 3) {
        last->file = ep_read_leb32(from);
        last->line = ep_read_leb32(from);
    } else {
        int64_t bits = ep_place_get_signed(from);
        int64_t line = (bits & 1 ? (bits - 1) / 2 : bits / 2) + last->line;

        if (line < 0 || line > UINT32_MAX)
            from->bad = 1;
        last->line = (uint32_t)line;
        if (bits & 1)
            last->file = ep_read_leb32(from);
    }
    return *last;
}
