/* SPDX-License-Identifier: MIT
 *
 * gcc_reading.cc - see gcc_reading.h.
 */
#include "gcc_reading.h"

/* Of C++ alone. */
extern void clear_fold_cache() __attribute__((weak));

namespace
{

/* As true as 1, which the user's own is. */
const int OUR_NO_INLINE = 2;

/* Of a branch; from 2 on, fold makes one test of those of two variables. */
const int NO_COST = 1;

bool (*counted)(tree); /* whether a function is */
int short_circuit;     /* the parameter, as it was */
int branch_cost;       /* likewise */
bool reading;          /* with `optimize` at 0 */
auto_vec<tree> folded; /* C++: what is being folded, the innermost last */
gcc_target target;     /* its hooks, as they were */

/* ---- the level -------------------------------------------------------------
 */

/* A coroutine's parts are folded with it. */
bool is_being_folded()
{
    if (folded.is_empty())
        return false;
    struct function *last = DECL_STRUCT_FUNCTION(folded.last());
    return cfun == last || (last && last->coroutine_component);
}

void set_class(built_in_class kind)
{
    if (tree decl = builtin_decl_explicit(BUILT_IN_CONSTANT_P))
        set_decl_built_in_function(decl, kind, BUILT_IN_CONSTANT_P);
}

/* GCC sets the options when it turns to another function whose own differ, and
 * only then.  Up to 15 it turns to one that has no declaration yet. */
void set_level()
{
    int level = TREE_OPTIMIZATION(optimization_current_node)->x_optimize;
    bool is_c = edgeprof_compat_is_c();
    bool is_folded = is_being_folded();
    bool is_counted = level > 0 && cfun && cfun->decl &&
                      symtab->state == PARSING &&
                      (is_folded || counted(cfun->decl));
    reading = is_counted && (is_c || is_folded);
    optimize = reading ? 0 : level;
    if (!is_c && symtab->state == PARSING)
        ix86_branch_cost = NO_COST;
    if (!is_c && (!flag_no_inline || flag_no_inline == OUR_NO_INLINE))
        flag_no_inline = is_counted ? OUR_NO_INLINE : 0;
    set_class(reading ? BUILT_IN_MD : BUILT_IN_NORMAL);
}

void on_current_function(tree fndecl)
{
    target.set_current_function(fndecl);
    set_level();
}

/* What is kept of the options, for functions and for `#pragma GCC pop_options`,
 * is the user's: functions of other costs would not be inlined. */
void on_save(struct cl_target_option *kept, struct gcc_options *options,
             struct gcc_options *set)
{
    target.target_option.save(kept, options, set);
    if (kept->branch_cost == NO_COST)
        kept->x_ix86_branch_cost = kept->branch_cost = branch_cost;
}

/* ---- __builtin_constant_p --------------------------------------------------
 */

bool is_question(tree decl)
{
    return decl && decl == builtin_decl_explicit(BUILT_IN_CONSTANT_P);
}

bool is_text(tree operand)
{
    if (TREE_CODE(operand) == ARRAY_REF &&
        integer_zerop(TREE_OPERAND(operand, 1)))
        operand = TREE_OPERAND(operand, 0);
    return TREE_CODE(operand) == STRING_CST;
}

bool is_known(tree argument)
{
    return CONSTANT_CLASS_P(argument) ||
           (TREE_CODE(argument) == CONSTRUCTOR && TREE_CONSTANT(argument)) ||
           (TREE_CODE(argument) == ADDR_EXPR &&
            is_text(TREE_OPERAND(argument, 0)));
}

/* Whether no optimiser will know more than is known now, or be asked. */
bool is_final(tree argument)
{
    return TREE_SIDE_EFFECTS(argument) ||
           AGGREGATE_TYPE_P(TREE_TYPE(argument)) ||
           POINTER_TYPE_P(TREE_TYPE(argument)) || !cfun ||
           folding_initializer || force_folding_builtin_constant_p;
}

/* The answer, as fold_builtin_constant_p gives it above -O0; or NULL: later. */
tree answer(tree argument)
{
    STRIP_NOPS(argument);
    if (is_known(argument))
        return integer_one_node;
    return is_final(argument) ? integer_zero_node : NULL_TREE;
}

/* C's parser asks, after it has an answer, whether this was the builtin: then
 * it takes what the answer rules out for no part of a constant expression. */
tree on_fold(tree fndecl, int n, tree *arguments, bool ignore)
{
    if (!is_question(fndecl))
        return target.fold_builtin(fndecl, n, arguments, ignore);
    tree known = n == 1 ? answer(arguments[0]) : NULL_TREE;
    if (known && edgeprof_compat_is_c())
        set_class(BUILT_IN_NORMAL);
    return known;
}

/* What is part of an expression, or argument of the next question.  (A floating
 * variable that is all of its argument does not come here: right behind a
 * question that was answered, its own is answered by no.) */
tree on_operand(const_tree type)
{
    if (reading)
        set_class(BUILT_IN_MD);
    return target.promoted_type(type);
}

/* How many there have to be, GCC checks of its own builtins alone. */
template <typename... Last>
bool on_check(location_t location, vec<location_t> places, tree fndecl,
              tree original, unsigned n, tree *arguments, Last... complain)
{
    if (!is_question(fndecl))
        return !target.check_builtin_call ||
               target.check_builtin_call(location, places, fndecl, original, n,
                                         arguments, complain...);
    if (n != 1 && (complain && ...))
        error_at(location, "too %s arguments to function %qE",
                 n ? "many" : "few", fndecl);
    return n == 1;
}

/* ---- the end --------------------------------------------------------------- */

/* What OPTIONS, a function's as they were when it was parsed, are otherwise.
 * Functions of equal options have one node, and can be inlined. */
tree ended(tree options)
{
    if (!options)
        return NULL_TREE;
    struct gcc_options values = global_options;
    struct gcc_options set = global_options_set;
    cl_optimization_restore(&values, &set, TREE_OPTIMIZATION(options));
    values.x_param_logical_op_non_short_circuit = short_circuit;
    values.x_flag_ipa_ra = 0;
    if (values.x_flag_no_inline == OUR_NO_INLINE)
        values.x_flag_no_inline = 0;
    return build_optimization_node(&values, &set);
}

} // namespace

