/* SPDX-License-Identifier: MIT
 *
 * witness.c - see witness.h.
 *
 * A frame is known by where its last witness led to.  The way from there is
 * looked for when the frame's next witness comes, or when a frame below it has
 * one, or at the end.
 */
#include "graph/witness.h"

#include "graph/unmarked.h"

uint32_t ep_witness_name(uint64_t function, uint32_t mark)
{
    uint64_t hash = ep_hash_u64(ep_hash_u64(EP_HASH_START, function), mark);

    return (uint32_t)(hash % (INT32_MAX - EP_WITNESS_EVENTS)) +
           EP_WITNESS_EVENTS;
}

struct frame {
    uint32_t function;
    uint32_t block; /* that its last witness led to */
    size_t stretch;
    int32_t depth;
    size_t
        waiting; /* the topmost frame below that has not returned, or EP_NONE */
};

struct tracer {
    const struct ep_traced *functions;
    struct ep_unmarked *maps;
    struct ep_arena arena;
    struct frame *frames;
    size_t n_frames;
    size_t frames_capacity;
    struct ep_way way;    /* the last that was found */
    struct ep_path *path; /* NULL: only frames are followed, above the first */
    int ended;            /* bool: the first one is no more */
};

/* The map of FUNCTION, which has a witness now. */
static int draw(struct tracer *t, uint32_t function)
{
    const struct ep_traced *traced = &t->functions[function];

    return ep_unmarked_draw(&t->maps[function], traced->cfg, traced->mark,
                            traced->n_marks, &t->arena);
}

/* ---- stretches ----------------------------------------------------------- */

/* What FRAME executed is what `way` has. */
static int close_stretch(struct tracer *t, const struct frame *frame,
                         enum ep_stretch_end end)
{
    struct ep_path *path = t->path;
    struct ep_stretch *stretch;

    if (!path)
        return EP_OK;
    stretch = &path->stretches[frame->stretch];
    stretch->first = path->n_blocks;
    stretch->end = (uint8_t)end;
    for (size_t i = 0; i < t->way.n; i++) {
        if (t->way.blocks[i] < EP_BLOCK_FIRST)
            continue;
        if (EP_GROW(path->blocks, path->n_blocks, path->blocks_capacity))
            return EP_ENOMEM;
        path->blocks[path->n_blocks++] = t->way.blocks[i];
    }
    stretch->n = path->n_blocks - stretch->first;
    return EP_OK;
}

/* Where FRAME went if it has ended, in `way`, and how; or, as far as is sure, where it goes
 * if it passes no witness more. */
static int follow_to_end(struct tracer *t, const struct frame *frame, int ended,
                         enum ep_stretch_end *out)
{
    const struct ep_unmarked *map = &t->maps[frame->function];
    uint32_t edge;
    int status = ended ? ep_unmarked_to_exit(map, frame->block, &t->way, &edge)
                       : ep_unmarked_follow(map, frame->block, &t->way, &edge);

    if (frame->block == EP_BLOCK_EXIT)
        *out = EP_STRETCH_RETURNED;
    else if (edge == EP_NONE)
        *out = EP_STRETCH_DOUBT;
    else
        *out =
            t->functions[frame->function].cfg->edges[edge].kind == EP_EDGE_LEAVE
                ? EP_STRETCH_LEFT
                : EP_STRETCH_RETURNED;
    return status;
}

/* The topmost frame is at its end: it has ENDED, or it is where the trace ends.  CUT: what it
 * called may have come in the midst of it. */
static int pop(struct tracer *t, int ended, int cut)
{
    const struct frame *frame = &t->frames[--t->n_frames];
    enum ep_stretch_end end;
    int status = follow_to_end(t, frame, ended, &end);

    if (cut && end == EP_STRETCH_RETURNED && frame->block != EP_BLOCK_EXIT)
        end = EP_STRETCH_DOUBT;
    return status ? status : close_stretch(t, frame, end);
}

/* All frames end as the trace does: the topmost one may be anywhere; of the others, those in
 * a call are in it. */
