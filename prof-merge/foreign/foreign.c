/* SPDX-License-Identifier: MIT */
#include "foreign.h"

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

void foreign_fail(struct foreign *foreign, int status, const char *format, ...)
{
    char text[256];
    va_list list;

    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!foreign->status)
        foreign->status =
            ep_fail(foreign->diag, status, "%s: %s", foreign->path, text);
}

void foreign_fail_line(struct foreign *foreign, size_t number, const char *at,
                       const char *end)
{
    foreign_fail(foreign, EP_EFORMAT, "line %zu is malformed: %.*s", number,
                 (int)(end - at < 60 ? end - at : 60), at);
}

static void no_memory(struct foreign *foreign)
{
    foreign_fail(foreign, EP_ENOMEM, "out of memory");
}

static void set_text(struct foreign *foreign, char **out, const char *text)
{
    ep_mem_free(*out);
    *out = ep_mem_dup(text, strlen(text));
    if (!*out)
        no_memory(foreign);
}

void foreign_set_tool(struct foreign *foreign, const char *tool)
{
    set_text(foreign, &foreign->tool, tool);
}

void foreign_set_directory(struct foreign *foreign, const char *directory)
{
    set_text(foreign, &foreign->directory, directory);
}

uint32_t foreign_file(struct foreign *foreign, const char *name, size_t size)
{
    uint64_t hash = ep_hash(EP_HASH_START, name, size);
    size_t cursor = 0;
    uint32_t i;
    char *copy;

    while ((i = ep_map_next(&foreign->by_name, hash, &cursor)) != EP_NONE)
        if (strncmp(foreign->files[i], name, size) == 0 &&
            foreign->files[i][size] == '\0')
            return i;
    copy = ep_mem_dup(name, size);
    if (!copy ||
        EP_GROW(foreign->files, foreign->n_files, foreign->files_capacity) ||
        ep_map_add(&foreign->by_name, hash, (uint32_t)foreign->n_files)) {
        ep_mem_free(copy);
        no_memory(foreign);
        return EP_NONE;
    }
    foreign->files[foreign->n_files] = copy;
    return (uint32_t)foreign->n_files++;
}

void foreign_add_line(struct foreign *foreign, uint32_t file, uint32_t line,
                      uint64_t count)
{
    if (line == 0 || foreign->status)
        return;
    if (EP_GROW(foreign->lines, foreign->n_lines, foreign->lines_capacity))
        no_memory(foreign);
    else
        foreign->lines[foreign->n_lines++] =
            (struct foreign_line){file, line, count, 0};
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

void foreign_add_function(struct foreign *foreign, uint32_t file, uint32_t line,
                          uint32_t end, const char *name, size_t size,
                          uint64_t count)
{
    size_t skip =
        file == EP_NONE ? 0 : file_size(foreign->files[file], name, size);
    char *copy = foreign->status ? NULL : ep_mem_dup(name + skip, size - skip);

    if (!copy || EP_GROW(foreign->functions, foreign->n_functions,
                         foreign->functions_capacity)) {
        ep_mem_free(copy);
        no_memory(foreign);
        return;
    }
    foreign->functions[foreign->n_functions++] =
        (struct foreign_function){file, line, end, copy, count};
}

void foreign_add_outcome(struct foreign *foreign,
                         const struct foreign_outcome *outcome)
{
    if (outcome->at.line == 0 || foreign->status)
        return;
    if (EP_GROW(foreign->outcomes, foreign->n_outcomes,
                foreign->outcomes_capacity))
        no_memory(foreign);
    else
        foreign->outcomes[foreign->n_outcomes++] = *outcome;
}

static void release(struct foreign *foreign)
{
    for (size_t i = 0; i < foreign->n_files; i++)
        ep_mem_free(foreign->files[i]);
    for (size_t i = 0; i < foreign->n_functions; i++)
        ep_mem_free(foreign->functions[i].name);
    ep_mem_free(foreign->files);
    ep_mem_free(foreign->functions);
    ep_mem_free(foreign->lines);
    ep_mem_free(foreign->outcomes);
    ep_mem_free(foreign->tool);
    ep_mem_free(foreign->directory);
    ep_mem_free(foreign->full);
    ep_map_release(&foreign->by_name);
}

/* ---- words --------------------------------------------------------------- */

int foreign_number(const char **at, const char *end, uint64_t *out)
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

int foreign_number32(const char **at, const char *end, uint32_t *out)
{
    uint64_t number;

    if (foreign_number(at, end, &number) || number >= UINT32_MAX)
        return -1;
    *out = (uint32_t)number;
    return 0;
}

int foreign_text(const char **at, const char *end, const char *text)
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
    const struct foreign_line *a = left, *b = right;
    int order = compare(a->file, b->file);

    return order ? order : compare(a->line, b->line);
}

static void add_line(void *to, void *from)
{
    struct foreign_line *line = to;

    line->count =
        edgeprof_add(line->count, ((struct foreign_line *)from)->count);
}

