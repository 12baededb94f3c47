/* SPDX-License-Identifier: MIT */
#include "format/weights.h"

#include <dlfcn.h>
#include <string.h>

#include "base/mem.h"

/* A runtime library without a folder is looked for as any library is; so then
 * is the module. */
static int open_module(const char *rt_path, struct ep_diag *diag, void **out)
{
    const char *slash = strrchr(rt_path, '/');
    struct ep_buf path = {0};

    if (slash) {
        ep_buf_add(&path, rt_path, (size_t)(slash - rt_path));
        ep_buf_text(&path, "/edgeprof/");
    }
    ep_buf_text(&path, "weights.so");
    if (path.failed) {
        ep_buf_release(&path);
        return EP_ENOMEM;
    }
    *out = dlopen(path.data, RTLD_NOW | RTLD_LOCAL);
    ep_buf_release(&path);
    return *out ? EP_OK : ep_fail(diag, EP_EIO, "profile: %s", dlerror());
}

int ep_weights_open(const char *rt_path, const char *path, struct ep_diag *diag,
                    struct ep_weights *out)
{
    ep_weights_read_fn *read;
    int status;

    *out = (struct ep_weights){0};
    status = open_module(rt_path, diag, &out->module);
    if (status)
        return status;
    *(void **)&read = dlsym(out->module, EP_WEIGHTS_READ);
    status = read ? read(path, diag, out)
                  : ep_fail(diag, EP_EIO, "profile: %s", dlerror());
    if (status)
        ep_weights_release(out);
    return status;
}

void ep_weights_release(struct ep_weights *weights)
{
    if (weights->context)
        weights->release(weights->context);
    if (weights->module)
        (void)dlclose(weights->module);
    *weights = (struct ep_weights){0};
}