void edgeprof_reading_start(bool (*is_counted)(tree fndecl))
{
    counted = is_counted;
    short_circuit = param_logical_op_non_short_circuit;
    param_logical_op_non_short_circuit = 0;
    target = targetm;
    targetm.set_current_function = on_current_function;
    targetm.fold_builtin = on_fold;
    targetm.check_builtin_call = on_check;
    targetm.promoted_type = on_operand;
}

void edgeprof_reading_start_unit()
{
    branch_cost = ix86_branch_cost;
    if (edgeprof_compat_is_c())
        return;
    ix86_branch_cost = NO_COST;
    targetm.target_option.save = on_save;
}

void edgeprof_reading_fold(tree fndecl)
{
    folded.safe_push(fndecl);
    set_level();
    if (clear_fold_cache) /* of what the parser asked for, at the user's level */
        clear_fold_cache();
}

bool edgeprof_reading_folded(tree fndecl)
{
    bool known = !folded.is_empty() && folded.last() == fndecl;
    if (known)
        folded.pop();
    set_level();
    return known;
}

void edgeprof_reading_end()
{
    cgraph_node *node;
    param_logical_op_non_short_circuit = short_circuit;
    ix86_branch_cost = branch_cost;
    flag_ipa_ra = 0;
    if (flag_no_inline == OUR_NO_INLINE)
        flag_no_inline = 0;
    optimization_default_node = ended(optimization_default_node);
    optimization_current_node = ended(optimization_current_node);
    FOR_EACH_FUNCTION (node)
        DECL_FUNCTION_SPECIFIC_OPTIMIZATION(node->decl) =
            ended(DECL_FUNCTION_SPECIFIC_OPTIMIZATION(node->decl));
}
