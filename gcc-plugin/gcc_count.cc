/* SPDX-License-Identifier: MIT
 *
 * gcc_count.cc - see gcc_count.h.
 */
#include "gcc_count.h"

#include "gcc_alone.h"
#include "gcc_calls.h"
#include "gcc_guess.h"
#include "gcc_mark.h"
#include "gcc_promote.h"
#include "gcc_trips.h"
#include "gcc_values.h"

#include "tree-cfgcleanup.h"

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

bool separates(basic_block bb)
{
    bool can_split = true;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds)
        can_split &= !(e->flags & EDGE_COMPLEX);
    return ep_body_separates(EDGE_COUNT(bb->succs) > 0, EDGE_COUNT(bb->preds),
                             can_split);
}

/* Move the marks of BB's first piece to the edges that lead to it. */
void separate_end(edgeprof_session *session, basic_block bb)
{
    auto_vec<gimple *> marks;
    auto_vec<edge> edges;
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
        edges.safe_push(e);
    for (unsigned i = 0; i < edges.length(); i++) {
        gimple_stmt_iterator gsi = gsi_last_bb(split_edge(edges[i]));
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
        if (separates(bb))
            ends.safe_push(bb);
    for (unsigned i = 0; i < ends.length(); i++)
        separate_end(session, ends[i]);
}

/* ---- pieces -------------------------------------------------------------- */

enum ep_work work_of(gimple *stmt)
{
    if (is_gimple_debug(stmt) || gimple_code(stmt) == GIMPLE_LABEL ||
        gimple_clobber_p(stmt))
        return EP_WORK_NONE;
    if (is_gimple_call(stmt) && !gimple_call_internal_p(stmt) &&
        !gimple_inexpensive_call_p(as_a<gcall *>(stmt)))
        return EP_WORK_CALL;
    return EP_WORK_SOME;
}

/* A mark, or a flush and the value that it adds, or a loop's end and its variable. */
struct statement {
    gimple *stmt;
    tree value; /* NULL_TREE: a mark */
};

/* The address that increments by a register need. */
struct near_address {
    const char *symbol;
    tree value;
};

struct body {
    edgeprof_session *session;
    struct ep_body_builder *builder;
    edgeprof_guess guess;
    auto_vec<uint32_t> ids;         /* of blocks, by index */
    auto_vec<statement> statements; /* as the builder numbers them */
    auto_vec<near_address> near;    /* made when they are needed */
};

/* The name of the function that DECL is a piece of, or that is inlined as DECL.  Of a
 * constructor or destructor of C++, that is an abstract one: what is compiled are its
 * clones for a whole object and for a base, or one of them for both. */
const char *name_of(body *b, tree decl)
{
    const char *own = edgeprof_compat_name(decl), *found = NULL;
    tree origin = DECL_ORIGIN(decl);
    if (!DECL_ABSTRACT_P(origin))
        return edgeprof_compat_name(origin);
    if (ep_body_knows(b->builder, own))
        return own;
    for (tree clone = DECL_CHAIN(origin);
         clone && TREE_CODE(clone) == FUNCTION_DECL &&
         DECL_ORIGIN(clone) == origin;
         clone = DECL_CHAIN(clone)) {
        const char *name = edgeprof_compat_name(clone);
        if (!ep_body_knows(b->builder, name))
            continue;
        if (found)
            return own; /* it may be either */
        found = name;
    }
    return found ? found : own;
}

/* The scope of the function that BLOCK is of: the body's own, or an inlined one. */
uint32_t scope_of(body *b, tree block)
{
    for (; block && TREE_CODE(block) == BLOCK;
         block = BLOCK_SUPERCONTEXT(block)) {
        if (!inlined_function_outer_scope_p(block))
            continue;
        tree function = block_ultimate_origin(block);
        uint32_t outer = scope_of(b, BLOCK_SUPERCONTEXT(block));
        if (outer == EP_NONE || TREE_CODE(function) != FUNCTION_DECL)
            return EP_NONE;
        expanded_location at =
            expand_location(LOCATION_LOCUS(BLOCK_SOURCE_LOCATION(block)));
        return ep_body_scope(b->builder, outer, (uint32_t)at.line,
                             (uint32_t)at.column, name_of(b, function));
    }
    return 0;
}

/* A frame may end at STMT, if that is more than a name for what was done. */
void read_stop(body *b, gimple *stmt, bool leaves)
{
    location_t location = gimple_location(stmt);
    if (!b->session->options.frames || is_gimple_debug(stmt) ||
        gimple_code(stmt) == GIMPLE_LABEL || gimple_clobber_p(stmt) ||
        LOCATION_LOCUS(location) < RESERVED_LOCATION_COUNT ||
        !gimple_block(stmt))
        return;
    expanded_location at = expand_location(LOCATION_LOCUS(location));
    ep_body_stop(b->builder, scope_of(b, gimple_block(stmt)), (uint32_t)at.line,
                 (uint32_t)at.column, is_gimple_call(stmt), leaves);
}

void read_statement(body *b, gimple *stmt)
{
    auto_vec<uint64_t> marks;
    uint64_t id;
    if (edgeprof_mark_id(stmt, &id)) {
        ep_body_mark(b->builder, id);
        b->statements.safe_push({stmt, NULL_TREE});
    } else if (tree value = edgeprof_flush(stmt, &marks)) {
        ep_body_flush(b->builder, marks.address(),
                      integer_zerop(value) ? 0 : marks.length());
        b->statements.safe_push({stmt, value});
    } else if (tree variable = edgeprof_trips(stmt, &id)) {
        ep_body_table(b->builder, id);
        b->statements.safe_push({stmt, variable});
    } else if (tree pointer = edgeprof_values(stmt, &id)) {
        ep_body_table(b->builder, id);
        b->statements.safe_push({stmt, pointer});
    } else if (edgeprof_calls_may_leave(b->session, stmt)) {
        read_stop(b, stmt, true);
        ep_body_leave(b->builder);
    } else {
        read_stop(b, stmt, false);
        ep_body_work(b->builder, work_of(stmt));
    }
}

void read_edges(body *b, basic_block bb)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs)
        ep_body_edge(b->builder, b->ids[e->dest->index]);
}

