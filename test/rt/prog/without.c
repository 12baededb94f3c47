/* SPDX-License-Identifier: MIT
 *
 * without.c - runs a program where GS is set otherwise.
 * Usage: without fsgsbase|gs|set PROGRAM ARG...
 *
 * fsgsbase: the kernel says that there are no such instructions; gs: and refuses the
 * calls that read and set it, too; set: those that set it.
 */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <elf.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FSGSBASE = 2 };

static int refuse_calls(int read)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH_SET_GS, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, read ? ARCH_GET_GS : ARCH_SET_GS, 0,
                 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static unsigned long word(pid_t pid, unsigned long at)
{
    return (unsigned long)ptrace(PTRACE_PEEKDATA, pid, at, 0);
}

/* Of the process that is about to execute its first instruction. */
static void hide(pid_t pid)
{
    struct user_regs_struct registers;
    unsigned long at;

    if (ptrace(PTRACE_GETREGS, pid, 0, &registers))
        _exit(125);
    at = registers.rsp + 8 * (word(pid, registers.rsp) + 2);
    while (word(pid, at))
        at += 8;
    for (at += 8; word(pid, at) != AT_HWCAP2; at += 16)
        if (word(pid, at) == AT_NULL)
            return;
    ptrace(PTRACE_POKEDATA, pid, at + 8, word(pid, at + 8) & ~FSGSBASE);
}

int main(int argc, char **argv)
{
    int status, no_calls = argc > 2 && strcmp(argv[1], "fsgsbase") != 0;
    pid_t pid = argc > 2 ? fork() : -1;

    if (pid == 0) {
        if (!ptrace(PTRACE_TRACEME, 0, 0, 0) &&
            (!no_calls || !refuse_calls(!strcmp(argv[1], "gs"))))
            execv(argv[2], argv + 2);
        _exit(126);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        return 127;
    hide(pid);
    ptrace(PTRACE_DETACH, pid, 0, 0);
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status))
        raise(WTERMSIG(status));
    return WEXITSTATUS(status);
}
