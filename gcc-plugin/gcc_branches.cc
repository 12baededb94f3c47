/* SPDX-License-Identifier: MIT
 *
 * gcc_branches.cc - see gcc_branches.h.
 */
#include "gcc_branches.h"

#include "gcc_folded.h"
#include "gcc_lines.h"
#include "gcc_made.h"
#include "gcc_source.h"

#include "gimple-walk.h"

namespace
{

/* ---- places -------------------------------------------------------------- */

/* Have BRANCH stand at the KEYWORD before it; false: there is none. */
bool read_keyword(edgeprof_branch *branch, const char *keyword)
{
    const struct ep_words *words = edgeprof_source_words(branch->at.file);
    if (!words)
        return false;
    struct ep_point point =
        ep_condition_keyword(words, edgeprof_point_of(branch->at), keyword);
    branch->at.line = (int)point.line;
    branch->at.column = (int)point.column;
    return ep_words_is(words, ep_words_find(words, point), keyword);
}

/* ---- && and || that wait ----------------------------------------------------
 * With a co_await on its right, the value of one that an `if` asks is in the coroutine's
 * frame: what the left operand decides is stored there as a constant.  All of it is a block
 * of its own, at the operator. */

typedef int_hash<unsigned, 0, UINT_MAX> uid_hash;

hash_set<uid_hash> wholes; /* members of frames */

/* Note that STMT stores a constant there, if it does. */
void note_whole(gimple *stmt)
{
    tree member = gimple_assign_single_p(stmt) ? gimple_assign_lhs(stmt) : NULL;
    if (!member || TREE_CODE(member) != COMPONENT_REF ||
        TREE_CODE(gimple_assign_rhs1(stmt)) != INTEGER_CST ||
        !edgeprof_compat_is_coroutine_body())
        return;
    member = TREE_OPERAND(member, 1);
    const char *name =
        DECL_NAME(member) ? IDENTIFIER_POINTER(DECL_NAME(member)) : "";
    /* __ifcd_N; ifcd.N up to GCC 11 */
    if (edgeprof_compat_starts(name + strspn(name, "_"), "ifcd"))
        wholes.add(DECL_UID(member));
}

bool is_whole(tree value)
{
    return TREE_CODE(value) == COMPONENT_REF &&
           wholes.contains(DECL_UID(TREE_OPERAND(value, 1)));
}

hash_set<edgeprof_place_hash> negated; /* first tests of left operands of || */

/* Set *OUT_REVERSED if TEST is of such a left operand: whether it is false where that is true.
 * Of || GCC asks whether its left operand is false, and of an && in that whether one of its
 * operands is. */
void find_reversed(gcond *test, bool *out_reversed)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, gimple_bb(test)->succs) {
        gimple *stmt = first_stmt(e->dest);
        if (!stmt || !gimple_assign_single_p(stmt) ||
            !is_whole(gimple_assign_lhs(stmt)))
            continue;
        bool value = !integer_zerop(gimple_assign_rhs1(stmt));
        *out_reversed = value != ((e->flags & EDGE_TRUE_VALUE) != 0);
        return;
    }
    *out_reversed ^= negated.contains(get_pure_location(gimple_location(test)));
}

