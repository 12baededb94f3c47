/* SPDX-License-Identifier: MIT */
#include "graph/loops.h"
#include "graph/trips.h"
#include "graphs.h"

enum { MOST = 64, STEPS = 400 };

static void bins_are_powers_of_two(void)
{
    static const struct {
        uint64_t rounds;
        uint32_t bin;
    } cases[] = {{0, 0}, {1, 1},  {2, 2},
                 {3, 2}, {4, 3},  {7, 3},
                 {8, 4}, {15, 4}, {UINT64_C(1) << 40, 41}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_EQ(
            ep_trips_bin(EP_TRIPS_FIRST + EP_TRIPS_ROUND * cases[i].rounds),
            cases[i].bin);
    CHECK_EQ(ep_trips_bin(UINT64_MAX), EP_TRIPS_BINS - 1);
}

/* By the definition: whether BLOCK reaches a way back to HEAD without passing that. */
static int is_inside(const struct ep_cfg *cfg, const uint8_t *back,
                     uint32_t head, uint32_t block)
{
    uint8_t inside[MOST] = {0};
    int changed = 1;

    inside[head] = 1;
    while (changed) {
        changed = 0;
        for (uint32_t e = 0; e < cfg->n_edges; e++) {
            uint32_t src = cfg->edges[e].src, dst = cfg->edges[e].dst;
            int leads = dst == head ? back[e] : inside[dst];

            if (src == EP_BLOCK_EXIT || inside[src] || !leads)
                continue;
            inside[src] = 1;
            changed = 1;
        }
    }
    return inside[block];
}

/* What a walk counts: by what the items say, and by rounds. */
struct walker {
    const struct ep_cfg *cfg;
    struct ep_trips trips;
    uint8_t back[4 * MOST];
    uint64_t value[MOST], rounds[MOST];
    uint64_t counted[MOST][EP_TRIPS_BINS], known[MOST][EP_TRIPS_BINS];
};

static void obey(struct walker *w, uint32_t edge)
{
    for (size_t i = 0; i < w->trips.n; i++) {
        const struct ep_trip *trip = &w->trips.items[i];

        if (trip->edge != edge)
            continue;
        if (trip->step == EP_TRIP_ENTER)
            w->value[trip->loop] = EP_TRIPS_FIRST;
        else if (trip->step == EP_TRIP_ROUND)
            w->value[trip->loop] += EP_TRIPS_ROUND;
        else
            w->counted[trip->loop][ep_trips_bin(w->value[trip->loop])]++;
    }
}

static void know(struct walker *w, uint32_t edge)
{
    const struct ep_edge *e = &w->cfg->edges[edge];

    for (uint32_t i = 0; i < w->trips.n_loops; i++) {
        uint32_t head = w->trips.heads[i];
        uint32_t bin = 0;

        if (e->dst == head && w->back[edge]) {
            w->rounds[i]++;
        } else if (e->dst == head) {
            w->rounds[i] = 0;
        } else if (is_inside(w->cfg, w->back, head, e->src) &&
                   !is_inside(w->cfg, w->back, head, e->dst)) {
            while (bin < 63 && w->rounds[i] >> bin)
                bin++;
            w->known[i][bin]++;
        }
    }
}

static void walk(struct walker *w, uint64_t *seed)
{
    struct ep_arena arena = {0};
    struct ep_incidence out = ep_cfg_edges(w->cfg, EP_OUT_EDGES, &arena);
    uint32_t at = EP_BLOCK_EXIT;

    for (int i = 0; i < STEPS || at != EP_BLOCK_EXIT; i++) {
        uint32_t n = out.first[at + 1] - out.first[at];
        uint32_t e = out.edge[out.first[at] + check_random(seed, n)];

        obey(w, e);
        know(w, e);
        at = w->cfg->edges[e].dst;
    }
    ep_arena_release(&arena);
}

static void walks_count_their_rounds(void)
{
    static struct walker w;
    uint64_t seed = 5, loops = 0, left = 0;

    for (uint32_t i = 0; i < 300; i++) {
        struct ep_cfg cfg;

        graph_random(&cfg, &seed, 2 + i % 18, 0);
        w = (struct walker){.cfg = &cfg};
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        CHECK_EQ(ep_trips_find(&cfg, &w.trips), EP_OK);
        CHECK_EQ(ep_loops_find(&cfg, w.back), EP_OK);
        walk(&w, &seed);
        for (uint32_t k = 0; k < w.trips.n_loops; k++)
            for (int bin = 0; bin < EP_TRIPS_BINS; bin++) {
                CHECK_EQ(w.counted[k][bin], w.known[k][bin]);
                left += w.counted[k][bin];
            }
        loops += w.trips.n_loops;
        ep_trips_release(&w.trips);
        ep_cfg_release(&cfg);
    }
    CHECK(loops > 100);
    CHECK(left > 1000);
}

static size_t count(const struct ep_trips *trips, enum ep_trip_step step)
{
    size_t n = 0;

    for (size_t i = 0; i < trips->n; i++)
        n += trips->items[i].step == step;
    return n;
}

/* 2 is the head of 3, which calls what may not come back; 4 is a landing pad from where
 * control goes on in the loop, or leaves it. */
static void calls_and_landing_pads(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {2, 1}, {4, 2},
                                        {4, 5}, {5, 3}, {5, 1}};
    struct ep_cfg cfg;
    struct ep_trips trips;

    graph_edges(&cfg, 6, edges, 7);
    graph_edge(&cfg, 3, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 0);
    graph_edge(&cfg, EP_BLOCK_EXIT, 2, EP_EDGE_RETURN, 0, 0);
    graph_edge(&cfg, EP_BLOCK_EXIT, 4, EP_EDGE_ARRIVE, 0, 0);
    CHECK_EQ(ep_trips_find(&cfg, &trips), EP_OK);
    CHECK_EQ(trips.n_loops, 1);
    CHECK_EQ(trips.heads[0], 2);
    CHECK_EQ(count(&trips, EP_TRIP_ROUND), 1); /* the RETURN */
    CHECK_EQ(count(&trips, EP_TRIP_ENTER), 2); /* from 0, from 4 */
    CHECK_EQ(count(&trips, EP_TRIP_LEAVE), 2); /* from 2, from 5 */
    ep_trips_release(&trips);
    ep_cfg_release(&cfg);
}

