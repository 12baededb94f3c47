/* SPDX-License-Identifier: MIT */
#include "format/labels.h"
#include "profile/profile.h"

#include "check.h"

/* Marks on edges 0, the entry, and 2. */
static void write_marked(struct ep_buf *out, const char *name,
                         struct ep_function *function)
{
    char copy[80];

    (void)snprintf(copy, sizeof copy, "%s", name);
    function->name = copy;
    function->mark =
        ep_mem_zeroed(function->cfg.n_edges, sizeof *function->mark);
    for (uint32_t i = 0; i < function->cfg.n_edges; i++)
        function->mark[i] = i == 0 ? 0 : i == 2 ? 1 : EP_NONE;
    function->n_marks = 2;
    ep_notes_write_function(out, function);
    ep_mem_free(function->mark);
    ep_cfg_release(&function->cfg);
}

/* Of if (x): b2, on line 10, decides for b3 or b4. */
static void add_question(struct ep_cfg *cfg)
{
    const struct ep_point at = {10, 9};

    ep_cfg_init(cfg);
    for (int i = 0; i < 3; i++)
        (void)ep_cfg_add_block(cfg);
    CHECK_EQ(ep_cfg_add_edge(cfg, 1, 0, EP_EDGE_ENTRY, 0, 1), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(cfg, 0, 2, EP_EDGE_FALL, 0, 1), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(cfg, 2, 3, EP_EDGE_TRUE, 0, 1), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(cfg, 2, 4, EP_EDGE_FALSE, 0, 1), EP_OK);
    CHECK_EQ(ep_cfg_add_line(cfg, 2, "main.c", 10), EP_OK);
    CHECK_EQ(ep_cfg_add_branch(cfg, 2, "main.c", at, at, 1), EP_OK);
}

/* if (x) f(); as graph: b3 is on line 11, b4 on line 12; the second mark is on the true edge. */
static void write_function(struct ep_buf *out, const char *name, uint64_t id)
{
    struct ep_function function = {.id = id, .hash = 77, .line = 9};

    add_question(&function.cfg);
    CHECK_EQ(ep_cfg_add_edge(&function.cfg, 3, 4, EP_EDGE_FALL, 0, 1), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(&function.cfg, 4, 1, EP_EDGE_FALL, 0, 1), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&function.cfg, 3, "main.c", 11), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&function.cfg, 3, "main.c", 10), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&function.cfg, 4, "main.c", 12), EP_OK);
    CHECK_EQ(ep_cfg_finish(&function.cfg, NULL), EP_OK);
    write_marked(out, name, &function);
}

/* Likewise, but b4 has no line and leads nowhere: it is not finished. */
static void write_function_cut(struct ep_buf *out)
{
    struct ep_function function = {.id = 5, .hash = 77, .line = 9};

    add_question(&function.cfg);
    CHECK_EQ(ep_cfg_add_edge(&function.cfg, 3, 1, EP_EDGE_FALL, 0, 1), EP_OK);
    write_marked(out, "work", &function);
}

static void write_unit(struct ep_buf *out, const char *directory)
{
    char folder[32];
    struct ep_unit_note unit = {1, "cc", "main.c", folder, "-O2"};
    char producer[] = "cc", source[] = "main.c", options[] = "-O2";

    (void)snprintf(folder, sizeof folder, "%s", directory);
    unit.producer = producer;
    unit.source = source;
    unit.options = options;
    ep_notes_write_unit(out, &unit);
}

static void write_feeds(struct ep_buf *out, uint64_t address, uint64_t id,
                        const uint8_t feeds[8])
{
    ep_buf_u32(out, EP_NOTE_MAGIC);
    ep_buf_u32(out, 16 + 8 + 4 + 4 + 8 + 8);
    ep_buf_u32(out, EP_NOTE_BODY);
    ep_buf_u32(out, EP_NOTE_VERSION);
    ep_buf_u64(out, address);
    ep_buf_u32(out, 2);
    ep_buf_u32(out, 1);
    ep_buf_u64(out, id);
    ep_buf_add(out, feeds, 8);
}

/* Two counters at ADDRESS: the first feeds both marks of function ID, the
 * second, a late one, the entry alone. */
static void write_body(struct ep_buf *out, uint64_t address, uint64_t id)
{
    static const uint8_t feeds[] = {4, 0, 0, 0, 2, 3, 0, 0};

    write_feeds(out, address, id, feeds);
}

/* Likewise, but the second is taken off its second mark. */
static void write_body_less(struct ep_buf *out, uint64_t address, uint64_t id)
{
    static const uint8_t feeds[] = {4, 0, 0, 0, 2, 2, 0, 3};

    write_feeds(out, address, id, feeds);
}

