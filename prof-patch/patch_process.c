/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "patch_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/kcmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the kernel calls a call that is made again (its linux/errno.h). */
enum { RESTART_FIRST = 512, RESTART_IF_NO_HANDLER = 514, RESTART_LAST = 516 };

/* ---- what it is ------------------------------------------------------------ */

/* The value of FIELD in /proc/PID/status, or 0. */
static unsigned long status_field(pid_t pid, const char *field, char *out_state)
{
    char path[64], line[256];
    unsigned long value = 0;
    FILE *file;

    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        size_t size = strcspn(line, ":");

        if (line[size] != ':')
            continue;
        line[size] = '\0';
        if (strcmp(line, "State") == 0 && out_state)
            *out_state = line[size + 1 + strspn(line + size + 1, " \t")];
        if (strcmp(line, field) == 0)
            value = strtoul(line + size + 1, NULL, 10);
    }
    if (file)
        (void)fclose(file);
    return value;
}

static void pause_shortly(void)
{
    const struct timespec some = {0, 100000};

    (void)nanosleep(&some, NULL);
}

/* It cannot be traced, by errno. */
static int refuse(pid_t pid, struct ep_diag *diag)
{
    if (errno == ESRCH || errno == ENOENT)
        return ep_fail(diag, EP_EMATCH, "process %d: has ended", (int)pid);
    return ep_fail(diag, EP_EMATCH,
                   "process %d: cannot be traced: %s; it may be another "
                   "user's, or the kernel forbids it "
                   "(kernel.yama.ptrace_scope)",
                   (int)pid, strerror(errno));
}

/* Another process that has the memory of PID; or 0. */
static pid_t find_sharer(pid_t pid)
{
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    pid_t found = 0;

    while (folder && !found && (entry = readdir(folder))) {
        pid_t other = (pid_t)strtol(entry->d_name, NULL, 10);

        if (other > 0 && other != pid &&
            syscall(SYS_kcmp, pid, other, KCMP_VM, 0L, 0L) == 0)
            found = other;
    }
    if (folder)
        (void)closedir(folder);
    return found;
}

/* The code of both would change, and only one is stopped.  A child of vfork has its
 * parent's memory, but not for long. */
static int check_memory(pid_t pid, struct ep_diag *diag)
{
    enum { MOST = 1000 };
    pid_t sharer = find_sharer(pid);

    for (int n = 0; sharer && n < MOST; n++) {
        pause_shortly();
        sharer = find_sharer(pid);
    }
    return sharer ? ep_fail(diag, EP_EMATCH,
                            "process %d: shares its memory with process %d",
                            (int)pid, (int)sharer)
                  : EP_OK;
}

static int check(pid_t pid, struct ep_diag *diag)
{
    char state = 0;
    unsigned long tracer = status_field(pid, "TracerPid", &state);

    if (!state)
        return ep_fail(diag, EP_EMATCH, "process %d: %s", (int)pid,
                       strerror(ESRCH));
    if (state == 'Z' || state == 'X')
        return ep_fail(diag, EP_EMATCH, "process %d: has ended", (int)pid);
    if (state == 'T')
        return ep_fail(diag, EP_EMATCH,
                       "process %d: is stopped: let it run on first", (int)pid);
    if (tracer)
        return ep_fail(diag, EP_EMATCH,
                       "process %d: is traced already, by process %lu",
                       (int)pid, tracer);
    return check_memory(pid, diag);
}

int process_open(pid_t pid, struct ep_diag *diag, struct process *out)
{
    char path[64];
    int status = check(pid, diag);

    *out = (struct process){.pid = pid, .memory = -1};
    if (status)
        return status;
    (void)snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
    out->memory = open(path, O_RDWR | O_CLOEXEC);
    return out->memory < 0 ? refuse(pid, diag) : EP_OK;
}

void process_close(struct process *process)
{
    if (process->memory >= 0)
        (void)close(process->memory);
    ep_mem_free(process->threads);
    *process = (struct process){.memory = -1};
}

/* ---- memory ---------------------------------------------------------------- */

int process_read(const struct process *process, uint64_t address, void *out,
                 size_t size)
{
    return pread(process->memory, out, size, (off_t)address) == (ssize_t)size;
}

int process_write(const struct process *process, uint64_t address,
                  const void *bytes, size_t size)
{
    return pwrite(process->memory, bytes, size, (off_t)address) ==
           (ssize_t)size;
}

/* ---- stopping -------------------------------------------------------------- */

enum wait_outcome { WAIT_STOPPED, WAIT_GONE, WAIT_HELD, WAIT_LONG };

/* Wait until THREAD is stopped by us.  Signals that come meanwhile are delivered; a
 * handler's first instruction is then where it stops. */
static enum wait_outcome wait_stop(const struct process_thread *thread)
{
    enum { MOST = 2000 };

