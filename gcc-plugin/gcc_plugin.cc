/* SPDX-License-Identifier: MIT
 *
 * gcc_plugin.cc - how the passes get into GCC and the text into the object.
 *
 * mark runs when the unit is complete and nothing is optimised.  count runs
 * when everything is; with LTO, where this compiler run ends with the early
 * passes, it runs after those.  The text goes to the end of the assembler file;
 * into an LTO object, it goes as file-scope asm.
 */
#include "gcc_anchors.h"
#include "gcc_branches.h"
#include "gcc_calls.h"
#include "gcc_choices.h"
#include "gcc_count.h"
#include "gcc_lines.h"
#include "gcc_mark.h"
#include "gcc_members.h"
#include "gcc_operands.h"
#include "gcc_promote.h"
#include "gcc_reading.h"
#include "gcc_source.h"
#include "gcc_use.h"

__attribute__((visibility("default"))) int plugin_is_GPL_compatible;

extern "C" __attribute__((visibility("default"))) int
plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *version);

namespace
{

edgeprof_session the_session;

/* ---- the unit's description -----------------------------------------------
 */

char *option_text()
{
    const char *level = optimize_debug  ? "g"
                        : optimize_size ? "s"
                        : optimize == 0 ? "0"
                        : optimize == 1 ? "1"
                        : optimize == 2 ? "2"
                                        : "3";
    return concat("-O", level, flag_lto ? " -flto" : "", NULL);
}

/* A text that no other unit of the program has: what it defines. */
void global_names(struct ep_buf *out)
{
    symtab_node *node;
    FOR_EACH_SYMBOL (node) {
        if (!node->definition || DECL_EXTERNAL(node->decl) ||
            !TREE_PUBLIC(node->decl) || DECL_COMDAT(node->decl))
            continue;
        ep_buf_text(out, edgeprof_compat_name(node->decl));
        ep_buf_text(out, "\n");
    }
}

struct ep_unit *new_unit()
{
    struct ep_buf names = {};
    char *producer = concat("GCC ", edgeprof_compat_version(), NULL);
    char *options = option_text();
    struct ep_unit_note note = {};
    note.producer = producer;
    note.source = const_cast<char *>(main_input_filename);
    note.directory = const_cast<char *>(get_src_pwd());
    note.options = options;
    global_names(&names);
    struct ep_unit *unit = ep_unit_new(&the_session.options, &note,
                                       names.data ? names.data : "", NULL);
    ep_buf_release(&names);
    free(producer);
    free(options);
    return unit;
}

/* ---- events ----------------------------------------------------------------
 */

void on_declaration(void *event, void *)
{
    if (event && the_session.options.calls != EP_CALLS_ASSUME_PURE)
        edgeprof_calls_strip((tree)event);
}

void on_start_unit(void *, void *)
{
    edgeprof_reading_start_unit();
    edgeprof_source_start_unit();
}

bool is_counted(tree fndecl)
{
    return edgeprof_mark_selects(&the_session, fndecl);
}

/* GCC's C tells of a definition before it has its attributes, and then again
 * when its body is parsed. */
void on_pre_genericize(void *event, void *)
{
    if (the_session.options.calls != EP_CALLS_ASSUME_PURE)
        edgeprof_compat_keep_own((tree)event);
    on_declaration(event, NULL);
    if (!is_counted((tree)event))
        return;
    edgeprof_members_place((tree)event);
    edgeprof_anchors_place((tree)event);
    edgeprof_reading_fold((tree)event);
}

void on_finish_function(void *event, void *)
{
    if (edgeprof_reading_folded((tree)event))
        edgeprof_operands_place((tree)event);
}

void on_ipa_start(void *, void *)
{
    edgeprof_session *session = &the_session;
    struct ep_diag diag = {};
    if (!edgeprof_ok(ep_arch_check(edgeprof_compat_target(),
                                   session->options.no_runtime, &diag),
                     &diag))
        return;
    session->unit = new_unit();
    if (!edgeprof_ok(session->unit ? EP_OK : EP_ENOMEM, NULL))
        return;
    session->call_ids = new hash_map<tree, uint32_t>;
    edgeprof_compat_warn_only();
    edgeprof_mark_unit(session);
    edgeprof_reading_end();
    if (const struct ep_summary *summary = ep_unit_summary(session->unit))
        edgeprof_use_summary(summary);
    while (const char *text = ep_unit_warning(session->unit))
        warning_at(UNKNOWN_LOCATION, 0, "edgeprof: %s", text);
    if (session->options.no_count) {
        ep_unit_free(session->unit);
        session->unit = NULL;
        edgeprof_calls_restore();
    } else
        ep_unit_emit(session->unit, &session->text);
}

void on_gate(void *gate, void *)
{
    edgeprof_use_gate((bool *)gate);
}

/* All text so far becomes file-scope asm of the LTO object. */
void hand_on_to_lto()
{
    struct ep_buf *text = &the_session.text;
    if (!text->size || text->failed)
        return; /* on_finish_unit reports the failure */
    char *whole = concat(edgeprof_compat_asm_begin(), text->data,
                         edgeprof_compat_asm_end(), NULL);
    symtab->finalize_toplevel_asm(build_string((int)strlen(whole), whole));
    free(whole);
    ep_buf_clear(text);
}

void on_finish_unit(void *, void *)
{
    struct ep_buf *text = &the_session.text;
    if (text->failed)
        edgeprof_ok(EP_ENOMEM, NULL);
    else if (text->size)
        fprintf(asm_out_file, "%s%s%s", edgeprof_compat_asm_begin(), text->data,
                edgeprof_compat_asm_end());
    ep_buf_clear(text);
}

/* ---- the passes ------------------------------------------------------
 */

const pass_data first_data = {
    GIMPLE_PASS,
    "edgeprof_cleanups",
    OPTGROUP_NONE,
    TV_NONE,
    PROP_gimple_any,
    0,
    0,
    0,
    0,
};

/* Before a function is lowered. */
class first_pass : public gimple_opt_pass
{
  public:
    explicit first_pass(gcc::context *context)
        : gimple_opt_pass(first_data, context)
    {
    }
    unsigned int execute(function *) final
    {
        edgeprof_lines_cleanups();
        edgeprof_branches_note();
        return 0;
    }
};

const pass_data size_data = {
    GIMPLE_PASS, "edgeprof_size", OPTGROUP_INLINE, TV_NONE, PROP_cfg, 0, 0, 0,
    0,
};

/* When the early inliner has summarised a function. */
class size_pass : public gimple_opt_pass
{
  public:
    explicit size_pass(gcc::context *context)
        : gimple_opt_pass(size_data, context)
    {
    }
    opt_pass *clone() final
    {
        return new size_pass(m_ctxt);
    }
    unsigned int execute(function *fn) final
    {
        edgeprof_mark_summarize(cgraph_node::get(fn->decl), true);
        return 0;
    }
};

const pass_data sizes_data = {
    IPA_PASS, "edgeprof_sizes", OPTGROUP_INLINE, TV_NONE, 0, 0, 0, 0, 0,
};

/* When the inliner has. */
void summarize_unit()
{
    cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION (node)
        if (node->has_gimple_body_p() && opt_for_fn(node->decl, optimize))
            edgeprof_mark_summarize(node, false);
}

class sizes_pass : public ipa_opt_pass_d
{
  public:
    explicit sizes_pass(gcc::context *context)
        : ipa_opt_pass_d(sizes_data, context, summarize_unit, NULL, NULL, NULL,
                         NULL, NULL, 0, NULL, NULL)
    {
    }
};

const pass_data loop_data = {
    GIMPLE_PASS,
    "edgeprof_promote",
    OPTGROUP_LOOP,
    TV_NONE,
    PROP_cfg | PROP_ssa,
    0,
    0,
    0,
    0,
};

/* When the loop optimisers have been set up. */
class loop_pass : public gimple_opt_pass
{
  public:
    explicit loop_pass(gcc::context *context)
        : gimple_opt_pass(loop_data, context)
    {
    }
    unsigned int execute(function *) final
    {
        if (the_session.unit && !flag_lto)
            edgeprof_promote_function(&the_session);
        return 0;
    }
};

const pass_data use_data = {
    SIMPLE_IPA_PASS, "edgeprof_use", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

/* When GCC's own profile would have been read. */
class use_pass : public simple_ipa_opt_pass
{
  public:
    explicit use_pass(gcc::context *context)
        : simple_ipa_opt_pass(use_data, context)
    {
    }
    unsigned int execute(function *) final
    {
        edgeprof_use_unit();
        return 0;
    }
};

const pass_data count_data = {
    GIMPLE_PASS, "edgeprof_count", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0,
};

/* When all is optimised: count, or with LTO see that all is counted. */
class count_pass : public gimple_opt_pass
{
  public:
    explicit count_pass(gcc::context *context)
        : gimple_opt_pass(count_data, context)
    {
    }
    unsigned int execute(function *) final
    {
        if (flag_lto)
            edgeprof_count_check();
        else if (the_session.unit)
            edgeprof_count_function(&the_session);
        return 0;
    }
};

const pass_data call_data = {
    RTL_PASS, "edgeprof_call", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0,
};

/* Before -fcrossjumping, which makes one of equal instructions: calls are equal if
 * their places are, where their frames may stand (STOPS), as well.  Each uses the
 * number of its place; behind all of GCC's passes (LAST) they do not. */
class call_pass : public rtl_opt_pass
{
  public:
    call_pass(gcc::context *context, bool is_last)
        : rtl_opt_pass(call_data, context), last(is_last)
    {
    }
    unsigned int execute(function *) final
    {
        if (!the_session.unit || !the_session.options.frames)
            return 0;
        for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
            if (!CALL_P(insn))
                continue;
            rtx uses = CALL_INSN_FUNCTION_USAGE(insn);
            if (!last)
                uses = gen_rtx_EXPR_LIST(
                    VOIDmode,
                    gen_rtx_USE(VOIDmode, GEN_INT(INSN_LOCATION(insn))), uses);
            else if (uses && GET_CODE(XEXP(uses, 0)) == USE &&
                     CONST_INT_P(XEXP(XEXP(uses, 0), 0)))
                uses = XEXP(uses, 1);
            CALL_INSN_FUNCTION_USAGE(insn) = uses;
        }
        return 0;
    }

  private:
    bool last;
};

const pass_data count_lto_data = {
    SIMPLE_IPA_PASS,
    "edgeprof_count_lto",
    OPTGROUP_NONE,
    TV_NONE,
    0,
    0,
    0,
    0,
    0,
};

/* With LTO, when the early passes are done with the whole unit: some of them
 * make functions that they do not visit themselves. */
class count_lto_pass : public simple_ipa_opt_pass
{
  public:
    explicit count_lto_pass(gcc::context *context)
        : simple_ipa_opt_pass(count_lto_data, context)
    {
    }
    unsigned int execute(function *) final
    {
        cgraph_node *node;
        if (!the_session.unit)
            return 0;
        FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
            push_cfun(DECL_STRUCT_FUNCTION(node->decl));
            edgeprof_count_function(&the_session);
            pop_cfun();
        }
        hand_on_to_lto();
        return 0;
    }
};

