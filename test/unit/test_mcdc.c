/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "graph/mcdc.h"
#include "graphs.h"

enum { CONDITIONS = 7, RUNS = 12 };

/* A random expression of && || !, what it is as a graph, and evaluations of it. */
struct expression {
    enum { OPERAND, AND, OR } kind;
    int is_negated;
    uint32_t left, right; /* of the operators */
    uint32_t condition;   /* of an operand */
};

struct scene {
    struct expression items[2 * CONDITIONS];
    uint32_t n_items;
    uint32_t n; /* conditions */
    uint32_t next[CONDITIONS][2];
    uint64_t count[CONDITIONS][2];
    int8_t asked[RUNS][CONDITIONS]; /* by each evaluation: -1, 0, 1 */
    int decided[RUNS][CONDITIONS];  /* bool: it was not masked */
    int is_true[RUNS];
    uint32_t n_runs;
};

static uint32_t grow(struct scene *scene, uint64_t *seed, uint32_t n)
{
    struct expression item = {.is_negated = check_random(seed, 4) == 0};

    if (n == 1) {
        item.condition = scene->n++;
    } else {
        uint32_t n_left = 1 + check_random(seed, n - 1);

        item.kind = check_random(seed, 2) ? AND : OR;
        item.left = grow(scene, seed, n_left);
        item.right = grow(scene, seed, n - n_left);
    }
    scene->items[scene->n_items] = item;
    return scene->n_items++;
}

static uint32_t first_of(const struct scene *scene, uint32_t i)
{
    while (scene->items[i].kind != OPERAND)
        i = scene->items[i].left;
    return scene->items[i].condition;
}

/* Item I leads to NO or YES. */
static void lead(struct scene *scene, uint32_t i, uint32_t no, uint32_t yes)
{
    const struct expression *item = &scene->items[i];
    uint32_t ends[2] = {item->is_negated ? yes : no,
                        item->is_negated ? no : yes};

    if (item->kind == OPERAND) {
        /* The `!` of an operand is its own. */
        scene->next[item->condition][0] = no;
        scene->next[item->condition][1] = yes;
        return;
    }
    lead(scene, item->left,
         item->kind == AND ? ends[0] : first_of(scene, item->right),
         item->kind == AND ? first_of(scene, item->right) : ends[1]);
    lead(scene, item->right, ends[0], ends[1]);
}

/* The value of item I in the evaluation RUN, whose conditions are BITS. */
static int evaluate(struct scene *scene, uint32_t i, uint32_t run,
                    uint32_t bits)
{
    const struct expression *item = &scene->items[i];
    int value;

    if (item->kind == OPERAND) {
        value = bits >> item->condition & 1;
        scene->asked[run][item->condition] = (int8_t)value;
        scene->decided[run][item->condition] = 1;
        scene->count[item->condition][value]++;
        return value;
    }
    value = evaluate(scene, item->left, run, bits);
    if (value == (item->kind == AND)) {
        value = evaluate(scene, item->right, run, bits);
        /* Of 1 && 0 the 1 is masked. */
        if (value != (item->kind == AND))
            for (uint32_t c = first_of(scene, item->left);
                 c < first_of(scene, item->right); c++)
                scene->decided[run][c] = 0;
    }
    return value != item->is_negated;
}

static void scene_make(struct scene *scene, uint64_t *seed, int is_chain)
{
    uint32_t top, n = 1 + check_random(seed, CONDITIONS);

    memset(scene, 0, sizeof *scene);
    memset(scene->asked, -1, sizeof scene->asked);
    if (is_chain) { /* a && (b || (c && ...)) */
        top = grow(scene, seed, 1);
        scene->n = 0;
        for (uint32_t i = 0; i < n; i++)
            scene->next[i][0] = 0;
        scene->n_items = 0;
        for (uint32_t i = 0; i < n; i++)
            scene->items[scene->n_items++] =
                (struct expression){.condition = scene->n++};
        top = n - 1;
        for (uint32_t i = n - 1; i-- > 0; top = scene->n_items++)
            scene->items[scene->n_items] =
                (struct expression){.kind = check_random(seed, 2) ? AND : OR,
                                    .left = i,
                                    .right = top};
    } else {
        top = grow(scene, seed, n);
    }
    lead(scene, top, EP_END_FALSE, EP_END_TRUE);
    scene->n_runs = check_random(seed, RUNS + 1);
    for (uint32_t run = 0; run < scene->n_runs; run++)
        scene->is_true[run] =
            evaluate(scene, top, run, check_random(seed, 1 << CONDITIONS));
}