/* The first test in BODY, and what that tries. */
gimple *first_test(gimple_seq body)
{
    for (gimple_stmt_iterator gsi = gsi_start(body); !gsi_end_p(gsi);
         gsi_next(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (gimple_code(stmt) == GIMPLE_COND)
            return stmt;
        if (gimple_code(stmt) == GIMPLE_TRY)
            return first_test(gimple_try_eval(stmt));
    }
    return NULL;
}

/* BLOCK may be such a one: its left operand may stand nowhere. */
void place_operand(gbind *block)
{
    if (!edgeprof_compat_is_coroutine_body())
        return;
    expanded_location at = edgeprof_compat_line(gimple_location(block));
    const struct ep_words *words = edgeprof_source_words(at.file);
    if (!words)
        return;
    uint32_t i = ep_words_find(words, edgeprof_point_of(at));
    bool is_or = ep_words_is(words, i, "||") || ep_words_is(words, i, "or");
    gimple *test =
        is_or || ep_words_is(words, i, "&&") || ep_words_is(words, i, "and")
            ? first_test(gimple_bind_body(block))
            : NULL;
    if (!test)
        return;
    if (!gimple_has_location(test))
        gimple_set_location(test, gimple_location(block));
    if (is_or)
        negated.add(get_pure_location(gimple_location(test)));
}

/* ---- switches --------------------------------------------------------------
 * GCC makes one test of a switch that has one range of cases besides its default:
 * `value <= last`, and of what begins at `first` `value - first <= last - first`. */

hash_set<edgeprof_place_hash> switches; /* where they stand */

/* A switch in another stands nowhere, but in a block of GCC's own which has its place: there
 * it is the first. */
void place_switch(gbind *block)
{
    gimple *first = gimple_seq_first_stmt(gimple_bind_body(block));
    if (first && gimple_code(first) == GIMPLE_SWITCH &&
        !gimple_has_location(first))
        gimple_set_location(first, gimple_location(block));
}

tree note_statement(gimple_stmt_iterator *gsi, bool *handled,
                    struct walk_stmt_info *)
{
    gimple *stmt = gsi_stmt(*gsi);
    location_t place = get_pure_location(gimple_location(stmt));
    *handled = false;
    note_whole(stmt);
    if (gimple_code(stmt) == GIMPLE_BIND) {
        place_switch(as_a<gbind *>(stmt));
        place_operand(as_a<gbind *>(stmt));
    } else if (gimple_code(stmt) == GIMPLE_SWITCH && place > BUILTINS_LOCATION)
        switches.add(place);
    return NULL_TREE;
}

/* Of 64 bits, with a sign, as notes have it. */
int64_t value_of(tree value)
{
    if (TYPE_UNSIGNED(TREE_TYPE(value)) &&
        TYPE_PRECISION(TREE_TYPE(value)) < 64)
        return (int64_t)tree_to_uhwi(value);
    return wi::to_wide(value).to_shwi();
}

/* What *VALUE, which TEST asks, is more than what the switch asked; *VALUE becomes that.
 * What GCC itself computes for the test stands nowhere. */
tree shift_of(gcond *test, tree *value)
{
    tree shift = build_zero_cst(TREE_TYPE(*value));
    gimple_stmt_iterator gsi = gsi_for_stmt(test);
    for (gsi_prev(&gsi); !gsi_end_p(gsi); gsi_prev(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (is_gimple_debug(stmt))
            continue;
        if (gimple_has_location(stmt) || !is_gimple_assign(stmt) ||
            gimple_assign_lhs(stmt) != *value)
            break;
        if (tree by = gimple_assign_rhs2(stmt))
            shift = fold_build2(gimple_assign_rhs_code(stmt), TREE_TYPE(by),
                                shift, by);
        *value = gimple_assign_rhs1(stmt);
    }
    return shift;
}

/* Whether TEST was a switch.  BRANCH gets its cases. */
bool read_switch(gcond *test, edgeprof_branch *branch)
{
    tree value = gimple_cond_lhs(test);
    tree last = gimple_cond_rhs(test);
    bool is_range = gimple_cond_code(test) == LE_EXPR;
    if (!switches.contains(get_pure_location(gimple_location(test))) ||
        (!is_range && gimple_cond_code(test) != EQ_EXPR) ||
        TREE_CODE(last) != INTEGER_CST || TYPE_PRECISION(TREE_TYPE(last)) > 64)
        return false;
    tree first = last;
    if (is_range) {
        tree type = TREE_TYPE(last);
        tree shift = shift_of(test, &value);
        first = fold_build1(NEGATE_EXPR, type, shift);
        last = fold_build2(MINUS_EXPR, type, last, shift);
    }
    branch->has_cases = true;
    branch->first_case = value_of(fold_convert(TREE_TYPE(value), first));
    branch->last_case = value_of(fold_convert(TREE_TYPE(value), last));
    return true;
}

/* ---- conditions ------------------------------------------------------------
 */

/* Whether a macro has TEST, whose condition begins at BEGIN. One before BEGIN has what is before
 * a comma. */
bool is_hidden(gcond *test, struct ep_point begin)
{
    location_t place = gimple_location(test);
    struct ep_point at = edgeprof_point_of(edgeprof_compat_line(place));
    return from_macro_expansion_at(place) &&
           (at.line > begin.line ||
            (at.line == begin.line && at.column >= begin.column));
}

/* Whether TEST asks what a ?: has chosen: GCC keeps that in an `iftmp`. */
bool asks_choice(gcond *test)
{
    tree value = gimple_cond_lhs(test);
    if (TREE_CODE(value) == SSA_NAME)
        value = SSA_NAME_VAR(value);
    return value && VAR_P(value) && DECL_ARTIFICIAL(value) &&
           edgeprof_made_is_named_like(value, "iftmp");
}

void read_condition(gcond *test, edgeprof_branch *branch)
{
    const struct ep_words *words = edgeprof_source_words(branch->at.file);
    struct ep_condition condition;
    if (!words)
        return;
    bool is_made =
        edgeprof_folded_is_made(words, edgeprof_point_of(branch->at));
    if (!is_made &&
        !ep_condition_find(words, edgeprof_point_of(branch->at), &condition))
        return;
    if (is_made || edgeprof_folded_is_made(words, condition.at)) {
        branch->at = {};
        return;
    }
    if (asks_choice(test))
        ep_condition_of_choice(words, 1, &condition);
    branch->at.line = (int)condition.at.line;
    branch->at.column = (int)condition.at.column;
    branch->whole = condition.whole;
    branch->n_operands = condition.n_operands;
    branch->is_reversed = condition.is_inverted;
    branch->is_written = !is_hidden(test, condition.at);
}

/* Whether what GCC asks of a builtin's operand decides if to go to BB. */
bool is_behind_made(basic_block bb)
{
    gimple *test = single_pred_p(bb) ? last_stmt(single_pred(bb)) : NULL;
    return test && edgeprof_made_is_test(gimple_location(test));
}

/* Whether BB comes from where VARIABLE was set to a constant, whichever of several
 * ways, as the source decides. */
bool is_known_before(basic_block bb, tree variable)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds) {
        gimple *last = last_stmt(e->src);
        if (!last || !gimple_assign_single_p(last) || is_behind_made(e->src) ||
            gimple_assign_lhs(last) != variable ||
            TREE_CODE(gimple_assign_rhs1(last)) != INTEGER_CST)
            return false;
    }
    return EDGE_COUNT(bb->preds) > 1;
}