/* A module whose function was called 3 + 4 times and took its branch 3 times.
 * A second body lies outside the section: the linker dropped it. */
static void add_module(struct ep_counts *counts, uint8_t number,
                       const char *directory)
{
    struct ep_module id = {.id_kind = 1, .id_size = 1, .id = {number}};
    struct ep_module *module = ep_counts_add_module(counts, &id, "/p", 2);
    struct ep_buf notes = {0};

    CHECK(module != NULL);
    module->counts[0] = 3;
    module->counts[1] = 4;
    write_unit(&notes, directory);
    write_function(&notes, "work", 5);
    write_body(&notes, 0x1000, 5);
    write_body(&notes, 0, 5);
    module->notes = (uint8_t *)notes.data; /* taken */
    module->notes_size = notes.size;
    module->notes_address = 0x1000;
}

static void test_counting_standard(void)
{
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;

    add_module(&counts, 1, "/src");
    add_module(&counts, 2, "/src"); /* the same function, in a library */
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.n_messages, 0);
    CHECK_EQ(profile.n_files, 1);
    CHECK_TEXT(profile.files[0].name, "main.c");
    CHECK_TEXT(profile.files[0].full, "/src/main.c");
    CHECK_EQ(profile.n_functions, 1);
    CHECK_EQ(profile.functions[0].calls, 14);
    CHECK_EQ(profile.functions[0].block[3], 6);
    CHECK_EQ(profile.files[0].n_lines, 3);
    CHECK_EQ(profile.files[0].lines[0].count, 14); /* largest of b2 and b3 */
    CHECK_EQ(profile.files[0].lines[1].count, 6);
    CHECK_EQ(profile.files[0].lines[2].count, 14);
    CHECK_EQ(profile.files[0].n_outcomes, 2);
    CHECK_EQ(profile.files[0].outcomes[0].kind, EP_EDGE_TRUE);
    CHECK_EQ(profile.files[0].outcomes[0].count, 6);
    CHECK_EQ(profile.files[0].outcomes[1].count, 8);
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

/* On line 10 are work(), called 7 times, and the function NAME, called 70 times: how often
 * was the line executed? */
static uint64_t count_shared_line(const char *name)
{
    const struct ep_module id = {.id_kind = 1, .id_size = 1, .id = {1}};
    struct ep_counts counts = {.runs = 1};
    struct ep_module *module = ep_counts_add_module(&counts, &id, "/p", 4);
    struct ep_profile_options options = {0};
    struct ep_profile profile;
    struct ep_buf notes = {0};
    uint64_t count;

    CHECK(module != NULL);
    module->counts[0] = 3;
    module->counts[1] = 4;
    module->counts[2] = 30;
    module->counts[3] = 40;
    write_unit(&notes, "/src");
    write_function(&notes, "work", 5);
    write_body(&notes, 0x1000, 5);
    write_function(&notes, name, 6);
    write_body(&notes, 0x1010, 6);
    module->notes = (uint8_t *)notes.data; /* taken */
    module->notes_size = notes.size;
    module->notes_address = 0x1000;
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.n_functions, 2);
    CHECK_EQ(profile.files[0].n_lines, 3);
    count = profile.files[0].lines[0].count;
    ep_profile_release(&profile);
    ep_counts_release(&counts);
    return count;
}

static void test_functions_in_functions(void)
{
    CHECK_EQ(count_shared_line("other"), 77);
    CHECK_EQ(count_shared_line("_Z5applyIZ4workvEUlvE_EvT_"), 77);
    CHECK_EQ(count_shared_line("_RINvCs_4core5applyNCNvCs_4main4work0EB2_"),
             77);
    CHECK_EQ(count_shared_line("_ZZ4workvENKUlvE_clEv"), 70);
    CHECK_EQ(count_shared_line("_ZZZ4workvENKUlvE_clEvENKUlvE_clEv"), 70);
    CHECK_EQ(count_shared_line("_ZZ4workvEN5Local3getEv"), 70);
    CHECK_EQ(count_shared_line("_ZNK1M1aMUliE_clEi"), 70);
    CHECK_EQ(count_shared_line("_ZNK2ns3$_3clEi"), 70);
    CHECK_EQ(count_shared_line("_ZN3BoxIZ4workvEUlvE_E3getEv"), 77);
    CHECK_EQ(count_shared_line("_ZN99M"), 77);
    CHECK_EQ(count_shared_line("_RNCNvCs_4main4work0"), 70);
    CHECK_EQ(count_shared_line("_ZN4main4work28_$u7b$$u7b$closure$u7d$$u7d$"
                               "17h0123456789abcdefE"),
             70);
    CHECK_EQ(count_shared_line("_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ1fE"), 70);
}

