/* SPDX-License-Identifier: MIT
 *
 * clang_truth.cc - see clang_truth.h.
 */
#include "clang_truth.h"

#include "base/expressions.h"
#include "clang_branches.h"
#include "clang_cleanups.h"
#include "clang_coverage.h"
#include "clang_made.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"
#pragma GCC diagnostic pop

using namespace llvm;

enum { NEITHER = 2 }; /* of a jump's two targets */

static bool is_before(struct ep_point a, struct ep_point b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

static uint64_t place_of(struct ep_point at)
{
    return (uint64_t)at.line << 32 | at.column;
}

/* JUMP, if it is by a condition; or NULL. */
static const BranchInst *conditional(const Instruction &jump)
{
    const auto *branch = dyn_cast<BranchInst>(&jump);

    return branch && branch->isConditional() &&
                   branch->getSuccessor(0) != branch->getSuccessor(1)
               ? branch
               : nullptr;
}

static bool is_negation(const Value &value)
{
    return PatternMatch::match(&value,
                               PatternMatch::m_Not(PatternMatch::m_Value()));
}

/* ---- what is written ----------------------------------------------------- */

/* Whether VALUE is its operand, negated by a `!` that is there in the text. */
static bool is_written_not(const Instruction &value,
                           const struct ep_words &words)
{
    const DILocation *at = value.getDebugLoc();

    return is_negation(value) && at &&
           ep_is_not(&words, ep_words_find(&words, edgeprof_point_of(*at)));
}

bool edgeprof_hands_on(const Instruction &value)
{
    const auto *compare = dyn_cast<ICmpInst>(&value);

    if (compare && compare->getPredicate() == ICmpInst::ICMP_NE)
        return PatternMatch::match(compare->getOperand(1),
                                   PatternMatch::m_Zero());
    return isa<CastInst>(value) || is_negation(value);
}

/* What VALUE is a copy of, if it was kept in a slot while something was destroyed, or while
 * a coroutine waited; or VALUE. */
static const Instruction *before_slot(const Instruction *value)
{
    const auto *load = dyn_cast_or_null<LoadInst>(value);
    const auto *slot = load && load->getType()->isIntegerTy(1)
                           ? dyn_cast<AllocaInst>(load->getPointerOperand())
                           : nullptr;
    const Instruction *kept = nullptr;

    if (!slot)
        return value;
    for (const User *user : slot->users()) {
        const auto *store = dyn_cast<StoreInst>(user);

        if (store && kept)
            return value;
        if (store)
            kept = dyn_cast<Instruction>(store->getValueOperand());
    }
    return kept ? kept : value;
}

/* Whether CONDITION is negated in the code an odd number of times, also by an operator!
 * of the source: then that is no more to do. */
static bool is_negated(const Value *condition, const struct ep_words &words)
{
    bool negated = false;
    const auto *value = dyn_cast<Instruction>(condition);

    value = value ? before_slot(value) : nullptr;
    for (; value && edgeprof_hands_on(*value);
         value = dyn_cast<Instruction>(value->getOperand(0)))
        negated ^= is_written_not(*value, words);
    const auto *call = dyn_cast_or_null<CallBase>(value);
    return negated ^ (call && edgeprof_is_not(edgeprof_callee_name(*call)));
}

/* Whether VALUE is the truth of a floating-point number. */
static bool is_fraction_true(const Instruction &value)
{
    const auto *compare = dyn_cast<FCmpInst>(&value);

    return compare && compare->getPredicate() == FCmpInst::FCMP_UNE &&
           PatternMatch::match(compare->getOperand(1),
                               PatternMatch::m_AnyZeroFP());
}

/* What a ?: has chosen, the value or the place of it, if JUMP asks that; or NULL. */
static const PHINode *asked_choice(const BranchInst &jump)
{
    const auto *value = dyn_cast<Instruction>(jump.getCondition());

    value = value ? before_slot(value) : nullptr;
    while (value && (edgeprof_hands_on(*value) || is_fraction_true(*value)))
        value = dyn_cast<Instruction>(value->getOperand(0));
    if (const auto *load = dyn_cast_or_null<LoadInst>(value))
        value = dyn_cast<Instruction>(load->getPointerOperand());
    return dyn_cast_or_null<PHINode>(value);
}

/* Whether JUMP asks that, and it is not a truth. */
static bool asks_choice(const BranchInst &jump)
{
    const PHINode *choice = asked_choice(jump);

    return choice && !choice->getType()->isIntegerTy(1);
}

/* Whether of what JUMP asks, which a ?: must have chosen, anything is written behind POINT. */
static bool chooses_behind(const BranchInst &jump, struct ep_point point)
{
    const DILocation *own = jump.getDebugLoc();

    for (const BasicBlock *from : asked_choice(jump)->blocks())
        for (const Instruction &instruction : *from) {
            const DILocation *at = instruction.getDebugLoc();

            if (own && at && at->getFile() == own->getFile() &&
                is_before(point, edgeprof_point_of(*at)))
                return true;
        }
    return false;
}

/* As ep_condition_of_choice; but of the next ?: around the Nth, if JUMP's is chosen from what is
 * behind that: clang asks for no value of a ?: that is a truth, `(a ? b == 1 : c) ? d : e`.
 * Which it is. */
static unsigned find_choice(const BranchInst &jump,
                            const struct ep_words *words, unsigned n,
                            struct ep_condition *condition)
{
    const struct ep_condition inner = *condition;
    struct ep_condition choice = inner;

    for (; ep_condition_of_choice(words, n, &choice); n++) {
        *condition = choice;
        if (!chooses_behind(jump, choice.end))
            break;
        choice = inner;
    }
    return n;
}

/* Whether END asks what may be that of the ?: that CONDITION chooses for. */
static bool may_ask_choice(const Instruction &end,
                           const struct ep_condition &condition)
{
    const auto *jump = conditional(end);

    return jump && condition.other_end.line && asked_choice(*jump);
}

/* Whether all that END asks is which way JUMP went: the value of an && or || that has one operand
 * and a number, `l = !(a && 1)`. */
static bool asks_way(const Instruction &end, const BranchInst &jump)
{
    const auto *next = conditional(end);
    const PHINode *value = next ? asked_choice(*next) : nullptr;

    if (!value || !edgeprof_branches_is_decided(*value))
        return false;
    return llvm::all_of(value->blocks(), [&](const BasicBlock *from) {
        while (from && from != jump.getParent() && from->getSingleSuccessor())
            from = from->getSinglePredecessor();
        return from == jump.getParent();
    });
}

/* Which of JUMP's targets is written next: 0, 1, or neither.  That of coverage may be
 * for what holds or for what does not. */
static unsigned next_target(const BranchInst &jump)
{
    const BasicBlock *next = jump.getParent()->getNextNode();

    if (jump.getSuccessor(0) == jump.getSuccessor(1) ||
        (next && edgeprof_is_coverage(*next)))
        return NEITHER;
    for (unsigned i = 0; i < 2; i++)
        if (jump.getSuccessor(i) == next)
            return i;
    return NEITHER;
}

/* Whether POINT is in the words of CONDITION. */
static bool is_within(struct ep_point point,
                      const struct ep_condition &condition)
{
    return !is_before(point, condition.at) && !is_before(condition.end, point);
}

/* Whether BLOCK begins elsewhere than in what is written behind CONDITION, as where Clang knows
 * that operand, and has no code for it, `a || 0`, or where a macro that CONDITION is chooses, and
 * asks no more: from Clang 22 on what it was given stands where that is written.  Behind all of
 * a ?: that is called, `(a ? f : g)()`, is what that asks. */
static bool is_elsewhere(const BasicBlock &block,
                         const struct ep_condition &condition)
{
    for (const Instruction &first : block) {
        const DILocation *at = first.getDebugLoc();

        if (!at || !at->getLine() || first.isDebugOrPseudoInst())
            continue;
        struct ep_point begin = edgeprof_point_of(*at);
        return is_before(begin, condition.at) ||
               (is_before(condition.next_end, begin) &&
                !(condition.other_end.line &&
                  is_before(condition.other_end, begin))) ||
               (is_within(begin, condition) && block.getSingleSuccessor());
    }
    return false;
}

/* The target of JUMP that is written next, if the text tells what that means. */
static unsigned written_target(const BranchInst &jump,
                               const struct ep_condition &condition)
{
    unsigned next = next_target(jump);

    return next != NEITHER && condition.next_end.line &&
                   is_elsewhere(*jump.getSuccessor(next), condition)
               ? (unsigned)NEITHER
               : next;
}

/* As the text and the code have it. */
static bool is_reversed(const BranchInst &jump, const edgeprof_question &own)
{
    return (own.condition.is_negated != 0) !=
           is_negated(jump.getCondition(), *own.words);
}

/* Likewise; or as the text and the order of the blocks have it. */
static bool is_reversed_as_written(const BranchInst &jump,
                                   const edgeprof_question &own)
{
    unsigned next = written_target(jump, own.condition);

    return own.condition.is_named && next != NEITHER
               ? next == (own.condition.next == EP_NEXT_TRUE ? 1 : 0)
               : is_reversed(jump, own);
}

/* Of such a jump: a metadata kind. */
static const char TURNED[] = "edgeprof.turned";

void edgeprof_truth_turn(BranchInst &jump)
{
    jump.setMetadata(TURNED, MDNode::get(jump.getContext(), {}));
}

/* ---- what a macro hides -------------------------------------------------- */

/* Whether the value of && that TO gives to JUMP's target I is true, all negations of it
 * included: 0, 1; NEITHER: that knows none. */
static unsigned worth(const BranchInst &jump, unsigned i)
{
    const BasicBlock *from = jump.getParent();
    const BasicBlock *to = jump.getSuccessor(i);

    if (to->getSingleSuccessor() && &to->front() == to->getTerminator()) {
        from = to;
        to = to->getSingleSuccessor();
    }
    const auto *phi = dyn_cast<PHINode>(&to->front());
    const auto *known =
        phi && phi->getType()->isIntegerTy(1)
            ? dyn_cast<ConstantInt>(phi->getIncomingValueForBlock(from))
            : nullptr;
    if (!known)
        return NEITHER;
    bool is_true = known->isOne();
    for (const Value *value = phi;
         value->hasOneUse() && is_negation(**value->user_begin());
         value = *value->user_begin())
        is_true = !is_true;
    return is_true;
}

/* Whether JUMP asks whether what a switch is about is within a case's limits. */
static bool asks_for_case(const BranchInst &jump)
{
    const auto *compare = dyn_cast<ICmpInst>(jump.getCondition());
    const auto *distance =
        compare ? dyn_cast<BinaryOperator>(compare->getOperand(0)) : nullptr;

    return distance &&
           llvm::any_of(distance->getOperand(0)->users(),
                        [](const User *user) { return isa<SwitchInst>(user); });
}

/* Whether no other condition leads to where JUMP does: it is no operand of && or ||. */
bool edgeprof_truth::is_alone(const BranchInst &jump) const
{
    for (const BasicBlock *to : jump.successors())
        if (arrivals.lookup(to) > 1 || isa<PHINode>(to->front()))
            return false;
    return true;
}

/* Whether another does that stands at PLACE, too. */
bool edgeprof_truth::has_others(const BranchInst &jump, uint64_t place) const
{
    return llvm::any_of(jump.successors(), [&](const BasicBlock *to) {
        return arrivals_from.lookup({to, place}) > 1;
    });
}

/* Whether what is asked right behind JUMP stands in CONDITION, which JUMP asks, too: a macro has
 * both. */
bool edgeprof_truth::goes_on(const BranchInst &jump,
                             const struct ep_condition &condition) const
{
    const unsigned deep = 16;
    const BasicBlock *next = jump.getParent()->getNextNode();

    for (unsigned i = 0; next && i < deep; i++) {
        const Instruction *end = next->getTerminator();
        const edgeprof_question *asked = find(*end);
        const DILocation *at = asked ? nullptr : lines.decided(*end);

        if (end == &jump || may_ask_choice(*end, condition) ||
            asks_way(*end, jump))
            return false;
        if (asked || at)
            return is_within(asked ? asked->condition.at
                                   : edgeprof_point_of(*at),
                             condition);
        if (end->getNumSuccessors() == 0 ||
            (end->getNumSuccessors() > 1 && !isa<InvokeInst>(end)))
            return false;
        next = end->getSuccessor(0);
    }
    return false;
}

bool edgeprof_truth::goes_back(const BasicBlock &from,
                               const BasicBlock &to) const
{
    return order.lookup(&to) <= order.lookup(&from);
}

/* Whether a loop is written around what JUMP asks, or made by the macro that has it, or is
 * given it. */
bool edgeprof_truth::is_of_loop(const BranchInst &jump,
                                const edgeprof_question &own) const
{
    static const char *const ends[] = {";", "{", "}", nullptr};
    const struct ep_words *words = own.words;
    const DILocation *at = jump.getDebugLoc();

    if (ep_condition_is_of_loop(words, own.condition.at) ||
        (at && loop_places.count(place_of(edgeprof_point_of(*at)))))
        return true;
    for (uint32_t i = ep_words_find(words, own.condition.at);
         i != EP_NONE && i > 1 && !ep_words_is_one(words, i - 1, ends); i--) {
        uint32_t pair = words->items[i - 1].pair;

        if (pair < i)
            i = pair + 1;
        else if (ep_words_is(words, i - 1, "(") &&
                 loop_places.count(place_of(ep_words_point(words, i - 2))))
            return true;
    }
    return false;
}

/* Whether STORE may be of a code that tells where to go behind cleanups; perhaps nobody
 * asks for it any more. */
static bool is_code(const StoreInst &store)
{
    const auto *slot = dyn_cast<AllocaInst>(store.getPointerOperand());

    return slot && isa<ConstantInt>(store.getValueOperand()) &&
           !edgeprof_compat_variable(*slot);
}

/* Whether BLOCK may be what clang puts between the condition of a loop and where that
 * leads: only scopes end there. */
static bool may_end_scopes(const BasicBlock &block)
{
    const Instruction *end = block.getTerminator();

    for (const Instruction &instruction : block) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        const auto *store = dyn_cast<StoreInst>(&instruction);

        if (&instruction == end || isa<BitCastInst>(instruction) ||
            (store && is_code(*store)))
            continue;
        if (!call || call->arg_empty() ||
            !(call->isDebugOrPseudoInst() || call->isLifetimeStartOrEnd() ||
              isa<AllocaInst>(getUnderlyingObject(call->getArgOperand(0)))))
            return false;
    }
    return &block.front() != end && block.getSingleSuccessor();
}