const int DEEP = 100; /* blocks that are looked through */

/* The last block that whatever comes to BB has come through, if that is the one before,
 * or asks if to go there right away, or what is on the way destroyed; or NULL. */
basic_block block_before(basic_block bb)
{
    if (single_pred_p(bb))
        return single_pred(bb);
    for (int i = 0; i < 2 && EDGE_COUNT(bb->preds) == 2; i++) {
        basic_block asks = EDGE_PRED(bb, i)->src;
        basic_block way = EDGE_PRED(bb, 1 - i)->src;
        for (int n = 0; n < DEEP && way != asks && single_pred_p(way); n++)
            way = single_pred(way);
        if (way == asks)
            return asks;
    }
    return NULL;
}

/* What is as true as what STMT sets, or NULL. */
tree handed_on_by(gimple *stmt)
{
    if (gimple_call_builtin_p(stmt, BUILT_IN_EXPECT))
        return gimple_call_arg(stmt, 0);
    bool is_truth = is_gimple_assign(stmt) &&
                    gimple_assign_rhs_code(stmt) == NE_EXPR &&
                    integer_zerop(gimple_assign_rhs2(stmt));
    return is_truth || gimple_assign_single_p(stmt) ||
                   gimple_assign_cast_p(stmt)
               ? gimple_assign_rhs1(stmt)
               : NULL_TREE;
}

