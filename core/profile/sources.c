/* SPDX-License-Identifier: MIT */
#include "profile/sources.h"

#include "base/paths.h"
#include "base/utf8.h"
#include "profile/roots.h"

#include <string.h>

void ep_sources_release(struct ep_sources *sources)
{
    for (size_t i = 0; i < sources->n; i++) {
        ep_mem_free(sources->files[i].full);
        ep_mem_free(sources->files[i].name);
    }
    ep_mem_free(sources->files);
    ep_map_release(&sources->by_full);
    *sources = (struct ep_sources){0};
}

/* NEW and the rest of PATH where a map's OLD is PATH or a folder above it. */
static int apply_maps(const struct ep_sources *sources, const char *path,
                      struct ep_buf *out)
{
    for (size_t i = 0; i < sources->n_maps; i++) {
        const char *map = sources->maps[i];
        const char *equals = strchr(map, '=');
        size_t n = equals ? (size_t)(equals - map) : 0;

        while (n > 1 && map[n - 1] == '/')
            n--;
        if (n == 0 || strncmp(path, map, n) != 0 ||
            (path[n] && path[n] != '/' && map[n - 1] != '/'))
            continue;
        ep_buf_text(out, equals + 1);
        while (out->size > 1 && out->data[out->size - 1] == '/')
            out->size--;
        ep_buf_add(out, path + n, strlen(path + n));
        return 1;
    }
    ep_buf_text(out, path);
    return 0;
}

static void add_below(struct ep_buf *out, const char *directory,
                      const char *path)
{
    if (path[0] != '/' && directory)
        ep_path_normalise(directory, out);
    ep_path_normalise(path, out);
    ep_buf_text(out, "");
}

static int is_absolute(const char *directory, const char *path)
{
    return path[0] == '/' || (directory && directory[0] == '/');
}

/* PATH, below DIRECTORY if it is relative, into FULL.  Maps are applied to it
 * as it was named, or else to the whole. */
static void spell(const struct ep_sources *sources, const char *directory,
                  const char *path, struct ep_buf *full)
{
    struct ep_buf named = {0}, whole = {0};
    int is_mapped = apply_maps(sources, path, &named);

    if (!named.failed && !is_mapped) {
        add_below(&whole, directory, named.data);
        ep_buf_clear(&named);
        if (whole.failed || !apply_maps(sources, whole.data, &named)) {
            ep_buf_clear(&named);
            ep_buf_text(&named, path);
        }
    }
    if (!named.failed)
        add_below(full, directory, named.data);
    full->failed |= named.failed || whole.failed;
    if (!full->failed && !is_absolute(directory, named.data) && full->size > 0)
        memmove(full->data, full->data + 1, full->size--);
    ep_buf_release(&named);
    ep_buf_release(&whole);
}

static int add_new(struct ep_sources *sources, uint64_t hash,
                   const struct ep_buf *full)
{
    struct ep_source_name file = {0};

    if (EP_GROW(sources->files, sources->n, sources->capacity))
        return EP_ENOMEM;
    file.full = ep_mem_dup(full->data, full->size);
    if (!file.full ||
        ep_map_add(&sources->by_full, hash, (uint32_t)sources->n)) {
        ep_mem_free(file.full);
        return EP_ENOMEM;
    }
    sources->files[sources->n++] = file;
    return EP_OK;
}

uint32_t ep_sources_find(const struct ep_sources *sources, const char *full)
{
    uint64_t hash = ep_hash(EP_HASH_START, full, strlen(full));
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(&sources->by_full, hash, &cursor)) != EP_NONE)
        if (strcmp(sources->files[index].full, full) == 0)
            break;
    return index;
}

int ep_sources_add(struct ep_sources *sources, const char *directory,
                   const char *path, uint32_t *out)
{
    struct ep_buf full = {0};
    int status = EP_ENOMEM;

    while (path[0] == '.' && path[1] == '/')
        path += 2;
    spell(sources, directory, path, &full);
    if (!full.failed) {
        status = EP_OK;
        *out = ep_sources_find(sources, full.data);
    }
    if (!status && *out == EP_NONE) {
        *out = (uint32_t)sources->n;
        status = add_new(sources, ep_hash(EP_HASH_START, full.data, full.size),
                         &full);
    }
    ep_buf_release(&full);
    return status;
}

