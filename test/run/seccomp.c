// A filter of system calls that kills, put up in main, for all but the calls of
// edgeprof(7)'s list: at the exit the runtime makes no other.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog && ./prog && %counts %s
// RUN: %prof_show files 2>&1 | FileCheck %s --implicit-check-not='cut off'
// With a thread that waits in counted code, and in a signal's handler: what the list says
// of these.
// RUN: rm prof.out.* && %cc -DTHREAD %s -o prog -pthread && ./prog && %counts %s
// RUN: rm prof.out.* && %cc -DHANDLER %s -o prog && ./prog && %counts %s
// CHECK: lines covered
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int allowed[] = {
    SYS_arch_prctl,
    SYS_getpid, SYS_rt_sigprocmask, SYS_mmap,     SYS_munmap, SYS_openat,
    SYS_fstat,  SYS_prlimit64,      SYS_pwrite64, SYS_close,  SYS_exit_group,
#ifdef THREAD
    SYS_tgkill, SYS_pread64, SYS_clock_gettime, SYS_nanosleep,
#elif defined HANDLER
    SYS_rt_sigaction, SYS_sigaltstack,
#endif
};

enum { N = sizeof allowed / sizeof *allowed };

#ifdef THREAD
static int pipes[2];

static void *waiting(void *unused)
{
    char byte = 0;
    return read(pipes[0], &byte, 1) || byte ? unused : 0;
}
#elif defined HANDLER
static void leave(int number)
{
    exit(number != SIGSEGV);
}
#endif

int main(void)
{
    struct sock_filter filter[2 * N + 2] = { //= 1
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    struct sock_fprog program = {2 * N + 2, filter}; //= 1

    allowed[0] = getauxval(AT_HWCAP2) & 2 ? SYS_exit_group : SYS_arch_prctl; //= 1
#ifdef THREAD
    pthread_t thread;
    if (pipe(pipes) || pthread_create(&thread, 0, waiting, 0) || usleep(100000))
        return 1;
#elif defined HANDLER
    signal(SIGSEGV, leave);
#endif
    for (int i = 0; i < N; i++) {
        filter[2 * i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1);
        filter[2 * i + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    filter[2 * N + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS); //= 1
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) //= 1
        return 1; //= 0
#ifdef HANDLER
    *(volatile int *)8 = 1;
#endif
    return 0;
}