/* What VALUE is at BB's end, at its begin; or the user's variable that it is. */
tree value_before(basic_block bb, tree value)
{
    for (gimple_stmt_iterator gsi = gsi_last_bb(bb);
         !gsi_end_p(gsi) && !(DECL_P(value) && !DECL_ARTIFICIAL(value));
         gsi_prev(&gsi)) {
        tree was = gimple_get_lhs(gsi_stmt(gsi)) == value
                       ? handed_on_by(gsi_stmt(gsi))
                       : NULL_TREE;
        if (was)
            value = was;
    }
    return value;
}

/* Whether BB only hands on the value of an && or ||, whose operands have decided: it comes
 * to a variable of nobody's, where something is destroyed between; or a number, an operand
 * of a ?:. */
bool is_handed_on(basic_block bb)
{
    gcond *test = as_a<gcond *>(last_stmt(bb));
    tree value = gimple_cond_lhs(test);
    if (!integer_zerop(gimple_cond_rhs(test)))
        return false;
    for (int n = 0; n < DEEP && bb; n++) {
        value = value_before(bb, value);
        if (TREE_CODE(value) == INTEGER_CST || is_whole(value) ||
            (VAR_P(value) && DECL_ARTIFICIAL(value) &&
             is_known_before(bb, value)))
            return true;
        bb = block_before(bb);
    }
    return false;
}

/* Whether BB ends with the question, at AT, whether there is an object before a cast
 * looks at it. */
bool is_of_cast(basic_block bb, expanded_location at)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs)
        for (gimple_stmt_iterator gsi = gsi_start_bb(e->dest); !gsi_end_p(gsi);
             gsi_next(&gsi)) {
            gimple *stmt = gsi_stmt(gsi);
            tree callee =
                is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
            ep_cast cast = callee ? ep_calls_cast(edgeprof_compat_name(callee))
                                  : EP_CAST_NONE;
            expanded_location own = edgeprof_lines_place(stmt);
            if (cast == EP_CAST_FAIL ||
                (cast == EP_CAST_CALL && own.line == at.line &&
                 own.column == at.column))
                return true;
        }
    return false;
}

/* Whether TEST is what a co_await asks.  If that is whether what it waits for is ready,
 * which is true in the source, BRANCH is at that word; whether to wait at all, which that
 * may say as well, is no branch, and neither is what a co_yield asks. */
bool read_await(gcond *test, edgeprof_branch *branch)
{
    edgeprof_branch found = *branch;
    tree value = gimple_cond_lhs(test);
    found.is_reversed = gimple_cond_code(test) == EQ_EXPR;
    for (gimple_stmt_iterator gsi = gsi_for_stmt(test); !gsi_end_p(gsi);
         gsi_prev(&gsi)) {
        gimple *stmt = gsi_stmt(gsi);
        if (!is_gimple_assign(stmt) || gimple_assign_lhs(stmt) != value)
            continue;
        found.is_reversed ^= gimple_assign_rhs_code(stmt) == BIT_NOT_EXPR;
        value = gimple_assign_rhs1(stmt);
    }
    gimple *call =
        TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;
    tree asked = call && is_gimple_call(call) ? gimple_call_fndecl(call) : NULL;
    bool is_ready = edgeprof_made_is_named(asked, "await_ready");
    if (is_ready && read_keyword(&found, "co_await")) {
        *branch = found;
        return true;
    }
    bool is_made = edgeprof_made_is_named(asked, "await_suspend") ||
                   (is_ready && read_keyword(&found, "co_yield"));
    if (is_made)
        *branch = {};
    return is_made;
}

/* Where the last statement of BB stands that stands anywhere. */
expanded_location last_place(basic_block bb)
{
    expanded_location at = {};
    for (gimple_stmt_iterator gsi = gsi_last_bb(bb);
         !gsi_end_p(gsi) && !at.file; gsi_prev(&gsi))
        at = edgeprof_compat_line(gimple_location(gsi_stmt(gsi)));
    return at;
}

/* GCC makes one computed goto of all in a function, which has no place: the
 * first of them is it. */
expanded_location first_goto(basic_block bb)
{
    expanded_location first = {};
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->preds) {
        expanded_location at = edgeprof_compat_line(e->goto_locus);
        if (at.file && (!first.file || at.line < first.line ||
                        (at.line == first.line && at.column < first.column)))
            first = at;
    }
    return first.file ? first : last_place(bb);
}

