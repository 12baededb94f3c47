/* SPDX-License-Identifier: MIT
 *
 * clang_unroll.cc - see clang_unroll.h.
 */
#include "clang_unroll.h"

#include "clang_mark.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#pragma GCC diagnostic pop

using namespace llvm;

static const char PROBE[] = "llvm.pseudoprobe";

static bool may_be_unrolled(Loop &loop, ScalarEvolution &evolution)
{
    return loop.getNumBlocks() > 1 &&
           (evolution.getSmallConstantTripCount(&loop) ||
            evolution.getSmallConstantMaxTripCount(&loop));
}

namespace
{
/* The kind of our probes; those of -fpseudo-probe-for-profiling have small ones. */
const uint64_t KIND = 0xed6e;

class disguise
{
  public:
    Loop *loop = nullptr; /* that the pass will have next, and may unroll */

    void put_on(StringRef pass);
    void take_off(StringRef pass);

  private:
    Module *module = nullptr; /* while there are probes in it */
};

/* What is before the pass in its pipeline, and told which loop. */
struct edgeprof_loop : PassInfoMixin<edgeprof_loop> {
    std::shared_ptr<disguise> marks;

    explicit edgeprof_loop(std::shared_ptr<disguise> m) : marks(m) {}
    PreservedAnalyses run(Loop &loop, LoopAnalysisManager &,
                          LoopStandardAnalysisResults &analyses, LPMUpdater &)
    {
        bool may = may_be_unrolled(loop, analyses.SE);

        marks->loop = may ? &loop : nullptr;
        /* not MemorySSA, which knows the calls */
        return may ? getLoopPassPreservedAnalyses() : PreservedAnalyses::all();
    }
};
} // namespace

static bool is_unroller(StringRef pass)
{
    return pass == "LoopFullUnrollPass";
}

static Function *probe(Module &module)
{
    LLVMContext &context = module.getContext();
    Type *word = Type::getInt64Ty(context);
    auto *type =
        FunctionType::get(Type::getVoidTy(context),
                          {word, word, Type::getInt32Ty(context), word}, false);

    return cast<Function>(module.getOrInsertFunction(PROBE, type).getCallee());
}

static void replace(CallInst &call, Function *callee, ArrayRef<Value *> values)
{
    CallInst *other =
        CallInst::Create(callee, values, "", edgeprof_compat_before(&call));

    other->setAttributes(call.getAttributes());
    other->setDebugLoc(call.getDebugLoc());
    call.eraseFromParent();
}

void disguise::put_on(StringRef pass)
{
    uint64_t id;
    SmallVector<std::pair<CallInst *, uint64_t>, 8> marks;

    if (!is_unroller(pass) || !loop)
        return;
    for (BasicBlock *block : loop->blocks())
        for (Instruction &instruction : *block)
            if (edgeprof_mark_id(instruction, &id))
                marks.push_back({cast<CallInst>(&instruction), id});
    if (marks.empty())
        return;
    module = marks[0].first->getModule();
    Function *callee = probe(*module);
    auto *type = callee->getFunctionType();
    Value *kind = ConstantInt::get(type->getParamType(2), KIND);
    Value *none = ConstantInt::get(type->getParamType(0), 0);
    for (const auto &[mark, of] : marks)
        replace(*mark, callee,
                {none, ConstantInt::get(none->getType(), of), kind, none});
}

void disguise::take_off(StringRef pass)
{
    if (!is_unroller(pass))
        return;
    if (!module)
        return;
    Function *callee = probe(*module);
    Function *mark = module->getFunction(EDGEPROF_MARK);
    for (User *user : make_early_inc_range(callee->users())) {
        auto *call = cast<CallInst>(user);
        if (cast<ConstantInt>(call->getArgOperand(2))->getZExtValue() == KIND)
            replace(*call, mark, {call->getArgOperand(1)});
    }
    if (callee->use_empty())
        callee->eraseFromParent();
    module = nullptr;
}

void edgeprof_unroll_attend(PassBuilder &builder)
{
    auto marks = std::make_shared<disguise>();
    PassInstrumentationCallbacks *told =
        builder.getPassInstrumentationCallbacks();

    if (!told)
        return;
    builder.registerLateLoopOptimizationsEPCallback(
        [marks](LoopPassManager &passes, OptimizationLevel) {
            passes.addPass(edgeprof_loop(marks));
        });
    told->registerBeforeNonSkippedPassCallback(
        [marks](StringRef pass, Any) { marks->put_on(pass); });
    told->registerAfterPassCallback(
        [marks](StringRef pass, Any, const PreservedAnalyses &) {
            marks->take_off(pass);
        });
    told->registerAfterPassInvalidatedCallback(
        [marks](StringRef pass, const PreservedAnalyses &) {
            marks->take_off(pass);
        });
}
