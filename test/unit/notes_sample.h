/* SPDX-License-Identifier: MIT
 *
 * notes_sample.h - a small function and a notes section, for the unit tests.
 */
#ifndef EP_NOTES_SAMPLE_H
#define EP_NOTES_SAMPLE_H

#include "check.h"
#include "format/notes.h"

/* work(): if (...) ...; in two files.  EP_OK or EP_ENOMEM. */
static inline int sample_function(struct ep_function *function)
{
    const struct ep_point at = {4, 9};
    struct ep_cfg *cfg = &function->cfg;
    int status;

    *function = (struct ep_function){.id = 7,
                                     .hash = 9,
                                     .line = 3,
                                     .flags = EP_FUNCTION_LOCAL |
                                              EP_FUNCTION_DECISIONS};
    ep_cfg_init(cfg);
    (void)ep_cfg_add_block(cfg);
    (void)ep_cfg_add_block(cfg);
    status =
        ep_cfg_add_edge(cfg, 1, 0, EP_EDGE_ENTRY, 0, 1) ||
        ep_cfg_add_edge(cfg, 0, 2, EP_EDGE_FALL, 0, 1) ||
        ep_cfg_add_edge(cfg, 2, 3, EP_EDGE_TRUE, EP_EDGE_NOSPLIT, 90) ||
        ep_cfg_add_edge(cfg, 2, 1, EP_EDGE_FALSE, 0, 10) ||
        ep_cfg_add_edge(cfg, 3, 1, EP_EDGE_FALL, 0, 90) ||
        ep_cfg_add_line(cfg, 2, "prog.c", 4) ||
        ep_cfg_add_line(cfg, 3, "prog.h", 500) ||
        ep_cfg_add_branch(cfg, 2, "prog.c", at, at, 2) ||
        ep_cfg_add_call_site(cfg, 3, "prog.h", 500, ep_callee_id("f", 1)) ||
        ep_cfg_add_call_site(cfg, 3, NULL, 0, 0) ||
        ep_cfg_add_call_site(cfg, 2, "prog.c", 4, ep_callee_id("f", 1)) ||
        ep_cfg_add_call_site(cfg, 2, "prog.c", 4, ep_callee_id("f", 1)) ||
        ep_cfg_finish(cfg, NULL);
    function->name = ep_mem_dup("work", 4);
    function->mark = ep_mem_zeroed(cfg->n_edges + 1, sizeof(uint32_t));
    if (status || !function->name || !function->mark)
        return EP_ENOMEM;
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        function->mark[e] = e == 0 || e == 3 ? function->n_marks++ : EP_NONE;
    return EP_OK;
}

/* The record of a body at ADDRESS whose counter 0 feeds mark 0, and is taken
 * off it, and whose counter 1, a late one, feeds MARK, of function ID. */
static inline void sample_body(struct ep_buf *out, uint64_t address,
                               uint64_t id, uint32_t mark)
{
    static const char zeros[8];
    size_t start = out->size;

    ep_buf_u32(out, EP_NOTE_MAGIC);
    ep_buf_u32(out, 48);
    ep_buf_u32(out, EP_NOTE_BODY);
    ep_buf_u32(out, EP_NOTE_VERSION);
    ep_buf_u64(out, address);
    ep_buf_u32(out, 2);
    ep_buf_u32(out, 1);
    ep_buf_u64(out, id);
    ep_buf_add(out, "\4\0\0\0\1\3\0", 7);
    ep_buf_leb(out, 2 * (uint64_t)mark);
    ep_buf_add(out, zeros, start + 48 - out->size);
}

/* A unit, a body before its function, padding, the function and whom it calls twice,
 * a name, a record of a kind to come, and the body's copy. */
static inline void sample_section(struct ep_buf *out,
                                  const struct ep_function *function)
{
    static const char *const names[] = {"f"};
    struct ep_unit_note unit = {.id = 5,
                                .producer = "GCC 12",
                                .source = "prog.c",
                                .directory = "/src",
                                .options = "-O2"};

    ep_notes_write_unit(out, &unit);
    sample_body(out, 0x4000, function->id, 1);
    ep_buf_u64(out, 0);
    ep_notes_write_function(out, function);
    ep_notes_write_calls(out, function);
    ep_notes_write_open(out, function);
    ep_notes_write_function(out, function);
    ep_notes_write_calls(out, function);
    ep_notes_write_names(out, names, 1);
    ep_buf_u32(out, EP_NOTE_MAGIC);
    ep_buf_u32(out, 24);
    ep_buf_u32(out, 99);
    ep_buf_u32(out, 99);
    ep_buf_u64(out, 99);
    sample_body(out, 0x4000, function->id, 1);
}

#endif
