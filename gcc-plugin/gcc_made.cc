/* SPDX-License-Identifier: MIT
 *
 * gcc_made.cc - see gcc_made.h.
 */
#include "gcc_made.h"

#include "gcc_source.h"
#include "gcc_written.h"

namespace
{

/* Builtins that GCC makes a ?: of. */
const char *const CHOOSE[] = {"__builtin_fpclassify", "__builtin_isinf_sign",
                              NULL};
const char *const CHOICE[] = {"?", ":", NULL};

/* Of what comes out of a macro, where that is defined. */
expanded_location spelled_at(location_t place)
{
    return expand_location(linemap_resolve_location(
        line_table, place, LRK_SPELLING_LOCATION, NULL));
}

/* Whether one of TEXTS is at PLACE. */
bool is_spelled(location_t place, const char *const *texts)
{
    expanded_location at = spelled_at(place);
    const struct ep_words *words = edgeprof_source_words(at.file);
    if (!words || at.line < 1 || (size_t)at.line > words->n_lines)
        return false;
    const char *text = words->text + words->lines[at.line - 1];
    if (at.column < 1 || strnlen(text, at.column) < (size_t)at.column)
        return false;
    for (; *texts; texts++)
        if (edgeprof_compat_starts(text + at.column - 1, *texts))
            return true;
    return false;
}

/* ---- casts -----------------------------------------------------------------
 * C++ makes `p ? &p->base : 0` of a pointer p that becomes one to a base of its class,
 * which p is twice in; the test may have become that of what p depends on. */

bool is_base(tree member)
{
    return TREE_CODE(member) == COMPONENT_REF &&
           DECL_ARTIFICIAL(TREE_OPERAND(member, 1));
}

/* The pointer to an object of which VALUE is one to a base, or to the whole; or NULL. */
tree object_of(tree value)
{
    while (CONVERT_EXPR_P(value))
        value = TREE_OPERAND(value, 0);
    if (TREE_CODE(value) == POINTER_PLUS_EXPR)
        return TREE_OPERAND(value, 0);
    if (TREE_CODE(value) != ADDR_EXPR || !is_base(TREE_OPERAND(value, 0)))
        return NULL_TREE;
    do
        value = TREE_OPERAND(value, 0);
    while (TREE_CODE(value) == COMPONENT_REF);
    return TREE_CODE(value) == INDIRECT_REF ? TREE_OPERAND(value, 0)
                                            : NULL_TREE;
}

/* Whether a ?: at PLACE may be one that is written: that has its place at its `?`. */
bool may_be_written(location_t place)
{
    return place != UNKNOWN_LOCATION &&
           (!edgeprof_source_words(spelled_at(place).file) ||
            is_spelled(place, CHOICE));
}

/* The pointer that CHOICE casts so; or NULL. */
tree cast_of(tree choice)
{
    return !edgeprof_compat_is_c() && POINTER_TYPE_P(TREE_TYPE(choice)) &&
                   integer_zerop(TREE_OPERAND(choice, 2)) &&
                   !may_be_written(get_pure_location(EXPR_LOCATION(choice)))
               ? object_of(TREE_OPERAND(choice, 1))
               : NULL_TREE;
}

/* The test of CHOICE stands at PLACE, and is known for what GCC asks. */
void place_test(tree choice, location_t place)
{
    if (place != UNKNOWN_LOCATION)
        SET_EXPR_LOCATION(choice,
                          make_location(place, place, BUILTINS_LOCATION));
}

/* walk_tree callback: a choice. */
tree visit_choice(tree *at, int *walk_subtrees, void *)
{
    if (TYPE_P(*at) || TREE_CODE(*at) == SAVE_EXPR)
        *walk_subtrees = 0;
    return TREE_CODE(*at) == COND_EXPR || TREE_CODE(*at) == TRUTH_ANDIF_EXPR ||
                   TREE_CODE(*at) == TRUTH_ORIF_EXPR
               ? *at
               : NULL_TREE;
}

/* walk_tree callback: what is DATA's operand becomes DATA, which is computed once. */
tree visit_once(tree *at, int *walk_subtrees, void *data)
{
    tree once = (tree)data;
    if (!TYPE_P(*at) && *at != once &&
        !operand_equal_p(*at, TREE_OPERAND(once, 0), 0))
        return NULL_TREE;
    *walk_subtrees = 0;
    if (!TYPE_P(*at))
        *at = once;
    return NULL_TREE;
}

/* CHOICE, a cast, has the POINTER.  If something is chosen in that, it is once. */
void place_cast(tree choice, tree pointer)
{
    location_t place =
        get_start(EXPR_LOCATION(EXPR_HAS_LOCATION(pointer) ? pointer : choice));
    place_test(choice, place);
    if (TREE_SIDE_EFFECTS(pointer) || !edgeprof_made_has_choice(pointer))
        return;
    tree type = TREE_TYPE(pointer);
    tree once = build1_loc(place, SAVE_EXPR, type, pointer);
    TREE_SIDE_EFFECTS(once) = 1;
    walk_tree(&TREE_OPERAND(choice, 1), visit_once, once, NULL);
    TREE_OPERAND(choice, 0) = build2_loc(place, NE_EXPR, boolean_type_node,
                                         once, build_zero_cst(type));
}

/* walk_tree callback: have what is computed stand at the place DATA. */
tree visit_moved(tree *at, int *walk_subtrees, void *data)
{
    if (TYPE_P(*at) || TREE_CODE(*at) == SAVE_EXPR)
        *walk_subtrees = 0;
    else if (EXPR_HAS_LOCATION(*at))
        SET_EXPR_LOCATION(*at, *(location_t *)data);
    return NULL_TREE;
}

/* walk_tree callback: the guard of a static variable, if that is what AT is. */
tree visit_guard(tree *at, int *walk_subtrees, void *)
{
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    return edgeprof_made_is_guard(*at) ? *at : NULL_TREE;
}

/* What TEST compares with a constant. */
tree asked_of(tree test)
{
    while (COMPARISON_CLASS_P(test) || CONVERT_EXPR_P(test) ||
           TREE_CODE(test) == TRUTH_NOT_EXPR)
        test = TREE_OPERAND(test, 0);
    return test;
}

/* Whether ASKED is a part of a pointer to a member function. */
bool is_of_pointer(tree asked)
{
    tree member =
        TREE_CODE(asked) == COMPONENT_REF ? TREE_OPERAND(asked, 1) : NULL_TREE;
    return member && DECL_NAME(member) &&
           (strcmp(IDENTIFIER_POINTER(DECL_NAME(member)), "__pfn") == 0 ||
            strcmp(IDENTIFIER_POINTER(DECL_NAME(member)), "__delta") == 0);
}

/* Whether CHOICE is of functions to call: the one that is pointed to, or the one in the
 * table of the object's class. */
bool is_of_method(tree choice)
{
    return POINTER_TYPE_P(TREE_TYPE(choice)) &&
           TREE_CODE(TREE_TYPE(TREE_TYPE(choice))) == METHOD_TYPE;
}

/* Whether CHOICE is 1.0 or 0.0, of a truth that becomes a floating-point number. */
bool is_of_number(tree choice)
{
    return SCALAR_FLOAT_TYPE_P(TREE_TYPE(choice)) &&
           real_onep(TREE_OPERAND(choice, 1)) &&
           real_zerop(TREE_OPERAND(choice, 2)) &&
           !may_be_written(get_pure_location(EXPR_LOCATION(choice)));
}

bool is_sign(tree asked)
{
    tree callee =
        TREE_CODE(asked) == CALL_EXPR ? get_callee_fndecl(asked) : NULL_TREE;
    return callee && DECL_NAME(callee) &&
           edgeprof_compat_starts(IDENTIFIER_POINTER(DECL_NAME(callee)),
                                  "__builtin_signbit");
}

/* ---- ranges ---------------------------------------------------------------- */

struct range {
    location_t made; /* where it ends, or the `for` is */
    location_t colon;
    tree value; /* what it is initialised with */
};

/* The variable of BLOCK, a `for` through a range, whose name begins with START; or NULL. */
tree variable_of(tree block, const char *start)
{
    tree variable = BIND_EXPR_VARS(block);
    while (variable && (!VAR_P(variable) || !DECL_NAME(variable) ||
                        !edgeprof_compat_starts(
                            IDENTIFIER_POINTER(DECL_NAME(variable)), start)))
        variable = DECL_CHAIN(variable);
    return variable;
}

/* walk_tree callback: what C++ makes of the range DATA, which its value is not, stands at the
 * `:`. */
tree place_made(tree *at, int *walk_subtrees, void *data)
{
    const range *all = (const range *)data;
    if (TYPE_P(*at) || *at == all->value)
        *walk_subtrees = 0;
    else if (EXPR_HAS_LOCATION(*at) &&
             get_pure_location(EXPR_LOCATION(*at)) == all->made)
        SET_EXPR_LOCATION(*at, all->colon);
    return NULL_TREE;
}

/* walk_tree callback: what has a place gets none. */
tree displace(tree *at, int *walk_subtrees, void *)
{
    if (TYPE_P(*at))
        *walk_subtrees = 0;
    else if (EXPR_HAS_LOCATION(*at))
        SET_EXPR_LOCATION(*at, UNKNOWN_LOCATION);
    return NULL_TREE;
}

} // namespace

