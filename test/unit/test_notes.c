/* SPDX-License-Identifier: MIT */
#include "notes_sample.h"

static void same_cfg(const struct ep_cfg *a, const struct ep_cfg *b)
{
    CHECK_EQ(a->n_blocks, b->n_blocks);
    CHECK_EQ(a->n_edges, b->n_edges);
    CHECK_EQ(a->n_files, b->n_files);
    CHECK_EQ(a->n_lines, b->n_lines);
    CHECK_EQ(a->n_branches, b->n_branches);
    for (uint32_t i = 0; i < a->n_edges; i++) {
        CHECK_EQ(a->edges[i].src, b->edges[i].src);
        CHECK_EQ(a->edges[i].dst, b->edges[i].dst);
        CHECK_EQ(a->edges[i].kind, b->edges[i].kind);
        CHECK_EQ(a->edges[i].flags, b->edges[i].flags);
    }
    for (uint32_t i = 0; i < a->n_files; i++)
        CHECK_TEXT(a->files[i], b->files[i]);
    CHECK(memcmp(a->lines, b->lines, a->n_lines * sizeof *a->lines) == 0);
    for (uint32_t i = 0; i < a->n_branches; i++) {
        CHECK_EQ(a->branches[i].block, b->branches[i].block);
        CHECK_EQ(a->branches[i].file, b->branches[i].file);
        CHECK_EQ(a->branches[i].at.line, b->branches[i].at.line);
        CHECK_EQ(a->branches[i].at.column, b->branches[i].at.column);
        CHECK_EQ(a->branches[i].decision, b->branches[i].decision);
        CHECK_EQ(a->branches[i].is_open, b->branches[i].is_open);
    }
    CHECK_EQ(a->n_call_sites, b->n_call_sites);
    for (uint32_t i = 0; i < a->n_call_sites; i++) {
        CHECK_EQ(a->call_sites[i].at.block, b->call_sites[i].at.block);
        CHECK_EQ(a->call_sites[i].at.file, b->call_sites[i].at.file);
        CHECK_EQ(a->call_sites[i].at.line, b->call_sites[i].at.line);
        CHECK(a->call_sites[i].callee == b->call_sites[i].callee);
    }
    CHECK_EQ(a->n_cases, b->n_cases);
    for (uint32_t i = 0; i < a->n_cases; i++) {
        CHECK_EQ(a->cases[i].edge, b->cases[i].edge);
        CHECK(a->cases[i].low == b->cases[i].low);
        CHECK(a->cases[i].high == b->cases[i].high);
    }
}

static void what_is_written_is_read(void)
{
    struct ep_function function;
    struct ep_buf section = {0};
    struct ep_notes notes;

    CHECK_EQ(sample_function(&function), EP_OK);
    sample_section(&section, &function);
    CHECK_EQ(section.size % 8, 0);
    CHECK_EQ(ep_notes_read(section.data, section.size, "a", NULL, &notes),
             EP_OK);
    CHECK_EQ(notes.n_units, 1);
    CHECK_EQ(notes.units[0].id, 5);
    CHECK_TEXT(notes.units[0].directory, "/src");
    CHECK_EQ(notes.n_functions, 1);
    CHECK_TEXT(notes.functions[0].name, "work");
    CHECK_EQ(notes.functions[0].id, 7);
    CHECK_EQ(notes.functions[0].hash, 9);
    CHECK_EQ(notes.functions[0].flags,
             EP_FUNCTION_LOCAL | EP_FUNCTION_DECISIONS);
    CHECK_EQ(notes.functions[0].line, 3);
    CHECK_EQ(notes.functions[0].n_marks, 2);
    CHECK(memcmp(notes.functions[0].mark, function.mark,
                 function.cfg.n_edges * sizeof *function.mark) == 0);
    same_cfg(&notes.functions[0].cfg, &function.cfg);
    CHECK_EQ(function.cfg.n_call_sites, 4);
    CHECK_EQ(function.cfg.call_sites[0].at.block, 2);
    CHECK_EQ(notes.n_names, 1);
    CHECK_TEXT(notes.names[0], "f");
    CHECK_EQ(notes.n_bodies, 1);
    CHECK_EQ(notes.bodies[0].address, 0x4000);
    CHECK_EQ(notes.bodies[0].n_counters, 2);
    CHECK_EQ(notes.bodies[0].first_feed[1], 2);
    CHECK_EQ(notes.bodies[0].first_feed[2], 3);
    CHECK_EQ(notes.bodies[0].feeds[2].mark, 1);
    CHECK_EQ(notes.bodies[0].feeds[0].less, 0);
    CHECK_EQ(notes.bodies[0].feeds[1].less, 1);
    CHECK_EQ(notes.bodies[0].feeds[2].less, 0);
    CHECK_EQ(notes.bodies[0].feeds[0].late, 0);
    CHECK_EQ(notes.bodies[0].feeds[2].late, 1);
    ep_notes_release(&notes);
    ep_buf_release(&section);
    ep_function_release(&function);
}

