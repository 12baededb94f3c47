/* SPDX-License-Identifier: MIT */
#include "run_patch.h"

#include "tool/own.h"
#include "tool/say.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_chosen(const struct args *args, const char *path)
{
    const char *slash = strrchr(path, '/');

    if (args->patch_command && slash && strcmp(slash + 1, args->words[0]) == 0)
        return 1;
    for (size_t i = 0; i < args->patch.n; i++) {
        const char *glob = args->patch.items[i];

        if (fnmatch(glob, strchr(glob, '/') || !slash ? path : slash + 1, 0) ==
            0)
            return 1;
    }
    return 0;
}

_Noreturn static void become(const char *tool, const char *path, int to)
{
    char *const words[] = {(char *)tool, (char *)"--path", (char *)path, NULL};

    if (dup2(to, STDOUT_FILENO) >= 0)
        (void)execv(tool, words);
    _exit(EXIT_OWN);
}

/* What `prof-patch --path PATH` prints, into OUT; it says itself why it refuses one.
 * Whether it does not. */
static int ask(const char *tool, const char *path, char out[PATH_MAX])
{
    int ends[2], status = -1;
    size_t n = 0;
    ssize_t got;
    pid_t pid;

    if (pipe(ends))
        return 0;
    pid = fork();
    if (pid == 0)
        become(tool, path, ends[1]);
    (void)close(ends[1]);
    while (n < PATH_MAX && (got = read(ends[0], out + n, PATH_MAX - n)) > 0)
        n += (size_t)got;
    (void)close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid < 0 || status != 0 || n < 2 || out[n - 1] != '\n')
        return 0;
    out[n - 1] = '\0';
    return 1;
}

struct search {
    const struct args *args;
    char tool[PATH_MAX];
    char bin[PATH_MAX]; /* the folder of links */
    size_t n;
};

static int is_program(const char *path)
{
    struct stat there;

    return stat(path, &there) == 0 && S_ISREG(there.st_mode) &&
           access(path, X_OK) == 0;
}

/* The next folder of the list *AT into OUT; whether there is one. */
static int next_folder(const char **at, char out[PATH_MAX])
{
    size_t size;

    if (!*at)
        return 0;
    size = strcspn(*at, ":");
    (void)snprintf(out, PATH_MAX, "%.*s", (int)(size ? size : 1),
                   size ? *at : ".");
    *at = (*at)[size] ? *at + size + 1 : NULL;
    return 1;
}

/* Whether PROGRAM is the one that is found by NAME. */
static int is_first(const char *program, const char *name)
{
    const char *path = getenv("PATH");
    char folder[PATH_MAX], real[PATH_MAX], found[PATH_MAX];

    while (next_folder(&path, folder))
        if (realpath(folder, real) && !folder_join(real, name, found, NULL) &&
            is_program(found))
            return strcmp(found, program) == 0;
    return 0;
}

static int add_program(void *context, const char *path, const char *name)
{
    struct search *search = context;
    char program[PATH_MAX], link[PATH_MAX], file[PATH_MAX];

    if (!folder_join(path, name, program, NULL) &&
        !folder_join(search->bin, name, link, NULL) &&
        is_chosen(search->args, program) && is_program(program) &&
        is_first(program, name) && ask(search->tool, program, file) &&
        symlink(file, link) == 0)
        search->n++;
    return EP_OK;
}

static void search_path(struct search *search)
{
    const char *path = getenv("PATH");
    char folder[PATH_MAX], real[PATH_MAX];

    while (next_folder(&path, folder))
        if (realpath(folder, real) &&
            folder_each(real, add_program, search, NULL))
            continue; /* it is no folder, or not for us */
}

/* The command may be a path. */
static void find_command(const struct search *search, const char *word,
                         struct patched *out)
{
    char real[PATH_MAX], file[PATH_MAX];

    if (strchr(word, '/') && realpath(word, real) &&
        (search->args->patch_command || is_chosen(search->args, real)) &&
        ask(search->tool, real, file))
        out->program = ep_mem_dup(file, strlen(file));
}

int patch_programs(const struct args *args, const struct folder *folder,
                   struct patched *out)
{
    const char *path = getenv("PATH");
    struct search search = {.args = args};
    struct ep_diag diag = {{0}};
    struct ep_buf first = {0};

    if (args->patch.n == 0 && !args->patch_command)
        return 0;
    if (find_tool("prof-patch", search.tool, &diag) ||
        folder_join(folder->path, "bin", search.bin, &diag)) {
        say_error("%s", diag.text);
        return -EXIT_OWN;
    }
    if (mkdir(search.bin, 0700)) {
        say_error("%s: %s", search.bin, strerror(errno));
        return -EXIT_OWN;
    }
    search_path(&search);
    find_command(&search, args->words[0], out);
    if (search.n == 0 && !out->program)
        say_warning("--patch: no program was found that can be counted");
    ep_buf_printf(&first, "%s%s%s", search.bin, path ? ":" : "",
                  path ? path : "");
    if (first.failed) {
        say_error("out of memory");
        return -EXIT_OWN;
    }
    out->path = first.data;
    return 0;
}

void patch_release(struct patched *patched)
{
    ep_mem_free(patched->path);
    ep_mem_free(patched->program);
}
