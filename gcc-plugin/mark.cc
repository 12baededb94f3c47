/* SPDX-License-Identifier: MIT
 *
 * mark.cc - see mark.h.  GCC's graph becomes the core's, the core chooses, the
 * marks go where it says.
 */
#include "mark.h"

#include "gimple-walk.h"

namespace
{

const uint64_t ONE_CALL = 1 << 20; /* weight of the function's entry */
const uint64_t HOT = ONE_CALL << 30;

/* ---- marks and anchors --------------------------------------------------- */

/* The operand's symbolic name tells our asm from any of the user's. */
const char OPERAND_NAME[] = "edgeprof";

tree mark_operand(uint64_t id)
{
    tree name = build_string(sizeof OPERAND_NAME, OPERAND_NAME);
    tree head = build_tree_list(name, build_string(2, "i"));
    return build_tree_list(
        head, build_int_cst(long_long_unsigned_type_node, (HOST_WIDE_INT)id));
}

gimple *build_mark(uint64_t id)
{
    vec<tree, va_gc> *inputs = NULL;
    vec_safe_push(inputs, mark_operand(id));
    gasm *mark = gimple_build_asm_vec("", inputs, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    gimple_asm_set_inline(mark, true);
    return mark;
}

/* An anchor is a prediction that predicts nothing: warnings look through
 * predictions, clean-ups of the graph do not. */
const enum br_predictor ANCHOR = PRED_NO_PREDICTION;

bool is_anchor(gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_PREDICT &&
           gimple_predict_predictor(stmt) == ANCHOR;
}

bool is_jump(tree node)
{
    switch (TREE_CODE(node)) {
    case GOTO_EXPR:
    case RETURN_EXPR:
    case BREAK_STMT:
    case CONTINUE_STMT:
        return EXPR_HAS_LOCATION(node);
    default:
        return false;
    }
}

/* walk_tree callback: a jump J becomes { anchor; J }. */
tree anchor_jump(tree *at, int *walk_subtrees, void *data)
{
    hash_set<tree> *seen = (hash_set<tree> *)data;
    tree jump = *at;
    if (TYPE_P(jump)) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (!is_jump(jump))
        return NULL_TREE;
    *walk_subtrees = 0;
    if (TREE_CODE(jump) == RETURN_EXPR)
        walk_tree(&TREE_OPERAND(jump, 0), anchor_jump, data, seen);
    tree anchor = build_predict_expr(ANCHOR, NOT_TAKEN);
    SET_EXPR_LOCATION(anchor, EXPR_LOCATION(jump));
    tree list = NULL_TREE;
    append_to_statement_list_force(anchor, &list);
    append_to_statement_list_force(jump, &list);
    *at = list;
    return NULL_TREE;
}

/* ---- cleanups ------------------------------------------------------------
 * Destructors' calls stand where the compiler wants them, and lowering copies
 * them at some -O levels and not at others: they belong to no line.  A flag on
 * the statements outlives lowering. */

tree flag_statement(gimple_stmt_iterator *gsi, bool *, struct walk_stmt_info *)
{
    gimple_set_visited(gsi_stmt(*gsi), true);
    return NULL_TREE;
}

tree flag_cleanup(gimple_stmt_iterator *gsi, bool *handled,
                  struct walk_stmt_info *)
{
    gtry *stmt = dyn_cast<gtry *>(gsi_stmt(*gsi));
    *handled = false;
    if (!stmt)
        return NULL_TREE;
    gimple_seq cleanup = gimple_try_cleanup(stmt);
    gimple *first = gimple_seq_first_stmt(cleanup);
    if (!first || gimple_code(first) == GIMPLE_CATCH ||
        gimple_code(first) == GIMPLE_EH_FILTER ||
        gimple_code(first) == GIMPLE_EH_ELSE)
        return NULL_TREE;
    struct walk_stmt_info info = {};
    walk_gimple_seq(cleanup, flag_statement, NULL, &info);
    return NULL_TREE;
}

/* What lowering adds to leave a cleanup by several ways. */
bool is_cleanup_variable(tree operand)
{
    return operand && VAR_P(operand) && DECL_ARTIFICIAL(operand) &&
           DECL_NAME(operand) &&
           edgeprof_compat_starts(IDENTIFIER_POINTER(DECL_NAME(operand)),
                                  "finally_tmp");
}

/* ---- lines --------------------------------------------------------------- */

/* Whether STMT is a statement or condition of the source. */
bool is_statement(gimple *stmt)
{
    switch (gimple_code(stmt)) {
    case GIMPLE_ASSIGN:
        return !gimple_clobber_p(stmt) && !gimple_visited_p(stmt) &&
               !is_cleanup_variable(gimple_assign_lhs(stmt));
    case GIMPLE_CALL:
        return !gimple_visited_p(stmt) &&
               !gimple_call_builtin_p(stmt, BUILT_IN_EH_POINTER) &&
               !gimple_call_builtin_p(stmt, BUILT_IN_STACK_SAVE) &&
               !gimple_call_builtin_p(stmt, BUILT_IN_STACK_RESTORE);
    case GIMPLE_SWITCH:
        return !is_cleanup_variable(gimple_switch_index(as_a<gswitch *>(stmt)));
    case GIMPLE_COND:
    case GIMPLE_ASM:
        return !gimple_visited_p(stmt);
    default:
        return is_anchor(stmt);
    }
}

/* A constructor, destructor or operator that nobody wrote.  A lambda's body is
 * artificial to GCC, and so are the parts of a coroutine. */
bool is_implicit_member(tree fndecl)
{
    if (!DECL_ARTIFICIAL(fndecl) || !DECL_CONTEXT(fndecl) ||
        !TYPE_P(DECL_CONTEXT(fndecl)))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(fndecl));
    return DECL_CXX_CONSTRUCTOR_P(fndecl) || DECL_CXX_DESTRUCTOR_P(fndecl) ||
           strcmp(name, "_FUN") == 0 ||
           (edgeprof_compat_starts(name, "operator") &&
            strcmp(name, "operator()") != 0);
}

/* The line that STMT is on if the user wrote it, or no file.  What GCC adds
 * has no place, or that of the function's name or closing brace. */
expanded_location place(gimple *stmt)
{
    expanded_location none = {};
    location_t location = LOCATION_LOCUS(gimple_location(stmt));
    if (!is_statement(stmt) ||
        location == LOCATION_LOCUS(cfun->function_end_locus) ||
        location == LOCATION_LOCUS(DECL_SOURCE_LOCATION(cfun->decl)))
        return none;
    return edgeprof_compat_line(location);
}

/* ---- the graph ------------------------------------------------------------
 */

/* Where the mark of an edge of the core's graph is put. */
struct site {
    edge on;          /* on this edge of GCC's, or */
    gimple *after;    /* behind this statement, or */
    basic_block head; /* at the beginning of this block */
};

struct graph {
    edgeprof_session *session;
    struct ep_cfg *cfg;
    bool lines;
    int status;
    auto_vec<site> sites;     /* per edge of cfg */
    auto_vec<uint32_t> first; /* per basic block: its first piece, ... */
    auto_vec<uint32_t> last;  /* ... and its last */
    auto_vec<bool> leaves;    /* its last statement may leave the function */
    auto_vec<uint64_t> freq;  /* executions per ONE_CALL */
};

void add_edge(graph *g, uint32_t src, uint32_t dst, enum ep_edge_kind kind,
              uint64_t weight, site where)
{
    if (g->status == EP_OK)
        g->status = ep_cfg_add_edge(g->cfg, src, dst, kind, 0, weight);
    g->sites.safe_push(where);
}

typedef int add_place(struct ep_cfg *, uint32_t, const char *, uint32_t);

void add_at(graph *g, uint32_t block, gimple *stmt, add_place *add)
{
    expanded_location at = place(stmt);
    if (g->lines && at.file && g->status == EP_OK)
        g->status = add(g->cfg, block, at.file, (uint32_t)at.line);
}

gimple *first_statement(basic_block bb)
{
    gimple_stmt_iterator gsi = gsi_after_labels(bb);
    if (!gsi_end_p(gsi) && is_gimple_debug(gsi_stmt(gsi)))
        gsi_next_nondebug(&gsi);
    return gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
}

/* GCC's stand-in for "from any call to any place that calls can jump to". */
bool is_dispatcher(basic_block bb)
{
    gimple *stmt = first_statement(bb);
    return stmt && gimple_call_internal_p(stmt, IFN_ABNORMAL_DISPATCHER);
}

/* A second return of setjmp appears behind the call, not at its block. */
bool starts_with_setjmp(basic_block bb)
{
    gimple *stmt = first_statement(bb);
    return stmt && is_gimple_call(stmt) &&
           (gimple_call_flags(stmt) & ECF_RETURNS_TWICE);
}

bool is_odd(edge e)
{
    return e->flags & (EDGE_EH | EDGE_ABNORMAL);
}

bool is_computed_goto(gimple *stmt)
{
    return stmt && gimple_code(stmt) == GIMPLE_GOTO;
}

/* An edge of a computed goto whose target is reached in no other way: such a
 * target can be marked at its head. */
bool is_countable_goto(edge e)
{
    return (e->flags & EDGE_ABNORMAL) && single_pred_p(e->dest) &&
           is_computed_goto(last_stmt(e->src));
}

/* Control arrives at BB from nowhere. */
bool is_arrival(basic_block bb)
{
    edge e;
    edge_iterator ei;
    if (starts_with_setjmp(bb))
        return false;
    FOR_EACH_EDGE (e, ei, bb->preds)
        if (is_odd(e) && !is_countable_goto(e))
            return true;
    return false;
}

/* Where control arrives both normally and oddly, give the odd edges a block of
 * their own, so that a mark at its head counts them alone. */
void separate_arrivals()
{
    basic_block bb;
    auto_vec<basic_block> mixed;
    FOR_EACH_BB_FN (bb, cfun) {
        edge e;
        edge_iterator ei;
        unsigned odd = 0;
        FOR_EACH_EDGE (e, ei, bb->preds)
            odd += is_odd(e);
        if (odd > 0 && odd < EDGE_COUNT(bb->preds) && !starts_with_setjmp(bb))
            mixed.safe_push(bb);
    }
    for (unsigned i = 0; i < mixed.length(); i++) {
        basic_block body = split_block_after_labels(mixed[i])->dest;
        for (unsigned k = 0; k < EDGE_COUNT(mixed[i]->preds);) {
            edge e = EDGE_PRED(mixed[i], k);
            if (is_odd(e))
                k++;
            else
                redirect_edge_and_branch(e, body);
        }
        if (current_loops)
            loops_state_set(LOOPS_NEED_FIXUP);
    }
}

/* ---- weights --------------------------------------------------------------
 * Guessed as long as nobody has measured: loops run eight times, what ends in
 * a call that never returns is rare, other ways are equally likely. */

unsigned depth(basic_block bb)
{
    return current_loops && bb->loop_father ? loop_depth(bb->loop_father) : 0;
}

uint64_t share(edge e)
{
    if (is_odd(e) || EDGE_COUNT(e->dest->succs) == 0)
        return 1;
    return depth(e->dest) < depth(e->src) ? 1000 : 7000;
}

uint64_t edge_weight(const graph *g, edge e)
{
    uint64_t sum = 0;
    edge other;
    edge_iterator ei;
    FOR_EACH_EDGE (other, ei, e->src->succs)
        sum += share(other);
    return g->freq[e->src->index] / sum * share(e) + 1;
}

uint64_t block_weight(const graph *g, basic_block bb)
{
    uint64_t sum = 0;
    bool loop = false;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds) {
        loop |= (e->flags & EDGE_DFS_BACK) != 0;
        if (!(e->flags & EDGE_DFS_BACK))
            sum += edge_weight(g, e);
    }
    return MIN(loop ? sum * 8 : sum, HOT);
}

