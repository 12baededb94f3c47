/* SPDX-License-Identifier: MIT
 *
 * stacks for pprof: a message Profile of its profile.proto, in the wire format of Protocol
 * Buffers, gzipped.  A field is a LEB of its number and type, and a LEB, or a LEB and so many
 * bytes.
 */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "catalog.h"
#include "flame.h"
#include "tool/say.h"

/* Fields of profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRINGS = 6,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    VALUE_TYPE = 1,
    VALUE_UNIT = 2,
    SAMPLE_LOCATIONS = 1,
    SAMPLE_VALUES = 2,
    MAPPING_ID = 1,
    MAPPING_FILE = 5,
    MAPPING_HAS_FUNCTIONS = 7,
    LOCATION_ID = 1,
    LOCATION_MAPPING = 2,
    LOCATION_LINE = 4,
    LINE_FUNCTION = 1,
    LINE_LINE = 2,
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYMBOL = 3,
    FUNCTION_FILE = 4
};

struct pprof {
    const struct flame *flame;
    struct ep_buf out;
    struct ep_buf strings; /* fields PROFILE_STRINGS, which come last */
    uint64_t n_strings;
};

static void put_number(struct ep_buf *out, unsigned field, uint64_t value)
{
    ep_buf_leb(out, field << 3);
    ep_buf_leb(out, value);
}

static void put_bytes(struct ep_buf *out, unsigned field, const char *bytes,
                      size_t size)
{
    ep_buf_leb(out, field << 3 | 2);
    ep_buf_leb(out, size);
    ep_buf_add(out, bytes, size);
}

/* MESSAGE, which is released, as FIELD. */
static void put_message(struct ep_buf *out, unsigned field,
                        struct ep_buf *message)
{
    put_bytes(out, field, message->data, message->size);
    out->failed |= message->failed;
    ep_buf_release(message);
}

/* The number of a string. */
static uint64_t string(struct pprof *pprof, const char *text)
{
    put_bytes(&pprof->strings, PROFILE_STRINGS, text, strlen(text));
    return pprof->n_strings++;
}

static void put_type(struct pprof *pprof, unsigned field, const char *type,
                     const char *unit)
{
    struct ep_buf message = {0};

    put_number(&message, VALUE_TYPE, string(pprof, type));
    put_number(&message, VALUE_UNIT, string(pprof, unit));
    put_message(&pprof->out, field, &message);
}

static void put_sample(struct pprof *pprof, const uint32_t *path, size_t n)
{
    const struct flame_node *nodes = pprof->flame->nodes;
    const struct flame_node *node = &nodes[path[n - 1] - 1];
    struct ep_buf message = {0};

    for (size_t i = n; i > 0; i--) /* the innermost first */
        put_number(&message, SAMPLE_LOCATIONS,
                   nodes[path[i - 1] - 1].frame + 1);
    put_number(&message, SAMPLE_VALUES, node->samples);
    put_number(&message, SAMPLE_VALUES, (uint64_t)(node->ns + 0.5));
    put_message(&pprof->out, PROFILE_SAMPLE, &message);
}

/* The mapping of FRAME: its number is that of the first frame of the same object. */
static uint64_t put_mapping(struct pprof *pprof, size_t frame)
{
    const struct flame_frame *frames = pprof->flame->frames;
    struct ep_buf message = {0};

    for (size_t i = 0; i < frame; i++)
        if (strcmp(frames[i].object, frames[frame].object) == 0)
            return i + 1;
    put_number(&message, MAPPING_ID, frame + 1);
    put_number(&message, MAPPING_FILE, string(pprof, frames[frame].object));
    put_number(&message, MAPPING_HAS_FUNCTIONS, 1);
    put_message(&pprof->out, PROFILE_MAPPING, &message);
    return frame + 1;
}

static uint64_t put_function(struct pprof *pprof, size_t i)
{
    const struct flame_frame *frame = &pprof->flame->frames[i];
    struct ep_buf message = {0};

    put_number(&message, FUNCTION_ID, i + 1);
    put_number(&message, FUNCTION_NAME, string(pprof, frame->name));
    if (*frame->symbol)
        put_number(&message, FUNCTION_SYMBOL, string(pprof, frame->symbol));
    if (*frame->file)
        put_number(&message, FUNCTION_FILE, string(pprof, frame->file));
    put_message(&pprof->out, PROFILE_FUNCTION, &message);
    return i + 1;
}

/* A location, and a function, for each frame. */
static void put_location(struct pprof *pprof, size_t i)
{
    const struct flame_frame *frame = &pprof->flame->frames[i];
    struct ep_buf message = {0}, line = {0};

    put_number(&line, LINE_FUNCTION, put_function(pprof, i));
    if (frame->line)
        put_number(&line, LINE_LINE, frame->line);
    put_number(&message, LOCATION_ID, i + 1);
    put_number(&message, LOCATION_MAPPING, put_mapping(pprof, i));
    put_message(&message, LOCATION_LINE, &line);
    put_message(&pprof->out, PROFILE_LOCATION, &message);
}

static int put_all(struct pprof *pprof)
{
    const struct flame *flame = pprof->flame;

    (void)string(pprof, "");
    put_type(pprof, PROFILE_SAMPLE_TYPE, "samples", "count");
    put_type(pprof, PROFILE_SAMPLE_TYPE, "cpu", "nanoseconds");
    for (size_t i = 0; i < flame->n_frames; i++)
        put_location(pprof, i);
    for (uint32_t i = 1; i <= flame->n_nodes; i++)
        if (flame->nodes[i - 1].samples)
            put_sample(pprof, flame->path, flame_path(flame, i));
    put_type(pprof, PROFILE_PERIOD_TYPE, "cpu", "nanoseconds");
    put_number(&pprof->out, PROFILE_PERIOD, (uint64_t)flame->period);
    ep_buf_add(&pprof->out, pprof->strings.data, pprof->strings.size);
    return pprof->out.failed || pprof->strings.failed ? EP_ENOMEM : EP_OK;
}

/* BYTES as a file of gzip to standard output. */
static int print_gzipped(struct ep_buf *bytes)
{
    z_stream stream = {.next_in = (Bytef *)bytes->data,
                       .avail_in = (uInt)bytes->size};
    int done;

    if (bytes->size > UINT32_MAX ||
        deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return EP_ENOMEM;
    do {
        Bytef piece[16384];

        stream.next_out = piece;
        stream.avail_out = sizeof piece;
        done = deflate(&stream, Z_FINISH);
        (void)fwrite(piece, 1, sizeof piece - stream.avail_out, stdout);
    } while (done == Z_OK);
    (void)deflateEnd(&stream);
    return done == Z_STREAM_END ? EP_OK : EP_ENOMEM;
}

int pprof(struct view *view)
{
    struct flame flame;
    struct pprof own = {.flame = &flame};
    int result = flame_make(view, 1, &flame);

    if (result != EXIT_DONE)
        return result;
    if (put_all(&own) || print_gzipped(&own.out)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    }
    ep_buf_release(&own.out);
    ep_buf_release(&own.strings);
    flame_release(&flame);
    return result;
}