    for (int n = 0; n < MOST; n++) {
        int status, event;
        pid_t got = waitpid(thread->id, &status, __WALL | WNOHANG);

        if (got < 0 && errno != EINTR)
            return WAIT_GONE;
        if (got != thread->id) {
            pause_shortly();
            continue;
        }
        if (!WIFSTOPPED(status))
            return WAIT_GONE;
        event = status >> 16;
        if (event == PTRACE_EVENT_STOP)
            return WSTOPSIG(status) == SIGTRAP ? WAIT_STOPPED : WAIT_HELD;
        (void)ptrace(PTRACE_CONT, thread->id, NULL, (long)WSTOPSIG(status));
    }
    return WAIT_LONG;
}

int process_waits(const struct process_thread *thread)
{
    long result = (long)thread->registers.rax;

    return (long)thread->registers.orig_rax >= 0 && result <= -RESTART_FIRST &&
           result >= -RESTART_LAST;
}

/* Some calls end by EINTR when a thread is stopped, and no signal is there.  They are
 * made again, unless a handler comes first. */
static void read_registers(struct process_thread *thread)
{
    struct user_regs_struct *to = &thread->registers;

    if (ptrace(PTRACE_GETREGS, thread->id, NULL, to))
        return;
    if ((long)to->orig_rax >= 0 && (long)to->orig_rax != SYS_close &&
        (long)to->rax == -EINTR) {
        to->rax = (unsigned long long)-RESTART_IF_NO_HANDLER;
        thread->moved = 1;
    }
}

static struct process_thread *find_thread(struct process *process, pid_t id)
{
    for (size_t i = 0; i < process->n_threads; i++)
        if (process->threads[i].id == id)
            return &process->threads[i];
    return NULL;
}

static int is_over(const struct process *process, pid_t id)
{
    char path[80], line[256];
    FILE *file;
    const char *state = NULL;

    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/stat",
                   (int)process->pid, (int)id);
    file = fopen(path, "re");
    if (file && fgets(line, sizeof line, file))
        state = strrchr(line, ')');
    if (file)
        (void)fclose(file);
    return !state || state[2] == 'Z' || state[2] == 'X';
}

/* Begin to trace the thread ID, whose filter of calls to the kernel is off while we do:
 * the calls that it makes for us could kill it.  Only root may have that. */
static int seize(const struct process *process, pid_t id, struct ep_diag *diag)
{
    enum { SUSPEND_SECCOMP = 1 << 21 }; /* linux/ptrace.h: glibc has no name */
    int filtered = status_field(id, "Seccomp", NULL) != 0;

    if (ptrace(PTRACE_SEIZE, id, NULL, filtered ? (long)SUSPEND_SECCOMP : 0L) ==
        0)
        return EP_OK;
    if (errno == ESRCH || is_over(process, id))
        return EP_ENONE;
    if (filtered)
        return ep_fail(diag, EP_EMATCH,
                       "process %d: may not call the kernel as it likes "
                       "(seccomp), and could be killed for what is needed; "
                       "root can count it, if the kernel lets it: %s",
                       (int)process->pid, strerror(errno));
    return refuse(process->pid, diag);
}

static int stop_thread(struct process *process, pid_t id, struct ep_diag *diag)
{
    struct process_thread *thread = find_thread(process, id);

    if (!thread) {
        int status;

        if (EP_GROW(process->threads, process->n_threads,
                    process->threads_capacity))
            return ep_fail(diag, EP_ENOMEM, "out of memory");
        status = seize(process, id, diag);
        if (status)
            return status == EP_ENONE ? EP_OK : status;
        thread = &process->threads[process->n_threads++];
        *thread = (struct process_thread){.id = id};
    }
    (void)ptrace(PTRACE_INTERRUPT, id, NULL, NULL);
    switch (wait_stop(thread)) {
    case WAIT_STOPPED:
        thread->stopped = 1;
        read_registers(thread);
        return EP_OK;
    case WAIT_GONE:
        *thread = process->threads[--process->n_threads];
        return EP_OK;
    case WAIT_HELD:
        thread->stopped = 1;
        return ep_fail(diag, EP_EMATCH, "process %d: is being stopped",
                       (int)process->pid);
    default:
        return ep_fail(diag, EP_ENONE,
                       "process %d: its thread %d does not stop: it waits in "
                       "the kernel",
                       (int)process->pid, (int)id);
    }
}

/* Those that are not stopped yet, of a list that may lack new ones. *OUT_N: how many
 * there were. */
static int stop_known(struct process *process, struct ep_diag *diag,
                      unsigned *out_n)
{
    char path[64];
    struct dirent *entry;
    DIR *folder;
    int status = EP_OK;

    *out_n = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)process->pid);
    folder = opendir(path);
    while (folder && !status && (entry = readdir(folder))) {
        pid_t id = (pid_t)strtol(entry->d_name, NULL, 10);
        const struct process_thread *thread = find_thread(process, id);

        if (id <= 0 || (thread && thread->stopped) || is_over(process, id))
            continue;
        (*out_n)++;
        status = stop_thread(process, id, diag);
    }
    if (folder)
        (void)closedir(folder);
    return status;
}