static int is_unique(const struct scene *scene, uint32_t a, uint32_t b,
                     uint32_t condition)
{
    if (scene->is_true[a] == scene->is_true[b])
        return 0;
    for (uint32_t c = 0; c < scene->n; c++) {
        int both = scene->asked[a][c] >= 0 && scene->asked[b][c] >= 0;
        int differ = both && scene->asked[a][c] != scene->asked[b][c];

        if (differ != (c == condition))
            return 0;
    }
    return 1;
}

static int is_shown_unique(const struct scene *scene, uint32_t condition)
{
    for (uint32_t a = 0; a < scene->n_runs; a++)
        for (uint32_t b = 0; b < a; b++)
            if (is_unique(scene, a, b, condition))
                return 1;
    return 0;
}

/* What is said of a condition is true, and of a tree all is said. */
static void check_condition(const struct scene *scene, uint32_t condition,
                            const struct ep_shown_condition *got, int is_tree)
{
    uint64_t decided[2] = {0, 0};
    int masking, unique = is_shown_unique(scene, condition);

    for (uint32_t run = 0; run < scene->n_runs; run++)
        if (scene->asked[run][condition] >= 0)
            decided[scene->asked[run][condition]] +=
                (uint64_t)scene->decided[run][condition];
    masking = decided[0] && decided[1];
    for (int k = 0; k < 2; k++) {
        CHECK_EQ(got->least[k] <= decided[k] && decided[k] <= got->most[k], 1);
        if (is_tree)
            CHECK_EQ(got->least[k], got->most[k]);
    }
    if (got->masking != EP_SHOWN_UNKNOWN || is_tree)
        CHECK_EQ(got->masking, masking ? EP_SHOWN : EP_NOT_SHOWN);
    if (got->unique != EP_SHOWN_UNKNOWN || is_tree)
        CHECK_EQ(got->unique, unique ? EP_SHOWN : EP_NOT_SHOWN);
}

static void test_random(int is_tree)
{
    uint64_t seed = 7;

    for (int i = 0; i < 20000; i++) {
        struct ep_shown_condition got[CONDITIONS];
        struct scene scene;

        scene_make(&scene, &seed, is_tree);
        CHECK_EQ(ep_mcdc_judge((const uint32_t(*)[2])scene.next,
                               (const uint64_t(*)[2])scene.count, scene.n, NULL,
                               0, got),
                 EP_OK);
        for (uint32_t c = 0; c < scene.n; c++)
            check_condition(&scene, c, &got[c], is_tree);
    }
}

