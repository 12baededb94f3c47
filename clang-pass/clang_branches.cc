/* SPDX-License-Identifier: MIT
 *
 * clang_branches.cc - see clang_branches.h.
 */
#include "clang_branches.h"

#include "clang_cleanups.h"
#include "clang_guess.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#pragma GCC diagnostic pop

using namespace llvm;

/* ---- co_await ------------------------------------------------------------ */

/* Whether a co_await asks at JUMP, of a function of NAME. */
static bool asks(const BranchInst &jump, StringRef name)
{
    const auto *value = dyn_cast<Instruction>(jump.getCondition());

    while (value && isa<CastInst>(value))
        value = dyn_cast<Instruction>(value->getOperand(0));
    const auto *call = dyn_cast_or_null<CallBase>(value);
    return call && edgeprof_callee_name(*call).find(name) != StringRef::npos;
}

/* Whether a co_await asks at JUMP, in its function, whether to wait at all. */
static bool asks_to_wait(const BranchInst &jump)
{
    return jump.getFunction()->isPresplitCoroutine() &&
           (asks(jump, "await_suspend") || asks(jump, "coro.await.suspend"));
}

/* What VALUE was stored as, if it is loaded from where clang keeps the value of a statement
 * expression, no variable of the source's; or NULL. */
static const Value *kept(const Value &value)
{
    const auto *load = dyn_cast<LoadInst>(&value);
    const auto *slot =
        load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    const Value *stored = nullptr;

    if (!slot || edgeprof_compat_variable(*slot))
        return nullptr;
    for (const User *user : slot->users()) {
        const auto *store = dyn_cast<StoreInst>(user);

        if (store ? stored || store->getValueOperand() == slot
                  : !isa<LoadInst>(user))
            return nullptr;
        stored = store ? store->getValueOperand() : stored;
    }
    return stored;
}

/* What VALUE is made of, if nothing is asked of it on the way: it is kept, converted,
 * negated, or said to be expected; or NULL. */
static const Value *before(const Value &value)
{
    const auto *made = dyn_cast<Instruction>(&value);

    if (const Value *stored = kept(value))
        return stored;
    return made && (edgeprof_hands_on(*made) ||
                    edgeprof_guess_expectation(value))
               ? made->getOperand(0)
               : nullptr;
}

bool edgeprof_branches_is_decided(const Value &value)
{
    const auto *phi = dyn_cast<PHINode>(&value);

    return phi && llvm::all_of(phi->incoming_values(), [](const Use &from) {
               return isa<ConstantInt>(from.get());
           });
}

bool edgeprof_branches_has(const Instruction &jump)
{
    const auto *branch = dyn_cast<BranchInst>(&jump);
    const Value *value =
        branch && branch->isConditional() ? branch->getCondition() : nullptr;
    bool is_same = true; /* or negated */

    if (value && asks_to_wait(*branch))
        return false;
    for (const Value *made = value; value && (made = before(*value));
         value = made)
        is_same = is_same && made->getType() == value->getType();
    return !value ||
           !(edgeprof_branches_is_decided(*value) ||
             (is_same && (isa<PHINode>(value) || isa<SelectInst>(value))));
}

/* ---- places -------------------------------------------------------------- */

static const char *keyword_of(const Instruction &jump)
{
    if (isa<SwitchInst>(jump))
        return "switch";
    return isa<IndirectBrInst>(jump) ? "goto" : nullptr;
}

/* Whether KEYWORD stands before AT, which is then there. */
static bool find_keyword(const struct ep_words &words, const char *keyword,
                         struct ep_point *at)
{
    struct ep_point found = ep_condition_keyword(&words, *at, keyword);
    bool is_there = ep_words_is(&words, ep_words_find(&words, found), keyword);

    *at = is_there ? found : *at;
    return is_there;
}

/* Whether a comparison that the text has is what JUMP asks. */
static bool is_written(const BranchInst &jump, const edgeprof_source &source)
{
    const auto *compares = dyn_cast<CmpInst>(jump.getCondition());

    return compares && compares->getDebugLoc() &&
           source.is_comparison(*compares->getDebugLoc());
}

