/* SPDX-License-Identifier: MIT
 *
 * clang_lines.cc - which instructions are statements or conditions of the source.
 */
#include "clang_lines.h"

#include "clang_cleanups.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/Path.h"
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

static bool has(StringRef name, StringRef part)
{
    return name.find(part) != StringRef::npos;
}

/* With debug information, clang puts the body of most OpenMP regions into a
 * function of its own, called by the one that OpenMP's runtime calls. */
static bool is_region_of(StringRef name, StringRef body)
{
    return has(name, "omp_outlined") && !has(name, "_debug__") &&
           has(body, "omp_outlined") && has(body, "_debug__");
}

/* Whether FUNCTION is but another way into one that it calls. */
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
    return (program->isArtificial() && !has(name, "omp_outlined")) ||
           has(name, ".__await_suspend_wrapper__") || hands_on(function);
}

static bool has_call(const BasicBlock &block, StringRef name)
{
    for (const Instruction &instruction : block)
        if (const auto *call = dyn_cast<CallBase>(&instruction))
            if (edgeprof_callee_name(*call) == name)
                return true;
    return false;
}

static const BranchInst *plain_jump(const BasicBlock &block)
{
    const auto *jump = dyn_cast<BranchInst>(block.getTerminator());

    return jump && jump->isUnconditional() ? jump : nullptr;
}

/* Whether JUMP is all that its block does. */
static bool is_bare(const BranchInst &jump)
{
    return !jump.getPrevNonDebugInstruction();
}

/* Where AT is in its file, for comparing. */
static std::pair<unsigned, unsigned> place(const DebugLoc &at)
{
    return {at.getLine(), at.getCol()};
}

/* Whether A stands before B in the source. */
static bool is_before(const Instruction &a, const Instruction &b)
{
    return a.getDebugLoc() && b.getDebugLoc() &&
           place(a.getDebugLoc()) < place(b.getDebugLoc());
}

edgeprof_lines::edgeprof_lines(const Function &f, const DominatorTree &t)
    : function(f), tree(t), scopes(f), made(is_made_function(f))
{
    find_unwinding();
    find_joins();
    find_made_loops();
    find_body();
}

void edgeprof_lines::find_unwinding()
{
    for (const BasicBlock *block :
         ReversePostOrderTraversal<const Function *>(&function)) {
        bool all = block->isEHPad();

        if (!all && pred_begin(block) != pred_end(block))
            all = llvm::all_of(predecessors(block), [&](const BasicBlock *b) {
                return unwinding.count(b) != 0;
            });
        if (all && !has_call(*block, "__cxa_begin_catch"))
            unwinding.insert(block);
    }
}

static bool is_guard(const Value *value)
{
    if (const auto *load = dyn_cast<LoadInst>(value)) {
        StringRef name =
            load->getPointerOperand()->stripPointerCasts()->getName();
        return edgeprof_compat_starts(name, "_ZGV") || name == "__tls_guard";
    }
    const auto *call = dyn_cast<CallBase>(value);
    if (!call)
        return false;
    const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
    return edgeprof_callee_name(*call) == "__cxa_guard_acquire" ||
           (intrinsic &&
            intrinsic->getIntrinsicID() == Intrinsic::eh_typeid_for);
}

bool edgeprof_lines::is_made(const Instruction &jump) const
{
    if (unwinding.count(jump.getParent()) || is_of_frame(jump) ||
        made_loops.count(jump.getParent()) ||
        (function.getSubprogram() && !jump.getDebugLoc()))
        return true;
    for (const BasicBlock *next : successors(&jump))
        if (made_heads.count(next)) /* whether the array has elements */
            return jump.getNumSuccessors() > 1;
    const Value *condition = nullptr;
    if (const auto *branch = dyn_cast<BranchInst>(&jump))
        condition = branch->isConditional() ? branch->getCondition() : nullptr;
    else if (const auto *choice = dyn_cast<SwitchInst>(&jump))
        condition = choice->getCondition();
    if (!condition)
        return false;
    if (edgeprof_cleanup_switch(*jump.getParent()))
        return true;
    const auto *compare = dyn_cast<ICmpInst>(condition);
    return compare && (is_guard(compare->getOperand(0)) ||
                       is_guard(compare->getOperand(1)));
}

/* ---- jumps -----------------------------------------------------------------
 */

/* The scope whose end INSTRUCTION is a part of: of the variable whose life it
 * ends, or which it destroys; or NULL. */
