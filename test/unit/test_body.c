/* SPDX-License-Identifier: MIT */
#include "emit/body_private.h"
#include "graphs.h"
#include "unit_sample.h"

/* A unit with the function f, index 0, whose marks 0 and 1 are ahead; and with
 * g, index 1, whose mark 0 is, but not its mark 1, which is in a loop. */
static struct ep_unit *new_functions(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 2}, {2, 1}};
    struct ep_unit *unit = new_unit("a");
    struct ep_function g = {.name = ep_mem_dup("g", 1)};
    uint32_t index;

    CHECK_EQ(add_function(unit, "f", 0, &index), EP_OK);
    CHECK_EQ(index, 0);
    graph_edges(&g.cfg, 3, edges, sizeof edges / sizeof *edges);
    CHECK_EQ(ep_cfg_finish(&g.cfg, NULL), EP_OK);
    CHECK_EQ(ep_unit_add(unit, &g, NULL, &index), EP_OK);
    CHECK_EQ(index, 1);
    CHECK_EQ(ep_unit_function(unit, 0)->n_marks, 2);
    CHECK_EQ(ep_unit_function(unit, 1)->n_marks, 2);
    return unit;
}

static const uint64_t f0 = 0, f1 = 1, g0 = UINT64_C(1) << 32,
                      g1 = (UINT64_C(1) << 32) + 1;

/* A body of one block, which is being read. */
struct scene {
    struct ep_unit *unit;
    struct ep_body_builder *body;
    struct ep_buf text;
};

static void scene_init(struct scene *scene, enum ep_place place, unsigned flags)
{
    uint32_t block;

    *scene = (struct scene){.unit = new_functions()};
    options.place = place;
    scene->body = ep_body_new(scene->unit, "body", flags);
    block = ep_body_add_block(scene->body);
    ep_body_edge(scene->body, block);
    ep_body_read_block(scene->body, block, 1);
}

static void scene_seal(struct scene *scene)
{
    ep_body_edge(scene->body, EP_BLOCK_EXIT);
    CHECK_EQ(ep_body_seal(scene->body, &scene->text, NULL), EP_OK);
}

static void scene_release(struct scene *scene)
{
    ep_body_free(scene->body);
    ep_unit_free(scene->unit);
    ep_buf_release(&scene->text);
    options.place = EP_PLACE_TREE;
}

static enum ep_increment_kind kind(const struct scene *scene,
                                   uint32_t statement)
{
    return ep_body_increment(scene->body, statement).kind;
}

static uint32_t counter(const struct scene *scene, uint32_t statement)
{
    return ep_body_increment(scene->body, statement).counter;
}

static int has_edge(const struct scene *scene, uint32_t src, uint32_t dst,
                    enum ep_edge_kind of)
{
    const struct ep_cfg *graph = &scene->body->graph;

    for (uint32_t e = 0; e < graph->n_edges; e++) {
        if (graph->edges[e].src == src && graph->edges[e].dst == dst &&
            graph->edges[e].kind == of)
            return 1;
    }
    return 0;
}

/* ---- segments ------------------------------------------------------------ */

static void the_first_mark_of_a_piece_becomes_its_increment(void)
{
    struct scene scene;

    scene_init(&scene, EP_PLACE_ALL, 0);
    ep_body_work(scene.body, EP_WORK_SOME);
    ep_body_mark(scene.body, f0);
    ep_body_work(scene.body, EP_WORK_SOME);
    ep_body_mark(scene.body, f1);
    scene_seal(&scene);
    CHECK_EQ(kind(&scene, 0), EP_INCREMENT_ONE);
    CHECK_EQ(counter(&scene, 0), 0);
    CHECK_EQ(kind(&scene, 1), EP_INCREMENT_NONE);
    CHECK_EQ(counter(&scene, 1), EP_NONE);
    CHECK_EQ(ep_body_n_counters(scene.body), 1);
    scene_release(&scene);
}

static void a_call_that_may_leave_ends_a_piece(void)
{
    struct scene scene;

    scene_init(&scene, EP_PLACE_TREE, 0);
    ep_body_mark(scene.body, f0);
    ep_body_leave(scene.body);
    ep_body_mark(scene.body, f1);
    scene_seal(&scene);
    CHECK_EQ(counter(&scene, 0), 0);
    CHECK_EQ(counter(&scene, 1), 1);
    CHECK(has_edge(&scene, 2, EP_BLOCK_EXIT, EP_EDGE_LEAVE));
    CHECK(has_edge(&scene, EP_BLOCK_EXIT, 3, EP_EDGE_RETURN));
    CHECK(has_edge(&scene, 3, EP_BLOCK_EXIT, EP_EDGE_FALL));
    CHECK_EQ(scene.body->graph.n_edges, 5);
    scene_release(&scene);
}