edgeprof_branch edgeprof_branches_read(const Instruction &jump,
                                       const DILocation &at,
                                       const edgeprof_source &source,
                                       const edgeprof_truth &truth)
{
    edgeprof_branch found = {edgeprof_point_of(at), {0, 0}, 0, false, false};
    const struct ep_words *words =
        truth.is_known() ? source.words(*at.getFile()) : nullptr;
    const auto *branch = dyn_cast<BranchInst>(&jump);

    if (!words)
        return found;
    if (branch && asks(*branch, "11await_ready") &&
        find_keyword(*words, "co_await", &found.at))
        return found;
    if (const char *keyword = keyword_of(jump)) {
        found.at = ep_condition_keyword(words, found.at, keyword);
    } else if (const edgeprof_question *asked = truth.find(jump)) {
        found.at = asked->condition.at;
        found.whole = asked->condition.whole;
        found.n_operands = asked->condition.n_operands;
        found.is_reversed = asked->is_reversed;
        found.is_written = is_written(*branch, source);
    }
    return found;
}

const DILocation *edgeprof_branches_goto(const IndirectBrInst &jump)
{
    const DILocation *first = jump.getDebugLoc();

    if (first)
        return first;
    for (const BasicBlock *from : predecessors(jump.getParent())) {
        const DILocation *at = from->getTerminator()->getDebugLoc();

        if (at && at->getLine() &&
            (!first ||
             std::make_pair(at->getLine(), at->getColumn()) <
                 std::make_pair(first->getLine(), first->getColumn())))
            first = at;
    }
    return first;
}

/* ---- values -------------------------------------------------------------- */

namespace
{
/* The end of a block that does nothing but go where PHI says, which comes from
 * the blocks before. */
struct hand_on {
    PHINode *phi;
    BranchInst *jump;
    BasicBlock *yes; /* where it goes if PHI is true */
    BasicBlock *no;
    bool is_turned; /* PHI is negated before JUMP, an odd number of times */
};
} // namespace

/* That of BLOCK; without a phi, it is none. */
static hand_on find_hand_on(BasicBlock &block)
{
    auto *phi = dyn_cast<PHINode>(&block.front());
    auto *jump = dyn_cast<BranchInst>(block.getTerminator());
    hand_on none = {nullptr, nullptr, nullptr, nullptr, false};

    if (!phi || !jump || !jump->isConditional() ||
        !jump->getCondition()->hasOneUse() ||
        jump->getSuccessor(0) == jump->getSuccessor(1))
        return none;
    hand_on found = {phi, jump, jump->getSuccessor(0), jump->getSuccessor(1),
                     false};
    unsigned n_others = 0;
    for (const Instruction *value = phi; value != jump->getCondition();
         n_others++) {
        const Instruction *user =
            value->hasOneUse() ? value->user_back() : jump;

        if (user->getParent() != &block ||
            !PatternMatch::match(
                user, PatternMatch::m_Not(PatternMatch::m_Specific(value))))
            return none;
        std::swap(found.yes, found.no);
        found.is_turned = !found.is_turned;
        value = user;
    }
    for (const Instruction &other : block)
        n_others -=
            &other != phi && &other != jump && !other.isDebugOrPseudoInst();
    if (n_others)
        return none;
    for (BasicBlock *to : successors(&block))
        if (to == &block || isa<PHINode>(to->front()))
            return none;
    return found;
}

/* Whether all that leads to PHI's block either knows the value, or goes nowhere
 * else. */
static bool can_jump(const PHINode &phi)
{
    for (unsigned i = 0; i < phi.getNumIncomingValues(); i++) {
        const auto *jump =
            dyn_cast<BranchInst>(phi.getIncomingBlock(i)->getTerminator());

        if (!jump || (jump->isConditional() &&
                      (!isa<ConstantInt>(phi.getIncomingValue(i)) ||
                       jump->getSuccessor(0) == jump->getSuccessor(1))))
            return false;
    }
    return true;
}

