/* SPDX-License-Identifier: MIT
 *
 * clang_made.cc - see clang_made.h.
 */
#include "clang_made.h"

#include "clang_cleanups.h"
#include "clang_coverage.h"
#include "clang_lines.h"
#include "graph/calls.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#pragma GCC diagnostic pop

using namespace llvm;

/* Whether NAME is the complete-object (or deleting) variant of the constructor
 * or destructor whose next simpler variant is SIMPLER. */
static bool is_variant_of(StringRef name, StringRef simpler)
{
    size_t at = 0;

    if (name.size() != simpler.size() || !edgeprof_compat_starts(name, "_ZN"))
        return false;
    while (at < name.size() && name[at] == simpler[at])
        at++;
    return at > 0 && at < name.size() && name[at] >= '0' &&
           name[at] < simpler[at] && simpler[at] <= '2' &&
           (name[at - 1] == 'C' || name[at - 1] == 'D') &&
           name.substr(at + 1) == simpler.substr(at + 1);
}

/* With debug information, clang puts the body of most OpenMP regions into a
 * function of its own, called by the one that OpenMP's runtime calls. */
static bool is_region_of(StringRef name, StringRef body)
{
    return name.contains("omp_outlined") && !name.contains("_debug__") &&
           body.contains("omp_outlined") && body.contains("_debug__");
}

/* Whether FUNCTION is but another entry to one that it calls. */
static bool hands_on(const Function &function)
{
    StringRef name = function.getName();

    for (const BasicBlock &block : function)
        for (const Instruction &instruction : block)
            if (const auto *call = dyn_cast<CallBase>(&instruction))
                if (is_variant_of(name, edgeprof_callee_name(*call)) ||
                    is_region_of(name, edgeprof_callee_name(*call)))
                    return true;
    return false;
}

/* The variant of a destructor that also deletes: the source's body is another
 * variant's, which it may call by the name of a base's (or, where no object can
 * be of just that class, not at all). */
static bool is_deleting(StringRef name)
{
    return edgeprof_is_destructor(name) && name[name.size() - 3] == '0';
}

static bool is_made_function(const Function &function)
{
    const DISubprogram *program = function.getSubprogram();
    StringRef name = function.getName();

    if (edgeprof_compat_starts(name, "_GLOBAL__") ||
        edgeprof_compat_starts(name, "__cxx_global_") ||
        edgeprof_compat_starts(name, "_ZT"))
        return true;
    if (!program)
        return edgeprof_has_lines(*function.getParent());
    return (program->isArtificial() && !name.contains("omp_outlined")) ||
           name.contains(".__await_suspend_wrapper__") || is_deleting(name) ||
           hands_on(function);
}

edgeprof_made::edgeprof_made(const Function &f, const DominatorTree &tree,
                             const edgeprof_source &source)
    : function(f), whole(is_made_function(f))
{
    find_unwinding();
    find_loops();
    find_retries();
    find_ranges();
    find_body(tree);
    find_defaulted(source);
}

static bool has_call(const BasicBlock &block, StringRef name)
{
    for (const Instruction &instruction : block)
        if (const auto *call = dyn_cast<CallBase>(&instruction))
            if (edgeprof_callee_name(*call) == name)
                return true;
    return false;
}

void edgeprof_made::find_unwinding()
{
    for (const BasicBlock *block :
         ReversePostOrderTraversal<const Function *>(&function)) {
        bool all = block->isEHPad() || isa<ResumeInst>(block->getTerminator());

        if (!all && pred_begin(block) != pred_end(block))
            all = llvm::all_of(predecessors(block), [&](const BasicBlock *b) {
                return unwinding.count(b) != 0;
            });
        if (all && !has_call(*block, "__cxa_begin_catch"))
            unwinding.insert(block);
    }
}

/* ---- loops over arrays ---------------------------------------------------
 * clang makes loops over the elements of an array to construct, copy or destroy
 * it.  They begin with a phi, as nothing of the source does that is a loop. How
 * often such a loop turns is no count of its line; how often it is come to is.
 */

