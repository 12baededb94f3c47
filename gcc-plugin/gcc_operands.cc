/* SPDX-License-Identifier: MIT
 *
 * gcc_operands.cc - see gcc_operands.h.
 */
#include "gcc_operands.h"

#include "base/conditions.h"
#include "gcc_anchors.h"
#include "gcc_branches.h"
#include "gcc_choices.h"
#include "gcc_copies.h"
#include "gcc_folded.h"
#include "gcc_joined.h"
#include "gcc_made.h"
#include "gcc_sides.h"
#include "gcc_steps.h"

namespace
{

typedef hash_set<tree> tree_set;

bool is_short_circuit(tree expression)
{
    return TREE_CODE(expression) == TRUTH_ANDIF_EXPR ||
           TREE_CODE(expression) == TRUTH_ORIF_EXPR;
}

/* What of OPERAND the user wrote: its conversion to a truth value stands at the
 * operator, whose place is AT, or nowhere. */
tree written_as(tree operand, location_t at)
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
    if (place != UNKNOWN_LOCATION &&
        edgeprof_compat_on_other_line(get_start(place), place))
        SET_EXPR_LOCATION(expression, get_start(place));
}

/* Whether EXPRESSION keeps what a statement expression is, which has its operator's place. */
bool keeps_value(tree expression)
{
    return TREE_CODE(expression) == MODIFY_EXPR &&
           VAR_P(TREE_OPERAND(expression, 0)) &&
           DECL_ARTIFICIAL(TREE_OPERAND(expression, 0));
}

/* ---- the walk --------------------------------------------------------------
 */

tree visit(tree *at, int *walk_subtrees, void *data);

