/* SPDX-License-Identifier: MIT */
#include "tool/own.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int find_own(char out[PATH_MAX], struct ep_diag *diag)
{
    ssize_t n = readlink("/proc/self/exe", out, PATH_MAX - 1);

    out[n > 0 ? n : 0] = '\0';
    return n > 0 ? EP_OK
                 : ep_fail(diag, EP_EIO, "/proc/self/exe: %s", strerror(errno));
}

int find_tool(const char *name, char out[PATH_MAX], struct ep_diag *diag)
{
    int status = find_own(out, diag);
    char *slash = strrchr(out, '/');

    if (status)
        return status;
    if (!slash || (size_t)(slash + 1 - out) + strlen(name) >= PATH_MAX)
        return ep_fail(diag, EP_EIO, "%s: not found", name);
    (void)memcpy(slash + 1, name, strlen(name) + 1);
    if (access(out, X_OK))
        return ep_fail(diag, EP_EIO, "%s: %s", out, strerror(errno));
    return EP_OK;
}

int find_installed(const char *name, char out[PATH_MAX], struct ep_diag *diag)
{
    static const char *const places[] = {"../lib", "../" EDGEPROF_LIBDIR};
    char own[PATH_MAX], tried[2 * PATH_MAX];
    int status = find_own(own, diag);
    char *slash = strrchr(own, '/');

    if (slash)
        slash[1] = '\0';
    for (size_t i = 0; !status && i < sizeof places / sizeof *places; i++) {
        (void)snprintf(tried, sizeof tried, "%s%s/%s", own, places[i], name);
        if (realpath(tried, out))
            return EP_OK;
    }
    return status ? status
                  : ep_fail(diag, EP_EIO,
                            "%s: not found: install edgeprof whole", tried);
}