/* The blocks of the loop from HEAD to LATCH and back; none if there is none. */
static SmallPtrSet<const BasicBlock *, 8> loop_of(const BasicBlock &head,
                                                  const BasicBlock &latch)
{
    SmallPtrSet<const BasicBlock *, 8> blocks = {&latch};
    SmallVector<const BasicBlock *, 8> todo = {&latch};

    while (!todo.empty()) {
        const BasicBlock *block = todo.pop_back_val();

        if (block->isEntryBlock())
            return {};
        for (const BasicBlock *before : predecessors(block))
            if (block != &head && blocks.insert(before).second)
                todo.push_back(before);
    }
    if (!blocks.count(&head))
        return {};
    return blocks;
}

/* Whether the loop of BLOCKS destroys an array because a scope ends. */
static bool ends_array(const BasicBlock &head,
                       const SmallPtrSetImpl<const BasicBlock *> &blocks)
{
    const auto *element = cast<PHINode>(&head.front());
    bool destroys = false;

    for (const BasicBlock *block : blocks)
        for (const Instruction &instruction : *block)
            if (const auto *call = dyn_cast<CallBase>(&instruction))
                destroys |= edgeprof_is_destructor(edgeprof_callee_name(*call));
    if (destroys && edgeprof_is_destructor(head.getParent()->getName()))
        return true;
    for (unsigned i = 0; destroys && i < element->getNumIncomingValues(); i++)
        if (isa<AllocaInst>(getUnderlyingObject(element->getIncomingValue(i))))
            return true;
    return false;
}

/* Whether control comes FROM with the next element, or its number, computed of the last:
 * other blocks that loops lead to begin with a phi, too. */
static bool steps(const BasicBlock &head, const BasicBlock &from)
{
    const auto *element = dyn_cast<PHINode>(&head.front());
    const auto *next =
        element
            ? dyn_cast<Instruction>(element->getIncomingValueForBlock(&from))
            : nullptr;

    return next && next->getNumOperands() > 0 && next->getOperand(0) == element;
}

void edgeprof_made::find_loops()
{
    SmallPtrSet<const BasicBlock *, 16> before;

    for (const BasicBlock &block : function) {
        before.insert(&block);
        for (const BasicBlock *from : predecessors(&block)) {
            if (!steps(block, *from) || (before.count(from) && from != &block))
                continue;
            auto blocks = loop_of(block, *from);

            if (blocks.empty())
                continue;
            arrays.insert(&block);
            if (!ends_array(block, blocks))
                heads.insert(&block);
            loops.insert(blocks.begin(), blocks.end());
        }
    }
}

/* Whether such a loop begins with BLOCK, or behind it, which computes where the array ends. */
bool edgeprof_made::begins_loop(const BasicBlock &block) const
{
    const Instruction &first = block.front();
    const BasicBlock *next =
        isa<GetElementPtrInst>(first) &&
                first.getNextNode() == block.getTerminator()
            ? block.getUniqueSuccessor()
            : &block;

    return next && arrays.count(next) != 0;
}

/* Whether JUMP asks if an atomic variable was still as it had been read. */
static bool is_retry(const BranchInst &jump)
{
    if (!jump.isConditional())
        return false;
    if (const auto *call = dyn_cast<CallBase>(jump.getCondition()))
        return edgeprof_compat_starts(edgeprof_callee_name(*call),
                                      "__atomic_compare_exchange");
    const auto *found = dyn_cast<ExtractValueInst>(jump.getCondition());

    return found && isa<AtomicCmpXchgInst>(found->getAggregateOperand());
}

/* `x *= 2` of an atomic variable (C11 6.5.16.2, note 113) is one block, which is tried again
 * from what x had become; what the source tries again keeps that in a variable. */
void edgeprof_made::find_retries()
{
    for (const BasicBlock &block : function) {
        const auto *jump = dyn_cast<BranchInst>(block.getTerminator());

        if (jump && isa<PHINode>(block.front()) && is_retry(*jump) &&
            jump->getSuccessor(1) == &block)
            loops.insert(&block);
    }
}

/* ---- ranges of cases ----------------------------------------------------- */

/* BLOCK's comparison with constants of ASKED, a switch's own value: the source would read its
 * variable anew; or NULL. */
