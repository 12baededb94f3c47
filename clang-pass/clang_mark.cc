/* SPDX-License-Identifier: MIT
 *
 * clang_mark.cc - put marks onto the edges that the core chooses.
 *
 * A function's graph is complete before its first mark is placed: placing one
 * may split an edge.
 */
#include "clang_mark.h"

#include "base/paths.h"
#include "clang_branches.h"
#include "clang_calls.h"
#include "clang_choices.h"
#include "clang_graph.h"
#include "clang_lines.h"
#include "clang_rust.h"
#include "clang_trips.h"
#include "clang_use.h"
#include "clang_values.h"
#include "clang_ways.h"
#include "emit/arch.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FileSystem.h"
#pragma GCC diagnostic pop

#include <vector>

using namespace llvm;

bool edgeprof_mark_id(const Instruction &instruction, uint64_t *out)
{
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    const CallInst *trips = edgeprof_trips(instruction);
    const auto *value =
        trips ? dyn_cast<ConstantInt>(trips->getArgOperand(1)) : nullptr;

    if (!callee || (callee->getName() != EDGEPROF_MARK && !value))
        return false;
    const auto *id = dyn_cast<ConstantInt>(call->getArgOperand(0));
    if (!id)
        return false;
    *out = id->getZExtValue();
    if (value)
        *out += ep_trips_bin(value->getZExtValue());
    return true;
}

/* ---- the marks ----------------------------------------------------------- */

static void redirect(Instruction &jump, BasicBlock *from, BasicBlock *to)
{
    if (isa<IndirectBrInst>(jump))
        if (BlockAddress *address = BlockAddress::lookup(from)) {
            address->replaceAllUsesWith(BlockAddress::get(to->getParent(), to));
            address->destroyConstant();
        }
    for (unsigned i = 0; i < jump.getNumSuccessors(); i++)
        if (jump.getSuccessor(i) == from)
            jump.setSuccessor(i, to);
}

/* A new block on the edge from JUMP to TO; its terminator. */
static Instruction *split(Instruction &jump, BasicBlock *to)
{
    BasicBlock *from = jump.getParent();
    BasicBlock *middle =
        BasicBlock::Create(jump.getContext(), "", to->getParent(), to);
    BranchInst *on = BranchInst::Create(to, middle);

    on->setDebugLoc(jump.getDebugLoc());
    redirect(jump, to, middle);
    for (PHINode &phi : to->phis()) {
        phi.setIncomingBlock(phi.getBasicBlockIndex(from), middle);
        while (phi.getBasicBlockIndex(from) >= 0)
            phi.removeIncomingValue(from, false);
    }
    return on;
}

static Instruction *find_place(const edgeprof_place &at)
{
    if (!at.jump)
        return at.before;
    if (isa<BranchInst>(at.jump) && at.jump->getNumSuccessors() == 1)
        return at.jump;
    if (!at.to->isEHPad() &&
        at.to->getUniquePredecessor() == at.jump->getParent())
        return &*at.to->getFirstInsertionPt();
    return split(*at.jump, at.to);
}

Instruction *edgeprof_mark_find(edgeprof_place *at)
{
    *at = {find_place(*at), nullptr, nullptr};
    return at->before;
}

void edgeprof_mark_add(Module &module, uint64_t id, Instruction *before)
{
    Type *word = Type::getInt64Ty(module.getContext());

    edgeprof_mark_call(*before, EDGEPROF_MARK, {ConstantInt::get(word, id)});
}

void edgeprof_mark_call(Instruction &at, StringRef name,
                        ArrayRef<Value *> arguments)
{
    Instruction *before = &at;
    Module &module = *before->getModule();
    LLVMContext &context = module.getContext();
    SmallVector<Type *, 2> types(arguments.size(), Type::getInt64Ty(context));
    auto *type = FunctionType::get(Type::getVoidTy(context), types, false);
    FunctionCallee callee = module.getOrInsertFunction(name, type);
    CallInst *call =
        CallInst::Create(callee, arguments, "", edgeprof_compat_before(before));

    cast<Function>(callee.getCallee())->addFnAttr(Attribute::NoUnwind);
    edgeprof_compat_set_opaque(*call);
    /* The call by which a coroutine goes on to another is put before what is
     * behind the wait, and gets its place: what is inlined there needs one. */
    if (module.getFunction("llvm.coro.suspend"))
        call->setDebugLoc(before->getDebugLoc());
    /* The inliner is to see the function as it is without marks. */
    call->addFnAttr(Attribute::get(context, "call-inline-cost", "0"));
}

