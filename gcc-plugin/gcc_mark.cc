/* SPDX-License-Identifier: MIT
 *
 * gcc_mark.cc - see gcc_mark.h.
 */
#include "gcc_mark.h"

#include "gcc_calls.h"
#include "gcc_graph.h"
#include "gcc_lines.h"
#include "gcc_trips.h"
#include "gcc_use.h"
#include "gcc_values.h"
#include "gcc_ways.h"

namespace
{

/* The operand's symbolic name tells our asm from any of the user's. */
const char OPERAND_NAME[] = "edgeprof";

void put_at_head(basic_block bb, gimple *mark)
{
    gimple_stmt_iterator gsi = gsi_after_labels(bb);
    gsi_insert_before(&gsi, mark, GSI_SAME_STMT);
}

/* What the notes say of the current function besides its graph. */
int describe(struct ep_function *function)
{
    tree decl = cfun->decl;
    expanded_location at =
        edgeprof_compat_line(edgeprof_compat_definition(decl));
    const char *name = edgeprof_compat_name(decl);
    function->name = ep_mem_dup(name, strlen(name));
    function->line = at.file ? (uint32_t)at.line : 0;
    bool member = DECL_CONTEXT(decl) && TYPE_P(DECL_CONTEXT(decl));
    bool made =
        member ? edgeprof_lines_is_implicit(decl) : DECL_ARTIFICIAL(decl);
    function->flags = (TREE_PUBLIC(decl) ? 0 : EP_FUNCTION_LOCAL) |
                      (made ? EP_FUNCTION_MADE : 0);
    if (!function->name)
        return EP_ENOMEM;
    return ep_cfg_set_head(&function->cfg, at.file ? at.file : "",
                           function->line, &function->file);
}

/* Mark the current function. */
void edgeprof_mark_function(edgeprof_session *session)
{
    struct ep_function function = {};
    struct ep_diag diag = {};
    uint32_t index;
    edgeprof_graph graph = {};
    graph.session = session;
    graph.cfg = &function.cfg;
    graph.lines = !edgeprof_lines_has_none();
    ep_cfg_init(graph.cfg);
    graph.status = describe(&function);
    edgeprof_graph_read(&graph);
    if (graph.status == EP_OK)
        graph.status = ep_cfg_finish(graph.cfg, &diag);
    if (graph.status == EP_OK)
        graph.status = ep_unit_add(session->unit, &function, &diag, &index);
    if (!edgeprof_ok(graph.status, &diag)) {
        ep_tails_release(&graph.tails);
        ep_function_release(&function);
        return;
    }
    const struct ep_function *noted = ep_unit_function(session->unit, index);
    if (ep_unit_is_measured(session->unit, index) && optimize) {
        edgeprof_use_function(&graph, noted);
        edgeprof_use_calls(&graph, index);
    }
    ep_tails_release(&graph.tails);
    if (session->options.no_count)
        return;
    for (uint32_t i = 0; i < graph.sites.length(); i++)
        if (noted->mark[i] != EP_NONE)
            edgeprof_mark_put(
                &graph.sites[i],
                edgeprof_mark_build_id(ep_mark_id(index, noted->mark[i])));
    edgeprof_ways_put(&graph, index);
    if (ep_unit_counts_values(session->unit))
        edgeprof_values_put(&graph, index, noted);
    edgeprof_trips_put(&graph, ep_unit_trips(session->unit, index), index,
                       noted);
}

/* ---- the unit ---- */

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
    FOR_EACH_FUNCTION (node)
        if (node->alias && node->ifunc_resolver)
            add_resolver(node->ultimate_alias_target(), out);
}

typedef hash_set<symtab_node *> symbol_set;

void add_used(symtab_node *node, symbol_set *out, auto_vec<symtab_node *> *todo)
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
    FOR_EACH_SYMBOL (node)
        if (TREE_PUBLIC(node->decl) || DECL_PRESERVE_P(node->decl) ||
            (TREE_CODE(node->decl) == FUNCTION_DECL &&
             (DECL_STATIC_CONSTRUCTOR(node->decl) ||
              DECL_STATIC_DESTRUCTOR(node->decl))))
            add_used(node, out, &todo);
    while (!todo.is_empty()) {
        node = todo.pop();
        for (unsigned i = 0; node->iterate_reference(i, ref); i++)
            add_used(ref->referred, out, &todo);
        if (cgraph_node *function = dyn_cast<cgraph_node *>(node))
            for (cgraph_edge *e = function->callees; e; e = e->next_callee)
                add_used(e->callee, out, &todo);
    }
}

bool is_selected(const edgeprof_session *session, cgraph_node *node,
                 node_set *resolvers, symbol_set *used)
{
    return !resolvers->contains(node) && used->contains(node) &&
           edgeprof_mark_selects(session, node->decl);
}

} // namespace

bool edgeprof_mark_selects(const edgeprof_session *session, tree fndecl)
{
    expanded_location at =
        edgeprof_compat_line(edgeprof_compat_definition(fndecl));
    if (lookup_attribute("no_profile_instrument_function",
                         DECL_ATTRIBUTES(fndecl)) ||
        lookup_attribute("naked", DECL_ATTRIBUTES(fndecl)))
        return false;
    return ep_options_select(&session->options, at.file ? at.file : "",
                             at.sysp);
}

tree edgeprof_mark_operand(const char *constraint, tree value)
{
    tree operand = edgeprof_asm_operand(constraint, value);
    TREE_PURPOSE(TREE_PURPOSE(operand)) =
        build_string(sizeof OPERAND_NAME, OPERAND_NAME);
    return operand;
}

