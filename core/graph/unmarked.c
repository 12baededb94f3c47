/* SPDX-License-Identifier: MIT */
#include "graph/unmarked.h"

int ep_unmarked_draw(struct ep_unmarked *map, const struct ep_cfg *cfg,
                     const uint32_t *mark, uint32_t n_marks,
                     struct ep_arena *arena)
{
    const struct ep_edge *joined;

    if (map->edge)
        return EP_OK;
    map->cfg = cfg;
    map->mark = mark;
    map->next = ep_arena_new(arena, cfg->n_blocks, sizeof *map->next);
    map->call = ep_arena_new(arena, n_marks, sizeof *map->call);
    map->out = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    joined = ep_cfg_join_calls(cfg, arena);
    map->edge = ep_arena_new(arena, n_marks, sizeof *map->edge);
    if (!map->next || !map->call || !joined || !map->edge || arena->failed)
        return EP_ENOMEM;
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        map->next[b] = EP_NONE;
    for (uint32_t m = 0; m < n_marks; m++)
        map->edge[m] = EP_NONE;
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        uint32_t src = cfg->edges[e].src;

        if (mark[e] != EP_NONE) {
            map->edge[mark[e]] = e;
            map->call[mark[e]] =
                cfg->edges[e].kind == EP_EDGE_RETURN ? joined[e].src : EP_NONE;
        } else if (src != EP_BLOCK_EXIT) {
            map->forks |= map->next[src] != EP_NONE;
            map->next[src] = e;
        }
    }
    return EP_OK;
}

static int add_to_way(struct ep_way *way, uint32_t block)
{
    if (EP_GROW(way->blocks, way->n, way->capacity))
        return EP_ENOMEM;
    way->blocks[way->n++] = block;
    return EP_OK;
}

/* Whether only one edge leads on from BLOCK without a mark. */
static int is_sure(const struct ep_unmarked *map, uint32_t block)
{
    unsigned n = 0;

    if (!map->forks)
        return 1;
    for (uint32_t i = map->out.first[block]; i < map->out.first[block + 1]; i++)
        n += map->mark[map->out.edge[i]] == EP_NONE;
    return n <= 1;
}

/* Follow the only way from BLOCK on as far as TO, or as it is sure.  The edge to EXIT in
 * OUT; EP_NONE if it ends at TO or where it is not sure. */
static int follow(const struct ep_unmarked *map, uint32_t block, uint32_t to,
                  struct ep_way *way, uint32_t *out)
{
    *out = EP_NONE;
    way->n = 0;
    while (block != EP_BLOCK_EXIT) {
        uint32_t edge = map->next[block];

        if (add_to_way(way, block))
            return EP_ENOMEM;
        if (block == to || edge == EP_NONE || way->n > map->cfg->n_blocks ||
            !is_sure(map, block))
            return EP_OK;
        block = map->cfg->edges[edge].dst;
        if (block == EP_BLOCK_EXIT)
            *out = edge;
    }
    return EP_OK;
}

int ep_unmarked_follow(const struct ep_unmarked *map, uint32_t block,
                       struct ep_way *way, uint32_t *out)
{
    return follow(map, block, EP_NONE, way, out);
}

/* ---- where blocks have several ways on ----------------------------------- */

/* Try all ways from FROM until one has come to TO.  BEFORE  per block: the one from which it
 * was come to, itself for FROM; EP_NONE: it was not. */
static void spread(const struct ep_unmarked *map, uint32_t from, uint32_t to,
                   uint32_t *seen, uint32_t *before)
{
    uint32_t n_seen = 1;

    for (uint32_t b = 0; b < map->cfg->n_blocks; b++)
        before[b] = EP_NONE;
    before[from] = from;
    seen[0] = from;
    for (uint32_t i = 0; i < n_seen && seen[i] != to; i++)
        for (uint32_t k = map->out.first[seen[i]];
             k < map->out.first[seen[i] + 1]; k++) {
            uint32_t edge = map->out.edge[k];
            uint32_t dst = map->cfg->edges[edge].dst;

            if (map->mark[edge] != EP_NONE || before[dst] != EP_NONE ||
                seen[i] == EP_BLOCK_EXIT)
                continue;
            before[dst] = seen[i];
            seen[n_seen++] = dst;
        }
}

static void turn_round(struct ep_way *way)
{
    for (size_t i = 0; i < way->n / 2; i++) {
        uint32_t other = way->blocks[way->n - 1 - i];

        way->blocks[way->n - 1 - i] = way->blocks[i];
        way->blocks[i] = other;
    }
}

/* WAY is empty if none leads to TO. */
static int search(const struct ep_unmarked *map, uint32_t from, uint32_t to,
                  struct ep_way *way)
{
    struct ep_arena arena = {0};
    uint32_t n = map->cfg->n_blocks;
    uint32_t *seen = ep_arena_new(&arena, n, sizeof *seen);
    uint32_t *before = ep_arena_new(&arena, n, sizeof *before);
    int status = seen && before ? EP_OK : EP_ENOMEM;

    way->n = 0;
    if (!status)
        spread(map, from, to, seen, before);
    if (!status && before[to] != EP_NONE)
        for (uint32_t b = to; !status; b = before[b]) {
            status = add_to_way(way, b);
            if (b == from)
                break;
        }
    turn_round(way);
    ep_arena_release(&arena);
    return status;
}

int ep_unmarked_to_exit(const struct ep_unmarked *map, uint32_t block,
                        struct ep_way *way, uint32_t *out)
{
    int status;

    if (!map->forks || block == EP_BLOCK_EXIT)
        return ep_unmarked_follow(map, block, way, out);
    status = search(map, block, EP_BLOCK_EXIT, way);
    *out = EP_NONE;
    if (status || way->n < 2)
        return status;
    block = way->blocks[--way->n - 1];
    for (uint32_t i = map->out.first[block]; i < map->out.first[block + 1]; i++)
        if (map->mark[map->out.edge[i]] == EP_NONE &&
            map->cfg->edges[map->out.edge[i]].dst == EP_BLOCK_EXIT)
            *out = map->out.edge[i];
    return EP_OK;
}

int ep_unmarked_find(const struct ep_unmarked *map, uint32_t from, uint32_t to,
                     struct ep_way *way, int *out)
{
    uint32_t edge;
    int status;

    *out = 0;
    if (to == EP_NONE || from == EP_BLOCK_EXIT)
        return EP_OK;
    status = map->forks ? search(map, from, to, way)
                        : follow(map, from, to, way, &edge);
    *out = way->n && way->blocks[way->n - 1] == to;
    return status;
}
