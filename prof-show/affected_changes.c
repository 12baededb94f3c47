/* SPDX-License-Identifier: MIT */
#include "affected_changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "git.h"
#include "tool/say.h"

void old_changes_release(struct old_changes *changes)
{
    ep_mem_free(changes->items);
    ep_mem_free(changes->unknown);
    ep_mem_free(changes->fresh);
    ep_buf_release(&changes->text);
    ep_buf_release(&changes->others);
    *changes = (struct old_changes){0};
}

/* ---- files --------------------------------------------------------------- */

/* A compiler is given these; others include the rest. */
static int is_compiled(const char *path)
{
    static const char *const ends[] = {"c",   "C",   "cc",  "cp",  "cpp", "CPP",
                                       "cxx", "c++", "m",   "mm",  "rs",  "d",
                                       "f",   "for", "f90", "f95", "adb"};
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(dot + 1, ends[i]) == 0)
            return 1;
    return 0;
}

static int is_included(const char *path)
{
    static const char *const ends[] = {"h",   "H",   "hh",  "hp",  "hpp",
                                       "hxx", "h++", "inc", "inl", "ipp",
                                       "tcc", "tpp", "txx", "def"};
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(dot + 1, ends[i]) == 0)
            return 1;
    return 0;
}

static int is_code(const char *path)
{
    return is_compiled(path) || is_included(path);
}

/* The file that git knows as PATH below ROOT; it may be gone by now. */
static uint32_t find_file(const struct ep_profile *profile, const char *root,
                          const char *path)
{
    size_t n = strlen(root);

    for (size_t i = 0; i < profile->n_files; i++) {
        const struct ep_profile_file *file = &profile->files[i];

        if (strcmp(file->name, path) == 0 ||
            (strncmp(file->full, root, n) == 0 && file->full[n] == '/' &&
             strcmp(file->full + n + 1, path) == 0))
            return (uint32_t)i;
    }
    return EP_NONE;
}

/* ---- lines --------------------------------------------------------------- */

struct reader {
    struct view *view;
    const char *root;
    const char *path; /* of the old state; NULL: there was none */
    uint32_t file;
    struct old_changes *out;
};

static int add(struct reader *reader, uint32_t file, uint32_t first,
               uint32_t end, const char *where)
{
    struct old_changes *out = reader->out;

    if (EP_GROW(out->items, out->n, out->capacity))
        return EP_ENOMEM;
    out->items[out->n++] =
        (struct change){file, first, end, reader->path, where};
    return EP_OK;
}

static int has_code(const struct ep_profile_file *file, uint32_t line)
{
    for (size_t i = 0; i < file->n_lines; i++)
        if (file->lines[i].line == line)
            return 1;
    return 0;
}

/* Where FUNCTION's code in FILE ends; 0: it has none. */
static uint32_t last_line(const struct ep_profile_function *function,
                          uint32_t file)
{
    uint32_t last = 0;

    for (size_t i = 0; i < function->n_lines; i++)
        if (function->lines[i].file == file && function->lines[i].line > last)
            last = function->lines[i].line;
    return last;
}

/* The innermost function of FILE that has both LINE and NEXT in it: the one that
 * begins last. */
static int add_function(struct reader *reader, uint32_t line, uint32_t next)
{
    const struct ep_profile_file *file =
        &reader->view->profile.files[reader->file];
    uint32_t first = 0, end = 0;

    for (size_t i = 0; i < file->n_functions; i++) {
        const struct ep_profile_function *function = &file->functions[i];
        uint32_t start = function->function->line;
        uint32_t last = last_line(function, reader->file);

        if (start <= line && next <= last + 1 && line <= last &&
            (start > first || (start == first && last >= end))) {
            first = start;
            end = last + 1;
        }
    }
    if (first)
        return add(reader, reader->file, first, end, NULL);
    if (is_compiled(reader->path))
        return add(reader, reader->file, 1, UINT32_MAX, "outside of functions");
    return add(reader, EP_NONE, 0, 0, "outside of functions");
}

static int add_line(struct reader *reader, uint32_t line)
{
    const struct ep_profile_file *file =
        &reader->view->profile.files[reader->file];

    if (has_code(file, line))
        return add(reader, reader->file, line, line + 1, NULL);
    return add_function(reader, line, line);
}

static int is_blank(const char *text)
{
    return text[strspn(text, " \t\r\f\v")] == '\0';
}

/* The hunk whose head is TEXT, "@@ -1,2 +3,4 @@": its old lines, and the place
 * of those that are only new.  Returns a status; *NEXT is behind it. */
