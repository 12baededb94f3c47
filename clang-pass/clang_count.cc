/* SPDX-License-Identifier: MIT
 *
 * clang_count.cc - turn the marks that are left into counter increments.
 */
#include "clang_count.h"

#include "clang_alone.h"
#include "clang_calls.h"
#include "clang_guess.h"
#include "clang_mark.h"
#include "clang_promote.h"
#include "clang_trips.h"
#include "clang_values.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

static bool ends_piece(const edgeprof_session &session,
                       const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);

    return call && !edgeprof_trips(instruction) &&
           !edgeprof_values(instruction) &&
           (edgeprof_calls_may_leave(session, *call, true) ||
            edgeprof_calls_suspend(*call));
}

/* ---- ends ---------------------------------------------------------------- */

static bool separates(const BasicBlock &block)
{
    size_t n_before = pred_empty(&block)             ? 0
                      : block.getUniquePredecessor() ? 1
                                                     : 2;
    bool can_split = !block.isEHPad();

    for (const BasicBlock *from : predecessors(&block))
        can_split &= !isa<IndirectBrInst, CallBrInst>(from->getTerminator());
    return ep_body_separates(!isa<UnreachableInst>(block.getTerminator()),
                             n_before, can_split);
}

/* Move the marks of BLOCK's first piece to the edges that lead to it. */
static void separate_end(const edgeprof_session &session, BasicBlock &block)
{
    SmallSetVector<BasicBlock *, 4> preds(pred_begin(&block), pred_end(&block));
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
    for (BasicBlock *from : preds) {
        BasicBlock *between = SplitBlockPredecessors(&block, from, "");

        for (Instruction *mark : marks)
            mark->clone()->insertBefore(
                edgeprof_compat_before(between->getTerminator()));
    }
    for (Instruction *mark : marks)
        mark->eraseFromParent();
}

static void separate_ends(const edgeprof_session &session, Function &function)
{
    SmallVector<BasicBlock *, 4> ends;

    for (BasicBlock &block : function) {
        if (separates(block))
            ends.push_back(&block);
    }
    for (BasicBlock *block : ends)
        separate_end(session, *block);
}

/* ---- pieces -------------------------------------------------------------- */

static enum ep_work work_of(const Instruction &instruction)
{
    if (isa<PHINode, GetElementPtrInst, CastInst, DbgInfoIntrinsic>(
            instruction) ||
        instruction.isLifetimeStartOrEnd())
        return EP_WORK_NONE;
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) &&
        !cast<CallBase>(instruction).isInlineAsm())
        return EP_WORK_CALL;
    return EP_WORK_SOME;
}

namespace
{
class counter
{
  public:
    counter(edgeprof_session &s, Function &f) : session(s), function(f) {}
    bool run(struct ep_buf *text);

  private:
    uint32_t scope_of(const DILocation &at);
    void read_stop(const Instruction &instruction, bool leaves);
    void read(Instruction &instruction);
    void read(BasicBlock &block);
    void read();
    Constant *near(const char *symbol, int64_t bias = EDGEPROF_NEAR_BIAS);
    SmallVector<Value *, 2> operands_of(CallInst &statement,
                                        struct ep_increment increment);
    void write(struct ep_increment increment, ArrayRef<Value *> operands,
               Instruction &place);
    void write(CallInst &statement, struct ep_increment increment);
    int write(struct ep_buf *text, struct ep_diag *diag);

    edgeprof_session &session;
    Function &function;
    struct ep_body_builder *builder = nullptr;
    edgeprof_guess guess;
    DenseMap<const BasicBlock *, uint32_t> ids;
    std::vector<CallInst *> statements;    /* as the builder numbers them */
    SmallSetVector<BranchInst *, 4> alone; /* their jumps are needless */
};
} // namespace

static std::string name_of(const DISubprogram *program)
{
    StringRef name = program ? program->getLinkageName() : "";

    if (name.empty() && program)
        name = program->getName();
    return GlobalValue::dropLLVMManglingEscape(name).str();
}

