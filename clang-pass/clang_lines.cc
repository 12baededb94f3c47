/* SPDX-License-Identifier: MIT
 *
 * clang_lines.cc - which instructions are statements or conditions of the source.
 */
#include "clang_lines.h"

#include "clang_cleanups.h"
#include "clang_coverage.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/Path.h"
#pragma GCC diagnostic pop

using namespace llvm;

edgeprof_lines::edgeprof_lines(const Function &f, const DominatorTree &t,
                               const edgeprof_source &s)
    : function(f), tree(t), source(s), scopes(f), made(f, t, s)
{
    find_places();
    if (edgeprof_is_rust(*function.getParent()))
        rust = std::make_unique<edgeprof_rust>(function, source);
}

void edgeprof_lines::find_places()
{
    for (const BasicBlock &block : function)
        for (const Instruction &instruction : block) {
            const auto *jump = dyn_cast<BranchInst>(&instruction);

            if (!edgeprof_is_bookkeeping(instruction) &&
                !(jump && jump->isUnconditional()))
                places.insert(edgeprof_compat_place(instruction.getDebugLoc()));
        }
}

bool edgeprof_lines::is_made(const Instruction &jump) const
{
    if (rust)
        return made.has(jump) || rust->decides(jump);
    return made.decides(jump) ||
           (jump.getNumSuccessors() > 1 && (is_brace(jump) || is_of_new(jump)));
}

/* Whether INSTRUCTION stands at a `new` or `delete` of C++. */
bool edgeprof_lines::is_of_new(const Instruction &instruction) const
{
    const DILocation *at = instruction.getDebugLoc();
    const DISubprogram *program = function.getSubprogram();

    if (!at || !program || !program->getUnit() ||
        !edgeprof_compat_is_cxx(*program->getUnit()))
        return false;
    const struct ep_words *words = source.words(*at->getFile());
    return words && ep_words_is_new(words, edgeprof_point_of(*at));
}

/* Whether a brace is at AT: a scope ends, or a function; or one begins, and sets its class's
 * tables; or a list or sections of OpenMP, on lines below. Or a directive, of OpenMP as well. */
bool edgeprof_lines::is_brace(const DILocation &at) const
{
    edgeprof_word word = source.word(at);

    return word == EDGEPROF_WORD_BRACE || word == EDGEPROF_WORD_EMPTY ||
           source.is_opened(at) || source.is_of_directive(at);
}

/* Whether what a jump asks, which begins AT, stands there: not the value of a statement
 * expression, whose block ends there. */
bool edgeprof_lines::is_brace_asked(const DILocation &at) const
{
    return is_brace(at) && !source.is_end_of_value(at);
}

/* Whether INSTRUCTION, or what it asks, stands there. */
bool edgeprof_lines::is_brace(const Instruction &instruction) const
{
    const auto *jump = dyn_cast<BranchInst>(&instruction);
    const DILocation *at = instruction.getDebugLoc().get();

    if (!jump || !jump->isConditional())
        return at && is_brace(*at);
    at = asked(*jump);
    return at && is_brace_asked(*at);
}

static bool begins_handler(const CallBase &call)
{
    return edgeprof_callee_name(call) == "__cxa_begin_catch";
}

/* Whether POINTER leads into a variable of the source. */
static bool is_variable(const Value *pointer)
{
    const auto *slot = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));

    return slot && edgeprof_compat_variable(*slot);
}

/* Whether COPY is of a variable that is returned in registers none of which has its
 * size: where the return stands, by whose name it goes. */
static bool is_of_return(const MemCpyInst &copy)
{
    const Instruction *end = copy.getParent()->getTerminator();

    return isa<ReturnInst>(end) && is_variable(copy.getSource()) &&
           edgeprof_compat_place(copy.getDebugLoc()) ==
               edgeprof_compat_place(end->getDebugLoc());
}

/* Whether JUMP returns a variable in registers: then the variable is where the
 * value has to be, and nothing is read but where the return stands. */
static bool returns_variable(const ReturnInst &jump)
{
    const auto *load = dyn_cast_or_null<LoadInst>(jump.getReturnValue());
    const Instruction *at = load;

    if (load && is_variable(load->getPointerOperand()))
        return edgeprof_compat_place(load->getDebugLoc()) ==
               edgeprof_compat_place(jump.getDebugLoc());
    while (at && !isa<MemCpyInst>(at))
        at = at->getPrevNode();
    return at && is_of_return(*cast<MemCpyInst>(at));
}

/* Whether COPY initialises an object of a class that has no members, as of a lambda without
 * captures: C++20 has that where others have no code. */
static bool is_of_empty(const MemCpyInst &copy)
{
    const auto *from =
        dyn_cast<GlobalVariable>(getUnderlyingObject(copy.getSource()));

    return from && from->hasInitializer() &&
           isa<UndefValue>(from->getInitializer());
}