static const DILocalScope *ended_scope(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);

    if (!call || call->arg_empty() ||
        !(call->isLifetimeStartOrEnd() || edgeprof_ends_scope(*call)))
        return nullptr;
    const Value *object = call->getArgOperand(call->arg_size() - 1);
    const auto *slot = dyn_cast<AllocaInst>(getUnderlyingObject(object));
    const DILocalVariable *variable =
        slot ? edgeprof_compat_variable(*slot) : nullptr;
    return variable ? variable->getScope() : nullptr;
}

static bool begins_behind(const DILocalScope &scope, const DebugLoc &at)
{
    const auto *block = dyn_cast<DILexicalBlock>(&scope);

    return block && at &&
           place(at) < std::make_pair(block->getLine(), block->getColumn());
}

/* Whether JUMP, without a line, is at the end of an "else".  One that leaves
 * another scope with variables (break, say) may have lost its line to the end
 * of their lives. */
bool edgeprof_lines::ends_else(const BranchInst &jump) const
{
    const BasicBlock *next = jump.getSuccessor(0);
    const Instruction *last = jump.getPrevNonDebugInstruction();
    const DILocalScope *scope = last ? ended_scope(*last) : nullptr;
    const ConstantInt *code = edgeprof_cleanup_code(*jump.getParent());
    const auto *node = tree.getNode(next);

    if (!scope)
        return true;
    if (code && !code->isZero())
        return false;
    const auto *choice =
        node && next == following(*jump.getParent()) && node->getIDom()
            ? dyn_cast<BranchInst>(node->getIDom()->getBlock()->getTerminator())
            : nullptr;
    return choice && choice->isConditional() &&
           begins_behind(*scope, choice->getDebugLoc());
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

void edgeprof_lines::find_made_loops()
{
    SmallPtrSet<const BasicBlock *, 16> before;

    for (const BasicBlock &block : function) {
        before.insert(&block);
        for (const BasicBlock *from : predecessors(&block)) {
            if (!isa<PHINode>(block.front()) ||
                (before.count(from) && from != &block))
                continue;
            auto blocks = loop_of(block, *from);

            if (!blocks.empty() && !ends_array(block, blocks))
                made_heads.insert(&block);
            made_loops.insert(blocks.begin(), blocks.end());
        }
    }
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

void edgeprof_lines::find_body()
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
    frame = first->getDebugLoc();
}

bool edgeprof_lines::is_of_frame(const Instruction &instruction) const
{
    return !body.empty() && (!body.count(instruction.getParent()) ||
                             instruction.getDebugLoc() == frame);
}

static bool is_bookkeeping(Intrinsic::ID id)
{
    switch (id) {
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
        return edgeprof_compat_starts(Intrinsic::getBaseName(id), "llvm.coro.");
    }
}

/* Whether CALL copies a result to where the return loads it from: into the form
 * that the ABI wants. */
static bool is_return_copy(const CallBase &call)
{
    const auto *copy = dyn_cast<MemCpyInst>(&call);
    const auto *jump = dyn_cast<ReturnInst>(call.getParent()->getTerminator());
    const auto *load =
        jump ? dyn_cast_or_null<LoadInst>(jump->getReturnValue()) : nullptr;

    return copy && load &&
           isa<AllocaInst>(getUnderlyingObject(copy->getDest())) &&
           getUnderlyingObject(copy->getDest()) ==
               getUnderlyingObject(load->getPointerOperand()) &&
           copy->getDebugLoc() == jump->getDebugLoc();
}

bool edgeprof_lines::is_statement(const CallBase &call) const
{
    StringRef name = edgeprof_callee_name(call);

    if (call.isDebugOrPseudoInst() || edgeprof_ends_scope(call) ||
        is_return_copy(call))
        return false;
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
        return !is_bookkeeping(intrinsic->getIntrinsicID());
    return name != "__cxa_begin_catch" && name != "__cxa_end_catch";
}

/* Not a statement: what a catch clause receives, a table of virtual functions,
 * where to go after a cleanup. */
bool edgeprof_lines::is_statement(const StoreInst &store) const
{
    const Value *value = store.getValueOperand()->stripPointerCasts();

    if (const auto *load = dyn_cast<LoadInst>(value))
        value = load->getPointerOperand()->stripPointerCasts();
    if (const auto *call = dyn_cast<CallBase>(value))
        if (edgeprof_callee_name(*call) == "__cxa_begin_catch")
            return false;
    if (isa<Constant>(value) &&
        edgeprof_compat_starts(getUnderlyingObject(value)->getName(), "_ZTV"))
        return false;
    return !edgeprof_is_cleanup_slot(store.getPointerOperand());
}

/* Whether a jump to CLEANUP, the next block, comes to where the end of the
 * scope would come to as well; CODE is what it has stored. */
static bool comes_to_end(const BasicBlock *cleanup, const ConstantInt *code)
{
    const auto *zero = cast<ConstantInt>(ConstantInt::get(code->getType(), 0));
    const SwitchInst *choice = edgeprof_cleanup_switch(*cleanup);
    const BasicBlock *end = edgeprof_past_cleanups(cleanup, code);

    if (!choice) { /* all who come here go on together */
        const BranchInst *on = plain_jump(*cleanup);
        return !on || on->getSuccessor(0) == cleanup->getNextNode();
    }
    if (end == cleanup->getNextNode())
        return true;
    if (choice->findCaseValue(zero) == choice->case_default())
        return false; /* the scope's end is not come to */
    const BasicBlock *scope_end = edgeprof_past_cleanups(cleanup, zero);
    const BranchInst *on = plain_jump(*scope_end);
    return end == scope_end || (on && end == on->getSuccessor(0));
}

/* Where control comes to from BLOCK, past those that only lead on. */
static const BasicBlock *past_jumps(const BasicBlock *block)
{
    const BranchInst *jump = plain_jump(*block);

    for (unsigned i = 0; i < 4 && jump && is_bare(*jump); i++) {
        block = jump->getSuccessor(0);
        jump = plain_jump(*block);
    }
    return block;
}

/* If BLOCK is but the end of the function's scope, and cleanups follow, the
 * block that returns; without cleanups, they would be one. */
static const BasicBlock *returning_end(const BasicBlock &block)
{
    const BranchInst *jump = plain_jump(block);
    const Instruction *store =
        jump ? jump->getPrevNonDebugInstruction() : nullptr;
    const ConstantInt *code = edgeprof_cleanup_code(block);

    if (!store || store->getPrevNonDebugInstruction() || !code)
        return nullptr;
    const BasicBlock *end =
        past_jumps(edgeprof_past_cleanups(jump->getSuccessor(0), code));
    return code->isZero() && isa<ReturnInst>(end->getTerminator()) ? end
                                                                   : nullptr;
}

/* clang gives the jump at the end of an "else" no line, and leaves a handler
 * right after __cxa_end_catch; where those go, a "then" or a try block goes at
 * its end too, with the line of its closing brace. */
void edgeprof_lines::find_joins()
{
    for (const BasicBlock &block : function) {
        const BranchInst *jump = plain_jump(block);

        if (jump && !unwinding.count(&block) &&
            ((!jump->getDebugLoc() && ends_else(*jump)) ||
             has_call(block, "__cxa_end_catch")))
            joins.insert(jump->getSuccessor(0));
    }
    for (const BasicBlock &block : function)
        if (joins.count(&block))
            if (const BasicBlock *end = returning_end(block))
                joins.insert(end);
}

/* The block behind BLOCK in the source: those of unwinding may be between. */
const BasicBlock *edgeprof_lines::following(const BasicBlock &block) const
{
    const BasicBlock *next = block.getNextNode();

    while (next && unwinding.count(next))
        next = next->getNextNode();
    return next;
}

/* Whether JUMP is all of `case N: break;`, which clang leaves out when it
 * optimises.  So is every jump ahead that stands alone behind one case; but it
 * is no break if it goes on with a loop, leaves the switch's own scope, or
 * returns. */
bool edgeprof_lines::is_bare_case(const BranchInst &jump) const
{
    const BasicBlock *to = jump.getSuccessor(0);
    const SwitchInst *choice = nullptr;

    if (!is_bare(jump))
        return false;
    for (const BasicBlock *from : predecessors(jump.getParent()))
        if (const auto *other = dyn_cast<SwitchInst>(from->getTerminator()))
            choice = other;
    if (!choice || edgeprof_cleanup_switch(*choice->getParent()) ||
        !const_cast<SwitchInst *>(choice)->findCaseDest(
            const_cast<BasicBlock *>(jump.getParent())))
        return false;
    if (to == choice->getDefaultDest())
        return true;
    if (isa<ReturnInst>(to->getTerminator()) ||
        scopes.has_exit(*choice->getParent(), *to) ||
        tree.dominates(to, choice->getParent()))
        return false;
    /* What goes on with a "for" stands before the switch. */
    const BranchInst *on = plain_jump(*to);
    return (on && is_bare(*on)) || !is_before(to->front(), *choice);
}

/* Whether BLOCK does nothing but return. */
static bool only_returns(const BasicBlock &block)
{
    const Instruction *last = block.getTerminator();

    for (const Instruction &instruction : block)
        if (instruction.getDebugLoc() &&
            instruction.getDebugLoc() != last->getDebugLoc())
            return false;
    return isa<ReturnInst>(last);
}

/* Whether a jump to CLEANUP that has stored CODE returns, where the end of an
 * "else" would as well.  (A loop that a break leaves may end an "else" too; but
 * there, without cleanups, the loop's end stands between.) */
bool edgeprof_lines::comes_to_return(const BasicBlock *cleanup,
                                     const ConstantInt *code) const
{
    const BasicBlock *end = past_jumps(edgeprof_past_cleanups(cleanup, code));

    return only_returns(*end) && joins.count(end);
}

bool edgeprof_lines::is_statement(const BranchInst &jump) const
{
    if (jump.isConditional())
        return true;
    if (made_heads.count(jump.getSuccessor(0)))
        return true;
    if (scopes.is_only_exit(jump) || is_bare_case(jump))
        return false;
    const BasicBlock *target = jump.getSuccessor(0);
    bool next = target == following(*jump.getParent());
    if (const ConstantInt *code = edgeprof_cleanup_code(*jump.getParent()))
        return !code->isZero() && (!next || !comes_to_end(target, code)) &&
               !comes_to_return(target, code);
    return !next && !joins.count(target);
}

/* Whether a function of the source, not just of the ABI, returns nothing. */
static bool returns_nothing(const Function &function)
{
    const DISubprogram *program = function.getSubprogram();

    if (!program || !program->getType() || function.hasStructRetAttr())
        return true;
    DITypeRefArray types = program->getType()->getTypeArray();
    return types.size() == 0 || !types[0];
}

/* With one return statement clang gives its line to the instruction; with many,
 * or with something to clean up, that of the closing brace, which is also on
 * the instruction before. */
bool edgeprof_lines::is_statement(const ReturnInst &jump) const
{
    const Instruction *before = jump.getPrevNonDebugInstruction();

    if (before && before->getDebugLoc() == jump.getDebugLoc())
        return false;
    return jump.getReturnValue() ||
           (!returns_nothing(function) &&
            !jump.getParent()->hasNPredecessorsOrMore(2));
}

/* An operand is no statement; but volatile, or alone in a return. */
static bool is_statement_load(const LoadInst &load)
{
    if (load.isVolatile())
        return true;
    for (const User *user : load.users())
        if (const auto *jump = dyn_cast<ReturnInst>(user))
            return load.getDebugLoc() != jump->getDebugLoc();
    return false;
}

bool edgeprof_lines::is_statement(const Instruction &instruction) const
{
    if (const auto *call = dyn_cast<CallBase>(&instruction))
        return is_statement(*call);
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return is_statement(*store);
    if (const auto *jump = dyn_cast<BranchInst>(&instruction))
        return is_statement(*jump) && !is_made(*jump);
    if (const auto *jump = dyn_cast<ReturnInst>(&instruction))
        return is_statement(*jump);
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
        return is_statement_load(*load);
    if (instruction.isTerminator())
        return (isa<SwitchInst>(instruction) ||
                isa<IndirectBrInst>(instruction)) &&
               !is_made(instruction);
    return instruction.isBinaryOp() || isa<CmpInst>(instruction) ||
           instruction.isAtomic();
}

const DILocation *edgeprof_lines::at(const Instruction &instruction) const
{
    const DILocation *location = instruction.getDebugLoc();

    if (!location || location->getLine() == 0 ||
        unwinding.count(instruction.getParent()) ||
        made_loops.count(instruction.getParent()) || is_of_frame(instruction))
        return nullptr;
    /* An initialiser of a global is the one line in what the compiler wrote. */
    if (made && !edgeprof_compat_starts(function.getName(), "__cxx_global_"))
        return nullptr;
    return is_statement(instruction) ? location : nullptr;
}

bool edgeprof_has_lines(const Module &module)
{
    return module.debug_compile_units_begin() !=
           module.debug_compile_units_end();
}

std::string edgeprof_path(const DIFile &file, const DICompileUnit *unit)
{
    SmallString<256> path(file.getFilename());

    /* clang cuts the path in two wherever it likes. */
    if (!sys::path::is_absolute(path) && unit &&
        file.getDirectory() != unit->getDirectory() &&
        !file.getDirectory().empty()) {
        path = file.getDirectory();
        sys::path::append(path, file.getFilename());
    }
    /* Its own headers' paths lead through where clang is installed. */
    if (edgeprof_compat_starts(path, "/usr/"))
        sys::path::remove_dots(path, true);
    return std::string(path);
}
