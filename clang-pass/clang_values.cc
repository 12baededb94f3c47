/* SPDX-License-Identifier: MIT
 *
 * clang_values.cc - see clang_values.h.
 */
#include "clang_values.h"

#include "clang_mark.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/IRBuilder.h"
#pragma GCC diagnostic pop

using namespace llvm;

void edgeprof_values_put(ArrayRef<CallBase *> calls, uint32_t index,
                         const struct ep_function &noted)
{
    for (uint32_t i = 0; i < calls.size(); i++) {
        Type *word = Type::getInt64Ty(calls[i]->getContext());
        auto *pointer = new PtrToIntInst(calls[i]->getCalledOperand(), word, "",
                                         edgeprof_compat_before(calls[i]));

        edgeprof_mark_call(
            *calls[i], EDGEPROF_VALUE,
            {ConstantInt::get(word, ep_value_id(index, &noted, i)), pointer});
    }
}

const CallInst *edgeprof_values(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;

    return callee && callee->getName() == EDGEPROF_VALUE ? call : nullptr;
}

/* ep_target_hash, of a place that is 0 if it is far. */
Value *edgeprof_values_hash(CallInst &call, Value *start)
{
    IRBuilder<> b(&call);
    Type *word = b.getInt64Ty();
    Value *place =
        b.CreateSub(call.getArgOperand(1), b.CreatePtrToInt(start, word));
    Value *low = b.CreateSExt(b.CreateTrunc(place, b.getInt32Ty()), word);
    Value *mask = b.CreateSExt(b.CreateICmpEQ(place, low), word);
    Value *factor = b.getInt64(EP_TARGET_FACTOR);
    Value *hash = b.CreateMul(b.CreateAnd(place, mask), factor);

    hash = b.CreateXor(hash, b.CreateLShr(hash, EP_TARGET_FOLD));
    return b.CreateLShr(b.CreateMul(hash, factor), EP_TARGET_FOLD);
}

Value *edgeprof_values_address(CallInst &call, Value *table, Value *hash)
{
    IRBuilder<> b(&call);

    return b.CreateGEP(b.getInt8Ty(), table,
                       b.CreateShl(b.CreateLShr(hash, EP_TARGET_SHIFT), 4));
}
