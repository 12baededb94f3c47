/* SPDX-License-Identifier: MIT
 *
 * clang_graph.cc - see clang_graph.h.
 */
#include "clang_graph.h"

#include "base/expressions.h"
#include "clang_branches.h"
#include "clang_calls.h"
#include "clang_cleanups.h"
#include "clang_guess.h"
#include "clang_lines.h"
#include "clang_signs.h"
#include "graph/tails.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#pragma GCC diagnostic pop

using namespace llvm;

namespace
{
const edgeprof_place nowhere = {nullptr, nullptr, nullptr};

/* Whether INSTRUCTION does more than hand on a result. */
bool has_effect(const Instruction &instruction)
{
    const auto *store = dyn_cast<StoreInst>(&instruction);

    return instruction.mayWriteToMemory() &&
           !instruction.isLifetimeStartOrEnd() &&
           !(store && isa<AllocaInst>(store->getPointerOperand()));
}

/* As the core has it: no code is EP_NONE. */
uint32_t code_of(const ConstantInt &code)
{
    return static_cast<uint32_t>(code.getZExtValue());
}

class grapher
{
  public:
    grapher(const edgeprof_session &s, Function &f,
            FunctionAnalysisManager &analyses)
        : session(s), function(f),
          lines(f, analyses.getResult<DominatorTreeAnalysis>(f), s.source),
          truth(f, lines, s.source)
    {
    }

    /* The function's note without its marks.  The places are per edge. */
    int build(struct ep_function *note, std::vector<edgeprof_place> *out,
              std::vector<CallBase *> *calls, struct ep_diag *diag);

  private:
    void add_edge(uint32_t src, uint32_t dst, ep_edge_kind kind,
                  uint64_t weight, edgeprof_place at, unsigned flags = 0);
    void add_return(const CallBase &call, uint32_t dst, uint64_t weight,
                    edgeprof_place at);
    std::string path(const DILocation &at) const;
    void read_head(struct ep_function *note);
    void read_lines(uint32_t block, const Instruction &instruction);
    void read_stand(uint32_t block, const Instruction &instruction);
    void read_call(uint32_t block, CallBase &call);
    void read_block(BasicBlock &block);
    void read_end(uint32_t block, Instruction &jump);
    void read_branches(uint32_t block, Instruction &jump);
    bool read_branch(uint32_t block, const Instruction &jump);
    void read_case(const SwitchInst &choice, const APInt &first,
                   const APInt &last);
    void read_cases(const Instruction &jump, const BasicBlock &to);
    void read_ranges(uint32_t block, BasicBlock &test);
    void read_suspend(uint32_t block, SwitchInst &jump);
    void read_invoke(uint32_t block, InvokeInst &jump);
    void read_cleanup(uint32_t block, const SwitchInst &jump, uint32_t first);
    void read_effects(uint32_t block, const Instruction &instruction);
    void join_tails();
    ep_edge_kind kind_of(const Instruction &jump, const BasicBlock &to,
                         bool is_reversed) const;

    const edgeprof_session &session;
    Function &function;
    edgeprof_lines lines;
    edgeprof_truth truth;
    struct ep_tails tails = {};
    edgeprof_guess guess;
    struct ep_cfg *cfg = nullptr;
    std::vector<edgeprof_place> *places = nullptr;
    std::vector<CallBase *> *pointer_calls = nullptr;
    DenseMap<const BasicBlock *, uint32_t> ids;
    int status = EP_OK;
};
} // namespace

void grapher::add_edge(uint32_t src, uint32_t dst, ep_edge_kind kind,
                       uint64_t weight, edgeprof_place at, unsigned flags)
{
    if (status == EP_OK)
        status = ep_cfg_add_edge(cfg, src, dst, kind, flags, weight);
    places->push_back(at);
}

/* CALL, which may leave, comes back to DST. */
void grapher::add_return(const CallBase &call, uint32_t dst, uint64_t weight,
                         edgeprof_place at)
{
    uint32_t id = cfg->n_edges;

    add_edge(EP_BLOCK_EXIT, dst, EP_EDGE_RETURN, weight, at);
    if (status == EP_OK && edgeprof_calls_return_twice(call))
        status = ep_tails_twice(&tails, id);
}

/* Where the last bracket of INSTRUCTION is, if it is a call that no macro has. */
static struct ep_point call_end(const struct ep_words *words,
                                const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);
    std::string name;
    bool defined;

    if (!words || !call || !call->getDebugLoc() ||
        !edgeprof_calls_function(*call, &name, &defined))
        return {0, 0};
    return ep_call_end(words, edgeprof_point_of(*call->getDebugLoc()),
                       name.empty() ? nullptr : name.c_str());
}

