/* SPDX-License-Identifier: MIT */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int ep_input_open(struct ep_input *input, const char *path,
                  struct ep_diag *diag)
{
    int from_stdin = strcmp(path, "-") == 0;
    struct stat status;
    int failed;

    input->path = from_stdin ? "standard input" : path;
    input->diag = diag;
    input->offset = 0;
    input->at = 0;
    input->end = 0;
    input->fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->fd >= 0 && fstat(input->fd, &status) == 0) {
        if (!S_ISDIR(status.st_mode))
            return EP_OK;
        errno = EISDIR;
    }
    failed = ep_fail(diag, EP_EIO, "%s: %s", input->path, strerror(errno));
    ep_input_close(input);
    return failed;
}

void ep_input_close(struct ep_input *input)
{
    if (input->fd > STDIN_FILENO)
        (void)close(input->fd);
    input->fd = -1;
}

/* One read(2) of what is there, at most SIZE. */
static int fill(struct ep_input *input, void *out, size_t size, size_t *got)
{
    ssize_t n;

    do
        n = read(input->fd, out, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return ep_fail(input->diag, EP_EIO, "%s: %s", input->path,
                       strerror(errno));
    *got = (size_t)n;
    return EP_OK;
}

/* The next bytes of the window, at most SIZE: how many into OUT, 0 at the file's
 * end. */
static int look(struct ep_input *input, uint64_t size, size_t *out)
{
    size_t there = input->end - input->at;

    if (there == 0) {
        int status =
            fill(input, input->window, sizeof input->window, &input->end);

        input->at = 0;
        if (status)
            return status;
        there = input->end;
    }
    *out = there < size ? there : (size_t)size;
    return EP_OK;
}

int ep_input_some(struct ep_input *input, void *out, size_t size,
                  size_t *out_size)
{
    uint8_t *to = out;
    size_t done = 0;

    while (done < size) {
        size_t piece;
        int status = look(input, size - done, &piece);

        if (status)
            return status;
        if (piece == 0)
            break;
        memcpy(to + done, input->window + input->at, piece);
        input->at += piece;
        done += piece;
    }
    input->offset += done;
    *out_size = done;
    return EP_OK;
}

static int too_short(struct ep_input *input, const char *what)
{
    return ep_fail(input->diag, EP_EFORMAT,
                   "%s: cut off after %" PRIu64 " bytes, within %s",
                   input->path, input->offset, what);
}

int ep_input_all(struct ep_input *input, void *out, size_t size,
                 const char *what)
{
    size_t got = 0;
    int status = ep_input_some(input, out, size, &got);

    if (status)
        return status;
    return got < size ? too_short(input, what) : EP_OK;
}

int ep_input_skip(struct ep_input *input, uint64_t size, const char *what)
{
    while (size > 0) {
        size_t piece;
        int status = look(input, size, &piece);

        if (status)
            return status;
        if (piece == 0)
            return too_short(input, what);
        input->at += piece;
        input->offset += piece;
        size -= piece;
    }
    return EP_OK;
}