static const ICmpInst *range_test(const BasicBlock &block, const Value *asked)
{
    const auto *jump = dyn_cast<BranchInst>(block.getTerminator());
    const auto *compare = jump && jump->isConditional()
                              ? dyn_cast<ICmpInst>(jump->getCondition())
                              : nullptr;

    if (!compare || compare->getPredicate() != ICmpInst::ICMP_ULE ||
        !isa<ConstantInt>(compare->getOperand(1)))
        return nullptr;
    if (compare->getOperand(0) == asked)
        return compare;
    const auto *from = dyn_cast<llvm::BinaryOperator>(compare->getOperand(0));
    return from && from->getOpcode() == Instruction::Sub &&
                   from->getOperand(0) == asked &&
                   isa<ConstantInt>(from->getOperand(1))
               ? compare
               : nullptr;
}

/* The switch of which BLOCK is the default, or behind tests of ranges; or NULL. */
static const SwitchInst *choice_before(const BasicBlock &block)
{
    const BasicBlock *from = block.getSinglePredecessor();
    const Instruction *jump = from ? from->getTerminator() : nullptr;

    if (const auto *choice = dyn_cast_or_null<SwitchInst>(jump))
        return choice->getDefaultDest() == &block ? choice : nullptr;
    if (!isa_and_nonnull<BranchInst>(jump) || jump->getNumSuccessors() != 2 ||
        jump->getSuccessor(1) != &block)
        return nullptr;
    const SwitchInst *choice = choice_before(*from);
    return choice && range_test(*from, choice->getCondition()) ? choice
                                                               : nullptr;
}

bool edgeprof_made_range(const BasicBlock &block, edgeprof_range *out)
{
    const SwitchInst *choice = choice_before(block);
    const ICmpInst *compare =
        choice ? range_test(block, choice->getCondition()) : nullptr;

    if (!compare)
        return false;
    const APInt &size = cast<ConstantInt>(compare->getOperand(1))->getValue();
    const Value *distance = compare->getOperand(0);
    out->choice = choice;
    out->first = APInt(size.getBitWidth(), 0);
    if (distance != choice->getCondition())
        out->first =
            cast<ConstantInt>(cast<User>(distance)->getOperand(1))->getValue();
    out->last = out->first + size;
    return true;
}

void edgeprof_made::find_ranges()
{
    edgeprof_range range;

    for (const BasicBlock &block : function)
        if (edgeprof_made_range(block, &range))
            loops.insert(&block);
}

/* ---- coroutines ----------------------------------------------------------
 * The body of a coroutine begins behind its first suspension.  What handles the
 * frame is at the function's name; but parameters are copied there, before the
 * suspension, at the first co_await, co_yield or co_return. */

static const CallBase *first_suspension(const Function &function)
{
    for (const BasicBlock &block : function)
        for (const Instruction &instruction : block) {
            const auto *call = dyn_cast<IntrinsicInst>(&instruction);

            if (call && call->getIntrinsicID() == Intrinsic::coro_suspend)
                return call;
        }
    return nullptr;
}

void edgeprof_made::find_body(const DominatorTree &tree)
{
    if (!function.getParent()->getFunction("llvm.coro.suspend"))
        return;
    const CallBase *first = first_suspension(function);
    if (!first)
        return;
    SmallVector<BasicBlock *, 32> blocks;
    /* ask whether to suspend at all; suspend */
    const auto *asked = tree.getNode(first->getParent())->getIDom();
    tree.getDescendants(asked->getBlock(), blocks);
    body.insert(blocks.begin(), blocks.end());
    body.erase(asked->getBlock());
    frame = edgeprof_compat_place(first->getDebugLoc());
}

/* ---- defaulted functions -------------------------------------------------
 * What `= default` makes of a constructor or an assignment stands at its head, and its end
 * at that word; or all at the name of a macro.  Of a comparison all stands at that word, or,
 * outside the class, where the head begins. */

bool edgeprof_is_table(const Value *value)
{
    return isa<Constant>(value) &&
           edgeprof_compat_starts(getUnderlyingObject(value)->getName(),
                                  "_ZTV");
}

/* Whether OUT now knows the function that goes by NAME. */
static bool demangle(StringRef name, ItaniumPartialDemangler *out)
{
    return edgeprof_compat_starts(name, "_Z") &&
           !out->partialDemangle(name.str().c_str()) && out->isFunction();
}

