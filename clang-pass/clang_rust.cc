/* SPDX-License-Identifier: MIT
 *
 * clang_rust.cc - see clang_rust.h.
 */
#include "clang_rust.h"

#include "base/paths.h"
#include "clang_cleanups.h"
#include "clang_lines.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#pragma GCC diagnostic pop

using namespace llvm;

/* ---- the module ---------------------------------------------------------- */

bool edgeprof_is_rust(const Module &module)
{
    for (const DICompileUnit *unit : module.debug_compile_units())
        return edgeprof_compat_is_rust(*unit);
    const NamedMDNode *made_by = module.getNamedMetadata("llvm.ident");
    if (!made_by || made_by->getNumOperands() == 0)
        return false;
    const auto *name =
        dyn_cast<MDString>(made_by->getOperand(0)->getOperand(0));
    return name && edgeprof_compat_starts(name->getString(), "rustc ");
}

/* Whether FILE, of what is compiled as part of PROGRAM, is a library's. */
static bool is_system(const DIFile &file, const DISubprogram &program)
{
    return ep_path_is_system(edgeprof_path(file, program.getUnit()).c_str());
}

bool edgeprof_rust_inlined(const Module &module)
{
    for (const Function &function : module) {
        const DISubprogram *program = function.getSubprogram();

        if (!program || is_system(*program->getFile(), *program))
            continue;
        for (const Instruction &instruction : instructions(function))
            if (instruction.getDebugLoc() &&
                instruction.getDebugLoc()->getInlinedAt())
                return true;
    }
    return false;
}

/* ---- what rustc adds ----------------------------------------------------- */

/* The flag at POINTER that says whether a variable is to be dropped: a byte
 * without a name, of which only constants are known, cleared at the start. */
static bool is_drop_flag(const Value *pointer)
{
    const auto *slot = dyn_cast<AllocaInst>(pointer);
    bool cleared = false;

    if (!slot || edgeprof_compat_variable(*slot))
        return false;
    for (const User *user : slot->users()) {
        const auto *store = dyn_cast<StoreInst>(user);
        const auto *value =
            store ? dyn_cast<ConstantInt>(store->getValueOperand()) : nullptr;

        if (store ? !value || value->getBitWidth() > 8 : !isa<LoadInst>(user))
            return false;
        cleared |=
            store && value->isZero() && store->getParent()->isEntryBlock();
    }
    return cleared;
}

static bool is_flag_access(const Instruction &instruction)
{
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
        return is_drop_flag(store->getPointerOperand());
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return load && is_drop_flag(load->getPointerOperand());
}

static bool drops(const CallBase &call)
{
    StringRef name = edgeprof_callee_name(call);

    return name.contains("core3ptr") && name.contains("drop_in_place");
}

/* The text that CALL's first argument is a constant of, or "". */
static StringRef text_of(const CallBase &call)
{
    if (call.arg_size() == 0)
        return "";
    const auto *global =
        dyn_cast<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
    if (!global || !global->hasInitializer())
        return "";
    const Constant *value = global->getInitializer();
    if (isa<ConstantStruct>(value) && value->getNumOperands() > 0)
        value = cast<Constant>(value->getOperand(0));
    const auto *data = dyn_cast<ConstantDataSequential>(value);
    return data && data->isString() ? data->getAsString() : "";
}

/* Whether CALL is the panic of a check that rustc wrote. */
static bool is_check_failing(const CallBase &call)
{
    static const char *const functions[] = {
        "panic_const_", "panic_bounds_check", "panic_misaligned_pointer",
        "panic_null_pointer", "panic_invalid_enum"};
    StringRef name = edgeprof_callee_name(call);
    StringRef text = text_of(call);

    if (!name.contains("4core9panicking"))
        return false;
    for (const char *function : functions)
        if (name.contains(function))
            return true;
    return edgeprof_compat_starts(text, "attempt to ") || /* up to 1.77 */
           text.contains("` resumed after ") ||
           text.contains("generator resumed ");
}

