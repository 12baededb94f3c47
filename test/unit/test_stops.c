/* SPDX-License-Identifier: MIT
 *
 * Where frames may stand: what bodies say of it, and how it is written and read.
 */
#include "emit/body_private.h"
#include "graphs.h"
#include "unit_sample.h"

/* The record of where frames of the sample's body may stand: one correction, of a block
 * and a mark of function 0; a scope that is inlined at 4:9, and a group in each. */
static const char stops_text[] =
    "\1\4work"         /* flags, name */
    "\1\0\0\0"         /* functions */
    "\7\0\0\0\0\0\0\0" /* 7 */
    "\1\1\0\3\2\1\0\1" /* corrections: block 3 less line 1, mark 1 */
    "\1\0\4\11"        /* scopes */
    "\2\0\3\2\20\5\2\1\1\0\1\10\2"; /* 8:5 and 9:1, 1, a call; 1: 4:2, 0 */

static void put_stops(struct ep_buf *out, const char *text, size_t size)
{
    static const char zeros[8];
    size_t start = out->size;

    ep_buf_u32(out, EP_NOTE_MAGIC);
    ep_buf_u32(out, (uint32_t)(24 + ((size + 7) & ~(size_t)7)));
    ep_buf_u32(out, EP_NOTE_STOPS);
    ep_buf_u32(out, EP_NOTE_VERSION);
    ep_buf_u64(out, 0x4000);
    ep_buf_add(out, text, size);
    ep_buf_add(out, zeros, (start - out->size) & 7);
}

static int read_beside(const struct ep_function *function, const char *text,
                       size_t size, struct ep_notes *notes)
{
    struct ep_buf section = {0};
    int status;

    ep_notes_write_function(&section, function);
    put_stops(&section, text, size);
    status = ep_notes_read(section.data, section.size, "a", NULL, notes);
    ep_buf_release(&section);
    return status;
}

static int read_stops(const char *text, size_t size, struct ep_notes *notes)
{
    struct ep_function function;
    int status;

    CHECK_EQ(sample_function(&function), EP_OK);
    status = read_beside(&function, text, size, notes);
    ep_function_release(&function);
    return status;
}

static void stops_are_read(void)
{
    struct ep_notes notes;
    const struct ep_stops *stops;

    CHECK_EQ(read_stops(stops_text, sizeof stops_text - 1, &notes), EP_OK);
    CHECK_EQ(notes.n_stops, 1);
    stops = notes.stops;
    CHECK_EQ(stops->address, 0x4000);
    CHECK_EQ(stops->flags, EP_STOPS_UNOPTIMISED);
    CHECK_TEXT(stops->name, "work");
    CHECK_EQ(stops->n_corrections, 2);
    CHECK_EQ(stops->corrections[1].n_blocks, 1);
    CHECK_EQ(stops->corrections[1].n_marks, 1);
    CHECK_EQ(stops->items[0].number, 3);
    CHECK_EQ(stops->items[0].behind, 2);
    CHECK_EQ(stops->items[1].number, 1);
    CHECK_EQ(stops->n_scopes, 2);
    CHECK_EQ(stops->scopes[1].line, 4);
    CHECK_EQ(stops->scopes[1].column, 9);
    CHECK_EQ(stops->n_stops, 3);
    CHECK_EQ(stops->stops[0].line, 8);
    CHECK_EQ(stops->stops[0].correction, 1);
    CHECK_EQ(stops->stops[0].is_call, 1);
    CHECK_EQ(stops->stops[1].line, 9);
    CHECK_EQ(stops->stops[1].column, 1);
    CHECK_EQ(stops->stops[2].scope, 1);
    CHECK_EQ(stops->stops[2].correction, 0);
    ep_notes_release(&notes);
}

/* Whatever byte of it is another, or missing, it is read or refused. */
static void damaged_stops_are_read_or_refused(void)
{
    enum { SIZE = sizeof stops_text - 1 };
    static const struct {
        unsigned at, value;
    } wrong[] = {{20, 9},   /* a correction of an unknown function */
                 {21, 99},  /* an unknown block */
                 {25, 99},  /* and mark */
                 {27, 1},   /* a scope within itself */
                 {31, 9},   /* a group of an unknown scope */
                 {32, 19}}; /* and correction */
    struct ep_notes notes;
    char text[SIZE];

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(text, stops_text, SIZE);
        text[wrong[i].at] = (char)wrong[i].value;
        CHECK(read_stops(text, SIZE, &notes) != EP_OK);
    }
    for (unsigned at = 0; at < SIZE; at++) {
        memcpy(text, stops_text, SIZE);
        for (unsigned value = 0; value < 256; value += 3) {
            text[at] = (char)value;
            if (read_stops(text, SIZE, &notes) == EP_OK)
                ep_notes_release(&notes);
        }
        if (read_stops(stops_text, at, &notes) == EP_OK)
            ep_notes_release(&notes);
    }
}

