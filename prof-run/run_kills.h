/* SPDX-License-Identifier: MIT
 *
 * run_kills.h - follow a command and all below it by ptrace(2), and take the stacks of
 * what a signal ends, SIGKILL as well, or _exit(2).
 *
 * MODEL A process of its own follows them.  They stop when they fork, execute, get a signal
 *       or end, and go on as they would have; if it ends, they go on by themselves.
 *       A debugger is let go, with all below it: nobody is traced by two.
 * RULES Signals are delivered as they came; a process that is stopped stays so.
 *       Programs with rights of their own (set-uid) get them only if we are root's. */
#ifndef PROF_RUN_KILLS_H
#define PROF_RUN_KILLS_H

#include <sys/types.h>

/* Follow PID, a child that waits to become the command, and that allows it.  A warning
 * says why it cannot be; if somebody else traces it already, that one's is enough. */
void kills_follow(pid_t pid);

#endif
