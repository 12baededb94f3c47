/* SPDX-License-Identifier: MIT */
#include "changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/paths.h"
#include "git.h"
#include "source.h"
#include "tool/say.h"

/* ---- the lines ----------------------------------------------------------- */

struct range {
    uint32_t file;
    uint32_t first;
    uint32_t end; /* one past the last */
};

/* Where a file of the profile is. */
struct place {
    char *real; /* owned */
    uint32_t file;
};

struct changes {
    struct range *items;
    size_t n;
    size_t capacity;
    struct place *places; /* by path */
    size_t n_places;
    size_t n_files; /* that git says have changed */
    size_t n_found; /* of these and of new ones, in the profile */
};

/* Where FILE is now, symbolic links resolved, as git resolves those of its
 * root; free with free(3).  NULL: nowhere. */
static char *real_path(const struct view *view,
                       const struct ep_profile_file *file)
{
    char *real = NULL;
    char *path;

    for (size_t i = 0; !real && (path = source_place(view, file, i)); i++) {
        real = realpath(path, NULL);
        ep_mem_free(path);
    }
    return real;
}

static int by_path(const void *left, const void *right)
{
    const struct place *a = left, *b = right;

    return strcmp(a->real, b->real);
}

static int find_real_paths(const struct view *view, struct changes *out)
{
    out->places = ep_mem_zeroed(view->profile.n_files, sizeof *out->places);
    if (!out->places)
        return EP_ENOMEM;
    for (size_t i = 0; i < view->profile.n_files; i++) {
        char *real = real_path(view, &view->profile.files[i]);

        if (real)
            out->places[out->n_places++] = (struct place){real, (uint32_t)i};
    }
    if (out->n_places)
        qsort(out->places, out->n_places, sizeof *out->places, by_path);
    return EP_OK;
}

static void release_changes(struct changes *changes)
{
    for (size_t i = 0; i < changes->n_places; i++)
        free(changes->places[i].real);
    ep_mem_free(changes->places);
    ep_mem_free(changes->items);
}

/* The file of the profile that git knows as PATH below ROOT into OUT, or
 * EP_NONE.  EP_OK or EP_ENOMEM. */
static int find_file(struct changes *changes, const char *root,
                     const char *path, uint32_t *out)
{
    struct place key = {.real = ep_path_join(root, path)};
    const struct place *found = NULL;

    if (!key.real)
        return EP_ENOMEM;
    if (changes->n_places)
        found = bsearch(&key, changes->places, changes->n_places,
                        sizeof *changes->places, by_path);
    changes->n_found += found != NULL;
    *out = found ? found->file : EP_NONE;
    ep_mem_free(key.real);
    return EP_OK;
}

static int add_lines(struct changes *changes, uint32_t file, uint32_t first,
                     uint32_t end)
{
    if (EP_GROW(changes->items, changes->n, changes->capacity))
        return EP_ENOMEM;
    changes->items[changes->n++] = (struct range){file, first, end};
    return EP_OK;
}

/* The new side of "@@ -1,2 +3,4 @@": 3 and 4. */
static int add_range(struct changes *changes, uint32_t file, const char *line)
{
    const char *plus = strchr(line, '+');
    unsigned long first, n = 1;
    char *end;

    if (!plus || file == EP_NONE)
        return EP_OK;
    first = strtoul(plus + 1, &end, 10);
    if (*end == ',')
        n = strtoul(end + 1, NULL, 10);
    if (n == 0)
        return EP_OK;
    return add_lines(changes, file, (uint32_t)first, (uint32_t)(first + n));
}

/* Without context lines every line of a hunk begins with + or -, so that none
 * of the source is taken for a header; their number is in the hunk's. */
static int read_diff(const char *root, char *text, struct changes *out)
{
    uint32_t file = EP_NONE;
    int status = EP_OK;
    int in_header = 1;
    char *next;

    for (; !status && text && *text; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = '\0';
        if (strncmp(text, "diff ", 5) == 0) {
            in_header = 1;
            file = EP_NONE;
        } else if (strncmp(text, "@@ ", 3) == 0) {
            in_header = 0;
            status = add_range(out, file, text);
        } else if (in_header && strncmp(text, "+++ ", 4) == 0) {
            char *path = text + 4;
            size_t n = strlen(path);

            if (n && path[n - 1] == '\t') /* after a name with blanks */
                path[n - 1] = '\0';
            git_unquote(path);
            out->n_files++;
            status = find_file(out, root, path, &file);
        }
    }
    return status;
}

static int by_place(const void *left, const void *right)
{
    const struct range *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

static unsigned is_unchanged(void *context, uint32_t file, uint32_t line)
{
    const struct changes *changes = context;
    size_t low = 0, high = changes->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct range *range = &changes->items[middle];

        if (range->file < file || (range->file == file && range->end <= line))
            low = middle + 1;
        else
            high = middle;
    }
    return low < changes->n && changes->items[low].file == file &&
                   changes->items[low].first <= line
               ? 0
               : EP_OMIT_LINE;
}

/* Of a file that git does not know, and does not ignore, all lines are new;
 * NAMES ends each in a zero byte. */
static int read_untracked(const char *root, const struct ep_buf *names,
                          struct changes *out)
{
    int status = EP_OK;
    size_t next;

    for (size_t at = 0; !status && at < names->size; at = next) {
        uint32_t file;

        status = find_file(out, root, names->data + at, &file);
        next = at + strlen(names->data + at) + 1;
        if (!status && file != EP_NONE)
            status = add_lines(out, file, 1, UINT32_MAX);
    }
    return status;
}

static int diff(struct view *view, char *directory, char *root)
{
    struct changes changes = {0};
    struct ep_buf text = {0}, names = {0};
    int result = git_changes(directory, root, "--diff",
                             (char *)view->options->diff, 0, &text, &names);

    if (result == EXIT_DONE && (text.size || names.size) &&
        (find_real_paths(view, &changes) ||
         read_diff(root, text.data, &changes) ||
         read_untracked(root, &names, &changes))) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    }
    if (result == EXIT_DONE) {
        if (changes.n)
            qsort(changes.items, changes.n, sizeof *changes.items, by_place);
        if (changes.n_files > 0 && changes.n_found == 0)
            say_note(
                "note: --diff %s: none of the %zu files that changed is in "
                "the profile",
                view->options->diff, changes.n_files);
        if (ep_profile_omit(&view->profile, is_unchanged, &changes)) {
            say_error("out of memory");
            result = EXIT_TROUBLE;
        }
    }
    release_changes(&changes);
    ep_buf_release(&text);
    ep_buf_release(&names);
    return result;
}

int changes_apply(struct view *view)
{
    const char *source_root = view->options->source_root;
    char *directory = (char *)(source_root ? source_root : ".");
    char *root;
    int result = git_root(directory, "--diff", view->options->diff, &root);

    if (result == EXIT_DONE)
        result = diff(view, directory, root);
    ep_mem_free(root);
    return result;
}
