/* SPDX-License-Identifier: MIT
 *
 * gcc_use.cc - see gcc_use.h.
 */
#include "gcc_use.h"

namespace
{

struct gcov_summary the_summary;
bool is_measured; /* any function */

/* ---- one function ----------------------------------------------------------
 */

/* What an edge's aux points to. */
struct counted {
    gcov_type count;
    bool known;
};

counted *of(edge e)
{
    return (counted *)e->aux;
}

/* What tells the function NAME from others, in GCC's own profiles: 31 bits, not 0. */
unsigned id_of(const char *name)
{
    unsigned id = ep_callee_id(name, strlen(name)) & 0x7fffffff;
    return id ? id : 1;
}

/* Of several names of one function, the first in the alphabet: as in profiles. */
const char *name_of(cgraph_node *node)
{
    const char *name = edgeprof_compat_name(node->decl);
    ipa_ref *ref;
    FOR_EACH_ALIAS(node, ref)
    {
        const char *alias = edgeprof_compat_name(ref->referring->decl);
        if (strcmp(alias, name) < 0)
            name = alias;
    }
    return name;
}

/* A computed goto's edge is marked at its target. */
void note_edges(const edgeprof_graph *graph, const struct ep_function *noted)
{
    for (unsigned i = 0; i < graph->sites.length(); i++) {
        const edgeprof_site *site = &graph->sites[i];
        const struct ep_edge *core = &noted->cfg.edges[i];
        edge e = site->on;
        if (site->head && core->kind == EP_EDGE_CASE)
            e = single_pred_edge(site->head);
        if (!e || core->kind == EP_EDGE_ENTRY)
            continue;
        of(e)->count += (gcov_type)core->weight;
        of(e)->known = true;
    }
}

/* What came to BB's end, COUNT times, and did not go on over an edge that is known:
 * it did over the others; those of exceptions only if there is no other.  */
void share_rest(basic_block bb, gcov_type count)
{
    edge e;
    edge_iterator ei;
    int plain = 0, odd = 0;
    FOR_EACH_EDGE (e, ei, bb->succs) {
        count -= of(e)->known ? of(e)->count : 0;
        plain += !of(e)->known && !edgeprof_graph_is_odd(e);
        odd += !of(e)->known && edgeprof_graph_is_odd(e);
    }
    if (count <= 0 || plain + odd == 0)
        return;
    FOR_EACH_EDGE (e, ei, bb->succs)
        if (!of(e)->known && (!plain || !edgeprof_graph_is_odd(e)))
            of(e)->count = count / (plain ? plain : odd);
}

/* Where nothing came by, all are alike, but for exceptions. */
void set_probabilities(basic_block bb)
{
    edge e;
    edge_iterator ei;
    gcov_type total = 0;
    int plain = 0;
    FOR_EACH_EDGE (e, ei, bb->succs) {
        total += of(e)->count;
        plain += !edgeprof_graph_is_odd(e);
    }
    if (EDGE_COUNT(bb->succs) == 0)
        return;
    profile_probability even = profile_probability::guessed_always();
    even = even.apply_scale(1, plain ? plain : EDGE_COUNT(bb->succs));
    FOR_EACH_EDGE (e, ei, bb->succs)
        if (total)
            e->probability = profile_probability::probability_in_gcov_type(
                of(e)->count, total);
        else
            e->probability = plain && edgeprof_graph_is_odd(e)
                                 ? profile_probability::never()
                                 : even;
}

void set_counts(const edgeprof_graph *graph, const uint64_t *counts)
{
    const uint32_t *number = graph->tails.block;
    basic_block bb;
    FOR_EACH_BB_FN (bb, cfun) {
        uint32_t first = graph->first[bb->index];
        uint32_t last = graph->last[bb->index];
        bb->count = first ? profile_count::from_gcov_type(
                                (gcov_type)counts[number[first]])
                          : profile_count::zero(); /* no block of the core's */
        share_rest(bb, last ? (gcov_type)counts[number[last]] : 0);
        set_probabilities(bb);
    }
}

} // namespace

void edgeprof_use_function(const edgeprof_graph *graph,
                           const struct ep_function *noted)
{
    auto_vec<uint64_t> counts;
    basic_block entry = ENTRY_BLOCK_PTR_FOR_FN(cfun);
    counts.safe_grow_cleared(noted->cfg.n_blocks);
    ep_cfg_count_blocks(&noted->cfg, counts.address());
    alloc_aux_for_edges(sizeof(counted));
    note_edges(graph, noted);
    set_counts(graph, counts.address());
    free_aux_for_edges();
    entry->count =
        profile_count::from_gcov_type((gcov_type)counts[EP_BLOCK_ENTRY]);
    EXIT_BLOCK_PTR_FOR_FN(cfun)->count = entry->count;
    single_succ_edge(entry)->probability = profile_probability::always();
    cgraph_node::get(cfun->decl)->count = entry->count;
    profile_status_for_fn(cfun) = PROFILE_READ;
    update_max_bb_count();
    is_measured = true;
}