/* Whether BLOCK is there for a check to fail. */
static bool is_failure(const BasicBlock &block)
{
    for (const Instruction &instruction : block) {
        if (const auto *call = dyn_cast<CallBase>(&instruction))
            return is_check_failing(*call);
        if (isa<LandingPadInst>(instruction))
            return false;
    }
    return false;
}

bool edgeprof_rust_is_never(const BasicBlock &block)
{
    for (const Instruction &instruction : block)
        if (!instruction.isDebugOrPseudoInst())
            return isa<UnreachableInst>(instruction);
    return false;
}

bool edgeprof_rust_is_pair(const Instruction &jump)
{
    const auto *choice = dyn_cast<SwitchInst>(&jump);

    return choice && choice->getNumCases() == 2 &&
           edgeprof_rust_is_never(*choice->getDefaultDest());
}

/* The jump to where the body of an async FUNCTION was left, or NULL. */
static const Instruction *resumption(const Function &function)
{
    const Instruction *jump = function.getEntryBlock().getTerminator();

    if (!isa<SwitchInst>(jump))
        return nullptr;
    for (const BasicBlock *to : successors(jump)) {
        if (is_failure(*to))
            return jump;
        for (const BasicBlock *next : successors(to))
            if (is_failure(*next) && to->size() <= 2)
                return jump; /* llvm.expect, and a jump */
    }
    return nullptr;
}

/* The last call before JUMP, if what is between leads to nothing else. */
static const CallBase *call_before(const Instruction &jump)
{
    const Instruction *at = &jump;

    while (at) {
        const auto *call = dyn_cast<CallBase>(at);
        const BasicBlock *from = at->getParent()->getUniquePredecessor();

        if (call && !isa<IntrinsicInst>(call))
            return call;
        if (at != &at->getParent()->front())
            at = at->getPrevNode();
        else
            at = from && (from->getUniqueSuccessor() ||
                          isa<InvokeInst>(from->getTerminator()))
                     ? from->getTerminator()
                     : nullptr;
    }
    return nullptr;
}

/* Whether JUMP is that of a `?`. */
static bool is_try(const Instruction &jump)
{
    const CallBase *call = call_before(jump);

    if (!call)
        return false;
    StringRef name = edgeprof_callee_name(*call);
    return name.contains("try_trait") && name.contains("6branch") &&
           edgeprof_compat_place(call->getDebugLoc()) ==
               edgeprof_compat_place(jump.getDebugLoc());
}

/* Whether JUMP asks a flag that says whether to drop. */
static bool asks_flag(const Instruction &jump)
{
    const Value *condition = jump.getOperand(0);

    while (const auto *cast = dyn_cast<CastInst>(condition))
        condition = cast->getOperand(0);
    const auto *load = dyn_cast<LoadInst>(condition);
    return load && is_drop_flag(load->getPointerOperand());
}

/* ---- the text ------------------------------------------------------------ */

static bool is_name(char c)
{
    return isAlnum(c) || c == '_';
}

/* Whether TEXT begins with the word WORD. */
static bool begins_with(StringRef text, StringRef word)
{
    return edgeprof_compat_starts(text, word) &&
           (text.size() == word.size() || !is_name(text[word.size()]));
}

/* Whether TEXT, up to the end of a line, begins with what is left of the
 * pattern of an arm. */
static bool is_pattern_left(StringRef text)
{
    size_t arrow = text.find("=>");

    return arrow != StringRef::npos && !text.take_front(arrow).contains("{");
}

/* Whether the pattern of an arm, or what is in its brackets, begins between
 * BEFORE and BEHIND. */
static bool is_pattern(StringRef before, StringRef behind)
{
    StringRef last = before.rtrim();
    size_t n = last.size();

    if (!is_pattern_left(behind))
        return false;
    if (n == 0)
        return !edgeprof_compat_starts(behind, "&&") &&
               !edgeprof_compat_starts(behind, "||") &&
               !begins_with(behind, "if");
    return last[n - 1] == '{' || last[n - 1] == ',' || last[n - 1] == '(' ||
           (last[n - 1] == '|' && !(n > 1 && last[n - 2] == '|'));
}