void guess_weights(graph *g)
{
    auto_vec<int> order;
    order.safe_grow_cleared(n_basic_blocks_for_fn(cfun));
    g->freq.safe_grow_cleared(last_basic_block_for_fn(cfun));
    g->freq[ENTRY_BLOCK] = ONE_CALL;
    mark_dfs_back_edges();
    int n = pre_and_rev_post_order_compute(NULL, order.address(), false);
    for (int i = 0; i < n; i++)
        g->freq[order[i]] = block_weight(g, BASIC_BLOCK_FOR_FN(cfun, order[i]));
}

/* ---- reading ---------------------------------------------------------------
 */

/* The pieces of BB: a statement that may leave, inside it, ends one. */
void read_block(graph *g, basic_block bb)
{
    uint32_t block = ep_cfg_add_block(g->cfg);
    g->first[bb->index] = block;
    gimple_stmt_iterator gsi = gsi_start_bb(bb);
    while (!gsi_end_p(gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        add_at(g, block, stmt, ep_cfg_add_line);
        if (is_anchor(stmt)) {
            gsi_remove(&gsi, true);
            continue;
        }
        gsi_next_nondebug(&gsi);
        if (!edgeprof_may_leave(g->session, stmt))
            continue;
        if (gsi_end_p(gsi)) {
            g->leaves[bb->index] = true;
            break;
        }
        uint32_t next = ep_cfg_add_block(g->cfg);
        add_edge(g, block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, {});
        add_edge(g, EP_BLOCK_EXIT, next, EP_EDGE_RETURN, g->freq[bb->index],
                 {NULL, stmt, NULL});
        if (gimple_get_lhs(stmt)) /* is set once per return */
            add_at(g, next, stmt, ep_cfg_add_line);
        block = next;
    }
    g->last[bb->index] = block;
}

bool is_guard(tree operand)
{
    if (operand && TREE_CODE(operand) == ADDR_EXPR)
        operand = TREE_OPERAND(operand, 0);
    operand = operand ? get_base_address(operand) : NULL_TREE;
    return operand && VAR_P(operand) && DECL_NAME(operand) &&
           edgeprof_compat_starts(IDENTIFIER_POINTER(DECL_NAME(operand)),
                                  "_ZGV");
}

/* Whether the compiler, not the user, wrote the condition at BB's end. */
bool is_made(basic_block bb)
{
    if (!place(last_stmt(bb)).file)
        return true;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
         gsi_next(&gsi))
        for (unsigned i = 0; i < gimple_num_ops(gsi_stmt(gsi)); i++)
            if (is_guard(gimple_op(gsi_stmt(gsi), i)))
                return true;
    return false;
}

