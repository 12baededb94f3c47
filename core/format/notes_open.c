/* SPDX-License-Identifier: MIT
 *
 * notes_open.c - the record of branches whose decisions have other operands, without one.
 */
#include "format/notes.h"

void ep_notes_write_open(struct ep_buf *out, const struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;
    uint32_t n = 0, last = 0;
    size_t at;

    for (uint32_t i = 0; i < cfg->n_branches; i++)
        n += cfg->branches[i].is_open != 0;
    if (n == 0 || !(function->flags & EP_FUNCTION_DECISIONS))
        return;
    at = ep_notes_begin_of(out, EP_NOTE_OPEN, function);
    ep_buf_leb(out, n);
    for (uint32_t i = 0; i < cfg->n_branches; i++)
        if (cfg->branches[i].is_open) {
            ep_buf_leb(out, i - last);
            last = i;
        }
    ep_notes_end(out, at);
}

int ep_notes_read_open(struct ep_reader *from, struct ep_function *function)
{
    struct ep_cfg *cfg = &function->cfg;
    uint32_t n = ep_read_count(from, 1);
    uint64_t last = 0;

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        last += ep_read_leb32(from);
        if (last >= cfg->n_branches)
            from->bad = 1;
        else
            cfg->branches[last].is_open = 1;
    }
    return from->bad ? EP_EFORMAT : EP_OK;
}