bool edgeprof_made_has_choice(tree expression)
{
    return walk_tree_without_duplicates(&expression, visit_choice, NULL) !=
           NULL_TREE;
}

bool edgeprof_made_is_guard(tree operand)
{
    return VAR_P(operand) && DECL_NAME(operand) &&
           edgeprof_compat_starts(IDENTIFIER_POINTER(DECL_NAME(operand)),
                                  "_ZGV");
}

void edgeprof_made_place_guard(tree choice)
{
    tree guard = walk_tree_without_duplicates(&TREE_OPERAND(choice, 0),
                                              visit_guard, NULL);
    if (!guard)
        return;
    location_t place = DECL_SOURCE_LOCATION(guard);
    walk_tree_without_duplicates(&TREE_OPERAND(choice, 0), visit_moved, &place);
    SET_EXPR_LOCATION(choice, place);
}

namespace
{
/* walk_tree callback. */
tree place_thrower(tree *at, int *, void *data)
{
    static const char *const names[] = {"__cxa_allocate_exception",
                                        "__cxa_throw"};
    tree callee = TREE_CODE(*at) == CALL_EXPR ? get_callee_fndecl(*at) : NULL;
    for (const char *name : names)
        if (edgeprof_made_is_named(callee, name))
            SET_EXPR_LOCATION(*at, *(location_t *)data);
    return NULL_TREE;
}
} // namespace