/* Whether BB begins with what `<=>` found: a constant for the one member of an object of
 * std::strong_ordering's kind. */
bool is_ordered(basic_block bb)
{
    static const char *const names[] = {"strong_ordering", "weak_ordering",
                                        "partial_ordering"};
    gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb(bb);
    gimple *stmt = gsi_end_p(gsi) ? NULL : gsi_stmt(gsi);
    if (!stmt || !gimple_assign_single_p(stmt) ||
        TREE_CODE(gimple_assign_rhs1(stmt)) != INTEGER_CST ||
        TREE_CODE(gimple_assign_lhs(stmt)) != COMPONENT_REF)
        return false;
    tree type = TREE_TYPE(TREE_OPERAND(gimple_assign_lhs(stmt), 0));
    tree name = TYPE_NAME(TYPE_MAIN_VARIANT(type));
    for (const char *ordering : names)
        if (name && TREE_CODE(name) == TYPE_DECL &&
            edgeprof_made_is_named(name, ordering))
            return true;
    return false;
}

/* Whether what `<=>` finds is decided at the end of BB, and in up to DEPTH blocks behind. */
bool decides_order(basic_block bb, int depth)
{
    edge e;
    edge_iterator ei;
    FOR_EACH_EDGE (e, ei, bb->succs) {
        gimple *only = first_stmt(e->dest);
        if (is_ordered(e->dest) ||
            (depth > 0 && only && gimple_code(only) == GIMPLE_COND &&
             decides_order(e->dest, depth - 1)))
            return true;
    }
    return false;
}

} // namespace

void edgeprof_branches_note()
{
    struct walk_stmt_info info = {};
    walk_gimple_seq(gimple_body(cfun->decl), note_statement, NULL, &info);
}

bool edgeprof_branches_is_made(gimple *condition, expanded_location at)
{
    if (edgeprof_made_is_test(gimple_location(condition)))
        return true;
    const struct ep_words *words =
        edgeprof_compat_is_c() ? NULL : edgeprof_source_words(at.file);
    struct ep_condition found;
    if (words && (ep_words_is_new(words, edgeprof_point_of(at)) ||
                  (ep_condition_find(words, edgeprof_point_of(at), &found) &&
                   ep_words_is_new(words, found.at))))
        return true;
    return is_of_cast(gimple_bb(condition), at) ||
           decides_order(gimple_bb(condition), 2);
}

edgeprof_branch edgeprof_branches_read(basic_block bb)
{
    gimple *stmt = last_stmt(bb);
    edgeprof_branch found = {};
    if (!stmt)
        return found;
    if (gimple_code(stmt) == GIMPLE_GOTO) {
        found.at = first_goto(bb);
        read_keyword(&found, "goto");
        return found;
    }
    gcond *condition = dyn_cast<gcond *>(stmt);
    bool is_switch = !condition || read_switch(condition, &found);
    if (!is_switch && is_handed_on(bb))
        return found;
    found.at = edgeprof_lines_place(stmt);
    if (is_switch)
        read_keyword(&found, "switch");
    else if (!edgeprof_compat_is_coroutine_body() ||
             !read_await(condition, &found)) {
        read_condition(condition, &found);
        find_reversed(condition, &found.is_reversed);
    }
    return found;
}

int edgeprof_branches_cases(gswitch *choice, edge e, struct ep_cfg *cfg,
                            uint32_t id)
{
    int status = EP_OK;
    for (unsigned i = 1; i < gimple_switch_num_labels(choice); i++) {
        tree label = gimple_switch_label(choice, i);
        tree low = CASE_LOW(label);
        tree high = CASE_HIGH(label) ? CASE_HIGH(label) : low;
        if (label_to_block(cfun, CASE_LABEL(label)) == e->dest &&
            status == EP_OK && TYPE_PRECISION(TREE_TYPE(low)) <= 64)
            status = ep_cfg_add_case(cfg, id, value_of(low), value_of(high));
    }
    return status;
}