/* What begins at one line and ends later holds what ends before. */
static int by_function(const void *left, const void *right)
{
    const struct foreign_function *a = left, *b = right;
    int order = compare(a->file, b->file);

    if (!order)
        order = compare(a->line, b->line);
    if (!order)
        order = compare(b->end, a->end);
    return order ? order : strcmp(a->name, b->name);
}

static void add_function(void *to, void *from)
{
    struct foreign_function *function = to, *other = from;

    function->count = edgeprof_add(function->count, other->count);
    ep_mem_free(other->name);
}

int foreign_order_outcomes(const void *left, const void *right)
{
    const struct foreign_outcome *a = left, *b = right;
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
    struct foreign_outcome *outcome = to;

    outcome->count =
        edgeprof_add(outcome->count, ((struct foreign_outcome *)from)->count);
}

static void fold(struct foreign *foreign)
{
    foreign->n_lines = ep_fold(foreign->lines, foreign->n_lines,
                               sizeof *foreign->lines, by_line, add_line);
    foreign->n_functions =
        ep_fold(foreign->functions, foreign->n_functions,
                sizeof *foreign->functions, by_function, add_function);
    foreign->n_outcomes =
        ep_fold(foreign->outcomes, foreign->n_outcomes,
                sizeof *foreign->outcomes, foreign_order_outcomes, add_outcome);
}

/* ---- files --------------------------------------------------------------- */

typedef void reader_fn(struct foreign *foreign, const struct ep_buf *text);

/* By what the first line that is not empty begins with. */
static const struct format {
    const char *start;
    reader_fn *read;
} formats[] = {
    {"TN:", foreign_read_lcov},
    {"SF:", foreign_read_lcov},
    {"# callgrind format", foreign_read_callgrind},
    {"version: 1", foreign_read_callgrind},
    {"{", foreign_read_json},
    {"<", foreign_read_cobertura},
};

static reader_fn *find_reader(const char *at, const char *end)
{
    while (at < end && (*at == '\n' || *at == '\r' || *at == ' '))
        at++;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (foreign_text(&at, end, formats[i].start))
            return formats[i].read;
    return NULL;
}

/* The next bytes behind those of TEXT, at most SIZE; 0 at the end. */
static int read_some(struct foreign *foreign, gzFile file, struct ep_buf *text)
{
    char some[1 << 16];
    int n = gzread(file, some, sizeof some);
    int code;

    if (n < 0)
        foreign_fail(foreign, EP_EIO, "%s", gzerror(file, &code));
    else
        ep_buf_add(text, some, (size_t)n);
    if (text->failed)
        no_memory(foreign);
    return foreign->status ? 0 : n;
}

static void read_text(struct foreign *foreign, gzFile file, reader_fn *reader,
                      struct ep_buf *text)
{
    int code;

    while (read_some(foreign, file, text) > 0)
        ;
    (void)gzerror(file, &code);
    if (code == Z_BUF_ERROR)
        foreign_fail(foreign, EP_EFORMAT,
                     "ends within what gzip packed: it is not whole");
    if (!foreign->status && memchr(text->data, '\0', text->size))
        foreign_fail(foreign, EP_EFORMAT, "has a zero byte: it is no text");
    if (foreign->status)
        return;
    reader(foreign, text);
    if (!foreign->status && foreign->n_lines == 0 && foreign->n_functions == 0)
        foreign_fail(foreign, EP_EFORMAT, "it has no lines");
}

/* Relative paths start here, until the file says otherwise. */
static void set_here(struct foreign *foreign)
{
    char *here = getcwd(NULL, 0);

    if (here) {
        foreign_set_directory(foreign, here);
        foreign->full = foreign->path[0] == '/'
                            ? ep_mem_dup(foreign->path, strlen(foreign->path))
                            : ep_path_join(here, foreign->path);
        if (!foreign->full)
            no_memory(foreign);
    } else
        foreign_fail(foreign, EP_EIO, "the working directory: %s",
                     strerror(errno));
    (free)(here);
}

int foreign_read(const char *path, struct ep_diag *diag, int *out_is,
                 struct ep_counts *out)
{
    struct foreign foreign = {.path = path, .diag = diag};
    struct ep_buf text = {0};
    reader_fn *reader = NULL;
    struct stat there;
    gzFile file;

    *out_is = 0;
    /* What can be read once only is a profile, or nothing. */
    if (strcmp(path, "-") == 0 || stat(path, &there) ||
        !S_ISREG(there.st_mode) || !(file = gzopen(path, "re")))
        return EP_OK;
    if (read_some(&foreign, file, &text) > 0)
        reader = find_reader(text.data, text.data + text.size);
    *out_is = reader || foreign.status;
    if (*out_is)
        *out = (struct ep_counts){0};
    if (reader) {
        set_here(&foreign);
        read_text(&foreign, file, reader, &text);
        fold(&foreign);
        if (!foreign.status && foreign_module(&foreign, out))
            no_memory(&foreign);
    }
    (void)gzclose(file);
    ep_buf_release(&text);
    release(&foreign);
    return foreign.status;
}
