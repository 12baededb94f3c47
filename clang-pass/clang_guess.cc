/* SPDX-License-Identifier: MIT
 *
 * clang_guess.cc - see clang_guess.h.
 */
#include "clang_guess.h"

#include "clang_cleanups.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

const IntrinsicInst *edgeprof_guess_expectation(const Value &value)
{
    const auto *call = dyn_cast<IntrinsicInst>(&value);

    return call && (call->getIntrinsicID() == Intrinsic::expect ||
                    call->getIntrinsicID() ==
                        Intrinsic::expect_with_probability)
               ? call
               : nullptr;
}

namespace
{

const unsigned CERTAIN = EP_GUESS_CERTAIN;
const unsigned EVEN = EP_GUESS_EVEN;

/* The probability of what CALL expects. */
unsigned confidence(const IntrinsicInst &call)
{
    if (call.getIntrinsicID() == Intrinsic::expect)
        return EP_GUESS_EXPECTED;
    const auto *p = dyn_cast<ConstantFP>(call.getArgOperand(2));
    return p ? unsigned(p->getValueAPF().convertToDouble() * CERTAIN) : EVEN;
}

/* A comparison with what the source expects. */
unsigned by_expectation(const CmpInst &compare)
{
    const IntrinsicInst *call =
        edgeprof_guess_expectation(*compare.getOperand(0));
    const auto *wanted =
        call ? dyn_cast<ConstantInt>(call->getArgOperand(1)) : nullptr;
    const auto *with = dyn_cast<ConstantInt>(compare.getOperand(1));

    if (!wanted || !with)
        return EVEN;
    return ICmpInst::compare(wanted->getValue(), with->getValue(),
                             compare.getPredicate())
               ? confidence(*call)
               : CERTAIN - confidence(*call);
}

bool is_zero(const Value &value)
{
    const auto *constant = dyn_cast<Constant>(&value);

    return constant && constant->isNullValue();
}

ep_guess_compared compared_of(const CmpInst &compare)
{
    const auto *integer = dyn_cast<ConstantInt>(compare.getOperand(1));
    const auto *real = dyn_cast<ConstantFP>(compare.getOperand(1));

    if (compare.getOperand(0)->getType()->isPointerTy())
        return EP_GUESS_POINTERS;
    if (integer ? integer->isZero() : real && real->isZero())
        return EP_GUESS_WITH_ZERO;
    return integer && (integer->isOne() || integer->isMinusOne())
               ? EP_GUESS_WITH_ONE
               : EP_GUESS_NUMBERS;
}

unsigned by_comparison(const CmpInst &compare)
{
    ep_guess_compared compared = compared_of(compare);

    switch (compare.getPredicate()) {
    case CmpInst::ICMP_EQ:
        return ep_guess_comparison(EP_GUESS_EQUAL, compared);
    case CmpInst::ICMP_NE:
        return ep_guess_comparison(EP_GUESS_UNEQUAL, compared);
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_SGE:
    case CmpInst::FCMP_OGT:
    case CmpInst::FCMP_OGE:
        return ep_guess_comparison(EP_GUESS_GREATER, compared);
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SLE:
    case CmpInst::FCMP_OLT:
    case CmpInst::FCMP_OLE:
        return ep_guess_comparison(EP_GUESS_LESS, compared);
    default:
        return EVEN;
    }
}

/* The probability that CONDITION holds. */
unsigned by_condition(const Value &condition)
{
    if (const auto *compare = dyn_cast<CmpInst>(&condition)) {
        unsigned expected = by_expectation(*compare);

        return expected != EVEN ? expected : by_comparison(*compare);
    }
    if (const IntrinsicInst *call = edgeprof_guess_expectation(condition))
        return is_zero(*call->getArgOperand(1)) ? CERTAIN - confidence(*call)
                                                : confidence(*call);
    return EVEN;
}

/* A call of GCC's heuristic: it often reports that something is wrong. */
bool is_costly_call(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);

    return call && call->getCalledFunction() && !isa<IntrinsicInst>(call) &&
           !call->onlyReadsMemory();
}

/* Whether BLOCK is but a jump to where the source does not go on by itself:
 * "continue", "goto" or "break". */
bool is_jump(const BasicBlock &block)
{
    const auto *jump = dyn_cast<BranchInst>(block.getTerminator());

    if (!jump || jump->isConditional())
        return false;
    const Instruction *before = edgeprof_compat_previous(*jump);
    if (!before)
        return jump->getSuccessor(0) != block.getNextNode();
    const ConstantInt *code = edgeprof_cleanup_code(block);
    return !edgeprof_compat_previous(*before) && code && !code->isZero();
}

struct ep_guess_block read_block(const BasicBlock &block)
{
    const auto *jump = dyn_cast<BranchInst>(block.getTerminator());
    bool decides = jump && jump->isConditional();
    unsigned holds = decides ? by_condition(*jump->getCondition()) : EVEN;
    unsigned signs = is_jump(block) ? unsigned{EP_GUESS_JUMPS} : 0;

    if (llvm::any_of(block, is_costly_call))
        signs |= EP_GUESS_CALLS;
    return {uint16_t(holds), uint16_t(signs), 0};
}