static int mark_function(edgeprof_session &session, Function &function,
                         FunctionAnalysisManager &analyses,
                         struct ep_diag *diag)
{
    struct ep_function note;
    std::vector<edgeprof_place> places;
    std::vector<CallBase *> pointer_calls;
    uint32_t index;
    int status = edgeprof_graph_read(session, function, analyses, &note,
                                     &places, &pointer_calls, diag);

    if (status == EP_OK)
        status = ep_unit_add(session.unit, &note, diag, &index);
    if (status != EP_OK) {
        ep_function_release(&note);
        return status;
    }
    const struct ep_function *noted = ep_unit_function(session.unit, index);
    if (ep_unit_is_measured(session.unit, index) && session.level != "-O0") {
        edgeprof_use_function(function, *noted, places,
                              *ep_unit_summary(session.unit));
        edgeprof_use_calls(pointer_calls, session.unit, index);
    }
    if (session.options.no_count)
        return EP_OK;
    /* ep_cfg_finish may have added edges, none of which is marked */
    for (size_t e = 0; e < places.size(); e++)
        if (noted->mark[e] != EP_NONE)
            if (Instruction *before = edgeprof_mark_find(&places[e]))
                edgeprof_mark_add(*function.getParent(),
                                  ep_mark_id(index, noted->mark[e]), before);
    edgeprof_ways_put(session, function, index, &places);
    if (ep_unit_counts_values(session.unit))
        edgeprof_values_put(pointer_calls, index, *noted);
    edgeprof_trips_put(function, places, *ep_unit_trips(session.unit, index),
                       index, *noted);
    return EP_OK;
}

/* ---- the unit ------------------------------------------------------------ */

/* Where FUNCTION begins to be written, and in which file; NULL: not known.  What initialises a
 * variable has the place of its code. */
static const DIFile *place_of(const Function &function, unsigned *line)
{
    const DISubprogram *program = function.getSubprogram();

    *line = program ? program->getLine() : 0;
    if (program && !*line)
        for (const Instruction &instruction : instructions(function))
            if (const DILocation *at = instruction.getDebugLoc())
                if ((*line = at->getLine()))
                    return at->getFile();
    return program ? program->getFile() : nullptr;
}

static bool is_selected(const edgeprof_session &session,
                        const Function &function)
{
    unsigned line;

    if (function.isDeclaration() ||
        function.hasFnAttribute(Attribute::NoProfile) ||
        function.hasFnAttribute(Attribute::Naked))
        return false;
    for (const GlobalIFunc &ifunc : function.getParent()->ifuncs())
        if (ifunc.getResolverFunction() == &function)
            return false;
    const DIFile *file = place_of(function, &line);
    std::string path =
        file ? edgeprof_path(*file, function.getSubprogram()->getUnit())
             : function.getParent()->getSourceFileName();
    bool is_system = file ? session.source.is_system_header(*file, path, line)
                          : ep_path_is_system(path.c_str());
    return ep_options_select(&session.options, path.c_str(), is_system);
}

/* "clang 14.0.6", "rustc 1.96.0" */
static std::string producer_of(const Module &module)
{
    const StringRef rustc = "rustc version ";

    if (edgeprof_has_lines(module) && edgeprof_is_rust(module)) {
        StringRef name = (*module.debug_compile_units_begin())->getProducer();
        size_t at = name.find(rustc);

        if (at != StringRef::npos) {
            name = name.drop_front(at + rustc.size());
            return ("rustc " + name.take_front(name.find_first_of(" )"))).str();
        }
    }
    return "clang " LLVM_VERSION_STRING;
}

