/* SPDX-License-Identifier: MIT */
#include "run_check.h"

#include "tool/own.h"
#include "tool/say.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

_Noreturn static void become(char *const *words, int silent)
{
    int to = silent ? open("/dev/null", O_WRONLY) : STDERR_FILENO;

    if (to >= 0 && dup2(to, STDOUT_FILENO) >= 0 && dup2(to, STDERR_FILENO) >= 0)
        (void)execv(words[0], words);
    _exit(EXIT_OWN);
}

/* The exit status of prof-show check with ARGS's gates and INPUT. */
static int run_check(const struct args *args, const char *input, int silent)
{
    char tool[PATH_MAX];
    struct ep_diag diag = {{0}};
    const char **words;
    size_t n = 0;
    int status;
    pid_t pid;

    if (find_tool("prof-show", tool, &diag)) {
        say_error("%s", diag.text);
        return EXIT_OWN;
    }
    words = ep_mem_zeroed(args->gates.n + 5, sizeof *words);
    if (!words) {
        say_error("out of memory");
        return EXIT_OWN;
    }
    words[n++] = tool;
    words[n++] = "check";
    for (size_t i = 0; i < args->gates.n; i++)
        words[n++] = args->gates.items[i];
    words[n++] = "--";
    words[n] = input;
    pid = fork();
    if (pid == 0)
        become((char *const *)words, silent);
    ep_mem_free(words);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0)
        return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_OWN;
    say_error("%s: %s", tool, strerror(errno));
    return EXIT_OWN;
}

int check_gates(const struct args *args)
{
    /* It reads its arguments, and then finds no profile. */
    if (run_check(args, "/dev/null", 1) == EXIT_NOTHING)
        return EXIT_DONE;
    (void)run_check(args, "/dev/null", 0);
    return EXIT_OWN;
}

int check_sum(const struct args *args, const char *output)
{
    int status = run_check(args, output, 0);

    return status == EXIT_DONE || status == EXIT_GATE ? status : EXIT_OWN;
}