void edgeprof_made_place_range(tree block)
{
    tree value = variable_of(block, "__for_range");
    tree begin = variable_of(block, "__for_begin");
    if (!value || !begin)
        return;
    location_t made = get_pure_location(DECL_SOURCE_LOCATION(begin));
    range all = {made, edgeprof_written_range(made), DECL_INITIAL(value)};
    if (all.colon != UNKNOWN_LOCATION)
        walk_tree_without_duplicates(&block, place_made, &all);
}

void edgeprof_made_place_part(tree variable)
{
    if (!DECL_HAS_VALUE_EXPR_P(variable))
        return;
    tree part = DECL_VALUE_EXPR(variable);
    walk_tree_without_duplicates(&part, displace, NULL);
}

void edgeprof_made_place_throw(tree thrown)
{
    location_t place = get_start(EXPR_LOCATION(thrown));
    if (place != UNKNOWN_LOCATION)
        walk_tree_without_duplicates(&TREE_OPERAND(thrown, 0), place_thrower,
                                     &place);
}

bool edgeprof_made_is_named(tree decl, const char *name)
{
    return decl && DECL_P(decl) && DECL_NAME(decl) &&
           strcmp(IDENTIFIER_POINTER(DECL_NAME(decl)), name) == 0;
}

bool edgeprof_made_is_named_like(tree decl, const char *start)
{
    return DECL_NAME(decl) &&
           edgeprof_compat_starts(IDENTIFIER_POINTER(DECL_NAME(decl)), start);
}