/* Where a jump by VALUE stands in place of JUMP. */
static const DebugLoc &place_of(const BranchInst &jump, const Value &value)
{
    const DebugLoc &at = jump.getDebugLoc();
    const auto *asked = dyn_cast<Instruction>(&value);

    return (at && at.getLine()) || !asked ? at : asked->getDebugLoc();
}

/* Have FROM, which knows VALUE, go where END would. */
static void jump_from(BasicBlock &from, const hand_on &end, Value &value)
{
    auto *old = cast<BranchInst>(from.getTerminator());

    if (const auto *known = dyn_cast<ConstantInt>(&value)) {
        old->replaceSuccessorWith(end.jump->getParent(),
                                  known->isZero() ? end.no : end.yes);
        return;
    }
    auto *own = BranchInst::Create(end.yes, end.no, &value,
                                   edgeprof_compat_before(old));
    own->setDebugLoc(place_of(*end.jump, value));
    own->copyMetadata(*end.jump, {LLVMContext::MD_loop});
    if (end.is_turned)
        edgeprof_truth_turn(*own);
    old->eraseFromParent();
}

/* Whether the operands of the && whose value BLOCK hands on jump themselves now;
 * BLOCK is then gone. */
static bool thread(BasicBlock &block)
{
    hand_on end = find_hand_on(block);

    if (!end.phi || !can_jump(*end.phi))
        return false;
    for (unsigned i = 0; i < end.phi->getNumIncomingValues(); i++)
        jump_from(*end.phi->getIncomingBlock(i), end,
                  *end.phi->getIncomingValue(i));
    DeleteDeadBlock(&block);
    return true;
}

/* If BLOCK ends in a jump by what is known, the 1 of `c ? 1 : a`, it goes there; if it is nothing
 * else, what leads to it does, and it is gone. */
static bool settle(BasicBlock &block)
{
    const auto *jump = dyn_cast<BranchInst>(block.getTerminator());

    if (!jump || !jump->isConditional() ||
        !isa<ConstantInt>(jump->getCondition()))
        return false;
    ConstantFoldTerminator(&block);
    return &*block.getFirstNonPHIOrDbg() == block.getTerminator() &&
           TryToSimplifyUncondBranchFromEmptyBlock(&block);
}

/* A block that goes where JUMP does, if VALUE. */
static BasicBlock *jump_if(BranchInst &jump, Value &value)
{
    BasicBlock *from = jump.getParent();
    auto *block = BasicBlock::Create(jump.getContext(), "", from->getParent(),
                                     from->getNextNode());
    auto *own = BranchInst::Create(jump.getSuccessor(0), jump.getSuccessor(1),
                                   &value, block);

    own->setDebugLoc(jump.getDebugLoc());
    own->copyMetadata(jump, {LLVMContext::MD_loop});
    for (BasicBlock *to : successors(block))
        for (PHINode &phi : to->phis())
            phi.addIncoming(phi.getIncomingValueForBlock(from), block);
    return block;
}

/* If BLOCK ends in a jump by `c ? a : b`, jump by c, and by a or b. */
static void split_choice(BasicBlock &block)
{
    auto *jump = dyn_cast<BranchInst>(block.getTerminator());
    auto *choice = jump && jump->isConditional()
                       ? dyn_cast<SelectInst>(jump->getCondition())
                       : nullptr;

    if (!choice || !choice->hasOneUse() ||
        jump->getSuccessor(0) == jump->getSuccessor(1))
        return;
    BasicBlock *no = jump_if(*jump, *choice->getFalseValue());
    BasicBlock *yes = jump_if(*jump, *choice->getTrueValue());
    for (BasicBlock *to : successors(&block))
        for (PHINode &phi : to->phis())
            phi.removeIncomingValue(&block, false);
    auto *own = BranchInst::Create(yes, no, choice->getCondition(),
                                   edgeprof_compat_before(jump));
    own->setDebugLoc(jump->getDebugLoc());
    jump->eraseFromParent();
    choice->eraseFromParent();
    settle(*no);
    settle(*yes);
}