static int pop_all(struct tracer *t)
{
    int status = EP_OK, is_top = 1;

    while (t->n_frames && !status) {
        const struct frame *frame = &t->frames[t->n_frames - 1];
        size_t stretch = frame->stretch;

        status = pop(t, !is_top, 1);
        if (is_top && frame->block != EP_BLOCK_EXIT)
            t->path->stretches[stretch].end = EP_STRETCH_DOUBT;
        is_top = 0;
    }
    return status;
}

/* The frames above AT have ended; CUT as in pop. */
static int pop_above(struct tracer *t, size_t at, int cut)
{
    int status = EP_OK, is_top = 1;

    while (t->n_frames > at && !status) {
        status = pop(t, 1, cut && !is_top);
        is_top = 0;
    }
    return status;
}

static int add_stretch(struct tracer *t, const struct ep_stretch *stretch)
{
    struct ep_path *path = t->path;

    if (!path)
        return EP_OK;
    if (EP_GROW(path->stretches, path->n, path->capacity))
        return EP_ENOMEM;
    path->stretches[path->n++] = *stretch;
    return EP_OK;
}

/* FRAME, the topmost, goes on behind EDGE in a stretch of its own. */
static int go_on(struct tracer *t, struct frame *frame, uint32_t edge, int gap)
{
    const struct ep_edge *passed =
        &t->functions[frame->function].cfg->edges[edge];
    const struct ep_stretch stretch = {.function = frame->function,
                                       .depth = frame->depth,
                                       .kind = passed->kind,
                                       .gap = (uint8_t)gap};

    frame->block = passed->dst;
    frame->stretch = t->path ? t->path->n : 0;
    return add_stretch(t, &stretch);
}

/* The topmost frame that has not returned, whose way is then in `way`, and its END; EP_NONE:
 * there is none. */
static int find_waiting(struct tracer *t, size_t *out, enum ep_stretch_end *end)
{
    int status = EP_OK;

    *end = EP_STRETCH_RETURNED;
    *out = t->n_frames ? t->n_frames - 1 : EP_NONE;
    if (*out != EP_NONE)
        status = follow_to_end(t, &t->frames[*out], 1, end);
    if (status || *out == EP_NONE || *end != EP_STRETCH_RETURNED)
        return status;
    *out = t->frames[*out].waiting;
    return *out == EP_NONE ? EP_OK : follow_to_end(t, &t->frames[*out], 1, end);
}

/* A call's depth, above the frame WAITING: those that are in a call are below. */
static int32_t next_depth(const struct tracer *t, size_t waiting)
{
    if (!t->n_frames)
        return 0;
    return t->frames[t->n_frames - 1].depth +
           (waiting == t->n_frames - 1 ? 1 : 0);
}

/* ---- calls ---------------------------------------------------------------- */

enum callee { CALLEE_IT, CALLEE_OTHER, CALLEE_UNKNOWN };

/* Whom the call that ends BLOCK calls: FUNCTION, or another by name, or who knows whom. */
static enum callee callee_of(const struct tracer *t, const struct ep_cfg *cfg,
                             uint32_t block, uint32_t function)
{
    const struct ep_traced *traced = &t->functions[function];
    enum callee found = CALLEE_UNKNOWN;

    for (uint32_t i = 0; i < cfg->n_call_sites; i++) {
        uint32_t callee = cfg->call_sites[i].callee;

        if (cfg->call_sites[i].at.block != block)
            continue;
        if (callee == traced->callee || callee == traced->other_callee)
            return CALLEE_IT;
        if (callee == 0)
            return CALLEE_UNKNOWN;
        found = CALLEE_OTHER;
    }
    return found;
}

/* FUNCTION is entered: frames that have returned, above AT, whose way is in `way` and which
 * is to call it next, came in the midst of that. */
static int make_top(struct tracer *t, uint32_t function, size_t at)
{
    switch (callee_of(t, t->functions[t->frames[at].function].cfg,
                      t->way.blocks[t->way.n - 1], function)) {
    case CALLEE_IT:
        return pop_above(t, at + 1, 0);
    case CALLEE_OTHER:
        if (t->path)
            t->path->stretches[t->frames[at].stretch].interrupted |=
                EP_INTERRUPTED_MAYBE;
        break;
    case CALLEE_UNKNOWN:
        break;
    }
    return EP_OK;
}