int process_stop(struct process *process, struct ep_diag *diag)
{
    unsigned n;
    int status;

    do
        status = stop_known(process, diag, &n);
    while (!status && n > 0);
    if (!status && process->n_threads == 0)
        status = ep_fail(diag, EP_EMATCH, "process %d: has ended",
                         (int)process->pid);
    if (status)
        process_go(process);
    return status;
}

/* A thread that is not stopped stays known: it is about to be. */
void process_go(struct process *process)
{
    size_t n = 0;

    for (size_t i = 0; i < process->n_threads; i++) {
        struct process_thread *thread = &process->threads[i];

        if (!thread->stopped) {
            process->threads[n++] = *thread;
            continue;
        }
        if (thread->moved)
            (void)ptrace(PTRACE_SETREGS, thread->id, NULL, &thread->registers);
        if (thread->stepped)
            (void)ptrace(PTRACE_SETSIGMASK, thread->id, sizeof thread->mask,
                         &thread->mask);
        (void)ptrace(PTRACE_DETACH, thread->id, NULL, NULL);
    }
    process->n_threads = n;
}

/* ---- in a stopped thread ---------------------------------------------------- */

/* But for those that its own instructions raise. */
static void block_signals(struct process_thread *thread)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    uint64_t all = ~UINT64_C(0);

    if (thread->stepped)
        return;
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
        all &= ~(UINT64_C(1) << (own[i] - 1));
    if (ptrace(PTRACE_GETSIGMASK, thread->id, sizeof thread->mask,
               &thread->mask) == 0 &&
        ptrace(PTRACE_SETSIGMASK, thread->id, sizeof all, &all) == 0)
        thread->stepped = 1;
}

/* Let it go on for one instruction. */
static int step_once(struct process_thread *thread)
{
    int status, signal = 0;

    for (;;) {
        if (ptrace(PTRACE_SINGLESTEP, thread->id, NULL, (long)signal))
            return 0;
        while (waitpid(thread->id, &status, __WALL) < 0)
            if (errno != EINTR)
                return 0;
        if (!WIFSTOPPED(status)) {
            thread->stopped = 0;
            return 0;
        }
        if (status >> 16 != 0)
            signal = 0;
        else if (WSTOPSIG(status) == SIGTRAP)
            return 1;
        else
            signal = WSTOPSIG(status);
    }
}

long process_call(struct process *process, uint64_t syscall_at, long number,
                  const long arguments[6])
{
    struct process_thread *thread = &process->threads[0];
    struct user_regs_struct with;
    long result = -EINTR;

    /* A thread that waits is in the midst of nothing else. */
    for (size_t i = 0; i < process->n_threads; i++)
        if (process_waits(&process->threads[i])) {
            thread = &process->threads[i];
            break;
        }
    block_signals(thread);
    with = thread->registers;
    with.rip = syscall_at;
    with.rax = (unsigned long long)number;
    with.orig_rax = (unsigned long long)-1;
    with.rdi = (unsigned long long)arguments[0];
    with.rsi = (unsigned long long)arguments[1];
    with.rdx = (unsigned long long)arguments[2];
    with.r10 = (unsigned long long)arguments[3];
    with.r8 = (unsigned long long)arguments[4];
    with.r9 = (unsigned long long)arguments[5];
    thread->moved = 1;
    if (thread->stepped &&
        ptrace(PTRACE_SETREGS, thread->id, NULL, &with) == 0 &&
        step_once(thread) &&
        ptrace(PTRACE_GETREGS, thread->id, NULL, &with) == 0)
        result = (long)with.rax;
    (void)ptrace(PTRACE_SETREGS, thread->id, NULL, &thread->registers);
    return result;
}

int process_step(struct process *process, struct process_thread *thread)
{
    enum { PUSHF = 0x9c, TRAP_FLAG = 0x100 };
    uint64_t flags;
    uint8_t code[2];

    if (process_waits(thread) ||
        !process_read(process, thread->registers.rip, code, sizeof code) ||
        (code[0] == 0x0f && (code[1] == 0x05 || code[1] == 0x34)) ||
        code[0] == 0xcd)
        return 0;
    block_signals(thread);
    if (!thread->stepped ||
        ptrace(PTRACE_SETREGS, thread->id, NULL, &thread->registers) ||
        !step_once(thread))
        return 0;
    if (ptrace(PTRACE_GETREGS, thread->id, NULL, &thread->registers))
        return 0;
    /* That we step must not be among the flags that are kept.  Behind a popf the kernel
     * takes it for the program's own wish, and would leave it. */
    thread->registers.eflags &= ~(unsigned long long)TRAP_FLAG;
    thread->moved = 1;
    if (code[0] == PUSHF &&
        process_read(process, thread->registers.rsp, &flags, sizeof flags)) {
        flags &= ~(uint64_t)TRAP_FLAG;
        return process_write(process, thread->registers.rsp, &flags,
                             sizeof flags);
    }
    return 1;
}