void read_body(body *b)
{
    basic_block bb;
    b->ids.safe_grow_cleared(last_basic_block_for_fn(cfun));
    b->ids[EXIT_BLOCK] = EP_BLOCK_EXIT;
    FOR_EACH_BB_FN (bb, cfun)
        b->ids[bb->index] = ep_body_add_block(b->builder);
    if (b->session->options.frames)
        ep_body_scope(b->builder, EP_NONE, 0, 0, name_of(b, cfun->decl));
    read_edges(b, ENTRY_BLOCK_PTR_FOR_FN(cfun));
    FOR_EACH_BB_FN (bb, cfun) {
        ep_body_read_block(b->builder, b->ids[bb->index],
                           edgeprof_guess_block(&b->guess, bb));
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
             gsi_next(&gsi))
            read_statement(b, gsi_stmt(gsi));
        read_edges(b, bb);
    }
}

/* The core defines SYMBOL in asm. */
tree near(body *b, const char *symbol)
{
    for (unsigned i = 0; i < b->near.length(); i++)
        if (b->near[i].symbol == symbol)
            return b->near[i].value;
    tree name = get_identifier(symbol);
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
    tree address = build_fold_addr_expr(
        build2(MEM_REF, TREE_TYPE(decl), build_fold_addr_expr(decl), offset));
    b->near.safe_push({symbol, address});
    return address;
}

void add_clobber(vec<tree, va_gc> **clobbers, const char *name)
{
    vec_safe_push(
        *clobbers,
        build_tree_list(NULL_TREE, build_string((int)strlen(name) + 1, name)));
}

gimple *build_increment(const char *text, vec<tree, va_gc> *inputs,
                        bool witness)
{
    static const char *const scratch[] = EP_ARCH_WITNESS_CLOBBERS;
    vec<tree, va_gc> *clobbers = NULL;
    add_clobber(&clobbers, "cc");
    for (const char *name : scratch)
        if (witness)
            add_clobber(&clobbers, name);
    gasm *asm_stmt = gimple_build_asm_vec(text, inputs, NULL, clobbers, NULL);
    gimple_asm_set_volatile(asm_stmt, true);
    gimple_asm_set_inline(asm_stmt, true);
    return asm_stmt;
}

