/* SPDX-License-Identifier: MIT
 *
 * clang_count.cc - turn the marks that are left into counter increments.
 *
 * A piece is a run of instructions of one block with no call between that may
 * leave, nor a mark that has to begin one: whoever executes its first
 * instruction executes its last, exactly as often.  Its marks are one segment.
 */
#include "clang_count.h"

#include "clang_graph.h"
#include "clang_guess.h"
#include "clang_mark.h"
#include "clang_promote.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

static bool ends_piece(const edgeprof_session &session,
                       const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);

    return call && (edgeprof_may_leave(session, *call, true) ||
                    edgeprof_is_suspend(*call));
}

/* ---- ends ---------------------------------------------------------------- */

/* Whether nobody comes back from BLOCK, to which several ways lead that code
 * can be put on. */
static bool is_end(const BasicBlock &block)
{
    if (!isa<UnreachableInst>(block.getTerminator()) || block.isEHPad() ||
        pred_empty(&block) || block.getUniquePredecessor())
        return false;
    return none_of(predecessors(&block), [](const BasicBlock *way) {
        return isa<IndirectBrInst, CallBrInst>(way->getTerminator());
    });
}

/* Move the marks of BLOCK's first piece to the ways that lead to it.  Which of
 * them was taken tells how often the others were not: assertions share an end,
 * and hold so often that they had better not be counted. */
static void separate_end(const edgeprof_session &session, BasicBlock &block)
{
    SmallSetVector<BasicBlock *, 4> ways(pred_begin(&block), pred_end(&block));
    SmallVector<Instruction *, 4> marks;
    uint64_t id;

    for (Instruction &instruction : block) {
        if (edgeprof_mark_id(instruction, &id))
            marks.push_back(&instruction);
        else if (ends_piece(session, instruction))
            break;
    }
    if (marks.empty())
        return;
    for (BasicBlock *way : ways) {
        BasicBlock *between = SplitBlockPredecessors(&block, way, "");

        for (Instruction *mark : marks)
            mark->clone()->insertBefore(between->getTerminator());
    }
    for (Instruction *mark : marks)
        mark->eraseFromParent();
}

static void separate_ends(const edgeprof_session &session, Function &function)
{
    SmallVector<BasicBlock *, 4> ends;

    for (BasicBlock &block : function) {
        if (is_end(block))
            ends.push_back(&block);
    }
    for (BasicBlock *block : ends)
        separate_end(session, *block);
}

/* ---- pieces -------------------------------------------------------------- */

/* In instructions of the machine, roughly. */
static uint32_t size_of(const Instruction &instruction)
{
    if (isa<PHINode, GetElementPtrInst, CastInst, DbgInfoIntrinsic>(
            instruction) ||
        instruction.isLifetimeStartOrEnd())
        return 0;
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
        !cast<CallBase>(instruction).isInlineAsm())
        return EP_PIECE_LONG;
    return 1;
}

namespace
{
struct segment {
    SmallVector<Instruction *, 4> marks;
    CallInst *flush; /* in place of marks; or NULL */
};

/* The piece that is being read. */
struct piece {
    uint32_t id;
    uint32_t size = 0;
    segment part = {};
    SmallVector<uint64_t, 4> marks = {};
};

class counter
{
  public:
    counter(edgeprof_session &s, Function &f) : session(s), function(f) {}
    bool run(struct ep_buf *text);

  private:
    void edge(uint32_t src, uint32_t dst, ep_edge_kind kind);
    void read();
    void read(BasicBlock &block);
    uint32_t start_piece(uint32_t last, bool leaves);
    void end_piece(const BasicBlock &block, piece *last);
    void read_flush(CallInst *flush);
    Constant *near();
    void increment(const segment &part, uint32_t at, ep_increment kind);

    edgeprof_session &session;
    Function &function;
    edgeprof_guess guess;
    struct ep_count count = {};
    struct ep_diag diag = {};
    int status = EP_OK;
    DenseMap<const BasicBlock *, uint32_t> ids; /* of blocks: first pieces */
    std::vector<segment> segments;              /* as the core numbers them */
};
} // namespace

void counter::edge(uint32_t src, uint32_t dst, ep_edge_kind kind)
{
    if (status == EP_OK)
        status = ep_cfg_add_edge(&count.graph, src, dst, kind, 0, 0);
}

/* A call that may leave, if LEAVES, has ended LAST; or a mark that has to begin
 * a piece.  Returns the next. */
uint32_t counter::start_piece(uint32_t last, bool leaves)
{
    uint32_t next = ep_cfg_add_block(&count.graph);

    if (leaves) {
        edge(last, EP_BLOCK_EXIT, EP_EDGE_LEAVE);
        edge(EP_BLOCK_EXIT, next, EP_EDGE_RETURN);
    } else {
        edge(last, next, EP_EDGE_FALL);
    }
    return next;
}

/* LAST, of BLOCK, is read. */
void counter::end_piece(const BasicBlock &block, piece *last)
{
    if (status == EP_OK)
        status = ep_count_piece(
            &count, last->id, edgeprof_guess_block(guess, block),
            function.hasOptNone() ? uint32_t{EP_PIECE_LONG} : last->size);
    if (last->marks.empty())
        return;
    if (status == EP_OK)
        status = ep_count_segment(&count, last->id, last->marks.data(),
                                  last->marks.size(), &diag);
    segments.push_back(last->part);
}

void counter::read_flush(CallInst *flush)
{
    SmallVector<uint64_t, 4> marks;

    for (unsigned i = 1; i < flush->arg_size(); i++)
        marks.push_back(
            cast<ConstantInt>(flush->getArgOperand(i))->getZExtValue());
    if (status == EP_OK)
        status = ep_count_flush(&count, marks.data(), marks.size(), &diag);
    segments.push_back({{}, flush});
}