/* (a || b) && c, two ways of which the counts are sums. */
static void test_not_known(void)
{
    static const uint32_t next[][2] = {
        {1, 2}, {EP_END_FALSE, 2}, {EP_END_FALSE, EP_END_TRUE}};
    static const uint64_t mixed[][2] = {{2, 1}, {1, 1}, {1, 1}};
    static const uint64_t sure[][2] = {{2, 2}, {1, 1}, {1, 2}};
    static const uint64_t never[][2] = {{2, 1}, {1, 1}, {2, 0}};
    struct ep_shown_condition got[3];

    /* a c, !a b !c; or a !c, !a b c. */
    CHECK_EQ(ep_mcdc_judge(next, mixed, 3, NULL, 0, got), EP_OK);
    CHECK_EQ(got[0].masking, EP_SHOWN_UNKNOWN);
    CHECK_EQ(got[0].least[1], 0);
    CHECK_EQ(got[0].most[1], 1);
    CHECK_EQ(got[0].least[0], 1);
    CHECK_EQ(got[1].masking, EP_SHOWN_UNKNOWN);
    CHECK_EQ(got[2].masking, EP_SHOWN);
    CHECK_EQ(got[2].unique, EP_SHOWN_UNKNOWN);
    /* One a c at least. */
    CHECK_EQ(ep_mcdc_judge(next, sure, 3, NULL, 0, got), EP_OK);
    CHECK_EQ(got[0].masking, EP_SHOWN);
    CHECK_EQ(got[0].unique, EP_SHOWN);
    CHECK_EQ(got[1].masking, EP_SHOWN_UNKNOWN);
    CHECK_EQ(ep_mcdc_judge(next, never, 3, NULL, 0, got), EP_OK);
    for (int c = 0; c < 3; c++) {
        CHECK_EQ(got[c].masking, EP_NOT_SHOWN);
        CHECK_EQ(got[c].unique, EP_NOT_SHOWN);
    }
    CHECK_EQ(ep_mcdc_judge(NULL, mixed, 3, NULL, 0, got), EP_OK);
    CHECK_EQ(got[2].masking, EP_SHOWN_UNKNOWN);
    CHECK_EQ(ep_mcdc_judge(NULL, never, 3, NULL, 0, got), EP_OK);
    CHECK_EQ(got[2].masking, EP_NOT_SHOWN);
}

/* Evaluations of a && b that b's operand leaves show nothing of a. */
static void test_lost(void)
{
    static const uint32_t next[][2] = {{EP_END_FALSE, 1},
                                       {EP_END_FALSE, EP_END_TRUE}};
    static const uint64_t left[][2] = {{1, 3}, {0, 1}};
    static const uint64_t all[][2] = {{1, 3}, {0, 0}};
    struct ep_shown_condition got[2];

    CHECK_EQ(ep_mcdc_judge(next, left, 2, NULL, 0, got), EP_OK);
    CHECK_EQ(got[0].masking, EP_SHOWN);
    CHECK_EQ(got[0].least[1], 1);
    CHECK_EQ(ep_mcdc_judge(next, all, 2, NULL, 0, got), EP_OK);
    CHECK_EQ(got[0].masking, EP_NOT_SHOWN);
}

/* What is no && and ||, as c ? a : b is not. */
static void test_choice(void)
{
    static const uint32_t next[][2] = {
        {2, 1}, {EP_END_FALSE, EP_END_TRUE}, {EP_END_FALSE, EP_END_TRUE}};
    struct ep_join joins[2];

    CHECK_EQ(ep_decision_join(next, 3, joins), EP_EGRAPH);
}

/* ---- graphs -------------------------------------------------------------- */

static const struct ep_point at_one = {1, 5};

static void branch_at(struct ep_cfg *cfg, uint32_t block, uint32_t column)
{
    CHECK_EQ(ep_cfg_add_branch(cfg, block, "a.c", (struct ep_point){1, column},
                               at_one, 1),
             EP_OK);
}

/* The blocks of SCENE in a loop: one for each condition, in front of which an operand
 * may take more, and the ends. */
static void draw(const struct scene *scene, uint64_t *seed, struct ep_cfg *cfg)
{
    uint32_t start[CONDITIONS], block[CONDITIONS], end[2];

    ep_cfg_init(cfg);
    graph_edge(cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 0);
    for (uint32_t c = 0; c < scene->n; c++) {
        start[c] = block[c] = ep_cfg_add_block(cfg);
        if (check_random(seed, 2) == 0)
            continue;
        block[c] = ep_cfg_add_block(cfg);
        graph_edge(cfg, start[c], EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 0);
        graph_edge(cfg, EP_BLOCK_EXIT, block[c], EP_EDGE_RETURN, 0, 0);
    }
    for (int k = 0; k < 2; k++)
        end[k] = ep_cfg_add_block(cfg);
    graph_edge(cfg, EP_BLOCK_ENTRY, start[0], EP_EDGE_FALL, 0, 0);
    graph_edge(cfg, end[0], start[0], EP_EDGE_FALL, 0, 0);
    graph_edge(cfg, end[1], EP_BLOCK_EXIT, EP_EDGE_FALL, 0, 0);
    for (uint32_t c = 0; c < scene->n; c++) {
        branch_at(cfg, block[c], 5 + c);
        for (int k = 0; k < 2; k++) {
            uint32_t next = scene->next[c][k];

            graph_edge(cfg, block[c],
                       next < scene->n ? start[next] : end[next == EP_END_TRUE],
                       k ? EP_EDGE_TRUE : EP_EDGE_FALSE, 0, 0);
        }
    }
    CHECK_EQ(ep_cfg_finish(cfg, NULL), EP_OK);
}