/* What is behind `operator` in the name of FUNCTION; "": it is no operator. */
static std::string sign_of(const ItaniumPartialDemangler &function)
{
    char *base = function.getFunctionBaseName(nullptr, nullptr);
    StringRef name = base ? base : "";
    std::string sign =
        name.consume_front("operator") ? name.str() : std::string();

    free(base);
    return sign;
}

/* What `= default` may make, or else a macro. */
enum kind { OTHER, MAKES, COMPARES };

/* Of the function that goes by NAME: whether it is a constructor or an assignment, or a
 * comparison. */
static kind kind_of(StringRef name)
{
    static const char *const signs[] = {
        "==", "!=", "<", "<=", ">", ">=", "<=>"};
    ItaniumPartialDemangler function;

    if (!demangle(name, &function))
        return OTHER;
    if (function.isCtorOrDtor())
        return edgeprof_is_destructor(name) ? OTHER : MAKES;
    std::string sign = sign_of(function);
    return sign == "=" ? MAKES : is_contained(signs, sign) ? COMPARES : OTHER;
}

/* Whether INSTRUCTION may be of a constructor or an assignment that does for bases and
 * members what it does itself. */
static bool is_for_members(const Instruction &instruction)
{
    if (const auto *call = dyn_cast<CallBase>(&instruction))
        return isa<IntrinsicInst>(call) ||
               kind_of(edgeprof_callee_name(*call)) == MAKES;
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return !isa<Constant>(store->getValueOperand()) ||
               edgeprof_is_table(store->getValueOperand()->stripPointerCasts());
    return !instruction.isBinaryOp() && !isa<CmpInst>(instruction);
}

/* Where FUNCTION returns; NULL: nowhere, or at several places. */
static const DILocation *place_of_return(const Function &function)
{
    const DILocation *found = nullptr;

    for (const BasicBlock &block : function)
        if (isa<ReturnInst>(block.getTerminator())) {
            if (found)
                return nullptr;
            found = block.getTerminator()->getDebugLoc();
        }
    return found;
}

void edgeprof_made::find_defaulted(const edgeprof_source &source)
{
    kind is = kind_of(function.getName());
    const DILocation *end = is != OTHER ? place_of_return(function) : nullptr;
    edgeprof_word word = end ? source.word(*end) : EDGEPROF_WORD_UNKNOWN;

    if (word != EDGEPROF_WORD_NAME && word != EDGEPROF_WORD_OTHER)
        return;
    bool is_written = source.is_default(*end);
    if (is == COMPARES && !is_written)
        return;
    defaulted = end->getLine();
    if (is_written)
        return;
    for (const BasicBlock &block : function)
        for (const Instruction &instruction : block)
            if (!has(instruction) && is_defaulted(instruction) &&
                !is_for_members(instruction)) {
                defaulted = 0;
                return;
            }
}

bool edgeprof_made::is_defaulted(const Instruction &instruction) const
{
    const DILocation *at = instruction.getDebugLoc();

    return defaulted && at && at->getLine() == defaulted;
}

/* ---- decisions ----------------------------------------------------------- */

/* Whether SLOT is a flag: bool itself is eight bits in memory.  Where a condition's
 * value has to outlive its temporaries, it is stored likewise, but not a constant. */
static bool is_flag_slot(const AllocaInst &slot)
{
    if (!slot.getAllocatedType()->isIntegerTy(1))
        return false;
    for (const User *user : slot.users()) {
        const auto *store = dyn_cast<StoreInst>(user);

        if (store && !isa<Constant>(store->getValueOperand()))
            return false;
    }
    return true;
}

/* Whether VALUE is what the compiler asks to know what it has done: a guard, a
 * flag, which exception it is. */
bool edgeprof_is_flag(const Value *value)
{
    if (const auto *load = dyn_cast<LoadInst>(value)) {
        const Value *from = load->getPointerOperand()->stripPointerCasts();
        const auto *slot = dyn_cast<AllocaInst>(from);

        return edgeprof_compat_starts(from->getName(), "_ZGV") ||
               from->getName() == "__tls_guard" ||
               (slot && is_flag_slot(*slot));
    }
    const auto *call = dyn_cast<CallBase>(value);
    if (!call)
        return false;
    const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    return edgeprof_callee_name(*call) == "__cxa_guard_acquire" ||
           (intrinsic &&
            intrinsic->getIntrinsicID() == Intrinsic::eh_typeid_for);
}