void counter::read(BasicBlock &block)
{
    piece open = {ids[&block]};
    uint64_t id;

    if (block.isEHPad())
        edge(EP_BLOCK_EXIT, open.id, EP_EDGE_ARRIVE);
    for (Instruction &instruction : block) {
        if (edgeprof_mark_id(instruction, &id)) {
            if (!open.marks.empty() && ep_count_begins(&count, id)) {
                end_piece(block, &open);
                open = {start_piece(open.id, false)};
            }
            open.part.marks.push_back(&instruction);
            open.marks.push_back(id);
        } else if (CallInst *flush = edgeprof_flush(instruction)) {
            read_flush(flush);
        } else if (ends_piece(session, instruction)) {
            end_piece(block, &open);
            open = {start_piece(open.id, true)};
        } else {
            open.size += size_of(instruction);
        }
    }
    end_piece(block, &open);
    if (succ_empty(&block))
        edge(open.id, EP_BLOCK_EXIT, EP_EDGE_LEAVE);
    for (const BasicBlock *next : successors(&block))
        edge(open.id, ids[next], EP_EDGE_FALL);
}

void counter::read()
{
    edge(EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY);
    for (BasicBlock &block : function)
        ids[&block] = ep_cfg_add_block(&count.graph);
    edge(EP_BLOCK_ENTRY, ids[&function.getEntryBlock()], EP_EDGE_FALL);
    for (BasicBlock &block : function)
        read(block);
}

/* The address that increments by a register need.  The core defines the symbol
 * in asm. */
Constant *counter::near()
{
    Module &module = *function.getParent();
    Type *byte = Type::getInt8Ty(module.getContext());
    Type *word = Type::getInt64Ty(module.getContext());
    GlobalVariable *found = module.getGlobalVariable(count.symbol);

    if (!found) {
        found = new GlobalVariable(module, byte, false,
                                   GlobalValue::ExternalLinkage, nullptr,
                                   count.symbol);
        found->setVisibility(GlobalValue::HiddenVisibility);
    }
    return ConstantExpr::getGetElementPtr(
        byte, found, ConstantInt::getSigned(word, -EDGEPROF_NEAR_BIAS));
}

/* Put the addition to the counter AT where PART's first mark, or flush, is. */
void counter::increment(const segment &part, uint32_t at, ep_increment kind)
{
    struct ep_buf text = {};
    SmallVector<Value *, 1> operands;
    SmallVector<Type *, 1> types;
    std::string constraints = "~{flags}";
    Instruction *place = part.flush ? part.flush : part.marks.front();
    LLVMContext &context = place->getContext();

    if (kind == EP_INCREMENT_VALUE) {
        operands.push_back(part.flush->getArgOperand(0));
        constraints = "re," + constraints;
    } else if (kind == EP_INCREMENT_NEAR) {
        operands.push_back(near());
        constraints = "r," + constraints;
    }
    for (Value *operand : operands)
        types.push_back(operand->getType());
    ep_emit_increment(&count, at, EP_ASM_LLVM, kind, &text);
    auto *type = FunctionType::get(Type::getVoidTy(context), types, false);
    auto *code =
        InlineAsm::get(type, text.data ? text.data : "", constraints, true);
    edgeprof_compat_set_opaque(
        *CallInst::Create(type, code, operands, "", place));
    if (text.failed)
        context.emitError("edgeprof: out of memory");
    ep_buf_release(&text);
}

bool counter::run(struct ep_buf *text)
{
    separate_ends(session, function);
    status =
        ep_count_init(&count, session.unit, function.getName().str().c_str(),
                      function.hasLocalLinkage());
    if (status == EP_OK) {
        status = edgeprof_guess_read(&guess, function);
        if (status == EP_OK)
            read();
        edgeprof_guess_end(&guess);
    }
    if (status == EP_OK)
        status = ep_count_seal(&count, text, &diag);
    for (uint32_t i = 0; i < segments.size(); i++) {
        const segment &part = segments[i];
        uint32_t at =
            status == EP_OK ? ep_count_counter(&count, i) : uint32_t{EP_NONE};

        if (at != EP_NONE)
            increment(part, at, ep_count_increment(&count, i));
        for (Instruction *mark : part.marks)
            mark->eraseFromParent();
        if (part.flush)
            part.flush->eraseFromParent();
    }
    ep_count_release(&count);
    return edgeprof_ok(*function.getParent(), status, diag);
}

/* The declarations that have served; a mark that some pass has made
 * unrecognisable must not go unseen. */
static void drop_declaration(Module &module, StringRef name)
{
    Function *function = module.getFunction(name);

    if (!function)
        return;
    if (function->use_empty())
        function->eraseFromParent();
    else
        module.getContext().emitError(
            "edgeprof: marks are left after optimisation; this is a bug");
}

void edgeprof_count_unit(edgeprof_session &session, Module &module)
{
    struct ep_buf text = {};

    if (!session.unit)
        return;
    for (Function &function : module) {
        if (!function.isDeclaration() && !counter(session, function).run(&text))
            break;
    }
    for (Function &function : module)
        function.removeFnAttr(EDGEPROF_RETURNS);
    if (text.size)
        module.appendModuleInlineAsm(StringRef(text.data, text.size));
    (void)edgeprof_ok(module, text.failed ? EP_ENOMEM : EP_OK, {});
    ep_buf_release(&text);
    drop_declaration(module, EDGEPROF_MARK);
    drop_declaration(module, EDGEPROF_FLUSH);
    ep_unit_free(session.unit);
    session.unit = nullptr;
}