static void test_graphs(void)
{
    uint64_t seed = 11;

    for (int i = 0; i < 2000; i++) {
        struct ep_arena arena = {0};
        struct ep_decisions found;
        struct scene scene;
        struct ep_cfg cfg;

        scene_make(&scene, &seed, 0);
        draw(&scene, &seed, &cfg);
        CHECK_EQ(ep_decisions_find(&cfg, &arena, &found), EP_OK);
        CHECK_EQ(found.n, 1);
        CHECK_EQ(found.items[0].n, scene.n);
        CHECK_EQ(found.items[0].is_whole, 1);
        /* The ends are named by the last condition. */
        for (uint32_t c = 0; c < scene.n; c++)
            for (int k = 0; k < 2; k++) {
                uint32_t want = scene.next[c][k];

                if (want >= scene.n &&
                    scene.next[scene.n - 1][1] == EP_END_FALSE)
                    want = want == EP_END_TRUE ? EP_END_FALSE : EP_END_TRUE;
                CHECK_EQ(found.conditions[c].next[k], want);
            }
        ep_arena_release(&arena);
        ep_cfg_release(&cfg);
    }
}

/* ---- ways ---------------------------------------------------------------- */

/* Evaluate RUN as the code does: which way it counts, or EP_NONE. */
static uint32_t take_way(const struct scene *scene, uint32_t run,
                         const struct ep_condition_at *conditions,
                         const struct ep_way_steps *steps)
{
    uint32_t variable = 99, taken = EP_NONE;

    for (uint32_t c = 0; c < scene->n; c++) {
        if (scene->asked[run][c] < 0)
            continue;
        for (uint32_t i = 0; i < steps->n; i++) {
            const struct ep_way_step *step = &steps->items[i];

            if (step->edge != conditions[c].edge[scene->asked[run][c]])
                continue;
            CHECK_EQ(step->variable, 0);
            if (step->kind == EP_WAY_END)
                taken = step->value + variable;
            if (step->kind == EP_WAY_END)
                CHECK_EQ(variable < step->n, 1);
            else
                variable =
                    step->value + (step->kind == EP_WAY_ADD ? variable : 0);
        }
    }
    return taken;
}

/* Way I is what RUN asked. */
static void check_way(const struct scene *scene, uint32_t run,
                      const struct ep_condition_at *conditions,
                      const struct ep_ways *ways, uint32_t i)
{
    uint32_t e = ways->first[i];

    for (uint32_t c = 0; c < scene->n; c++)
        if (scene->asked[run][c] >= 0)
            CHECK_EQ(ways->edge[e++], conditions[c].edge[scene->asked[run][c]]);
    CHECK_EQ(e, ways->first[i + 1]);
}

/* With ways that are counted, all is said; also if a part of the runs is not counted so,
 * nothing is wrong. */
static void judge_ways(const struct scene *scene,
                       const struct ep_condition_at *conditions,
                       const struct ep_way_steps *steps,
                       const struct ep_ways *ways, uint32_t n_counted)
{
    static struct ep_way_count count[RUNS];
    struct ep_shown_condition got[CONDITIONS];
    uint32_t taken[RUNS], n = 0;

    for (uint32_t run = 0; run < n_counted; run++) {
        uint32_t way = take_way(scene, run, conditions, steps), i = 0;

        if (way == EP_NONE)
            continue;
        CHECK_EQ(way < ways->n, 1);
        check_way(scene, run, conditions, ways, way);
        while (i < n && taken[i] != way)
            i++;
        taken[i] = way;
        if (i == n)
            count[n++] = (struct ep_way_count){scene->asked[run], 0};
        count[i].count++;
    }
    CHECK_EQ(ep_mcdc_judge((const uint32_t(*)[2])scene->next,
                           (const uint64_t(*)[2])scene->count, scene->n, count,
                           n, got),
             EP_OK);
    for (uint32_t c = 0; c < scene->n; c++)
        check_condition(scene, c, &got[c], n_counted == scene->n_runs);
}