enum ep_edge_kind kind_of(const Instruction &jump, const BasicBlock &to)
{
    const auto *branch = dyn_cast<BranchInst>(&jump);

    if (to.isEHPad())
        return EP_EDGE_MADE;
    if (!branch || branch->isUnconditional() ||
        branch->getSuccessor(0) == branch->getSuccessor(1))
        return EP_EDGE_FALL;
    return branch->getSuccessor(0) == &to ? EP_EDGE_TRUE : EP_EDGE_FALSE;
}

/* Where who goes from FROM to TO goes on: in `if (a && b)`, once a is false,
 * past the block that puts the two together. */
const BasicBlock *past_logic(const BasicBlock *from, const BasicBlock *to)
{
    for (unsigned i = 0; i < EP_FEW_BLOCKS; i++) {
        const auto *jump = dyn_cast<BranchInst>(to->getTerminator());
        const auto *phi = jump && jump->isConditional()
                              ? dyn_cast<PHINode>(jump->getCondition())
                              : nullptr;

        if (!phi || phi->getParent() != to ||
            edgeprof_compat_previous(*jump) != phi)
            return to;
        const auto *known =
            dyn_cast<ConstantInt>(phi->getIncomingValueForBlock(from));
        if (!known)
            return to;
        from = to;
        to = jump->getSuccessor(known->isZero() ? 1 : 0);
    }
    return to;
}

/* Adds what can be reached of a function to its guess.  Cleanups are as many
 * blocks as there are codes to enter them with: each goes on elsewhere. */
class reader
{
  public:
    reader(edgeprof_guess &g) : guess(g) {}
    int read(const Function &function);

  private:
    /* A block, and the code that it was entered with, or NULL. */
    typedef std::pair<const BasicBlock *, const ConstantInt *> copy;

    uint32_t id(copy wanted);
    void follow(copy from, const BasicBlock *to, const ConstantInt *code,
                ep_edge_kind kind);
    void read_jump(copy from);
    void edge(uint32_t src, uint32_t dst, ep_edge_kind kind);

    edgeprof_guess &guess;
    DenseMap<copy, uint32_t> ids;
    std::vector<copy> left; /* whose jumps are not read yet */
    int status = EP_OK;
};

void reader::edge(uint32_t src, uint32_t dst, ep_edge_kind kind)
{
    if (status == EP_OK)
        status = ep_cfg_add_edge(&guess.graph, src, dst, kind, 0, 0);
}

uint32_t reader::id(copy wanted)
{
    auto found = ids.insert({wanted, guess.graph.n_blocks});

    if (found.second) {
        guess.of_block[wanted.first].push_back(ep_cfg_add_block(&guess.graph));
        guess.blocks.push_back(read_block(*wanted.first));
        left.push_back(wanted);
    }
    return found.first->second;
}

/* From FROM to TO, with CODE if that is cleanups. */
void reader::follow(copy from, const BasicBlock *to, const ConstantInt *code,
                    ep_edge_kind kind)
{
    bool kept = code && edgeprof_behind_cleanup(*to, code);

    guess.of_edge[{from.first, to}].push_back(guess.graph.n_edges);
    edge(id(from),
         kept ? id({to, code}) : id({past_logic(from.first, to), nullptr}),
         kind);
}

void reader::read_jump(copy from)
{
    const Instruction &jump = *from.first->getTerminator();
    const ConstantInt *code = edgeprof_cleanup_code(*from.first);
    SmallPtrSet<const BasicBlock *, 4> seen;

    if (from.second)
        return follow(from, edgeprof_behind_cleanup(*from.first, from.second),
                      from.second, EP_EDGE_FALL);
    for (const BasicBlock *to : successors(from.first))
        if (seen.insert(to).second)
            follow(from, to, code, kind_of(jump, *to));
    if (isa<ReturnInst>(jump))
        edge(id(from), EP_BLOCK_EXIT, EP_EDGE_FALL);
}

int reader::read(const Function &function)
{
    ep_cfg_init(&guess.graph);
    guess.blocks.resize(EP_BLOCK_FIRST);
    edge(EP_BLOCK_ENTRY, id({&function.getEntryBlock(), nullptr}),
         EP_EDGE_FALL);
    while (!left.empty() && status == EP_OK) {
        copy from = left.back();

        left.pop_back();
        read_jump(from);
    }
    return status;
}

} // namespace

int edgeprof_guess_read(edgeprof_guess *guess, const Function &function)
{
    int status = reader(*guess).read(function);

    return status == EP_OK ? ep_guess(&guess->graph, guess->blocks.data())
                           : status;
}

void edgeprof_guess_end(edgeprof_guess *guess)
{
    ep_cfg_release(&guess->graph);
}

uint64_t edgeprof_guess_block(const edgeprof_guess &guess,
                              const BasicBlock &block)
{
    uint64_t sum = 0;

    for (uint32_t id : guess.of_block.lookup(&block))
        sum += guess.blocks[id].weight;
    return sum;
}

uint64_t edgeprof_guess_edge(const edgeprof_guess &guess,
                             const BasicBlock &from, const BasicBlock &to)
{
    uint64_t sum = 0;

    for (uint32_t id : guess.of_edge.lookup({&from, &to}))
        sum += guess.graph.edges[id].weight;
    return sum;
}