/* Where the module's counters start. */
tree start(body *b)
{
    static const char symbol[] = "__start_" EDGEPROF_COUNTERS_SECTION;
    return fold_build_pointer_plus_hwi(near(b, symbol), EDGEPROF_NEAR_BIAS);
}

/* What INCREMENT needs, computed before GSI, where AT is. */
vec<tree, va_gc> *operands_of(body *b, gimple_stmt_iterator *gsi,
                              const statement *at,
                              struct ep_increment increment)
{
    vec<tree, va_gc> *operands = NULL;
    auto add = [&](const char *constraint, tree value) {
        vec_safe_push(operands, edgeprof_asm_operand(constraint, value));
    };
    if (increment.kind == EP_INCREMENT_VALUE)
        add(edgeprof_compat_asm_addend(), at->value);
    if (increment.kind == EP_INCREMENT_NEAR)
        add("r", near(b, increment.symbol));
    if (increment.kind == EP_INCREMENT_BIN)
        add("r",
            edgeprof_trips_address(gsi, near(b, increment.symbol), at->value));
    if (increment.kind == EP_INCREMENT_CELL) {
        tree hash = edgeprof_values_hash(gsi, start(b), at->value);
        add("r", edgeprof_values_address(gsi, near(b, increment.symbol), hash));
        add("r", hash);
    }
    return operands;
}

/* Put INCREMENT, of AT, before the statement PLACE. */
void write_increment(body *b, const statement *at,
                     struct ep_increment increment, gimple *place)
{
    struct ep_buf text = {};
    gimple_stmt_iterator gsi = gsi_for_stmt(place);
    vec<tree, va_gc> *operands = operands_of(b, &gsi, at, increment);
    ep_buf_text(&text, edgeprof_compat_asm_begin());
    ep_body_increment_text(b->builder, increment, EP_ASM_GCC, &text);
    ep_buf_text(&text, edgeprof_compat_asm_end());
    if (text.failed)
        fatal_error(UNKNOWN_LOCATION, "edgeprof: out of memory");
    gimple *asm_stmt =
        build_increment(text.data, operands, increment.witness != 0);
    gimple_set_location(asm_stmt, gimple_location(at->stmt));
    gsi_insert_before(&gsi, asm_stmt, GSI_SAME_STMT);
    ep_buf_release(&text);
}

void write_body(body *b)
{
    struct ep_diag diag = {};
    bool is_added = false;
    edgeprof_ok(ep_body_seal(b->builder, &b->session->text, &diag), &diag);
    for (unsigned i = 0; i < b->statements.length(); i++) {
        statement *at = &b->statements[i];
        struct ep_increment increment = ep_body_increment(b->builder, i);
        gcond *condition = ep_body_may_add(b->builder, increment)
                               ? edgeprof_alone(at->stmt)
                               : NULL;
        if (condition) {
            at->value = edgeprof_alone_value(condition, at->stmt);
            increment.kind = EP_INCREMENT_VALUE;
            write_increment(b, at, increment, condition);
            is_added = true;
        } else if (increment.kind != EP_INCREMENT_NONE || increment.witness) {
            write_increment(b, at, increment, at->stmt);
        }
        remove_statement(at->stmt);
    }
    if (is_added) /* the jumps */
        cleanup_tree_cfg();
}

unsigned flags_of(tree function)
{
    unsigned flags = 0;
    if (!TREE_PUBLIC(function))
        flags |= EP_BODY_LOCAL;
    if (!optimize)
        flags |= EP_BODY_UNOPTIMISED;
    if (flag_crossjumping)
        flags |= EP_BODY_MERGED;
    return flags;
}

} // namespace

void edgeprof_count_function(edgeprof_session *session)
{
    body b = {};
    if (!session->options.trace) /* there, each mark tells where it is */
        separate_ends(session);
    b.session = session;
    b.builder = ep_body_new(session->unit, edgeprof_compat_name(cfun->decl),
                            flags_of(cfun->decl));
    if (!edgeprof_ok(b.builder ? EP_OK : EP_ENOMEM, NULL))
        return;
    int status = edgeprof_guess_read(&b.guess);
    if (status == EP_OK)
        read_body(&b);
    edgeprof_guess_end(&b.guess);
    if (edgeprof_ok(status, NULL))
        write_body(&b);
    ep_body_free(b.builder);
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