static struct ep_unit *new_unit(const edgeprof_session &session,
                                const Module &module)
{
    std::string producer = producer_of(module);
    std::string source = module.getSourceFileName();
    std::string options = session.level;
    SmallString<256> directory;
    std::string unique;

    if (edgeprof_has_lines(module))
        directory = (*module.debug_compile_units_begin())->getDirectory();
    else if (sys::fs::current_path(directory))
        directory = "";
    for (const GlobalObject &object : module.global_objects())
        if (object.hasExternalLinkage() && !object.isDeclaration())
            unique += object.getName().str() + '\n';
    struct ep_unit_note note = {};
    note.producer = &producer[0];
    note.source = &source[0];
    note.directory = const_cast<char *>(directory.c_str());
    note.options = &options[0];
    return ep_unit_new(&session.options, &note, unique.c_str(), NULL);
}

/* The options and the target are as they should be, or the compile fails. */
static bool is_ready(const edgeprof_session &session, Module &module)
{
    struct ep_diag diag = {};
    int status = EP_OK;

    if (session.options_diag.text[0])
        return edgeprof_ok(module, EP_EOPTION, session.options_diag);
    status = ep_arch_check(edgeprof_compat_target(module).c_str(),
                           session.options.no_runtime, &diag);
    return edgeprof_ok(module, status, diag);
}

static void warn(Module &module)
{
    if (!edgeprof_has_lines(module))
        edgeprof_warn(module, "no line tables; compile with -g or "
                              "-gline-tables-only to get lines");
    if (edgeprof_is_rust(module) && edgeprof_rust_inlined(module))
        edgeprof_warn(module,
                      "functions are inlined already, and counted where "
                      "they are called; compile with "
                      "-Z mir-opt-level=0");
}

static int mark_functions(edgeprof_session &session, Module &module,
                          FunctionAnalysisManager &analyses,
                          struct ep_diag *diag)
{
    std::vector<Function *> selected;
    struct ep_buf text = {};
    int status = EP_OK;

    for (Function &function : module)
        if (is_selected(session, function))
            selected.push_back(&function);
    if (!selected.empty())
        warn(module);
    for (Function *function : selected) {
        if (!edgeprof_is_rust(module)) { /* whose selects compute both */
            edgeprof_split_choices(*function);
            edgeprof_branches_thread(*function, !session.options.mcdc);
        }
        if (status == EP_OK)
            status = mark_function(session, *function, analyses, diag);
    }
    while (const char *said = ep_unit_warning(session.unit))
        edgeprof_warn(module, said);
    if (!session.options.no_count)
        ep_unit_emit(session.unit, &text);
    if (text.size)
        module.appendModuleInlineAsm(StringRef(text.data, text.size));
    if (text.failed)
        status = EP_ENOMEM;
    ep_buf_release(&text);
    return status;
}

void edgeprof_mark_unit(edgeprof_session &session, Module &module,
                        ModuleAnalysisManager &analyses)
{
    FunctionAnalysisManager &functions =
        analyses.getResult<FunctionAnalysisManagerModuleProxy>(module)
            .getManager();
    struct ep_diag diag = {};

    /* loaded twice: the first is enough */
    if (module.getFunction(EDGEPROF_MARK) || !is_ready(session, module))
        return;
    session.source.begin(module);
    session.unit = new_unit(session, module);
    int status =
        session.unit ? edgeprof_calls_prove(session, module) : EP_ENOMEM;
    /* before there are marks, which must keep theirs */
    if (session.options.calls != EP_CALLS_ASSUME_PURE &&
        !session.options.no_count)
        edgeprof_calls_strip(module, functions);
    if (status == EP_OK)
        status = mark_functions(session, module, functions, &diag);
    if (const struct ep_summary *summary = ep_unit_summary(session.unit))
        edgeprof_use_module(*summary, module, analyses);
    if (session.options.no_count) {
        ep_unit_free(session.unit);
        session.unit = nullptr;
    }
    (void)edgeprof_ok(module, status, diag);
}
