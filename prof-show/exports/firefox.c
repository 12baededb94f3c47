/* SPDX-License-Identifier: MIT
 *
 * stacks for the Firefox Profiler, https://profiler.firefox.com: its "processed" format,
 * version 55, which later ones make their own of.  Tables are objects of columns.
 */
#include "catalog.h"
#include "flame.h"
#include "json.h"
#include "tool/say.h"

#define VERSION 55

static double milliseconds(double ns)
{
    return ns / 1e6;
}

static void put_meta(const struct flame *flame)
{
    json_open("meta", '{');
    json_number("version", 30);
    json_number("preprocessedProfileVersion", VERSION);
    json_text("product", "edgeprof");
    json_decimal("interval", milliseconds(flame->period));
    json_number("startTime", 0);
    json_number("processType", 0);
    json_number("stackwalk", 1);
    json_flag("symbolicated", 1);
    json_open("categories", '[');
    json_open(NULL, '{');
    json_text("name", "Other");
    json_text("color", "grey");
    json_open("subcategories", '[');
    json_text(NULL, "Other");
    json_close(']');
    json_close('}');
    json_close(']');
    json_open("markerSchema", '[');
    json_close(']');
    json_open("sampleUnits", '{');
    json_text("time", "ms");
    json_text("eventDelay", "ms");
    json_text("threadCPUDelta", "ns");
    json_close('}');
    json_close('}');
}

/* N times nothing. */
static void put_nulls(const char *key, size_t n)
{
    json_open(key, '[');
    for (size_t i = 0; i < n; i++)
        json_null(NULL);
    json_close(']');
}

static void put_flags(const char *key, size_t n)
{
    json_open(key, '[');
    for (size_t i = 0; i < n; i++)
        json_flag(NULL, 0);
    json_close(']');
}

/* N times NUMBER, or, with a STEP of 1, as many that begin with it. */
static void put_numbers(const char *key, size_t n, uint64_t number,
                        unsigned step)
{
    json_open(key, '[');
    for (size_t i = 0; i < n; i++)
        json_number(NULL, number + i * step);
    json_close(']');
}

/* Or none, where it is 0. */
static void put_number_or_none(uint32_t number)
{
    if (number)
        json_number(NULL, number);
    else
        json_null(NULL);
}

static void put_nothing(const char *key, const char *const *columns, size_t n)
{
    json_open(key, '{');
    for (size_t i = 0; i < n; i++)
        put_nulls(columns[i], 0);
    json_number("length", 0);
    json_close('}');
}

/* Of each frame there is one of all: a function, a resource, three strings. Readers know
 * what is equal. */
static void put_frames(const struct flame *flame)
{
    size_t n = flame->n_frames;

    json_open("frameTable", '{');
    put_nulls("address", n);
    put_numbers("inlineDepth", n, 0, 0);
    put_numbers("category", n, 0, 0);
    put_numbers("subcategory", n, 0, 0);
    put_numbers("func", n, 0, 1);
    put_nulls("nativeSymbol", n);
    put_numbers("innerWindowID", n, 0, 0);
    json_open("line", '[');
    for (size_t i = 0; i < n; i++)
        put_number_or_none(flame->frames[i].line);
    json_close(']');
    put_nulls("column", n);
    json_number("length", n);
    json_close('}');
}

static void put_functions(const struct flame *flame)
{
    size_t n = flame->n_frames;

    json_open("funcTable", '{');
    put_numbers("name", n, 0, 1);
    put_flags("isJS", n);
    put_flags("relevantForJS", n);
    put_numbers("resource", n, 0, 1);
    put_numbers("fileName", n, n, 1);
    put_nulls("lineNumber", n);
    put_nulls("columnNumber", n);
    json_number("length", n);
    json_close('}');
    json_open("resourceTable", '{');
    put_nulls("lib", n);
    put_numbers("name", n, 2 * n, 1);
    put_nulls("host", n);
    put_numbers("type", n, 1, 0); /* libraries */
    json_number("length", n);
    json_close('}');
}

static void put_strings(const struct flame *flame)
{
    json_open("stringArray", '[');
    for (size_t i = 0; i < flame->n_frames; i++)
        json_text(NULL, flame->frames[i].name);
    for (size_t i = 0; i < flame->n_frames; i++)
        json_text(NULL, flame->frames[i].file);
    for (size_t i = 0; i < flame->n_frames; i++)
        json_text(NULL, flame->frames[i].object);
    json_close(']');
}

static void put_stacks(const struct flame *flame)
{
    json_open("stackTable", '{');
    json_open("frame", '[');
    for (size_t i = 0; i < flame->n_nodes; i++)
        json_number(NULL, flame->nodes[i].frame);
    json_close(']');
    json_open("prefix", '[');
    for (size_t i = 0; i < flame->n_nodes; i++)
        if (flame->nodes[i].parent)
            json_number(NULL, flame->nodes[i].parent - 1);
        else
            json_null(NULL);
    json_close(']');
    json_number("length", flame->n_nodes);
    json_close('}');
}

/* One after the other: when each was taken nobody knows. */
static void put_samples(const struct flame *flame)
{
    double time = 0;
    size_t n = 0;

    json_open("samples", '{');
    json_open("stack", '[');
    for (size_t i = 0; i < flame->n_nodes; i++)
        if (flame->nodes[i].samples)
            json_number(NULL, i);
    json_close(']');
    json_open("weight", '[');
    for (size_t i = 0; i < flame->n_nodes; i++)
        if (flame->nodes[i].samples)
            json_number(NULL, flame->nodes[i].samples);
    json_close(']');
    json_text("weightType", "samples");
    json_open("time", '[');
    for (size_t i = 0; i < flame->n_nodes; i++) {
        if (flame->nodes[i].samples == 0)
            continue;
        json_decimal(NULL, milliseconds(time));
        time += flame->nodes[i].ns;
        n++;
    }
    json_close(']');
    json_number("length", n);
    json_close('}');
}

static void put_thread(const struct flame *flame)
{
    static const char *const markers[] = {"data",  "name",    "startTime",
                                          "phase", "endTime", "category"};
    static const char *const symbols[] = {"libIndex", "address", "name",
                                          "functionSize"};

    json_open(NULL, '{');
    json_text("name", "CPU time");
    json_flag("isMainThread", 1);
    json_text("processType", "default");
    json_text("pid", "0");
    json_number("tid", 0);
    json_number("processStartupTime", 0);
    json_null("processShutdownTime");
    json_number("registerTime", 0);
    json_null("unregisterTime");
    put_nulls("pausedRanges", 0);
    put_nothing("markers", markers, sizeof markers / sizeof *markers);
    put_nothing("nativeSymbols", symbols, sizeof symbols / sizeof *symbols);
    put_frames(flame);
    put_functions(flame);
    put_stacks(flame);
    put_samples(flame);
    put_strings(flame);
    json_close('}');
}

int firefox(struct view *view)
{
    struct flame flame;
    int result = flame_make(view, 1, &flame);

    if (result != EXIT_DONE)
        return result;
    json_open(NULL, '{');
    put_meta(&flame);
    put_nulls("libs", 0);
    json_open("threads", '[');
    put_thread(&flame);
    json_close(']');
    json_close('}');
    flame_release(&flame);
    return EXIT_DONE;
}
