/* SPDX-License-Identifier: MIT
 *
 * trace - what each thread did last: the path of blocks and lines that led to where its
 * process ended, the newest last; and the whole paths of calls (prof-run --trace).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "profile/profile_trace.h"
#include "tool/say.h"

enum { MOST_INDENT = 30, MOST_PERIOD = 32, FOLD_INDENT = 2 };

/* A stretch that is shown. */
struct row {
    const struct ep_stretch *stretch;
    uint64_t hash; /* equal if what is printed is */
};

/* What has a path. */
struct traced {
    uint32_t pid, thread;
    int is_whole;         /* bool: nothing was before */
    const char *function; /* of a call; NULL: the last of a thread */
    uint64_t call;
    int ended; /* bool: and it came to its end */
    const uint32_t *names;
    size_t n;
};

struct trace {
    const struct view *view;
    struct ep_profile_trace functions;
    char **names; /* per function, demangled when it is needed */
    struct ep_path path;
    struct row *rows;
    size_t n_rows;
};

/* ---- what is shown ------------------------------------------------------- */

static const char *name_of(struct trace *trace, uint32_t function)
{
    const struct ep_function *of =
        trace->functions.functions[function].function;

    if (!trace->names[function])
        trace->names[function] = name_demangle(of->name);
    return trace->names[function] ? trace->names[function] : of->name;
}

/* The name of FILE, of the function's graph. */
static const char *file_of(const struct trace *trace, uint32_t function,
                           uint32_t file)
{
    const struct ep_traced_function *of = &trace->functions.functions[function];

    if (!of->shown || of->shown->sources[file] == EP_NONE)
        return of->function->cfg.files[file];
    return trace->view->profile.files[of->shown->sources[file]].name;
}