/* The scope of the function that AT is in: the body's own, or an inlined one. */
uint32_t counter::scope_of(const DILocation &at)
{
    const DILocation *call = at.getInlinedAt();
    uint32_t outer;

    if (!call)
        return 0;
    outer = scope_of(*call);
    return outer == EP_NONE
               ? outer
               : ep_body_scope(builder, outer, call->getLine(),
                               call->getColumn(),
                               name_of(at.getScope()->getSubprogram()).c_str());
}

/* A frame may end at INSTRUCTION. */
void counter::read_stop(const Instruction &instruction, bool leaves)
{
    const DILocation *at = instruction.getDebugLoc();

    if (session.options.frames && at && !isa<DbgInfoIntrinsic>(instruction))
        ep_body_stop(builder, scope_of(*at), at->getLine(), at->getColumn(),
                     isa<CallBase>(instruction), leaves);
}

void counter::read(Instruction &instruction)
{
    SmallVector<uint64_t, 4> marks;
    uint64_t id;

    if (edgeprof_mark_id(instruction, &id)) {
        ep_body_mark(builder, id);
        statements.push_back(cast<CallInst>(&instruction));
    } else if (CallInst *flush = edgeprof_flush(instruction)) {
        for (const Use &mark : drop_begin(flush->args()))
            marks.push_back(cast<ConstantInt>(mark)->getZExtValue());
        ep_body_flush(builder, marks.data(), marks.size());
        statements.push_back(flush);
    } else if (edgeprof_trips(instruction) || edgeprof_values(instruction)) {
        auto *call = cast<CallInst>(&instruction);
        auto *table = cast<ConstantInt>(call->getArgOperand(0));

        ep_body_table(builder, table->getZExtValue());
        statements.push_back(call);
    } else if (ends_piece(session, instruction)) {
        read_stop(instruction, true);
        ep_body_leave(builder);
    } else {
        read_stop(instruction, false);
        ep_body_work(builder, work_of(instruction));
    }
}

void counter::read(BasicBlock &block)
{
    ep_body_read_block(builder, ids[&block],
                       edgeprof_guess_block(guess, block));
    if (block.isEHPad())
        ep_body_arrive(builder);
    for (Instruction &instruction : block)
        read(instruction);
    if (succ_empty(&block))
        ep_body_edge(builder, EP_BLOCK_EXIT);
    for (const BasicBlock *next : successors(&block))
        ep_body_edge(builder, ids[next]);
}

void counter::read()
{
    for (BasicBlock &block : function)
        ids[&block] = ep_body_add_block(builder);
    if (session.options.frames)
        ep_body_scope(builder, EP_NONE, 0, 0,
                      function.getSubprogram()
                          ? name_of(function.getSubprogram()).c_str()
                          : function.getName().str().c_str());
    ep_body_edge(builder, ids[&function.getEntryBlock()]);
    for (BasicBlock &block : function)
        read(block);
}

/* The address that increments by a register need.  The core defines SYMBOL in
 * asm. */
Constant *counter::near(const char *symbol, int64_t bias)
{
    Module &module = *function.getParent();
    Type *byte = Type::getInt8Ty(module.getContext());
    Type *word = Type::getInt64Ty(module.getContext());
    GlobalVariable *found = module.getGlobalVariable(symbol);

    if (!found) {
        found = new GlobalVariable(
            module, byte, false, GlobalValue::ExternalLinkage, nullptr, symbol);
        found->setVisibility(GlobalValue::HiddenVisibility);
    }
    return ConstantExpr::getGetElementPtr(byte, found,
                                          ConstantInt::getSigned(word, -bias));
}

/* What INCREMENT needs, computed before STATEMENT. */
SmallVector<Value *, 2> counter::operands_of(CallInst &statement,
                                             struct ep_increment increment)
{
    Value *hash;

