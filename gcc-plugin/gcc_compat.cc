/* SPDX-License-Identifier: MIT
 *
 * gcc_compat.cc - see gcc_compat.h.
 */
#include "gcc_compat.h"

#if GCCPLUGIN_VERSION < 11000
#error "edgeprof supports GCC 11 and newer"
#endif

bool edgeprof_compat_check(const struct plugin_gcc_version *running)
{
    /* Within a major release Debian and others change the date stamp without
     * touching a header, so the whole struct is not compared. */
    if (atoi(running->basever) == GCCPLUGIN_VERSION_MAJOR)
        return true;
    error("edgeprof: this adapter is for GCC %d, loaded by GCC %s",
          GCCPLUGIN_VERSION_MAJOR, running->basever);
    return false;
}

const char *edgeprof_compat_version()
{
    return gcc_version.basever;
}

const char *edgeprof_compat_target()
{
#ifdef TARGET_64BIT
    return !TARGET_64BIT        ? "i386-linux-gnu"
           : POINTER_SIZE != 64 ? "x86_64-linux-gnux32"
                                : "x86_64-linux-gnu";
#else
    return "unknown";
#endif
}

static bool intel_syntax()
{
#ifdef TARGET_64BIT
    return ix86_asm_dialect == ASM_INTEL;
#else
    return false;
#endif
}

const char *edgeprof_compat_asm_begin()
{
    return intel_syntax() ? "\t.att_syntax noprefix\n" : "";
}

const char *edgeprof_compat_asm_end()
{
    return intel_syntax() ? "\n\t.intel_syntax noprefix\n" : "";
}

const char *edgeprof_compat_asm_addend()
{
    return intel_syntax() ? "r" : "re";
}

void edgeprof_compat_keep_allocations()
{
    flag_allocation_dce = 0;
}

static const int OPTIMISERS_WARNINGS[] = {
    OPT_Waggressive_loop_optimizations,
    OPT_Walloc_size_larger_than_,
    OPT_Walloca_larger_than_,
    OPT_Warray_bounds_,
    OPT_Wformat_overflow_,
    OPT_Wformat_truncation_,
    OPT_Wfree_nonheap_object,
    OPT_Wmaybe_uninitialized,
    OPT_Wnonnull,
    OPT_Wnull_dereference,
    OPT_Wrestrict,
    OPT_Wstrict_overflow_,
    OPT_Wstringop_overflow_,
    OPT_Wstringop_overread,
    OPT_Wstringop_truncation,
    OPT_Wvla_larger_than_,
    OPT_Wzero_length_bounds,
#if GCCPLUGIN_VERSION < 13000
    OPT_Warray_bounds,
#endif
#if GCCPLUGIN_VERSION >= 12000
    OPT_Wdangling_pointer_,
    OPT_Wuse_after_free_,
#endif
};

#if GCCPLUGIN_VERSION >= 16000
static const auto WARNING = diagnostics::kind::warning;
#else
static const diagnostic_t WARNING = DK_WARNING;
#endif

void edgeprof_compat_warn_only()
{
    for (int option : OPTIMISERS_WARNINGS)
        diagnostic_classify_diagnostic(global_dc, option, WARNING,
                                       UNKNOWN_LOCATION);
}

void edgeprof_compat_keep_own(tree fndecl)
{
    /* Headers define what only wraps the library's. */
    bool wraps = DECL_EXTERNAL(fndecl) ||
                 lookup_attribute("gnu_inline", DECL_ATTRIBUTES(fndecl)) ||
                 lookup_attribute("always_inline", DECL_ATTRIBUTES(fndecl));
    if (fndecl_built_in_p(fndecl, BUILT_IN_NORMAL) && TREE_PUBLIC(fndecl) &&
        !wraps)
        set_decl_built_in_function(fndecl, NOT_BUILT_IN, 0);
}

bool edgeprof_compat_is_c()
{
    const char *language = lang_hooks.name; /* "GNU C17", "GNU C++17" */
    return strcmp(language, "GNU Objective-C") == 0 ||
           (edgeprof_compat_starts(language, "GNU C") && language[5] != '+');
}

/* Other front ends have none. */
extern cpp_reader *parse_in __attribute__((weak));
extern enum cxx_dialect cxx_dialect __attribute__((weak));

bool edgeprof_compat_is_cxx20()
{
    return &cxx_dialect && cxx_dialect >= cxx20;
}

cpp_reader *edgeprof_compat_reader()
{
    if (!edgeprof_compat_starts(lang_hooks.name, "GNU C") || !&parse_in)
        return NULL;
    return parse_in && !cpp_get_options(parse_in)->preprocessed ? parse_in
                                                                : NULL;
}

bool edgeprof_compat_is_coroutine_body()
{
#if GCCPLUGIN_VERSION >= 15000
    /* Its parts are clones: named after it, each with a word of its own. */
    const char *name = edgeprof_compat_name(cfun->decl);
    const char *dot = strrchr(name, '.');
    return cfun->coroutine_component && dot && strcmp(dot, ".actor") == 0;
#else
    return cfun->coroutine_component && !cfun->function_end_locus;
#endif
}