static int push(struct tracer *t, const struct frame *frame, uint32_t edge,
                int gap)
{
    if (EP_GROW(t->frames, t->n_frames, t->frames_capacity))
        return EP_ENOMEM;
    t->frames[t->n_frames] = *frame;
    return go_on(t, &t->frames[t->n_frames++], edge, gap);
}

/* ---- witnesses ----------------------------------------------------------- */

/* The topmost frame that could come to the witness, whose way to it is then in `way`;
 * EP_NONE: there is none. */
static int find_frame(struct tracer *t, const struct ep_witness *witness,
                      uint32_t to, size_t *out)
{
    int comes = 0, status = EP_OK;

    *out = EP_NONE;
    for (size_t i = t->n_frames; i-- > 0 && !comes && !status;) {
        if (t->frames[i].function != witness->function)
            continue;
        status = ep_unmarked_find(&t->maps[witness->function],
                                  t->frames[i].block, to, &t->way, &comes);
        if (comes)
            *out = i;
    }
    return status;
}

static size_t topmost(const struct tracer *t, uint32_t function)
{
    for (size_t i = t->n_frames; i-- > 0;)
        if (t->frames[i].function == function)
            return i;
    return EP_NONE;
}

/* The frame AT comes to the witness by the way that was found. */
static int come_to(struct tracer *t, size_t at, uint32_t edge, uint32_t kind)
{
    struct frame *frame = &t->frames[at];
    size_t before = frame->stretch;
    int status = close_stretch(t, frame, EP_STRETCH_ON);

    if (t->path && kind != EP_EDGE_RETURN && t->n_frames > at + 1)
        t->path->stretches[before].interrupted = EP_INTERRUPTED;
    if (!status)
        status = pop_above(t, at + 1, 0);
    return status ? status : go_on(t, &t->frames[at], edge, 0);
}

/* Control is behind EDGE, and no frame could have come there by itself: an exception is
 * caught, setjmp returns once more, or the frame is older than the trace. */
static int arrive(struct tracer *t, const struct ep_witness *witness,
                  uint32_t edge, uint32_t kind)
{
    size_t at = topmost(t, witness->function);
    int may_be = kind == EP_EDGE_ARRIVE || kind == EP_EDGE_RETURN;
    int32_t depth = t->n_frames ? t->frames[0].depth - 1 : 0;
    int status;

    if (at == EP_NONE || !may_be) {
        const struct frame older = {witness->function, 0, 0, depth, EP_NONE};

        t->ended = 1;
        status = pop_above(t, 0, 0);
        return status ? status : push(t, &older, edge, 1);
    }
    status = pop_above(t, at + 1, 1);
    if (!status) {
        enum ep_stretch_end end;

        status = follow_to_end(t, &t->frames[at], 1, &end);
        if (end == EP_STRETCH_RETURNED)
            end = EP_STRETCH_DOUBT;
        if (!status)
            status = close_stretch(t, &t->frames[at], end);
    }
    return status ? status : go_on(t, &t->frames[at], edge, 0);
}

static int take_event(struct tracer *t, uint32_t event)
{
    const struct ep_stretch stretch = {.function = EP_NONE, .event = event};
    int is_other = event == EP_WITNESS_THREAD;
    int status = is_other && t->path ? pop_all(t) : EP_OK;

    t->ended |= is_other;
    return status ? status : add_stretch(t, &stretch);
}

/* Whether BLOCKS of the first frame's function call anything. */
static int calls_any(const struct tracer *t, const struct ep_way *way)
{
    const struct ep_cfg *cfg = t->functions[t->frames[0].function].cfg;

    for (uint32_t i = 0; i < cfg->n_call_sites; i++)
        for (size_t k = 0; k < way->n; k++)
            if (cfg->call_sites[i].at.block == way->blocks[k])
                return 1;
    return 0;
}

/* All frames have returned, as far as is known, and FUNCTION is entered: by what they called
 * last, by a handler, or when the first one has ended. */
static int is_next_call(const struct tracer *t, uint32_t function)
{
    return t->n_frames && (t->frames[0].function == function ||
                           (t->n_frames == 1 && !calls_any(t, &t->way)));
}

