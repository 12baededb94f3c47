/* SPDX-License-Identifier: MIT
 *
 * gcc_count.cc - see gcc_count.h.
 */
#include "gcc_count.h"

#include "gcc_calls_proof.h"
#include "gcc_guess.h"
#include "gcc_mark.h"
#include "gcc_promote.h"

namespace
{

/* ---- ends ---------------------------------------------------------------- */

void remove_statement(gimple *stmt)
{
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    unlink_stmt_vdef(stmt);
    gsi_remove(&gsi, true);
    release_defs(stmt);
}

/* Whether nobody comes back from BB, to which several ways lead that code can
 * be put on. */
bool is_end(basic_block bb)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds)
        if (e->flags & EDGE_COMPLEX)
            return false;
    return EDGE_COUNT(bb->succs) == 0 && EDGE_COUNT(bb->preds) > 1;
}

/* Move the marks of BB's first piece to the ways that lead to it.  Which of
 * them was taken tells how often the others were not: assertions share an end,
 * and hold so often that they had better not be counted. */
void separate_end(edgeprof_session *session, basic_block bb)
{
    auto_vec<gimple *> marks;
    auto_vec<edge> ways;
    uint64_t id;
    edge e;
    edge_iterator ei;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi)) {
        if (edgeprof_mark_id(gsi_stmt(gsi), &id))
            marks.safe_push(gsi_stmt(gsi));
        else if (edgeprof_calls_may_leave(session, gsi_stmt(gsi)))
            break;
    }
    if (marks.is_empty())
        return;
    FOR_EACH_EDGE (e, ei, bb->preds)
        ways.safe_push(e);
    for (unsigned i = 0; i < ways.length(); i++) {
        gimple_stmt_iterator gsi = gsi_last_bb(split_edge(ways[i]));
        for (unsigned k = 0; k < marks.length(); k++)
            gsi_insert_after(&gsi, gimple_copy(marks[k]), GSI_NEW_STMT);
    }
    for (unsigned k = 0; k < marks.length(); k++)
        remove_statement(marks[k]);
}

void separate_ends(edgeprof_session *session)
{
    basic_block bb;
    auto_vec<basic_block> ends;
    FOR_EACH_BB_FN (bb, cfun)
        if (is_end(bb))
            ends.safe_push(bb);
    for (unsigned i = 0; i < ends.length(); i++)
        separate_end(session, ends[i]);
}

/* ---- pieces -------------------------------------------------------------- */

/* In instructions of the machine, roughly. */
uint32_t size_of(gimple *stmt)
{
    if (is_gimple_debug(stmt) || gimple_code(stmt) == GIMPLE_LABEL ||
        gimple_clobber_p(stmt))
        return 0;
    if (is_gimple_call(stmt) && !gimple_call_internal_p(stmt) &&
        !gimple_inexpensive_call_p(as_a<gcall *>(stmt)))
        return EP_PIECE_LONG;
    return 1;
}

/* A run of statements that are executed equally often, and its marks. */
struct segment {
    gimple *first; /* the mark, or flush, that becomes the increment */
    tree value;    /* what a flush adds; a mark: NULL_TREE, 1 */
};

/* The piece that is being read. */
struct piece {
    uint32_t size;
    gimple *first; /* of its marks */
    auto_vec<uint64_t> marks;
};

struct body {
    edgeprof_session *session;
    struct ep_count count;
    struct ep_diag diag;
    int status;
    edgeprof_guess guess;
    auto_vec<uint32_t> head;    /* per basic block: its first piece, ... */
    auto_vec<uint32_t> tail;    /* ... and its last */
    auto_vec<segment> segments; /* as the core numbers them */
    auto_vec<gimple *> spare;   /* marks that another one stands for */
    tree near;                  /* see there; made when it is needed */
};

void add_edge(body *b, uint32_t src, uint32_t dst, enum ep_edge_kind kind)
{
    if (b->status == EP_OK)
        b->status = ep_cfg_add_edge(&b->count.graph, src, dst, kind, 0, 0);
}

/* The piece that is the last of BB so far ends. */
void end_piece(body *b, basic_block bb, piece *last)
{
    uint32_t id = b->tail[bb->index];
    if (b->status == EP_OK)
        b->status =
            ep_count_piece(&b->count, id, edgeprof_guess_block(&b->guess, bb),
                           optimize ? last->size : uint32_t{EP_PIECE_LONG});
    last->size = 0;
    if (last->marks.is_empty())
        return;
    if (b->status == EP_OK)
        b->status = ep_count_segment(&b->count, id, last->marks.address(),
                                     last->marks.length(), &b->diag);
    b->segments.safe_push({last->first, NULL_TREE});
    last->marks.truncate(0);
}

void read_flush(body *b, gimple *flush, tree value,
                const auto_vec<uint64_t> &ids)
{
    if (integer_zerop(value)) {
        b->spare.safe_push(flush);
        return;
    }
    if (b->status == EP_OK)
        b->status =
            ep_count_flush(&b->count, ids.address(), ids.length(), &b->diag);
    b->segments.safe_push({flush, value});
}

/* A call that may leave, if LEAVES, ends a piece; or a mark that has to begin
 * one. */
void start_piece(body *b, basic_block bb, bool leaves)
{
    uint32_t piece = b->tail[bb->index];
    uint32_t next = ep_cfg_add_block(&b->count.graph);
    if (leaves) {
        add_edge(b, piece, EP_BLOCK_EXIT, EP_EDGE_LEAVE);
        add_edge(b, EP_BLOCK_EXIT, next, EP_EDGE_RETURN);
    } else {
        add_edge(b, piece, next, EP_EDGE_FALL);
    }
    b->tail[bb->index] = next;
}