static void test_ways(void)
{
    uint64_t seed = 5;

    for (int i = 0; i < 5000; i++) {
        struct ep_arena arena = {0};
        struct ep_decisions found;
        struct ep_way_steps steps;
        struct ep_ways ways;
        struct scene scene;
        struct ep_cfg cfg;

        scene_make(&scene, &seed, 0);
        draw(&scene, &seed, &cfg);
        CHECK_EQ(ep_decisions_find(&cfg, &arena, &found), EP_OK);
        CHECK_EQ(ep_ways_plan(&cfg, &steps, &ways), EP_OK);
        judge_ways(&scene, found.conditions, &steps, &ways, scene.n_runs);
        judge_ways(&scene, found.conditions, &steps, &ways, scene.n_runs / 2);
        ep_way_steps_release(&steps);
        ep_ways_release(&ways);
        ep_arena_release(&arena);
        ep_cfg_release(&cfg);
    }
}

/* The steps of (a0 || b0) && (a1 || b1) && ..., of N pairs. */
static struct ep_way_steps plan_pairs(uint32_t n, struct ep_ways *ways)
{
    struct ep_way_steps steps;
    struct ep_cfg cfg;
    uint32_t no = EP_BLOCK_FIRST + 2 * n;

    ep_cfg_init(&cfg);
    while (cfg.n_blocks < no + 2)
        (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 0);
    graph_edge(&cfg, EP_BLOCK_ENTRY, EP_BLOCK_FIRST, EP_EDGE_FALL, 0, 0);
    for (uint32_t c = 0; c < 2 * n; c++) {
        uint32_t block = EP_BLOCK_FIRST + c, pair = block - c % 2;

        branch_at(&cfg, block, 5 + c);
        graph_edge(&cfg, block, c % 2 ? no : block + 1, EP_EDGE_FALSE, 0, 0);
        graph_edge(&cfg, block, c + 2 < 2 * n ? pair + 2 : no + 1, EP_EDGE_TRUE,
                   0, 0);
    }
    graph_edge(&cfg, no, EP_BLOCK_EXIT, EP_EDGE_FALL, 0, 0);
    graph_edge(&cfg, no + 1, EP_BLOCK_EXIT, EP_EDGE_FALL, 0, 0);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(ep_ways_plan(&cfg, &steps, ways), EP_OK);
    ep_cfg_release(&cfg);
    return steps;
}

static void test_too_many_ways(void)
{
    for (uint32_t n = 1; n < 12; n++) {
        struct ep_ways ways;
        struct ep_way_steps steps = plan_pairs(n, &ways);
        /* All but those that end in the first pair, or cannot but be one. */
        uint32_t want = (1U << n) - 2 + (n > 1 ? 1U << n : 0);

        CHECK_EQ(ways.n, n > 8 ? 0 : want);
        CHECK_EQ(steps.n_variables, ways.n > 0);
        ep_way_steps_release(&steps);
        ep_ways_release(&ways);
    }
}