void grapher::read_lines(uint32_t block, const Instruction &instruction)
{
    const DILocation *at = lines.at(instruction);

    if (!at || status != EP_OK)
        return;
    std::string file = path(*at);
    const struct ep_words *words =
        lines.is_rust() ? nullptr : session.source.words(*at->getFile());
    status = ep_cfg_add_line(cfg, block, file.c_str(), at->getLine());
    if (status == EP_OK)
        status = ep_cfg_add_begun(cfg, block, file.c_str(), words,
                                  edgeprof_point_of(*at));
    if (status == EP_OK)
        status = ep_cfg_add_given(cfg, block, file.c_str(), words,
                                  edgeprof_point_of(*at),
                                  call_end(words, instruction));
}

/* INSTRUCTION stands in BLOCK, where the debug information will have it. */
void grapher::read_stand(uint32_t block, const Instruction &instruction)
{
    const DebugLoc &at = instruction.getDebugLoc();
    const auto *call = dyn_cast<CallBase>(&instruction);

    if (session.options.frames && status == EP_OK && at)
        status = ep_cfg_add_stand(
            cfg, block, at.getLine(), at.getCol(), call != nullptr,
            call && edgeprof_calls_may_leave(session, *call, false));
}

/* CALL is one of BLOCK's. */
void grapher::read_call(uint32_t block, CallBase &call)
{
    std::string name;
    bool defined;

    if (status != EP_OK || !edgeprof_calls_function(call, &name, &defined))
        return;
    const DILocation *at = lines.at(call);
    bool is_known = !name.empty();
    status = ep_cfg_add_call_site(
        cfg, block, at ? path(*at).c_str() : nullptr, at ? at->getLine() : 0,
        is_known ? ep_callee_id(name.data(), name.size()) : 0);
    if (!is_known)
        pointer_calls->push_back(&call);
    if (status == EP_OK && is_known)
        status = ep_unit_add_callee(session.unit, name.c_str(), defined);
}

std::string grapher::path(const DILocation &at) const
{
    return edgeprof_path(*at.getFile(), function.getSubprogram()->getUnit());
}

/* What the function itself is; its entry. */
void grapher::read_head(struct ep_function *note)
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
    status = ep_cfg_set_head(cfg, path.c_str(), note->line, &note->file);
    while (isa<AllocaInst>(first) || first->isDebugOrPseudoInst())
        first = first->getNextNode();
    add_edge(EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, EP_GUESS_ONE_CALL,
             {first, nullptr, nullptr});
    add_edge(EP_BLOCK_ENTRY, ids[&entry], EP_EDGE_FALL, EP_GUESS_ONE_CALL,
             {first, nullptr, nullptr});
}

void grapher::read_block(BasicBlock &block)
{
    uint32_t at = ids[&block];
    uint64_t weight = edgeprof_guess_block(guess, block);

    if (block.isEHPad())
        add_edge(EP_BLOCK_EXIT, at, EP_EDGE_ARRIVE, weight,
                 {&*block.getFirstInsertionPt(), nullptr, nullptr});
    for (Instruction &instruction : block) {
        auto *call = dyn_cast<CallBase>(&instruction);

        read_lines(at, instruction);
        read_stand(at, instruction);
        if (call)
            read_call(at, *call);
        read_effects(at, instruction);
        if (instruction.isTerminator())
            return read_end(at, instruction);
        if (!call || call->isMustTailCall() ||
            !edgeprof_calls_may_leave(session, *call, false))
            continue;
        add_edge(at, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, nowhere);
        if (isa_and_nonnull<UnreachableInst>(edgeprof_compat_next(*call)))
            return;
        at = ep_cfg_add_block(cfg);
        add_return(*call, at, weight,
                   {instruction.getNextNode(), nullptr, nullptr});
    }
}

/* What INSTRUCTION means for the tails that lead through BLOCK. */
void grapher::read_effects(uint32_t block, const Instruction &instruction)
{
    const auto *store = dyn_cast<StoreInst>(&instruction);

    if (status == EP_OK && !function.getSubprogram() && has_effect(instruction))
        status = ep_tails_shows(&tails, block);
    if (status == EP_OK && store &&
        edgeprof_is_cleanup_slot(store->getPointerOperand()))
        status = ep_tails_stores(
            &tails, block,
            code_of(*cast<ConstantInt>(store->getValueOperand())));
}

