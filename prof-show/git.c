/* SPDX-License-Identifier: MIT */
#include "git.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/command.h"
#include "tool/say.h"

extern char **environ;

static int start(char *const *argv, int output, int unused, pid_t *out)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return failed;
    failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_addclose(&actions, unused);
    if (!failed)
        failed = posix_spawnp(out, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Read all of FD; an errno, or 0. */
static int drain(int fd, struct ep_buf *out)
{
    char piece[1 << 16];
    ssize_t n;

    while ((n = read(fd, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            ep_buf_add(out, piece, (size_t)n);
    if (n < 0)
        return errno;
    return out->failed ? ENOMEM : 0;
}

/* What ARGV prints, run for REVISION, which OPTION names, as git.h has it. */
static int run_git(char *const *argv, const char *option, const char *revision,
                   struct ep_buf *out)
{
    int ends[2];
    int state = -1;
    pid_t child;
    int failed;

    if (pipe(ends)) {
        say_error("pipe: %s", strerror(errno));
        return EXIT_TROUBLE;
    }
    failed = start(argv, ends[1], ends[0], &child);
    (void)close(ends[1]);
    if (!failed) {
        failed = drain(ends[0], out);
        (void)close(ends[0]); /* git, should it still write, ends */
        while (waitpid(child, &state, 0) < 0 && errno == EINTR)
            ;
    } else {
        (void)close(ends[0]);
    }
    if (failed)
        say_error("git: %s", strerror(failed));
    else if (state != 0)
        say_error("%s %s: git failed", option, revision);
    return failed || state != 0 ? EXIT_TROUBLE : EXIT_DONE;
}

int git_changes(char *directory, char *root, const char *option, char *revision,
                int renames, struct ep_buf *diff, struct ep_buf *others)
{
    char *changed[] = {"git",
                       "-C",
                       directory,
                       "-c",
                       "core.quotepath=off",
                       "diff",
                       "--no-color",
                       "--no-ext-diff",
                       "--no-relative",
                       "--no-prefix",
                       "--unified=0",
                       revision,
                       renames ? "--find-renames" : "--",
                       renames ? "--" : NULL,
                       NULL};
    char *untracked[] = {"git",      "-C",       root,
                         "ls-files", "--others", "--exclude-standard",
                         "-z",       NULL};
    int result = run_git(changed, option, revision, diff);

    return result == EXIT_DONE ? run_git(untracked, option, revision, others)
                               : result;
}

int git_root(char *directory, const char *option, const char *revision,
             char **out)
{
    char *argv[] = {"git", "-C", directory, "rev-parse", "--show-toplevel",
                    NULL};
    struct ep_buf root = {0};
    int result = run_git(argv, option, revision, &root);

    if (result == EXIT_DONE && root.size)
        root.data[root.size - 1] = '\0'; /* the newline */
    *out = root.data;
    return result == EXIT_DONE && !root.size ? EXIT_TROUBLE : result;
}

void git_unquote(char *path)
{
    char *to = path;
    const char *at = path + 1;

    if (*path != '"')
        return;
    for (; *at && *at != '"'; at++) {
        static const char names[] = "abtnvfr";
        static const char values[] = "\a\b\t\n\v\f\r";
        const char *name;

        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        at++;
        name = *at ? strchr(names, *at) : NULL;
        if (name) {
            *to++ = values[name - names];
        } else if (*at >= '0' && *at <= '3' && at[1] && at[2]) {
            *to++ =
                (char)((at[0] - '0') * 64 + (at[1] - '0') * 8 + at[2] - '0');
            at += 2;
        } else if (*at) {
            *to++ = *at;
        }
    }
    *to = '\0';
}
