/* SPDX-License-Identifier: MIT
 *
 * witness.c - see witness.h.
 *
 * A frame is known by where its last witness led to.  The way from there is
 * looked for when the frame's next witness comes, or when a frame below it has
 * one, or at the end.
 */
#include "graph/witness.h"

uint32_t ep_witness_name(uint64_t function, uint32_t mark)
{
    uint64_t hash = ep_hash_u64(ep_hash_u64(EP_HASH_START, function), mark);

    return (uint32_t)(hash % (INT32_MAX - EP_WITNESS_EVENTS)) +
           EP_WITNESS_EVENTS;
}

/* What is known of a function once it has a witness. */
struct map {
    uint32_t *edge; /* per mark; NULL: none has come yet */
    uint32_t *next; /* per block: the one edge on without a mark; or EP_NONE */
    uint32_t *call; /* per mark: of a RETURN, the call's block; or EP_NONE */
    int forks;      /* bool: some block has several edges on without a mark */
    struct ep_incidence out; /* if it forks */
};

struct frame {
    uint32_t function;
    uint32_t block; /* that its last witness led to */
    size_t stretch;
    int32_t depth;
};

struct tracer {
    const struct ep_traced *functions;
    struct map *maps;
    struct ep_arena arena;
    struct frame *frames;
    size_t n_frames;
    size_t frames_capacity;
    uint32_t *way; /* blocks, the last that was found */
    size_t n_way;
    size_t way_capacity;
    struct ep_path *path;
};

/* ---- ways without a mark ------------------------------------------------- */

static int draw(struct tracer *t, uint32_t function)
{
    const struct ep_traced *traced = &t->functions[function];
    const struct ep_cfg *cfg = traced->cfg;
    struct map *map = &t->maps[function];
    const struct ep_edge *joined;

    if (map->edge)
        return EP_OK;
    map->next = ep_arena_new(&t->arena, cfg->n_blocks, sizeof *map->next);
    map->call = ep_arena_new(&t->arena, traced->n_marks, sizeof *map->call);
    map->out = ep_cfg_edges(cfg, EP_OUT_EDGES, &t->arena);
    joined = ep_cfg_join_calls(cfg, &t->arena);
    map->edge = ep_arena_new(&t->arena, traced->n_marks, sizeof *map->edge);
    if (!map->next || !map->call || !joined || !map->edge || t->arena.failed)
        return EP_ENOMEM;
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        map->next[b] = EP_NONE;
    for (uint32_t m = 0; m < traced->n_marks; m++)
        map->edge[m] = EP_NONE;
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        uint32_t mark = traced->mark[e], src = cfg->edges[e].src;

        if (mark != EP_NONE) {
            map->edge[mark] = e;
            map->call[mark] =
                cfg->edges[e].kind == EP_EDGE_RETURN ? joined[e].src : EP_NONE;
        } else if (src != EP_BLOCK_EXIT) {
            map->forks |= map->next[src] != EP_NONE;
            map->next[src] = e;
        }
    }
    return EP_OK;
}

static int add_to_way(struct tracer *t, uint32_t block)
{
    if (EP_GROW(t->way, t->n_way, t->way_capacity))
        return EP_ENOMEM;
    t->way[t->n_way++] = block;
    return EP_OK;
}

/* Whether only one edge leads on from BLOCK without a mark. */
static int is_sure(const struct tracer *t, uint32_t function, uint32_t block)
{
    const struct map *map = &t->maps[function];
    unsigned n = 0;

    if (!map->forks)
        return 1;
    for (uint32_t i = map->out.first[block]; i < map->out.first[block + 1]; i++)
        n += t->functions[function].mark[map->out.edge[i]] == EP_NONE;
    return n <= 1;
}

/* Follow the only way from BLOCK on as far as TO, or as it is sure: `way` has its
 * blocks, EXIT left out.  The last edge in OUT, EP_NONE if it ends at TO or where it is
 * not sure. */
