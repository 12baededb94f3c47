/* SPDX-License-Identifier: MIT
 *
 * gcc_anchors.cc - see gcc_anchors.h.
 */
#include "gcc_anchors.h"

#include "gcc_lines.h"
#include "gcc_made.h"
#include "gcc_steps.h"
#include "gcc_written.h"

namespace
{

/* An anchor is a prediction that predicts nothing: warnings look through
 * predictions, clean-ups of the graph do not. */
const enum br_predictor ANCHOR = PRED_NO_PREDICTION;

/* C's front end makes no code of a condition that is a number.  It is a
 * condition all the same.  (Where that of a "do" loop stood is forgotten then.)
 */
bool is_known_condition(tree condition)
{
    return edgeprof_compat_is_c() && condition &&
           TREE_CODE(condition) == INTEGER_CST;
}

/* The condition of a "for" that goes on in another line may be there. */
bool is_on_one_line(tree loop)
{
    return !FOR_EXPR(loop) ||
           edgeprof_compat_line(EXPR_LOCATION(FOR_EXPR(loop))).line ==
               edgeprof_compat_line(EXPR_LOCATION(loop)).line;
}

bool is_anchored(tree node)
{
    switch (TREE_CODE(node)) {
    case COND_EXPR:
        return VOID_TYPE_P(TREE_TYPE(node)) &&
               is_known_condition(TREE_OPERAND(node, 0));
    case WHILE_STMT:
        return is_known_condition(WHILE_COND(node));
    case FOR_STMT:
        return is_known_condition(FOR_COND(node)) && is_on_one_line(node);
    case SWITCH_STMT: /* no code if its cases are all the same */
    case GOTO_EXPR:
    case RETURN_EXPR:
    case BREAK_STMT:
    case CONTINUE_STMT:
        return true;
    default:
        return false;
    }
}

/* What the anchor of the statement AT stands before.  A condition that never
 * ends its loop is evaluated as often as the body is reached from its head. */
tree *anchored_part(tree *at)
{
    switch (TREE_CODE(*at)) {
    case WHILE_STMT:
        return integer_zerop(WHILE_COND(*at)) ? at : &WHILE_BODY(*at);
    case FOR_STMT:
        return integer_zerop(FOR_COND(*at)) ? at : &FOR_BODY(*at);
    default:
        return at;
    }
}

/* A return stands at an operator of what it returns, or at its end: not where
 * that begins.  From GCC 14 on so does what converts the value. */
void place_return(tree statement)
{
    tree value = TREE_OPERAND(statement, 0);
    tree result = value;
    location_t begins = EXPR_LOCATION(statement);
    while (result &&
           (TREE_CODE(result) == INIT_EXPR || TREE_CODE(result) == MODIFY_EXPR))
        result = TREE_OPERAND(result, 1);
    for (; result; result = TREE_OPERAND(result, 0)) {
        if (EXPR_HAS_LOCATION(result) &&
            edgeprof_compat_is_before(get_start(EXPR_LOCATION(result)), begins))
            begins = get_start(EXPR_LOCATION(result));
        if (!CONVERT_EXPR_P(result))
            break;
    }
    if (begins == EXPR_LOCATION(statement))
        return;
    SET_EXPR_LOCATION(statement, begins);
    if (EXPR_HAS_LOCATION(value))
        SET_EXPR_LOCATION(value, begins);
}

/* walk_tree callback: a part P of a statement that may leave no code becomes
 * { anchor; P }. */
tree anchor(tree *at, int *walk_subtrees, void *data)
{
    hash_set<tree> *seen = (hash_set<tree> *)data;
    tree statement = *at;
    if (TYPE_P(statement)) {
        *walk_subtrees = 0;
        return NULL_TREE;
    }
    if (VAR_P(statement))
        edgeprof_made_place_part(statement);
    if (TREE_CODE(statement) == BIND_EXPR)
        edgeprof_made_place_range(statement);
    if (TREE_CODE(statement) == FOR_STMT)
        edgeprof_steps_place_third(statement);
    if (!is_anchored(statement) || !EXPR_HAS_LOCATION(statement))
        return NULL_TREE;
    *walk_subtrees = 0;
    if (TREE_CODE(statement) == RETURN_EXPR)
        place_return(statement);
    for (int i = 0; i < TREE_OPERAND_LENGTH(statement); i++)
        walk_tree(&TREE_OPERAND(statement, i), anchor, data, seen);
    tree *part = anchored_part(at);
    tree list = NULL_TREE;
    append_to_statement_list_force(
        edgeprof_anchors_new(EXPR_LOCATION(statement)), &list);
    append_to_statement_list_force(*part, &list);
    *part = list;
    return NULL_TREE;
}

/* FNDECL's body, if it is the coroutine that calls CALLEE and the front end has
 * just made both of it. */
bool is_body_of(tree callee, tree fndecl)
{
    return callee && callee != fndecl && DECL_SAVED_TREE(callee) &&
           !DECL_STRUCT_FUNCTION(callee) &&
           DECL_SOURCE_LOCATION(callee) == DECL_SOURCE_LOCATION(fndecl);
}

/* walk_tree callback: the body of the coroutine DATA. */
tree find_body(tree *at, int *, void *data)
{
    tree callee = TREE_CODE(*at) == CALL_EXPR ? get_callee_fndecl(*at) : NULL;
    return is_body_of(callee, (tree)data) ? callee : NULL_TREE;
}

/* Whether STATEMENT only holds labels. */
bool is_idle(tree statement)
{
    if (!statement || !TREE_SIDE_EFFECTS(statement))
        return true;
    switch (TREE_CODE(statement)) {
    case LABEL_EXPR:
    case DEBUG_BEGIN_STMT:
        return true;
    case DECL_EXPR:
        return VAR_P(DECL_EXPR_DECL(statement)) &&
               !DECL_INITIAL(DECL_EXPR_DECL(statement)) &&
               !variably_modified_type_p(TREE_TYPE(DECL_EXPR_DECL(statement)),
                                         NULL_TREE);
    case BIND_EXPR:
        return is_idle(BIND_EXPR_BODY(statement));
    case STATEMENT_LIST:
        for (tree_stmt_iterator i = tsi_start(statement); !tsi_end_p(i);
             tsi_next(&i))
            if (!is_idle(tsi_stmt(i)))
                return false;
        return true;
    default:
        return false;
    }
}

hash_map<tree, tree> coroutines; /* their bodies */

} // namespace

