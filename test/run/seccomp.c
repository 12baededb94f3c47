// A filter of system calls that kills, put up in main, for all but the calls of
// edgeprof(7)'s list: at the exit the runtime makes no other.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog && ./prog && %counts %s
// RUN: %prof_show files 2>&1 | FileCheck %s --implicit-check-not='cut off'
// CHECK: lines covered
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static const int allowed[] = {
    SYS_getpid, SYS_rt_sigprocmask, SYS_mmap,  SYS_munmap, SYS_openat,
    SYS_fstat,  SYS_prlimit64,      SYS_pwrite64, SYS_close,  SYS_exit_group,
};

enum { N = sizeof allowed / sizeof *allowed };

int main(void)
{
    struct sock_filter filter[2 * N + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    struct sock_fprog program = {2 * N + 2, filter};

    for (int i = 0; i < N; i++) { //= 11
        filter[2 * i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1); //= 10
        filter[2 * i + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW); //= 10
    }
    filter[2 * N + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) //= 1
        return 1; //= 0
    return 0; //= 1
}