/* if (... && ...) switch (...) ...; whose condition begins where nothing else
 * does. */
static int branching_function(struct ep_function *function)
{
    const struct ep_point at = {4, 9}, next = {2, 200}, other = {500, 0};
    struct ep_cfg *cfg = &function->cfg;
    int status;

    *function = (struct ep_function){.id = 7, .line = 3};
    ep_cfg_init(cfg);
    cfg->n_blocks = 5;
    status = ep_cfg_add_edge(cfg, 1, 0, EP_EDGE_ENTRY, 0, 1) ||
             ep_cfg_add_edge(cfg, 0, 2, EP_EDGE_FALL, 0, 1) ||
             ep_cfg_add_edge(cfg, 2, 3, EP_EDGE_TRUE, 0, 1) ||
             ep_cfg_add_edge(cfg, 2, 1, EP_EDGE_FALSE, 0, 1) ||
             ep_cfg_add_edge(cfg, 3, 4, EP_EDGE_TRUE, 0, 1) ||
             ep_cfg_add_edge(cfg, 3, 1, EP_EDGE_FALSE, 0, 1) ||
             ep_cfg_add_edge(cfg, 4, 1, EP_EDGE_DEFAULT, 0, 1) ||
             ep_cfg_add_edge(cfg, 4, 2, EP_EDGE_CASE, 0, 1) ||
             ep_cfg_add_line(cfg, 2, "prog.c", 1) ||
             ep_cfg_add_line(cfg, 3, "prog.h", 5) ||
             ep_cfg_add_line(cfg, 4, "prog.h", 4) ||
             ep_cfg_add_branch(cfg, 2, "prog.c", at, at, 2) ||
             ep_cfg_add_branch(cfg, 3, "prog.c", next, at, 2) ||
             ep_cfg_add_branch(cfg, 4, "prog.h", other, other, 2) ||
             ep_cfg_add_case(cfg, 7, -5, -5) ||
             ep_cfg_add_case(cfg, 7, 3, INT64_MAX);
    status = status || ep_cfg_finish(cfg, NULL);
    function->name = ep_mem_dup("g", 1);
    function->mark = ep_mem_zeroed(cfg->n_edges, sizeof(uint32_t));
    return status || !function->name || !function->mark ? EP_ENOMEM : EP_OK;
}

