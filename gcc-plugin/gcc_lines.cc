/* SPDX-License-Identifier: MIT
 *
 * gcc_lines.cc - see gcc_lines.h.
 */
#include "gcc_lines.h"

#include "base/braces.h"
#include "base/directives.h"
#include "base/expressions.h"
#include "gcc_anchors.h"
#include "gcc_copies.h"
#include "gcc_made.h"
#include "gcc_source.h"

#include "gimple-walk.h"

namespace
{

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

/* What lowering adds where control goes on from a cleanup to several places, or where
 * what is to be destroyed is only made on some ways. */
bool is_cleanup_variable(tree operand)
{
    return operand && VAR_P(operand) && DECL_ARTIFICIAL(operand) &&
           (edgeprof_made_is_named_like(operand, "finally_tmp") ||
            edgeprof_made_is_named_like(operand, "cleanup"));
}

/* ---- lambdas -------------------------------------------------------------
 * What a lambda captures, GCC puts where its body first uses it; that is a line
 * of the lambda's, not of the function that makes it. */

hash_map<tree, vec<tree>> lambdas; /* of the functions that make them */

bool is_nameless(tree variable)
{
    if (TREE_CODE(variable) == SSA_NAME)
        return !SSA_NAME_VAR(variable);
    return VAR_P(variable) && DECL_ARTIFICIAL(variable) && !DECL_NAME(variable);
}

/* Where the outermost lambda begins that LOCATION is in, or else LOCATION. */
location_t outside_lambdas(location_t location)
{
    vec<tree> *within = lambdas.get(cfun->decl);
    for (unsigned i = 0; within && i < within->length(); i++) {
        tree lambda = (*within)[i];
        location_t first = DECL_SOURCE_LOCATION(lambda);
        struct function *body = DECL_STRUCT_FUNCTION(lambda);
        if (body && !edgeprof_compat_is_before(location, first) &&
            !edgeprof_compat_is_before(body->function_end_locus, location))
            return first;
    }
    return location;
}

/* ---- coroutines ----------------------------------------------------------
 * GCC's C++ makes two functions of a coroutine: one that sets up the frame, and
 * its body, which is all that happens when it is resumed.  What GCC adds to the
 * body is at the name of both, or at the end of the former; the body has none.
 */

hash_map<tree, location_t> bodies; /* of coroutines, and where they end */

void note_body()
{
    gimple *outermost = gimple_seq_first_stmt(gimple_body(cfun->decl));
    if (edgeprof_compat_is_coroutine_body() && outermost)
        bodies.put(cfun->decl, gimple_location(outermost));
}

location_t end_of_function()
{
    location_t *end = bodies.get(cfun->decl);
    return get_pure_location(end ? *end : cfun->function_end_locus);
}

/* &frame->_Coro_promise, for a call that follows. */
bool is_promise(tree operand)
{
    if (TREE_CODE(operand) != ADDR_EXPR)
        return false;
    tree member = TREE_OPERAND(operand, 0);
    return TREE_CODE(member) == COMPONENT_REF &&
           edgeprof_made_is_named(TREE_OPERAND(member, 1), "_Coro_promise");
}

/* What falls off the end of a coroutine returns void where the first co_return
 * does.  The jump behind that is the co_return's own, and anchored. */
bool is_return_void(gimple *stmt)
{
    return bodies.get(cfun->decl) &&
           edgeprof_made_is_named(gimple_call_fndecl(stmt), "return_void");
}

/* ---- loops over arrays -----------------------------------------------------
 * GCC's C++ makes loops over the elements of an array to construct, copy or
 * destroy it.  How often such a loop turns is no count of its line, which the
 * statements in front of it are on as well.  It tests what it steps; the
 * elements of a list are stepped over as well, but in the loop that the user
 * wrote. */

hash_map<class loop *, int> made_loops; /* and their lines; 0: all */

/* Nobody's variable, which VALUE is or was read from, or NULL; a coroutine has
 * its own in the frame. */
tree made_variable(tree value)
{
    if (TREE_CODE(value) == SSA_NAME) {
        gimple *load = SSA_NAME_DEF_STMT(value);
        if (!load || !gimple_assign_load_p(load))
            return NULL_TREE;
        value = gimple_assign_rhs1(load);
    }
    if (VAR_P(value))
        return is_nameless(value) ? value : NULL_TREE;
    if (TREE_CODE(value) != COMPONENT_REF || !bodies.get(cfun->decl))
        return NULL_TREE;
    tree member = TREE_OPERAND(value, 1);
    return edgeprof_made_is_named_like(member, "_D") ? member : NULL_TREE;
}

/* V, nobody's variable, if STMT is V = V + C; or NULL. */
tree stepped(gimple *stmt)
{
    tree variable = is_gimple_assign(stmt)
                        ? made_variable(gimple_assign_lhs(stmt))
                        : NULL_TREE;
    if (variable && gimple_assign_rhs_code(stmt) == SSA_NAME)
        stmt = SSA_NAME_DEF_STMT(gimple_assign_rhs1(stmt));
    if (!variable || !is_gimple_assign(stmt) ||
        (gimple_assign_rhs_code(stmt) != PLUS_EXPR &&
         gimple_assign_rhs_code(stmt) != POINTER_PLUS_EXPR) ||
        TREE_CODE(gimple_assign_rhs2(stmt)) != INTEGER_CST)
        return NULL_TREE;
    return made_variable(gimple_assign_rhs1(stmt)) == variable ? variable
                                                               : NULL_TREE;
}

bool is_exchange(gimple *stmt)
{
    if (!is_gimple_call(stmt))
        return false;
    if (gimple_call_internal_p(stmt))
        return gimple_call_internal_fn(stmt) == IFN_ATOMIC_COMPARE_EXCHANGE;
    tree callee = gimple_call_fndecl(stmt);
    return callee &&
           (edgeprof_made_is_named_like(callee, "__atomic_compare_exchange") ||
            edgeprof_made_is_named_like(callee, "__sync_val_compare_and_swap"));
}

/* Whether TEST asks if an atomic variable was still as it had been read: if not, `x *= 2` of
 * C11 (6.5.16.2, note 113), or of OpenMP's `atomic`, is tried again. The former keeps what
 * was read in nobody's variable, the test of the latter has no place. */
bool is_retry(gcond *test)
{
    gimple *call = NULL;
    for (gimple_stmt_iterator gsi = gsi_start_bb(gimple_bb(test));
         !gsi_end_p(gsi); gsi_next(&gsi))
        if (is_exchange(gsi_stmt(gsi)))
            call = gsi_stmt(gsi);
    if (!call || !gimple_has_location(test))
        return call != NULL;
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        tree operand = gimple_call_arg(call, i);
        if (TREE_CODE(operand) == ADDR_EXPR &&
            VAR_P(TREE_OPERAND(operand, 0)) &&
            is_nameless(TREE_OPERAND(operand, 0)))
            return true;
    }
    return false;
}

