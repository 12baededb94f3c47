/* SPDX-License-Identifier: MIT */
#include "changes.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/paths.h"
#include "source.h"
#include "tool/say.h"

extern char **environ;

/* ---- git ----------------------------------------------------------------- */

static int start(char *const *argv, int output, int unused, pid_t *out)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return failed;
    failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_addclose(&actions, unused);
    if (!failed)
        failed = posix_spawnp(out, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Read all of FD; an errno, or 0. */
static int drain(int fd, struct ep_buf *out)
{
    char piece[1 << 16];
    ssize_t n;

    while ((n = read(fd, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            ep_buf_add(out, piece, (size_t)n);
    if (n < 0)
        return errno;
    return out->failed ? ENOMEM : 0;
}

/* What ARGV, run for the revision WHAT, prints; git itself says why it fails.
 */
static int run(char *const *argv, const char *what, struct ep_buf *out)
{
    int ends[2];
    int state = -1;
    pid_t child;
    int failed;

    if (pipe(ends)) {
        say_error("pipe: %s", strerror(errno));
        return EXIT_TROUBLE;
    }
    failed = start(argv, ends[1], ends[0], &child);
    (void)close(ends[1]);
    if (!failed) {
        failed = drain(ends[0], out);
        (void)close(ends[0]); /* git, should it still write, ends */
        while (waitpid(child, &state, 0) < 0 && errno == EINTR)
            ;
    } else {
        (void)close(ends[0]);
    }
    if (failed)
        say_error("git: %s", strerror(failed));
    else if (state != 0)
        say_error("--diff %s: git failed", what);
    return failed || state != 0 ? EXIT_TROUBLE : EXIT_DONE;
}

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

/* Git quotes a path with odd bytes as C does.  In place. */
static void unquote(char *path)
{
    char *to = path;
    const char *at = path + 1;

    if (*path != '"')
        return;
    for (; *at && *at != '"'; at++) {
        static const char names[] = "abtnvfr";
        static const char values[] = "\a\b\t\n\v\f\r";
        const char *name;

        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        at++;
        name = *at ? strchr(names, *at) : NULL;
        if (name) {
            *to++ = values[name - names];
        } else if (*at >= '0' && *at <= '3' && at[1] && at[2]) {
            *to++ =
                (char)((at[0] - '0') * 64 + (at[1] - '0') * 8 + at[2] - '0');
            at += 2;
        } else if (*at) {
            *to++ = *at;
        }
    }
    *to = '\0';
}

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
            unquote(path);
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

/* What git says: the changes of tracked files, and the names of others. */
static int ask_git(const struct view *view, char *directory, char *root,
                   struct ep_buf *changes, struct ep_buf *untracked)
{
    char *revision = (char *)view->options->diff;
    char *diff[] = {"git",
                    "-C",
                    directory,
                    "-c",
                    "core.quotepath=off",
                    "diff",
                    "--no-color",
                    "--no-ext-diff",
                    "--no-relative",
                    "--no-prefix",
                    "--unified=0",
                    revision,
                    "--",
                    NULL};
    char *others[] = {"git",      "-C",       root,
                      "ls-files", "--others", "--exclude-standard",
                      "-z",       NULL};
    int result = run(diff, revision, changes);

    return result == EXIT_DONE ? run(others, revision, untracked) : result;
}

static int diff(struct view *view, char *directory, char *root)
{
    struct changes changes = {0};
    struct ep_buf text = {0}, names = {0};
    int result = ask_git(view, directory, root, &text, &names);

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
    char *argv[] = {"git", "-C", directory, "rev-parse", "--show-toplevel",
                    NULL};
    struct ep_buf root = {0};
    int result = run(argv, view->options->diff, &root);

    if (result == EXIT_DONE && root.size) {
        root.data[root.size - 1] = '\0'; /* the newline */
        result = diff(view, directory, root.data);
    }
    ep_buf_release(&root);
    return result;
}