/* Else a frame that is cut off in the first pass of an unrolled loop would count
 * all of them. */
static void a_mark_that_is_not_ahead_begins_its_segment(void)
{
    struct scene scene;

    scene_init(&scene, EP_PLACE_TREE, 0);
    ep_body_mark(scene.body, g0);
    ep_body_mark(scene.body, f0);
    ep_body_mark(scene.body, g1);
    ep_body_mark(scene.body, f1);
    ep_body_mark(scene.body, g1);
    scene_seal(&scene);
    CHECK_EQ(counter(&scene, 0), 0);
    CHECK_EQ(kind(&scene, 1), EP_INCREMENT_NONE);
    CHECK_EQ(counter(&scene, 2), 1);
    CHECK_EQ(kind(&scene, 3), EP_INCREMENT_NONE);
    CHECK_EQ(counter(&scene, 4), 2);
    CHECK(has_edge(&scene, 2, 3, EP_EDGE_FALL));
    CHECK(has_edge(&scene, 3, 4, EP_EDGE_FALL));
    CHECK_EQ(scene.body->graph.n_edges, 5);
    scene_release(&scene);
}

/* The flush of a loop stands where the loop is left, and cuts nothing there. */
static void a_flush_is_of_no_piece(void)
{
    const uint64_t both[] = {g0, g1};
    struct scene scene;

    scene_init(&scene, EP_PLACE_ALL, 0);
    ep_body_mark(scene.body, f0);
    ep_body_flush(scene.body, both, 2);
    ep_body_mark(scene.body, f1);
    ep_body_flush(scene.body, both, 0);
    scene_seal(&scene);
    CHECK_EQ(kind(&scene, 0), EP_INCREMENT_ONE);
    CHECK_EQ(kind(&scene, 1), EP_INCREMENT_VALUE);
    CHECK_EQ(counter(&scene, 1), 0); /* its segment was whole before f0's */
    CHECK_EQ(counter(&scene, 0), 1);
    CHECK_EQ(kind(&scene, 2), EP_INCREMENT_NONE);
    CHECK_EQ(kind(&scene, 3), EP_INCREMENT_NONE);
    CHECK_EQ(scene.body->counters[0].n, 2);
    CHECK(scene.body->counters[0].late);
    CHECK(!scene.body->counters[1].late);
    scene_release(&scene);
}

/* The second block follows from the first, unless control also comes to it from
 * nowhere. */
static void arrivals_are_counted(void)
{
    for (int arrives = 0; arrives <= 1; arrives++) {
        struct scene scene;
        uint32_t next;

        scene_init(&scene, EP_PLACE_TREE, 0);
        next = ep_body_add_block(scene.body);
        ep_body_mark(scene.body, f0);
        ep_body_edge(scene.body, next);
        ep_body_read_block(scene.body, next, 1);
        if (arrives)
            ep_body_arrive(scene.body);
        ep_body_mark(scene.body, f1);
        scene_seal(&scene);
        CHECK_EQ(kind(&scene, 1),
                 arrives ? EP_INCREMENT_ONE : EP_INCREMENT_NONE);
        scene_release(&scene);
    }
}

/* ---- increments ---------------------------------------------------------- */

/* What the increment in a loop becomes that does WORK beside it. */
/* What counts a loop of N statements that are WORK. */
static enum ep_increment_kind in_loop(unsigned n, enum ep_work work,
                                      unsigned flags)
{
    struct scene scene;
    enum ep_increment_kind found;

    scene_init(&scene, EP_PLACE_TREE, flags);
    ep_body_mark(scene.body, f0);
    while (n--)
        ep_body_work(scene.body, work);
    ep_body_edge(scene.body, EP_BLOCK_FIRST);
    scene_seal(&scene);
    found = kind(&scene, 0);
    scene_release(&scene);
    return found;
}

static void increments_that_wait_go_by_a_register(void)
{
    CHECK_EQ(in_loop(10, EP_WORK_SOME, 0), EP_INCREMENT_NEAR);
    CHECK_EQ(in_loop(100, EP_WORK_SOME, 0), EP_INCREMENT_ONE);
    CHECK_EQ(in_loop(100, EP_WORK_NONE, 0), EP_INCREMENT_NEAR);
    CHECK_EQ(in_loop(1, EP_WORK_CALL, 0), EP_INCREMENT_ONE);
    CHECK_EQ(in_loop(10, EP_WORK_SOME, EP_BODY_UNOPTIMISED), EP_INCREMENT_ONE);
    options.threads = EP_THREADS_ATOMIC;
    CHECK_EQ(in_loop(10, EP_WORK_SOME, 0), EP_INCREMENT_ONE);
    options.threads = EP_THREADS_PRIVATE;
}