bool in_made_loop(gimple *stmt)
{
    basic_block bb = gimple_bb(stmt);
    class loop *loop = current_loops && bb ? bb->loop_father : NULL;
    for (; loop && loop_outer(loop); loop = loop_outer(loop)) {
        int *line = made_loops.get(loop);
        if (line && (*line == 0 || *line == (int)gimple_lineno(stmt)))
            return true;
    }
    return false;
}

/* ---- statements ---- */

/* Whether STMT asks what is to be initialised of what lies outside functions: of
 * which priority, or whether this thread's variables still are. */
bool asks_what_to_initialise(gimple *stmt)
{
    basic_block entry = ENTRY_BLOCK_PTR_FOR_FN(cfun);
    if (!DECL_ARTIFICIAL(cfun->decl))
        return false;
    if (edgeprof_made_is_named(cfun->decl, "__tls_init"))
        return gimple_bb(stmt) == single_succ(entry);
    tree asked =
        gimple_code(stmt) == GIMPLE_COND ? gimple_cond_lhs(stmt) : NULL_TREE;
    if (asked && TREE_CODE(asked) == SSA_NAME)
        asked = SSA_NAME_VAR(asked);
    return asked && TREE_CODE(asked) == PARM_DECL &&
           (edgeprof_made_is_named(asked, "__priority") ||
            edgeprof_made_is_named(asked, "__initialize_p"));
}