bool edgeprof_lines::is_statement(const CallBase &call) const
{
    StringRef name = edgeprof_callee_name(call);

    if (call.isDebugOrPseudoInst() || edgeprof_ends_scope(call))
        return false;
    if (const auto *copy = dyn_cast<MemCpyInst>(&call))
        if (is_of_return(*copy) || is_of_empty(*copy))
            return false;
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
        return !edgeprof_is_bookkeeping(*intrinsic) && !is_brace(call);
    return begins_handler(call) ||
           (name != "__cxa_end_catch" && !is_brace(call));
}

/* Not a statement: what a catch clause receives, a table of virtual functions,
 * where to go after a cleanup. */
bool edgeprof_lines::is_statement(const StoreInst &store) const
{
    const Value *value = store.getValueOperand()->stripPointerCasts();

    if (const auto *load = dyn_cast<LoadInst>(value))
        value = load->getPointerOperand()->stripPointerCasts();
    if (const auto *call = dyn_cast<CallBase>(value))
        if (begins_handler(*call))
            return false;
    return !edgeprof_is_table(value) &&
           !edgeprof_is_cleanup_slot(store.getPointerOperand());
}

/* ---- jumps ---------------------------------------------------------------
 * A jump of the source stands at its keyword, one at the end of a scope at the
 * brace, a loop's back edge at "for", one past an "else" at what was before. */

/* Whether JUMP leads to another block than the one behind it in the source;
 * those of unwinding may be between. */
bool edgeprof_lines::goes_elsewhere(const BranchInst &jump) const
{
    const BasicBlock *next = jump.getParent()->getNextNode();

    while (next && made.is_unwinding(*next))
        next = next->getNextNode();
    return jump.getSuccessor(0) != next;
}

/* Whether JUMP, a "break" if it is one, is all of `case N: break;`.  clang
 * leaves that out when it optimises, unless the switch has variables of its
 * own. */
bool edgeprof_lines::is_bare_case(const BranchInst &jump) const
{
    auto *block = const_cast<BasicBlock *>(jump.getParent());
    const SwitchInst *choice = nullptr;

    if (edgeprof_compat_previous(jump))
        return false;
    for (const BasicBlock *from : predecessors(block))
        if (const auto *other = dyn_cast<SwitchInst>(from->getTerminator()))
            choice = other;
    return choice && !edgeprof_cleanup_switch(*choice->getParent()) &&
           const_cast<SwitchInst *>(choice)->findCaseDest(block) &&
           !scopes.ends_life(*choice->getParent(), *jump.getSuccessor(0));
}

/* Of a macro that is nothing but a jump, clang knows the name. */
bool edgeprof_lines::is_statement(const BranchInst &jump) const
{
    if (jump.isConditional() || made.is_array(*jump.getSuccessor(0)))
        return true;
    if (!jump.getDebugLoc() || scopes.alone_ends_life(jump) ||
        edgeprof_skips_coverage(jump))
        return false;
    switch (source.word(*jump.getDebugLoc())) {
    case EDGEPROF_WORD_BREAK:
        return !is_bare_case(jump) && !edgeprof_leads_to_label(jump);
    case EDGEPROF_WORD_JUMP:
        return !edgeprof_leads_to_label(jump);
    case EDGEPROF_WORD_NAME:
        return !places.count(edgeprof_compat_place(jump.getDebugLoc())) &&
               goes_elsewhere(jump);
    case EDGEPROF_WORD_UNKNOWN:
        return goes_elsewhere(jump) && !is_bare_case(jump);
    default:
        return false;
    }
}

/* Whether a function of the source, not just of the ABI, returns nothing. */
static bool returns_nothing(const Function &function)
{
    const DISubprogram *program = function.getSubprogram();

    if (!program || !program->getType() || function.hasStructRetAttr())
        return true;
    auto types = program->getType()->getTypeArray();
    return types.size() == 0 || !types[0];
}

/* Whether FUNCTION is a constructor or destructor of a class with virtual
 * functions: it has the table to set, even if the body is empty.  (Clang leaves
 * that out where the destructors of bases and members do nothing.) */
static bool sets_table(const Function &function)
{
    const DISubprogram *program = function.getSubprogram();

    for (const BasicBlock &block : function)
        for (const Instruction &instruction : block)
            if (const auto *store = dyn_cast<StoreInst>(&instruction))
                if (edgeprof_is_table(store->getValueOperand()))
                    return true;
    if (program && program->getDeclaration())
        program = program->getDeclaration();
    return program && program->getVirtuality() &&
           edgeprof_is_destructor(function.getName());
}

/* Where a function has several returns, or something to clean up behind it, the
 * instruction stands at the closing brace. */
