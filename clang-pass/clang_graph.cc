/* SPDX-License-Identifier: MIT
 *
 * clang_graph.cc - see clang_graph.h.
 */
#include "clang_graph.h"

#include "clang_guess.h"
#include "clang_tails.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#pragma GCC diagnostic pop

using namespace llvm;

bool edgeprof_is_suspend(const CallBase &call)
{
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&call);

    return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::coro_suspend;
}

namespace
{
const edgeprof_place nowhere = {nullptr, nullptr, nullptr};

class grapher
{
  public:
    grapher(const edgeprof_session &s, Function &f,
            FunctionAnalysisManager &analyses)
        : session(s), function(f),
          lines(f, analyses.getResult<DominatorTreeAnalysis>(f)),
          tails(s, f, lines, analyses.getResult<DominatorTreeAnalysis>(f))
    {
    }

    /* The function's note without its marks.  The places are per edge. */
    int build(struct ep_function *note, std::vector<edgeprof_place> *out,
              struct ep_diag *diag);

  private:
    void edge(uint32_t src, uint32_t dst, ep_edge_kind kind, uint64_t weight,
              edgeprof_place at, unsigned flags = 0);
    void line(uint32_t block, const Instruction &instruction);
    void head(struct ep_function *note);
    void body(BasicBlock &block);
    void end(uint32_t block, Instruction &jump);
    void branches(uint32_t block, Instruction &jump);
    void suspend(uint32_t block, SwitchInst &jump);
    unsigned way_flags(const Instruction &jump, const BasicBlock *to) const;
    ep_edge_kind kind_of(const Instruction &jump, const BasicBlock &to) const;

    const edgeprof_session &session;
    Function &function;
    edgeprof_lines lines;
    edgeprof_tails tails;
    edgeprof_guess guess;
    struct ep_cfg *cfg = nullptr;
    std::vector<edgeprof_place> *places = nullptr;
    DenseMap<const BasicBlock *, uint32_t> ids;
    int status = EP_OK;
};
} // namespace

void grapher::edge(uint32_t src, uint32_t dst, ep_edge_kind kind,
                   uint64_t weight, edgeprof_place at, unsigned flags)
{
    if (status == EP_OK)
        status = ep_cfg_add_edge(cfg, src, dst, kind, flags, weight);
    places->push_back(at);
}

void grapher::line(uint32_t block, const Instruction &instruction)
{
    const DILocation *at = lines.at(instruction);

    if (!at || status != EP_OK)
        return;
    std::string path =
        edgeprof_path(*at->getFile(), function.getSubprogram()->getUnit());
    status = ep_cfg_add_line(cfg, block, path.c_str(), at->getLine());
    if (status == EP_OK && instruction.isTerminator() &&
        instruction.getNumSuccessors() > 1 && !isa<InvokeInst>(instruction))
        status = ep_cfg_add_branch(cfg, block, path.c_str(), at->getLine());
}

/* What the function itself is; its entry. */
void grapher::head(struct ep_function *note)
{
    const DISubprogram *program = function.getSubprogram();
    BasicBlock &entry = function.getEntryBlock();
    Instruction *first = &entry.front();

    std::string path =
        program && program->getFile()
            ? edgeprof_path(*program->getFile(), program->getUnit())
            : function.getParent()->getSourceFileName();
    note->line = program ? program->getLine() : 0;
    note->flags = (function.hasLocalLinkage() ? EP_FUNCTION_LOCAL : 0) |
                  (program ? 0 : EP_FUNCTION_NO_LINES) |
                  (lines.is_made() ? EP_FUNCTION_MADE : 0);
    status = ep_cfg_add_file(cfg, path.c_str(), &note->file);
    while (isa<AllocaInst>(first) || first->isDebugOrPseudoInst())
        first = first->getNextNode();
    edge(EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, EP_GUESS_ONE_CALL,
         {first, nullptr, nullptr});
    edge(EP_BLOCK_ENTRY, ids[&entry], EP_EDGE_FALL, EP_GUESS_ONE_CALL,
         {first, nullptr, nullptr});
}

void grapher::body(BasicBlock &block)
{
    uint32_t at = ids[&block];
    uint64_t weight = edgeprof_guess_block(guess, block);

    if (block.isEHPad())
        edge(EP_BLOCK_EXIT, at, EP_EDGE_ARRIVE, weight,
             {&*block.getFirstInsertionPt(), nullptr, nullptr});
    for (Instruction &instruction : block) {
        const auto *call = dyn_cast<CallBase>(&instruction);

        line(at, instruction);
        if (instruction.isTerminator())
            return end(at, instruction);
        if (!call)
            continue;
        if (!edgeprof_may_leave(session, *call, false) || tails.has(*call))
            continue;
        edge(at, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, nowhere);
        if (isa_and_nonnull<UnreachableInst>(
                call->getNextNonDebugInstruction()))
            return;
        at = ep_cfg_add_block(cfg);
        edge(EP_BLOCK_EXIT, at, EP_EDGE_RETURN, weight,
             {instruction.getNextNode(), nullptr, nullptr});
    }
}