static int may_add(enum ep_increment_kind kind, uint32_t witness,
                   unsigned flags)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_body_builder body = {.unit = unit, .flags = flags};
    int found =
        ep_body_may_add(&body, (struct ep_increment){kind, 2, "S", witness});

    ep_unit_free(unit);
    return found;
}

static void increments_of_one_may_add_a_condition(void)
{
    CHECK(may_add(EP_INCREMENT_ONE, 0, 0));
    CHECK(may_add(EP_INCREMENT_NEAR, 0, EP_BODY_MERGED));
    CHECK(!may_add(EP_INCREMENT_NONE, 0, 0));
    CHECK(!may_add(EP_INCREMENT_VALUE, 0, 0));
    CHECK(!may_add(EP_INCREMENT_BIN, 0, 0));
    CHECK(!may_add(EP_INCREMENT_ONE, 1, 0));
    CHECK(!may_add(EP_INCREMENT_ONE, 0, EP_BODY_UNOPTIMISED));
    options.threads = EP_THREADS_ATOMIC;
    CHECK(!may_add(EP_INCREMENT_ONE, 0, 0));
    options.threads = EP_THREADS_PRIVATE;
}

static void shared_ends_are_separated(void)
{
    CHECK(ep_body_separates(0, 2, 1));
    CHECK(!ep_body_separates(1, 2, 1));
    CHECK(!ep_body_separates(0, 1, 1));
    CHECK(!ep_body_separates(0, 2, 0));
}

static void increment(const char *threads, enum ep_dialect dialect,
                      enum ep_increment_kind how, const char *expected)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_body_builder body = {.unit = unit};
    struct ep_buf text = {0};

    CHECK_EQ(ep_options_set(&options, "threads", threads, NULL), EP_OK);
    ep_body_increment_text(&body, (struct ep_increment){how, 2, "S", 0},
                           dialect, &text);
    CHECK_TEXT(text.data, expected);
    ep_options_release(&options);
    ep_options_init(&options);
    ep_buf_release(&text);
    ep_unit_free(unit);
}

static void increments_speak_both_dialects(void)
{
    increment("private", EP_ASM_GCC, EP_INCREMENT_ONE, "incq %%gs:S+16(%%rip)");
    increment("private", EP_ASM_LLVM, EP_INCREMENT_ONE, "incq %gs:S+16(%rip)");
    increment("private", EP_ASM_GCC, EP_INCREMENT_VALUE,
              "addq %0, %%gs:S+16(%%rip)");
    increment("private", EP_ASM_LLVM, EP_INCREMENT_VALUE,
              "addq $0, %gs:S+16(%rip)");
    increment("shared", EP_ASM_GCC, EP_INCREMENT_ONE, "incq S+16(%%rip)");
    increment("atomic", EP_ASM_LLVM, EP_INCREMENT_ONE, "lock incq S+16(%rip)");
    increment("private", EP_ASM_GCC, EP_INCREMENT_NEAR, "incq %%gs:4112(%0)");
    increment("private", EP_ASM_LLVM, EP_INCREMENT_NEAR, "incq %gs:4112($0)");
    increment("shared", EP_ASM_LLVM, EP_INCREMENT_NEAR, "incq 4112($0)");
    increment("private", EP_ASM_GCC, EP_INCREMENT_BIN, "incq %%gs:4112(%0)");
    increment("atomic", EP_ASM_LLVM, EP_INCREMENT_BIN, "lock incq 4112($0)");
    increment("atomic", EP_ASM_LLVM, EP_INCREMENT_VALUE,
              "lock addq $0, S+16(%rip)");
}

/* g's loop is left three times: after two rounds, which is known and shares the counter of
 * its mark 0, after five, and after any number. */