bool is_decision(gimple *stmt)
{
    return stmt && (gimple_code(stmt) == GIMPLE_COND ||
                    gimple_code(stmt) == GIMPLE_SWITCH);
}

enum ep_edge_kind edge_kind(edge e)
{
    gimple *stmt = last_stmt(e->src);
    if (is_decision(stmt) && is_made(e->src))
        return EP_EDGE_MADE;
    switch (stmt ? gimple_code(stmt) : GIMPLE_NOP) {
    case GIMPLE_COND:
        return e->flags & EDGE_TRUE_VALUE ? EP_EDGE_TRUE : EP_EDGE_FALSE;
    case GIMPLE_SWITCH: {
        edge other = gimple_switch_default_edge(cfun, as_a<gswitch *>(stmt));
        return e == other ? EP_EDGE_DEFAULT : EP_EDGE_CASE;
    }
    case GIMPLE_GOTO:
        return EP_EDGE_CASE;
    case GIMPLE_ASM:
        if (single_succ_p(e->src))
            return EP_EDGE_FALL;
        return e->flags & EDGE_FALLTHRU ? EP_EDGE_DEFAULT : EP_EDGE_CASE;
    default:
        return single_succ_p(e->src) ? EP_EDGE_FALL : EP_EDGE_MADE;
    }
}

