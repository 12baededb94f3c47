/* SPDX-License-Identifier: MIT
 *
 * gcc_operands.cc - see gcc_operands.h.
 */
#include "gcc_operands.h"

#include "gcc_branches.h"
#include "gcc_colons.h"
#include "gcc_lines.h"

namespace
{

typedef hash_set<tree> tree_set;

bool on_other_line(location_t a, location_t b)
{
    expanded_location left = edgeprof_compat_line(a);
    expanded_location right = edgeprof_compat_line(b);
    return left.file && right.file &&
           (left.line != right.line || strcmp(left.file, right.file) != 0);
}

bool is_short_circuit(tree expression)
{
    return TREE_CODE(expression) == TRUTH_ANDIF_EXPR ||
           TREE_CODE(expression) == TRUTH_ORIF_EXPR;
}

/* What of OPERAND the user wrote: its conversion to a truth value stands at the
 * operator, whose place is AT, or nowhere. */
tree written(tree operand, location_t at)
{
    while (!EXPR_HAS_LOCATION(operand) ||
           get_pure_location(EXPR_LOCATION(operand)) == get_pure_location(at)) {
        bool converts = CONVERT_EXPR_P(operand) ||
                        TREE_CODE(operand) == NON_LVALUE_EXPR ||
                        (TREE_CODE(operand) == NE_EXPR &&
                         integer_zerop(TREE_OPERAND(operand, 1)));
        if (!converts)
            break;
        operand = TREE_OPERAND(operand, 0);
    }
    return operand;
}

/* Have EXPRESSION stand where it begins. */
void place_at_begin(tree expression)
{
    location_t place = EXPR_LOCATION(expression);
    if (place != UNKNOWN_LOCATION && on_other_line(get_start(place), place))
        SET_EXPR_LOCATION(expression, get_start(place));
}

/* ---- the walk --------------------------------------------------------------
 */

tree visit(tree *at, int *walk_subtrees, void *data);
void visit_condition(tree *at, tree_set *seen,
                     location_t begins = UNKNOWN_LOCATION);

void visit_value(tree *at, tree_set *seen)
{
    walk_tree(at, visit, seen, seen);
}

/* Where the right operand of the && at AT begins, if the text tells: behind the
 * operator. */
bool find_right(location_t at, struct ep_point *out)
{
    expanded_location caret = edgeprof_compat_line(at);
    const struct ep_words *words = edgeprof_branches_words(caret.file);
    struct ep_condition found;
    uint32_t word = words ? ep_condition_right(words, {(uint32_t)caret.line,
                                                       (uint32_t)caret.column})
                          : EP_NONE;
    if (word == EP_NONE ||
        !ep_condition_find(words, ep_words_point(words, word), &found))
        return false;
    *out = found.at;
    return true;
}

/* Where the right operand of an && at AT begins.  If it is known from nothing else,
 * a variable, it is the last word of the expression. */
location_t right_begins(tree operand, location_t at)
{
    struct ep_point point;
    if (find_right(at, &point))
        return edgeprof_colons_place_at(at, point);
    operand = written(operand, at);
    return EXPR_HAS_LOCATION(operand) ? get_start(EXPR_LOCATION(operand))
                                      : get_finish(at);
}

/* 0 || OPERAND at PLACE.  GCC has a test stand where the first one does, or at
 * the ?:; but that of the right operand of an || where the || does. */
tree test_at(location_t place, tree operand)
{
    tree no = constant_boolean_node(false, TREE_TYPE(operand));
    return build2_loc(place, TRUTH_ORIF_EXPR, TREE_TYPE(operand), no, operand);
}

/* Whether EXPRESSION is as true as its operand, a number. */
bool is_as_true(tree expression)
{
    if (TREE_CODE(expression) == NE_EXPR)
        return integer_zerop(TREE_OPERAND(expression, 1));
    if (TREE_CODE(expression) == NON_LVALUE_EXPR)
        return true;
    return CONVERT_EXPR_P(expression) &&
           INTEGRAL_TYPE_P(TREE_TYPE(expression)) &&
           INTEGRAL_TYPE_P(TREE_TYPE(TREE_OPERAND(expression, 0))) &&
           TYPE_PRECISION(TREE_TYPE(expression)) >=
               TYPE_PRECISION(TREE_TYPE(TREE_OPERAND(expression, 0)));
}

/* The && whose truth CONDITION is, or NULL. */
tree short_circuit_of(tree condition)
{
    tree found = condition;
    while (is_as_true(found))
        found = TREE_OPERAND(found, 0);
    return is_short_circuit(found) && TREE_TYPE(found) == TREE_TYPE(condition)
               ? found
               : NULL_TREE;
}

/* The ?: whose truth CONDITION is, or NULL; one that may throw an operand has one
 * truth only. */
tree chooser_of(tree condition)
{
    while (is_as_true(condition))
        condition = TREE_OPERAND(condition, 0);
    return TREE_CODE(condition) == COND_EXPR &&
                   INTEGRAL_TYPE_P(TREE_TYPE(condition)) &&
                   !VOID_TYPE_P(TREE_TYPE(TREE_OPERAND(condition, 1))) &&
                   !VOID_TYPE_P(TREE_TYPE(TREE_OPERAND(condition, 2)))
               ? condition
               : NULL_TREE;
}

/* How many others in CHOICE begin where it does. */
unsigned inner_choosers(tree choice)
{
    unsigned n = 0;
    tree first = TREE_OPERAND(choice, 0);
    for (;;) {
        tree condition = short_circuit_of(first);
        tree inner = condition ? NULL_TREE : chooser_of(first);
        if (!condition && !inner)
            return n;
        n += inner != NULL_TREE;
        first = TREE_OPERAND(condition ? condition : inner, 0);
    }
}

/* The truth of CHOICE, at AT, decides where control goes: so do its operands.  It
 * BEGINS there, if that is known. */
void visit_chooser(tree *at, tree choice, tree_set *seen, location_t begins)
{
    tree type = TREE_TYPE(*at);
    location_t places[2];
    if (begins == UNKNOWN_LOCATION)
        begins = get_start(EXPR_LOCATION(choice));
    tree truths[2];
    unsigned inner = inner_choosers(choice);
    edgeprof_colons_turn_back(choice, begins, inner);
    edgeprof_colons_find_operands(choice, begins, inner, places);
    visit_condition(&TREE_OPERAND(choice, 0), seen, begins);
    for (int i = 0; i < 2; i++) {
        tree operand = TREE_OPERAND(choice, i + 1);
        truths[i] =
            truth_value_p(TREE_CODE(operand)) && TREE_TYPE(operand) == type
                ? operand
                : build2_loc(EXPR_LOCATION(operand), NE_EXPR, type, operand,
                             build_zero_cst(TREE_TYPE(operand)));
        visit_condition(&truths[i], seen, places[i]);
        truths[i] = test_at(places[i], truths[i]);
    }
    *at = test_at(begins, build3_loc(begins, COND_EXPR, type,
                                     test_at(begins, TREE_OPERAND(choice, 0)),
                                     truths[0], truths[1]));
}

/* *AT decides where control goes, not what a value is; it BEGINS there, if that is
 * known. */
void visit_condition(tree *at, tree_set *seen, location_t begins)
{
    if (tree choice = chooser_of(*at)) {
        visit_chooser(at, choice, seen, begins);
        return;
    }
    tree condition = short_circuit_of(*at);
    if (condition)
        *at = condition;
    else {
        visit_value(at, seen);
        return;
    }
    location_t place = EXPR_LOCATION(condition);
    location_t right = right_begins(TREE_OPERAND(condition, 1), place);
    if (begins == UNKNOWN_LOCATION)
        begins = get_start(place);
    visit_condition(&TREE_OPERAND(condition, 0), seen, begins);
    visit_condition(&TREE_OPERAND(condition, 1), seen, right);
    if (place != UNKNOWN_LOCATION)
        SET_EXPR_LOCATION(condition,
                          make_location(place, right, get_finish(place)));
}

/* The && at AT, which is a value, becomes a ?:. */
void visit_short_circuit(tree *at, tree_set *seen)
{
    tree condition = *at;
    tree type = TREE_TYPE(condition);
    location_t place = EXPR_LOCATION(condition);
    location_t begins = get_start(place);
    visit_condition(at, seen);
    if (place != UNKNOWN_LOCATION)
        *at = build3_loc(begins, COND_EXPR, type, condition,
                         constant_boolean_node(true, type),
                         constant_boolean_node(false, type));
}

/* The operand of a ?: that begins on another line than that gets an anchor. */
void anchor_choice(tree *at, location_t whole)
{
    tree operand = *at;
    if (!EXPR_HAS_LOCATION(operand) || !is_gimple_reg_type(TREE_TYPE(operand)))
        return;
    location_t begins = get_start(EXPR_LOCATION(operand));
    if (on_other_line(begins, whole))
        *at = build2_loc(begins, COMPOUND_EXPR, TREE_TYPE(operand),
                         edgeprof_lines_new_anchor(begins), operand);
}

/* C++ makes x ? 1 : 0 of a truth x that is an operand of the ?: at WHOLE and becomes a
 * number: nothing is chosen. */
void undo_number(tree *at, location_t whole)
{
    tree operand = *at;
    if (operand && TREE_CODE(operand) == COND_EXPR &&
        get_pure_location(EXPR_LOCATION(operand)) == get_pure_location(whole) &&
        integer_onep(TREE_OPERAND(operand, 1)) &&
        integer_zerop(TREE_OPERAND(operand, 2)))
        *at = build1_loc(EXPR_LOCATION(operand), NOP_EXPR, TREE_TYPE(operand),
                         TREE_OPERAND(operand, 0));
}

void visit_choice(tree choice, tree_set *seen)
{
    if (!VOID_TYPE_P(TREE_TYPE(choice)))
        edgeprof_colons_turn_back(choice, UNKNOWN_LOCATION, 0);
    location_t begins = get_start(EXPR_LOCATION(choice));
    bool is_value = !VOID_TYPE_P(TREE_TYPE(choice));
    visit_condition(&TREE_OPERAND(choice, 0), seen, begins);
    for (int i = 1; i < 3; i++) {
        if (is_value)
            undo_number(&TREE_OPERAND(choice, i), EXPR_LOCATION(choice));
        visit_value(&TREE_OPERAND(choice, i), seen);
        if (is_value && TREE_OPERAND(choice, i))
            anchor_choice(&TREE_OPERAND(choice, i), begins);
    }
    if (is_value)
        place_at_begin(choice);
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

/* An "if" that decides nothing leaves no code, but may hold a label: it gets an
 * anchor. */
void anchor_idle(tree *at)
{
    tree choice = *at;
    if (!VOID_TYPE_P(TREE_TYPE(choice)) || !EXPR_HAS_LOCATION(choice) ||
        !is_idle(TREE_OPERAND(choice, 1)) || !is_idle(TREE_OPERAND(choice, 2)))
        return;
    tree list = NULL_TREE;
    location_t begins = get_start(EXPR_LOCATION(choice));
    append_to_statement_list_force(edgeprof_lines_new_anchor(begins), &list);
    append_to_statement_list_force(choice, &list);
    *at = list;
}

/* walk_tree callback: have what is computed for a check stand where that is. */
tree visit_check(tree *at, int *walk_subtrees, void *data)
{
    if (TYPE_P(*at) || TREE_CODE(*at) == SAVE_EXPR)
        *walk_subtrees = 0;
    else if (EXPR_HAS_LOCATION(*at))
        SET_EXPR_LOCATION(*at, *(location_t *)data);
    return NULL_TREE;
}

/* UBSan's check of an index computes what the array's declaration has computed,
 * at that place: a line that has nothing to do with it. */
void place_check(tree call)
{
    location_t place = EXPR_LOCATION(call);
    if (CALL_EXPR_FN(call) || CALL_EXPR_IFN(call) != IFN_UBSAN_BOUNDS)
        return;
    for (int i = 0; i < call_expr_nargs(call); i++) {
        CALL_EXPR_ARG(call, i) = unshare_expr(CALL_EXPR_ARG(call, i));
        walk_tree_without_duplicates(&CALL_EXPR_ARG(call, i), visit_check,
                                     &place);
    }
}

/* What has the place of the && in it. */
bool hands_on(tree expression)
{
    return CONVERT_EXPR_P(expression) ||
           TREE_CODE(expression) == CLEANUP_POINT_EXPR ||
           TREE_CODE(expression) == TRUTH_NOT_EXPR ||
           COMPARISON_CLASS_P(expression);
}

/* walk_tree callback: an expression that may have been an &&. */
tree visit_folded(tree *at, int *walk_subtrees, void *)
{
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    else if (BINARY_CLASS_P(*at) || COMPARISON_CLASS_P(*at))
        place_at_begin(*at);
    return NULL_TREE;
}

/* From -O1 on, C++'s parser folds what a variable is initialised with: its tests
 * may be one, at the place of the last. */
void visit_variable(tree variable)
{
    if (VAR_P(variable) && DECL_INITIAL(variable) && !TREE_STATIC(variable) &&
        !edgeprof_compat_is_c())
        walk_tree_without_duplicates(&DECL_INITIAL(variable), visit_folded,
                                     NULL);
}

/* Where LOOP, if it is one, has its condition; or NULL. */
tree *condition_of(tree loop)
{
    switch (TREE_CODE(loop)) {
    case WHILE_STMT:
        return &WHILE_COND(loop);
    case DO_STMT:
        return &DO_COND(loop);
    case FOR_STMT:
        return &FOR_COND(loop);
    default:
        return NULL;
    }
}

void visit_loop(tree loop, tree_set *seen)
{
    tree *condition = condition_of(loop);
    for (int i = 0; i < TREE_OPERAND_LENGTH(loop); i++)
        if (&TREE_OPERAND(loop, i) == condition && *condition)
            visit_condition(condition, seen);
        else
            visit_value(&TREE_OPERAND(loop, i), seen);
}

/* walk_tree callback. */
tree visit(tree *at, int *walk_subtrees, void *data)
{
    tree_set *seen = (tree_set *)data;
    if (TYPE_P(*at)) {
        *walk_subtrees = 0;
    } else if (condition_of(*at)) {
        *walk_subtrees = 0;
        visit_loop(*at, seen);
    } else if (TREE_CODE(*at) == COND_EXPR) {
        *walk_subtrees = 0;
        visit_choice(*at, seen);
        anchor_idle(at);
    } else if (is_short_circuit(*at)) {
        *walk_subtrees = 0;
        visit_short_circuit(at, seen);
    } else if (TREE_CODE(*at) == DECL_EXPR) {
        visit_variable(DECL_EXPR_DECL(*at));
    } else if (TREE_CODE(*at) == CALL_EXPR) {
        place_check(*at);
    } else if (hands_on(*at)) {
        place_at_begin(*at);
    }
    return NULL_TREE;
}

} // namespace

void edgeprof_operands_place(tree fndecl)
{
    tree_set seen;
    cgraph_node *node = cgraph_node::get(fndecl);
    cgraph_node *nested = node ? first_nested_function(node) : NULL;
    visit_value(&DECL_SAVED_TREE(fndecl), &seen);
    for (; nested; nested = next_nested_function(nested))
        edgeprof_operands_place(nested->decl);
    if (tree body = edgeprof_lines_body_of(fndecl))
        edgeprof_operands_place(body);
}