/* INSTANCE is the number of the reference pass among its like; 0: all. */
void add_pass(const char *name, opt_pass *pass, const char *reference,
              enum pass_positioning_ops position, int instance = 1)
{
    struct register_pass_info place = {pass, reference, instance, position};
    register_callback(name, PLUGIN_PASS_MANAGER_SETUP, NULL, &place);
}

/* A slim LTO object is finished here; count_pass looks at a fat one. */
void on_ipa_end(void *, void *)
{
    cgraph_node *node;
    if (flag_fat_lto_objects)
        return;
    FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
        push_cfun(DECL_STRUCT_FUNCTION(node->decl));
        edgeprof_count_check();
        pop_cfun();
    }
}

/* ---- options ----------------------------------------------------------------
 */

bool read_options(const struct plugin_name_args *info)
{
    struct ep_diag diag = {};
    ep_options_init(&the_session.options);
    int status = ep_options_parse(&the_session.options,
                                  getenv("EDGEPROF_OPTIONS"), &diag);
    for (int i = 0; i < info->argc && status == EP_OK; i++)
        status = ep_options_set(&the_session.options, info->argv[i].key,
                                info->argv[i].value, &diag);
    if (status == EP_OK)
        status = ep_options_settle(&the_session.options, &diag);
    return edgeprof_ok(status, &diag);
}

} // namespace