tree edgeprof_asm_operand(const char *constraint, tree value)
{
    tree text = build_string((int)strlen(constraint) + 1, constraint);
    return build_tree_list(build_tree_list(NULL_TREE, text), value);
}

gimple *edgeprof_mark_build(vec<tree, va_gc> *operands)
{
    gasm *mark = gimple_build_asm_vec("", operands, NULL, NULL, NULL);
    gimple_asm_set_volatile(mark, true);
    gimple_asm_set_inline(mark, true);
    return mark;
}

gimple *edgeprof_mark_build_id(uint64_t id, tree value, unsigned n)
{
    tree word = long_long_unsigned_type_node;
    vec<tree, va_gc> *operands = NULL;
    vec_safe_push(operands, edgeprof_mark_operand(
                                "i", build_int_cst(word, (HOST_WIDE_INT)id)));
    if (value)
        vec_safe_push(operands, edgeprof_mark_operand("r", value));
    while (vec_safe_length(operands) < n)
        vec_safe_push(operands,
                      edgeprof_mark_operand("i", build_zero_cst(word)));
    return edgeprof_mark_build(operands);
}

void edgeprof_mark_put_on_edge(edge e, gimple *stmt)
{
    gimple *last = e->src->index == ENTRY_BLOCK ? NULL : last_stmt(e->src);
    if (last && gimple_code(last) == GIMPLE_RETURN) {
        gimple_stmt_iterator gsi = gsi_for_stmt(last);
        gsi_insert_before(&gsi, stmt, GSI_SAME_STMT);
    } else if (e->src->index != ENTRY_BLOCK && single_succ_p(e->src) &&
               !(last && stmt_ends_bb_p(last))) {
        gimple_stmt_iterator gsi = gsi_last_bb(e->src);
        gsi_insert_after(&gsi, stmt, GSI_NEW_STMT);
    } else if (single_pred_p(e->dest) && e->dest->index != EXIT_BLOCK) {
        put_at_head(e->dest, stmt);
    } else {
        put_at_head(split_edge(e), stmt);
    }
}

const gasm *edgeprof_mark_statement(const gimple *stmt)
{
    const gasm *mark = dyn_cast<const gasm *>(stmt);
    if (!mark || gimple_asm_ninputs(mark) == 0)
        return NULL;
    tree name = TREE_PURPOSE(TREE_PURPOSE(gimple_asm_input_op(mark, 0)));
    if (!name || TREE_CODE(name) != STRING_CST ||
        strcmp(TREE_STRING_POINTER(name), OPERAND_NAME) != 0)
        return NULL;
    return mark;
}

bool edgeprof_mark_is_flush(const gasm *mark)
{
    tree constraint = TREE_VALUE(TREE_PURPOSE(gimple_asm_input_op(mark, 0)));
    return TREE_STRING_POINTER(constraint)[0] == 'r';
}

tree edgeprof_mark_value(const gimple *stmt, unsigned n, uint64_t *out)
{
    const gasm *mark = edgeprof_mark_statement(stmt);
    if (!mark || gimple_asm_ninputs(mark) != n || edgeprof_mark_is_flush(mark))
        return NULL_TREE;
    *out = tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(mark, 0)));
    return TREE_VALUE(gimple_asm_input_op(mark, 1));
}

void edgeprof_mark_put(const edgeprof_site *where, gimple *stmt)
{
    if (where->on) {
        edgeprof_mark_put_on_edge(where->on, stmt);
    } else if (where->head) {
        put_at_head(where->head, stmt);
    } else {
        gimple_stmt_iterator gsi = gsi_for_stmt(where->after);
        gsi_insert_after(&gsi, stmt, GSI_SAME_STMT);
    }
}

bool edgeprof_mark_id(const gimple *stmt, uint64_t *out)
{
    const gasm *mark = edgeprof_mark_statement(stmt);
    if (!mark)
        return false;
    if (tree value = edgeprof_trips(stmt, out)) {
        if (TREE_CODE(value) == INTEGER_CST)
            *out += ep_trips_bin(tree_to_uhwi(value));
        return TREE_CODE(value) == INTEGER_CST;
    }
    if (gimple_asm_ninputs(mark) != 1)
        return false;
    *out = tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(mark, 0)));
    return true;
}

void edgeprof_mark_summarize(cgraph_node *node, bool early)
{
    basic_block bb;
    auto_vec<gimple *> marks;
    FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION(node->decl))
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
             gsi_next(&gsi))
            if (edgeprof_mark_statement(gsi_stmt(gsi)))
                marks.safe_push(gsi_stmt(gsi));
    if (marks.is_empty())
        return;
    for (unsigned i = 0; i < marks.length(); i++)
        marks[i]->code = GIMPLE_NOP;
    compute_fn_summary(node, early);
    for (unsigned i = 0; i < marks.length(); i++)
        marks[i]->code = GIMPLE_ASM;
}

void edgeprof_mark_unit(edgeprof_session *session)
{
    node_set resolvers;
    symbol_set used;
    cgraph_node *node;
    find_resolvers(&resolvers);
    find_used(&used);
    if (session->options.calls != EP_CALLS_ASSUME_PURE)
        FOR_EACH_FUNCTION (node)
            edgeprof_calls_strip(node->decl);
    if (!edgeprof_ok(edgeprof_calls_prove(session), NULL))
        return;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
        push_cfun(DECL_STRUCT_FUNCTION(node->decl));
        bool selected = is_selected(session, node, &resolvers, &used);
        if (cfun->cfg && session->options.calls != EP_CALLS_ASSUME_PURE &&
            !session->options.no_count)
            edgeprof_calls_strip_pointers();
        if (cfun->cfg && selected)
            edgeprof_mark_function(session);
        free_dominance_info(CDI_DOMINATORS);
        pop_cfun();
    }
}
