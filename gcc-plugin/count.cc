/* SPDX-License-Identifier: MIT
 *
 * count.cc - see count.h.
 */
#include "count.h"

#include "calls_proof.h"
#include "mark.h"
#include "promote.h"

namespace
{

/* A run of statements that are executed equally often, and its marks. */
struct segment {
    gimple *first;    /* the mark, or flush, that becomes the increment */
    uint32_t counter; /* which one */
    tree value;       /* what a flush adds; a mark: NULL_TREE, 1 */
};

struct body {
    edgeprof_session *session;
    struct ep_count count;
    struct ep_diag diag;
    int status;
    auto_vec<segment> segments;
    auto_vec<gimple *> spare; /* marks that another one stands for */
};

void add_segment(body *b, gimple *first, const auto_vec<uint64_t> &ids,
                 tree value)
{
    segment added = {first, 0, value};
    if (b->status == EP_OK)
        b->status =
            ep_count_segment(&b->count, ids.address(), ids.length(),
                             value != NULL_TREE, &b->diag, &added.counter);
    b->segments.safe_push(added);
}

/* The segment that begins with FIRST and holds MARKS is at its end. */
void end_segment(body *b, gimple *first, auto_vec<uint64_t> *marks)
{
    if (!marks->is_empty())
        add_segment(b, first, *marks, NULL_TREE);
    marks->truncate(0);
}

void read_flush(body *b, gimple *flush, tree value,
                const auto_vec<uint64_t> &ids)
{
    if (integer_zerop(value))
        b->spare.safe_push(flush);
    else
        add_segment(b, flush, ids, value);
}

void read_block(body *b, basic_block bb)
{
    auto_vec<uint64_t> marks;
    gimple *first = NULL;
    uint64_t id;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        auto_vec<uint64_t> flushed;
        if (edgeprof_mark_id(stmt, &id)) {
            if (marks.is_empty())
                first = stmt;
            else
                b->spare.safe_push(stmt);
            marks.safe_push(id);
        } else if (tree value = edgeprof_flush(stmt, &flushed)) {
            read_flush(b, stmt, value, flushed);
        } else if (edgeprof_calls_may_leave(b->session, stmt)) {
            end_segment(b, first, &marks);
        }
    }
    end_segment(b, first, &marks);
}

gimple *build_increment(const char *text, tree value)
{
    vec<tree, va_gc> *inputs = NULL;
    vec<tree, va_gc> *clobbers = NULL;
    if (value)
        vec_safe_push(
            inputs, edgeprof_mark_operand(edgeprof_compat_asm_addend(), value));
    vec_safe_push(clobbers, build_tree_list(NULL_TREE, build_string(3, "cc")));
    gasm *asm_stmt = gimple_build_asm_vec(text, inputs, NULL, clobbers, NULL);
    gimple_asm_set_volatile(asm_stmt, true);
    gimple_asm_set_inline(asm_stmt, true);
    return asm_stmt;
}

void write_segment(const body *b, const segment *segment)
{
    struct ep_buf text = {};
    ep_buf_text(&text, edgeprof_compat_asm_begin());
    ep_emit_increment(&b->count, segment->counter, EP_ASM_GCC,
                      segment->value != NULL_TREE, &text);
    ep_buf_text(&text, edgeprof_compat_asm_end());
    if (text.failed)
        fatal_error(UNKNOWN_LOCATION, "edgeprof: out of memory");
    gimple_stmt_iterator gsi = gsi_for_stmt(segment->first);
    gsi_replace(&gsi, build_increment(text.data, segment->value), false);
    ep_buf_release(&text);
}

void remove_statement(gimple *stmt)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    unlink_stmt_vdef(stmt);
    gsi_remove(&gsi, true);
    release_defs(stmt);
}

void write_body(body *b)
{
    b->status = ep_count_seal(&b->count, &b->session->text);
    if (b->status != EP_OK)
        return;
    for (unsigned i = 0; i < b->segments.length(); i++)
        write_segment(b, &b->segments[i]);
    for (unsigned i = 0; i < b->spare.length(); i++)
        remove_statement(b->spare[i]);
}

} // namespace

void edgeprof_count_function(edgeprof_session *session)
{
    body b = {};
    basic_block bb;
    b.session = session;
    b.status =
        ep_count_init(&b.count, session->unit, edgeprof_compat_name(cfun->decl),
                      !TREE_PUBLIC(cfun->decl));
    FOR_EACH_BB_FN (bb, cfun)
        read_block(&b, bb);
    if (b.status == EP_OK && !b.segments.is_empty())
        write_body(&b);
    edgeprof_ok(b.status, &b.diag);
    ep_count_release(&b.count);
}

void edgeprof_count_check()
{
    basic_block bb;
    if (!cfun->cfg)
        return;
    FOR_EACH_BB_FN (bb, cfun)
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
             gsi_next(&gsi))
            if (edgeprof_mark_statement(gsi_stmt(gsi))) {
                error("edgeprof: a mark of %qD was never counted", cfun->decl);
                return;
            }
}
