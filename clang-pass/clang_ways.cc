/* SPDX-License-Identifier: MIT
 *
 * clang_ways.cc - see clang_ways.h.
 */
#include "clang_ways.h"

#include "clang_mark.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#pragma GCC diagnostic pop

using namespace llvm;

/* The marks from ID on stand before BEFORE: that of the way FIRST, if VALUE is FIRST, and
 * so on, below END. */
static void put_marks(Instruction *before, Value *value, uint64_t id,
                      uint32_t first, uint32_t end)
{
    uint32_t middle = first + (end - first) / 2;
    Instruction *below, *above;

    if (end - first == 1) {
        edgeprof_mark_add(*before->getModule(), id + first, before);
        return;
    }
    IRBuilder<> builder(before);
    SplitBlockAndInsertIfThenElse(
        builder.CreateICmpULT(value, builder.getInt32(middle)), before, &below,
        &above);
    put_marks(below, value, id, first, middle);
    put_marks(above, value, id, middle, end);
}

static void put_step(const struct ep_way_step &step, AllocaInst *variable,
                     uint32_t index, Instruction *before)
{
    IRBuilder<> builder(before);
    Value *value = builder.getInt32(step.value);

    if (step.kind != EP_WAY_SET) {
        Value *old = builder.CreateLoad(builder.getInt32Ty(), variable);

        if (step.kind == EP_WAY_END) {
            put_marks(before, old, ep_mark_id(index, step.value), 0, step.n);
            return;
        }
        value = builder.CreateAdd(old, value);
    }
    builder.CreateStore(value, variable);
}

void edgeprof_ways_put(const edgeprof_session &session, Function &function,
                       uint32_t index, std::vector<edgeprof_place> *places)
{
    const struct ep_way_steps *steps = ep_unit_steps(session.unit, index);
    std::vector<AllocaInst *> variables;

    if (steps->n == 0)
        return;
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    for (uint32_t i = 0; i < steps->n_variables; i++)
        variables.push_back(builder.CreateAlloca(builder.getInt32Ty()));
    for (uint32_t i = 0; i < steps->n; i++) {
        const struct ep_way_step &step = steps->items[i];

        if (Instruction *before = edgeprof_mark_find(&(*places)[step.edge]))
            put_step(step, variables[step.variable], index, before);
    }
}