/* ---- of a body ------------------------------------------------------------ */

/* The function h: a block with a call on 10:3, of which line 11 begins behind it; then one
 * on line 12, of which nothing is said; or, if TWICE, that 10:3 is there as well. */
static uint32_t add_h(struct ep_unit *unit, int twice)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {3, 1}};
    struct ep_function h = {.name = ep_mem_dup("h", 1)};
    uint32_t index = EP_NONE;

    graph_edges(&h.cfg, 4, edges, sizeof edges / sizeof *edges);
    CHECK_EQ(ep_cfg_add_line(&h.cfg, 2, "h.c", 10), EP_OK);
    CHECK_EQ(ep_cfg_add_stand(&h.cfg, 2, 10, 3, 1, 0), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&h.cfg, 2, "h.c", 11), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&h.cfg, 3, "h.c", 12), EP_OK);
    if (twice)
        CHECK_EQ(ep_cfg_add_stand(&h.cfg, 3, 10, 3, 1, 0), EP_OK);
    CHECK_EQ(ep_cfg_finish(&h.cfg, NULL), EP_OK);
    CHECK_EQ(ep_unit_add(unit, &h, NULL, &index), EP_OK);
    return index;
}

static void make_h(struct ep_unit *unit, uint32_t h, struct ep_buf *out)
{
    struct ep_body_builder *body = ep_body_new(unit, "h", EP_BODY_UNOPTIMISED);
    struct ep_buf text = {0};

    CHECK_EQ(ep_body_scope(body, EP_NONE, 0, 0, "h"), 0);
    CHECK(ep_body_knows(body, "h") && !ep_body_knows(body, "i"));
    ep_body_edge(body, ep_body_add_block(body));
    ep_body_read_block(body, EP_BLOCK_FIRST, 1);
    ep_body_mark(body, ep_mark_id(h, 0));
    ep_body_stop(body, 0, 10, 3, 1, 0);
    ep_body_work(body, EP_WORK_CALL);
    ep_body_stop(body, 0, 12, 1, 0, 0); /* no statement of the source's */
    ep_body_edge(body, EP_BLOCK_EXIT);
    CHECK_EQ(ep_body_seal(body, &text, NULL), EP_OK);
    CHECK_EQ(ep_body_put_stops(body, out), EP_OK);
    ep_buf_release(&text);
    ep_body_free(body);
}

static void a_body_says_what_is_behind(void)
{
    struct ep_unit *unit = new_unit("a");
    uint32_t h = add_h(unit, 0);
    struct ep_buf record = {0};
    struct ep_notes notes;

    make_h(unit, h, &record);
    CHECK_EQ(read_beside(ep_unit_function(unit, h), record.data, record.size,
                         &notes),
             EP_OK);
    CHECK_EQ(notes.n_stops, 1);
    CHECK_EQ(notes.stops->flags, EP_STOPS_UNOPTIMISED);
    CHECK_TEXT(notes.stops->name, "h");
    CHECK_EQ(notes.stops->n_stops, 1);
    CHECK_EQ(notes.stops->stops[0].line, 10);
    CHECK_EQ(notes.stops->stops[0].column, 3);
    CHECK_EQ(notes.stops->stops[0].correction, 1);
    CHECK_EQ(notes.stops->corrections[1].n_blocks, 1);
    CHECK_EQ(notes.stops->corrections[1].n_marks, 0);
    CHECK_EQ(notes.stops->items[0].number, 2);
    CHECK_EQ(notes.stops->items[0].behind, 2);
    ep_notes_release(&notes);
    ep_buf_release(&record);
    ep_unit_free(unit);
}

static void a_place_of_two_meanings_is_left_out(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_buf record = {0};

    make_h(unit, add_h(unit, 1), &record);
    CHECK_EQ(record.size, 0);
    ep_buf_release(&record);
    ep_unit_free(unit);
}

int main(void)
{
    ep_options_init(&options);
    CHECK_EQ(ep_options_set(&options, "frames", "yes", NULL), EP_OK);
    stops_are_read();
    damaged_stops_are_read_or_refused();
    a_body_says_what_is_behind();
    a_place_of_two_meanings_is_left_out();
    ep_options_release(&options);
    return check_failures != 0;
}