bool edgeprof_is_bookkeeping(const Instruction &instruction)
{
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);

    if (!call)
        return false;
    switch (call->getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::assume:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::eh_typeid_for:
        return true;
    default:
        return call->isDebugOrPseudoInst() ||
               edgeprof_compat_starts(
                   Intrinsic::getBaseName(call->getIntrinsicID()),
                   "llvm.coro.") ||
               edgeprof_is_coverage(instruction);
    }
}

/* What sanitizers add has a note for each other. */
bool edgeprof_made::has(const Instruction &instruction) const
{
    const BasicBlock *block = instruction.getParent();
    bool is_of_frame =
        !body.empty() &&
        (!body.count(block) ||
         edgeprof_compat_place(instruction.getDebugLoc()) == frame);

    return is_of_frame || unwinding.count(block) || loops.count(block) ||
           instruction.hasMetadata("nosanitize");
}

static const Value *condition_of(const Instruction &jump)
{
    if (const auto *choice = dyn_cast<SwitchInst>(&jump))
        return choice->getCondition();
    const auto *branch = dyn_cast<BranchInst>(&jump);
    return branch && branch->isConditional() ? branch->getCondition() : nullptr;
}

/* Whether JUMP asks whether there is an object before a cast looks at it. */
static bool is_of_cast(const Instruction &jump)
{
    const DILocation *place = edgeprof_compat_place(jump.getDebugLoc());

    for (const BasicBlock *next : successors(&jump))
        for (const Instruction &instruction : *next) {
            const auto *call = dyn_cast<CallBase>(&instruction);
            ep_cast cast =
                call ? ep_calls_cast(edgeprof_callee_name(*call).str().c_str())
                     : EP_CAST_NONE;

            if (cast == EP_CAST_FAIL ||
                (cast == EP_CAST_CALL &&
                 edgeprof_compat_place(call->getDebugLoc()) == place))
                return true;
        }
    return false;
}

/* Whether JUMP asks whether there is an object, for a pointer to it to point to a base of its
 * class, or from there to the whole: what is asked is then used, which the source computes
 * again, and a null pointer stays one. */
static bool is_of_base(const Instruction &jump, const ICmpInst *compare)
{
    if (!compare || compare->getPredicate() != ICmpInst::ICMP_EQ ||
        !isa<ConstantPointerNull>(compare->getOperand(1)) ||
        jump.getNumSuccessors() != 2 || edgeprof_is_rust(*jump.getModule()))
        return false;
    const BasicBlock *from = jump.getParent(), *to = jump.getSuccessor(0);
    if (to->size() == 1 && to->getSingleSuccessor()) {
        from = to;
        to = to->getSingleSuccessor();
    }
    const auto *result = dyn_cast<PHINode>(&to->front());
    return result &&
           isa<ConstantPointerNull>(result->getIncomingValueForBlock(from)) &&
           llvm::any_of(*jump.getSuccessor(1), [&](const Instruction &next) {
               return llvm::is_contained(next.operands(),
                                         compare->getOperand(0));
           });
}

/* Whether CONDITION is whether what va_arg gives was passed in registers. */
static bool is_of_va_arg(const Value *condition)
{
    while (const auto *both = dyn_cast<BinaryOperator>(condition))
        condition = both->getOperand(0);
    const auto *compare = dyn_cast<ICmpInst>(condition);
    const auto *load =
        compare ? dyn_cast<LoadInst>(compare->getOperand(0)) : nullptr;
    const auto *field =
        load ? dyn_cast<GetElementPtrInst>(load->getPointerOperand()) : nullptr;
    const auto *type =
        field ? dyn_cast<StructType>(field->getSourceElementType()) : nullptr;

    return type && type->hasName() &&
           edgeprof_compat_starts(type->getName(), "struct.__va_list_tag");
}

/* Whether JUMP is one of fpclassify's, which come to one place from four: of truths alone
 * the source has so many. */