/* E is taken when the call at its source comes back.  What the call gives is
 * then stored: that makes a block of its own, on E. */
void add_return(graph *g, edge e)
{
    uint32_t dst = g->first[e->dest->index];
    uint64_t weight = edge_weight(g, e);
    if (gimple_get_lhs(last_stmt(e->src))) {
        uint32_t stored = ep_cfg_add_block(g->cfg);
        add_at(g, stored, last_stmt(e->src), ep_cfg_add_line);
        add_edge(g, stored, dst, EP_EDGE_FALL, weight, {e, NULL, NULL});
        dst = stored;
    }
    add_edge(g, EP_BLOCK_EXIT, dst, EP_EDGE_RETURN, weight, {e, NULL, NULL});
}

/* The ways out of BB. */
void read_edges(graph *g, basic_block bb)
{
    uint32_t src = g->last[bb->index];
    bool leaves = g->leaves[bb->index] || EDGE_COUNT(bb->succs) == 0;
    bool decides = is_decision(last_stmt(bb));
    bool returns = g->leaves[bb->index] && !decides;
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs) {
        uint32_t dst = g->first[e->dest->index];
        if (is_countable_goto(e))
            add_edge(g, src, dst, EP_EDGE_CASE, edge_weight(g, e),
                     {NULL, NULL, e->dest});
        else if (is_odd(e))
            leaves = true;
        else if (returns)
            add_return(g, e);
        else
            add_edge(g, src, dst, edge_kind(e), edge_weight(g, e),
                     {e, NULL, NULL});
    }
    if (decides && !is_made(bb))
        add_at(g, src, last_stmt(bb), ep_cfg_add_branch);
    if (leaves)
        add_edge(g, src, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, {});
    if (is_arrival(bb))
        add_edge(g, EP_BLOCK_EXIT, g->first[bb->index], EP_EDGE_ARRIVE,
                 g->freq[bb->index], {NULL, NULL, bb});
}