tree edgeprof_anchors_new(location_t location)
{
    tree prediction = build_predict_expr(ANCHOR, NOT_TAKEN);
    SET_EXPR_LOCATION(prediction, location);
    TREE_SIDE_EFFECTS(prediction) = 1;
    return prediction;
}

bool edgeprof_anchors_is_new(tree expression)
{
    return TREE_CODE(expression) == PREDICT_EXPR &&
           PREDICT_EXPR_PREDICTOR(expression) == ANCHOR;
}

bool edgeprof_anchors_is(gimple *stmt)
{
    return gimple_code(stmt) == GIMPLE_PREDICT &&
           gimple_predict_predictor(stmt) == ANCHOR;
}

void edgeprof_anchors_place(tree fndecl)
{
    hash_set<tree> seen;
    cgraph_node *node = cgraph_node::get(fndecl);
    cgraph_node *nested = node ? first_nested_function(node) : NULL;
    edgeprof_lines_note(fndecl);
    walk_tree(&DECL_SAVED_TREE(fndecl), anchor, &seen, &seen);
    for (; nested; nested = next_nested_function(nested))
        edgeprof_anchors_place(nested->decl);
    tree body = cfun && cfun->coroutine_component
                    ? walk_tree_without_duplicates(&DECL_SAVED_TREE(fndecl),
                                                   find_body, fndecl)
                    : NULL_TREE;
    if (body) {
        edgeprof_anchors_place(body);
        coroutines.put(fndecl, body);
    }
}

void edgeprof_anchors_place_if(tree *at)
{
    tree choice = *at;
    if (!EXPR_HAS_LOCATION(choice) || !is_idle(TREE_OPERAND(choice, 1)) ||
        !is_idle(TREE_OPERAND(choice, 2)))
        return;
    tree list = NULL_TREE;
    location_t begins = get_start(EXPR_LOCATION(choice));
    append_to_statement_list_force(edgeprof_anchors_new(begins), &list);
    append_to_statement_list_force(choice, &list);
    *at = list;
}

tree edgeprof_anchors_body_of(tree fndecl)
{
    tree *body = coroutines.get(fndecl);
    return body ? *body : NULL_TREE;
}
