/* SPDX-License-Identifier: MIT
 *
 * gcc_source.cc - see gcc_source.h.
 */
#include "gcc_source.h"

namespace
{

struct source {
    const char *path;
    bool is_read; /* or it was tried */
    char *text;   /* NULL: it could not be */
    size_t size;
    struct ep_words words;
    uint8_t *is_kept; /* of each line; NULL: of none is it known */
    size_t n_lines;   /* that `is_kept` has room for */
    size_t last_kept;
    size_t last_read;
    bool is_late; /* a line was kept that had been read before */
};

hash_map<nofree_string_hash, source *> sources; /* of the names in locations */

source *source_of(const char *path)
{
    static source *last; /* most lines are of the file that the one before is */
    if (last && last->path == path)
        return last;
    bool existed;
    source *&found = sources.get_or_insert(path, &existed);
    if (!existed) {
        found = XCNEW(source);
        found->path = path;
    }
    last = found;
    return found;
}

/* ---- what is compiled ---------------------------------------------------- */

void make_room(source *file, size_t n_lines)
{
    if (n_lines <= file->n_lines)
        return;
    size_t n = MAX(n_lines, 2 * file->n_lines);
    file->is_kept = XRESIZEVEC(uint8_t, file->is_kept, n);
    memset(file->is_kept + file->n_lines, 0, n - file->n_lines);
    file->n_lines = n;
}

void keep(source *file, size_t line)
{
    make_room(file, line);
    if (!file->is_kept[line - 1] && line <= file->last_read)
        file->is_late = true;
    file->is_kept[line - 1] = 1;
    file->last_kept = MAX(file->last_kept, line);
}

void (*next_line_change)(cpp_reader *, const cpp_token *, int);

/* TOKEN, which is compiled, is the first on its line. */
void on_line_change(cpp_reader *reader, const cpp_token *token,
                    int in_arguments)
{
    next_line_change(reader, token, in_arguments);
    location_t place = get_pure_location(token->src_loc);
    const line_map *map = linemap_lookup(line_table, place);
    if (token->type == CPP_EOF || !map || linemap_macro_expansion_map_p(map))
        return;
    const line_map_ordinary *file = linemap_check_ordinary(map);
    linenum_type line = SOURCE_LINE(file, place);
    if (line > 0)
        keep(source_of(ORDINARY_MAP_FILE_NAME(file)), line);
}

/* ---- the text ------------------------------------------------------------ */

/* All of FILE, which is no pipe, and a NUL behind it; NULL: it cannot be read. */
char *read_file(const char *path, size_t *size)
{
    struct stat about;
    FILE *file = fopen(path, "r");
    char *text = NULL;
    if (file && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode)) {
        text = XNEWVEC(char, about.st_size + 1);
        *size = fread(text, 1, about.st_size, file);
        text[*size] = '\0';
    }
    if (file)
        fclose(file);
    return text;
}

/* Whether names for signs are signs: as C++ has them, or iso646.h. */
bool has_names()
{
    cpp_reader *reader = edgeprof_compat_reader();
    const cpp_options *options = cpp_get_options(reader);
    return (options->cplusplus && options->operator_names) ||
           cpp_defined(reader, (const unsigned char *)"and", strlen("and"));
}

/* Have the words of FILE begin. */
bool begin(source *file)
{
    if (!file->is_read)
        file->text = read_file(file->path, &file->size);
    file->is_read = true;
    file->last_read = 0;
    file->is_late = false;
    return file->text && ep_words_begin(file->text, file->size, has_names(),
                                        &file->words) == EP_OK;
}

/* Have the words of FILE go on, up to what is known of it. */
bool go_on(source *file)
{
    struct ep_words *words = &file->words;
    size_t last = words->n_lines;
    if (file->last_kept > 0) {
        make_room(file, words->n_lines);
        if (symtab->state == PARSING)
            last = MIN(last, file->last_kept);
    }
    if (last <= file->last_read)
        return true;
    file->last_read = last;
    if (ep_words_go_on(words, last, file->is_kept) == EP_OK)
        return true;
    ep_words_release(words); /* rather none than some */
    return false;
}

} // namespace

void edgeprof_source_start_unit()
{
    cpp_reader *reader = edgeprof_compat_reader();
    if (!reader)
        return;
    struct cpp_callbacks *callbacks = cpp_get_callbacks(reader);
    next_line_change = callbacks->line_change;
    callbacks->line_change = on_line_change;
}

const struct ep_words *edgeprof_source_words(const char *path)
{
    if (!path || !edgeprof_compat_reader())
        return NULL;
    source *file = source_of(path);
    if (file->is_late)
        ep_words_release(&file->words);
    if ((!file->is_read || file->is_late) && !begin(file))
        return NULL;
    return file->text && go_on(file) ? &file->words : NULL;
}

const struct ep_words *edgeprof_source_words_at(location_t place)
{
    return place == UNKNOWN_LOCATION
               ? NULL
               : edgeprof_source_words(edgeprof_compat_line(place).file);
}

uint32_t edgeprof_source_word(const struct ep_words *words, location_t place)
{
    return place == UNKNOWN_LOCATION
               ? EP_NONE
               : ep_words_find(words,
                               edgeprof_point_of(edgeprof_compat_line(place)));
}