/* Read the current function into g->cfg. */
void read_function(graph *g)
{
    basic_block bb;
    guess_weights(g);
    unsigned n = last_basic_block_for_fn(cfun);
    g->first.safe_grow_cleared(n);
    g->last.safe_grow_cleared(n);
    g->leaves.safe_grow_cleared(n);
    g->first[EXIT_BLOCK] = EP_BLOCK_EXIT;
    edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun));
    add_edge(g, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, ONE_CALL,
             {entry, NULL, NULL});
    FOR_EACH_BB_FN (bb, cfun)
        if (!is_dispatcher(bb))
            read_block(g, bb);
    add_edge(g, EP_BLOCK_ENTRY, g->first[entry->dest->index], EP_EDGE_FALL,
             ONE_CALL, {entry, NULL, NULL});
    FOR_EACH_BB_FN (bb, cfun)
        if (!is_dispatcher(bb))
            read_edges(g, bb);
}

/* ---- writing --------------------------------------------------------------
 */

void put_at_head(basic_block bb, gimple *mark)
{
    gimple_stmt_iterator gsi = gsi_after_labels(bb);
    gsi_insert_before(&gsi, mark, GSI_SAME_STMT);
}

void put_on_edge(edge e, gimple *mark)
{
    gimple *stmt = e->src->index == ENTRY_BLOCK ? NULL : last_stmt(e->src);
    if (stmt && gimple_code(stmt) == GIMPLE_RETURN) {
        gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
        gsi_insert_before(&gsi, mark, GSI_SAME_STMT);
    } else if (e->src->index != ENTRY_BLOCK && single_succ_p(e->src) &&
               !(stmt && stmt_ends_bb_p(stmt))) {
        gimple_stmt_iterator gsi = gsi_last_bb(e->src);
        gsi_insert_after(&gsi, mark, GSI_NEW_STMT);
    } else if (single_pred_p(e->dest) && e->dest->index != EXIT_BLOCK) {
        put_at_head(e->dest, mark);
    } else {
        put_at_head(split_edge(e), mark);
    }
}

void put_mark(const site *where, uint64_t id)
{
    gimple *mark = build_mark(id);
    if (where->on) {
        put_on_edge(where->on, mark);
    } else if (where->head) {
        put_at_head(where->head, mark);
    } else {
        gimple_stmt_iterator gsi = gsi_for_stmt(where->after);
        gsi_insert_after(&gsi, mark, GSI_SAME_STMT);
    }
}

/* What the notes say of the current function besides its graph. */
int describe(struct ep_function *function)
{
    tree decl = cfun->decl;
    expanded_location at = edgeprof_compat_line(DECL_SOURCE_LOCATION(decl));
    const char *name = edgeprof_compat_name(decl);
    function->name = ep_mem_dup(name, strlen(name));
    function->line = at.file ? (uint32_t)at.line : 0;
    bool member = DECL_CONTEXT(decl) && TYPE_P(DECL_CONTEXT(decl));
    bool made = member ? is_implicit_member(decl) : DECL_ARTIFICIAL(decl);
    function->flags = (TREE_PUBLIC(decl) ? 0 : EP_FUNCTION_LOCAL) |
                      (made ? EP_FUNCTION_MADE : 0);
    if (!function->name)
        return EP_ENOMEM;
    return ep_cfg_add_file(&function->cfg, at.file ? at.file : "",
                           &function->file);
}

/* Mark the current function. */
void edgeprof_mark_function(edgeprof_session *session)
{
    struct ep_function function = {};
    struct ep_diag diag = {};
    uint32_t index;
    graph g = {};
    g.session = session;
    g.cfg = &function.cfg;
    g.lines = !is_implicit_member(cfun->decl);
    ep_cfg_init(g.cfg);
    separate_arrivals();
    g.status = describe(&function);
    read_function(&g);
    if (g.status == EP_OK)
        g.status = ep_cfg_finish(g.cfg, &diag);
    if (g.status == EP_OK)
        g.status = ep_unit_add(session->unit, &function, &diag, &index);
    if (!edgeprof_ok(g.status, &diag)) {
        ep_function_release(&function);
        return;
    }
    const struct ep_function *noted = ep_unit_function(session->unit, index);
    for (uint32_t i = 0; i < g.sites.length(); i++)
        if (noted->mark[i] != EP_NONE)
            put_mark(&g.sites[i], ep_mark_id(index, noted->mark[i]));
}