static int write_and_read_branches(void)
{
    struct ep_function function;
    struct ep_buf section = {0};
    struct ep_notes notes = {0};
    int status = branching_function(&function);

    if (!status) {
        function.flags = EP_FUNCTION_DECISIONS;
        ep_notes_write_function(&section, &function);
        function.n_loops = 1;
        function.heads = ep_mem_zeroed(1, sizeof *function.heads);
        if (function.heads)
            function.heads[0] = 2;
        else
            function.n_loops = 0;
        function.tables = 0x1234;
        ep_notes_write_open(&section, &function);
        ep_notes_write_trips(&section, &function);
        status = function.heads ? EP_OK : EP_ENOMEM;
    }
    if (!status) {
        status = section.failed ? EP_ENOMEM : EP_OK;
    }
    if (!status)
        status = ep_notes_read(section.data, section.size, "a", NULL, &notes);
    if (!status) {
        CHECK_EQ(notes.n_functions, 1);
        CHECK_EQ(notes.functions[0].cfg.n_cases, 2);
        CHECK_EQ(notes.functions[0].cfg.branches[2].is_open, 1);
        CHECK_EQ(notes.functions[0].cfg.branches[0].decision, 1);
        CHECK_EQ(notes.functions[0].n_loops, 1);
        CHECK_EQ(notes.functions[0].heads[0], 2);
        CHECK_EQ(notes.functions[0].tables, 0x1234);
        CHECK_EQ(ep_function_all_marks(&notes.functions[0]),
                 notes.functions[0].n_marks + EP_TRIPS_BINS);
        same_cfg(&notes.functions[0].cfg, &function.cfg);
    }
    ep_notes_release(&notes);
    ep_buf_release(&section);
    ep_function_release(&function);
    return status;
}

/* As version 2 had it, before branches had columns. */
static const uint8_t old_record[] = {
    'E', 'P', 'p', 'n', 72, 0,   0,   0,   2,
    0,   0,   0,   2,   0,  0,   0, /* head */
    7,   0,   0,   0,   0,  0,   0,   0,   9,
    0,   0,   0,   0,   0,  0,   0,            /* id, hash */
    1,   'f', 1,   1,   3,  'a', '.', 'c',     /* name, flags, files */
    0,   3,   4,                               /* definition, blocks */
    2,   2,   0,   4,   1,  0,   5,            /* lines */
    1,   2,   0,   4,                          /* branches */
    5,   1,   0,   16,  0,  2,   1,            /* edges: entry, */
    2,   3,   18,  2,   1,  4,   3,   1,   33, /* true, case, the end */
    0,   0,
};

static void the_old_version_is_read(void)
{
    const struct ep_function *function;
    const struct ep_cfg *cfg;
    struct ep_notes notes;

    CHECK_EQ(ep_notes_read(old_record, sizeof old_record, "a", NULL, &notes),
             EP_OK);
    CHECK_EQ(notes.n_functions, 1);
    function = &notes.functions[0];
    cfg = &function->cfg;
    CHECK_TEXT(function->name, "f");
    CHECK_EQ(function->n_marks, 2);
    CHECK_EQ(cfg->n_lines, 2);
    CHECK_EQ(cfg->lines[1].block, 3);
    CHECK_EQ(cfg->lines[1].line, 5);
    CHECK_EQ(cfg->n_branches, 1);
    CHECK_EQ(cfg->branches[0].at.line, 4);
    CHECK_EQ(cfg->branches[0].at.column, 0);
    CHECK_EQ(cfg->branches[0].decision, 0);
    CHECK_EQ(cfg->n_edges, 5);
    CHECK_EQ(cfg->edges[2].dst, 3);
    CHECK_EQ(cfg->edges[3].kind, EP_EDGE_CASE);
    CHECK_EQ(cfg->edges[4].flags, EP_EDGE_NOSPLIT);
    CHECK_EQ(cfg->n_cases, 0);
    ep_notes_release(&notes);
}

static void an_empty_section_is_fine(void)
{
    struct ep_notes notes;

    CHECK_EQ(ep_notes_read(NULL, 0, "a", NULL, &notes), EP_OK);
    CHECK_EQ(notes.n_functions, 0);
    ep_notes_release(&notes);
}

/* Of notes from before there were open branches, nothing is known of any. */
static void without_the_flag_all_are_open(void)
{
    struct ep_function function;
    struct ep_buf section = {0};
    struct ep_notes notes;

    CHECK_EQ(branching_function(&function), EP_OK);
    ep_notes_write_function(&section, &function);
    CHECK_EQ(ep_notes_read(section.data, section.size, "a", NULL, &notes),
             EP_OK);
    for (uint32_t i = 0; i < 3; i++)
        CHECK_EQ(notes.functions[0].cfg.branches[i].is_open, 1);
    ep_notes_release(&notes);
    ep_buf_release(&section);
    ep_function_release(&function);
}

