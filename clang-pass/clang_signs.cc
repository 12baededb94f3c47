/* SPDX-License-Identifier: MIT
 *
 * clang_signs.cc - see clang_signs.h.
 */
#include "clang_signs.h"

#include "base/conditions.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Operator.h"
#pragma GCC diagnostic pop

using namespace llvm;

enum class sign { unknown, has, has_not };

static const unsigned DEEP = 16; /* values that are looked through */

/* ---- types --------------------------------------------------------------- */

/* TYPE behind its names and what else is said of it. */
static const DIType *bare(const DIType *type)
{
    const auto *derived = dyn_cast_or_null<DIDerivedType>(type);

    while (derived && derived->getTag() != dwarf::DW_TAG_pointer_type &&
           derived->getTag() != dwarf::DW_TAG_reference_type) {
        type = derived->getBaseType();
        derived = dyn_cast_or_null<DIDerivedType>(type);
    }
    return type;
}

/* What a pointer or an array of TYPE is of; or NULL. */
static const DIType *element(const DIType *type)
{
    type = bare(type);
    if (const auto *pointer = dyn_cast_or_null<DIDerivedType>(type))
        return bare(pointer->getBaseType());
    const auto *array = dyn_cast_or_null<DICompositeType>(type);
    return array && array->getTag() == dwarf::DW_TAG_array_type
               ? bare(array->getBaseType())
               : nullptr;
}

/* The number that lies BITS behind the begin of TYPE, or NULL. */
static const DIType *within(const DIType *type, uint64_t bits)
{
    const auto *whole = dyn_cast_or_null<DICompositeType>(bare(type));
    const DIType *found = nullptr;

    if (!whole || whole->getTag() == dwarf::DW_TAG_enumeration_type)
        return bits == 0 ? bare(type) : nullptr;
    if (const DIType *each = element(whole))
        return each->getSizeInBits()
                   ? within(each, bits % each->getSizeInBits())
                   : nullptr;
    if (whole->getTag() == dwarf::DW_TAG_union_type)
        return nullptr;
    for (const DINode *node : whole->getElements()) {
        const auto *member = dyn_cast<DIDerivedType>(node);
        uint64_t begin = member ? member->getOffsetInBits() : 0;

        if (member && !member->isStaticMember() && !member->isBitField() &&
            begin <= bits && bits - begin < member->getSizeInBits())
            found = within(member->getBaseType(), bits - begin);
    }
    return found;
}

static sign sign_of(const DIType *type, uint64_t bits)
{
    type = bare(type);
    if (const auto *list = dyn_cast_or_null<DICompositeType>(type))
        if (list->getTag() == dwarf::DW_TAG_enumeration_type)
            type = bare(list->getBaseType());
    const auto *number = dyn_cast_or_null<DIBasicType>(type);
    if (!number || number->getSizeInBits() != bits)
        return sign::unknown;
    switch (number->getEncoding()) {
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF:
        return sign::has_not;
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char:
        return sign::has;
    default:
        return sign::unknown;
    }
}

/* ---- values -------------------------------------------------------------- */

static const DIType *returned(const CallBase &call)
{
    const Function *callee = call.getCalledFunction();
    const DISubprogram *program = callee ? callee->getSubprogram() : nullptr;

    if (!program || !program->getType())
        return nullptr;
    auto types = program->getType()->getTypeArray();
    return types.size() ? types[0] : nullptr;
}

static const DIType *declared(const GlobalVariable &variable)
{
    SmallVector<DIGlobalVariableExpression *, 1> found;

    variable.getDebugInfo(found);
    return found.empty() ? nullptr : found[0]->getVariable()->getType();
}

/* The type of what lies where POINTER points to; or NULL. */
static const DIType *object_at(const Value *pointer, unsigned deep)
{
    pointer = pointer->stripPointerCasts();
    if (deep == 0)
        return nullptr;
    if (const auto *slot = dyn_cast<AllocaInst>(pointer)) {
        const DILocalVariable *variable = edgeprof_compat_variable(*slot);
        return variable ? variable->getType() : nullptr;
    }
    if (const auto *variable = dyn_cast<GlobalVariable>(pointer))
        return declared(*variable);
    if (const auto *load = dyn_cast<LoadInst>(pointer))
        return element(object_at(load->getPointerOperand(), deep - 1));
    if (const auto *call = dyn_cast<CallBase>(pointer))
        return element(returned(*call));
    const auto *step = dyn_cast<GEPOperator>(pointer);
    const DIType *object =
        step ? object_at(step->getPointerOperand(), deep - 1) : nullptr;
    const auto *code = dyn_cast<Instruction>(pointer);
    if (!object || !code)
        return nullptr;
    const DataLayout &layout = code->getModule()->getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    if (step->accumulateConstantOffset(layout, offset) &&
        !offset.isNegative() && isa<DICompositeType>(bare(object)))
        return within(object, offset.getZExtValue() * 8);
    return element(object) && isa<DICompositeType>(bare(object))
               ? element(object)
               : object;
}

static sign sign_of(const Value *value, unsigned deep);

/* Of two operands, unless OPERATION itself has a sign or has none. */
static sign sign_of(const BinaryOperator &operation, unsigned deep)
{
    switch (operation.getOpcode()) {
    case Instruction::LShr:
    case Instruction::UDiv:
    case Instruction::URem:
        return sign::has_not;
    case Instruction::AShr:
    case Instruction::SDiv:
    case Instruction::SRem:
        return sign::has;
    default:
        break;
    }
    sign left = sign_of(operation.getOperand(0), deep - 1);
    if (operation.getOpcode() == Instruction::Shl || left == sign::has_not)
        return left;
    sign right = sign_of(operation.getOperand(1), deep - 1);
    return right == sign::unknown ? left : right;
}

static sign sign_of(const Value *value, unsigned deep)
{
    uint64_t bits = value->getType()->getIntegerBitWidth();

    if (deep == 0)
        return sign::unknown;
    if (const auto *load = dyn_cast<LoadInst>(value)) {
        const DIType *object = object_at(load->getPointerOperand(), deep);
        return sign_of(within(object, 0), bits);
    }
    if (const auto *call = dyn_cast<CallBase>(value))
        return sign_of(returned(*call), bits);
    if (const auto *operation = dyn_cast<BinaryOperator>(value))
        return sign_of(*operation, deep);
    return sign::unknown;
}

int64_t edgeprof_signs_case(const SwitchInst &choice, const APInt &label,
                            const edgeprof_source &source)
{
    const DILocation *at = choice.getDebugLoc();
    int64_t value = label.getSExtValue();

    if (value >= 0 || label.getBitWidth() >= 64)
        return value;
    sign found = sign_of(choice.getCondition(), DEEP);
    const struct ep_words *words =
        found == sign::unknown && at ? source.words(*at->getFile()) : nullptr;
    if (words &&
        ep_words_has_case(words, edgeprof_point_of(*at), label.getZExtValue()))
        found = sign::has_not;
    return found == sign::has_not ? (int64_t)label.getZExtValue() : value;
}
