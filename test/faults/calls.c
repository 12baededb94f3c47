/* SPDX-License-Identifier: MIT
 *
 * Runs a program and makes its Nth system call fail, by ptrace: so raw calls
 * and those within the C library fail as well.
 *
 *   usage: calls [-f] [-a CALL] [-x CALL]... [-m PART]... [-r LOW-HIGH] KIND N REPORT
 * PROGRAM [ARGUMENT...]
 *
 * KIND    kill: the process is killed there; fail: with an error that the call is documented to give; never: with
 *         EPERM, as under seccomp; eintr: interrupted; short: read or write one
 *         byte; the latter two of calls for which that is allowed
 * N       which call, from 1
 * REPORT  file that gets the call's name and error when one was made to fail
 * -f      threads and children too
 * -a      count calls after the first CALL only
 * -x      never CALL
 * -m      only calls made from code in a file whose name has PART in it
 * -r      only calls made from code between these addresses, in hexadecimal
 *
 * The exit status is the program's, 128 more than the signal's number if it was
 * killed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

enum { CAN_BE_INTERRUPTED = 1, CAN_BE_SHORT = 2, EXEMPT = 4, IS_DONE = 8 };

static const struct call {
    const char *name;
    long number;
    int error;
    unsigned flags;
} calls[] = {
#define CALL(name, error, flags)        \
    {                                   \
#name, SYS_##name, error, flags \
    }
    CALL(read, EIO, CAN_BE_INTERRUPTED | CAN_BE_SHORT),
    CALL(pread64, EIO, CAN_BE_INTERRUPTED | CAN_BE_SHORT),
    CALL(write, ENOSPC, CAN_BE_INTERRUPTED | CAN_BE_SHORT),
    CALL(pwrite64, ENOSPC, CAN_BE_INTERRUPTED | CAN_BE_SHORT),
    CALL(open, EMFILE, CAN_BE_INTERRUPTED),
    CALL(openat, EMFILE, CAN_BE_INTERRUPTED),
    CALL(close, EIO, IS_DONE), /* the file is closed all the same */
    CALL(fstat, EIO, 0),
    CALL(newfstatat, EIO, 0),
    CALL(fstatfs, EIO, 0),
    CALL(lseek, EIO, 0),
    CALL(getdents64, EIO, 0),
    CALL(readlink, EIO, 0),
    CALL(readlinkat, EIO, 0),
    CALL(access, EIO, 0),
    CALL(mkdir, ENOSPC, 0),
    CALL(rename, EIO, 0),
    CALL(renameat2, EIO, 0),
    CALL(link, EIO, 0),
    CALL(unlink, EIO, 0),
    CALL(unlinkat, EIO, 0),
    CALL(fsync, EIO, 0),
    CALL(ftruncate, EIO, 0),
    CALL(fallocate, ENOSPC, CAN_BE_INTERRUPTED),
    CALL(mmap, ENOMEM, 0),
    CALL(mremap, ENOMEM, 0),
    CALL(mprotect, ENOMEM, 0),
    CALL(munmap, ENOMEM, 0),
    CALL(getcwd, ENOENT, 0),
    CALL(pipe2, EMFILE, 0),
    CALL(clone, EAGAIN, 0),
    CALL(clone3, EAGAIN, 0),
    CALL(vfork, EAGAIN, 0),
    CALL(wait4, ECHILD, CAN_BE_INTERRUPTED),
    CALL(rt_sigaction, EPERM, 0),
    CALL(exit, 0, EXEMPT),
    CALL(exit_group, 0, EXEMPT),
    CALL(rt_sigreturn, 0, EXEMPT),
    CALL(brk, 0, EXEMPT),   /* gives no errors but the break as it was */
    CALL(futex, 0, EXEMPT), /* its failures are the locks' own business */
};

enum kind { FAIL, NEVER, EINTR_ONCE, SHORT, KILL };

static struct {
    enum kind kind;
    unsigned long left; /* calls up to the one that fails; 0: none any more */
    const char *report;
    int everyone;
    long after; /* -1: now */
    const char *parts[8];
    unsigned n_parts;
    long exempt[8];
    unsigned n_exempt;
    uint64_t low, high;
} job = {.after = -1, .high = UINT64_MAX};

/* The call that is under way and shall fail, and by whom. */
static pid_t refused_by;
static int refusal;

static void die(const char *what)
{
    perror(what);
    exit(125);
}

static const struct call *find_call(long number)
{
    static struct call other = {.error = EPERM};
    static char name[32];

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].number == number)
            return &calls[i];
    (void)snprintf(name, sizeof name, "call %ld", number);
    other.name = name;
    other.number = number;
    return &other;
}

/* Whether ADDRESS of process PID lies in a file that was asked for. */
static int is_of_parts(pid_t pid, uint64_t address)
{
    char path[64], line[4096];
    int found = 0;
    FILE *maps;

    if (job.n_parts == 0)
        return 1;
    (void)snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    maps = fopen(path, "re");
    while (maps && !found && fgets(line, sizeof line, maps)) {
        uint64_t start, stop;

        if (sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &stop) != 2 ||
            address < start || address >= stop)
            continue;
        for (unsigned i = 0; i < job.n_parts; i++)
            found |= strstr(line, job.parts[i]) != NULL;
        break;
    }
    if (maps)
        (void)fclose(maps);
    return found;
}