static void ends_of_loops_are_marks_or_bins(void)
{
    struct scene scene;
    const struct ep_trips *trips;
    struct ep_increment found;
    uint64_t table;

    options.trips = 1;
    scene_init(&scene, EP_PLACE_TREE, 0);
    trips = ep_unit_trips(scene.unit, 1);
    CHECK_EQ(trips->n_loops, 1);
    CHECK_EQ(ep_unit_trips(scene.unit, 0)->n_loops, 0);
    table = ep_trips_id(1, ep_unit_function(scene.unit, 1), 0);
    CHECK_EQ(table, (UINT64_C(1) << 32) + 2);
    ep_body_mark(scene.body, g0);
    ep_body_mark(scene.body, table + 2);
    ep_body_leave(scene.body);
    ep_body_mark(scene.body, table + 3);
    ep_body_table(scene.body, table);
    scene_seal(&scene);
    CHECK_EQ(ep_body_n_counters(scene.body), 2);
    CHECK_EQ(ep_body_increment(scene.body, 0).kind, EP_INCREMENT_ONE);
    CHECK_EQ(ep_body_increment(scene.body, 1).kind, EP_INCREMENT_NONE);
    CHECK_EQ(ep_body_increment(scene.body, 2).kind, EP_INCREMENT_ONE);
    found = ep_body_increment(scene.body, 3);
    CHECK_EQ(found.kind, EP_INCREMENT_BIN);
    CHECK_EQ(found.counter, 0);
    CHECK(strncmp(found.symbol, "__edgeprof_t_", 13) == 0);
    scene_release(&scene);
    scene_init(&scene, EP_PLACE_TREE, 0);
    ep_body_table(scene.body, table + EP_TRIPS_BINS);
    ep_body_edge(scene.body, EP_BLOCK_EXIT);
    CHECK_EQ(ep_body_seal(scene.body, &scene.text, NULL), EP_EGRAPH);
    scene_release(&scene);
    options.trips = 0;
}

/* ---- counters ------------------------------------------------------------ */

/* The symbol of a body of NAME: a segment of f's mark 0, one of f's mark 1 and
 * h's mark 0.  H_FIRST: the unit numbers the functions the other way. */
static void symbol_of(const char *unique, int h_first, const char *name,
                      unsigned flags, char *symbol)
{
    struct ep_unit *unit = new_unit(unique);
    struct ep_body_builder *body;
    struct ep_buf text = {0};
    uint32_t f;
    uint32_t h;

    CHECK_EQ(add_function(unit, h_first ? "h" : "f", 0, h_first ? &h : &f),
             EP_OK);
    CHECK_EQ(add_function(unit, h_first ? "f" : "h", 0, h_first ? &f : &h),
             EP_OK);
    body = ep_body_new(unit, name, flags);
    ep_body_edge(body, ep_body_add_block(body));
    ep_body_read_block(body, EP_BLOCK_FIRST, 0);
    ep_body_mark(body, ep_mark_id(f, 0));
    ep_body_leave(body);
    ep_body_mark(body, ep_mark_id(f, 1));
    ep_body_mark(body, ep_mark_id(h, 0));
    ep_body_edge(body, EP_BLOCK_EXIT);
    CHECK_EQ(ep_body_seal(body, &text, NULL), EP_OK);
    CHECK_EQ(ep_body_n_counters(body), 2);
    CHECK(strstr(text.data, ep_body_symbol(body)));
    memcpy(symbol, ep_body_symbol(body), 64);
    ep_body_free(body);
    ep_unit_free(unit);
    ep_buf_release(&text);
}

static void a_symbol_says_what_its_counters_feed(void)
{
    char symbol[64];
    char other[64];

    symbol_of("a", 0, "body", 0, symbol);
    symbol_of("b", 1, "body", 0, other);
    CHECK_TEXT(other, symbol);
    symbol_of("a", 0, "body2", 0, other);
    CHECK(strcmp(other, symbol) != 0);
    symbol_of("a", 0, "body", EP_BODY_LOCAL, symbol);
    symbol_of("b", 0, "body", EP_BODY_LOCAL, other);
    CHECK(strcmp(other, symbol) != 0);
}

/* Segments of f's mark 0 N times and its mark 1 once, wherever that stands. */
static void equal_segments_share_a_counter(void)
{
    struct scene scene;
    uint32_t statement = 0;

    scene_init(&scene, EP_PLACE_TREE, 0);
    for (uint32_t n = 0; n < 1000; n++) {
        for (uint32_t i = 0; i < n % 100 + 1; i++)
            ep_body_mark(scene.body, i == (n * 7) % (n % 100 + 1) ? f1 : f0);
        ep_body_leave(scene.body);
    }
    scene_seal(&scene);
    for (uint32_t n = 0; n < 1000; n++) {
        CHECK_EQ(counter(&scene, statement), n % 100);
        statement += n % 100 + 1;
    }
    CHECK_EQ(ep_body_n_counters(scene.body), 100);
    scene_release(&scene);
}

/* The block goes to one of two that hold the same mark: what one of them would
 * add to it, the other, being the block less that one, would take off. */
