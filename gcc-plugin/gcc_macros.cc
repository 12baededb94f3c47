/* SPDX-License-Identifier: MIT
 *
 * gcc_macros.cc - see gcc_macros.h.
 */
#include "gcc_macros.h"

#include "gcc_source.h"

namespace
{

struct definition {
    const char *file; /* of GCC's, which stays */
    edgeprof_macro macro;
};

auto_vec<definition> definitions; /* few: those of macros that have a ?: */

/* Where word I of EXPANSION stands in the definition. */
location_t defined_at(const line_map_macro *expansion, unsigned i)
{
    return MACRO_MAP_LOCATIONS(expansion)[2 * i + 1];
}

/* Where it was written: of an argument, where the macro is used. */
location_t spelled_at(const line_map_macro *expansion, unsigned i)
{
    return MACRO_MAP_LOCATIONS(expansion)[2 * i];
}

unsigned index_in(const line_map_macro *expansion, location_t place)
{
    return LOCATION_LOCUS(place) - MAP_START_LOCATION(expansion);
}

bool is_of_argument(const line_map_macro *expansion, unsigned i)
{
    return spelled_at(expansion, i) != defined_at(expansion, i);
}

/* Where LINE of the file of WORDS begins. */
const char *line_of(const struct ep_words *words, int line)
{
    return words->text + words->lines[line - 1];
}

/* Whether LINE of that file goes on in the next one. */
bool goes_on(const struct ep_words *words, int line)
{
    if ((size_t)line >= words->n_lines)
        return false;
    const char *begin = line_of(words, line), *end = line_of(words, line + 1);
    const void *last = memrchr(begin, '\\', (size_t)(end - begin));
    return last && ep_splice_size((const char *)last,
                                  (size_t)(end - (const char *)last));
}

/* Read the words of the directive that LINE of FILE is in, as if it were none. */
bool read_definition(const struct ep_words *file, int line, edgeprof_macro *out)
{
    if (line < 1 || (size_t)line > file->n_lines)
        return false;
    for (out->first = line; out->first > 1 && goes_on(file, out->first - 1);)
        out->first--;
    while (goes_on(file, line))
        line++;
    const char *begin = line_of(file, out->first);
    size_t size = (size_t)line < file->n_lines ? line_of(file, line + 1) - begin
                                               : strlen(begin);
    char *text = xstrndup(begin, size);
    char *sign = text + strspn(text, " \t");
    struct ep_words *words = XCNEW(struct ep_words);
    if (*sign == '#' || edgeprof_compat_starts(sign, "%:"))
        memset(sign, ' ', *sign == '#' ? 1 : 2);
    out->words = words;
    return ep_words_read(text, size, file->has_names, words) == EP_OK;
}

} // namespace

bool edgeprof_macros_find(location_t place, edgeprof_macro *out)
{
    *out = {};
    const line_map_macro *expansion = edgeprof_compat_expansion(place);
    while (expansion && is_of_argument(expansion, index_in(expansion, place))) {
        place = spelled_at(expansion, index_in(expansion, place));
        expansion = edgeprof_compat_expansion(place);
    }
    if (!expansion)
        return false;
    expanded_location at =
        edgeprof_compat_line(defined_at(expansion, index_in(expansion, place)));
    const struct ep_words *file = edgeprof_source_words(at.file);
    if (!file)
        return false;
    for (const definition &one : definitions)
        if (strcmp(one.file, at.file) == 0 && at.line >= one.macro.first &&
            at.line < one.macro.first + (int)one.macro.words->n_lines)
            *out = one.macro;
    if (!out->words) {
        if (!read_definition(file, at.line, out))
            return false;
        definitions.safe_push({at.file, *out});
    }
    out->expansion = expansion;
    return true;
}

uint32_t edgeprof_macros_word(const edgeprof_macro &macro, location_t place)
{
    const line_map_macro *expansion = edgeprof_compat_expansion(place);
    while (expansion && expansion != macro.expansion) {
        unsigned i = index_in(expansion, place);
        place = is_of_argument(expansion, i)
                    ? spelled_at(expansion, i)
                    : edgeprof_compat_expanded_at(expansion);
        expansion = edgeprof_compat_expansion(place);
    }
    if (!expansion)
        return EP_NONE;
    expanded_location at =
        edgeprof_compat_line(defined_at(expansion, index_in(expansion, place)));
    return ep_words_find(macro.words, {(uint32_t)(at.line - macro.first + 1),
                                       (uint32_t)at.column});
}

location_t edgeprof_macros_argument(const edgeprof_macro &macro, uint32_t i)
{
    const line_map_macro *expansion = macro.expansion;
    for (unsigned k = 0; k < MACRO_MAP_NUM_MACRO_TOKENS(expansion); k++)
        if (is_of_argument(expansion, k) &&
            edgeprof_macros_word(macro, MAP_START_LOCATION(expansion) + k) == i)
            return spelled_at(expansion, k);
    return UNKNOWN_LOCATION;
}
