/* SPDX-License-Identifier: MIT
 *
 * count.cc - turn the marks that are left into counter increments.
 *
 * A segment is a run of instructions of one block with no call between that may
 * leave: whoever executes its first instruction executes its last, exactly as
 * often.  So one counter serves all marks of a segment.
 */
#include "count.h"

#include "mark.h"
#include "promote.h"

#include <vector>

using namespace llvm;

namespace
{
struct segment {
    SmallVector<Instruction *, 4> marks;
    CallInst *flush; /* in place of marks; or NULL */
    uint32_t counter;
};
} // namespace

static std::vector<segment> find_segments(const edgeprof_session &session,
                                          Function &function)
{
    std::vector<segment> segments;
    bool open = false;

    for (BasicBlock &block : function) {
        open = false;
        for (Instruction &instruction : block) {
            const auto *call = dyn_cast<CallBase>(&instruction);
            uint64_t id;

            if (edgeprof_mark_id(instruction, &id)) {
                if (!open)
                    segments.push_back({{}, nullptr, 0});
                open = true;
                segments.back().marks.push_back(&instruction);
            } else if (CallInst *flush = edgeprof_flush(instruction)) {
                segments.push_back({{}, flush, 0});
                open = false;
            } else if (call && edgeprof_may_leave(session, *call, true)) {
                open = false;
            }
        }
    }
    return segments;
}

/* Put the addition to PART's counter where its first mark, or flush, is. */
static void add_increment(const struct ep_count &count, const segment &part)
{
    struct ep_buf text = {};
    SmallVector<Value *, 1> operands;
    SmallVector<Type *, 1> types;
    std::string constraints = "~{flags}";
    Instruction *at = part.flush ? part.flush : part.marks.front();
    LLVMContext &context = at->getContext();

    if (part.flush) {
        operands.push_back(part.flush->getArgOperand(0));
        types.push_back(operands.back()->getType());
        constraints = "re," + constraints;
    }
    ep_emit_increment(&count, part.counter, EP_ASM_LLVM, part.flush != nullptr,
                      &text);
    auto *type = FunctionType::get(Type::getVoidTy(context), types, false);
    auto *code =
        InlineAsm::get(type, text.data ? text.data : "", constraints, true);
    edgeprof_compat_set_opaque(*CallInst::Create(type, code, operands, "", at));
    if (text.failed)
        context.emitError("edgeprof: out of memory");
    ep_buf_release(&text);
}

/* The ids of the marks that PART's counter feeds. */
static SmallVector<uint64_t, 4> ids_of(const segment &part)
{
    SmallVector<uint64_t, 4> ids;

    for (Instruction *mark : part.marks) {
        ids.push_back(0);
        (void)edgeprof_mark_id(*mark, &ids.back());
    }
    for (unsigned i = 1; part.flush && i < part.flush->arg_size(); i++)
        ids.push_back(
            cast<ConstantInt>(part.flush->getArgOperand(i))->getZExtValue());
    return ids;
}

static int count_body(Function &function, std::vector<segment> &segments,
                      struct ep_count *count, struct ep_diag *diag,
                      struct ep_buf *text)
{
    for (segment &part : segments) {
        SmallVector<uint64_t, 4> ids = ids_of(part);
        int status;

        status = ep_count_segment(count, ids.data(), ids.size(),
                                  part.flush != nullptr, diag, &part.counter);
        if (status != EP_OK) {
            (void)ep_fail(diag, status, "%s: a mark that mark did not make",
                          function.getName().str().c_str());
            return status;
        }
    }
    return ep_count_seal(count, text);
}

static bool count_function(edgeprof_session &session, Function &function,
                           struct ep_buf *text)
{
    std::vector<segment> segments = find_segments(session, function);
    struct ep_diag diag = {};
    struct ep_count count;

    if (segments.empty())
        return true;
    int status =
        ep_count_init(&count, session.unit, function.getName().str().c_str(),
                      function.hasLocalLinkage());
    if (status == EP_OK)
        status = count_body(function, segments, &count, &diag, text);
    if (status == EP_OK)
        for (const segment &part : segments) {
            add_increment(count, part);
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
        if (!function.isDeclaration() &&
            !count_function(session, function, &text))
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
