/* SPDX-License-Identifier: MIT */
#include "tool/own.h"

#include <errno.h>
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
