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
    static const char *const folders[] = {"/usr/include/", "/usr/lib/",
                                          "/usr/local/include/"};

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return 1;
    return strstr(path, "/include/c++/") || strstr(path, "/lib/gcc/");
}
