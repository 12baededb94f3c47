/* SPDX-License-Identifier: MIT
 *
 * clang_use.cc - see clang_use.h.
 */
#include "clang_use.h"

#include "clang_guess.h"
#include "clang_made.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Support/MD5.h"
#include "llvm/Transforms/Instrumentation/PGOInstrumentation.h"
#pragma GCC diagnostic pop

#include <map>

using namespace llvm;

typedef std::map<std::pair<Instruction *, BasicBlock *>, uint64_t> edge_counts;

/* Of one successor's edges, which are one to the core, each gets a part.  Weights
 * have 32 bits. */
static void set_weights(Instruction &jump, edge_counts &counts)
{
    SmallVector<uint64_t, 4> parts;
    SmallVector<uint32_t, 4> weights;
    uint64_t most = 0;

    for (unsigned i = 0; i < jump.getNumSuccessors(); i++) {
        BasicBlock *to = jump.getSuccessor(i);
        unsigned n = 0;

        for (unsigned k = 0; k < jump.getNumSuccessors(); k++)
            n += jump.getSuccessor(k) == to;
        parts.push_back(counts[{&jump, to}] / n);
        most = std::max(most, parts.back());
    }
    if (most == 0) /* nobody came by */
        return;
    for (uint64_t part : parts)
        weights.push_back(
            static_cast<uint32_t>(part / (most / UINT32_MAX + 1)));
    jump.setMetadata(LLVMContext::MD_prof,
                     MDBuilder(jump.getContext()).createBranchWeights(weights));
}

static bool is_decided(const Instruction &jump)
{
    return jump.getNumSuccessors() > 1 &&
           isa<BranchInst, SwitchInst, IndirectBrInst>(jump);
}

/* The least count of the blocks that make up PART millionths of all. */
static uint64_t least(const struct ep_summary &summary, uint32_t part)
{
    for (const struct ep_share &share : summary.shares)
        if (share.millionths == part)
            return share.count;
    return 0;
}

/* As LLVM does with profiles of its own; hot and cold are where it has them. */
static void set_heat(Function &function, const struct ep_function &noted,
                     const struct ep_summary &summary)
{
    uint64_t most = 0, calls = 0;

    for (uint32_t e = 0; e < noted.cfg.n_edges; e++) {
        most = std::max(most, noted.cfg.edges[e].weight);
        if (noted.cfg.edges[e].kind == EP_EDGE_ENTRY)
            calls = noted.cfg.edges[e].weight;
    }
    function.setEntryCount(calls);
    if (calls > 0 && calls >= least(summary, 990000))
        function.addFnAttr(Attribute::InlineHint);
    else if (most <= least(summary, 999999) &&
             !function.hasFnAttribute(Attribute::Hot))
        function.addFnAttr(Attribute::Cold);
}

void edgeprof_use_function(Function &function, const struct ep_function &noted,
                           const std::vector<edgeprof_place> &places,
                           const struct ep_summary &summary)
{
    edge_counts counts;
    edgeprof_range range;

    for (size_t e = 0; e < places.size(); e++) {
        Instruction *jump = places[e].jump;
        BasicBlock *to = places[e].to;

        while (jump) {
            counts[{jump, to}] += noted.cfg.edges[e].weight;
            to = jump->getParent();
            jump = edgeprof_made_range(*to, &range)
                       ? to->getSinglePredecessor()->getTerminator()
                       : nullptr;
        }
    }
    for (BasicBlock &block : function)
        if (is_decided(*block.getTerminator()))
            set_weights(*block.getTerminator(), counts);
    set_heat(function, noted, summary);
}

/* What tells the function NAME from others, in LLVM's own profiles. */
static uint64_t id_of(const Module &module, const char *name)
{
    const GlobalValue *value = module.getNamedValue(name);
    const auto *function =
        value ? dyn_cast_or_null<Function>(value->getAliaseeObject()) : nullptr;

    return MD5Hash(function ? getPGOFuncName(*function) : name);
}

void edgeprof_use_calls(ArrayRef<CallBase *> calls, const struct ep_unit *unit,
                        uint32_t index)
{
    struct ep_called called;

    for (uint32_t i = 0; i < calls.size(); i++) {
        SmallVector<InstrProfValueData, EP_CALLED_MOST> targets;
        Module &module = *calls[i]->getModule();

        if (!ep_unit_called(unit, index, i, &called))
            continue;
        for (size_t k = 0; k < called.n; k++)
            targets.push_back({id_of(module, called.targets[k].name),
                               called.targets[k].count});
        annotateValueSite(module, *calls[i], targets, called.calls,
                          IPVK_IndirectCallTarget, EP_CALLED_MOST);
    }
}

/* What was measured needs no __builtin_expect, which would be believed more. */
static void drop_expectations(Function &function)
{
    SmallVector<IntrinsicInst *, 4> found;

    for (BasicBlock &block : function)
        for (Instruction &instruction : block)
            if (edgeprof_guess_expectation(instruction))
                found.push_back(cast<IntrinsicInst>(&instruction));
    for (IntrinsicInst *call : found) {
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
    }
}

void edgeprof_use_module(const struct ep_summary &summary, Module &module,
                         ModuleAnalysisManager &analyses)
{
    SummaryEntryVector shares;

    for (const struct ep_share &share : summary.shares)
        shares.push_back({share.millionths, share.count, share.n_blocks});
    ProfileSummary whole(ProfileSummary::PSK_Instr, shares, summary.total,
                         summary.most, summary.most, summary.most_calls,
                         summary.n_blocks, summary.n_functions);
    module.setProfileSummary(whole.getMD(module.getContext()),
                             ProfileSummary::PSK_Instr);
    analyses.getResult<ProfileSummaryAnalysis>(module).refresh();
    for (Function &function : module)
        if (function.getEntryCount())
            drop_expectations(function);
    (void)PGOIndirectCallPromotion().run(module, analyses);
}