static int read_hunk(struct reader *reader, const char *text, char **next)
{
    char *at;
    uint32_t line = (uint32_t)strtoul(strchr(text, '-') + 1, &at, 10);
    unsigned long n = *at == ',' ? strtoul(at + 1, NULL, 10) : 1;
    int inserts = 0, status = EP_OK;

    while (*next && (**next == '-' || **next == '+' || **next == '\\')) {
        char *of = *next;

        *next = strchr(of, '\n');
        if (*next)
            *(*next)++ = '\0';
        if (reader->file == EP_NONE || status || is_blank(of + 1))
            line += *of == '-';
        else if (*of == '-')
            status = add_line(reader, line++);
        else if (*of == '+')
            inserts = 1;
    }
    return !status && inserts && n == 0 ? add_function(reader, line, line + 1)
                                        : status;
}

/* ---- what git says ------------------------------------------------------- */

static int add_path(const char ***items, size_t *n, size_t *capacity,
                    const char *path)
{
    if (EP_GROW(*items, *n, *capacity))
        return EP_ENOMEM;
    (*items)[(*n)++] = path;
    return EP_OK;
}

static char *path_of(char *line)
{
    char *path = line + 4;
    size_t n = strlen(path);

    if (n && path[n - 1] == '\t') /* after a name with blanks */
        path[n - 1] = '\0';
    git_unquote(path);
    return strcmp(path, "/dev/null") == 0 ? NULL : path;
}

/* The file was PATH; whether the user wants to see it. */
static int take_old(struct reader *reader, const char *path)
{
    struct old_changes *out = reader->out;

    reader->path = path;
    reader->file = EP_NONE;
    if (!path || !view_shows_path(reader->view, path))
        return EP_OK;
    reader->file = find_file(&reader->view->profile, reader->root, path);
    if (reader->file != EP_NONE)
        return EP_OK;
    if (is_included(path))
        return add(reader, EP_NONE, 0, 0, "without code of its own");
    return add_path(&out->unknown, &out->n_unknown, &out->unknown_capacity,
                    path);
}

static int take_new(struct reader *reader, const char *path)
{
    struct old_changes *out = reader->out;

    if (!path || reader->path || !is_code(path))
        return EP_OK;
    return add_path(&out->fresh, &out->n_fresh, &out->fresh_capacity, path);
}

static int read_diff(struct reader *reader, char *text)
{
    int status = EP_OK;

    while (!status && text && *text) {
        char *next = strchr(text, '\n');

        if (next)
            *next++ = '\0';
        if (strncmp(text, "@@ ", 3) == 0)
            status = read_hunk(reader, text, &next);
        else if (strncmp(text, "--- ", 4) == 0)
            status = take_old(reader, path_of(text));
        else if (strncmp(text, "+++ ", 4) == 0)
            status = take_new(reader, path_of(text));
        text = next;
    }
    return status;
}

static int read_untracked(struct old_changes *out)
{
    int status = EP_OK;

    for (size_t at = 0; !status && at < out->others.size;
         at += strlen(out->others.data + at) + 1)
        if (is_code(out->others.data + at))
            status = add_path(&out->fresh, &out->n_fresh, &out->fresh_capacity,
                              out->others.data + at);
    return status;
}

static int by_place(const void *left, const void *right)
{
    const struct change *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

static void make_distinct(struct old_changes *changes)
{
    size_t n = 0;

    if (changes->n)
        qsort(changes->items, changes->n, sizeof *changes->items, by_place);
    for (size_t i = 0; i < changes->n; i++)
        if (n == 0 || by_place(&changes->items[n - 1], &changes->items[i]) != 0)
            changes->items[n++] = changes->items[i];
    changes->n = n;
}

int old_changes_make(struct view *view, struct old_changes *out)
{
    const char *source_root = view->options->source_root;
    char *directory = (char *)(source_root ? source_root : ".");
    char *root;
    int result =
        git_root(directory, "--affected", view->options->affected, &root);
    struct reader reader = {.view = view, .out = out};

    *out = (struct old_changes){0};
    if (result == EXIT_DONE)
        result = git_changes(directory, root, "--affected",
                             (char *)view->options->affected, 1, &out->text,
                             &out->others);
    reader.root = root;
    ep_buf_add(&out->text, "", 1);
    if (result == EXIT_DONE &&
        (out->text.failed || read_diff(&reader, out->text.data) ||
         read_untracked(out))) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    }
    make_distinct(out);
    ep_mem_free(root);
    return result;
}
