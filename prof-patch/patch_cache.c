/* SPDX-License-Identifier: MIT */
#include "patch_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t hash_file(const char *path, const struct stat *there,
                          uint64_t hash)
{
    hash = ep_hash(hash, path, strlen(path) + 1);
    hash = ep_hash_u64(hash, (uint64_t)there->st_dev);
    hash = ep_hash_u64(hash, (uint64_t)there->st_ino);
    hash = ep_hash_u64(hash, (uint64_t)there->st_size);
    hash = ep_hash_u64(hash, (uint64_t)there->st_mtim.tv_sec);
    hash = ep_hash_u64(hash, (uint64_t)there->st_mtim.tv_nsec);
    hash = ep_hash_u64(hash, (uint64_t)there->st_ctim.tv_sec);
    return ep_hash_u64(hash, (uint64_t)there->st_ctim.tv_nsec);
}

uint64_t cache_hash(const char *path, uint64_t hash)
{
    struct stat there = {0};

    (void)stat(path, &there);
    return hash_file(path, &there, hash);
}

static int add_root(struct ep_buf *out, struct ep_diag *diag)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");

    if (cache && cache[0] == '/')
        ep_buf_text(out, cache);
    else if (home && home[0] == '/')
        ep_buf_printf(out, "%s/.cache", home);
    else
        return ep_fail(diag, EP_EIO,
                       "no place for counted programs: set XDG_CACHE_HOME, or "
                       "write one with -o");
    return EP_OK;
}

/* Every folder of PATH. */
static int make_folders(char *path, struct ep_diag *diag)
{
    for (char *at = path + 1; *at; at++) {
        int made;

        if (*at != '/')
            continue;
        *at = '\0';
        made = mkdir(path, 0700);
        if (made && errno != EEXIST && errno != EROFS && errno != EACCES)
            return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
        *at = '/';
    }
    return EP_OK;
}

int cache_name(const char *path, uint64_t salt, struct ep_diag *diag,
               struct ep_buf *out, uint64_t *out_key)
{
    const char *slash = strrchr(path, '/');
    struct stat there;
    int status;

    if (stat(path, &there))
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    *out_key = hash_file(path, &there, salt);
    status = add_root(out, diag);
    if (status)
        return status;
    ep_buf_printf(out, "/edgeprof/%016" PRIx64 "/%s", *out_key,
                  slash ? slash + 1 : path);
    if (out->failed)
        return ep_fail(diag, EP_ENOMEM, "out of memory");
    return make_folders(out->data, diag);
}