static bool is_of_class(const Instruction &jump)
{
    return llvm::any_of(successors(&jump), [](const BasicBlock *next) {
        const auto *found = dyn_cast<llvm::PHINode>(&next->front());
        return found && found->getNumIncomingValues() == 4 &&
               !found->getType()->isIntegerTy(1);
    });
}

/* Whether JUMP asks if there is to be noted what an atomic variable was, as C11's and C++'s
 * compare_exchange does unless it was as expected. */
static bool is_of_exchange(const Instruction &jump, const Value *condition)
{
    const auto *is_same = dyn_cast_or_null<ExtractValueInst>(condition);
    const auto *note =
        is_same ? dyn_cast<StoreInst>(&jump.getSuccessor(1)->front()) : nullptr;
    const auto *old =
        note ? dyn_cast<ExtractValueInst>(note->getValueOperand()) : nullptr;

    return old && isa<AtomicCmpXchgInst>(old->getAggregateOperand()) &&
           old->getAggregateOperand() == is_same->getAggregateOperand();
}

static bool multiplies(const BasicBlock &block)
{
    return llvm::any_of(block, [](const Instruction &instruction) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        StringRef name = call ? edgeprof_callee_name(*call) : "";

        return edgeprof_compat_starts(name, "__mul") &&
               name.take_back(2) == "c3";
    });
}

/* Whether JUMP asks if a part of a product of complex numbers, as computed at first, is none:
 * if both are, C11's annex G.5.1 wants another, from a function of the compiler's. */
static bool is_of_product(const Instruction &jump, const Value *condition)
{
    const auto *compare = dyn_cast_or_null<llvm::FCmpInst>(condition);

    if (!compare || compare->getPredicate() != llvm::FCmpInst::FCMP_UNO ||
        compare->getOperand(0) != compare->getOperand(1))
        return false;
    const BasicBlock &next = *jump.getSuccessor(0);
    return multiplies(next) ||
           llvm::any_of(successors(&next), [](const BasicBlock *block) {
               return multiplies(*block);
           });
}

/* Whether JUMP asks if what a pointer to a member points to is in the table of virtual
 * functions: else it is the function. */
static bool is_of_method(const Instruction &jump, const ICmpInst *compare)
{
    const auto *is_virtual =
        compare ? dyn_cast<llvm::BinaryOperator>(compare->getOperand(0))
                : nullptr;
    const auto *plain =
        is_virtual && jump.getNumSuccessors() == 2
            ? dyn_cast<llvm::IntToPtrInst>(&jump.getSuccessor(1)->front())
            : nullptr;

    return plain && plain->getOperand(0) == is_virtual->getOperand(0);
}

/* Whether CONDITION is whether a coroutine's frame is to be allocated, or freed. */
static bool is_of_frame(const Value *condition)
{
    if (const auto *compare = dyn_cast_or_null<ICmpInst>(condition))
        condition = compare->getOperand(0);
    const auto *call = dyn_cast_or_null<IntrinsicInst>(condition);

    return call && (call->getIntrinsicID() == Intrinsic::coro_alloc ||
                    call->getIntrinsicID() == Intrinsic::coro_free);
}

bool edgeprof_made::decides(const Instruction &jump) const
{
    const Value *condition = condition_of(jump);
    const auto *compare = dyn_cast_or_null<ICmpInst>(condition);

    if (has(jump) || (function.getSubprogram() && !jump.getDebugLoc()))
        return true;
    for (const BasicBlock *next : successors(&jump))
        if (begins_loop(*next)) /* whether the array has elements */
            return jump.getNumSuccessors() > 1;
    return condition &&
           (is_of_cast(jump) || is_of_base(jump, compare) ||
            is_of_exchange(jump, condition) || is_of_va_arg(condition) ||
            is_of_product(jump, condition) || is_of_frame(condition) ||
            is_of_method(jump, compare) ||
            (isa<llvm::FCmpInst>(condition) && is_of_class(jump)) ||
            edgeprof_cleanup_switch(*jump.getParent()) ||
            edgeprof_is_flag(condition) ||
            (compare && (edgeprof_is_flag(compare->getOperand(0)) ||
                         edgeprof_is_flag(compare->getOperand(1)))));
}