/* Add a module whose function was called CALLS times and, as the note says, took
 * its branch 4 times less. */
static void add_module_less(struct ep_counts *counts, uint8_t number,
                            uint64_t calls)
{
    struct ep_buf notes = {0};
    struct ep_module *module;

    add_module(counts, number, "/src");
    module = &counts->modules[counts->n_modules - 1];
    module->counts[0] = calls;
    write_unit(&notes, "/src");
    write_function(&notes, "work", 5);
    write_body_less(&notes, 0x1000, 5);
    ep_mem_free(module->notes);
    module->notes = (uint8_t *)notes.data;
    module->notes_size = notes.size;
}

static void test_counts_are_taken_off(void)
{
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;

    add_module_less(&counts, 1, 10);
    add_module_less(&counts, 2, 4);
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.functions[0].calls, 14);
    CHECK_EQ(profile.functions[0].block[3], 6);
    CHECK_EQ(profile.n_messages, 0);
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

/* Of one call, 4 did not take the branch: in one module of two.  While frames
 * are alive that may be. */
static void test_counts_below_0_are_said(void)
{
    for (uint64_t cut = 0; cut <= 1; cut++) {
        struct ep_counts counts = {.runs = 2, .cut = cut};
        struct ep_profile_options options = {0};
        struct ep_profile profile;

        add_module_less(&counts, 1, 1);
        add_module_less(&counts, 2, 10);
        CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
        CHECK_EQ(profile.functions[0].calls, 11);
        CHECK_EQ(profile.functions[0].block[3], 6);
        CHECK_EQ(profile.n_messages, 1);
        CHECK_TEXT(profile.messages[0],
                   cut ? "1 of 2 runs cut off: a count may be high by one per "
                         "frame that was live"
                       : "1 functions would have a count below 0, shown as 0; "
                         "the first is work");
        ep_profile_release(&profile);
        ep_counts_release(&counts);
    }
}