static int is_meant(const struct call *call, const uint64_t *arguments)
{
    for (unsigned i = 0; i < job.n_exempt; i++)
        if (job.exempt[i] == call->number)
            return 0;
    switch (job.kind) {
    case EINTR_ONCE:
        return call->flags & CAN_BE_INTERRUPTED;
    case SHORT:
        return call->flags & CAN_BE_SHORT && arguments[2] > 1;
    default:
        return !(call->flags & EXEMPT);
    }
}

static void set_register(pid_t pid, size_t offset, long value)
{
    if (ptrace(PTRACE_POKEUSER, pid, offset, value))
        die("PTRACE_POKEUSER");
}

static void tell(const struct call *call, int error)
{
    FILE *report = fopen(job.report, "we");

    if (!report ||
        fprintf(report, "%s: %s\n", call->name,
                job.kind == SHORT  ? "one byte"
                : job.kind == KILL ? "killed"
                                   : strerror(error)) < 0 ||
        fclose(report))
        die(job.report);
}

static void spoil(pid_t pid, const struct call *call)
{
    int error = job.kind == FAIL         ? call->error
                : job.kind == EINTR_ONCE ? EINTR
                                         : EPERM;

    tell(call, error);
    if (job.kind == KILL) {
        (void)kill(pid, SIGKILL);
        return;
    }
    if (job.kind == SHORT) {
        set_register(pid, offsetof(struct user_regs_struct, rdx), 1);
        return;
    }
    if (!(call->flags & IS_DONE))
        set_register(pid, offsetof(struct user_regs_struct, orig_rax), -1);
    refused_by = pid;
    refusal = error;
}

static void on_call(pid_t pid)
{
    struct ptrace_syscall_info info;
    const struct call *call;

    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) < 0)
        return; /* killed meanwhile */
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        if (refused_by == pid) {
            set_register(pid, offsetof(struct user_regs_struct, rax), -refusal);
            refused_by = 0;
        }
        return;
    }
    call = find_call((long)info.entry.nr);
    if (job.after >= 0) {
        if (job.after == call->number)
            job.after = -1;
        return;
    }
    if (job.left == 0 || info.instruction_pointer < job.low ||
        info.instruction_pointer > job.high ||
        !is_meant(call, (const uint64_t *)info.entry.args) ||
        !is_of_parts(pid, info.instruction_pointer))
        return;
    if (--job.left == 0)
        spoil(pid, call);
}

/* The signal that the tracee, which stopped with STATUS, gets. */
static int on_stop(pid_t pid, int status)
{
    int signal = WSTOPSIG(status);

    if (signal == (SIGTRAP | 0x80)) {
        on_call(pid);
        return 0;
    }
    if (status >> 16 || signal == SIGTRAP || signal == SIGSTOP)
        return 0; /* exec, a new thread, its first stop */
    return signal;
}

static int follow(pid_t first)
{
    int result = 125;

    for (;;) {
        int status, signal;
        pid_t pid = waitpid(-1, &status, __WALL);

        if (pid < 0)
            return result;
        if (!WIFSTOPPED(status)) {
            if (pid == first)
                result = WIFEXITED(status) ? WEXITSTATUS(status)
                                           : 128 + WTERMSIG(status);
            continue;
        }
        signal = on_stop(pid, status);
        if (ptrace(PTRACE_SYSCALL, pid, 0, signal) && errno != ESRCH)
            die("PTRACE_SYSCALL");
    }
}

static pid_t start(char **argv)
{
    int status;
    long all = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
    pid_t pid = fork();

    if (pid < 0)
        die("fork");
    if (pid == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) || raise(SIGSTOP))
            die("PTRACE_TRACEME");
        (void)execvp(argv[0], argv);
        die(argv[0]);
    }
    if (waitpid(pid, &status, 0) != pid ||
        ptrace(PTRACE_SETOPTIONS, pid, 0,
               PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC |
                   (job.everyone ? all : 0)) ||
        ptrace(PTRACE_SYSCALL, pid, 0, 0))
        die("PTRACE_SETOPTIONS");
    return pid;
}

static enum kind kind_of(const char *name)
{
    static const char *const names[] = {"fail", "never", "eintr", "short",
                                        "kill"};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum kind)i;
    errno = EINVAL;
    die(name);
    return FAIL;
}

static long number_of(const char *name)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(calls[i].name, name) == 0)
            return calls[i].number;
    return strtol(name, NULL, 10);
}

int main(int argc, char **argv)
{
    int option;

    while ((option = getopt(argc, argv, "+fa:x:m:r:")) != -1) {
        if (option == 'f')
            job.everyone = 1;
        else if (option == 'a')
            job.after = number_of(optarg);
        else if (option == 'x' && job.n_exempt < 8)
            job.exempt[job.n_exempt++] = number_of(optarg);
        else if (option == 'r' && sscanf(optarg, "%" SCNx64 "-%" SCNx64,
                                         &job.low, &job.high) == 2)
            continue;
        else if (option == 'm' && job.n_parts < 8)
            job.parts[job.n_parts++] = optarg;
        else
            return 125;
    }
    if (argc - optind < 4)
        return 125;
    job.kind = kind_of(argv[optind]);
    job.left = strtoul(argv[optind + 1], NULL, 10);
    job.report = argv[optind + 2];
    return follow(start(argv + optind + 3));
}