static int follow(struct tracer *t, uint32_t function, uint32_t block,
                  uint32_t to, uint32_t *out)
{
    const struct ep_cfg *cfg = t->functions[function].cfg;
    const struct map *map = &t->maps[function];

    *out = EP_NONE;
    t->n_way = 0;
    while (block != EP_BLOCK_EXIT) {
        uint32_t edge = map->next[block];

        if (add_to_way(t, block))
            return EP_ENOMEM;
        if (block == to || edge == EP_NONE || t->n_way > cfg->n_blocks ||
            !is_sure(t, function, block))
            return EP_OK;
        block = cfg->edges[edge].dst;
        if (block == EP_BLOCK_EXIT)
            *out = edge;
    }
    return EP_OK;
}

/* The same where blocks have several ways on: all of them are tried.  No two lead to
 * TO, since they would make a cycle of edges without marks. */
static int search(struct tracer *t, uint32_t function, uint32_t from,
                  uint32_t to)
{
    const struct ep_traced *traced = &t->functions[function];
    const struct map *map = &t->maps[function];
    struct ep_arena arena = {0};
    uint32_t n = traced->cfg->n_blocks, n_seen = 0;
    uint32_t *seen = ep_arena_new(&arena, n, sizeof *seen);
    uint32_t *before = ep_arena_new(&arena, n, sizeof *before);
    int status = seen && before ? EP_OK : EP_ENOMEM;

    t->n_way = 0;
    for (uint32_t b = 0; !status && b < n; b++)
        before[b] = EP_NONE;
    if (!status) {
        before[from] = from;
        seen[n_seen++] = from;
    }
    for (uint32_t i = 0; i < n_seen && seen[i] != to; i++)
        for (uint32_t k = map->out.first[seen[i]];
             k < map->out.first[seen[i] + 1]; k++) {
            uint32_t edge = map->out.edge[k];
            uint32_t dst = traced->cfg->edges[edge].dst;

            if (traced->mark[edge] != EP_NONE || before[dst] != EP_NONE ||
                seen[i] == EP_BLOCK_EXIT)
                continue;
            before[dst] = seen[i];
            seen[n_seen++] = dst;
        }
    if (!status && before[to] != EP_NONE)
        for (uint32_t b = to; !status; b = before[b]) {
            status = add_to_way(t, b);
            if (b == from)
                break;
        }
    for (size_t i = 0; i < t->n_way / 2; i++) {
        uint32_t other = t->way[t->n_way - 1 - i];

        t->way[t->n_way - 1 - i] = t->way[i];
        t->way[i] = other;
    }
    ep_arena_release(&arena);
    return status;
}

/* Whether a way without a mark leads from where FRAME is to TO; it is then in `way`. */
static int find_way(struct tracer *t, const struct frame *frame, uint32_t to,
                    int *out)
{
    uint32_t edge;
    int status;

    *out = 0;
    if (to == EP_NONE || frame->block == EP_BLOCK_EXIT)
        return EP_OK;
    status = t->maps[frame->function].forks
                 ? search(t, frame->function, frame->block, to)
                 : follow(t, frame->function, frame->block, to, &edge);
    *out = t->n_way && t->way[t->n_way - 1] == to;
    return status;
}

/* ---- stretches ----------------------------------------------------------- */

/* What FRAME executed is what `way` has. */
static int close_stretch(struct tracer *t, const struct frame *frame,
                         enum ep_stretch_end end)
{
    struct ep_path *path = t->path;
    struct ep_stretch *stretch = &path->stretches[frame->stretch];

    stretch->first = path->n_blocks;
    stretch->end = (uint8_t)end;
    for (size_t i = 0; i < t->n_way; i++) {
        if (t->way[i] < EP_BLOCK_FIRST)
            continue;
        if (EP_GROW(path->blocks, path->n_blocks, path->blocks_capacity))
            return EP_ENOMEM;
        path->blocks[path->n_blocks++] = t->way[i];
    }
    stretch->n = path->n_blocks - stretch->first;
    return EP_OK;
}

/* The same as follow to EXIT, where blocks have several ways on; of those only one leads
 * there. */