void visit_value(tree *at, tree_set *seen)
{
    walk_tree(at, visit, seen, seen);
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

/* Whether CHOICE is written x ?: y. */
bool is_short(tree choice)
{
    edgeprof_written written;
    return edgeprof_written_find(choice, &written) &&
           edgeprof_written_is_short(written);
}

/* The ?: whose truth CONDITION is, or, by a `!`, whose contrary, with *OUT_IS_NOT then set; or
 * NULL: one that may throw an operand has one truth only, and a ?: b asks for its own. */
tree chooser_of(tree condition, bool *out_is_not)
{
    *out_is_not = false;
    for (;; condition = TREE_OPERAND(condition, 0)) {
        bool is_not = TREE_CODE(condition) == EQ_EXPR &&
                      integer_zerop(TREE_OPERAND(condition, 1)) &&
                      !edgeprof_written_compares(EXPR_LOCATION(condition));
        if (!is_not && !is_as_true(condition))
            break;
        *out_is_not ^= is_not;
    }
    return TREE_CODE(condition) == COND_EXPR &&
                   INTEGRAL_TYPE_P(TREE_TYPE(condition)) &&
                   !VOID_TYPE_P(TREE_TYPE(TREE_OPERAND(condition, 1))) &&
                   !VOID_TYPE_P(TREE_TYPE(TREE_OPERAND(condition, 2))) &&
                   !is_short(condition)
               ? condition
               : NULL_TREE;
}

/* EXPRESSION, if GCC has left it of a ?:, stands where it is written. */
void place_left(tree expression)
{
    if (VL_EXP_CLASS_P(expression) || BINARY_CLASS_P(expression) ||
        COMPARISON_CLASS_P(expression) || is_short_circuit(expression) ||
        TREE_CODE(expression) == TARGET_EXPR ||
        (TREE_CODE(expression) == COND_EXPR &&
         !VOID_TYPE_P(TREE_TYPE(expression))))
        edgeprof_sides_place_left(expression);
}

/* What OPERAND is, under what is made of its value. */
tree *value_of(tree *operand)
{
    while (CONVERT_EXPR_P(*operand) || is_as_true(*operand) ||
           TREE_CODE(*operand) == TRUTH_NOT_EXPR ||
           TREE_CODE(*operand) == CLEANUP_POINT_EXPR)
        operand = &TREE_OPERAND(*operand, 0);
    return operand;
}

/* The && or ?: that OPERAND is; or NULL. */
tree operator_of(tree operand)
{
    operand = *value_of(&operand);
    return is_short_circuit(operand) || (TREE_CODE(operand) == COND_EXPR &&
                                         !VOID_TYPE_P(TREE_TYPE(operand)))
               ? operand
               : NULL_TREE;
}

/* An && or ?:, and how it is written. */
struct operation {
    tree expression;
    edgeprof_written written;
    bool is_known;
    edgeprof_joined_end end;

    /* Its operands get their places back. */
    explicit operation(tree found) : expression(found), written()
    {
        bool is_choice = TREE_CODE(expression) == COND_EXPR;
        is_known = edgeprof_written_find(expression, &written);
        end.last = end.behind = get_finish(EXPR_LOCATION(expression));
        if (is_known)
            end = {edgeprof_written_last(written, false),
                   edgeprof_written_last(written, true)};
        if (is_choice)
            edgeprof_choices_undo_numbers(expression,
                                          is_known ? &written : NULL);
        edgeprof_written definition;
        if (is_choice &&
            edgeprof_written_find_in_macro(expression, &definition))
            edgeprof_sides_turn_back(expression, definition);
        else if (is_known && is_choice)
            edgeprof_sides_turn_back(expression, written);
        for (unsigned i = 0; is_known && i < (is_choice ? 3 : 2); i++)
            if (TREE_OPERAND(expression, i)) {
                edgeprof_choices_unfold(value_of(&TREE_OPERAND(expression, i)),
                                        &written, i);
                tree operand = TREE_OPERAND(expression, i);
                edgeprof_folded_restore(operand, operator_of(operand), written,
                                        i);
                edgeprof_written_place_call(operand, written, i);
                edgeprof_sides_place(operand, written, i);
            }
    }

    /* Where it begins; FIRST is where its first operand does, if that is known. */
    location_t begin(location_t first = UNKNOWN_LOCATION) const
    {
        if (!is_known)
            return get_start(EXPR_LOCATION(expression));
        return first != UNKNOWN_LOCATION
                   ? first
                   : edgeprof_written_begin(written, 0,
                                            TREE_OPERAND(expression, 0));
    }

    /* Where operand I begins, not the first.  If it is known from nothing else, a
     * variable, it is the last word of an && and at the ?:. */
    location_t operand(unsigned i) const
    {
        location_t place = EXPR_LOCATION(expression);
        if (is_known)
            return edgeprof_written_begin(written, i,
                                          TREE_OPERAND(expression, i));
        tree is = written_as(TREE_OPERAND(expression, i), place);
        return EXPR_HAS_LOCATION(is)          ? get_start(EXPR_LOCATION(is))
               : is_short_circuit(expression) ? get_finish(place)
                                              : place;
    }
};

/* What keeps the x of `x ?: y`, CHOICE, and asks it, stands where the parser was, behind
 * the operator: it is where CHOICE begins. */
void place_kept(tree choice, location_t begins)
{
    for (tree at = TREE_OPERAND(choice, 0);
         TREE_CODE(at) == NE_EXPR || CONVERT_EXPR_P(at) ||
         TREE_CODE(at) == SAVE_EXPR;
         at = TREE_OPERAND(at, 0))
        SET_EXPR_LOCATION(at, begins);
}

location_t visit_condition(tree *at, tree_set *seen);

/* Whether OPERAND is true, in TYPE; or, if IS_NOT, whether it is not. */
tree truth_of(tree operand, tree type, bool is_not)
{
    location_t place = EXPR_LOCATION(operand);
    if (truth_value_p(TREE_CODE(operand)) && TREE_TYPE(operand) == type)
        return is_not ? invert_truthvalue_loc(place, operand) : operand;
    return build2_loc(place, is_not ? EQ_EXPR : NE_EXPR, type, operand,
                      build_zero_cst(TREE_TYPE(operand)));
}

/* Operand I of CHOOSER; if it is an && which that makes a number of, and no cast, this: a `!`
 * goes into it. */
tree chosen_by(const operation &chooser, unsigned i)
{
    tree operand = TREE_OPERAND(chooser.expression, i);
    tree value = operand;
    while (CONVERT_EXPR_P(value))
        value = TREE_OPERAND(value, 0);
    return chooser.is_known && truth_value_p(TREE_CODE(value)) &&
                   ep_condition_count_operands(chooser.written.words,
                                               chooser.written.as.operands[i]) >
                       1
               ? value
               : operand;
}

/* The truth of CHOICE, at AT, or its contrary, decides where control goes: so do its operands. */
location_t visit_chooser(tree *at, tree choice, bool is_not, tree_set *seen)
{
    tree type = TREE_TYPE(*at);
    operation chooser(choice);
    tree truths[2];
    location_t begins =
        chooser.begin(visit_condition(&TREE_OPERAND(choice, 0), seen));
    for (int i = 0; i < 2; i++) {
        location_t place = chooser.operand(i + 1);
        truths[i] = truth_of(chosen_by(chooser, i + 1), type, is_not);
        visit_condition(&truths[i], seen);
        truths[i] = test_at(place, truths[i]);
    }
    *at = test_at(begins, build3_loc(begins, COND_EXPR, type,
                                     test_at(begins, TREE_OPERAND(choice, 0)),
                                     truths[0], truths[1]));
    return begins;
}

/* Those of CONDITION, an &&; where it begins, and its END. */
location_t visit_operands(tree condition, tree_set *seen,
                          edgeprof_joined_end *end)
{
    operation both(condition);
    *end = both.end;
    location_t begins = both.begin();
    location_t place = EXPR_LOCATION(condition);
    location_t right = both.operand(1);
    location_t first = visit_condition(&TREE_OPERAND(condition, 0), seen);
    location_t second = visit_condition(&TREE_OPERAND(condition, 1), seen);
    if (both.is_known && first != UNKNOWN_LOCATION)
        begins = first;
    if (both.is_known && second != UNKNOWN_LOCATION)
        right = second;
    if (place != UNKNOWN_LOCATION)
        SET_EXPR_LOCATION(condition,
                          make_location(place, right, get_finish(place)));
    return begins;
}

/* If *AT asks the truth of a ?: that GCC makes of a builtin, that is a value. */
bool visit_made(tree *at, tree_set *seen)
{
    while (is_as_true(*at))
        at = &TREE_OPERAND(*at, 0);
    if (TREE_CODE(*at) != COND_EXPR || !edgeprof_made_place_choice(*at))
        return false;
    visit_value(at, seen);
    *at = build1(SAVE_EXPR, TREE_TYPE(*at), *at);
    return true;
}

/* TRUTH is that of CHOICE, which is kept until temporaries are destroyed. */
location_t visit_kept_chooser(tree *truth, tree choice, bool is_not,
                              tree_set *seen)
{
    tree type = TREE_TYPE(*truth);
    location_t begins = visit_chooser(truth, choice, is_not, seen);
    *truth = build3_loc(begins, COND_EXPR, type, *truth,
                        constant_boolean_node(true, type),
                        constant_boolean_node(false, type));
    return begins;
}

/* *AT decides where control goes, not what a value is.  Where it begins, if it is an &&
 * or ?:. */
location_t visit_condition(tree *at, tree_set *seen)
{
    if (visit_made(at, seen))
        return UNKNOWN_LOCATION;
    edgeprof_choices_unfold(value_of(at));
    place_left(*value_of(at));
    bool is_not;
    if (TREE_CODE(*at) == CLEANUP_POINT_EXPR) {
        tree choice = chooser_of(TREE_OPERAND(*at, 0), &is_not);
        if (choice && !edgeprof_made_place_choice(choice)) {
            place_at_begin(*at);
            return visit_kept_chooser(&TREE_OPERAND(*at, 0), choice, is_not,
                                      seen);
        }
    }
    if (tree choice = chooser_of(*at, &is_not))
        return visit_chooser(at, choice, is_not, seen);
    tree condition = short_circuit_of(*at);
    if (!condition || edgeprof_made_join(condition)) {
        edgeprof_steps_place(at);
        visit_value(at, seen);
        return UNKNOWN_LOCATION;
    }
    *at = condition;
    edgeprof_joined_end end;
    return visit_operands(condition, seen, &end);
}

/* All that an "if" or a loop asks: its first test stands there; not so what is left of an
 * && whose first operand GCC knows, and what begins on another line than PLACE, that of an
 * "if". */
void visit_decision(tree *at, tree_set *seen,
                    location_t place = UNKNOWN_LOCATION)
{
    location_t begins =
        operator_of(*at) ? UNKNOWN_LOCATION : edgeprof_written_begin_of(*at);
    location_t first = visit_condition(at, seen);
    if (first != UNKNOWN_LOCATION)
        begins = first;
    bool is_elsewhere = edgeprof_compat_on_other_line(begins, place) &&
                        edgeprof_written_is_if(place);
    if (is_elsewhere || edgeprof_written_is_behind(begins))
        *at = test_at(begins, *at);
}

/* The && at AT, which is a value, becomes a ?:. */
void visit_short_circuit(tree *at, tree_set *seen)
{
    tree condition = *at;
    tree type = TREE_TYPE(condition);
    bool is_turned = edgeprof_written_is_turned(condition);
    if (is_turned)
        condition = invert_truthvalue_loc(EXPR_LOCATION(condition), condition);
    edgeprof_joined_end end;
    location_t begins = visit_operands(condition, seen, &end);
    if (begins == UNKNOWN_LOCATION)
        return;
    *at = build3_loc(begins, COND_EXPR, type, condition,
                     constant_boolean_node(!is_turned, type),
                     constant_boolean_node(is_turned, type));
    edgeprof_joined_note(*at, begins, end);
}

/* CHOICE is a value. */
void visit_choice(tree choice, tree_set *seen)
{
    operation chooser(choice);
    location_t begins = chooser.begin();
    if (!chooser.is_known && !operator_of(TREE_OPERAND(choice, 0))) {
        location_t made = edgeprof_folded_make(choice);
        if (made != UNKNOWN_LOCATION)
            begins = made;
    }
    location_t first = visit_condition(&TREE_OPERAND(choice, 0), seen);
    if (chooser.is_known && first != UNKNOWN_LOCATION)
        begins = first;
    if (chooser.is_known)
        edgeprof_folded_keep(begins);
    if (chooser.is_known && edgeprof_written_is_short(chooser.written))
        place_kept(choice, begins);
    for (int i = 1; i < 3; i++) {
        visit_value(&TREE_OPERAND(choice, i), seen);
        if (TREE_OPERAND(choice, i))
            edgeprof_choices_anchor(&TREE_OPERAND(choice, i),
                                    chooser.is_known ? chooser.operand(i)
                                                     : UNKNOWN_LOCATION,
                                    begins);
    }
    if (begins == UNKNOWN_LOCATION)
        return;
    SET_EXPR_LOCATION(choice, begins);
    edgeprof_joined_note(choice, begins, chooser.end);
}

/* The statement AT is an "if", or what C++ makes of `delete`: that stands nowhere from GCC 14
 * on, and gets the place of its test. */
void visit_if(tree *at, tree_set *seen)
{
    tree choice = *at;
    if (!EXPR_HAS_LOCATION(choice))
        SET_EXPR_LOCATION(choice, EXPR_LOCATION(TREE_OPERAND(choice, 0)));
    edgeprof_made_place_guard(choice);
    edgeprof_made_place_await(choice);
    edgeprof_made_turn_exit(choice);
    edgeprof_choices_turn_back(choice);
    tree *test = &TREE_OPERAND(choice, 0);
    visit_decision(test, seen, EXPR_LOCATION(choice));
    visit_value(&TREE_OPERAND(choice, 1), seen);
    visit_value(&TREE_OPERAND(choice, 2), seen);
    edgeprof_anchors_place_if(at);
}

/* Whether ARGUMENT is a call that is not all on the line where CALL, which has it, begins. */
bool is_call_below(tree argument, tree call)
{
    return TREE_CODE(argument) == CALL_EXPR && EXPR_HAS_LOCATION(argument) &&
           edgeprof_compat_on_other_line(get_finish(EXPR_LOCATION(argument)),
                                         get_start(EXPR_LOCATION(call)));
}

/* GCC gives the arguments of CALL, which in C++ may also be one that returns an object, its
 * place, which a test may then have: they are put in what is nothing.  C++ takes that away again
 * when it copies a constructor for its variants; what was in it has its place then. */
void keep_places(tree call)
{
    const int first = 3; /* behind their number, the function, and where */
    for (int i = first; i < VL_EXP_OPERAND_LENGTH(call); i++) {
        tree *at = &TREE_OPERAND(call, i);
        if (operator_of(*at) || is_call_below(*at, call))
            *at = build1_loc(EXPR_LOCATION(*at), NON_LVALUE_EXPR,
                             TREE_TYPE(*at), *at);
    }
}

/* What has the place of the && in it, or of the ?: that it was. */
bool hands_on(tree expression)
{
    return CONVERT_EXPR_P(expression) ||
           TREE_CODE(expression) == CLEANUP_POINT_EXPR ||
           TREE_CODE(expression) == TRUTH_NOT_EXPR ||
           TREE_CODE(expression) == MIN_EXPR ||
           TREE_CODE(expression) == MAX_EXPR || COMPARISON_CLASS_P(expression);
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

/* C++ has the initialisation of a variable, if temporaries are destroyed behind it,
 * stand where the declaration ends. */
void place_initialiser(tree init)
{
    tree variable = TREE_OPERAND(init, 0);
    if (VAR_P(variable) && !DECL_ARTIFICIAL(variable))
        SET_EXPR_LOCATION(init, DECL_SOURCE_LOCATION(variable));
}

/* The right side of ASSIGNMENT, or of a variable's initialisation. */
void place_right_side(tree assignment)
{
    edgeprof_written_place_value(TREE_OPERAND(assignment, 1),
                                 EXPR_LOCATION(assignment));
}

void place_initials(tree variables)
{
    for (; variables; variables = DECL_CHAIN(variables))
        if (VAR_P(variables) && DECL_INITIAL(variables))
            edgeprof_written_place_value(DECL_INITIAL(variables),
                                         DECL_SOURCE_LOCATION(variables));
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
            visit_decision(condition, seen);
        else
            visit_value(&TREE_OPERAND(loop, i), seen);
}

/* From GCC 14 on, C++ has the call of an overloaded operator that returns an OBJECT stand
 * where the last operand ends, and the object at the operator: so does the call. */
void place_operator(tree object)
{
    tree call = TARGET_EXPR_INITIAL(object);
    if (call && edgeprof_compat_is_operator(call) && EXPR_HAS_LOCATION(object))
        SET_EXPR_LOCATION(call, EXPR_LOCATION(object));
}

/* walk_tree callback. */
tree visit(tree *at, int *walk_subtrees, void *data)
{
    tree_set *seen = (tree_set *)data;
    edgeprof_choices_unfold(at);
    place_left(*at);
    if (TYPE_P(*at)) {
        *walk_subtrees = 0;
    } else if (condition_of(*at)) {
        *walk_subtrees = 0;
        visit_loop(*at, seen);
    } else if (TREE_CODE(*at) == COND_EXPR &&
               !edgeprof_made_place_choice(*at)) {
        *walk_subtrees = 0;
        if (VOID_TYPE_P(TREE_TYPE(*at))) {
            visit_if(at, seen);
        } else {
            visit_choice(*at, seen);
        }
    } else if (is_short_circuit(*at) && !edgeprof_made_join(*at)) {
        *walk_subtrees = 0;
        visit_short_circuit(at, seen);
    } else if (TREE_CODE(*at) == DECL_EXPR) {
        visit_variable(DECL_EXPR_DECL(*at));
    } else if (TREE_CODE(*at) == BIND_EXPR) {
        place_initials(BIND_EXPR_VARS(*at));
    } else if (TREE_CODE(*at) == INIT_EXPR) {
        place_initialiser(*at);
        place_right_side(*at);
    } else if (TREE_CODE(*at) == TARGET_EXPR) {
        place_operator(*at);
    } else if (edgeprof_compat_is_throw(*at)) {
        edgeprof_made_place_throw(*at);
    } else if (VL_EXP_CLASS_P(*at)) {
        bool is_call = TREE_CODE(*at) == CALL_EXPR;
        if (is_call)
            edgeprof_made_place_check(*at);
        keep_places(*at);
        if (is_call &&
            edgeprof_made_is_named(get_callee_fndecl(*at), "operator()"))
            place_at_begin(*at); /* not at the bracket behind a lambda */
    } else if (hands_on(*at)) {
        place_at_begin(*at);
    } else if (TREE_CODE(*at) == MODIFY_EXPR) {
        place_right_side(*at);
        if (keeps_value(*at))
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
    edgeprof_joined_place(fndecl);
    edgeprof_copies_part(&DECL_SAVED_TREE(fndecl));
    for (; nested; nested = next_nested_function(nested))
        edgeprof_operands_place(nested->decl);
    if (tree body = edgeprof_anchors_body_of(fndecl))
        edgeprof_operands_place(body);
}