/* Two decisions of a macro, at one place: if (x && y) ; if (z) ; */
static void test_one_place(void)
{
    static const uint32_t edges[][3] = {
        {2, 3, EP_EDGE_TRUE},  {2, 5, EP_EDGE_FALSE}, {3, 4, EP_EDGE_TRUE},
        {3, 5, EP_EDGE_FALSE}, {4, 5, EP_EDGE_FALL},  {5, 6, EP_EDGE_TRUE},
        {5, 1, EP_EDGE_FALSE}, {6, 1, EP_EDGE_FALL},  {0, 2, EP_EDGE_FALL}};
    struct ep_arena arena = {0};
    struct ep_decisions found;
    struct ep_cfg cfg;

    ep_cfg_init(&cfg);
    while (cfg.n_blocks < 7)
        (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 0);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        graph_edge(&cfg, edges[i][0], edges[i][1],
                   (enum ep_edge_kind)edges[i][2], 0, 0);
    branch_at(&cfg, 2, 5);
    branch_at(&cfg, 3, 5);
    branch_at(&cfg, 5, 5);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(ep_decisions_find(&cfg, &arena, &found), EP_OK);
    CHECK_EQ(found.n, 2);
    CHECK_EQ(found.items[0].n, 2);
    CHECK_EQ(found.items[1].n, 1);
    CHECK_EQ(found.items[0].is_whole && found.items[1].is_whole, 1);
    ep_arena_release(&arena);
    cfg.branches[1].is_open = 1;
    CHECK_EQ(ep_decisions_find(&cfg, &arena, &found), EP_OK);
    CHECK_EQ(found.items[0].is_whole, 0);
    CHECK_EQ(found.items[1].is_whole, 1);
    ep_arena_release(&arena);
    ep_cfg_release(&cfg);
}

/* (a || b) && c */
static const uint32_t three[][2] = {
    {1, 2}, {EP_END_FALSE, 2}, {EP_END_FALSE, EP_END_TRUE}};

static int draw_three(struct ep_cfg *cfg)
{
    static const uint32_t blocks[] = {EP_BLOCK_FIRST, EP_BLOCK_FIRST + 1,
                                      EP_BLOCK_FIRST + 2};
    int status = EP_OK;

    ep_cfg_init(cfg);
    while (cfg->n_blocks < EP_BLOCK_FIRST + 5)
        (void)ep_cfg_add_block(cfg);
    status = ep_cfg_add_edge(cfg, 1, 0, EP_EDGE_ENTRY, 0, 0) ||
             ep_cfg_add_edge(cfg, 0, 2, EP_EDGE_FALL, 0, 0) ||
             ep_cfg_add_edge(cfg, 5, 1, EP_EDGE_FALL, 0, 0) ||
             ep_cfg_add_edge(cfg, 6, 1, EP_EDGE_FALL, 0, 0);
    for (uint32_t c = 0; !status && c < 3; c++) {
        status = ep_cfg_add_branch(cfg, blocks[c], "a.c",
                                   (struct ep_point){1, 5 + c}, at_one, 3);
        for (int k = 0; !status && k < 2; k++) {
            uint32_t next = three[c][k];

            status = ep_cfg_add_edge(cfg, blocks[c],
                                     next < 3 ? blocks[next]
                                              : 5 + (next == EP_END_TRUE),
                                     k ? EP_EDGE_TRUE : EP_EDGE_FALSE, 0, 0);
        }
    }
    return status || ep_cfg_finish(cfg, NULL) ? EP_ENOMEM : EP_OK;
}

static int find_and_judge(void)
{
    static const uint64_t count[][2] = {{2, 1}, {1, 1}, {1, 1}};
    struct ep_shown_condition got[3];
    struct ep_arena arena = {0};
    const int8_t asked[] = {1, -1, 1};
    const struct ep_way_count way = {asked, 1};
    struct ep_decisions found;
    struct ep_way_steps steps = {0};
    struct ep_ways ways = {0};
    struct ep_cfg cfg;
    int status = draw_three(&cfg);

    if (!status)
        status = ep_decisions_find(&cfg, &arena, &found);
    if (!status)
        status = ep_ways_plan(&cfg, &steps, &ways);
    if (!status)
        status = ep_mcdc_judge(three, count, 3, &way, 1, got);
    ep_way_steps_release(&steps);
    ep_ways_release(&ways);
    ep_arena_release(&arena);
    ep_cfg_release(&cfg);
    return status;
}

int main(void)
{
    check_failing_memory(find_and_judge);
    test_random(0);
    test_random(1);
    test_not_known();
    test_lost();
    test_choice();
    test_graphs();
    test_ways();
    test_too_many_ways();
    test_one_place();
    return check_failures != 0;
}
