/* SPDX-License-Identifier: MIT */
#include "base/paths.h"

#include <string.h>

void ep_path_normalise(const char *path, struct ep_buf *out)
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

char *ep_path_join(const char *folder, const char *path)
{
    struct ep_buf whole = {0};

    ep_buf_printf(&whole, "%s/%s", folder, path);
    if (whole.failed)
        ep_buf_release(&whole);
    return whole.data;
}

int ep_path_is_system(const char *path)
{
    static const char *const folders[] = {"/usr/include/",
                                          "/usr/lib/",
                                          "/usr/local/include/",
                                          "/rustc/",
                                          "/usr/src/rustc-",
                                          "/usr/share/cargo/registry/",
                                          NULL};
    /* Of a compiler that lies elsewhere; of Rust: its library, crates. */
    static const char *const parts[] = {
        "/include/c++/",          "/lib/gcc/",
        "/lib/rustlib/src/",      "/.cargo/registry/src/",
        "/.cargo/git/checkouts/", NULL};

    for (size_t i = 0; folders[i]; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return 1;
    for (size_t i = 0; parts[i]; i++)
        if (strstr(path, parts[i]))
            return 1;
    return 0;
}
