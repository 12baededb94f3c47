/* SPDX-License-Identifier: MIT
 *
 * clang_plugin.cc - what LLVM calls: options, and where the passes go.
 */
#include "clang_plugin.h"

#include "clang_count.h"
#include "clang_mark.h"
#include "clang_promote.h"
#include "clang_rust.h"
#include "clang_unroll.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/CommandLine.h"
#pragma GCC diagnostic pop

#include <cstdlib>
#include <memory>

using namespace llvm;

static cl::list<std::string>
    option_lists("edgeprof", cl::desc("Options of the edgeprof plugin"),
                 cl::value_desc("KEY=VALUE,..."));

edgeprof_session::edgeprof_session() : options_diag(), unit(nullptr)
{
    ep_options_init(&options);
    int status = ep_options_parse(&options, std::getenv("EDGEPROF_OPTIONS"),
                                  &options_diag);
    for (const std::string &list : option_lists)
        if (status == EP_OK)
            status = ep_options_parse(&options, list.c_str(), &options_diag);
    if (status == EP_OK)
        status = ep_options_settle(&options, &options_diag);
}

edgeprof_session::~edgeprof_session()
{
    ep_unit_free(unit);
    ep_options_release(&options);
}

namespace
{
class warning : public DiagnosticInfo
{
  public:
    explicit warning(const Twine &t)
        : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), DS_Warning),
          text(t.str())
    {
    }
    void print(DiagnosticPrinter &printer) const override
    {
        printer << text;
    }

  private:
    std::string text;
};
} // namespace

void edgeprof_error(Module &module, const char *text)
{
    std::string said = std::string("edgeprof: ") + text;

    if (edgeprof_is_rust(module))
        module.getContext().diagnose(
            DiagnosticInfoInlineAsm(0, said, DS_Error));
    else
        module.getContext().emitError(said);
}

void edgeprof_warn(Module &module, const char *text)
{
    std::string said = "edgeprof: " + module.getSourceFileName() + ": " + text;

    if (edgeprof_is_rust(module))
        module.getContext().diagnose(
            DiagnosticInfoPGOProfile(nullptr, said, DS_Warning));
    else
        module.getContext().diagnose(warning(said));
}

bool edgeprof_ok(Module &module, int status, const struct ep_diag &diag)
{
    if (status == EP_OK)
        return true;
    edgeprof_error(module, ep_words(&diag, status));
    return false;
}

namespace
{
struct edgeprof_mark : PassInfoMixin<edgeprof_mark> {
    std::shared_ptr<edgeprof_session> session;

    explicit edgeprof_mark(std::shared_ptr<edgeprof_session> s) : session(s) {}
    static bool isRequired()
    {
        return true;
    }
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses)
    {
        edgeprof_mark_unit(*session, module, analyses);
        return PreservedAnalyses::none();
    }
};

struct edgeprof_promote : PassInfoMixin<edgeprof_promote> {
    std::shared_ptr<edgeprof_session> session;

    explicit edgeprof_promote(std::shared_ptr<edgeprof_session> s) : session(s)
    {
    }
    PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses)
    {
        return edgeprof_promote_function(*session, function, analyses)
                   ? PreservedAnalyses::none()
                   : PreservedAnalyses::all();
    }
};

struct edgeprof_count : PassInfoMixin<edgeprof_count> {
    std::shared_ptr<edgeprof_session> session;

    explicit edgeprof_count(std::shared_ptr<edgeprof_session> s) : session(s) {}
    static bool isRequired()
    {
        return true;
    }
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        edgeprof_count_unit(*session, module);
        return PreservedAnalyses::none();
    }
};
} // namespace

static void add_passes(PassBuilder &builder)
{
    auto session = std::make_shared<edgeprof_session>();

    builder.registerPipelineStartEPCallback(
        [session](ModulePassManager &passes, OptimizationLevel level) {
            session->level = edgeprof_compat_level(level);
            passes.addPass(edgeprof_mark(session));
        });
    edgeprof_unroll_attend(builder);
    builder.registerVectorizerStartEPCallback(
        [session](FunctionPassManager &passes, OptimizationLevel level) {
            if (level != OptimizationLevel::O0)
                passes.addPass(edgeprof_promote(session));
        });
    builder.registerOptimizerLastEPCallback(
        [session](ModulePassManager &passes, OptimizationLevel level, auto...) {
            if (level != OptimizationLevel::O0)
                passes.addPass(createModuleToFunctionPassAdaptor(
                    edgeprof_promote(session)));
            passes.addPass(edgeprof_count(session));
        });
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "edgeprof", "1", add_passes};
}