/* Whether STMT is a statement or condition of the source. */
bool is_statement(gimple *stmt)
{
    if (asks_what_to_initialise(stmt))
        return false;
    switch (gimple_code(stmt)) {
    case GIMPLE_ASSIGN:
        return !gimple_clobber_p(stmt) && !gimple_visited_p(stmt) &&
               !is_cleanup_variable(gimple_assign_lhs(stmt)) &&
               !is_promise(gimple_assign_rhs1(stmt));
    case GIMPLE_CALL:
        return !gimple_visited_p(stmt) && !is_return_void(stmt) &&
               !gimple_call_builtin_p(stmt, BUILT_IN_EH_POINTER) &&
               !gimple_call_builtin_p(stmt, BUILT_IN_STACK_SAVE) &&
               !gimple_call_builtin_p(stmt, BUILT_IN_STACK_RESTORE);
    case GIMPLE_SWITCH:
        return !is_cleanup_variable(gimple_switch_index(as_a<gswitch *>(stmt)));
    case GIMPLE_COND:
        return !gimple_visited_p(stmt) &&
               !is_cleanup_variable(gimple_cond_lhs(stmt));
    case GIMPLE_ASM:
        return !gimple_visited_p(stmt);
    default:
        return edgeprof_anchors_is(stmt);
    }
}

} // namespace

void edgeprof_lines_note(tree fndecl)
{
    tree closure = DECL_CONTEXT(fndecl);
    if (closure && TYPE_P(closure) && TYPE_CONTEXT(closure) &&
        TREE_CODE(TYPE_CONTEXT(closure)) == FUNCTION_DECL)
        lambdas.get_or_insert(TYPE_CONTEXT(closure)).safe_push(fndecl);
}

void edgeprof_lines_loops()
{
    basic_block bb;
    hash_map<tree, class loop *> tested; /* nobody's variables, and where */
    made_loops.empty();
    if (!current_loops)
        return;
    FOR_EACH_BB_FN (bb, cfun)
        if (gcond *test = safe_dyn_cast<gcond *>(last_stmt(bb))) {
            if (is_retry(test))
                made_loops.put(bb->loop_father, 0);
            for (tree operand : {gimple_cond_lhs(test), gimple_cond_rhs(test)})
                if (tree variable = made_variable(operand))
                    tested.put(variable, bb->loop_father);
        }
    if (!edgeprof_compat_starts(lang_hooks.name, "GNU C++"))
        return;
    FOR_EACH_BB_FN (bb, cfun)
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
             gsi_next(&gsi)) {
            gimple *stmt = gsi_stmt(gsi);
            tree variable = stepped(stmt);
            class loop **loop = variable ? tested.get(variable) : NULL;
            if (loop && *loop == bb->loop_father)
                made_loops.put(*loop, gimple_lineno(stmt));
        }
}

void edgeprof_lines_cleanups()
{
    struct walk_stmt_info info = {};
    note_body();
    walk_gimple_seq(gimple_body(cfun->decl), flag_cleanup, NULL, &info);
}

bool edgeprof_lines_is_implicit(tree fndecl)
{
    if (!DECL_ARTIFICIAL(fndecl) || !DECL_CONTEXT(fndecl))
        return false;
    if (strcmp(lang_hooks.name, "GNU D") == 0)
        return true; /* from GCC 16 on members are their module's */
    if (!TYPE_P(DECL_CONTEXT(fndecl)))
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(fndecl));
    return DECL_CXX_CONSTRUCTOR_P(fndecl) || DECL_CXX_DESTRUCTOR_P(fndecl) ||
           strcmp(name, "_FUN") == 0 ||
           (edgeprof_compat_starts(name, "operator") &&
            strcmp(name, "operator()") != 0);
}

