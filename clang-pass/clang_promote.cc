/* SPDX-License-Identifier: MIT
 *
 * clang_promote.cc - see clang_promote.h.
 *
 * A register is first a slot of the frame; LLVM's own promotion of slots then
 * finds where it needs phis, and what it knows of loops the value at the exits
 * where that can be computed.
 */
#include "clang_promote.h"

#include "clang_calls.h"
#include "clang_mark.h"
#include "clang_trips.h"
#include "clang_values.h"
#include "graph/promote.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#pragma GCC diagnostic pop

#include <algorithm>
#include <vector>

using namespace llvm;

namespace
{
/* The marks of one block. */
struct counted_block {
    uint32_t counter;
    SmallVector<Instruction *, 4> marks;
};

struct counted_loop {
    Loop *loop;
    Type *type; /* of the registers */
    struct ep_loop shape;
    std::vector<counted_block> blocks;
};

class promoter
{
  public:
    promoter(const edgeprof_session &s, Function &f,
             FunctionAnalysisManager &analyses)
        : session(s), function(f), loops(analyses.getResult<LoopAnalysis>(f)),
          tree(analyses.getResult<DominatorTreeAnalysis>(f)),
          evolution(analyses.getResult<ScalarEvolutionAnalysis>(f)),
          frequencies(analyses.getResult<BlockFrequencyAnalysis>(f))
    {
        ReversePostOrderTraversal<const Function *> order(&f);
        irreducible = containsIrreducibleCFG<const BasicBlock *>(order, loops);
    }

    void run();

    std::vector<BasicBlock *> promoted; /* their heads */

  private:
    bool is_open(const Instruction &instruction) const;
    void look_at_block(counted_loop &counted, BasicBlock &block);
    void look_at_loop(counted_loop &counted);
    bool is_searching(const Loop &loop) const;
    Type *type_of(const counted_loop &counted) const;
    void promote(const counted_loop &counted);
    void promote_outermost(Loop &loop);

    const edgeprof_session &session;
    Function &function;
    LoopInfo &loops;
    DominatorTree &tree;
    ScalarEvolution &evolution;
    BlockFrequencyInfo &frequencies;
    bool irreducible;
};
} // namespace

CallInst *edgeprof_flush(Instruction &instruction)
{
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;

    return callee && callee->getName() == EDGEPROF_FLUSH ? call : nullptr;
}

/* ---- looking at a loop --------------------------------------------------- */

/* Whether CALL does no more than read memory and write what its arguments point
 * to. */
static bool is_closed_call(const CallBase &call)
{
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);

    return call.onlyReadsMemory() || call.onlyAccessesArgMemory() ||
           (intrinsic && (intrinsic->isAssumeLikeIntrinsic() ||
                          intrinsic->onlyAccessesInaccessibleMemOrArgMem()));
}

/* Whether INSTRUCTION opens a loop (graph/promote.h). */
bool promoter::is_open(const Instruction &instruction) const
{
    const auto *call = dyn_cast<CallBase>(&instruction);
    const auto *memory = dyn_cast<AnyMemIntrinsic>(&instruction);

    if (edgeprof_trips(instruction) || edgeprof_values(instruction))
        return false;
    if (instruction.isAtomic() || instruction.isVolatile() ||
        (memory && memory->isVolatile()))
        return true;
    return call && (call->isInlineAsm() ||
                    edgeprof_calls_may_leave(session, *call, true) ||
                    !is_closed_call(*call));
}

void promoter::look_at_block(counted_loop &counted, BasicBlock &block)
{
    std::vector<uint64_t> ids;
    counted_block found = {};
    uint32_t size = 0;
    uint64_t id;

    for (Instruction &instruction : block) {
        if (edgeprof_mark_id(instruction, &id)) {
            ids.push_back(id);
            found.marks.push_back(&instruction);
        } else {
            counted.shape.open |= is_open(instruction);
            size += !isa<PHINode>(instruction) &&
                    !instruction.isDebugOrPseudoInst();
        }
    }
    found.counter =
        ep_loop_add_block(&counted.shape, ids.data(), ids.size(), size,
                          edgeprof_compat_frequency(frequencies, block));
    if (found.counter != EP_NONE)
        counted.blocks.push_back(found);
}

void promoter::look_at_loop(counted_loop &counted)
{
    const Loop &loop = *counted.loop;
    SmallVector<BasicBlock *, 4> exits;

    loop.getUniqueExitBlocks(exits);
    counted.shape.open = !loop.isLoopSimplifyForm() || exits.empty();
    for (const BasicBlock *exit : exits)
        counted.shape.open |= exit->isEHPad();
    if (counted.shape.open)
        return;
    counted.shape.searching = is_searching(loop);
    counted.shape.entered =
        edgeprof_compat_frequency(frequencies, *loop.getLoopPreheader());
    for (BasicBlock *block : loop.blocks())
        if (!counted.shape.open)
            look_at_block(counted, *block);
}

/* A register of 32 bits where that is known to do: the vectoriser packs twice
 * as many. */
Type *promoter::type_of(const counted_loop &counted) const
{
    LLVMContext &context = function.getContext();
    const auto *turns = dyn_cast<SCEVConstant>(
        evolution.getConstantMaxBackedgeTakenCount(counted.loop));
    uint64_t most = UINT32_MAX / std::max<size_t>(counted.blocks.size(), 1);
    bool few = turns && turns->getAPInt().ult(most);

    return few && counted.loop->isInnermost() && !irreducible
               ? Type::getInt32Ty(context)
               : Type::getInt64Ty(context);
}