int ep_sources_lookup(const struct ep_sources *sources, const char *path,
                      uint32_t *out)
{
    struct ep_buf full = {0};
    int status = EP_ENOMEM;

    spell(sources, NULL, path, &full);
    if (!full.failed) {
        *out = ep_sources_find(sources, full.data);
        status = EP_OK;
    }
    ep_buf_release(&full);
    return status;
}

/* ---- names --------------------------------------------------------------- */

static int set_name(struct ep_source_name *file, const char *name)
{
    struct ep_buf plain = {0};

    ep_buf_plain(&plain, name);
    if (plain.failed)
        return EP_ENOMEM;
    ep_mem_free(file->name);
    file->name = plain.data;
    return EP_OK;
}

/* All names by which files are being found. */
struct naming {
    struct ep_sources *sources;
    struct ep_roots roots;
    uint32_t *root;      /* of each file, or EP_NONE */
    struct ep_map names; /* hash of the name -> file; all of a name in it */
    struct ep_twin *twins;
    size_t n_twins;
    size_t capacity;
};

/* The next file of the name of file I, from *CURSOR on; EP_NONE: no more. */
static uint32_t next_named(const struct naming *naming, uint32_t i,
                           size_t *cursor)
{
    const struct ep_source_name *files = naming->sources->files;
    uint64_t hash =
        ep_hash(EP_HASH_START, files[i].name, strlen(files[i].name));
    uint32_t other;

    while ((other = ep_map_next(&naming->names, hash, cursor)) != EP_NONE)
        if (other != i && strcmp(files[other].name, files[i].name) == 0)
            break;
    return other;
}

static int name_file(struct naming *naming, uint32_t i)
{
    struct ep_source_name *file = &naming->sources->files[i];
    uint32_t root = ep_roots_of(&naming->roots, file->full);
    const char *name = file->full;

    naming->root[i] = root;
    file->same = i;
    if (root != EP_NONE) {
        naming->roots.items[root].is_used = 1;
        name += strlen(naming->roots.items[root].path);
        name += naming->roots.items[root].path[0] != '\0'; /* the slash */
    }
    if (set_name(file, name))
        return EP_ENOMEM;
    return ep_map_add(&naming->names,
                      ep_hash(EP_HASH_START, file->name, strlen(file->name)),
                      i);
}

/* A relative path is of the first project: compilers that were told to leave the
 * root out of their paths write such. */
static uint32_t root_of(const struct naming *naming, uint32_t i)
{
    return naming->root[i] == EP_NONE ? 0 : naming->root[i];
}

static int find_twins(struct naming *naming, uint32_t i)
{
    const struct ep_source_name *files = naming->sources->files;
    size_t cursor = 0;
    uint32_t other;

    while ((other = next_named(naming, i, &cursor)) != EP_NONE) {
        struct ep_twin twin = {files[i].full, files[other].full,
                               root_of(naming, i), root_of(naming, other)};

        if (other > i || twin.a == twin.b)
            continue;
        if (EP_GROW(naming->twins, naming->n_twins, naming->capacity))
            return EP_ENOMEM;
        naming->twins[naming->n_twins++] = twin;
    }
    return EP_OK;
}

static uint32_t project_of(const struct naming *naming, uint32_t i)
{
    return naming->roots.n ? naming->roots.items[root_of(naming, i)].project
                           : 0;
}

/* Of files that are one, file I is the same as that of the smallest full path.
 * Returns whether a file of another project has its name. */