/* What GCC's own profiles would say of CALL. */
static void note_called(gimple *call, const struct ep_called *called)
{
    histogram_value found = gimple_alloc_histogram_value(
        cfun, HIST_TYPE_INDIR_CALL, call, NULL_TREE);
    unsigned n = 0;
    found->n_counters = 2 + 2 * (unsigned)called->n;
    found->hvalue.counters = XNEWVEC(gcov_type, found->n_counters);
    found->hvalue.counters[n++] = (gcov_type)called->calls;
    found->hvalue.counters[n++] = (gcov_type)called->n;
    for (size_t i = 0; i < called->n; i++) {
        found->hvalue.counters[n++] = id_of(called->targets[i].name);
        found->hvalue.counters[n++] = (gcov_type)called->targets[i].count;
    }
    gimple_add_histogram_value(cfun, call, found);
}

void edgeprof_use_calls(const edgeprof_graph *graph, uint32_t index)
{
    struct ep_called called;
    for (unsigned i = 0; i < graph->pointer_calls.length(); i++)
        if (ep_unit_called(graph->session->unit, index, i, &called))
            note_called(graph->pointer_calls[i], &called);
}

/* ---- the unit --------------------------------------------------------------
 */

void edgeprof_use_summary(const struct ep_summary *summary)
{
    the_summary.runs = 1;
    the_summary.sum_max = (gcov_type)summary->most;
    if (is_measured)
        profile_info = &the_summary;
}

void edgeprof_use_gate(bool *gate)
{
    if (flag_profile_use)
        return;
    if (strcmp(current_pass->name, "profile") == 0)
        *gate = false;
    else if (strcmp(current_pass->name, "profile_estimate") == 0 &&
             current_pass->type == GIMPLE_PASS)
        *gate &= profile_status_for_fn(cfun) != PROFILE_READ;
    else if (strcmp(current_pass->name, "fnsplit") == 0)
        *gate = flag_partial_inlining && !profile_arc_flag;
}

/* Parts that functions were split into are measured as well. */
void edgeprof_use_unit()
{
    cgraph_node *node;
    if (!is_measured)
        return;
    FOR_EACH_DEFINED_FUNCTION (node)
        if (!node->alias)
            node->profile_id = id_of(name_of(node));
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
        function *fn = DECL_STRUCT_FUNCTION(node->decl);
        if (!fn->cfg || !ENTRY_BLOCK_PTR_FOR_FN(fn)->count.reliable_p())
            continue;
        push_cfun(fn);
        profile_status_for_fn(cfun) = PROFILE_READ;
        node->count = ENTRY_BLOCK_PTR_FOR_FN(cfun)->count;
        update_max_bb_count();
        compute_function_frequency();
        pop_cfun();
    }
}

/* No -fvpt: of values, only those that are called are known. */
void edgeprof_use_start()
{
    gcc_options *options = &global_options;
    gcc_options *by_user = &global_options_set;
    if (!optimize)
        return;
#define TURN_ON(flag)       \
    if (!by_user->x_##flag) \
    options->x_##flag = 1
    TURN_ON(flag_unroll_loops);
    TURN_ON(flag_peel_loops);
    TURN_ON(flag_tracer);
    TURN_ON(flag_inline_functions);
    TURN_ON(flag_ipa_cp);
    TURN_ON(flag_ipa_cp_clone);
    TURN_ON(flag_ipa_bit_cp);
    TURN_ON(flag_predictive_commoning);
    TURN_ON(flag_split_loops);
    TURN_ON(flag_unswitch_loops);
    TURN_ON(flag_gcse_after_reload);
    TURN_ON(flag_tree_loop_vectorize);
    TURN_ON(flag_tree_slp_vectorize);
    TURN_ON(flag_version_loops_for_strides);
    TURN_ON(flag_tree_loop_distribute_patterns);
    TURN_ON(flag_loop_interchange);
    TURN_ON(flag_unroll_jam);
    TURN_ON(flag_tree_loop_distribution);
    TURN_ON(flag_branch_probabilities);
#undef TURN_ON
    if (!by_user->x_flag_vect_cost_model)
        options->x_flag_vect_cost_model = VECT_COST_MODEL_DYNAMIC;
}
