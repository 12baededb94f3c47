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

#include <vector>

using namespace llvm;

namespace
{
struct segment {
    SmallVector<Instruction *, 4> marks;
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
                    segments.push_back({});
                open = true;
                segments.back().marks.push_back(&instruction);
            } else if (call && edgeprof_may_leave(session, *call, true)) {
                open = false;
            }
        }
    }
    return segments;
}

/* Put the increment of COUNTER before AT. */
static void add_increment(const struct ep_count &count, uint32_t counter,
                          Instruction *at)
{
    struct ep_buf text = {};
    LLVMContext &context = at->getContext();
    auto *type = FunctionType::get(Type::getVoidTy(context), false);

    ep_emit_increment(&count, counter, EP_ASM_LLVM, 0, &text);
    auto *code = InlineAsm::get(type, text.data ? text.data : "",
                                "~{dirflag},~{fpsr},~{flags}", true);
    auto *call = CallInst::Create(type, code, "", at);
    edgeprof_compat_set_opaque(*call);
    if (text.failed)
        context.emitError("edgeprof: out of memory");
    ep_buf_release(&text);
}

static int count_body(Function &function, std::vector<segment> &segments,
                      struct ep_count *count, struct ep_diag *diag,
                      struct ep_buf *text)
{
    for (segment &part : segments) {
        SmallVector<uint64_t, 4> ids;
        int status;

        for (Instruction *mark : part.marks) {
            ids.push_back(0);
            (void)edgeprof_mark_id(*mark, &ids.back());
        }
        status = ep_count_segment(count, ids.data(), ids.size(), diag,
                                  &part.counter);
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
            add_increment(count, part.counter, part.marks.front());
            for (Instruction *mark : part.marks)
                mark->eraseFromParent();
        }
    ep_count_release(&count);
    return edgeprof_ok(*function.getParent(), status, diag);
}

/* The declaration that marks call has served; a mark that some pass has made
 * unrecognisable must not go unseen. */
static void drop_declaration(Module &module)
{
    Function *mark = module.getFunction(EDGEPROF_MARK);

    if (!mark)
        return;
    if (mark->use_empty())
        mark->eraseFromParent();
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
    drop_declaration(module);
    ep_unit_free(session.unit);
    session.unit = nullptr;
}
