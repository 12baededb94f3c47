/* SPDX-License-Identifier: MIT
 *
 * clang_calls.cc - see clang_calls.h.
 */
#include "clang_calls.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstIterator.h"
#pragma GCC diagnostic pop

using namespace llvm;

typedef DenseMap<const Function *, uint32_t> ids_of_functions;

Function *edgeprof_calls_callee(const CallBase &call)
{
    Value *value = call.getCalledOperand()->stripPointerCasts();

    while (auto *alias = dyn_cast<GlobalAlias>(value)) {
        if (alias->isInterposable())
            return nullptr;
        value = alias->getAliasee()->stripPointerCasts();
    }
    return dyn_cast<Function>(value);
}

bool edgeprof_calls_function(const CallBase &call, std::string *name,
                             bool *defined)
{
    const auto *callee =
        dyn_cast<GlobalValue>(call.getCalledOperand()->stripPointerCasts());
    const auto *function = dyn_cast_or_null<Function>(callee);

    if (call.isInlineAsm() || (function && function->isIntrinsic()))
        return false;
    *name = callee
                ? GlobalValue::dropLLVMManglingEscape(callee->getName()).str()
                : "";
    *defined = callee && !callee->isDeclaration();
    return true;
}

static bool intrinsic_may_leave(const CallBase &call, Intrinsic::ID id)
{
    switch (id) {
    case Intrinsic::trap:
    case Intrinsic::ubsantrap:
    case Intrinsic::eh_sjlj_setjmp:
    case Intrinsic::eh_sjlj_longjmp:
    case Intrinsic::coro_destroy:
    case Intrinsic::coro_end:
        return true;
    case Intrinsic::coro_suspend:
        /* With its switch it is a jump: the graph has its edges. */
        return !isa<SwitchInst>(edgeprof_compat_next(call));
    case Intrinsic::coro_resume: {
        /* Right before a suspend point this is a tail call, and nothing may
         * come between; there is no one who could see it leave. */
        const auto *next = dyn_cast<IntrinsicInst>(edgeprof_compat_next(call));
        return !next || next->getIntrinsicID() != Intrinsic::coro_suspend;
    }
    default:
        /* new in 19 */
        return edgeprof_compat_starts(Intrinsic::getBaseName(id),
                                      "llvm.coro.await.suspend");
    }
}

bool edgeprof_calls_may_leave(const edgeprof_session &session,
                              const CallBase &call, bool proven)
{
    const Function *callee = edgeprof_calls_callee(call);

    if (call.isInlineAsm())
        return false;
    if (callee && callee->isIntrinsic())
        return intrinsic_may_leave(call, callee->getIntrinsicID());
    bool external = callee && callee->isDeclarationForLinker();
    std::string name =
        external ? GlobalValue::dropLLVMManglingEscape(callee->getName()).str()
                 : "";
    struct ep_call seen = {};
    seen.not_once = call.hasFnAttr(Attribute::ReturnsTwice);
    seen.proven = callee && !external &&
                  (callee->hasFnAttribute(EDGEPROF_RETURNS) ||
                   (proven && callee->hasExactDefinition() &&
                    callee->willReturn() && callee->doesNotThrow()));
    seen.name = external ? name.c_str() : NULL;
    return ep_call_may_leave(&seen,
                             session.options.calls == EP_CALLS_ASSUME_RETURN);
}

bool edgeprof_calls_suspend(const CallBase &call)
{
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);

    return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::coro_suspend;
}

bool edgeprof_calls_return_twice(const CallBase &call)
{
    const Function *callee = edgeprof_calls_callee(call);

    return call.hasFnAttr(Attribute::ReturnsTwice) ||
           (callee && ep_calls_returns_twice(
                          GlobalValue::dropLLVMManglingEscape(callee->getName())
                              .str()
                              .c_str()));
}

/* Called with no function proven, so that calls in the unit are taken from the
 * call graph. */
static int add_calls(const edgeprof_session &session,
                     const ids_of_functions &ids, Function &function,
                     struct ep_calls *calls)
{
    uint32_t caller = ids.lookup(&function);
    int status = EP_OK;

    for (Instruction &instruction : instructions(function)) {
        const auto *call = dyn_cast<CallBase>(&instruction);

        if (!call || status != EP_OK ||
            !(edgeprof_calls_may_leave(session, *call, false) ||
              edgeprof_calls_suspend(*call)))
            continue;
        const Function *callee = edgeprof_calls_callee(*call);
        if (ids.count(callee) && !call->hasFnAttr(Attribute::ReturnsTwice))
            status = ep_calls_add_edge(calls, caller, ids.lookup(callee));
        else
            ep_calls_add_unknown(calls, caller);
    }
    return status;
}

static int prove(const edgeprof_session &session, Module &module,
                 struct ep_calls *calls)
{
    ids_of_functions ids;
    int status = EP_OK;

    for (Function &function : module)
        if (!function.isDeclarationForLinker() && status == EP_OK)
            status =
                ep_calls_add(calls, function.isInterposable(), &ids[&function]);
    for (Function &function : module)
        if (ids.count(&function) && status == EP_OK)
            status = add_calls(session, ids, function, calls);
    if (status == EP_OK)
        status = ep_calls_solve(calls);
    for (Function &function : module)
        if (status == EP_OK && ids.count(&function) &&
            !calls->unproven[ids[&function]])
            function.addFnAttr(EDGEPROF_RETURNS);
    return status;
}

int edgeprof_calls_prove(const edgeprof_session &session, Module &module)
{
    struct ep_calls calls;

    ep_calls_init(&calls);
    calls.traced = session.options.trace;
    int status = prove(session, module, &calls);
    ep_calls_release(&calls);
    return status;
}

void edgeprof_calls_strip(Module &module, FunctionAnalysisManager &analyses)
{
    for (Function &function : module) {
        LibFunc known;

        if (!function.isIntrinsic() &&
            !analyses.getResult<TargetLibraryAnalysis>(function).getLibFunc(
                function, known))
            edgeprof_compat_strip(function);
        for (BasicBlock &block : function)
            for (Instruction &instruction : block) {
                auto *call = dyn_cast<CallBase>(&instruction);

                if (!call || call->isInlineAsm())
                    continue;
                /* A new expression's: its operator may be the program's. */
                call->removeFnAttr(Attribute::Builtin);
                const Function *callee = edgeprof_calls_callee(*call);
                if (callee &&
                    (callee->isIntrinsic() ||
                     analyses.getResult<TargetLibraryAnalysis>(function)
                         .getLibFunc(*callee, known)))
                    continue;
                edgeprof_compat_strip(*call);
            }
    }
}