static void test_late_counts_are_said(void)
{
    struct ep_counts counts = {.runs = 2, .cut = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;

    add_module(&counts, 1, "/src");
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK(profile.functions[0].late);
    CHECK_EQ(profile.n_messages, 2);
    CHECK_TEXT(profile.messages[0],
               "1 of 2 runs cut off: a count may be high by one per frame that "
               "was live");
    CHECK_TEXT(profile.messages[1],
               "1 functions count loops when these are left: they lack the "
               "passes of one that was running; the first is work");
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

static void test_one_name_two_files(void)
{
    static const char *const maps[] = {"/new=/old", "/a=/c/moved/a"};
    static const char *const roots[] = {"/c/moved/", "/a/../a/x"};
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {.maps = maps, .n_maps = 2};
    struct ep_profile profile;

    add_module(&counts, 1, "/b/../c");
    add_module(&counts, 2, "/a/./x");
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.n_files, 2);
    CHECK_TEXT(profile.files[0].name, "main.c");
    CHECK_TEXT(profile.files[0].full, "/c/main.c");
    CHECK_TEXT(profile.files[1].name, "moved/a/x/main.c");
    CHECK_EQ(profile.n_functions, 2);
    ep_profile_release(&profile);
    /* No folder but / is above both. */
    options.n_maps = 0;
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_TEXT(profile.files[0].name, "/a/x/main.c");
    CHECK_TEXT(profile.files[1].name, "/c/main.c");
    ep_profile_release(&profile);
    options.roots = roots;
    options.n_roots = 1;
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_TEXT(profile.files[0].name, "/a/x/main.c");
    CHECK_TEXT(profile.messages[0], "no source is below /c/moved/, the root");
    ep_profile_release(&profile);
    options.n_roots = 2;
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_TEXT(profile.files[0].name, "/c/main.c");
    CHECK_TEXT(profile.files[1].name, "main.c");
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

/* Damaged notes: an outcome of theirs may lead nowhere. */
static void test_block_without_edges(void)
{
    const struct ep_module id = {.id_kind = 1, .id_size = 1, .id = {1}};
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;
    struct ep_module *module = ep_counts_add_module(&counts, &id, "/p", 2);
    struct ep_buf notes = {0};

    CHECK(module != NULL);
    write_unit(&notes, "/src");
    write_function_cut(&notes);
    write_body(&notes, 0x1000, 5);
    module->notes = (uint8_t *)notes.data; /* taken */
    module->notes_size = notes.size;
    module->notes_address = 0x1000;
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.files[0].n_outcomes, 2);
    CHECK_EQ(profile.files[0].outcomes[0].to, 0);
    CHECK_EQ(profile.files[0].outcomes[1].to, 0);
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

/* Checkouts that the user names as roots. */
static void test_two_checkouts(void)
{
    static const char *const roots[] = {"/two", "/one"};
    struct ep_counts counts = {.runs = 2};
    struct ep_profile_options options = {.roots = roots, .n_roots = 2};
    struct ep_profile profile;

    add_module(&counts, 1, "/one");
    add_module(&counts, 2, "/two");
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.n_files, 1);
    CHECK_EQ(profile.n_functions, 1);
    CHECK_TEXT(profile.files[0].name, "main.c");
    CHECK_TEXT(profile.files[0].full, "/one/main.c");
    ep_profile_release(&profile);
    options.n_roots = 0;
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.n_files, 2);
    CHECK_EQ(profile.n_functions, 2);
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

static void test_no_notes_is_said(void)
{
    const struct ep_module id = {.id_kind = 1, .id_size = 1, .id = {1}};
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;

    CHECK(ep_counts_add_module(&counts, &id, "/no/such/prog", 2) != NULL);
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_EMATCH);
    CHECK_EQ(profile.n_messages, 1);
    CHECK_TEXT(profile.messages[0],
               "/no/such/prog: No such file or directory; its counts are left "
               "out: name the binary of build-id 01 with --binary PATH");
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

static unsigned omit_some(void *context, uint32_t file, uint32_t line)
{
    const unsigned *lines = context;

    (void)file;
    return lines[line];
}

/* The branch on line 10 leads to lines 10 and 12. */
static void test_omitting_outcomes(void)
{
    unsigned omit[13] = {[10] = EP_OMIT_SOURCE};
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;

    add_module(&counts, 1, "/a");
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(profile.files[0].n_outcomes, 2);
    CHECK_EQ(profile.files[0].outcomes[0].to, 10);
    CHECK_EQ(profile.files[0].outcomes[1].to, 12);
    CHECK_EQ(ep_profile_omit(&profile, omit_some, omit), EP_OK);
    CHECK_EQ(profile.files[0].n_lines, 3);
    CHECK_EQ(profile.files[0].n_outcomes, 1);
    CHECK_EQ(profile.files[0].outcomes[0].to, 12);
    CHECK_EQ(profile.functions[0].n_branches, 1);
    CHECK_EQ(profile.functions[0].omitted != NULL, 1);
    CHECK_EQ(profile.functions[0].omitted[2], 1);
    CHECK_EQ(profile.functions[0].omitted[3], 0);
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

/* Lines 10 to 12; the branch is on 10, the function on 9. */
static void test_omitting(void)
{
    unsigned omit[13] = {[10] = EP_OMIT_BRANCHES, [11] = EP_OMIT_LINE};
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile profile;

    add_module(&counts, 1, "/a");
    add_module(&counts, 2, "/b");
    CHECK_EQ(ep_profile_build(&counts, &options, &profile), EP_OK);
    CHECK_EQ(ep_profile_omit(&profile, omit_some, omit), EP_OK);
    CHECK_EQ(profile.n_functions, 2);
    for (size_t i = 0; i < 2; i++) {
        CHECK_EQ(profile.files[i].n_lines, 2);
        CHECK_EQ(profile.files[i].lines[0].line, 10);
        CHECK_EQ(profile.files[i].lines[1].line, 12);
        CHECK_EQ(profile.files[i].lines[1].count, 7);
        CHECK_EQ(profile.files[i].n_outcomes, 0);
        CHECK_EQ(profile.functions[i].n_lines, 2);
        CHECK_EQ(profile.functions[i].n_branches, 0);
    }
    /* That of its definition says nothing: a function goes with its lines. */
    omit[9] = omit[10] = EP_OMIT_LINE;
    CHECK_EQ(ep_profile_omit(&profile, omit_some, omit), EP_OK);
    CHECK_EQ(profile.n_functions, 2);
    omit[12] = EP_OMIT_LINE;
    CHECK_EQ(ep_profile_omit(&profile, omit_some, omit), EP_OK);
    CHECK_EQ(profile.n_functions, 0);
    CHECK_EQ(profile.files[0].n_functions + profile.files[1].n_functions, 0);
    ep_profile_release(&profile);
    ep_counts_release(&counts);
}

static uint64_t difference(uint64_t own, uint64_t other)
{
    return own > other ? own - other : other - own;
}

static void test_combining(void)
{
    struct ep_counts counts = {.runs = 1};
    struct ep_profile_options options = {0};
    struct ep_profile one, other;

    add_module(&counts, 1, "/a");
    CHECK_EQ(ep_profile_build(&counts, &options, &one), EP_OK);
    counts.modules[0].counts[0] = 5;
    CHECK_EQ(ep_profile_build(&counts, &options, &other), EP_OK);
    CHECK_EQ(ep_profile_combine(&one, &other, difference), EP_OK);
    CHECK_EQ(one.functions[0].calls, 2);
    CHECK_EQ(one.functions[0].block[3], 2);
    CHECK_EQ(one.files[0].lines[0].count, 2);
    CHECK_EQ(one.files[0].outcomes[0].count, 2);
    CHECK_EQ(one.files[0].outcomes[1].count, 0);
    ep_profile_release(&other);
    add_module(&counts, 2, "/b");
    CHECK_EQ(ep_profile_build(&counts, &options, &other), EP_OK);
    CHECK_EQ(ep_profile_combine(&one, &other, difference), EP_EMATCH);
    CHECK_EQ(one.functions[0].calls, 2);
    ep_profile_release(&one);
    ep_profile_release(&other);
    ep_counts_release(&counts);
}

static struct ep_counts shared;

/* Two checkouts, so that files and functions become one. */
static int attempt(void)
{
    static const char *const roots[] = {"/a", "/b"};
    struct ep_profile_options options = {.roots = roots, .n_roots = 2};
    struct ep_profile profile;
    int status = ep_profile_build(&shared, &options, &profile);

    if (!status) {
        struct ep_profile ran;

        status = ep_profile_build_label(&profile, &shared.labels[0], &ran);
        ep_profile_release(&ran);
    }
    ep_profile_release(&profile);
    return status;
}

static size_t steps_done, steps_total;

static void count_step(size_t done, size_t total)
{
    steps_done++;
    CHECK_EQ(done, steps_done);
    steps_total = total;
}

static void test_steps(void)
{
    struct ep_profile_options options = {.step = count_step};
    struct ep_profile profile;

    CHECK_EQ(ep_profile_build(&shared, &options, &profile), EP_OK);
    CHECK_EQ(steps_done, shared.n_modules);
    CHECK_EQ(steps_total, shared.n_modules);
    ep_profile_release(&profile);
}

/* Where every run has the label, it is the whole. */
static void test_of_a_label(void)
{
    struct ep_profile_options options = {0};
    struct ep_profile whole, ran;
    const struct ep_profile_file *file, *same;

    CHECK_EQ(ep_profile_build(&shared, &options, &whole), EP_OK);
    CHECK_EQ(ep_profile_build_label(&whole, &shared.labels[0], &ran), EP_OK);
    CHECK_EQ(ran.n_files, whole.n_files);
    file = &whole.files[0];
    same = &ran.files[0];
    CHECK(file->n_lines > 0);
    CHECK_EQ(same->n_lines, file->n_lines);
    for (size_t i = 0; i < file->n_lines && i < same->n_lines; i++) {
        CHECK_EQ(same->lines[i].line, file->lines[i].line);
        CHECK_EQ(same->lines[i].count, file->lines[i].count);
    }
    ep_profile_release(&ran);
    ep_label_forget(&shared.labels[0]); /* as though it had run nothing */
    CHECK_EQ(ep_profile_build_label(&whole, &shared.labels[0], &ran), EP_OK);
    CHECK_EQ(ran.n_functions, 0);
    ep_profile_release(&ran);
    ep_profile_release(&whole);
    CHECK_EQ(ep_counts_fill_sole_label(&shared), EP_OK);
}

int main(void)
{
    test_counting_standard();
    test_functions_in_functions();
    test_counts_are_taken_off();
    test_counts_below_0_are_said();
    test_late_counts_are_said();
    test_one_name_two_files();
    test_block_without_edges();
    test_two_checkouts();
    test_no_notes_is_said();
    test_omitting_outcomes();
    test_omitting();
    test_combining();
    shared.runs = 1;
    add_module(&shared, 1, "/a");
    add_module(&shared, 2, "/b");
    CHECK_EQ(ep_counts_add_label(&shared, 1, "test", 4), EP_OK);
    CHECK_EQ(ep_counts_fill_sole_label(&shared), EP_OK);
    test_of_a_label();
    test_steps();
    check_failing_memory(attempt);
    ep_counts_release(&shared);
    return check_failures > 0;
}
