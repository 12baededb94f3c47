/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "say.h"

void source_release(struct source *source)
{
    ep_mem_free(source->text);
    ep_mem_free(source->lines);
    *source = (struct source){0};
}

static int open_below(const char *root, const char *name)
{
    struct ep_buf path = {0};
    int fd = -1;

    ep_buf_printf(&path, "%s/%s", root, name);
    if (!path.failed)
        fd = open(path.data, O_RDONLY | O_CLOEXEC);
    ep_buf_release(&path);
    return fd;
}

static int open_source(const struct view *view,
                       const struct ep_profile_file *file)
{
    const char *root = view->args->source_root;
    int fd = -1;

    if (root)
        fd = open_below(root, file->name);
    if (fd < 0)
        fd = open(file->full, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        fd = open(file->name, O_RDONLY | O_CLOEXEC);
    return fd;
}

static int read_text(int fd, struct ep_buf *out)
{
    char piece[1 << 16];
    ssize_t n;

    while ((n = read(fd, piece, sizeof piece)) > 0)
        ep_buf_add(out, piece, (size_t)n);
    return out->failed ? EP_ENOMEM : EP_OK;
}

/* Cut TEXT, which it takes, into lines. */
static int cut(struct ep_buf *text, struct source *out)
{
    size_t n = 0;
    char *at = text->data;
    char *end = at + text->size;

    for (size_t i = 0; i < text->size; i++)
        n += text->data[i] == '\n';
    out->text = text->data;
    *text = (struct ep_buf){0};
    out->lines = ep_mem_zeroed(n + 1, sizeof *out->lines);
    if (!out->lines)
        return EP_ENOMEM;
    while (at < end) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        *stop = '\0';
        if (stop > at && stop[-1] == '\r')
            stop[-1] = '\0';
        out->lines[out->n_lines++] = at;
        at = stop + 1;
    }
    return EP_OK;
}

static void compare_times(struct view *view, int fd,
                          const struct ep_profile_file *file)
{
    struct stat there;

    if (view->told_newer || !file->modified || fstat(fd, &there) ||
        there.st_mtime <= file->modified)
        return;
    view->told_newer = 1;
    say_warning("%s: newer than the binary: its counts may be on other lines",
                file->name);
}

int source_read(struct view *view, const struct ep_profile_file *file,
                struct source *out)
{
    struct ep_buf text = {0};
    int fd = open_source(view, file);
    int status;

    *out = (struct source){0};
    if (fd < 0) {
        if (!view->told_no_source)
            say_warning("%s: source not found; --source-root or --path-map may "
                        "help",
                        file->name);
        view->told_no_source = 1;
        return EP_OK;
    }
    compare_times(view, fd, file);
    status = read_text(fd, &text);
    (void)close(fd);
    if (!status && text.size)
        status = cut(&text, out);
    ep_buf_release(&text);
    if (status)
        source_release(out);
    return status;
}