static int enter(struct tracer *t, uint32_t function, uint32_t edge)
{
    struct frame frame = {.function = function};
    enum ep_stretch_end end;
    int status = find_waiting(t, &frame.waiting, &end);

    if (status)
        return status;
    t->ended |= frame.waiting == EP_NONE && is_next_call(t, function);
    if (frame.waiting != EP_NONE && end == EP_STRETCH_LEFT)
        status = make_top(t, function, frame.waiting);
    frame.depth = next_depth(t, frame.waiting);
    return status ? status : push(t, &frame, edge, 0);
}

static int take(struct tracer *t, const struct ep_witness *witness)
{
    const struct ep_edge *edges;
    uint32_t edge, kind, to;
    size_t at;
    int status;

    if (witness->function == EP_NONE)
        return take_event(t, witness->mark);
    status = draw(t, witness->function);
    if (status)
        return status;
    edges = t->functions[witness->function].cfg->edges;
    edge = t->maps[witness->function].edge[witness->mark];
    if (edge == EP_NONE) /* notes that are not ours */
        return take_event(t, EP_WITNESS_UNKNOWN);
    kind = edges[edge].kind;
    if (kind == EP_EDGE_ENTRY)
        return enter(t, witness->function, edge);
    to = kind == EP_EDGE_RETURN ? t->maps[witness->function].call[witness->mark]
         : kind == EP_EDGE_ARRIVE ? EP_NONE
                                  : edges[edge].src;
    status = find_frame(t, witness, to, &at);
    if (status)
        return status;
    return at == EP_NONE ? arrive(t, witness, edge, kind)
                         : come_to(t, at, edge, kind);
}

/* The least depth becomes 0, from one event to the next. */
static void level(struct ep_path *path)
{
    size_t end;

    for (size_t first = 0; first < path->n; first = end) {
        int32_t least = 0;

        for (end = first; end < path->n; end++) {
            if (end > first && path->stretches[end].function == EP_NONE &&
                path->stretches[end].event == EP_WITNESS_THREAD)
                break;
            if (path->stretches[end].depth < least)
                least = path->stretches[end].depth;
        }
        for (size_t i = first; i < end; i++)
            path->stretches[i].depth -= least;
    }
}

static void release(struct tracer *t)
{
    ep_mem_free(t->maps);
    ep_mem_free(t->frames);
    ep_mem_free(t->way.blocks);
    ep_arena_release(&t->arena);
}

int ep_path_trace(const struct ep_traced *functions, size_t n_functions,
                  const struct ep_witness *witnesses, size_t n, int ended,
                  struct ep_path *out)
{
    struct tracer t = {.functions = functions, .path = out};
    int status;

    *out = (struct ep_path){0};
    t.maps = ep_mem_zeroed(n_functions, sizeof *t.maps);
    status = t.maps ? EP_OK : EP_ENOMEM;
    for (size_t i = 0; i < n && !status; i++)
        status = take(&t, &witnesses[i]);
    if (!status)
        status = ended ? pop_above(&t, 0, 1) : pop_all(&t);
    level(out);
    release(&t);
    if (status)
        ep_path_release(out);
    return status;
}

void ep_path_release(struct ep_path *path)
{
    ep_mem_free(path->stretches);
    ep_mem_free(path->blocks);
    *path = (struct ep_path){0};
}

/* ---- a call --------------------------------------------------------------- */

struct ep_window {
    struct tracer tracer;
};

struct ep_window *ep_window_new(const struct ep_traced *functions,
                                size_t n_functions)
{
    struct ep_window *window = ep_mem_zeroed(1, sizeof *window);

    if (!window)
        return NULL;
    window->tracer.functions = functions;
    window->tracer.maps =
        ep_mem_zeroed(n_functions, sizeof *window->tracer.maps);
    if (window->tracer.maps)
        return window;
    ep_window_release(window);
    return NULL;
}

void ep_window_begin(struct ep_window *window)
{
    window->tracer.n_frames = 0;
    window->tracer.ended = 0;
}

int ep_window_take(struct ep_window *window, const struct ep_witness *witness,
                   int *out_ended)
{
    int status = take(&window->tracer, witness);

    *out_ended = window->tracer.ended;
    return status;
}

void ep_window_release(struct ep_window *window)
{
    if (!window)
        return;
    release(&window->tracer);
    ep_mem_free(window);
}
