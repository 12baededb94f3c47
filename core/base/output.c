/* SPDX-License-Identifier: MIT */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failed(const struct ep_output *output, struct ep_diag *diag)
{
    return ep_fail(diag, EP_EIO, "%s: %s", output->path, strerror(errno));
}

static int open_in_place(struct ep_output *out, struct ep_diag *diag)
{
    out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
    return out->fd < 0 ? failed(out, diag) : EP_OK;
}

static int open_beside(struct ep_output *out, struct ep_diag *diag)
{
    char *real = realpath(out->path, NULL);

    if (!real && errno != ENOENT)
        return failed(out, diag);
    out->target = real ? ep_mem_dup(real, strlen(real))
                       : ep_mem_dup(out->path, strlen(out->path));
    (free)(real);
    if (out->target)
        ep_buf_printf(&out->beside, "%s.%ld.tmp", out->target, (long)getpid());
    if (!out->target || out->beside.failed)
        return EP_ENOMEM;
    out->fd =
        open(out->beside.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return out->fd < 0 ? failed(out, diag) : EP_OK;
}

static void release(struct ep_output *output)
{
    ep_mem_free(output->target);
    ep_buf_release(&output->beside);
    output->target = NULL;
}

int ep_output_begin(const char *path, struct ep_diag *diag,
                    struct ep_output *out)
{
    struct stat there;
    int status;

    *out = (struct ep_output){.path = path, .fd = -1};
    if (strcmp(path, "-") == 0) {
        out->path = "standard output";
        out->fd = STDOUT_FILENO;
        return EP_OK;
    }
    status = stat(path, &there) == 0 && !S_ISREG(there.st_mode)
                 ? open_in_place(out, diag)
                 : open_beside(out, diag);
    if (status)
        release(out);
    return status;
}

int ep_output_write(const struct ep_output *output, const void *data,
                    size_t size, struct ep_diag *diag)
{
    const char *at = data;

    while (size > 0) {
        ssize_t n = write(output->fd, at, size);

        if (n < 0 && errno != EINTR)
            return failed(output, diag);
        if (n > 0) {
            at += n;
            size -= (size_t)n;
        }
    }
    return EP_OK;
}

int ep_output_end(struct ep_output *output, int status, struct ep_diag *diag)
{
    if (output->fd > STDERR_FILENO && close(output->fd) && !status)
        status = failed(output, diag);
    if (!status && output->target &&
        rename(output->beside.data, output->target))
        status = failed(output, diag);
    if (status && output->target)
        (void)unlink(output->beside.data);
    release(output);
    return status;
}