bool edgeprof_lines_has_none()
{
    tree decl = cfun->decl;
    return edgeprof_lines_is_implicit(decl) ||
           (DECL_NAME(decl) && edgeprof_made_is_named_like(decl, "operator") &&
            strcmp(IDENTIFIER_POINTER(DECL_NAME(decl)), "operator=") != 0 &&
            edgeprof_compat_is_defaulted(decl));
}

/* Whether STMT, at AT, stands where something begins or ends that the user wrote, and is no part
 * of it.  At a brace: the choice among OpenMP's sections; what a constructor without a list of
 * members does with them, and with tables of virtual functions, as a destructor does; what a
 * handler of the whole body throws again; and, in GCC 11, that a lambda becomes a pointer.  Where
 * a list of members ends: what it does not name, and such tables. */
static bool is_at_end(const struct ep_words *words, struct ep_point at,
                      gimple *stmt)
{
    if (!words)
        return false;
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (callee && (edgeprof_made_is_named_like(callee, "__cxa_rethrow") ||
                   edgeprof_made_is_named_like(callee, "__conv_op")))
        return ep_words_is(words, ep_words_find(words, at), "}");
    return ep_words_is_opened(words, at) ||
           (DECL_CXX_CONSTRUCTOR_P(cfun->decl) &&
            ep_words_is_head_end(words, at));
}

/* POINT; or, on a directive's line, where that leads: with OpenMP's `atomic` what is behind
 * begins when STMT, the access, does. Line 0: STMT is of what a directive has made. */
static struct ep_point behind_directive(const struct ep_words *words,
                                        struct ep_point point, gimple *stmt)
{
    if (!words || !ep_directives_has(words, point.line))
        return point;
    uint32_t i = point.line < words->n_lines
                     ? ep_words_at(words, words->lines[point.line])
                     : EP_NONE;
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (i >= words->n || !callee ||
        !edgeprof_made_is_named_like(callee, "__atomic_") ||
        edgeprof_made_is_named_like(callee, "__atomic_compare"))
        return {0, 0};
    return ep_words_point(words, i);
}

/* POINT, where STMT, of a constructor, stands; or, if it makes a base, or is what the constructor
 * delegates to, where that is in the list of members, at whose end GCC has it. */
static struct ep_point in_list(const struct ep_words *words,
                               struct ep_point point, gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (!words || !callee || !DECL_CXX_CONSTRUCTOR_P(callee) ||
        !DECL_CXX_CONSTRUCTOR_P(cfun->decl) ||
        !ep_words_is_head_end(words, point))
        return point;
    tree type = TYPE_IDENTIFIER(DECL_CONTEXT(callee));
    if (!type)
        return point;
    struct ep_point name = edgeprof_point_of(
        edgeprof_compat_line(DECL_SOURCE_LOCATION(cfun->decl)));
    struct ep_point found =
        ep_words_member(words, name, IDENTIFIER_POINTER(type));
    return found.line ? found : point;
}

expanded_location edgeprof_lines_place(gimple *stmt, struct ep_point *out)
{
    expanded_location none = {};
    location_t location = edgeprof_compat_place(stmt);
    location_t caret = get_pure_location(location);
    if (!is_statement(stmt) || in_made_loop(stmt) ||
        edgeprof_copies_has(gimple_location(stmt)) ||
        caret == end_of_function() ||
        caret == get_pure_location(DECL_SOURCE_LOCATION(cfun->decl)))
        return none;
    if (gimple_code(stmt) == GIMPLE_COND) /* gcc_operands.h */
        location = get_start(gimple_location(stmt));
    expanded_location at = edgeprof_compat_line(outside_lambdas(location));
    const struct ep_words *words = edgeprof_source_words(at.file);
    struct ep_point point = in_list(
        words, behind_directive(words, edgeprof_point_of(at), stmt), stmt);
    if (point.line == 0 || is_at_end(words, point, stmt))
        return none;
    if (out)
        *out = point;
    if (words)
        point = ep_brace_list_begin(words, ep_operator_begin(words, point));
    at.line = (int)point.line;
    at.column = (int)point.column;
    return at;
}