/* Read a body of function ID that counts MARK. */
static int read_body_of(uint64_t id, uint32_t mark, struct ep_diag *diag)
{
    struct ep_function function;
    struct ep_buf section = {0};
    struct ep_notes notes;
    int status;

    CHECK_EQ(sample_function(&function), EP_OK);
    ep_notes_write_function(&section, &function);
    sample_body(&section, 0x4000, id, mark);
    status = ep_notes_read(section.data, section.size, "a", diag, &notes);
    ep_notes_release(&notes);
    ep_buf_release(&section);
    ep_function_release(&function);
    return status;
}

static void a_body_must_match_the_functions(void)
{
    struct ep_diag diag = {{0}};

    CHECK_EQ(read_body_of(7, 1, &diag), EP_OK);
    CHECK_EQ(read_body_of(7, 2, &diag), EP_EMATCH);
    CHECK_TEXT(diag.text,
               "a: notes: a body counts mark 2 of work, which has 2");
    diag.text[0] = '\0';
    CHECK_EQ(read_body_of(8, 1, &diag), EP_EMATCH);
    CHECK_TEXT(diag.text, "a: notes: a body counts function 0000000000000008, "
                          "which has no notes");
}

static void a_later_version_is_refused(void)
{
    struct ep_function function;
    struct ep_buf section = {0};
    struct ep_notes notes;

    CHECK_EQ(sample_function(&function), EP_OK);
    ep_notes_write_function(&section, &function);
    section.data[12]++;
    CHECK_EQ(ep_notes_read(section.data, section.size, "a", NULL, &notes),
             EP_EVERSION);
    ep_buf_release(&section);
    ep_function_release(&function);
}

/* Whatever the bytes are, reading ends, and well: the sanitizers watch.  The
 * copy has no byte to spare, so that a read too far is seen. */
static void try_bytes(const struct ep_buf *section, size_t size, size_t at,
                      unsigned flip)
{
    char *copy = ep_mem_resize(NULL, size ? size : 1);
    struct ep_diag diag = {{0}};
    struct ep_notes notes;
    int status;

    memcpy(copy, section->data, size);
    if (at < size)
        copy[at] = (char)(copy[at] ^ (int)flip);
    status = ep_notes_read(copy, size, "a", &diag, &notes);
    CHECK((status == EP_OK) == (diag.text[0] == '\0'));
    CHECK(status == EP_OK ||
          (!notes.functions && !notes.bodies && !notes.names));
    ep_notes_release(&notes);
    ep_mem_free(copy);
}

static void damage_is_survived(int sample(struct ep_function *))
{
    struct ep_function function;
    struct ep_buf section = {0};

    CHECK_EQ(sample(&function), EP_OK);
    sample_section(&section, &function);
    for (size_t size = 0; size < section.size; size++)
        try_bytes(&section, size, size, 0);
    for (size_t at = 0; at < section.size; at++) {
        for (unsigned bit = 0; bit < 8; bit++)
            try_bytes(&section, section.size, at, 1u << bit);
        try_bytes(&section, section.size, at, 0xff);
    }
    ep_buf_release(&section);
    ep_function_release(&function);
}

static int write_and_read(void)
{
    struct ep_function function = {0};
    struct ep_buf section = {0};
    struct ep_notes notes = {0};
    int status = sample_function(&function);

    if (!status) {
        sample_section(&section, &function);
        status = section.failed ? EP_ENOMEM : EP_OK;
    }
    if (!status)
        status = ep_notes_read(section.data, section.size, "a", NULL, &notes);
    ep_notes_release(&notes);
    ep_buf_release(&section);
    ep_function_release(&function);
    return status;
}

int main(void)
{
    what_is_written_is_read();
    the_old_version_is_read();
    an_empty_section_is_fine();
    without_the_flag_all_are_open();
    a_body_must_match_the_functions();
    a_later_version_is_refused();
    CHECK_EQ(write_and_read_branches(), EP_OK);
    damage_is_survived(sample_function);
    damage_is_survived(branching_function);
    check_failing_memory(write_and_read_branches);
    check_failing_memory(write_and_read);
    return check_failures != 0;
}