/* Whether nothing of the source that runs begins with TEXT: a scope or a
 * temporary's life ends, or a block begins. */
static bool begins_nothing(StringRef text)
{
    return text.empty() || StringRef("{})];,").find(text[0]) != StringRef::npos;
}

/* Whether what the source says where INSTRUCTION stands is a statement. */
bool edgeprof_rust::is_text(const Instruction &instruction) const
{
    const auto *call = dyn_cast<CallBase>(&instruction);
    StringRef before;
    StringRef behind;

    if (!source.split(*instruction.getDebugLoc(), &before, &behind))
        return true;
    if (edgeprof_async::is_await(behind))
        return call && edgeprof_callee_name(*call).contains("into_future");
    return !begins_nothing(behind) &&
           (isa<StoreInst>(instruction) || !is_pattern(before, behind));
}

/* A jump stands at its keyword, an empty arm at its () or {}, a loop's way back
 * at the loop; what else there is goes on behind an if. */
bool edgeprof_rust::is_jump(const Instruction &jump) const
{
    StringRef before;
    StringRef behind;

    if (!source.split(*jump.getDebugLoc(), &before, &behind))
        return false;
    if (edgeprof_compat_starts(behind, "{"))
        return edgeprof_compat_starts(behind.drop_front(1).ltrim(), "}");
    return !begins_nothing(behind) && !is_pattern(before, behind) &&
           !edgeprof_async::is_await(behind) && behind[0] != '\'' &&
           !begins_with(behind, "for") && !begins_with(behind, "while") &&
           !begins_with(behind, "loop");
}

/* Whether PLACE is where rustc puts what has none: up to 1.79, the beginning of
 * the file. */
static bool is_nowhere(const DILocation *place)
{
    return !place || place->getLine() == 0 ||
           (place->getLine() == 1 && place->getColumn() == 1);
}

/* ---- statements ---------------------------------------------------------- */

edgeprof_rust::edgeprof_rust(const Function &f, const edgeprof_source &s)
    : function(f), source(s), async(resumption(f), s)
{
    for (const BasicBlock &block : function)
        if (isa<ReturnInst>(block.getTerminator()))
            ends.insert(
                edgeprof_compat_place(block.getTerminator()->getDebugLoc()));
    find_matches();
}

/* Whether JUMP tests the pattern of an arm. */
bool edgeprof_rust::is_test(const Instruction &jump) const
{
    StringRef before;
    StringRef behind;

    return jump.getNumSuccessors() > 1 && !isa<InvokeInst>(jump) &&
           !is_nowhere(jump.getDebugLoc()) &&
           source.split(*jump.getDebugLoc(), &before, &behind) &&
           is_pattern(before, behind);
}

/* The first jump of the match at which JUMP stands: patterns may be tested
 * before, and stand behind it in the text. */
const Instruction *edgeprof_rust::first_test(const Instruction &jump) const
{
    const DILocation &match = *jump.getDebugLoc();
    SmallPtrSet<const Instruction *, 8> seen;
    const Instruction *first = &jump;
    const Instruction *earlier = first;

    while (earlier && seen.insert(earlier).second) {
        first = earlier;
        earlier = nullptr;
        for (const BasicBlock *from : predecessors(first->getParent())) {
            const Instruction *test = from->getTerminator();

            if (is_test(*test) &&
                test->getDebugLoc().getLine() >= match.getLine())
                earlier = test;
        }
    }
    return first;
}

