/* SPDX-License-Identifier: MIT */
#include "run_child.h"

#include "run_proc.h"
#include "tool/command.h"
#include "tool/say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- signals ------------------------------------------------------------- */

static const int passed_on[] = {SIGHUP,  SIGINT,  SIGQUIT,
                                SIGTERM, SIGUSR1, SIGUSR2};

static void fill_waited(sigset_t *set)
{
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGCHLD);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++)
        (void)sigaddset(set, passed_on[i]);
}

void dispositions_read(struct dispositions *out)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t waited;

    fill_waited(&waited);
    (void)sigaction(SIGPIPE, NULL, &out->pipe);
    (void)sigaction(SIGCHLD, &plain, &out->child);
    /* Who opens a file for writing breaks the lease of who looks at it. */
    (void)sigaction(SIGIO, &ignore, &out->io);
    (void)sigprocmask(SIG_BLOCK, &waited, &out->mask);
}

static void restore(const struct dispositions *before)
{
    (void)sigaction(SIGPIPE, &before->pipe, NULL);
    (void)sigaction(SIGCHLD, &before->child, NULL);
    (void)sigaction(SIGIO, &before->io, NULL);
    (void)sigprocmask(SIG_SETMASK, &before->mask, NULL);
}

/* The next signal, or 0 after SOME milliseconds. */
static int next_signal(int some, siginfo_t *out)
{
    const struct timespec patience = {some / 1000, some % 1000 * 1000000L};
    sigset_t waited;
    int number;

    fill_waited(&waited);
    number = sigtimedwait(&waited, out, &patience);
    return number > 0 ? number : 0;
}

_Noreturn void child_die(int number)
{
    const struct rlimit none = {0, 0};
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t one;

    (void)setrlimit(RLIMIT_CORE, &none);
    (void)sigaction(number, &plain, NULL);
    (void)raise(number);
    (void)sigemptyset(&one);
    (void)sigaddset(&one, number);
    (void)sigprocmask(SIG_UNBLOCK, &one, NULL);
    _exit(128 + number);
}

/* ---- the command --------------------------------------------------------- */

/* In the child: become the command, or tell ERRORS why not, by an errno value; a
 * negative one, if that is not the command's fault. */
_Noreturn static void become(const struct command *command,
                             const struct dispositions *before, int go,
                             int errors)
{
    char byte;
    int error;

    /* Else Yama allows it to ancestors alone; where there is no Yama, to any. */
    if (command->is_followed)
        (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    error = read(go, &byte, 1) < 0 ? -errno : 0; /* until it is closed */
    if (command->is_followed)
        (void)prctl(PR_SET_PTRACER, 0, 0, 0, 0);

    for (size_t i = 0; i < command->n_settings && !error; i++) {
        const struct setting *setting = &command->settings[i];

        if (setting->value ? setenv(setting->name, setting->value, 1)
                           : unsetenv(setting->name))
            error = -errno;
    }
    if (!error) {
        restore(before);
        (void)execvp(command->file, command->words);
        error = errno;
    }
    (void)!write(errors, &error, sizeof error);
    _exit(EXIT_NOT_RUN);
}

/* What the child says of itself; 0: it has become the command. */
static int read_error(int errors)
{
    int error = 0;
    ssize_t n;

    do
        n = read(errors, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? error : 0;
}

static int say_not_started(const char *what)
{
    say_error("%s: %s", what, strerror(errno));
    return EXIT_OWN;
}

int child_start(const struct command *command,
                const struct dispositions *before, struct child *out)
{
    int ends[2], go[2], error;

    if (pipe(ends))
        return say_not_started("pipe");
    if (pipe(go)) {
        (void)close(ends[0]);
        (void)close(ends[1]);
        return say_not_started("pipe");
    }
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    (void)fcntl(go[0], F_SETFD, FD_CLOEXEC);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    out->pid = fork();
    if (out->pid == 0) {
        (void)close(ends[0]);
        (void)close(go[1]);
        become(command, before, go[0], ends[1]);
    }
    (void)close(ends[1]);
    (void)close(go[0]);
    if (out->pid > 0 && command->prepare)
        command->prepare(command->context, out->pid);
    (void)close(go[1]);
    error = out->pid < 0 ? errno : read_error(ends[0]);
    (void)close(ends[0]);
    if (!error)
        return 0;
    if (out->pid > 0)
        (void)waitpid(out->pid, &out->status, 0);
    say_error("%s: %s", command->words[0],
              strerror(error < 0 ? -error : error));
    if (out->pid < 0 || error < 0)
        return EXIT_OWN;
    return error == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN;
}

/* Take note of all that have ended; whether CHILD is among them. */
static int has_ended(struct child *child)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == child->pid) {
            child->status = status;
            return 1;
        }
    return 0;
}

int child_has_left_others(void)
{
    pid_t pid;

    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        ;
    return pid == 0;
}

/* Whether this process is above the one of STATUS. */
static int is_ours(struct proc_status status)
{
    while (status.parent > 0 && status.parent != getpid() &&
           proc_read_status(status.parent, &status) == 0)
        ;
    return status.parent == getpid();
}

int child_others_are_busy(void)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    int busy = 0;

    while (processes && !busy && (entry = readdir(processes))) {
        struct proc_status status;
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

        /* waits for nothing but a processor or a disk */
        busy = pid > 0 && pid != getpid() &&
               proc_read_status(pid, &status) == 0 &&
               (status.state == 'R' || status.state == 'D') && is_ours(status);
    }
    if (processes)
        (void)closedir(processes);
    return busy;
}

void child_wait(struct child *child, int each, step_fn *step, void *context)
{
    while (!has_ended(child)) {
        siginfo_t info;
        int number = next_signal(each, &info);

        /* The terminal has sent it to the command as well. */
        if (number && number != SIGCHLD && info.si_code != SI_KERNEL)
            (void)kill(child->pid, number);
        if (!number)
            step(context);
    }
}

int child_pause(int some)
{
    siginfo_t info;
    int number = next_signal(some, &info);

    return number && number != SIGCHLD;
}