bool edgeprof_lines::is_statement(const ReturnInst &jump) const
{
    if (!jump.getDebugLoc())
        return false;
    switch (source.word(*jump.getDebugLoc())) {
    case EDGEPROF_WORD_JUMP:
        return (jump.getReturnValue() && !returns_variable(jump)) ||
               !scopes.has_own();
    case EDGEPROF_WORD_EMPTY:
        return sets_table(function);
    case EDGEPROF_WORD_NAME:
    case EDGEPROF_WORD_UNKNOWN:
        return !returns_nothing(function);
    default:
        return false;
    }
}

/* Whether STORE is into a task of OpenMP's that is being made: the variable's
 * place is where the task uses it. */
static bool is_for_task(const StoreInst &store)
{
    const auto *task =
        dyn_cast<CallBase>(getUnderlyingObject(store.getPointerOperand()));

    return task && edgeprof_callee_name(*task) == "__kmpc_omp_task_alloc";
}

/* An operand, unless the compiler alone reads it, or finds a part of `auto [a, b]` by it: that
 * stands at the name's declaration, wherever the name is used. */
bool edgeprof_lines::is_statement(const LoadInst &load) const
{
    const DILocation *at = load.getDebugLoc();
    const User *user = load.hasOneUse() ? load.user_back() : nullptr;
    const auto *store = dyn_cast_or_null<StoreInst>(user);
    const auto *jump = dyn_cast_or_null<ReturnInst>(user);

    return load.isVolatile() ||
           !(edgeprof_is_flag(&load) || (at && source.is_binding(*at)) ||
             edgeprof_is_cleanup_slot(load.getPointerOperand()) ||
             (store && is_for_task(*store)) ||
             (jump && edgeprof_compat_place(jump->getDebugLoc()) ==
                          edgeprof_compat_place(load.getDebugLoc())));
}

bool edgeprof_lines::is_statement(const Instruction &instruction) const
{
    if (const auto *call = dyn_cast<CallBase>(&instruction))
        return is_statement(*call);
    if (const auto *jump = dyn_cast<ReturnInst>(&instruction))
        return is_statement(*jump);
    if (is_brace(instruction))
        return false;
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return is_statement(*store);
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
        return is_statement(*load);
    if (const auto *jump = dyn_cast<BranchInst>(&instruction))
        return is_statement(*jump) && !is_made(*jump);
    if (instruction.isTerminator())
        return (isa<SwitchInst>(instruction) ||
                isa<IndirectBrInst>(instruction)) &&
               !is_made(instruction);
    return instruction.isBinaryOp() || isa<CmpInst>(instruction) ||
           instruction.isAtomic();
}

/* ---- places --------------------------------------------------------------
 */

/* What is decided before the ways part that meet in PHI: the first operand of &&,
 * || or ?:; or NULL. */
const Value *edgeprof_lines::first_decision(const PHINode &phi) const
{
    const auto *node = tree.getNode(phi.getParent());
    const auto *above = node ? node->getIDom() : nullptr;
    const auto *jump =
        above ? dyn_cast<BranchInst>(above->getBlock()->getTerminator())
              : nullptr;

    return jump && jump->isConditional() ? jump->getCondition() : nullptr;
}

/* Where in the source the computation of VALUE begins: at its first operand. */
const DILocation *edgeprof_lines::begin_of(const Value *value) const
{
    const DILocation *found = nullptr;

    while (const auto *instruction = dyn_cast_or_null<Instruction>(value)) {
        const DILocation *at = instruction->getDebugLoc();

        if (at && at->getLine() && !source.is_binding(*at))
            found = at;
        if (isa<CallBase>(instruction) || !instruction->getNumOperands())
            break;
        const auto *phi = dyn_cast<PHINode>(instruction);
        value = phi ? first_decision(*phi) : instruction->getOperand(0);
    }
    return found;
}

/* Where what JUMP asks begins, which the end of a `do` is not.  Where that is kept while the scope
 * ends in which it was computed, it is where JUMP stands. */
const DILocation *edgeprof_lines::asked(const BranchInst &jump) const
{
    const DILocation *begin = begin_of(jump.getCondition());

    return begin && !is_brace_asked(*begin) ? begin : jump.getDebugLoc().get();
}

/* The block of the source that AT is in, right within OUTER, or NULL. */
static const DILexicalBlock *block_within(const DILocation &at,
                                          const DILocalScope *outer)
{
    const DILocalScope *scope = at.getScope()->getNonLexicalBlockFileScope();

    while (const auto *block = dyn_cast<DILexicalBlock>(scope)) {
        scope = block->getScope()->getNonLexicalBlockFileScope();
        if (scope == outer)
            return block;
    }
    return nullptr;
}