/* ---- promoting it -------------------------------------------------------- */

static void add_flush(AllocaInst *slot, ArrayRef<uint64_t> ids,
                      BasicBlock &exit)
{
    Module &module = *exit.getModule();
    Type *word = Type::getInt64Ty(module.getContext());
    auto at = edgeprof_compat_before(&*exit.getFirstInsertionPt());
    auto *type =
        FunctionType::get(Type::getVoidTy(module.getContext()), {word}, true);
    FunctionCallee callee = module.getOrInsertFunction(EDGEPROF_FLUSH, type);
    Value *value = new LoadInst(slot->getAllocatedType(), slot, "", at);
    SmallVector<Value *, 4> arguments;

    if (value->getType() != word)
        value = new ZExtInst(value, word, "", at);
    arguments.push_back(value);
    cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
    for (uint64_t id : ids)
        arguments.push_back(ConstantInt::get(word, id));
    edgeprof_compat_set_opaque(*CallInst::Create(callee, arguments, "", at));
}

static void add_one(AllocaInst *slot, Instruction *where)
{
    auto at = edgeprof_compat_before(where);
    Type *type = slot->getAllocatedType();
    auto *before = new LoadInst(type, slot, "", at);
    auto *after = BinaryOperator::Create(Instruction::Add, before,
                                         ConstantInt::get(type, 1), "", at);

    new StoreInst(after, slot, at);
}

void promoter::promote(const counted_loop &counted)
{
    BasicBlock &entry = function.getEntryBlock();
    std::vector<AllocaInst *> slots;
    SmallVector<BasicBlock *, 4> exits;

    counted.loop->getUniqueExitBlocks(exits);
    for (uint32_t i = 0; i < counted.shape.n_counters; i++) {
        const struct ep_loop_counter &counter = counted.shape.counters[i];
        ArrayRef<uint64_t> ids(counted.shape.ids + counter.first, counter.n);

        slots.push_back(new AllocaInst(
            counted.type, 0, "", edgeprof_compat_before(&*entry.begin())));
        new StoreInst(ConstantInt::get(counted.type, 0), slots.back(),
                      edgeprof_compat_before(
                          counted.loop->getLoopPreheader()->getTerminator()));
        for (BasicBlock *exit : exits)
            add_flush(slots.back(), ids, *exit);
    }
    for (const counted_block &block : counted.blocks) {
        add_one(slots[block.counter], block.marks.front());
        for (Instruction *mark : block.marks)
            mark->eraseFromParent();
    }
    PromoteMemToReg(slots, tree);
    promoted.push_back(counted.loop->getHeader());
}

/* With several exits, the number of turns may well be computable, but the loop
 * is there to stop early. */
bool promoter::is_searching(const Loop &loop) const
{
    return !loop.getExitingBlock() ||
           !evolution.hasLoopInvariantBackedgeTakenCount(&loop) ||
           llvm::any_of(
               loop, [&](const Loop *inner) { return is_searching(*inner); });
}

/* Promote LOOP, or else those within it. */
void promoter::promote_outermost(Loop &loop)
{
    counted_loop counted = {&loop, nullptr, {}, {}};

    look_at_loop(counted);
    bool promotes = session.options.loops == EP_LOOPS_REGISTER &&
                    ep_loop_promotes(&counted.shape);
    if (promotes) {
        counted.type = type_of(counted);
        promote(counted);
    }
    ep_loop_release(&counted.shape);
    if (!promotes)
        for (Loop *inner : loop)
            promote_outermost(*inner);
}

void promoter::run()
{
    for (Loop *loop : loops)
        promote_outermost(*loop);
}

static bool has_marks(Function &function)
{
    uint64_t id;

    for (BasicBlock &block : function)
        for (Instruction &instruction : block)
            if (edgeprof_mark_id(instruction, &id))
                return true;
    return false;
}

/* Where the number of a loop's turns can be computed, so can what it counts. */
static void compute_exits(Loop &loop, FunctionAnalysisManager &analyses)
{
    Function &function = *loop.getHeader()->getParent();
    LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
    DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(function);
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto &library = analyses.getResult<TargetLibraryAnalysis>(function);
    auto &target = analyses.getResult<TargetIRAnalysis>(function);
    SCEVExpander expander(
        EDGEPROF_COMPAT_EXPANDER(evolution, *function.getParent()));
    SmallVector<WeakTrackingVH, 16> dead;

    for (Loop *inner : loop)
        compute_exits(*inner, analyses);
    (void)formLCSSARecursively(loop, tree, &loops, &evolution);
    (void)rewriteLoopExitValues(&loop, &loops, &library, &evolution, &target,
                                expander, &tree, OnlyCheapRepl, dead);
    (void)RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
}

bool edgeprof_promote_function(const edgeprof_session &session,
                               Function &function,
                               FunctionAnalysisManager &analyses)
{
    LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
    DominatorTree &tree = analyses.getResult<DominatorTreeAnalysis>(function);

    if (!session.unit || loops.empty() || !has_marks(function))
        return false;
    SmallVector<Loop *, 8> outermost(loops.begin(), loops.end());
    for (Loop *loop : outermost)
        (void)simplifyLoop(loop, &tree, &loops, nullptr, nullptr, nullptr,
                           false);
    analyses.invalidate(function, PreservedAnalyses::none());
    promoter work(session, function, analyses);
    work.run();
    analyses.invalidate(function, PreservedAnalyses::none());
    for (BasicBlock *head : work.promoted)
        compute_exits(
            *analyses.getResult<LoopAnalysis>(function).getLoopFor(head),
            analyses);
    return true;
}