/* ---- the unit -------------------------------------------------------------
 */

typedef hash_set<cgraph_node *> node_set;

/* NODE runs while the module is being relocated, before anything could have
 * prepared its counters; so do its callees. */
void add_resolver(cgraph_node *node, node_set *out)
{
    if (out->add(node))
        return;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee)
        add_resolver(e->callee->ultimate_alias_target(), out);
}

void find_resolvers(node_set *out)
{
    cgraph_node *node;
    FOR_EACH_FUNCTION(node)
    if (node->alias && node->ifunc_resolver)
        add_resolver(node->ultimate_alias_target(), out);
}

typedef hash_set<symtab_node *> symbol_set;

void reach(symtab_node *node, symbol_set *out, auto_vec<symtab_node *> *todo)
{
    if (!out->add(node))
        todo->safe_push(node);
}

/* What the unit can use.  At -O0 GCC keeps static functions that nothing uses;
 * elsewhere they are gone by now, and Clang never has them. */
void find_used(symbol_set *out)
{
    auto_vec<symtab_node *> todo;
    symtab_node *node;
    ipa_ref *ref;
    FOR_EACH_SYMBOL(node)
    if (TREE_PUBLIC(node->decl) || DECL_PRESERVE_P(node->decl) ||
        (TREE_CODE(node->decl) == FUNCTION_DECL &&
         (DECL_STATIC_CONSTRUCTOR(node->decl) ||
          DECL_STATIC_DESTRUCTOR(node->decl))))
        reach(node, out, &todo);
    while (!todo.is_empty()) {
        node = todo.pop();
        for (unsigned i = 0; node->iterate_reference(i, ref); i++)
            reach(ref->referred, out, &todo);
        if (cgraph_node *function = dyn_cast<cgraph_node *>(node))
            for (cgraph_edge *e = function->callees; e; e = e->next_callee)
                reach(e->callee, out, &todo);
    }
}

bool is_selected(const edgeprof_session *session, cgraph_node *node,
                 node_set *resolvers, symbol_set *used)
{
    tree decl = node->decl;
    location_t location = DECL_SOURCE_LOCATION(decl);
    if (lookup_attribute("no_profile_instrument_function",
                         DECL_ATTRIBUTES(decl)) ||
        lookup_attribute("naked", DECL_ATTRIBUTES(decl)) ||
        resolvers->contains(node) || !used->contains(node))
        return false;
    const char *file = edgeprof_compat_line(location).file;
    return ep_options_select(&session->options, file ? file : "",
                             in_system_header_at(location));
}

/* The calls through pointers, whose function type says it. */
void strip_call_purity()
{
    basic_block bb;
    FOR_EACH_BB_FN (bb, cfun)
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
             gsi_next(&gsi)) {
            gcall *call = dyn_cast<gcall *>(gsi_stmt(gsi));
            if (!call || gimple_call_internal_p(call))
                continue;
            tree type = gimple_call_fntype(call);
            if (type && TYPE_READONLY(type))
                gimple_call_set_fntype(
                    call, build_qualified_type(type, TYPE_UNQUALIFIED));
        }
}

int add_call(edgeprof_session *session, uint32_t caller, gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    tree callee = call ? gimple_call_fndecl(call) : NULL_TREE;
    cgraph_node *node = callee ? cgraph_node::get(callee) : NULL;
    if (node)
        node = node->ultimate_alias_target();
    uint32_t *id = node ? session->call_ids->get(node->decl) : NULL;
    if (id)
        return ep_calls_add_edge(&session->calls, caller, *id);
    /* What a RESX throws on, a call threw first. */
    if (gimple_code(stmt) != GIMPLE_RESX && edgeprof_may_leave(session, stmt))
        ep_calls_add_unknown(&session->calls, caller);
    return EP_OK;
}

int add_calls(edgeprof_session *session, cgraph_node *node)
{
    uint32_t caller = *session->call_ids->get(node->decl);
    basic_block bb;
    int status = EP_OK;
    FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION(node->decl))
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb);
             !gsi_end_p(gsi) && status == EP_OK; gsi_next(&gsi))
            status = add_call(session, caller, gsi_stmt(gsi));
    return status;
}

