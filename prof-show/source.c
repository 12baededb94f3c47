/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"
#include "tool/say.h"

void source_release(struct source *source)
{
    ep_mem_free(source->text);
    ep_mem_free(source->lines);
    *source = (struct source){0};
}

/* PATH opened if it is a regular file, and what it is in *THERE, else -1; *WHY
 * is an errno and stays what it was where the file is merely not there. */
static int open_regular(const char *path, struct stat *there, int *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int known = fd >= 0 && fstat(fd, there) == 0;

    if (known && S_ISREG(there->st_mode))
        return fd;
    if (known)
        *why = EINVAL;
    else if (errno != ENOENT)
        *why = errno;
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

char *source_place(const struct view *view, const struct ep_profile_file *file,
                   size_t nth)
{
    const char *root = view->options->source_root;

    if (root) {
        if (nth-- == 0)
            return ep_path_join(root, file->name);
        const char *end = file->full;
        do {
            if (nth-- == 0)
                return ep_path_join(root, end);
            end = strchr(end + 1, '/');
        } while (end);
    }
    if (nth == 0)
        return ep_mem_dup(file->full, strlen(file->full));
    return nth == 1 ? ep_mem_dup(file->name, strlen(file->name)) : NULL;
}

static int open_source(const struct view *view,
                       const struct ep_profile_file *file, struct stat *there,
                       int *why)
{
    int fd = -1;
    char *path;

    *why = ENOENT;
    for (size_t i = 0; fd < 0 && (path = source_place(view, file, i)); i++) {
        fd = open_regular(path, there, why);
        ep_mem_free(path);
    }
    return fd;
}

/* *WHY is an errno if the text could not be read to its end, else 0. */
static int read_text(int fd, struct ep_buf *out, int *why)
{
    char piece[1 << 16];
    ssize_t n;

    while ((n = read(fd, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            ep_buf_add(out, piece, (size_t)n);
    *why = n < 0 ? errno : 0;
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

static void compare_times(struct view *view, const struct stat *source,
                          const struct ep_profile_file *file)
{
    if (view->warned_newer || !file->modified ||
        source->st_mtime <= file->modified)
        return;
    view->warned_newer = 1;
    say_warning("%s: newer than the binary: its counts may be on other lines",
                file->name);
}

void source_miss(struct view *view, const struct ep_profile_file *file, int why)
{
    if (view->n_no_source++ == 0)
        say_warning("%s: %s: shown without its text; --source-root or "
                    "--path-map may help",
                    file->name, strerror(why));
}

void source_say(const struct view *view)
{
    if (view->n_no_source > 1)
        say_warning("%zu sources were not read", view->n_no_source);
}

/* Who asks for a text need not show it: markers in it are missed, too. */
static void say_damaged(struct view *view, const struct ep_profile_file *file,
                        int why)
{
    if (view->n_no_source == 0)
        source_miss(view, file, why);
}

int source_read(struct view *view, const struct ep_profile_file *file,
                struct source *out)
{
    struct ep_buf text = {0};
    struct stat there;
    int why;
    int fd = open_source(view, file, &there, &why);
    int status;

    *out = (struct source){0};
    if (fd < 0) {
        out->why = why;
        return EP_OK;
    }
    compare_times(view, &there, file);
    status = read_text(fd, &text, &why);
    (void)close(fd);
    if (!status && why)
        say_damaged(view, file, why);
    else if (!status && text.size)
        status = cut(&text, out);
    ep_buf_release(&text);
    if (status)
        source_release(out);
    return status;
}

int source_md5(struct view *view, const struct ep_profile_file *file,
               char out[MD5_TEXT])
{
    struct ep_buf text = {0};
    struct stat there;
    int why;
    int fd = open_source(view, file, &there, &why);
    int status = fd < 0 ? EP_OK : read_text(fd, &text, &why);
    struct md5 md5;

    if (fd >= 0) {
        (void)close(fd);
        if (!status && why) {
            ep_buf_clear(&text);
            say_damaged(view, file, why);
        }
    }
    md5_begin(&md5);
    md5_add(&md5, text.data, text.size);
    md5_end(&md5, out);
    ep_buf_release(&text);
    return status;
}

int source_each(struct view *view, source_fn *print)
{
    const struct ep_profile_file *file;
    size_t at = 0;

    while ((file = view_next(view, &at)) != NULL) {
        struct source source;
        int status = source_read(view, file, &source);

        if (!status && source.why)
            source_miss(view, file, source.why);
        if (!status)
            status = print(view, file, &source);
        source_release(&source);
        if (status) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
    }
    source_say(view);
    return EXIT_DONE;
}
