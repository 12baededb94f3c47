/* SPDX-License-Identifier: MIT
 *
 * gcc_calls.cc - see gcc_calls.h.
 */
#include "gcc_calls.h"

#include "gcc_mark.h"

namespace
{

/* Among the functions that the unit defines, aliases of such included. */
uint32_t *id_of_unit(const edgeprof_session *session, tree callee)
{
    cgraph_node *node = cgraph_node::get(callee);
    return node ? session->call_ids->get(node->ultimate_alias_target()->decl)
                : NULL;
}

int add_call(edgeprof_session *session, uint32_t caller, gimple *stmt)
{
    gcall *call = dyn_cast<gcall *>(stmt);
    tree callee = call ? gimple_call_fndecl(call) : NULL_TREE;
    uint32_t *id = callee ? id_of_unit(session, callee) : NULL;
    if (id)
        return ep_calls_add_edge(&session->calls, caller, *id);
    /* What a RESX throws on, a call threw first. */
    if (gimple_code(stmt) != GIMPLE_RESX &&
        edgeprof_calls_may_leave(session, stmt))
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

} // namespace

int edgeprof_calls_prove(edgeprof_session *session)
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

/* Number of a function's declaration, which may not outlive the parser -> what was
 * taken from it. */
static hash_map<int_hash<int, -1, -2>, int> *claims;
enum { CLAIMS_CONST = 1, CLAIMS_PURE = 2, CLAIMS_LOOPING = 4 };

void edgeprof_calls_strip(tree decl)
{
    if (TREE_CODE(decl) != FUNCTION_DECL || fndecl_built_in_p(decl))
        return;
    if (TREE_READONLY(decl) || DECL_PURE_P(decl)) {
        int claim = TREE_READONLY(decl) ? CLAIMS_CONST : 0;
        claim |= DECL_PURE_P(decl) ? CLAIMS_PURE : 0;
        claim |= DECL_LOOPING_CONST_OR_PURE_P(decl) ? CLAIMS_LOOPING : 0;
        if (!claims)
            claims = new hash_map<int_hash<int, -1, -2>, int>;
        claims->put((int)DECL_UID(decl), claim);
    }
    TREE_READONLY(decl) = 0;
    DECL_PURE_P(decl) = 0;
    DECL_LOOPING_CONST_OR_PURE_P(decl) = 0;
    DECL_IS_NOVOPS(decl) = 0;
}

void edgeprof_calls_restore()
{
    cgraph_node *node;
    FOR_EACH_FUNCTION (node) {
        tree decl = node->decl;
        const int *claim = claims ? claims->get((int)DECL_UID(decl)) : NULL;
        if (!claim)
            continue;
        TREE_READONLY(decl) = (*claim & CLAIMS_CONST) != 0;
        DECL_PURE_P(decl) = (*claim & CLAIMS_PURE) != 0;
        DECL_LOOPING_CONST_OR_PURE_P(decl) = (*claim & CLAIMS_LOOPING) != 0;
    }
}

void edgeprof_calls_strip_pointers()
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

static bool call_may_leave(const edgeprof_session *session, const gcall *call)
{
    int flags = gimple_call_flags(call);
    if (gimple_call_internal_p(call))
        return flags & ECF_NORETURN;
    tree callee = gimple_call_fndecl(call);
    uint32_t *id = callee ? id_of_unit(session, callee) : NULL;
    ep_call seen = {};
    seen.not_once = flags & (ECF_NORETURN | ECF_RETURNS_TWICE);
    seen.proven = id ? !session->calls.unproven[*id]
                     : callee && edgeprof_compat_inline_builtin(callee);
    seen.name = callee && !id ? edgeprof_compat_name(callee) : NULL;
    return ep_call_may_leave(&seen,
                             session->options.calls == EP_CALLS_ASSUME_RETURN);
}

bool edgeprof_calls_may_leave(const edgeprof_session *session, gimple *stmt)
{
    if (gcall *call = dyn_cast<gcall *>(stmt))
        return call_may_leave(session, call);
    return !edgeprof_mark_statement(stmt) && stmt_could_throw_p(cfun, stmt);
}

bool edgeprof_calls_return_twice(gimple *stmt)
{
    if (!is_gimple_call(stmt))
        return false;
    tree callee = gimple_call_fndecl(stmt);
    return (gimple_call_flags(stmt) & ECF_RETURNS_TWICE) ||
           (callee && ep_calls_returns_twice(edgeprof_compat_name(callee)));
}

bool edgeprof_calls_function(gimple *stmt, const char **name, bool *defined)
{
    if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
        return false;
    tree callee = gimple_call_fndecl(stmt);
    if (callee && edgeprof_compat_inline_builtin(callee))
        return false;
    cgraph_node *node = callee ? cgraph_node::get(callee) : NULL;
    *name = callee ? edgeprof_compat_name(callee) : NULL;
    *defined = node && node->definition;
    return true;
}
