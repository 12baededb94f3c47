/* SPDX-License-Identifier: MIT
 *
 * gcc_compat.h - GCC's headers, in the order that they need, and the few
 * questions to GCC that more than one file asks.
 *
 * RULES Every #if GCCPLUGIN_VERSION stands here or in gcc_compat.cc:
 *         12  has startswith
 *         14  ipa-prop.h needs two headers more; last_stmt is
 *             last_nondebug_stmt; what registers a global's destructor has a
 *             place of its own; an expansion's point is a member
 *         15  a coroutine's body has an end in the source, as its parts have
 */
#ifndef EDGEPROF_GCC_COMPAT_H
#define EDGEPROF_GCC_COMPAT_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
/* These need this order. */
/* clang-format off */
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "alloc-pool.h"
#include "memmodel.h"
#include "rtl.h"
#include "emit-rtl.h"
#include "symbol-summary.h"
#include "tree-vrp.h"
#if GCCPLUGIN_VERSION >= 14000
#include "sreal.h"
#include "ipa-cp.h"
#endif
#include "ipa-prop.h"
#include "ipa-fnsummary.h"
/* clang-format on */
#include "attr-fnspec.h"
#include "builtins.h"
#include "c-family/c-common.h"
#include "cfganal.h"
#include "cfgcleanup.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "context.h"
#include "diagnostic-core.h"
#include "diagnostic.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-predict.h"
#include "gimplify-me.h"
#include "gimplify.h"
#include "langhooks.h"
#include "opts.h"
#include "output.h"
#include "predict.h"
#include "profile.h"
#include "ssa.h"
#include "target.h"
#include "toplev.h"
#include "tree-cfg.h"
#include "tree-chrec.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-iterator.h"
#include "tree-nested.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-manip.h"
#include "value-prof.h"
#pragma GCC diagnostic pop

/* What profile_info points to: of gcov-io.h, which needs a header that not every
 * release installs. */
struct gcov_summary {
    unsigned runs;
    int64_t sum_max; /* of a block's count */
};

#if GCCPLUGIN_VERSION >= 14000
inline gimple *last_stmt(basic_block block)
{
    return last_nondebug_stmt(block);
}
#endif

/* Of places in hash_sets and hash_maps. */
typedef int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION>
    edgeprof_place_hash;

/* A place at LINE and COLUMN, which are in the file of NEAR and not far from there; or
 * NEAR. */
location_t edgeprof_compat_place_at(location_t near, unsigned line,
                                    unsigned column);

/* The expansion of a macro that PLACE is in, or NULL: it is in none. */
const line_map_macro *edgeprof_compat_expansion(location_t place);

/* Where the macro's name is that EXPANSION is of. */
inline location_t edgeprof_compat_expanded_at(const line_map_macro *expansion)
{
#if GCCPLUGIN_VERSION >= 14000
    return expansion->get_expansion_point_location();
#else
    return MACRO_MAP_EXPANSION_POINT_LOCATION(expansion);
#endif
}

/* Whether the plugin headers that we were built with are those of the GCC that
 * loads us; an error message if not. */
bool edgeprof_compat_check(const struct plugin_gcc_version *running);

/* "12.2.0" */
const char *edgeprof_compat_version();

/* What is being compiled for, as far as ep_arch_check asks. */
const char *edgeprof_compat_target();

/* Around assembler text of ours, which is in AT&T's syntax: what brings the
 * assembler there and back.  Empty unless -masm=intel; GCC then writes an
 * operand that is a register without a %, and a constant without a $. */
const char *edgeprof_compat_asm_begin();
const char *edgeprof_compat_asm_end();

/* Constraint of the operand that is added to a counter. */
const char *edgeprof_compat_asm_addend();

/* Keep calls of operator new and delete whose memory serves nothing: the
 * operators may be the program's. */
void edgeprof_compat_keep_allocations();

/* What the optimisers warn of is no error from here on, whatever -Werror says:
 * they do not copy a block with a mark into the ways that lead to it, and so take
 * for possible what the plain build sees is not. */
void edgeprof_compat_warn_only();

/* The definition FNDECL, of malloc, printf or the like, is the program's: GCC no
 * longer knows what it does, and keeps its calls as they are. */
void edgeprof_compat_keep_own(tree fndecl);

/* Whether C is being compiled, or Objective-C. */
bool edgeprof_compat_is_c();

/* What reads the files that are compiled; NULL: their columns are not those of what is
 * compiled, which is no C or C++, or was preprocessed before. */
cpp_reader *edgeprof_compat_reader();

/* Whether the language is C++20, or a later one. */
bool edgeprof_compat_is_cxx20();

/* Whether EXPRESSION, of C++, is a call that is written as an operator. */
inline bool edgeprof_compat_is_operator(tree expression)
{
    return VL_EXP_CLASS_P(expression) && TREE_LANG_FLAG_6(expression);
}

/* Whether `= default` makes FNDECL. */
inline bool edgeprof_compat_is_defaulted(tree fndecl)
{
    const int dw_at_defaulted = 0x8b; /* DWARF 5; its values are above 0 */
    return lang_hooks.decls.decl_dwarf_attribute(fndecl, dw_at_defaulted) > 0;
}

/* Whether EXPRESSION is a `throw`. */
inline bool edgeprof_compat_is_throw(tree expression)
{
    return strcmp(get_tree_code_name(TREE_CODE(expression)), "throw_expr") == 0;
}

/* Whether what is compiled, a part of a coroutine, is its body. */
bool edgeprof_compat_is_coroutine_body();

/* Where STMT stands.  From GCC 14 on what registers the destructor of a variable
 * outside functions has the place of the local static that was parsed last: then
 * where the variable stands. */
location_t edgeprof_compat_place(gimple *stmt);

/* Linkage name of a function or variable. */
const char *edgeprof_compat_name(tree decl);

/* Where LOCATION stands in the source; inside a macro: where that is used.
 * `file` is NULL if nowhere. */
expanded_location edgeprof_compat_line(location_t location);

/* Whether LEFT is before RIGHT. */
inline bool edgeprof_compat_is_before(location_t left, location_t right)
{
    return linemap_compare_locations(line_table, left, right) > 0;
}

/* Whether both are known, and on different lines. */
bool edgeprof_compat_on_other_line(location_t a, location_t b);

/* Where FNDECL is defined.  Of what a system header declares and the program
 * defines, GCC's C keeps the header's place. */
location_t edgeprof_compat_definition(tree fndecl);

/* Whether the builtin DECL is expanded in place and comes back from there: it
 * stands for no function of a library. */
bool edgeprof_compat_inline_builtin(tree decl);

/* Whether TEXT begins with PREFIX.  GCC 11 lacks startswith. */
inline bool edgeprof_compat_starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

#endif