void grapher::end(uint32_t block, Instruction &jump)
{
    uint64_t weight = edgeprof_guess_block(guess, *jump.getParent());

    if (auto *invoke = dyn_cast<InvokeInst>(&jump)) {
        BasicBlock *to = invoke->getNormalDest();
        bool leaves = edgeprof_may_leave(session, *invoke, false);

        if (leaves)
            edge(block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, nowhere);
        edge(leaves ? uint32_t{EP_BLOCK_EXIT} : block, ids[to],
             leaves ? EP_EDGE_RETURN : EP_EDGE_FALL,
             edgeprof_guess_edge(guess, *jump.getParent(), *to),
             {nullptr, &jump, to});
        return;
    }
    if (isa<ReturnInst>(jump))
        return edge(block, EP_BLOCK_EXIT, EP_EDGE_FALL, weight,
                    {&jump, nullptr, nullptr}, way_flags(jump, nullptr));
    if (auto *choice = dyn_cast<SwitchInst>(&jump)) {
        const auto *call = dyn_cast<CallBase>(choice->getCondition());

        if (call && edgeprof_is_suspend(*call))
            return suspend(block, *choice);
    }
    if (isa<BranchInst>(jump) || isa<SwitchInst>(jump) ||
        isa<IndirectBrInst>(jump) || isa<CallBrInst>(jump))
        return branches(block, jump);
    edge(block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, nowhere);
}

static SetVector<BasicBlock *> targets(Instruction &jump)
{
    SetVector<BasicBlock *> out;

    for (unsigned i = 0; i < jump.getNumSuccessors(); i++)
        out.insert(jump.getSuccessor(i));
    return out;
}

/* An indirect jump's target can be given a block of its own in front only if no
 * other jump reaches it by its address. */
static unsigned split_flags(const Instruction &jump, BasicBlock &to)
{
    if (isa<IndirectBrInst>(jump))
        for (BasicBlock *other : predecessors(&to))
            if (other != jump.getParent() &&
                (isa<IndirectBrInst>(other->getTerminator()) ||
                 isa<CallBrInst>(other->getTerminator())))
                return EP_EDGE_NOSPLIT;
    return 0;
}

unsigned grapher::way_flags(const Instruction &jump, const BasicBlock *to) const
{
    return tails.is_way(*jump.getParent(), to) ? EP_EDGE_NOSPLIT : 0;
}

void grapher::branches(uint32_t block, Instruction &jump)
{
    SetVector<BasicBlock *> all = targets(jump);

    for (BasicBlock *to : all) {
        uint64_t weight = edgeprof_guess_edge(guess, *jump.getParent(), *to);

        edge(block, ids[to],
             all.size() == 1 ? EP_EDGE_FALL : kind_of(jump, *to), weight,
             {nullptr, &jump, to},
             split_flags(jump, *to) | way_flags(jump, to));
    }
}

/* The coroutine is suspended on the default way, and never marked there: what
 * lies between a resumption in tail position and the return must stay empty.
 * The other ways are taken when somebody resumes or destroys it. */
void grapher::suspend(uint32_t block, SwitchInst &jump)
{
    for (BasicBlock *to : targets(jump)) {
        uint64_t weight = edgeprof_guess_edge(guess, *jump.getParent(), *to);

        if (to == jump.getDefaultDest())
            edge(block, ids[to], EP_EDGE_FALL, weight, nowhere,
                 EP_EDGE_NOSPLIT);
        else
            edge(EP_BLOCK_EXIT, ids[to], EP_EDGE_ARRIVE, weight,
                 {nullptr, &jump, to});
    }
}

ep_edge_kind grapher::kind_of(const Instruction &jump,
                              const BasicBlock &to) const
{
    if (lines.is_made(jump))
        return EP_EDGE_MADE;
    if (isa<BranchInst>(jump))
        return jump.getSuccessor(0) == &to ? EP_EDGE_TRUE : EP_EDGE_FALSE;
    if (isa<IndirectBrInst>(jump))
        return EP_EDGE_CASE;
    return jump.getSuccessor(0) == &to ? EP_EDGE_DEFAULT : EP_EDGE_CASE;
}

int grapher::build(struct ep_function *note, std::vector<edgeprof_place> *out,
                   struct ep_diag *diag)
{
    std::string name =
        GlobalValue::dropLLVMManglingEscape(function.getName()).str();
    df_iterator_default_set<BasicBlock *> reached;

    *note = {};
    cfg = &note->cfg;
    places = out;
    ep_cfg_init(cfg);
    note->name = ep_mem_dup(name.data(), name.size());
    if (!note->name)
        return EP_ENOMEM;
    for (BasicBlock *block : depth_first_ext(&function, reached))
        (void)block;
    for (BasicBlock &block : function)
        if (reached.count(&block))
            ids[&block] = ep_cfg_add_block(cfg);
    status = edgeprof_guess_read(&guess, function);
    if (status == EP_OK) {
        head(note);
        for (BasicBlock &block : function)
            if (reached.count(&block))
                body(block);
    }
    edgeprof_guess_end(&guess);
    return status == EP_OK ? ep_cfg_finish(cfg, diag) : status;
}

int edgeprof_graph_read(const edgeprof_session &session, Function &function,
                        FunctionAnalysisManager &analyses,
                        struct ep_function *note,
                        std::vector<edgeprof_place> *places,
                        struct ep_diag *diag)
{
    return grapher(session, function, analyses).build(note, places, diag);
}