/* Whether PHI is the value of && or || of the source: an operand knows it and goes there. */
static bool is_of_logic(const PHINode &phi)
{
    if (!phi.getType()->isIntegerTy(1) || phi.hasMetadata("nosanitize"))
        return false;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); i++) {
        const auto *jump =
            dyn_cast<BranchInst>(phi.getIncomingBlock(i)->getTerminator());

        if (jump && jump->isConditional() &&
            isa<ConstantInt>(phi.getIncomingValue(i)))
            return true;
    }
    return false;
}

/* A block that ends in a jump by PHI, the first thing in it; behind that PHI is what was
 * jumped by. What is between is written nowhere, and not next (is_reversed). */
static BasicBlock &jump_by(PHINode &phi)
{
    BasicBlock *head = phi.getParent();
    BasicBlock *rest = head->splitBasicBlock(phi.getNextNode());
    auto *value = PHINode::Create(phi.getType(), 2, "",
                                  edgeprof_compat_before(&rest->front()));
    BasicBlock *ways[2];

    value->setDebugLoc(phi.getDebugLoc());
    phi.replaceAllUsesWith(value);
    for (unsigned i = 0; i < 2; i++) {
        ways[i] = BasicBlock::Create(phi.getContext(), "", head->getParent());
        BranchInst::Create(rest, ways[i]);
        value->addIncoming(ConstantInt::getBool(phi.getContext(), i), ways[i]);
    }
    head->getTerminator()->eraseFromParent();
    BranchInst::Create(ways[1], ways[0], &phi, head);
    return *head;
}

/* Whether the function returns what is in SLOT. */
static bool returns(const AllocaInst &slot)
{
    return llvm::any_of(slot.users(), [](const User *user) {
        return isa<LoadInst>(user) && user->hasOneUse() &&
               isa<ReturnInst>(user->user_back());
    });
}

/* Whether VALUE is returned, and nothing else. */
static bool is_returned(const Value &value)
{
    const Value *at = &value;

    while (at->hasOneUse()) {
        const auto *user = cast<Instruction>(at->user_back());
        const auto *store = dyn_cast<StoreInst>(user);
        const auto *slot =
            store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;

        if (isa<ReturnInst>(user) || (slot && returns(*slot)))
            return true;
        if (!isa<PHINode>(user) &&
            (!edgeprof_hands_on(*user) || user->isBinaryOp()))
            return false;
        at = user;
    }
    return false;
}

static bool is_call(const Value &value)
{
    const auto *phi = dyn_cast<PHINode>(&value);

    return isa<CallInst>(value) ||
           (phi && llvm::any_of(phi->incoming_values(), [](const Use &from) {
                return is_call(*from.get());
            }));
}

/* Whether a call may be a tail call as long as nobody asks for its value: `return a && f();`
 * of functions that return bool. */
static bool may_be_tail(const PHINode &phi)
{
    return phi.getFunction()->getReturnType()->isIntegerTy(1) && is_call(phi) &&
           is_returned(phi);
}

/* If BLOCK begins with the value of a && b, its operands jump to what knows it. */
static void split_value(BasicBlock &block, bool keeps_tails)
{
    auto *phi = dyn_cast<PHINode>(&block.front());

    if (phi && !isa<PHINode>(phi->getNextNode()) && is_of_logic(*phi) &&
        can_jump(*phi) && !(keeps_tails && may_be_tail(*phi)))
        thread(jump_by(*phi));
}

/* The inner operand of && is in front of the outer: so from the end. */
void edgeprof_branches_thread(Function &function, bool keeps_tails)
{
    SmallVector<BasicBlock *, 8> blocks;

    for (BasicBlock &block : make_early_inc_range(function))
        if (!settle(block))
            blocks.push_back(&block);
    while (!blocks.empty()) {
        BasicBlock *block = blocks.pop_back_val();

        if (!thread(*block)) {
            split_choice(*block);
            split_value(*block, keeps_tails);
        }
    }
}
