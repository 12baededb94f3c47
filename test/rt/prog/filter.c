/* SPDX-License-Identifier: MIT
 *
 * filter.c - counts that take more than a page, and then a filter that kills
 * for every call of the kernel but those of edgeprof(7)'s list.
 */
#define N_COUNTERS 1000
#include "count.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static int allowed[] = {
    SYS_getpid, SYS_rt_sigprocmask, SYS_mmap,      SYS_munmap, SYS_openat,
    SYS_fstat,  SYS_prlimit64,      SYS_pwrite64,  SYS_close,  SYS_gettid,
    SYS_rename, SYS_exit_group,     SYS_arch_prctl};

enum { N = sizeof allowed / sizeof *allowed, FSGSBASE = 2 };

int main(void)
{
    struct sock_filter filter[2 * N + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    struct sock_fprog program = {2 * N + 2, filter};
    uint64_t random = 1;

    if (getauxval(AT_HWCAP2) & FSGSBASE)
        allowed[N - 1] = SYS_exit_group;
    for (int i = 0; i < N_COUNTERS; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("addq %0, %%gs:(%1)" ::"r"(random),
                         "r"(&__start_edgeprof_cnts[i])
                         : "cc", "memory");
    }
    for (int i = 0; i < N; i++) {
        filter[2 * i + 1] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1);
        filter[2 * i + 2] =
            (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    filter[2 * N + 1] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