static int find_same(struct naming *naming, uint32_t i)
{
    struct ep_source_name *files = naming->sources->files;
    size_t cursor = 0;
    int is_shared = 0;
    uint32_t other;

    while ((other = next_named(naming, i, &cursor)) != EP_NONE)
        if (project_of(naming, other) != project_of(naming, i))
            is_shared = 1;
        else if (strcmp(files[other].full, files[files[i].same].full) < 0)
            files[i].same = other;
    return is_shared;
}

static int settle(struct naming *naming)
{
    struct ep_source_name *files = naming->sources->files;
    size_t n = naming->sources->n;
    uint8_t *shared = ep_mem_zeroed(n, 1);
    int status = shared ? EP_OK : EP_ENOMEM;

    for (uint32_t i = 0; !status && i < n; i++)
        shared[i] = (uint8_t)find_same(naming, i);
    for (uint32_t i = 0; !status && i < n; i++)
        if (shared[i] && files[i].same == i)
            status = set_name(&files[i], files[i].full);
    ep_mem_free(shared);
    return status;
}

static int find_roots(struct naming *naming, const char *const *roots, size_t n)
{
    const struct ep_sources *sources = naming->sources;
    struct ep_root_path *paths = ep_mem_zeroed(sources->n, sizeof *paths);
    int status;

    if (!paths)
        return EP_ENOMEM;
    for (size_t i = 0; i < sources->n; i++)
        paths[i] = (struct ep_root_path){sources->files[i].full,
                                         sources->files[i].is_main};
    status = n ? ep_roots_take(roots, n, &naming->roots)
               : ep_roots_find(paths, sources->n, &naming->roots);
    ep_mem_free(paths);
    return status;
}

static int name_all(struct naming *naming, const char *const *roots, size_t n)
{
    int status = find_roots(naming, roots, n);

    for (uint32_t i = 0; !status && i < naming->sources->n; i++)
        status = name_file(naming, i);
    for (uint32_t i = 0;
         !status && naming->roots.n > 1 && i < naming->sources->n; i++)
        status = find_twins(naming, i);
    if (!status && naming->n_twins > 0)
        status = ep_roots_join(&naming->roots, naming->twins, naming->n_twins);
    return status ? status : settle(naming);
}

int ep_sources_finish(struct ep_sources *sources, const char *const *roots,
                      size_t n, int *out_missed, int *out_why)
{
    struct naming naming = {.sources = sources};
    int status = EP_ENOMEM;

    naming.root = ep_mem_zeroed(sources->n, sizeof *naming.root);
    if (naming.root)
        status = name_all(&naming, roots, n);
    *out_why = naming.roots.why;
    *out_missed = n > 0 && !status;
    for (size_t i = 0; *out_missed && i < n; i++)
        *out_missed = !naming.roots.items[i].is_used;
    ep_roots_release(&naming.roots);
    ep_map_release(&naming.names);
    ep_mem_free(naming.twins);
    ep_mem_free(naming.root);
    return status;
}

/* FILE is what KNOWN is. */
static int name_as(struct ep_source_name *file,
                   const struct ep_source_name *known)
{
    char *name = ep_mem_dup(known->name, strlen(known->name));
    char *full = ep_mem_dup(known->full, strlen(known->full));

    if (!name || !full) {
        ep_mem_free(name);
        ep_mem_free(full);
        return EP_ENOMEM;
    }
    ep_mem_free(file->full);
    file->full = full;
    file->name = name;
    return EP_OK;
}

int ep_sources_finish_as(struct ep_sources *sources,
                         const struct ep_sources *whole)
{
    /* Of each file of WHOLE, one past the first of SOURCES that is it. */
    uint32_t *first = ep_mem_zeroed(whole->n, sizeof *first);
    int status = first ? EP_OK : EP_ENOMEM;

    for (uint32_t i = 0; !status && i < sources->n; i++) {
        struct ep_source_name *file = &sources->files[i];
        uint32_t known = whole->files[ep_sources_find(whole, file->full)].same;

        if (!first[known])
            first[known] = i + 1;
        file->same = first[known] - 1;
        status = name_as(file, &whole->files[known]);
    }
    ep_mem_free(first);
    return status;
}
