/* SPDX-License-Identifier: MIT */
#include "profile/roots.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"

void ep_roots_release(struct ep_roots *roots)
{
    for (size_t i = 0; i < roots->n; i++)
        ep_mem_free(roots->items[i].path);
    ep_mem_free(roots->items);
    *roots = (struct ep_roots){0};
}

/* Add the SIZE bytes at PATH. */
static int add_root(struct ep_roots *roots, const char *path, size_t size,
                    uint32_t project)
{
    struct ep_root root = {.project = project};

    if (EP_GROW(roots->items, roots->n, roots->capacity))
        return EP_ENOMEM;
    root.path = ep_mem_dup(path, size);
    if (!root.path)
        return EP_ENOMEM;
    roots->items[roots->n++] = root;
    return EP_OK;
}

static int is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);

    return strncmp(path, folder, n) == 0 && path[n] == '/';
}

uint32_t ep_roots_of(const struct ep_roots *roots, const char *path)
{
    uint32_t best = EP_NONE;
    size_t longest = 0;

    for (size_t i = 0; i < roots->n; i++) {
        size_t n = strlen(roots->items[i].path);

        if (is_below(path, roots->items[i].path) &&
            (best == EP_NONE || n > longest)) {
            best = (uint32_t)i;
            longest = n;
        }
    }
    return best;
}

int ep_roots_take(const char *const *named, size_t n, struct ep_roots *out)
{
    int status = EP_OK;

    *out = (struct ep_roots){0};
    for (size_t i = 0; !status && i < n; i++) {
        struct ep_buf path = {0};

        ep_path_normalise(named[i], &path);
        ep_buf_text(&path, "");
        status =
            path.failed ? EP_ENOMEM : add_root(out, path.data, path.size, 0);
        ep_buf_release(&path);
    }
    if (status)
        ep_roots_release(out);
    return status;
}

/* ---- git ----------------------------------------------------------------- */

/* Whether the SIZE bytes at FOLDER are one of GIT_CEILING_DIRECTORIES. */
static int is_ceiling(const char *folder, size_t size)
{
    const char *at = getenv("GIT_CEILING_DIRECTORIES");

    while (at && *at) {
        size_t n = strcspn(at, ":");

        if (n == size && strncmp(at, folder, n) == 0)
            return 1;
        at += n;
        at += *at == ':';
    }
    return 0;
}

/* Whether PATH is there.  What may not be looked into is nobody's; any other trouble is
 * kept in ROOTS. */
static int is_there(struct ep_roots *roots, const char *path)
{
    if (access(path, F_OK) == 0)
        return 1;
    if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
        roots->why = errno;
    return 0;
}

/* PATH's folder that has a .git, the next one above, as *OUT_SIZE of its bytes;
 * EP_ENOMEM; EP_EMATCH if there is none. */
static int find_top(struct ep_roots *roots, const char *path, size_t *out_size)
{
    struct ep_buf git = {0};
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) : 0;
    int status = EP_EMATCH;

    for (int is_first = 1; status == EP_EMATCH && size > 0; is_first = 0) {
        if (!is_first && is_ceiling(path, size))
            break;
        ep_buf_clear(&git);
        ep_buf_add(&git, path, size);
        ep_buf_text(&git, "/.git");
        if (git.failed)
            status = EP_ENOMEM;
        else if (is_there(roots, git.data))
            status = EP_OK;
        *out_size = size;
        while (size > 0 && path[--size] != '/')
            ;
    }
    ep_buf_release(&git);
    return status;
}

static int is_nested(const struct ep_roots *roots, const char *path)
{
    for (size_t i = 0; i < roots->n; i++)
        if (roots->items[i].path && is_below(path, roots->items[i].path))
            return 1;
    return 0;
}

/* What lies below another is no root of its own. */
static void drop_nested(struct ep_roots *roots)
{
    size_t kept = 0;

    for (size_t i = 0; i < roots->n; i++) {
        char *path = roots->items[i].path;

        if (!path || !is_nested(roots, path))
            continue;
        ep_mem_free(path);
        roots->items[i].path = NULL;
    }
    for (size_t i = 0; i < roots->n; i++)
        if (roots->items[i].path)
            roots->items[kept++] = roots->items[i];
    roots->n = kept;
    for (uint32_t i = 0; i < roots->n; i++)
        roots->items[i].project = i;
}

