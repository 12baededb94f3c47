/* SPDX-License-Identifier: MIT */
#include "emit/emit.h"
#include "emit/emit_asm.h"
#include "graphs.h"
#include "notes_sample.h"

static struct ep_options options;

static struct ep_unit *new_unit(const char *unique)
{
    struct ep_unit_note note = {.producer = "GCC 12", .source = "prog.c"};

    return ep_unit_new(&options, &note, unique, "/lib/rt.so");
}

/* Add a function of the sample's shape under NAME; its index in OUT. */
static int add_function(struct ep_unit *unit, const char *name, unsigned flags,
                        uint32_t *out)
{
    struct ep_function function = {0};
    int status = sample_function(&function);

    ep_mem_free(function.mark);
    function.mark = NULL;
    function.n_marks = 0;
    function.flags = flags;
    ep_mem_free(function.name);
    function.name = ep_mem_dup(name, strlen(name));
    if (!status && !function.name)
        status = EP_ENOMEM;
    if (!status)
        status = ep_unit_add(unit, &function, NULL, out);
    if (status)
        ep_function_release(&function);
    return status;
}

/* N pieces of COUNT's graph, one behind the other, from 2 on, a call that may
 * not return at the end of each. */
static void add_pieces(struct ep_count *count, uint32_t n)
{
    struct ep_cfg *graph = &count->graph;

    graph_edge(graph, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 0);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t piece = ep_cfg_add_block(graph);

        graph_edge(graph, i == 0 ? EP_BLOCK_ENTRY : EP_BLOCK_EXIT, piece,
                   i == 0 ? EP_EDGE_FALL : EP_EDGE_RETURN, 0, 0);
        graph_edge(graph, piece, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 0);
    }
}

/* The symbol of a body of NAME: a segment of f's mark 0, one of f's mark 1 and
 * g's mark 0.  G_FIRST: the unit numbers the functions the other way. */
static void symbol_of(const char *unique, int g_first, const char *name,
                      int local, char *symbol)
{
    struct ep_unit *unit = new_unit(unique);
    struct ep_count count;
    struct ep_buf text = {0};
    uint64_t mark[2];
    uint32_t f;
    uint32_t g;

    CHECK_EQ(add_function(unit, g_first ? "g" : "f", 0, g_first ? &g : &f),
             EP_OK);
    CHECK_EQ(add_function(unit, g_first ? "f" : "g", 0, g_first ? &f : &g),
             EP_OK);
    CHECK_EQ(ep_count_init(&count, unit, name, local), EP_OK);
    add_pieces(&count, 2);
    mark[0] = ep_mark_id(f, 0);
    CHECK_EQ(ep_count_segment(&count, 2, mark, 1, NULL), EP_OK);
    mark[0] = ep_mark_id(f, 1);
    mark[1] = ep_mark_id(g, 0);
    CHECK_EQ(ep_count_segment(&count, 3, mark, 2, NULL), EP_OK);
    CHECK_EQ(ep_count_seal(&count, &text, NULL), EP_OK);
    CHECK_EQ(ep_count_counter(&count, 1), 1);
    CHECK(strstr(text.data, count.symbol));
    memcpy(symbol, count.symbol, sizeof count.symbol);
    ep_count_release(&count);
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
    symbol_of("a", 0, "body", 1, symbol);
    symbol_of("b", 0, "body", 1, other);
    CHECK(strcmp(other, symbol) != 0);
}

static void local_functions_differ_by_unit(void)
{
    struct ep_unit *a = new_unit("a");
    struct ep_unit *b = new_unit("b");
    uint32_t f;

    CHECK_EQ(add_function(a, "f", 0, &f), EP_OK);
    CHECK_EQ(add_function(b, "f", 0, &f), EP_OK);
    CHECK_EQ(ep_unit_function(a, 0)->id, ep_unit_function(b, 0)->id);
    CHECK_EQ(add_function(a, "g", EP_FUNCTION_LOCAL, &f), EP_OK);
    CHECK_EQ(add_function(b, "g", EP_FUNCTION_LOCAL, &f), EP_OK);
    CHECK_EQ(f, 1);
    CHECK(ep_unit_function(a, 1)->id != ep_unit_function(b, 1)->id);
    CHECK_EQ(ep_unit_function(a, 0)->n_marks, 2);
    ep_unit_free(a);
    ep_unit_free(b);
}

