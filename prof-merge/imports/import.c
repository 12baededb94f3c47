/* SPDX-License-Identifier: MIT */
#include "import.h"

#include "base/order.h"
#include "base/paths.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* ---- what readers hand over ---------------------------------------------- */

void import_fail(struct import *import, int status, const char *format, ...)
{
    char text[256];
    va_list list;

    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!import->status)
        import->status =
            ep_fail(import->diag, status, "%s: %s", import->path, text);
}

void import_fail_line(struct import *import, size_t number, const char *at,
                      const char *end)
{
    import_fail(import, EP_EFORMAT, "line %zu is malformed: %.*s", number,
                (int)(end - at < 60 ? end - at : 60), at);
}

static void no_memory(struct import *import)
{
    import_fail(import, EP_ENOMEM, "out of memory");
}

static void set_text(struct import *import, char **out, const char *text)
{
    ep_mem_free(*out);
    *out = ep_mem_dup(text, strlen(text));
    if (!*out)
        no_memory(import);
}

void import_set_tool(struct import *import, const char *tool)
{
    set_text(import, &import->tool, tool);
}

void import_set_directory(struct import *import, const char *directory)
{
    set_text(import, &import->directory, directory);
}

uint32_t import_file(struct import *import, const char *name, size_t size)
{
    uint64_t hash = ep_hash(EP_HASH_START, name, size);
    size_t cursor = 0;
    uint32_t i;
    char *copy;

    while ((i = ep_map_next(&import->by_name, hash, &cursor)) != EP_NONE)
        if (strncmp(import->files[i], name, size) == 0 &&
            import->files[i][size] == '\0')
            return i;
    copy = ep_mem_dup(name, size);
    if (!copy ||
        EP_GROW(import->files, import->n_files, import->files_capacity) ||
        ep_map_add(&import->by_name, hash, (uint32_t)import->n_files)) {
        ep_mem_free(copy);
        no_memory(import);
        return EP_NONE;
    }
    import->files[import->n_files] = copy;
    return (uint32_t)import->n_files++;
}

void import_add_line(struct import *import, uint32_t file, uint32_t line,
                     uint64_t count)
{
    if (line == 0 || import->status)
        return;
    if (EP_GROW(import->lines, import->n_lines, import->lines_capacity))
        no_memory(import);
    else
        import->lines[import->n_lines++] =
            (struct import_line){file, line, count, 0};
}

/* Before the name of a local function LLVM puts its file's, "dir/f.c;": how long that
 * is in NAME, of SIZE bytes. */
static size_t file_size(const char *path, const char *name, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base);

    for (size_t i = 0; i + length < size; i++)
        if ((name[i + length] == ':' || name[i + length] == ';') &&
            (i == 0 || name[i - 1] == '/') &&
            memcmp(name + i, base, length) == 0)
            return i + length + 1;
    return 0;
}

void import_add_function(struct import *import, uint32_t file, uint32_t line,
                         uint32_t end, const char *name, size_t size,
                         uint64_t count)
{
    size_t skip =
        file == EP_NONE ? 0 : file_size(import->files[file], name, size);
    char *copy = import->status ? NULL : ep_mem_dup(name + skip, size - skip);

    if (!copy || EP_GROW(import->functions, import->n_functions,
                         import->functions_capacity)) {
        ep_mem_free(copy);
        no_memory(import);
        return;
    }
    import->functions[import->n_functions++] =
        (struct import_function){file, line, end, copy, count};
}

void import_add_outcome(struct import *import,
                        const struct import_outcome *outcome)
{
    if (outcome->at.line == 0 || import->status)
        return;
    if (EP_GROW(import->outcomes, import->n_outcomes,
                import->outcomes_capacity))
        no_memory(import);
    else
        import->outcomes[import->n_outcomes++] = *outcome;
}

static void release(struct import *import)
{
    for (size_t i = 0; i < import->n_files; i++)
        ep_mem_free(import->files[i]);
    for (size_t i = 0; i < import->n_functions; i++)
        ep_mem_free(import->functions[i].name);
    ep_mem_free(import->files);
    ep_mem_free(import->functions);
    ep_mem_free(import->lines);
    ep_mem_free(import->outcomes);
    ep_mem_free(import->tool);
    ep_mem_free(import->directory);
    ep_mem_free(import->full);
    ep_map_release(&import->by_name);
}

/* ---- words --------------------------------------------------------------- */

const char *import_line(const char **at, const char *end, const char **out_end)
{
    const char *line = *at;
    const char *newline =
        line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;

    *out_end = newline ? newline : end;
    *at = newline ? newline + 1 : end;
    return line < end ? line : NULL;
}

int import_number(const char **at, const char *end, uint64_t *out)
{
    const char *start = *at;

    *out = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
        uint64_t digit = (uint64_t)(**at - '0');

        *out =
            *out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *out * 10 + digit;
    }
    return *at > start ? 0 : -1;
}

int import_number32(const char **at, const char *end, uint32_t *out)
{
    uint64_t number;

    if (import_number(at, end, &number) || number >= UINT32_MAX)
        return -1;
    *out = (uint32_t)number;
    return 0;
}

int import_text(const char **at, const char *end, const char *text)
{
    size_t size = strlen(text);

    if ((size_t)(end - *at) < size || memcmp(*at, text, size) != 0)
        return 0;
    *at += size;
    return 1;
}