static void what_adds_up_to_nothing_is_not_counted(void)
{
    struct scene scene;
    uint32_t edges[2];

    scene_init(&scene, EP_PLACE_TREE, 0);
    ep_body_mark(scene.body, f0);
    for (int i = 0; i < 2; i++) {
        edges[i] = ep_body_add_block(scene.body);
        ep_body_edge(scene.body, edges[i]);
    }
    ep_body_read_block(scene.body, edges[0], 3);
    ep_body_mark(scene.body, f1);
    ep_body_edge(scene.body, EP_BLOCK_EXIT);
    ep_body_read_block(scene.body, edges[1], 4);
    ep_body_mark(scene.body, f1);
    scene_seal(&scene);
    CHECK_EQ(counter(&scene, 0), 0);
    CHECK_EQ(counter(&scene, 1), EP_NONE);
    CHECK_EQ(counter(&scene, 2), EP_NONE);
    CHECK_EQ(ep_body_n_counters(scene.body), 1);
    scene_release(&scene);
}

/* ---- failures ------------------------------------------------------------ */

/* A mark that f has not, one of no function, and one that a flush names. */
static void unknown_marks_are_refused(void)
{
    const uint64_t bad[] = {2, UINT64_C(2) << 32, 2};

    for (int i = 0; i < 3; i++) {
        struct ep_diag diag = {{0}};
        struct scene scene;

        scene_init(&scene, EP_PLACE_TREE, 0);
        ep_body_mark(scene.body, f0);
        if (i < 2)
            ep_body_mark(scene.body, bad[i]);
        else
            ep_body_flush(scene.body, &bad[i], 1);
        ep_body_mark(scene.body, f1);
        ep_body_edge(scene.body, EP_BLOCK_EXIT);
        CHECK_EQ(ep_body_seal(scene.body, &scene.text, &diag), EP_EGRAPH);
        CHECK_TEXT(diag.text, i == 1 ? "no mark has the id 0x200000000"
                                     : "no mark has the id 0x2");
        CHECK_EQ(kind(&scene, 0), EP_INCREMENT_NONE);
        CHECK_EQ(scene.text.size, 0);
        scene_release(&scene);
    }
}

static void a_body_without_marks_has_no_text(void)
{
    struct scene scene;

    scene_init(&scene, EP_PLACE_TREE, 0);
    ep_body_work(scene.body, EP_WORK_SOME);
    ep_body_leave(scene.body);
    ep_body_flush(scene.body, NULL, 0);
    scene_seal(&scene);
    CHECK_EQ(scene.text.size, 0);
    CHECK_EQ(kind(&scene, 0), EP_INCREMENT_NONE);
    scene_release(&scene);
}

static int count_body(struct ep_unit *unit, uint32_t f, struct ep_buf *text)
{
    struct ep_body_builder *body = ep_body_new(unit, "f", EP_BODY_LOCAL);
    const uint64_t mark[] = {ep_mark_id(f, 1), ep_mark_id(f, 0)};
    int status;

    if (!body)
        return EP_ENOMEM;
    ep_body_edge(body, ep_body_add_block(body));
    ep_body_read_block(body, EP_BLOCK_FIRST, 1);
    ep_body_mark(body, mark[0]);
    ep_body_leave(body);
    ep_body_arrive(body);
    ep_body_mark(body, mark[1]);
    ep_body_flush(body, mark, 2);
    status = ep_body_seal(body, text, NULL);
    if (!status)
        CHECK_EQ(ep_body_n_counters(body), 3);
    ep_body_free(body);
    return status;
}

static int whole_body(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_buf text = {0};
    uint32_t f;
    int status = unit ? add_function(unit, "f", 0, &f) : EP_ENOMEM;

    if (!status)
        status = count_body(unit, f, &text);
    ep_buf_release(&text);
    ep_unit_free(unit);
    return status;
}

int main(void)
{
    ends_of_loops_are_marks_or_bins();
    ep_options_init(&options);
    the_first_mark_of_a_piece_becomes_its_increment();
    a_call_that_may_leave_ends_a_piece();
    a_mark_that_is_not_ahead_begins_its_segment();
    a_flush_is_of_no_piece();
    arrivals_are_counted();
    increments_that_wait_go_by_a_register();
    increments_of_one_may_add_a_condition();
    shared_ends_are_separated();
    increments_speak_both_dialects();
    a_symbol_says_what_its_counters_feed();
    equal_segments_share_a_counter();
    what_adds_up_to_nothing_is_not_counted();
    unknown_marks_are_refused();
    a_body_without_marks_has_no_text();
    check_failing_memory(whole_body);
    return check_failures != 0;
}