/* Segments of mark 0 N times and mark 1 once, wherever it stands. */
static void equal_segments_share_a_counter(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_count count;
    struct ep_buf text = {0};
    uint32_t f;

    CHECK_EQ(add_function(unit, "f", 0, &f), EP_OK);
    CHECK_EQ(ep_count_init(&count, unit, "f", 0), EP_OK);
    add_pieces(&count, 1000);
    for (uint32_t n = 0; n < 1000; n++) {
        uint64_t mark[100];

        for (uint32_t i = 0; i < 100; i++)
            mark[i] = ep_mark_id(f, i == (n * 7) % (n % 100 + 1));
        CHECK_EQ(ep_count_segment(&count, EP_BLOCK_FIRST + n, mark, n % 100 + 1,
                                  NULL),
                 EP_OK);
    }
    CHECK_EQ(ep_count_seal(&count, &text, NULL), EP_OK);
    for (uint32_t n = 0; n < 1000; n++)
        CHECK_EQ(ep_count_counter(&count, n), n % 100);
    CHECK_EQ(count.n_counters, 100);
    ep_count_release(&count);
    ep_buf_release(&text);
    ep_unit_free(unit);
}

/* 2 goes to 3 or to 4, which hold the same mark: it is executed as often as 2,
 * and what 3 would add to it, 4, being 2 less 3, would take off. */
static void what_adds_up_to_nothing_is_not_counted(void)
{
    static const uint32_t ways[][2] = {{0, 2}, {2, 3}, {2, 4}, {3, 1}, {4, 1}};
    struct ep_unit *unit = new_unit("a");
    struct ep_count count;
    struct ep_buf text = {0};
    uint32_t f;

    CHECK_EQ(add_function(unit, "f", 0, &f), EP_OK);
    CHECK_EQ(ep_count_init(&count, unit, "f", 0), EP_OK);
    graph_ways(&count.graph, 5, ways, sizeof ways / sizeof *ways);
    for (uint32_t b = 2; b <= 4; b++) {
        const uint64_t mark = ep_mark_id(f, b > 2);

        CHECK_EQ(ep_count_piece(&count, b, b, 1), EP_OK);
        CHECK_EQ(ep_count_segment(&count, b, &mark, 1, NULL), EP_OK);
    }
    CHECK_EQ(ep_count_seal(&count, &text, NULL), EP_OK);
    CHECK_EQ(ep_count_counter(&count, 0), 0);
    CHECK_EQ(ep_count_counter(&count, 1), EP_NONE);
    CHECK_EQ(ep_count_counter(&count, 2), EP_NONE);
    CHECK_EQ(count.n_counters, 1);
    ep_count_release(&count);
    ep_buf_release(&text);
    ep_unit_free(unit);
}

static void unknown_marks_are_refused(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_count count;
    struct ep_diag diag = {{0}};
    struct ep_buf text = {0};
    const uint64_t bad[] = {ep_mark_id(0, 2), ep_mark_id(1, 0)};
    uint32_t f;

    CHECK_EQ(add_function(unit, "f", 0, &f), EP_OK);
    CHECK_EQ(ep_count_init(&count, unit, "f", 0), EP_OK);
    CHECK_EQ(ep_count_segment(&count, 2, &bad[0], 1, &diag), EP_EGRAPH);
    CHECK_TEXT(diag.text, "no mark has the id 0x2");
    CHECK_EQ(ep_count_segment(&count, 2, &bad[1], 1, NULL), EP_EGRAPH);
    CHECK_EQ(ep_count_flush(&count, bad, 0, NULL), EP_EGRAPH);
    CHECK_EQ(ep_count_seal(&count, &text, NULL), EP_OK);
    CHECK_EQ(text.size, 0);
    ep_count_release(&count);
    ep_unit_free(unit);
}

static void a_unit_is_emitted_once(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_buf text = {0};
    size_t size;
    uint32_t f;

    ep_unit_emit(unit, &text);
    CHECK_EQ(text.size, 0);
    CHECK_EQ(add_function(unit, "f", 0, &f), EP_OK);
    ep_unit_emit(unit, &text);
    CHECK(strstr(text.data, "__edgeprof_module_private:"));
    CHECK(strstr(text.data, "/lib/rt.so"));
    size = text.size;
    ep_unit_emit(unit, &text);
    CHECK_EQ(text.size, size);
    CHECK_EQ(add_function(unit, "g", 0, &f), EP_OK);
    ep_unit_emit(unit, &text);
    CHECK(text.size > size);
    CHECK(!strstr(text.data + size, "__edgeprof_attach"));
    ep_unit_free(unit);
    ep_buf_release(&text);
}

