/* SPDX-License-Identifier: MIT */
#include "tool/inputs.h"

#include <edgeprof/abi.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 64u /* directories below each other */

void inputs_release(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++)
        ep_mem_free(inputs->files[i].path);
    ep_mem_free(inputs->files);
    *inputs = (struct inputs){0};
}

static int add_file(struct inputs *inputs, const char *path, int found)
{
    char *copy;

    if (EP_GROW(inputs->files, inputs->n, inputs->capacity))
        return EP_ENOMEM;
    copy = ep_mem_dup(path, strlen(path));
    if (!copy)
        return EP_ENOMEM;
    inputs->files[inputs->n++] = (struct input_file){copy, found};
    return EP_OK;
}

/* ---- directories --------------------------------------------------------- */

struct names {
    char **names;
    size_t n;
    size_t capacity;
};

static void release_names(struct names *names)
{
    for (size_t i = 0; i < names->n; i++)
        ep_mem_free(names->names[i]);
    ep_mem_free(names->names);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static int add_name(struct names *out, const char *name)
{
    char *copy;

    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return EP_OK;
    if (EP_GROW(out->names, out->n, out->capacity))
        return EP_ENOMEM;
    copy = ep_mem_dup(name, strlen(name));
    if (!copy)
        return EP_ENOMEM;
    out->names[out->n++] = copy;
    return EP_OK;
}

static int list_directory(const char *path, struct names *out,
                          struct ep_diag *diag)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;
    int status = EP_OK;

    if (!directory)
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    errno = 0;
    while (!status && (entry = readdir(directory)) != NULL) {
        status = add_name(out, entry->d_name);
        errno = 0;
    }
    if (!status && errno)
        status = ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    (void)closedir(directory);
    if (out->n)
        qsort(out->names, out->n, sizeof *out->names, by_name);
    return status;
}

static int walk(const char *path, unsigned depth, inputs_fn *visit,
                void *context, struct ep_diag *diag);

/* What is gone meanwhile, or not for this user, is passed over. */
static int pass_over(const char *path, struct ep_diag *diag)
{
    return errno == ENOENT || errno == EACCES
               ? EP_OK
               : ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
}

static int visit_entry(const char *path, unsigned depth, inputs_fn *visit,
                       void *context, struct ep_diag *diag)
{
    struct stat there;

    if (lstat(path, &there))
        return pass_over(path, diag);
    if (S_ISDIR(there.st_mode)) {
        if (depth == DEPTH_MAX)
            return EP_OK;
        if (access(path, R_OK | X_OK))
            return pass_over(path, diag);
        return walk(path, depth + 1, visit, context, diag);
    }
    if (S_ISLNK(there.st_mode) && stat(path, &there))
        return EP_OK;
    return S_ISREG(there.st_mode) ? visit(context, path) : EP_OK;
}

static int walk(const char *path, unsigned depth, inputs_fn *visit,
                void *context, struct ep_diag *diag)
{
    size_t length = strlen(path);
    const char *slash = length && path[length - 1] == '/' ? "" : "/";
    struct names names = {0};
    struct ep_buf entry = {0};
    int status = list_directory(path, &names, diag);

    for (size_t i = 0; !status && i < names.n; i++) {
        ep_buf_clear(&entry);
        ep_buf_printf(&entry, "%s%s%s", path, slash, names.names[i]);
        status = entry.failed
                     ? EP_ENOMEM
                     : visit_entry(entry.data, depth, visit, context, diag);
    }
    ep_buf_release(&entry);
    release_names(&names);
    return status;
}

int inputs_walk(const char *path, inputs_fn *visit, void *context,
                struct ep_diag *diag)
{
    return walk(path, 0, visit, context, diag);
}

/* ---- which files are profiles -------------------------------------------- */

static int ends_in(const char *name, const char *end)
{
    size_t n = strlen(name);
    size_t m = strlen(end);

    return n >= m && strcmp(name + n - m, end) == 0;
}

/* What cannot be read is left to the reader, which says so. */
static int has_magic(const char *path)
{
    char start[sizeof EDGEPROF_MAGIC - 1];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n;

    if (fd < 0)
        return errno != ENOENT && errno != EACCES;
    n = read(fd, start, sizeof start);
    (void)close(fd);
    return n < 0 || (n == (ssize_t)sizeof start &&
                     memcmp(start, EDGEPROF_MAGIC, sizeof start) == 0);
}

static int add_if_profile(void *context, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;

    if (name[0] == '.' || ends_in(name, ".tmp"))
        return EP_OK;
    if (strncmp(name, "prof.out", 8) == 0 || ends_in(name, ".prof") ||
        has_magic(path))
        return add_file(context, path, 1);
    return EP_OK;
}

/* ---- arguments ----------------------------------------------------------- */

static int add_path(struct inputs *inputs, const char *path,
                    struct ep_diag *diag)
{
    struct stat there;

    if (strcmp(path, "-") != 0 && stat(path, &there) == 0 &&
        S_ISDIR(there.st_mode))
        return inputs_walk(path, add_if_profile, inputs, diag);
    return add_file(inputs, path, 0);
}

static int add_list(struct inputs *inputs, const char *path,
                    struct ep_diag *diag)
{
    int from_stdin = strcmp(path, "-") == 0;
    FILE *list = from_stdin ? stdin : fopen(path, "re");
    char *line = NULL;
    size_t capacity = 0;
    int status = EP_OK;
    ssize_t n;

    if (!list)
        return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    while (!status && (n = getline(&line, &capacity, list)) >= 0) {
        if (n > 0 && line[n - 1] == '\n')
            line[n - 1] = '\0';
        if (line[0])
            status = add_path(inputs, line, diag);
    }
    if (!status && ferror(list))
        status = ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
    free(line);
    if (!from_stdin)
        (void)fclose(list);
    return status;
}

int inputs_add(struct inputs *inputs, const char *argument,
               struct ep_diag *diag)
{
    return argument[0] == '@' ? add_list(inputs, argument + 1, diag)
                              : add_path(inputs, argument, diag);
}

int inputs_add_default(struct inputs *inputs, int merged_first,
                       struct ep_diag *diag)
{
    int merged = access("prof.out", F_OK) == 0;
    struct names names = {0};
    int status = EP_OK;

    if (merged && merged_first)
        return add_path(inputs, "prof.out", diag);
    status = list_directory(".", &names, diag);
    for (size_t i = 0; !status && i < names.n; i++)
        if (strncmp(names.names[i], "prof.out.", 9) == 0 &&
            !ends_in(names.names[i], ".tmp"))
            status = add_path(inputs, names.names[i], diag);
    release_names(&names);
    if (!status && inputs->n == 0 && merged)
        status = add_path(inputs, "prof.out", diag);
    return status;
}
