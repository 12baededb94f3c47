/* SPDX-License-Identifier: MIT
 *
 * patch_process.h - a process that runs already, stopped and let go by ptrace(2).
 *
 * WHY   its code is changed while no thread executes it, and its threads are asked
 *       where they are.
 * MODEL All of its threads are *stopped*, for milliseconds, and *let go*: then
 *       nobody traces it.  In between it may be given system calls to make.
 * RULES What a thread waits for goes on when it is let go: a call to the kernel that
 *       was interrupted is made again, and no signal is lost.
 */
#ifndef PROF_PATCH_PROCESS_H
#define PROF_PATCH_PROCESS_H

#include "base/mem.h"

#include <sys/types.h>
#include <sys/user.h>

struct process_thread {
    pid_t id;
    int stopped; /* bool: it is, and not about to be */
    int moved;   /* bool: its registers are not the kernel's */
    int stepped; /* bool: signals are blocked in it, but those of `mask` */
    uint64_t mask;
    struct user_regs_struct registers;
};

struct process {
    pid_t pid;
    int memory; /* a descriptor of it */
    struct process_thread *threads;
    size_t n_threads;
    size_t threads_capacity;
};

/* Look at process PID, and refuse by name what cannot be traced.  OUT is initialised
 * by this call; release with process_close.  EP_OK; EP_EMATCH. */
EP_MUST_CHECK int process_open(pid_t pid, struct ep_diag *diag,
                               struct process *out);
void process_close(struct process *process);

/* Stop all threads.  EP_OK; EP_ENONE: not now, it may be tried again; EP_EMATCH; EP_ENOMEM.
 * But for EP_OK it has been let go. */
EP_MUST_CHECK int process_stop(struct process *process, struct ep_diag *diag);
void process_go(struct process *process);

/* The SIZE bytes at ADDRESS; whether they could be read, or written, code too.  */
int process_read(const struct process *process, uint64_t address, void *out,
                 size_t size);
int process_write(const struct process *process, uint64_t address,
                  const void *bytes, size_t size);

/* Have the process call the kernel, by the instruction at SYSCALL_AT.  What that returns; or
 * -EINTR: it could not be done. */
long process_call(struct process *process, uint64_t syscall_at, long number,
                  const long arguments[6]);

/* THREAD, which is stopped, executes one instruction.  Whether it could. */
int process_step(struct process *process, struct process_thread *thread);
/* Whether THREAD waits in a call to the kernel, which it will make again. */
int process_waits(const struct process_thread *thread);

#endif