void grapher::read_end(uint32_t block, Instruction &jump)
{
    uint64_t weight = edgeprof_guess_block(guess, *jump.getParent());

    if (auto *call = dyn_cast<InvokeInst>(&jump))
        return read_invoke(block, *call);
    if (isa<ReturnInst>(jump))
        return add_edge(block, EP_BLOCK_EXIT, EP_EDGE_FALL, weight,
                        {&jump, nullptr, nullptr},
                        jump.getParent()->getTerminatingMustTailCall()
                            ? EP_EDGE_NOSPLIT
                            : 0);
    if (auto *choice = dyn_cast<SwitchInst>(&jump)) {
        const auto *call = dyn_cast<CallBase>(choice->getCondition());

        if (call && edgeprof_calls_suspend(*call))
            return read_suspend(block, *choice);
    }
    if (isa<BranchInst>(jump) || isa<SwitchInst>(jump) ||
        isa<IndirectBrInst>(jump) || isa<CallBrInst>(jump))
        return read_branches(block, jump);
    add_edge(block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, nowhere);
}

void grapher::read_invoke(uint32_t block, InvokeInst &jump)
{
    BasicBlock *to = jump.getNormalDest();
    uint64_t weight = edgeprof_guess_edge(guess, *jump.getParent(), *to);
    edgeprof_place at = {nullptr, &jump, to};

    if (edgeprof_calls_may_leave(session, jump, false)) {
        add_edge(block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, nowhere);
        add_return(jump, ids[to], weight, at);
    } else {
        add_edge(block, ids[to], EP_EDGE_FALL, weight, at);
    }
    if (status == EP_OK)
        status = ep_tails_arrives(&tails, block, ids[jump.getUnwindDest()]);
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

/* What the source decides at JUMP, the end of BLOCK, if it does; whether true and
 * false are exchanged. */
bool grapher::read_branch(uint32_t block, const Instruction &jump)
{
    const auto *computed = dyn_cast<IndirectBrInst>(&jump);
    const DILocation *at =
        computed ? edgeprof_branches_goto(*computed) : lines.decided(jump);

    if (!at || isa<CallBrInst>(jump) || !edgeprof_branches_has(jump))
        return false;
    edgeprof_branch found =
        edgeprof_branches_read(jump, *at, session.source, truth);
    std::string file = path(*at);
    if (status == EP_OK)
        status = ep_cfg_add_branch(cfg, block, file.c_str(), found.at,
                                   found.whole, found.n_operands);
    if (status == EP_OK && found.is_written)
        status =
            ep_cfg_add_asked(cfg, block, file.c_str(),
                             session.source.words(*at->getFile()), found.at);
    return found.is_reversed;
}

/* From FIRST to LAST are values for which CHOICE goes over the edge that is added next. */
void grapher::read_case(const SwitchInst &choice, const APInt &first,
                        const APInt &last)
{
    if (status == EP_OK && first.getBitWidth() <= 64)
        status =
            ep_cfg_add_case(cfg, cfg->n_edges,
                            edgeprof_signs_case(choice, first, session.source),
                            edgeprof_signs_case(choice, last, session.source));
}

/* The values for which JUMP, a switch, goes to TO over the edge that is added
 * next. */
void grapher::read_cases(const Instruction &jump, const BasicBlock &to)
{
    if (const auto *choice = dyn_cast<SwitchInst>(&jump))
        for (const auto &label : choice->cases())
            if (label.getCaseSuccessor() == &to)
                read_case(*choice, label.getCaseValue()->getValue(),
                          label.getCaseValue()->getValue());
}

/* BLOCK is that of a switch, of which TEST asks for the first of some ranges of cases: they
 * are ways from BLOCK, and so is the default, behind the last. */
void grapher::read_ranges(uint32_t block, BasicBlock &test)
{
    edgeprof_range range;
    BasicBlock *to = &test;

    while (edgeprof_made_range(*to, &range)) {
        BasicBlock *from = to;
        Instruction *jump = from->getTerminator();

        to = jump->getSuccessor(1);
        for (BasicBlock *next : targets(*jump)) {
            bool is_case = next == jump->getSuccessor(0);

            if (is_case)
                read_case(*range.choice, range.first, range.last);
            else if (edgeprof_made_range(*next, &range))
                continue;
            add_edge(block, ids[next], is_case ? EP_EDGE_CASE : EP_EDGE_DEFAULT,
                     edgeprof_guess_edge(guess, *from, *next),
                     {nullptr, jump, next});
        }
    }
}

void grapher::read_branches(uint32_t block, Instruction &jump)
{
    SetVector<BasicBlock *> all = targets(jump);
    edgeprof_range range;
    bool has_ways = all.size() > 1 || edgeprof_made_range(*all[0], &range);
    bool is_reversed = has_ways && read_branch(block, jump);
    uint32_t first = cfg->n_edges;

    for (BasicBlock *to : all) {
        if (edgeprof_made_range(*to, &range)) {
            read_ranges(block, *to);
            continue;
        }
        ep_edge_kind kind =
            all.size() == 1 ? EP_EDGE_FALL : kind_of(jump, *to, is_reversed);
        if (kind == EP_EDGE_CASE)
            read_cases(jump, *to);
        add_edge(block, ids[to], kind,
                 edgeprof_guess_edge(guess, *jump.getParent(), *to),
                 {nullptr, &jump, to}, split_flags(jump, *to));
    }
    if (const SwitchInst *choice = edgeprof_cleanup_switch(*jump.getParent()))
        read_cleanup(block, *choice, first);
}

/* Where JUMP, behind cleanups, leads with which code.  FIRST is the first of
 * its edges. */
void grapher::read_cleanup(uint32_t block, const SwitchInst &jump,
                           uint32_t first)
{
    SetVector<BasicBlock *> all = targets(const_cast<SwitchInst &>(jump));

    for (uint32_t i = 0; i < all.size(); i++) {
        for (const auto &label : jump.cases())
            if (label.getCaseSuccessor() == all[i] && status == EP_OK)
                status = ep_tails_switches(
                    &tails, block, code_of(*label.getCaseValue()), first + i);
        if (jump.getDefaultDest() == all[i] && status == EP_OK)
            status = ep_tails_switches(&tails, block, EP_NONE, first + i);
    }
}

/* The coroutine is suspended on the default edge, and never marked there: what
 * lies between a resumption in tail position and the return must stay empty.
 * The other edges are taken when somebody resumes or destroys it. */
void grapher::read_suspend(uint32_t block, SwitchInst &jump)
{
    for (BasicBlock *to : targets(jump)) {
        uint64_t weight = edgeprof_guess_edge(guess, *jump.getParent(), *to);

        if (to == jump.getDefaultDest()) {
            add_edge(block, ids[to], EP_EDGE_FALL, weight, nowhere,
                     EP_EDGE_NOSPLIT);
            continue;
        }
        add_edge(EP_BLOCK_EXIT, ids[to], EP_EDGE_ARRIVE, weight,
                 {nullptr, &jump, to});
        if (status == EP_OK)
            status = ep_tails_arrives(&tails, block, ids[to]);
    }
}

ep_edge_kind grapher::kind_of(const Instruction &jump, const BasicBlock &to,
                              bool is_reversed) const
{
    if (isa<IndirectBrInst>(jump))
        return EP_EDGE_CASE;
    if (lines.is_made(jump) || lines.is_never(to))
        return EP_EDGE_MADE;
    if (isa<BranchInst>(jump))
        return (jump.getSuccessor(0) == &to) != is_reversed ? EP_EDGE_TRUE
                                                            : EP_EDGE_FALSE;
    if (lines.is_pair(jump))
        return jump.getSuccessor(1) == &to ? EP_EDGE_TRUE : EP_EDGE_FALSE;
    return jump.getSuccessor(0) == &to ? EP_EDGE_DEFAULT : EP_EDGE_CASE;
}

/* The places stay those of the edges that are left. */
void grapher::join_tails()
{
    size_t n = 0;

    if (status == EP_OK)
        status = ep_tails_join(&tails, cfg);
    for (size_t e = 0; e < places->size() && status == EP_OK; e++)
        if (!tails.taken[e])
            (*places)[n++] = (*places)[e];
    places->resize(n);
    ep_tails_release(&tails);
}

int grapher::build(struct ep_function *note, std::vector<edgeprof_place> *out,
                   std::vector<CallBase *> *calls, struct ep_diag *diag)
{
    std::string name =
        GlobalValue::dropLLVMManglingEscape(function.getName()).str();
    df_iterator_default_set<BasicBlock *> reached;
    edgeprof_range range;

    *note = {};
    cfg = &note->cfg;
    places = out;
    pointer_calls = calls;
    ep_cfg_init(cfg);
    note->name = ep_mem_dup(name.data(), name.size());
    if (!note->name)
        return EP_ENOMEM;
    for (BasicBlock *block : depth_first_ext(&function, reached))
        (void)block;
    for (BasicBlock &block : function)
        if (edgeprof_made_range(block, &range))
            reached.erase(&block); /* a part of the switch before it */
    for (BasicBlock &block : function)
        if (reached.count(&block))
            ids[&block] = ep_cfg_add_block(cfg);
    status = edgeprof_guess_read(&guess, function);
    if (status == EP_OK) {
        read_head(note);
        for (BasicBlock &block : function)
            if (reached.count(&block))
                read_block(block);
    }
    edgeprof_guess_end(&guess);
    join_tails();
    return status == EP_OK ? ep_cfg_finish(cfg, diag) : status;
}

int edgeprof_graph_read(const edgeprof_session &session, Function &function,
                        FunctionAnalysisManager &analyses,
                        struct ep_function *note,
                        std::vector<edgeprof_place> *places,
                        std::vector<CallBase *> *pointer_calls,
                        struct ep_diag *diag)
{
    edgeprof_find_cleanup_slots(function);
    return grapher(session, function, analyses)
        .build(note, places, pointer_calls, diag);
}