/* Read back what .ascii lines say, as an assembler would. */
static size_t assemble(const char *text, unsigned char *out)
{
    size_t n = 0;

    while ((text = strstr(text, "\t.ascii \"")) != NULL) {
        for (text += 9; *text != '"'; n++) {
            unsigned value = 0;

            if (*text != '\\') {
                out[n] = (unsigned char)*text++;
                continue;
            }
            text++;
            for (int i = 0; i < 3 && *text >= '0' && *text <= '7'; i++)
                value = value * 8 + (unsigned)(*text++ - '0');
            out[n] = (unsigned char)value;
        }
    }
    return n;
}

static void bytes_survive_the_assembler(void)
{
    uint64_t seed = 8;
    unsigned char bytes[1000];
    unsigned char back[1000];

    for (int round = 0; round < 50; round++) {
        struct ep_buf text = {0};

        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] =
                (unsigned char)(check_random(&seed, 3)
                                    ? "01789\\\"a"[check_random(&seed, 8)]
                                    : (int)check_random(&seed, 256));
        ep_asm_bytes(&text, bytes, sizeof bytes);
        CHECK_EQ(assemble(text.data, back), sizeof bytes);
        CHECK(memcmp(bytes, back, sizeof bytes) == 0);
        ep_buf_release(&text);
    }
}

static void increment(const char *threads, enum ep_dialect dialect,
                      enum ep_increment kind, const char *expected)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_count count = {.unit = unit, .symbol = "S"};
    struct ep_buf text = {0};

    CHECK_EQ(ep_options_set(&options, "threads", threads, NULL), EP_OK);
    ep_emit_increment(&count, 2, dialect, kind, &text);
    CHECK_TEXT(text.data, expected);
    ep_options_release(&options);
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
    increment("atomic", EP_ASM_LLVM, EP_INCREMENT_VALUE,
              "lock addq $0, S+16(%rip)");
}

static void other_targets_are_refused(void)
{
    struct ep_diag diag = {{0}};

    CHECK_EQ(ep_emit_target("x86_64-pc-linux-gnu", NULL), EP_OK);
    CHECK_EQ(ep_emit_target("x86_64-linux-gnu", NULL), EP_OK);
    CHECK_EQ(ep_emit_target("x86_64-linux-gnux32", NULL), EP_EOPTION);
    CHECK_EQ(ep_emit_target("x86_64-apple-darwin", NULL), EP_EOPTION);
    CHECK_EQ(ep_emit_target("aarch64-linux-gnu", &diag), EP_EOPTION);
    CHECK(strstr(diag.text, "aarch64-linux-gnu"));
}

static int count_body(struct ep_unit *unit, uint32_t f, struct ep_buf *text)
{
    struct ep_count count = {0};
    const uint64_t mark[] = {ep_mark_id(f, 1), ep_mark_id(f, 0)};
    int status = ep_count_init(&count, unit, "f", 1);

    if (!status)
        status = ep_cfg_add_edge(&count.graph, EP_BLOCK_EXIT, EP_BLOCK_ENTRY,
                                 EP_EDGE_ENTRY, 0, 0);
    if (!status)
        status =
            ep_cfg_add_edge(&count.graph, EP_BLOCK_ENTRY,
                            ep_cfg_add_block(&count.graph), EP_EDGE_FALL, 0, 0);
    if (!status)
        status = ep_count_segment(&count, EP_BLOCK_FIRST, mark, 2, NULL);
    if (!status)
        status = ep_count_seal(&count, text, NULL);
    ep_count_release(&count);
    return status;
}

static int whole_unit(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_buf text = {0};
    uint32_t f;
    int status = unit ? add_function(unit, "f", 0, &f) : EP_ENOMEM;

    if (!status)
        ep_unit_emit(unit, &text);
    if (!status)
        status = count_body(unit, f, &text);
    if (!status && text.failed)
        status = EP_ENOMEM;
    ep_buf_release(&text);
    ep_unit_free(unit);
    return status;
}

int main(void)
{
    ep_options_init(&options);
    a_symbol_says_what_its_counters_feed();
    local_functions_differ_by_unit();
    equal_segments_share_a_counter();
    what_adds_up_to_nothing_is_not_counted();
    unknown_marks_are_refused();
    a_unit_is_emitted_once();
    bytes_survive_the_assembler();
    increments_speak_both_dialects();
    other_targets_are_refused();
    check_failing_memory(whole_unit);
    return check_failures != 0;
}
