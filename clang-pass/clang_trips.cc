/* SPDX-License-Identifier: MIT
 *
 * clang_trips.cc - see clang_trips.h.
 */
#include "clang_trips.h"

#include "clang_mark.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/IRBuilder.h"
#pragma GCC diagnostic pop

using namespace llvm;

static void add_step(enum ep_trip_step step, AllocaInst *slot,
                     Instruction *before)
{
    Type *word = slot->getAllocatedType();
    auto at = edgeprof_compat_before(before);

    if (step == EP_TRIP_ENTER) {
        new StoreInst(ConstantInt::get(word, EP_TRIPS_FIRST), slot, at);
        return;
    }
    auto *was = new LoadInst(word, slot, "", at);
    auto *is = BinaryOperator::Create(
        Instruction::Add, was, ConstantInt::get(word, EP_TRIPS_ROUND), "", at);
    new StoreInst(is, slot, at);
}

static void add_leave(uint64_t id, AllocaInst *slot, Instruction *before)
{
    Type *word = slot->getAllocatedType();
    auto at = edgeprof_compat_before(before);

    edgeprof_mark_call(
        *before, EDGEPROF_TRIPS,
        {ConstantInt::get(word, id), new LoadInst(word, slot, "", at)});
}

void edgeprof_trips_put(Function &function, std::vector<edgeprof_place> &places,
                        const struct ep_trips &trips, uint32_t index,
                        const struct ep_function &noted)
{
    Type *word = Type::getInt64Ty(function.getContext());
    BasicBlock &entry = function.getEntryBlock();
    std::vector<AllocaInst *> slots;

    for (uint32_t i = 0; i < trips.n_loops; i++)
        slots.push_back(new AllocaInst(
            word, 0, "", edgeprof_compat_before(&*entry.begin())));
    for (size_t i = 0; i < trips.n; i++) {
        const struct ep_trip &trip = trips.items[i];
        Instruction *before = edgeprof_mark_find(&places[trip.edge]);

        if (before && trip.step == EP_TRIP_LEAVE)
            add_leave(ep_trips_id(index, &noted, trip.loop), slots[trip.loop],
                      before);
        else if (before)
            add_step(trip.step, slots[trip.loop], before);
    }
}

const CallInst *edgeprof_trips(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;

    return callee && callee->getName() == EDGEPROF_TRIPS ? call : nullptr;
}

Value *edgeprof_trips_address(CallInst &call, Value *table)
{
    IRBuilder<> builder(&call);
    Value *zeros = builder.CreateBinaryIntrinsic(
        Intrinsic::ctlz, call.getArgOperand(1), builder.getTrue());
    Value *bin = builder.CreateXor(zeros, builder.getInt64(63));

    return builder.CreateGEP(builder.getInt8Ty(), table,
                             builder.CreateShl(bin, 3));
}