/* The "catch" of the handler that CALL begins.  clang gives CALL the place of
 * the brace before or behind the handler, in the block of code that ends there.
 * The handler's block is one beside that. */
const DILocation *edgeprof_lines::handler(const CallBase &call) const
{
    const DILocation *at = call.getDebugLoc();
    const auto *beside = at ? dyn_cast<DILexicalBlock>(
                                  at->getScope()->getNonLexicalBlockFileScope())
                            : nullptr;

    if (!beside)
        return nullptr;
    const DILocalScope *outer =
        beside->getScope()->getNonLexicalBlockFileScope();
    for (const Instruction *i = call.getNextNode(); i;
         i = i->isTerminator() && i->getNumSuccessors() > 0
                 ? &i->getSuccessor(0)->front()
                 : i->getNextNode()) {
        const DILocation *within = i->getDebugLoc();
        const DILexicalBlock *block =
            within ? block_within(*within, outer) : nullptr;

        if (!block || block == beside)
            continue;
        struct ep_point point = {block->getLine(), block->getColumn()};
        const struct ep_words *words = source.words(*block->getFile());
        unsigned line = words ? ep_words_handler(words, point).line : 0;
        return line ? DILocation::get(call.getContext(), line, 0,
                                      const_cast<DILexicalBlock *>(block))
                    : nullptr;
    }
    return nullptr;
}

/* The conditional jump for which INSTRUCTION makes a truth value, and nothing else
 * does with it; or NULL. */
static const BranchInst *jump_on(const Instruction &instruction)
{
    const Instruction *value = &instruction;

    while ((isa<CmpInst>(value) || value->getOpcode() == Instruction::Xor) &&
           value->hasOneUse()) {
        value = cast<Instruction>(value->user_back());
        if (const auto *jump = dyn_cast<BranchInst>(value))
            return jump;
    }
    return nullptr;
}

/* A number's truth stands where the jump does, at "for", or at the && whose right operand it
 * is: that line is not its.  Later clangs' jumps stand where a written comparison does: that line
 * is its. */
const DILocation *edgeprof_lines::place(const Instruction &instruction) const
{
    const auto *jump = dyn_cast<BranchInst>(&instruction);
    const auto *tested = jump_on(instruction);
    const auto *call = dyn_cast<CallBase>(&instruction);

    if (call && begins_handler(*call))
        return handler(*call);
    if (jump && jump->isConditional())
        return asked(*jump);
    if (isa<CmpInst>(instruction) && instruction.getDebugLoc() &&
        source.is_logic(*instruction.getDebugLoc()))
        return begin_of(&instruction);
    if (tested && instruction.getDebugLoc() &&
        edgeprof_compat_place(tested->getDebugLoc()) ==
            edgeprof_compat_place(instruction.getDebugLoc()) &&
        !source.is_comparison(*instruction.getDebugLoc()))
        return begin_of(&instruction);
    return instruction.getDebugLoc();
}

const DILocation *
edgeprof_lines::as_compiled(const Instruction &instruction) const
{
    /* An initialiser of a global is the one line in what the compiler wrote. */
    if (made.is_whole() &&
        !edgeprof_compat_starts(function.getName(), "__cxx_global_"))
        return nullptr;
    if (rust)
        return is_made() || made.has(instruction) ? nullptr
                                                  : rust->at(instruction);
    if (made.has(instruction) || made.is_defaulted(instruction) ||
        !is_statement(instruction))
        return nullptr;
    const DILocation *location = place(instruction);
    return location && location->getLine() ? location : nullptr;
}

const DILocation *edgeprof_lines::at(const Instruction &instruction) const
{
    const DILocation *location = as_compiled(instruction);
    const auto *jump = dyn_cast<BranchInst>(&instruction);

    if (!location || rust)
        return location;
    return jump && jump->isConditional() ? source.condition_begin(*location)
                                         : source.operator_begin(*location);
}

/* AT, where the condition of JUMP begins; or the macro that compares what stands there. */
const DILocation *edgeprof_lines::macro_of(const Instruction &jump,
                                           const DILocation *at) const
{
    const auto *value = dyn_cast<Instruction>(jump.getOperand(0));
    const DILocation *name = value ? value->getDebugLoc().get() : nullptr;

    return EDGEPROF_COMPAT_GIVES_PLACES && at && name && isa<CmpInst>(value) &&
                   source.is_given(*name, *at)
               ? name
               : at;
}

const DILocation *edgeprof_lines::decided(const Instruction &jump) const
{
    if ((jump.getNumSuccessors() < 2 && !isa<SwitchInst>(jump)) ||
        isa<InvokeInst>(jump))
        return nullptr;
    if (rust)
        return is_made() || is_made(jump) ? nullptr : jump.getDebugLoc().get();
    return macro_of(jump, as_compiled(jump));
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