/* Which functions of the unit return exactly once. */
int prove_calls(edgeprof_session *session)
{
    cgraph_node *node;
    int status = EP_OK;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
        uint32_t id;
        bool interposable = node->get_availability() <= AVAIL_INTERPOSABLE ||
                            !DECL_STRUCT_FUNCTION(node->decl)->cfg;
        status = ep_calls_add(&session->calls, interposable, &id);
        if (status != EP_OK)
            return status;
        session->call_ids->put(node->decl, id);
    }
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
        push_cfun(DECL_STRUCT_FUNCTION(node->decl));
        if (status == EP_OK && cfun->cfg)
            status = add_calls(session, node);
        pop_cfun();
    }
    return status == EP_OK ? ep_calls_solve(&session->calls) : status;
}

} // namespace

/* ---- for the other passes -------------------------------------------------
 */

bool edgeprof_mark_id(const gimple *stmt, uint64_t *out)
{
    const gasm *mark = dyn_cast<const gasm *>(stmt);
    if (!mark || gimple_asm_ninputs(mark) != 1)
        return false;
    tree operand = gimple_asm_input_op(mark, 0);
    tree name = TREE_PURPOSE(TREE_PURPOSE(operand));
    if (!name || TREE_CODE(name) != STRING_CST ||
        strcmp(TREE_STRING_POINTER(name), OPERAND_NAME) != 0)
        return false;
    *out = tree_to_uhwi(TREE_VALUE(operand));
    return true;
}

void edgeprof_mark_anchor(tree fndecl)
{
    hash_set<tree> seen;
    walk_tree(&DECL_SAVED_TREE(fndecl), anchor_jump, &seen, &seen);
}

void edgeprof_mark_strip(tree decl)
{
    if (TREE_CODE(decl) != FUNCTION_DECL || fndecl_built_in_p(decl))
        return;
    TREE_READONLY(decl) = 0;
    DECL_PURE_P(decl) = 0;
    DECL_LOOPING_CONST_OR_PURE_P(decl) = 0;
    DECL_IS_NOVOPS(decl) = 0;
}

void edgeprof_mark_cleanups()
{
    struct walk_stmt_info info = {};
    walk_gimple_seq(gimple_body(cfun->decl), flag_cleanup, NULL, &info);
}

bool edgeprof_call_returns(const edgeprof_session *session, const gcall *call)
{
    int flags = gimple_call_flags(call);
    if (gimple_call_internal_p(call))
        return !(flags & ECF_NORETURN);
    if (flags & (ECF_NORETURN | ECF_RETURNS_TWICE))
        return false;
    if (session->options.calls == EP_CALLS_ASSUME_RETURN)
        return true;
    tree callee = gimple_call_fndecl(call);
    cgraph_node *node = callee ? cgraph_node::get(callee) : NULL;
    if (!callee)
        return false;
    if (node)
        node = node->ultimate_alias_target();
    uint32_t *id = node ? session->call_ids->get(node->decl) : NULL;
    if (id)
        return !session->calls.unproven[*id];
    return edgeprof_compat_inline_builtin(callee) ||
           ep_calls_returns(edgeprof_compat_name(callee));
}

bool edgeprof_may_leave(const edgeprof_session *session, gimple *stmt)
{
    uint64_t id;
    if (gcall *call = dyn_cast<gcall *>(stmt))
        return !edgeprof_call_returns(session, call);
    return !edgeprof_mark_id(stmt, &id) && stmt_could_throw_p(cfun, stmt);
}

void edgeprof_mark_unit(edgeprof_session *session)
{
    node_set resolvers;
    symbol_set used;
    cgraph_node *node;
    find_resolvers(&resolvers);
    find_used(&used);
    if (session->options.calls != EP_CALLS_ASSUME_PURE)
        FOR_EACH_FUNCTION(node)
    edgeprof_mark_strip(node->decl);
    if (!edgeprof_ok(prove_calls(session), NULL))
        return;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
        push_cfun(DECL_STRUCT_FUNCTION(node->decl));
        bool selected = is_selected(session, node, &resolvers, &used);
        if (cfun->cfg && session->options.calls != EP_CALLS_ASSUME_PURE)
            strip_call_purity();
        if (cfun->cfg && selected)
            edgeprof_mark_function(session);
        free_dominance_info(CDI_DOMINATORS);
        pop_cfun();
    }
}
