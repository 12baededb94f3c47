/* SPDX-License-Identifier: MIT
 *
 * count.cc - see count.h.
 */
#include "count.h"

#include "calls_proof.h"
#include "mark.h"

namespace
{

/* A run of statements that are executed equally often, and its marks. */
struct segment {
    gimple *first;    /* the mark that becomes the increment */
    uint32_t counter; /* which one */
};

struct body {
    edgeprof_session *session;
    struct ep_count count;
    struct ep_diag diag;
    int status;
    auto_vec<segment> segments;
    auto_vec<gimple *> spare; /* marks that another one stands for */
};

/* The segment that ends here holds MARKS. */
void end_segment(body *b, auto_vec<uint64_t> *marks)
{
    if (marks->is_empty() || b->status != EP_OK)
        return;
    b->status = ep_count_segment(&b->count, marks->address(), marks->length(),
                                 &b->diag, &b->segments.last().counter);
    marks->truncate(0);
}

void read_block(body *b, basic_block bb)
{
    auto_vec<uint64_t> marks;
    uint64_t id;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (edgeprof_mark_id(stmt, &id)) {
            if (marks.is_empty())
                b->segments.safe_push({stmt, 0});
            else
                b->spare.safe_push(stmt);
            marks.safe_push(id);
        } else if (edgeprof_calls_may_leave(b->session, stmt)) {
            end_segment(b, &marks);
        }
    }
    end_segment(b, &marks);
}

gimple *build_increment(const char *text)
{
    vec<tree, va_gc> *clobbers = NULL;
    vec_safe_push(clobbers, build_tree_list(NULL_TREE, build_string(3, "cc")));
    gasm *asm_stmt = gimple_build_asm_vec(text, NULL, NULL, clobbers, NULL);
    gimple_asm_set_volatile(asm_stmt, true);
    gimple_asm_set_inline(asm_stmt, true);
    return asm_stmt;
}

void write_segment(const body *b, const segment *segment)
{
    struct ep_buf text = {};
    ep_buf_text(&text, edgeprof_compat_asm_begin());
    ep_emit_increment(&b->count, segment->counter, EP_ASM_GCC, 0, &text);
    ep_buf_text(&text, edgeprof_compat_asm_end());
    if (text.failed)
        fatal_error(UNKNOWN_LOCATION, "edgeprof: out of memory");
    gimple_stmt_iterator gsi = gsi_for_stmt(segment->first);
    gsi_replace(&gsi, build_increment(text.data), false);
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
    uint64_t id;
    if (!cfun->cfg)
        return;
    FOR_EACH_BB_FN (bb, cfun)
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
             gsi_next(&gsi))
            if (edgeprof_mark_id(gsi_stmt(gsi), &id)) {
                error("edgeprof: a mark of %qD was never counted", cfun->decl);
                return;
            }
}