/* The target of JUMP that is for what is true, as it is neither an operand nor a value:
 * what it leads back to, or what is right behind it. There a loop may also end scopes. */
unsigned edgeprof_truth::loop_target(const BranchInst &jump,
                                     const edgeprof_question &own,
                                     bool is_inner) const
{
    unsigned next = next_target(jump);

    if (jump.getMetadata(TURNED))
        return 1;
    if (next == NEITHER || asks_for_case(jump))
        return NEITHER;
    if (goes_back(*jump.getParent(), *jump.getSuccessor(1 - next)))
        return 1 - next;
    if (next == 1 && !is_inner &&
        ep_condition_is_of_loop(own.words, own.condition.at))
        return NEITHER;
    if (next == 1 && may_end_scopes(*jump.getSuccessor(1)) &&
        is_of_loop(jump, own))
        return NEITHER;
    return next;
}

/* The target of JUMP that is for what is true in the macro that hides it. IS_INNER: what
 * the text has around it is not about this. */
unsigned edgeprof_truth::hidden_target(const BranchInst &jump,
                                       const edgeprof_question &own,
                                       bool is_inner) const
{
    bool is_inverted = !is_inner && own.condition.is_inverted;

    for (unsigned i = 0; i < 2; i++) {
        auto known =
            truths.find({jump.getSuccessor(i), place_of(own.condition.at)});
        if (known != truths.end())
            return known->second ? i : 1 - i;
    }
    for (unsigned i = 0; i < 2; i++)
        if (worth(jump, i) != NEITHER)
            return (worth(jump, i) == 1) != is_inverted ? i : 1 - i;
    unsigned target = loop_target(jump, own, is_inner);
    return target != NEITHER && is_inverted ? 1 - target : target;
}