static int search_exit(struct tracer *t, uint32_t function, uint32_t block,
                       uint32_t *out)
{
    const struct ep_traced *traced = &t->functions[function];
    const struct map *map = &t->maps[function];
    int status = search(t, function, block, EP_BLOCK_EXIT);

    *out = EP_NONE;
    if (status || t->n_way < 2)
        return status;
    block = t->way[--t->n_way - 1];
    for (uint32_t i = map->out.first[block]; i < map->out.first[block + 1]; i++)
        if (traced->mark[map->out.edge[i]] == EP_NONE &&
            traced->cfg->edges[map->out.edge[i]].dst == EP_BLOCK_EXIT)
            *out = map->out.edge[i];
    return EP_OK;
}

/* Where FRAME went if it has ended, in `way`, and how; or, as far as is sure, where it goes
 * if it passes no witness more. */
static int follow_to_end(struct tracer *t, const struct frame *frame, int ended,
                         enum ep_stretch_end *out)
{
    uint32_t edge;
    int forks = t->maps[frame->function].forks;
    int status = ended && forks && frame->block != EP_BLOCK_EXIT
                     ? search_exit(t, frame->function, frame->block, &edge)
                     : follow(t, frame->function, frame->block, EP_NONE, &edge);

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
    frame->stretch = t->path->n;
    return add_stretch(t, &stretch);
}

/* A call's depth: below are those that are in a call. */
static int next_depth(struct tracer *t, int32_t *out)
{
    const struct frame *top;
    enum ep_stretch_end end;
    int status;

    *out = 0;
    if (!t->n_frames)
        return EP_OK;
    top = &t->frames[t->n_frames - 1];
    status = follow_to_end(t, top, 1, &end);
    *out = top->depth + (end == EP_STRETCH_RETURNED ? 0 : 1);
    return status;
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

/* FUNCTION is entered: frames that have returned, above one that is to call it next, came in
 * the midst of that. */
static int make_top(struct tracer *t, uint32_t function)
{
    enum ep_stretch_end end = EP_STRETCH_RETURNED;
    size_t at = t->n_frames;
    int status = EP_OK;

    while (at > 0 && end == EP_STRETCH_RETURNED && !status)
        status = follow_to_end(t, &t->frames[--at], 1, &end);
    if (status || end != EP_STRETCH_LEFT)
        return status;
    switch (callee_of(t, t->functions[t->frames[at].function].cfg,
                      t->way[t->n_way - 1], function)) {
    case CALLEE_IT:
        status = pop_above(t, at + 1, 0);
        break;
    case CALLEE_OTHER:
        t->path->stretches[t->frames[at].stretch].interrupted |=
            EP_INTERRUPTED_MAYBE;
        break;
    case CALLEE_UNKNOWN:
        break;
    }
    return status;
}

static int push(struct tracer *t, uint32_t function, int32_t depth,
                uint32_t edge, int gap)
{
    if (EP_GROW(t->frames, t->n_frames, t->frames_capacity))
        return EP_ENOMEM;
    t->frames[t->n_frames] =
        (struct frame){.function = function, .depth = depth};
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
        status = find_way(t, &t->frames[i], to, &comes);
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

    if (kind != EP_EDGE_RETURN && t->n_frames > at + 1)
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
        status = pop_above(t, 0, 0);
        return status ? status : push(t, witness->function, depth, edge, 1);
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
    int status = event == EP_WITNESS_THREAD ? pop_all(t) : EP_OK;

    return status ? status : add_stretch(t, &stretch);
}

static int take(struct tracer *t, const struct ep_witness *witness)
{
    const struct ep_edge *edges;
    uint32_t edge, kind, to;
    size_t at;
    int32_t depth;
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
    if (kind == EP_EDGE_ENTRY) {
        status = make_top(t, witness->function);
        if (!status)
            status = next_depth(t, &depth);
        return status ? status : push(t, witness->function, depth, edge, 0);
    }
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

int ep_path_trace(const struct ep_traced *functions, size_t n_functions,
                  const struct ep_witness *witnesses, size_t n,
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
        status = pop_all(&t);
    level(out);
    ep_mem_free(t.maps);
    ep_mem_free(t.frames);
    ep_mem_free(t.way);
    ep_arena_release(&t.arena);
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