/* The call of NAME whose result is what CHOICE asks for, or against; or NULL. */
static tree asks_call(tree choice, const char *name)
{
    tree asked = choice;
    do
        asked = TREE_OPERAND(asked, 0);
    while (CONVERT_EXPR_P(asked) || TREE_CODE(asked) == BIT_NOT_EXPR ||
           TREE_CODE(asked) == TRUTH_NOT_EXPR ||
           TREE_CODE(asked) == CLEANUP_POINT_EXPR);
    return TREE_CODE(asked) == CALL_EXPR &&
                   edgeprof_made_is_named(get_callee_fndecl(asked), name)
               ? asked
               : NULL_TREE;
}

void edgeprof_made_place_await(tree choice)
{
    tree asked = asks_call(choice, "await_ready");
    if (!asked || !EXPR_HAS_LOCATION(asked))
        return;
    for (tree at = choice; at != asked; at = TREE_OPERAND(at, 0))
        SET_EXPR_LOCATION(at, EXPR_LOCATION(asked));
}

void edgeprof_made_turn_exit(tree choice)
{
    tree leaves = TREE_OPERAND(choice, 1);
    tree rest = TREE_OPERAND(choice, 2);
    tree *asked = &TREE_OPERAND(choice, 0);
    tree last = edgeprof_compat_is_c() ? NULL_TREE : expr_last(leaves);
    if (!last || TREE_CODE(last) != GOTO_EXPR ||
        EXPR_LOCATION(last) != EXPR_LOCATION(choice) ||
        (rest && !IS_EMPTY_STMT(rest)) || asks_call(choice, "await_ready") ||
        asks_call(choice, "await_suspend"))
        return;
    while (TREE_CODE(*asked) == CLEANUP_POINT_EXPR)
        asked = &TREE_OPERAND(*asked, 0);
    *asked = invert_truthvalue_loc(EXPR_LOCATION(*asked), *asked);
    TREE_OPERAND(choice, 1) = build_empty_stmt(UNKNOWN_LOCATION);
    TREE_OPERAND(choice, 2) = leaves;
}

void edgeprof_made_place_check(tree call)
{
    location_t place = EXPR_LOCATION(call);
    if (CALL_EXPR_FN(call) || CALL_EXPR_IFN(call) != IFN_UBSAN_BOUNDS)
        return;
    for (int i = 0; i < call_expr_nargs(call); i++) {
        CALL_EXPR_ARG(call, i) = unshare_expr(CALL_EXPR_ARG(call, i));
        walk_tree_without_duplicates(&CALL_EXPR_ARG(call, i), visit_moved,
                                     &place);
    }
}

bool edgeprof_made_place_choice(tree choice)
{
    location_t place = EXPR_LOCATION(choice);
    tree asked = TREE_OPERAND(choice, 0);
    location_t begins =
        get_start(EXPR_HAS_LOCATION(asked) ? EXPR_LOCATION(asked) : place);
    if (edgeprof_made_is_test(place))
        return true;
    if (tree pointer = cast_of(choice)) {
        place_cast(choice, pointer);
        return true;
    }
    if (!is_of_method(choice) && !is_of_number(choice) &&
        (VOID_TYPE_P(TREE_TYPE(choice)) || !is_spelled(begins, CHOOSE) ||
         is_spelled(get_pure_location(place), CHOICE)))
        return false;
    place_test(choice, begins);
    return true;
}

void edgeprof_made_place_cast(tree choice, location_t place)
{
    if (!EXPR_HAS_LOCATION(choice) && cast_of(choice))
        place_test(choice, get_start(place));
}

bool edgeprof_made_is_test(location_t place)
{
    return get_finish(place) == BUILTINS_LOCATION;
}

bool edgeprof_made_join(tree expression)
{
    tree first = asked_of(TREE_OPERAND(expression, 0));
    tree second = asked_of(TREE_OPERAND(expression, 1));
    bool is_and = TREE_CODE(expression) == TRUTH_ANDIF_EXPR;
    bool is_of_sign = is_and && TREE_CODE(first) == ABS_EXPR &&
                      is_sign(second) &&
                      get_pure_location(EXPR_LOCATION(first)) ==
                          get_pure_location(EXPR_LOCATION(second));
    if (!is_of_sign && !is_of_pointer(first))
        return false;
    TREE_SET_CODE(expression, is_and ? TRUTH_AND_EXPR : TRUTH_OR_EXPR);
    return true;
}