#if GCCPLUGIN_VERSION >= 14000
/* The variable whose destructor STMT registers, or NULL. */
static tree registered(gimple *stmt)
{
    tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
    if (!callee || gimple_call_num_args(stmt) != 3 ||
        strcmp(edgeprof_compat_name(callee), "__cxa_atexit") != 0)
        return NULL_TREE;
    tree object = gimple_call_arg(stmt, 1);
    if (TREE_CODE(object) == ADDR_EXPR)
        object = get_base_address(TREE_OPERAND(object, 0));
    return object && VAR_P(object) ? object : NULL_TREE;
}

location_t edgeprof_compat_place(gimple *stmt)
{
    tree variable = DECL_ARTIFICIAL(cfun->decl) ? registered(stmt) : NULL_TREE;
    return LOCATION_LOCUS(variable ? DECL_SOURCE_LOCATION(variable)
                                   : gimple_location(stmt));
}
#else
location_t edgeprof_compat_place(gimple *stmt)
{
    return LOCATION_LOCUS(gimple_location(stmt));
}
#endif

const char *edgeprof_compat_name(tree decl)
{
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
    return *name == '*' ? name + 1 : name;
}

expanded_location edgeprof_compat_line(location_t location)
{
    expanded_location none = {};
    location = LOCATION_LOCUS(location);
    if (location < RESERVED_LOCATION_COUNT)
        return none;
    expanded_location at = expand_location(linemap_resolve_location(
        line_table, location, LRK_MACRO_EXPANSION_POINT, NULL));
    /* D's front end puts what it makes into such a file. */
    return at.file && strcmp(at.file, "<no_file>") == 0 ? none : at;
}

/* Whether MAP has a place for LINE and COLUMN. */
static bool has_place(const line_map_ordinary *map, unsigned line,
                      unsigned column)
{
    unsigned bits = map->m_column_and_range_bits - map->m_range_bits;
    return line >= ORDINARY_MAP_STARTING_LINE_NUMBER(map) &&
           column < 1u << bits;
}

const line_map_macro *edgeprof_compat_expansion(location_t place)
{
    place = LOCATION_LOCUS(place);
    const line_map *map =
        linemap_location_from_macro_expansion_p(line_table, place)
            ? linemap_lookup(line_table, place)
            : NULL;
    return map ? linemap_check_macro(map) : NULL;
}

/* Where the macro is used that PLACE is in and that is another name for one word, as iso646.h's
 * are; or PLACE. */
static location_t outside_names(location_t place)
{
    const line_map_macro *expansion = edgeprof_compat_expansion(place);

    return expansion && MACRO_MAP_NUM_MACRO_TOKENS(expansion) == 1
               ? outside_names(edgeprof_compat_expanded_at(expansion))
               : place;
}

/* A line that is longer than GCC thought goes on in another map. */
location_t edgeprof_compat_place_at(location_t near, unsigned line,
                                    unsigned column)
{
    location_t place = LOCATION_LOCUS(outside_names(near));
    const line_map *found = place < RESERVED_LOCATION_COUNT
                                ? NULL
                                : linemap_lookup(line_table, place);
    if (!found || linemap_macro_expansion_map_p(found))
        return near;
    const line_map_ordinary *map = linemap_check_ordinary(found);
    const line_map_ordinary *last = LINEMAPS_LAST_ORDINARY_MAP(line_table);
    while (!has_place(map, line, column) && map < last &&
           line >= ORDINARY_MAP_STARTING_LINE_NUMBER(map) &&
           strcmp(ORDINARY_MAP_FILE_NAME(map),
                  ORDINARY_MAP_FILE_NAME(map + 1)) == 0)
        map++;
    return has_place(map, line, column) ? linemap_position_for_line_and_column(
                                              line_table, map, line, column)
                                        : near;
}

bool edgeprof_compat_on_other_line(location_t a, location_t b)
{
    expanded_location left = edgeprof_compat_line(a);
    expanded_location right = edgeprof_compat_line(b);
    return left.file && right.file &&
           (left.line != right.line || strcmp(left.file, right.file) != 0);
}

location_t edgeprof_compat_definition(tree fndecl)
{
    location_t name = DECL_SOURCE_LOCATION(fndecl);
    struct function *body = DECL_STRUCT_FUNCTION(fndecl);
    if (!body || !edgeprof_compat_line(name).sysp)
        return name;
    location_t start = body->function_start_locus;
    if (!start && edgeprof_compat_is_c()) /* its head is being parsed */
        start = input_location;
    return !start || edgeprof_compat_line(start).sysp ? name : start;
}

bool edgeprof_compat_inline_builtin(tree decl)
{
    if (fndecl_built_in_p(decl, BUILT_IN_MD))
        return true; /* the target's: one instruction or a few */
    if (!fndecl_built_in_p(decl, BUILT_IN_NORMAL))
        return false;
    switch (DECL_FUNCTION_CODE(decl)) {
    CASE_BUILT_IN_ALLOCA:
        return true;
    case BUILT_IN_APPLY: /* calls what it is given */
    case BUILT_IN_SETJMP:
    case BUILT_IN_LONGJMP:
    case BUILT_IN_NONLOCAL_GOTO:
    case BUILT_IN_EH_RETURN:
    case BUILT_IN_UNWIND_RESUME:
    case BUILT_IN_CXA_END_CLEANUP:
        return false;
    default:
        break;
    }
    /* A builtin with a library function has its assembler name. */
    const char *name = edgeprof_compat_name(decl);
    return edgeprof_compat_starts(name, "__builtin_") ||
           edgeprof_compat_starts(name, "__atomic_") ||
           edgeprof_compat_starts(name, "__sync_");
}