    switch (increment.kind) {
    case EP_INCREMENT_VALUE:
        return {statement.getArgOperand(0)};
    case EP_INCREMENT_NEAR:
        return {near(increment.symbol)};
    case EP_INCREMENT_BIN:
        return {edgeprof_trips_address(statement, near(increment.symbol))};
    case EP_INCREMENT_CELL:
        hash = edgeprof_values_hash(
            statement, near("__start_" EDGEPROF_COUNTERS_SECTION, 0));
        return {
            edgeprof_values_address(statement, near(increment.symbol), hash),
            hash};
    default:
        return {};
    }
}

/* Put INCREMENT, which has OPERANDS, before PLACE. */
void counter::write(struct ep_increment increment, ArrayRef<Value *> operands,
                    Instruction &place)
{
    struct ep_buf text = {};
    SmallVector<Type *, 2> types;
    static const char *const scratch[] = EP_ARCH_WITNESS_CLOBBERS;
    std::string constraints = "~{flags}";
    LLVMContext &context = place.getContext();

    for (const char *name : scratch)
        if (increment.witness)
            constraints += std::string(",~{") + name + "}";
    for (Value *operand : operands) {
        types.push_back(operand->getType());
        constraints =
            (increment.kind == EP_INCREMENT_VALUE ? "re," : "r,") + constraints;
    }
    ep_body_increment_text(builder, increment, EP_ASM_LLVM, &text);
    auto *type = FunctionType::get(Type::getVoidTy(context), types, false);
    auto *code =
        InlineAsm::get(type, text.data ? text.data : "", constraints, true);
    edgeprof_compat_set_opaque(*CallInst::Create(
        type, code, operands, "", edgeprof_compat_before(&place)));
    if (text.failed)
        edgeprof_error(*place.getModule(), "out of memory");
    ep_buf_release(&text);
}

/* Put INCREMENT where STATEMENT, a mark or flush, is; or where the condition is that decides
 * on nothing else. */
void counter::write(CallInst &statement, struct ep_increment increment)
{
    BranchInst *branch = ep_body_may_add(builder, increment)
                             ? edgeprof_alone(statement)
                             : nullptr;

    if (!branch) {
        write(increment, operands_of(statement, increment), statement);
        return;
    }
    increment.kind = EP_INCREMENT_VALUE;
    write(increment, edgeprof_alone_value(*branch, statement), *branch);
    alone.insert(branch);
}

int counter::write(struct ep_buf *text, struct ep_diag *diag)
{
    int status = ep_body_seal(builder, text, diag);

    for (uint32_t i = 0; i < statements.size(); i++) {
        struct ep_increment increment = ep_body_increment(builder, i);

        if (increment.kind != EP_INCREMENT_NONE || increment.witness)
            write(*statements[i], increment);
        statements[i]->eraseFromParent();
    }
    for (BranchInst *branch : alone)
        edgeprof_alone_end(*branch);
    return status;
}

static unsigned flags_of(const Function &function)
{
    unsigned flags = 0;

    if (function.hasLocalLinkage())
        flags |= EP_BODY_LOCAL;
    if (function.hasOptNone())
        flags |= EP_BODY_UNOPTIMISED;
    return flags;
}

bool counter::run(struct ep_buf *text)
{
    struct ep_diag diag = {};
    int status;

    if (!session.options.trace) /* there, each mark tells where it is */
        separate_ends(session, function);
    builder = ep_body_new(session.unit, function.getName().str().c_str(),
                          flags_of(function));
    if (!builder)
        return edgeprof_ok(*function.getParent(), EP_ENOMEM, diag);
    status = edgeprof_guess_read(&guess, function);
    if (status == EP_OK)
        read();
    edgeprof_guess_end(&guess);
    if (status == EP_OK)
        status = write(text, &diag);
    ep_body_free(builder);
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
        edgeprof_error(module,
                       "marks are left after optimisation; this is a bug");
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
    drop_declaration(module, EDGEPROF_TRIPS);
    drop_declaration(module, EDGEPROF_VALUE);
    ep_unit_free(session.unit);
    session.unit = nullptr;
}
