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
    CHECK(memcmp(a->branches, b->branches,
                 a->n_branches * sizeof *a->branches) == 0);
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
    CHECK_EQ(notes.functions[0].flags, EP_FUNCTION_LOCAL);
    CHECK_EQ(notes.functions[0].line, 3);
    CHECK_EQ(notes.functions[0].n_marks, 2);
    CHECK(memcmp(notes.functions[0].mark, function.mark,
                 function.cfg.n_edges * sizeof *function.mark) == 0);
    same_cfg(&notes.functions[0].cfg, &function.cfg);
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

static void an_empty_section_is_fine(void)
{
    struct ep_notes notes;

    CHECK_EQ(ep_notes_read(NULL, 0, "a", NULL, &notes), EP_OK);
    CHECK_EQ(notes.n_functions, 0);
    ep_notes_release(&notes);
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
    CHECK(status == EP_OK || (!notes.functions && !notes.bodies));
    ep_notes_release(&notes);
    ep_mem_free(copy);
}

static void damage_is_survived(void)
{
    struct ep_function function;
    struct ep_buf section = {0};

    CHECK_EQ(sample_function(&function), EP_OK);
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
    an_empty_section_is_fine();
    a_body_must_match_the_functions();
    a_later_version_is_refused();
    damage_is_survived();
    check_failing_memory(write_and_read);
    return check_failures != 0;
}