bool edgeprof_ok(int status, const struct ep_diag *diag)
{
    if (status == EP_OK)
        return true;
    /* Of no place in the source: one line. */
    error_at(UNKNOWN_LOCATION, "edgeprof: %s", ep_words(diag, status));
    return false;
}

int plugin_init(struct plugin_name_args *info,
                struct plugin_gcc_version *version)
{
    const char *name = info->base_name;
    if (!edgeprof_compat_check(version))
        return 1;
    if (!read_options(info))
        return 1;
    if (strcmp(lang_hooks.name, "GNU GIMPLE") == 0)
        return 0; /* the link of LTO objects: they are counted already */
    ep_calls_init(&the_session.calls);
    the_session.calls.traced = the_session.options.trace;
    edgeprof_reading_start(is_counted);
    edgeprof_choices_start();
    if (the_session.options.calls != EP_CALLS_ASSUME_PURE &&
        !the_session.options.no_count)
        edgeprof_compat_keep_allocations();
    if (the_session.options.use) {
        edgeprof_use_start();
        register_callback(name, PLUGIN_OVERRIDE_GATE, on_gate, NULL);
        add_pass(name, new use_pass(g), "profile", PASS_POS_INSERT_AFTER);
    }
    register_callback(name, PLUGIN_START_UNIT, on_start_unit, NULL);
    register_callback(name, PLUGIN_FINISH_DECL, on_declaration, NULL);
    register_callback(name, PLUGIN_START_PARSE_FUNCTION, on_declaration, NULL);
    register_callback(name, PLUGIN_PRE_GENERICIZE, on_pre_genericize, NULL);
    register_callback(name, PLUGIN_FINISH_PARSE_FUNCTION, on_finish_function,
                      NULL);
    register_callback(name, PLUGIN_ALL_IPA_PASSES_START, on_ipa_start, NULL);
    register_callback(name, PLUGIN_FINISH_UNIT, on_finish_unit, NULL);
    add_pass(name, new first_pass(g), "*warn_unused_result",
             PASS_POS_INSERT_BEFORE);
    if (flag_lto) {
        register_callback(name, PLUGIN_ALL_IPA_PASSES_END, on_ipa_end, NULL);
        add_pass(name, new count_lto_pass(g), "remove_symbols",
                 PASS_POS_INSERT_BEFORE);
    }
    add_pass(name, new size_pass(g), "local-fnsummary", PASS_POS_INSERT_AFTER,
             0);
    add_pass(name, new sizes_pass(g), "fnsummary", PASS_POS_INSERT_AFTER);
    add_pass(name, new loop_pass(g), "loopinit", PASS_POS_INSERT_AFTER);
    add_pass(name, new count_pass(g), "optimized", PASS_POS_INSERT_AFTER);
    add_pass(name, new call_pass(g, false), "jump2", PASS_POS_INSERT_BEFORE);
    add_pass(name, new call_pass(g, true), "final", PASS_POS_INSERT_BEFORE);
    return 0;
}