/* ---- all of a function --------------------------------------------------- */

/* Which way is true at JUMP, behind which all is settled. */
void edgeprof_truth::settle(const BranchInst &jump, edgeprof_question *own)
{
    uint64_t place = place_of(own->condition.at);
    bool is_inner = goes_on(jump, own->condition);
    unsigned target = NEITHER;

    if (!is_inner && own->condition.next != EP_NEXT_UNKNOWN)
        target = is_reversed_as_written(jump, *own);
    else if (is_alone(jump) || has_others(jump, place))
        target = hidden_target(jump, *own, is_inner);
    if (target == NEITHER)
        target = is_reversed(jump, *own);
    own->is_reversed = target == 1;
    truths.insert({{jump.getSuccessor(target), place}, true});
    truths.insert({{jump.getSuccessor(1 - target), place}, false});
}

void edgeprof_truth::read(const BasicBlock &block,
                          const edgeprof_source &source)
{
    const Instruction *end = block.getTerminator();
    const DILocation *stands = end->getDebugLoc();
    const BranchInst *jump = conditional(*end);
    edgeprof_question found = {nullptr, {}, false};

    for (const BasicBlock *to : successors(&block))
        if (stands && goes_back(block, *to))
            loop_places.insert(place_of(edgeprof_point_of(*stands)));
    if (!jump)
        return;
    for (const BasicBlock *to : jump->successors())
        arrivals[to]++;
    const DILocation *at = lines.decided(*jump);
    if (!at || !(found.words = source.words(*at->getFile())) ||
        !ep_condition_find(found.words, edgeprof_point_of(*at),
                           &found.condition))
        return;
    unsigned &n = n_choices[place_of(found.condition.at)];
    n = asks_choice(*jump) ? n + 1 : 0;
    n = find_choice(*jump, found.words, n, &found.condition);
    questions.insert({jump, found});
    for (const BasicBlock *to : jump->successors())
        arrivals_from[{to, place_of(found.condition.at)}]++;
}

edgeprof_truth::edgeprof_truth(const Function &function,
                               const edgeprof_lines &l,
                               const edgeprof_source &source)
    : lines(l)
{
    if (lines.is_rust())
        return;
    unsigned n = 0;
    for (const BasicBlock &block : function)
        order[&block] = n++;
    for (const BasicBlock &block : function)
        read(block, source);
    for (const BasicBlock &block : llvm::reverse(function)) {
        auto own = questions.find(block.getTerminator());

        if (own != questions.end())
            settle(*cast<BranchInst>(own->first), &own->second);
    }
}

const edgeprof_question *edgeprof_truth::find(const Instruction &jump) const
{
    auto found = questions.find(&jump);

    return found == questions.end() ? nullptr : &found->second;
}