void edgeprof_rust::find_matches()
{
    for (const BasicBlock &block : function) {
        const Instruction &jump = *block.getTerminator();
        StringRef before;
        StringRef behind;

        if (jump.getNumSuccessors() < 2 || isa<InvokeInst>(jump) ||
            is_nowhere(jump.getDebugLoc()) ||
            !source.split(*jump.getDebugLoc(), &before, &behind) ||
            !begins_with(behind, "match"))
            continue;
        const Instruction *first = first_test(jump);
        if (first != &jump) {
            matches[first] = jump.getDebugLoc();
            matches[&jump] = nullptr;
        }
    }
}

bool edgeprof_rust::is_statement(const Instruction &instruction) const
{
    const DILocation *place = instruction.getDebugLoc();
    const auto *call = dyn_cast<CallBase>(&instruction);
    const auto *jump = dyn_cast<BranchInst>(&instruction);

    if (is_nowhere(place) || ends.count(edgeprof_compat_place(place)) ||
        isa<PHINode>(instruction) || isa<BitCastInst>(instruction) ||
        edgeprof_is_bookkeeping(instruction) || is_flag_access(instruction) ||
        (call && drops(*call)) || async.is_made(*place))
        return false;
    if (jump && jump->isUnconditional())
        return is_jump(*jump);
    if (instruction.isTerminator() && !call)
        return instruction.getNumSuccessors() > 1 && !decides(instruction) &&
               is_text(instruction);
    return is_text(instruction);
}

/* What a function gives back whose body is a constant or a parameter: there is
 * no code but END, which stands behind the body. */
const DILocation *edgeprof_rust::result(const ReturnInst &end) const
{
    const DILocation *place = end.getDebugLoc();
    StringRef before;
    StringRef behind;

    if (!place || !end.getReturnValue() || function.size() > 1 ||
        !source.split(*place, &before, &behind) || before.empty() ||
        before.back() != '}')
        return nullptr;
    for (const Instruction &instruction : *end.getParent())
        if (&instruction != &end && is_statement(instruction))
            return nullptr;
    const auto *brace =
        DILocation::get(end.getContext(), place->getLine(),
                        place->getColumn() - 1, place->getScope());
    unsigned line = source.line_before(*brace);
    return line ? DILocation::get(end.getContext(), line, 0, place->getScope())
                : nullptr;
}

const DILocation *edgeprof_rust::at(const Instruction &instruction) const
{
    if (const auto *end = dyn_cast<ReturnInst>(&instruction))
        return result(*end);
    auto match = matches.find(&instruction);
    if (match != matches.end())
        return match->second;
    if (!is_statement(instruction))
        return nullptr;
    const DILocation *place = instruction.getDebugLoc();
    while (place->getInlinedAt() &&
           is_system(*place->getFile(), *function.getSubprogram()))
        place = place->getInlinedAt();
    return place;
}

/* ---- decisions ----------------------------------------------------------- */

bool edgeprof_rust::decides(const Instruction &jump) const
{
    const DILocation *place = jump.getDebugLoc();
    SmallPtrSet<const BasicBlock *, 8> ways;
    StringRef before;
    StringRef behind;

    if (is_nowhere(place) || is_try(jump) || asks_flag(jump) ||
        resumption(function) == &jump || async.is_made(*place))
        return true;
    for (const BasicBlock *to : successors(&jump)) {
        if (is_failure(*to))
            return true;
        if (!edgeprof_rust_is_never(*to))
            ways.insert(to);
    }
    return ways.size() < 2 ||
           (source.split(*place, &before, &behind) &&
            (begins_nothing(behind) || edgeprof_async::is_await(behind)));
}

bool edgeprof_rust::is_derived() const
{
    const DISubprogram *program = function.getSubprogram();

    for (unsigned line = program ? program->getLine() : 0; line > 0; line--) {
        StringRef before;
        StringRef text;
        const auto *place =
            DILocation::get(function.getContext(), line, 1,
                            const_cast<DISubprogram *>(program));

        if (!source.split(*place, &before, &text))
            return false;
        if (text.contains("derive("))
            return true;
        if (text.find_first_not_of(" \t,:_abcdefghijklmnopqrstuvwxyz"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
            StringRef::npos)
            return false;
    }
    return false;
}