/* The index of the first line of BLOCK, or of a later block. */
static uint32_t first_line(const struct ep_cfg *cfg, uint32_t block)
{
    uint32_t low = 0, high = cfg->n_lines;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (cfg->lines[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int has_lines(const struct trace *trace,
                     const struct ep_stretch *stretch)
{
    const struct ep_cfg *cfg = trace->functions.traced[stretch->function].cfg;

    for (size_t i = 0; i < stretch->n; i++) {
        uint32_t block = trace->path.blocks[stretch->first + i];
        uint32_t at = first_line(cfg, block);

        if (at < cfg->n_lines && cfg->lines[at].block == block)
            return 1;
    }
    return 0;
}

static int is_wanted(struct trace *trace, const struct ep_stretch *stretch)
{
    const struct ep_traced_function *of;

    if (stretch->function == EP_NONE)
        return 1;
    of = &trace->functions.functions[stretch->function];
    if (of->shown && !view_shows(trace->view, of->shown->file))
        return 0;
    return !trace->view->options->functions.n ||
           view_wants(trace->view, name_of(trace, stretch->function),
                      of->function->name);
}

static uint64_t hash_of(const struct trace *trace,
                        const struct ep_stretch *stretch)
{
    const uint64_t head[] = {
        stretch->function,    stretch->event, (uint64_t)stretch->depth,
        stretch->kind,        stretch->end,   stretch->gap,
        stretch->interrupted, stretch->n};
    uint64_t hash = ep_hash(EP_HASH_START, head, sizeof head);

    return ep_hash(hash, trace->path.blocks + stretch->first,
                   stretch->n * sizeof *trace->path.blocks);
}

/* Rows of the path, at most the last that --top wants.  EP_OK or EP_ENOMEM. */
static int make_rows(struct trace *trace)
{
    size_t top = trace->view->options->top;

    trace->n_rows = 0;
    trace->rows = ep_mem_zeroed(trace->path.n, sizeof *trace->rows);
    if (!trace->rows)
        return EP_ENOMEM;
    for (size_t i = 0; i < trace->path.n; i++) {
        const struct ep_stretch *stretch = &trace->path.stretches[i];

        if (is_wanted(trace, stretch))
            trace->rows[trace->n_rows++] =
                (struct row){stretch, hash_of(trace, stretch)};
    }
    if (top && trace->n_rows > top) {
        memmove(trace->rows, trace->rows + trace->n_rows - top,
                top * sizeof *trace->rows);
        trace->n_rows = top;
    }
    return EP_OK;
}

/* ---- text ---------------------------------------------------------------- */

static void print_lines(const struct trace *trace,
                        const struct ep_stretch *stretch)
{
    const struct ep_cfg *cfg = trace->functions.traced[stretch->function].cfg;
    uint32_t file = EP_NONE;

    for (size_t i = 0; i < stretch->n; i++) {
        uint32_t block = trace->path.blocks[stretch->first + i];

        for (uint32_t at = first_line(cfg, block);
             at < cfg->n_lines && cfg->lines[at].block == block; at++) {
            if (cfg->lines[at].file != file)
                (void)printf("  %s:", file_of(trace, stretch->function,
                                              cfg->lines[at].file));
            else
                (void)putchar(' ');
            file = cfg->lines[at].file;
            (void)printf("%" PRIu32, cfg->lines[at].line);
        }
    }
}

static void print_event(const struct ep_stretch *stretch)
{
    static const char *const text[] = {
        [EP_WITNESS_THREAD] = "another thread begins",
        [EP_WITNESS_UNKNOWN] = "a mark whose function is not known",
        [EP_WITNESS_LOST] = "marks are missing: a signal handler came, or exec "
                            "failed",
    };

    (void)printf("%*s(%s)\n", FOLD_INDENT, "", text[stretch->event]);
}

/* What is not known of the stretch, or else how it ends, where that is no return. */
static const char *remark(const struct ep_stretch *stretch, int is_last)
{
    if (stretch->interrupted == EP_INTERRUPTED)
        return "  (somewhere here what follows came between)";
    if (stretch->end == EP_STRETCH_DOUBT)
        return is_last ? "  (ends somewhere here)"
                       : "  (ends somewhere here, or was interrupted)";
    if (stretch->interrupted == EP_INTERRUPTED_MAYBE)
        return "  (calls what follows, or was interrupted by it)";
    return "";
}

static void print_row(struct trace *trace, const struct ep_stretch *stretch,
                      int indent)
{
    int depth = stretch->depth < MOST_INDENT ? stretch->depth : MOST_INDENT;
    int is_last = stretch == &trace->path.stretches[trace->path.n - 1];
    const char *how = stretch->kind == EP_EDGE_ENTRY ? "> " : "  ";

    if (stretch->function == EP_NONE) {
        print_event(stretch);
        return;
    }
    if (stretch->kind != EP_EDGE_ENTRY && !has_lines(trace, stretch) &&
        !*remark(stretch, is_last))
        return;
    (void)printf("%*s%s%s%s", indent + FOLD_INDENT * depth, "",
                 stretch->gap ? "... " : "", how,
                 name_of(trace, stretch->function));
    print_lines(trace, stretch);
    (void)printf("%s\n", remark(stretch, is_last));
}

/* How often the PERIOD rows at AT come one behind the other. */
static size_t repeats(const struct trace *trace, size_t at, size_t period)
{
    size_t n = 1;

    while (at + (n + 1) * period <= trace->n_rows) {
        for (size_t i = 0; i < period; i++)
            if (trace->rows[at + i].hash !=
                trace->rows[at + n * period + i].hash)
                return n;
        n++;
    }
    return n;
}

/* The period by which most rows at AT need not be printed; its REPEATS. */
static size_t best_period(const struct trace *trace, size_t at, size_t *out)
{
    size_t best = 1, most = 0;

    *out = 1;
    for (size_t period = 1; period <= MOST_PERIOD; period++) {
        size_t n = repeats(trace, at, period);

        if ((n - 1) * period > most) {
            most = (n - 1) * period;
            best = period;
            *out = n;
        }
    }
    return best;
}

static void print_rows(struct trace *trace)
{
    size_t n;

    for (size_t at = 0; at < trace->n_rows;) {
        size_t period = best_period(trace, at, &n);

        if (n > 1)
            (void)printf("%*sx %zu times:\n", FOLD_INDENT, "", n);
        for (size_t i = 0; i < period; i++)
            print_row(trace, trace->rows[at + i].stretch,
                      n > 1 ? 2 * FOLD_INDENT : FOLD_INDENT);
        at += n * period;
    }
}

static void print_call(const struct traced *traced)
{
    char *name = name_demangle(traced->function);

    (void)printf("process %" PRIu32 ", thread %" PRIu32 ", call %" PRIu64
                 " of %s: %zu marks%s\n",
                 traced->pid, traced->thread, traced->call,
                 name ? name : traced->function, traced->n,
                 traced->ended ? "" : ", then its process or thread ended");
    free(name);
}

static void print_traced(struct trace *trace, const struct traced *traced)
{
    if (traced->function)
        print_call(traced);
    else
        (void)printf("process %" PRIu32 ", thread %" PRIu32 ": %s%zu marks\n",
                     traced->pid, traced->thread,
                     traced->is_whole ? "" : "the last ", traced->n);
    print_rows(trace);
}

/* ---- JSON ---------------------------------------------------------------- */

static void json_block(const struct trace *trace,
                       const struct ep_stretch *stretch, uint32_t block)
{
    const struct ep_cfg *cfg = trace->functions.traced[stretch->function].cfg;

    json_open(NULL, '{');
    json_number("block", block);
    json_open("lines", '[');
    for (uint32_t at = first_line(cfg, block);
         at < cfg->n_lines && cfg->lines[at].block == block; at++) {
        json_open(NULL, '{');
        json_text("file",
                  file_of(trace, stretch->function, cfg->lines[at].file));
        json_number("line", cfg->lines[at].line);
        json_close('}');
    }
    json_close(']');
    json_close('}');
}

static void json_stretch(struct trace *trace, const struct ep_stretch *stretch)
{
    static const char *const ends[] = {[EP_STRETCH_ON] = "on",
                                       [EP_STRETCH_RETURNED] = "returned",
                                       [EP_STRETCH_LEFT] = "left",
                                       [EP_STRETCH_DOUBT] = "doubt"};
    static const char *const interrupted[] = {[EP_INTERRUPTED_NOT] = "no",
                                              [EP_INTERRUPTED_MAYBE] = "maybe",
                                              [EP_INTERRUPTED] = "yes"};
    static const char *const events[] = {[EP_WITNESS_THREAD] = "thread",
                                         [EP_WITNESS_UNKNOWN] = "unknown",
                                         [EP_WITNESS_LOST] = "lost"};

    json_open(NULL, '{');
    if (stretch->function == EP_NONE) {
        json_text("event", events[stretch->event]);
        json_close('}');
        return;
    }
    json_text("function", name_of(trace, stretch->function));
    json_number("depth", (uint64_t)stretch->depth);
    json_text("by", ep_edge_kind_name(stretch->kind));
    json_text("end", ends[stretch->end]);
    json_flag("gap", stretch->gap);
    json_text("interrupted", interrupted[stretch->interrupted]);
    json_open("blocks", '[');
    for (size_t i = 0; i < stretch->n; i++)
        json_block(trace, stretch, trace->path.blocks[stretch->first + i]);
    json_close(']');
    json_close('}');
}

static void json_call(const struct traced *traced)
{
    char *name = name_demangle(traced->function);

    json_open("call", '{');
    json_text("function", name ? name : traced->function);
    json_number("number", traced->call);
    json_flag("ended", traced->ended);
    json_close('}');
    free(name);
}

static void json_traced(struct trace *trace, const struct traced *traced)
{
    json_open_item();
    json_number("pid", traced->pid);
    json_number("thread", traced->thread);
    json_flag("whole", traced->is_whole);
    json_number("marks", traced->n);
    if (traced->function)
        json_call(traced);
    json_open("path", '[');
    for (size_t i = 0; i < trace->n_rows; i++)
        json_stretch(trace, trace->rows[i].stretch);
    json_close(']');
    json_close_item();
}

/* ---- both ---------------------------------------------------------------- */

typedef void print_fn(struct trace *trace, const struct traced *traced);

static int print_one(struct trace *trace, const struct traced *traced,
                     print_fn *print)
{
    int status = ep_profile_trace_path(&trace->functions, traced->names,
                                       traced->n, traced->ended, &trace->path);

    if (!status)
        status = make_rows(trace);
    if (!status)
        print(trace, traced);
    ep_mem_free(trace->rows);
    trace->rows = NULL;
    ep_path_release(&trace->path);
    return status;
}

static int print_rings(struct trace *trace, print_fn *print)
{
    const struct ep_rings *rings = &trace->view->counts.rings;
    int status = EP_OK;

    for (size_t i = 0; i < rings->n && !status; i++) {
        const struct ep_ring *ring = &rings->items[i];

        status = print_one(trace,
                           &(struct traced){.pid = ring->pid,
                                            .thread = ring->thread,
                                            .is_whole = ring->is_whole,
                                            .names = ring->names,
                                            .n = ring->n},
                           print);
    }
    return status;
}

static int print_calls(struct trace *trace, print_fn *print)
{
    const struct ep_call_traces *calls = &trace->view->counts.traces;
    int status = EP_OK;

    for (size_t i = 0; i < calls->n && !status; i++) {
        const struct ep_call_trace *call = &calls->items[i];
        struct traced traced = {.pid = call->pid,
                                .thread = call->thread,
                                .is_whole = 1,
                                .function = call->function,
                                .call = call->call,
                                .ended = call->ended != 0,
                                .n = (size_t)call->n};
        uint32_t *names;

        status = ep_call_trace_unpack(call, &names);
        if (status == EP_EFORMAT) {
            say_warning("process %" PRIu32 ", call %" PRIu64
                        " of %s: its trace is damaged, and left out",
                        call->pid, call->call, call->function);
            status = EP_OK;
            continue;
        }
        traced.names = names;
        if (!status)
            status = print_one(trace, &traced, print);
        ep_mem_free(names);
    }
    return status;
}

static int has_traces(const struct view *view)
{
    if (view->counts.rings.n || view->counts.traces.n)
        return 1;
    say_error("no trace: the runs are not of programs built with trace=ring, "
              "or came to a clean end; prof-run --trace FUNCTION keeps those "
              "of calls");
    return 0;
}

static int show(struct view *view, print_fn *print)
{
    struct trace trace = {.view = view};
    int status = ep_profile_trace_make(&view->profile, &trace.functions);

    trace.names = ep_mem_zeroed(trace.functions.n, sizeof *trace.names);
    if (!status)
        status = trace.names ? print_rings(&trace, print) : EP_ENOMEM;
    if (!status)
        status = print_calls(&trace, print);
    for (size_t i = 0; trace.names && i < trace.functions.n; i++)
        free(trace.names[i]);
    ep_mem_free(trace.names);
    ep_profile_trace_release(&trace.functions);
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}

int trace_text(struct view *view)
{
    return has_traces(view) ? show(view, print_traced) : EXIT_NOTHING;
}

int trace_json(struct view *view)
{
    int result;

    if (!has_traces(view))
        return EXIT_NOTHING;
    json_begin(view, "trace", "threads");
    result = show(view, json_traced);
    json_end();
    return result;
}
