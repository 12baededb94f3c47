/* SPDX-License-Identifier: MIT */
#include "profile/sources.h"

#include "base/utf8.h"

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

/* Add the components of PATH to OUT, which holds none of "." and "..". */
static void add_components(struct ep_buf *out, const char *path)
{
    while (*path) {
        size_t n = strcspn(path, "/");

        if (n == 2 && memcmp(path, "..", 2) == 0) {
            while (out->size > 0 && out->data[--out->size] != '/')
                ;
        } else if (n > 0 && !(n == 1 && *path == '.')) {
            ep_buf_add(out, "/", 1);
            ep_buf_add(out, path, n);
        }
        path += n;
        path += *path == '/';
    }
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

/* The full path into FULL, the spelling to show into NAME. */
static void spell(const struct ep_sources *sources, const char *directory,
                  const char *path, struct ep_buf *full, struct ep_buf *name)
{
    struct ep_buf plain = {0};

    ep_buf_text(full, "");
    if (apply_maps(sources, path, name)) {
        path = name->data;
    } else if (path[0] != '/') {
        struct ep_buf below = {0};

        if (directory)
            add_components(&plain, directory);
        add_components(&plain, path);
        ep_buf_text(&plain, "");
        if (!plain.failed && apply_maps(sources, plain.data, &below)) {
            ep_buf_clear(name);
            ep_buf_add(name, below.data, below.size);
            name->failed |= below.failed;
            path = name->data;
        }
        ep_buf_release(&below);
    }
    if (!name->failed && path[0] != '/' && directory)
        add_components(full, directory);
    if (!name->failed)
        add_components(full, path);
    full->failed |= plain.failed;
    if (!full->failed && !name->failed)
        full->data[full->size] = '\0';
    if (!full->failed && !name->failed && path[0] != '/' && !directory &&
        full->size > 0)
        memmove(full->data, full->data + 1, full->size--);
    ep_buf_release(&plain);
}

/* The shorter spelling wins, then the smaller: no order of adding shows. */
static int keep_better(struct ep_source_name *file, const char *name)
{
    size_t n = strlen(name);
    size_t m = strlen(file->name);
    char *copy;

    if (n > m || (n == m && strcmp(name, file->name) >= 0))
        return EP_OK;
    copy = ep_mem_dup(name, n);
    if (!copy)
        return EP_ENOMEM;
    ep_mem_free(file->name);
    file->name = copy;
    return EP_OK;
}

static int add_new(struct ep_sources *sources, uint64_t hash,
                   const struct ep_buf *full, const struct ep_buf *name)
{
    struct ep_source_name file = {0};

    if (EP_GROW(sources->files, sources->n, sources->capacity))
        return EP_ENOMEM;
    file.full = ep_mem_dup(full->data, full->size);
    file.name = ep_mem_dup(name->data, name->size);
    if (!file.full || !file.name ||
        ep_map_add(&sources->by_full, hash, (uint32_t)sources->n)) {
        ep_mem_free(file.full);
        ep_mem_free(file.name);
        return EP_ENOMEM;
    }
    sources->files[sources->n++] = file;
    return EP_OK;
}

static int intern(struct ep_sources *sources, const struct ep_buf *full,
                  const struct ep_buf *name, uint32_t *out)
{
    uint64_t hash = ep_hash(EP_HASH_START, full->data, full->size);
    size_t cursor = 0;

    while ((*out = ep_map_next(&sources->by_full, hash, &cursor)) != EP_NONE)
        if (strcmp(sources->files[*out].full, full->data) == 0)
            return keep_better(&sources->files[*out], name->data);
    *out = (uint32_t)sources->n;
    return add_new(sources, hash, full, name);
}

int ep_sources_add(struct ep_sources *sources, const char *directory,
                   const char *path, uint32_t *out)
{
    struct ep_buf full = {0};
    struct ep_buf name = {0};
    int status = EP_ENOMEM;

    while (path[0] == '.' && path[1] == '/')
        path += 2;
    spell(sources, directory, path, &full, &name);
    if (!full.failed && !name.failed)
        status = intern(sources, &full, &name, out);
    ep_buf_release(&full);
    ep_buf_release(&name);
    return status;
}

static uint32_t find_name(const struct ep_sources *sources,
                          const struct ep_map *names, const char *name,
                          uint64_t hash)
{
    size_t cursor = 0;
    uint32_t index;

    while ((index = ep_map_next(names, hash, &cursor)) != EP_NONE)
        if (strcmp(sources->files[index].name, name) == 0)
            break;
    return index;
}

/* What is shown holds no control character. */
static int make_plain(struct ep_source_name *file)
{
    struct ep_buf plain = {0};

    if (ep_is_plain(file->name))
        return EP_OK;
    ep_buf_plain(&plain, file->name);
    if (plain.failed)
        return EP_ENOMEM;
    ep_mem_free(file->name);
    file->name = plain.data;
    return EP_OK;
}

int ep_sources_finish(struct ep_sources *sources)
{
    struct ep_map names = {0};
    uint8_t *shared = ep_mem_zeroed(sources->n, 1);
    int status = shared ? EP_OK : EP_ENOMEM;

    for (size_t i = 0; !status && i < sources->n; i++) {
        const char *name = sources->files[i].name;
        uint64_t hash = ep_hash(EP_HASH_START, name, strlen(name));
        uint32_t other = find_name(sources, &names, name, hash);

        if (other != EP_NONE)
            shared[i] = shared[other] = 1;
        else
            status = ep_map_add(&names, hash, (uint32_t)i);
    }
    for (size_t i = 0; !status && i < sources->n; i++) {
        struct ep_source_name *file = &sources->files[i];

        if (!shared[i])
            continue;
        ep_mem_free(file->name);
        file->name = ep_mem_dup(file->full, strlen(file->full));
        if (!file->name)
            status = EP_ENOMEM;
    }
    for (size_t i = 0; !status && i < sources->n; i++)
        status = make_plain(&sources->files[i]);
    ep_map_release(&names);
    ep_mem_free(shared);
    return status;
}