/* The first loop's way back can hold no code; of the second that is so of an exit. */
static void where_no_code_can_stand(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {3, 3}, {3, 4}};
    struct ep_cfg cfg;
    struct ep_trips trips;

    graph_edges(&cfg, 5, edges, 4);
    graph_edge(&cfg, 2, 2, EP_EDGE_CASE, EP_EDGE_NOSPLIT, 0);
    graph_edge(&cfg, 3, 1, EP_EDGE_CASE, EP_EDGE_NOSPLIT, 0);
    graph_edge(&cfg, 4, 1, EP_EDGE_FALL, 0, 0);
    CHECK_EQ(ep_trips_find(&cfg, &trips), EP_OK);
    CHECK_EQ(trips.n_loops, 1);
    CHECK_EQ(trips.heads[0], 3);
    CHECK_EQ(count(&trips, EP_TRIP_LEAVE), 1); /* to 4 */
    ep_trips_release(&trips);
    ep_cfg_release(&cfg);
}

static struct ep_cfg small;

static int find_in_a_little_memory(void)
{
    struct ep_trips trips;
    int status = ep_trips_find(&small, &trips);

    if (!status)
        CHECK_EQ(trips.n, 3);
    ep_trips_release(&trips);
    return status;
}

int main(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 2}, {2, 1}};

    bins_are_powers_of_two();
    walks_count_their_rounds();
    calls_and_landing_pads();
    where_no_code_can_stand();
    graph_edges(&small, 3, edges, 3);
    check_failing_memory(find_in_a_little_memory);
    ep_cfg_release(&small);
    return check_failures != 0;
}