void read_block(body *b, basic_block bb)
{
    piece open = {};
    uint64_t id;
    b->tail[bb->index] = b->head[bb->index];
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        auto_vec<uint64_t> flushed;
        if (edgeprof_mark_id(stmt, &id)) {
            if (!open.marks.is_empty() && ep_count_begins(&b->count, id)) {
                end_piece(b, bb, &open);
                start_piece(b, bb, false);
            }
            if (open.marks.is_empty())
                open.first = stmt;
            else
                b->spare.safe_push(stmt);
            open.marks.safe_push(id);
        } else if (tree value = edgeprof_flush(stmt, &flushed)) {
            read_flush(b, stmt, value, flushed);
        } else if (edgeprof_calls_may_leave(b->session, stmt)) {
            end_piece(b, bb, &open);
            start_piece(b, bb, true);
        } else {
            open.size += size_of(stmt);
        }
    }
    end_piece(b, bb, &open);
}

void read_edges(body *b, basic_block bb)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs)
        add_edge(b, b->tail[bb->index], b->head[e->dest->index], EP_EDGE_FALL);
}

void read_body(body *b)
{
    basic_block bb;
    unsigned n = last_basic_block_for_fn(cfun);
    b->head.safe_grow_cleared(n);
    b->tail.safe_grow_cleared(n);
    b->head[EXIT_BLOCK] = EP_BLOCK_EXIT;
    b->tail[ENTRY_BLOCK] = EP_BLOCK_ENTRY;
    add_edge(b, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY);
    FOR_EACH_BB_FN (bb, cfun)
        b->head[bb->index] = ep_cfg_add_block(&b->count.graph);
    FOR_EACH_BB_FN (bb, cfun)
        read_block(b, bb);
    read_edges(b, ENTRY_BLOCK_PTR_FOR_FN(cfun));
    FOR_EACH_BB_FN (bb, cfun)
        read_edges(b, bb);
}

/* The address that increments by a register need.  The core defines the symbol
 * in asm. */
tree near(body *b)
{
    if (b->near)
        return b->near;
    tree name = get_identifier(b->count.symbol);
    tree decl =
        build_decl(UNKNOWN_LOCATION, VAR_DECL, name, unsigned_char_type_node);
    SET_DECL_ASSEMBLER_NAME(decl, name);
    DECL_EXTERNAL(decl) = 1;
    TREE_PUBLIC(decl) = 1;
    TREE_ADDRESSABLE(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(decl) = 1;
    tree offset = build_int_cst(ptr_type_node, -EDGEPROF_NEAR_BIAS);
    return b->near = build_fold_addr_expr(build2(
               MEM_REF, TREE_TYPE(decl), build_fold_addr_expr(decl), offset));
}

gimple *build_increment(const char *text, const char *constraint, tree operand)
{
    vec<tree, va_gc> *inputs = NULL;
    vec<tree, va_gc> *clobbers = NULL;
    if (operand)
        vec_safe_push(inputs, edgeprof_asm_operand(constraint, operand));
    vec_safe_push(clobbers, build_tree_list(NULL_TREE, build_string(3, "cc")));
    gasm *asm_stmt = gimple_build_asm_vec(text, inputs, NULL, clobbers, NULL);
    gimple_asm_set_volatile(asm_stmt, true);
    gimple_asm_set_inline(asm_stmt, true);
    return asm_stmt;
}

void write_increment(body *b, const segment *segment, uint32_t counter,
                     enum ep_increment kind)
{
    struct ep_buf text = {};
    const char *constraint = "r";
    tree operand = NULL_TREE;
    if (kind == EP_INCREMENT_VALUE) {
        constraint = edgeprof_compat_asm_addend();
        operand = segment->value;
    } else if (kind == EP_INCREMENT_NEAR) {
        operand = near(b);
    }
    ep_buf_text(&text, edgeprof_compat_asm_begin());
    ep_emit_increment(&b->count, counter, EP_ASM_GCC, kind, &text);
    ep_buf_text(&text, edgeprof_compat_asm_end());
    if (text.failed)
        fatal_error(UNKNOWN_LOCATION, "edgeprof: out of memory");
    gimple_stmt_iterator gsi = gsi_for_stmt(segment->first);
    gsi_replace(&gsi, build_increment(text.data, constraint, operand), false);
    ep_buf_release(&text);
}

void write_body(body *b)
{
    b->status = ep_count_seal(&b->count, &b->session->text, &b->diag);
    if (b->status != EP_OK)
        return;
    for (unsigned i = 0; i < b->segments.length(); i++) {
        const segment *segment = &b->segments[i];
        uint32_t counter = ep_count_counter(&b->count, i);
        if (counter == EP_NONE)
            b->spare.safe_push(segment->first);
        else
            write_increment(b, segment, counter,
                            ep_count_increment(&b->count, i));
    }
    for (unsigned i = 0; i < b->spare.length(); i++)
        remove_statement(b->spare[i]);
}

} // namespace

void edgeprof_count_function(edgeprof_session *session)
{
    body b = {};
    separate_ends(session);
    b.session = session;
    b.status =
        ep_count_init(&b.count, session->unit, edgeprof_compat_name(cfun->decl),
                      !TREE_PUBLIC(cfun->decl));
    if (b.status == EP_OK) {
        b.status = edgeprof_guess_read(&b.guess);
        if (b.status == EP_OK)
            read_body(&b);
        edgeprof_guess_end(&b.guess);
    }
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
