/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* close_range, __WALL */
#include "run_kills.h"

#include "run_last.h"
#include "run_proc.h"
#include "tool/say.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TRIES 1000 /* of a millisecond, until PID has allowed it */

/* ---- what stops ----------------------------------------------------------- */

static void go_on(pid_t thread, int number)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): as ptrace(2) has it */
    (void)ptrace(PTRACE_CONT, thread, NULL, (void *)(intptr_t)number);
}

/* Whether FILE is NAME, or one of its versions: lldb-14, but not rrdtool of rr. */
static int is_named(const char *file, const char *name)
{
    size_t size = strlen(name);

    return strncmp(file, name, size) == 0 &&
           !(file[size] >= 'a' && file[size] <= 'z');
}

/* Whether the program that THREAD has become traces others. */
static int is_debugger(pid_t thread)
{
    static const char *const names[] = {
        "gdb", "gdbserver", "strace", "ltrace", "lldb", "rr", "prof-patch"};
    char link[64], path[PATH_MAX];
    const char *name;
    ssize_t n;

    (void)snprintf(link, sizeof link, "/proc/%d/exe", (int)thread);
    n = readlink(link, path, sizeof path - 1);
    if (n <= 0)
        return 0;
    path[n] = '\0';
    name = strrchr(path, '/');
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (is_named(name + 1, names[i]))
            return 1;
    return 0;
}

/* Whether THREAD ends alone, by exit(2): its process goes on. */
static int ends_alone(pid_t thread)
{
    struct user_regs_struct registers;
    struct iovec to = {&registers, sizeof registers};

    return ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &to) ||
           registers.orig_rax == SYS_exit;
}

/* A signal ends its process, or one of its threads does, by _exit(2): who ends by exit(3)
 * has written its run before, and has no raw file any more. */
static void take_exit(struct lasts *lasts, pid_t thread)
{
    unsigned long status;

    if (ptrace(PTRACE_GETEVENTMSG, thread, NULL, &status) == 0 &&
        (WIFSIGNALED((int)status) || !ends_alone(thread)))
        lasts_add(lasts, thread);
    go_on(thread, 0);
}

/* THREAD has stopped, as STATUS of waitpid(2) says. */
static void take_stop(struct lasts *lasts, pid_t thread, int status)
{
    switch (status >> 16) {
    case 0: /* a signal is about to be delivered */
        go_on(thread, WSTOPSIG(status));
        break;
    case PTRACE_EVENT_EXIT:
        take_exit(lasts, thread);
        break;
    case PTRACE_EVENT_EXEC:
        if (is_debugger(thread))
            (void)ptrace(PTRACE_DETACH, thread, NULL, NULL);
        else
            go_on(thread, 0);
        break;
    case PTRACE_EVENT_STOP:
        /* It is stopped, and waits for SIGCONT; or it is new. */
        if (WSTOPSIG(status) != SIGTRAP)
            (void)ptrace(PTRACE_LISTEN, thread, NULL, NULL);
        else
            go_on(thread, 0);
        break;
    default: /* a new one is followed from its first instruction on */
        go_on(thread, 0);
    }
}

/* ---- who follows ---------------------------------------------------------- */

/* 0 or an errno value. */
static int seize(pid_t pid)
{
    const struct timespec moment = {0, 1000000};
    const uintptr_t options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEFORK |
                              PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                              PTRACE_O_TRACEEXEC;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): likewise */
    for (int i = 0; ptrace(PTRACE_SEIZE, pid, NULL, (void *)options); i++) {
        if (errno != EPERM || i == TRIES)
            return errno;
        (void)nanosleep(&moment, NULL);
    }
    return 0;
}

/* Neither signals of the terminal nor descriptors of ours are for it; it ends with
 * PARENT. */
static void leave(pid_t parent, int answer)
{
    sigset_t all;

    (void)sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, NULL);
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    if (answer > 3)
        (void)close_range(3, (unsigned)answer - 1, 0);
    (void)close_range((unsigned)answer + 1, UINT_MAX, 0);
}

_Noreturn static void follow(pid_t pid, pid_t parent, int answer)
{
    struct lasts lasts = {0};
    int status, error, null;
    pid_t thread;

    leave(parent, answer);
    error = seize(pid);
    null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; fd++)
        (void)dup2(null, fd);
    (void)!write(answer, &error, sizeof error);
    (void)close(answer);
    if (error)
        _exit(0);
    while ((thread = waitpid(-1, &status, __WALL)) > 0)
        if (WIFSTOPPED(status))
            take_stop(&lasts, thread, status);
        else
            lasts_forget(&lasts, thread);
    _exit(0);
}

/* Whether somebody traces PID. */
static int is_traced(pid_t pid)
{
    struct proc_status status;

    return proc_read_status(pid, &status) == 0 && status.tracer > 0;
}

void kills_follow(pid_t pid)
{
    pid_t parent = getpid(), follower;
    int ends[2], error = 0;
    ssize_t n;

    if (is_traced(pid))
        return;
    if (pipe(ends)) {
        say_warning("--kills: pipe: %s", strerror(errno));
        return;
    }
    follower = fork();
    if (follower == 0)
        follow(pid, parent, ends[1]);
    error = follower < 0 ? errno : 0;
    (void)close(ends[1]);
    do
        n = read(ends[0], &error, sizeof error);
    while (n < 0 && errno == EINTR);
    (void)close(ends[0]);
    if (error)
        say_warning("--kills: the command cannot be followed: %s",
                    strerror(error));
}