/* A path that may have a root: absolute, and none of the system's. */
static int counts(const char *full)
{
    return full[0] == '/' && !ep_path_is_system(full);
}

static int find_tops(const struct ep_root_path *paths, size_t n,
                     struct ep_roots *out)
{
    const char *before = NULL; /* without a top, of `length` to its folder */
    size_t length = 0;
    int status = EP_OK;

    for (size_t i = 0; !status && i < n; i++) {
        const char *full = paths[i].full;
        const char *slash = strrchr(full, '/');
        size_t size;

        if (!counts(full) || ep_roots_of(out, full) != EP_NONE ||
            (before && (size_t)(slash - full) == length &&
             strncmp(full, before, length) == 0))
            continue;
        status = find_top(out, full, &size);
        if (status == EP_EMATCH) {
            before = full;
            length = (size_t)(slash - full);
            status = EP_OK;
        } else if (!status) {
            status = add_root(out, full, size, 0);
        }
    }
    drop_nested(out);
    return status;
}

/* ---- the common folder --------------------------------------------------- */

/* How many bytes of PATH and the SIZE of FOLDER are a folder of both. */
static size_t common_folder(const char *folder, size_t size, const char *path)
{
    size_t n = 0;

    for (size_t i = 0; i <= size && path[i]; i++) {
        if (path[i] == '/' && (i == size || folder[i] == '/'))
            n = i;
        if (i == size || path[i] != folder[i])
            break;
    }
    return n;
}

static int find_common(const struct ep_root_path *paths, size_t n,
                       int only_main, struct ep_roots *out)
{
    const char *first = NULL;
    size_t size = 0;

    for (size_t i = 0; i < n; i++) {
        const char *full = paths[i].full;

        if (!counts(full) || (only_main && !paths[i].is_main))
            continue;
        if (!first) {
            first = full;
            size = (size_t)(strrchr(full, '/') - full);
        } else {
            size = common_folder(first, size, full);
        }
    }
    return size > 0 ? add_root(out, first, size, 0) : EP_OK;
}

int ep_roots_find(const struct ep_root_path *paths, size_t n,
                  struct ep_roots *out)
{
    int status;

    *out = (struct ep_roots){0};
    status = find_tops(paths, n, out);
    if (!status && out->n == 0)
        status = find_common(paths, n, 0, out);
    if (!status && out->n == 0)
        status = find_common(paths, n, 1, out);
    if (status)
        ep_roots_release(out);
    return status;
}

/* ---- projects ------------------------------------------------------------ */

static FILE *open_regular(const char *path)
{
    struct stat there;

    return stat(path, &there) == 0 && S_ISREG(there.st_mode) ? fopen(path, "re")
                                                             : NULL;
}

static int same_text(FILE *left, FILE *right)
{
    int a, b;

    do {
        a = getc(left);
        b = getc(right);
    } while (a == b && a != EOF);
    return a == b && !ferror(left) && !ferror(right);
}

/* 1: equal; 0: not; -1: one of them cannot be read. */
static int compare(const char *left, const char *right)
{
    FILE *a = open_regular(left);
    FILE *b = open_regular(right);
    int result = a && b ? same_text(a, b) : -1;

    if (a)
        (void)fclose(a);
    if (b)
        (void)fclose(b);
    return result;
}

static void join(struct ep_roots *roots, uint32_t a, uint32_t b)
{
    uint32_t from = roots->items[a].project;
    uint32_t to = roots->items[b].project;

    if (from < to) {
        uint32_t swap = from;

        from = to;
        to = swap;
    }
    for (size_t i = 0; i < roots->n; i++)
        if (roots->items[i].project == from)
            roots->items[i].project = to;
}

int ep_roots_join(struct ep_roots *roots, const struct ep_twin *twins, size_t n)
{
    /* Of each pair of roots, equal files less those that differ. */
    int64_t *more_equal =
        ep_mem_zeroed(roots->n * roots->n, sizeof *more_equal);

    if (!more_equal)
        return EP_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        int equal = compare(twins[i].left, twins[i].right);

        if (equal >= 0)
            more_equal[twins[i].a * roots->n + twins[i].b] += equal ? 1 : -1;
    }
    for (uint32_t a = 0; a < roots->n; a++)
        for (uint32_t b = 0; b < roots->n; b++)
            if (more_equal[a * roots->n + b] + more_equal[b * roots->n + a] > 0)
                join(roots, a, b);
    ep_mem_free(more_equal);
    return EP_OK;
}