/* ---- what is said twice -------------------------------------------------- */

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int by_line(const void *left, const void *right)
{
    const struct import_line *a = left, *b = right;
    int order = compare(a->file, b->file);

    return order ? order : compare(a->line, b->line);
}

static void add_line(void *to, void *from)
{
    struct import_line *line = to;

    line->count =
        edgeprof_add(line->count, ((struct import_line *)from)->count);
}

/* What begins at one line and ends later holds what ends before. */
static int by_function(const void *left, const void *right)
{
    const struct import_function *a = left, *b = right;
    int order = compare(a->file, b->file);

    if (!order)
        order = compare(a->line, b->line);
    if (!order)
        order = compare(b->end, a->end);
    return order ? order : strcmp(a->name, b->name);
}

static void add_function(void *to, void *from)
{
    struct import_function *function = to, *other = from;

    function->count = edgeprof_add(function->count, other->count);
    ep_mem_free(other->name);
}

int import_order_outcomes(const void *left, const void *right)
{
    const struct import_outcome *a = left, *b = right;
    int order = compare(a->file, b->file);

    if (!order)
        order = compare(a->at.line, b->at.line);
    if (!order)
        order = compare(a->at.column, b->at.column);
    if (!order)
        order = compare(a->branch, b->branch);
    return order ? order : compare(a->way, b->way);
}

static void add_outcome(void *to, void *from)
{
    struct import_outcome *outcome = to;

    outcome->count =
        edgeprof_add(outcome->count, ((struct import_outcome *)from)->count);
}

static void fold(struct import *import)
{
    import->n_lines = ep_fold(import->lines, import->n_lines,
                              sizeof *import->lines, by_line, add_line);
    import->n_functions =
        ep_fold(import->functions, import->n_functions,
                sizeof *import->functions, by_function, add_function);
    import->n_outcomes =
        ep_fold(import->outcomes, import->n_outcomes, sizeof *import->outcomes,
                import_order_outcomes, add_outcome);
}

/* ---- files --------------------------------------------------------------- */

typedef void reader_fn(struct import *import, const struct ep_buf *text);

/* By what the first line that is not empty begins with. */
static const struct format {
    const char *start;
    reader_fn *read;
} formats[] = {
    {"TN:", import_read_lcov},
    {"SF:", import_read_lcov},
    {"# callgrind format", import_read_callgrind},
    {"version: 1", import_read_callgrind},
    {"{", import_read_json},
    {"<", import_read_cobertura},
};

static reader_fn *find_reader(const char *at, const char *end)
{
    while (at < end && (*at == '\n' || *at == '\r' || *at == ' '))
        at++;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (import_text(&at, end, formats[i].start))
            return formats[i].read;
    return NULL;
}

/* The next bytes behind those of TEXT, at most SIZE; 0 at the end. */
static int read_some(struct import *import, gzFile file, struct ep_buf *text)
{
    char some[1 << 16];
    int n = gzread(file, some, sizeof some);
    int code;

    if (n < 0)
        import_fail(import, EP_EIO, "%s", gzerror(file, &code));
    else
        ep_buf_add(text, some, (size_t)n);
    if (text->failed)
        no_memory(import);
    return import->status ? 0 : n;
}

static void read_text(struct import *import, gzFile file, reader_fn *reader,
                      struct ep_buf *text)
{
    int code;

    while (read_some(import, file, text) > 0)
        ;
    (void)gzerror(file, &code);
    if (code == Z_BUF_ERROR)
        import_fail(import, EP_EFORMAT,
                    "ends within what gzip packed: it is not whole");
    if (!import->status && memchr(text->data, '\0', text->size))
        import_fail(import, EP_EFORMAT, "has a zero byte: it is no text");
    if (import->status)
        return;
    reader(import, text);
    if (!import->status && import->n_lines == 0 && import->n_functions == 0)
        import_fail(import, EP_EFORMAT, "it has no lines");
}

/* Relative paths start here, until the file says otherwise. */
static void set_here(struct import *import)
{
    char *here = getcwd(NULL, 0);

    if (here) {
        import_set_directory(import, here);
        import->full = import->path[0] == '/'
                           ? ep_mem_dup(import->path, strlen(import->path))
                           : ep_path_join(here, import->path);
        if (!import->full)
            no_memory(import);
    } else
        import_fail(import, EP_EIO, "the working directory: %s",
                    strerror(errno));
    (free)(here);
}

int import_read(const char *path, struct ep_diag *diag, int *out_is,
                struct ep_counts *out)
{
    struct import import = {.path = path, .diag = diag};
    struct ep_buf text = {0};
    reader_fn *reader = NULL;
    struct stat there;
    gzFile file;

    *out_is = 0;
    /* What can be read once only is a profile, or nothing. */
    if (strcmp(path, "-") == 0 || stat(path, &there) ||
        !S_ISREG(there.st_mode) || !(file = gzopen(path, "re")))
        return EP_OK;
    if (read_some(&import, file, &text) > 0)
        reader = find_reader(text.data, text.data + text.size);
    *out_is = reader || import.status;
    if (*out_is)
        *out = (struct ep_counts){0};
    if (reader) {
        set_here(&import);
        read_text(&import, file, reader, &text);
        fold(&import);
        if (!import.status && import_module(&import, out))
            no_memory(&import);
    }
    (void)gzclose(file);
    ep_buf_release(&text);
    release(&import);
    return import.status;
}
