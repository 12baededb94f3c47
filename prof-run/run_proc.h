/* SPDX-License-Identifier: MIT
 *
 * run_proc.h - what the kernel says of a process or a thread: proc(5).
 */
#ifndef PROF_RUN_PROC_H
#define PROF_RUN_PROC_H

#include "base/error.h"
#include "base/mem.h"

#include <sys/types.h>

struct proc_status {
    char state;    /* what it does now, as the letter of proc_pid_stat(5) */
    pid_t process; /* that it is a thread of, or itself */
    pid_t parent;
    pid_t tracer; /* 0: nobody traces it */
    pid_t own;    /* the number that it has for itself; -1: none is told */
};

/* All of /proc/PID/NAME into OUT, with a zero behind it.  0, or -1: it is gone, or not
 * ours to see, or memory is out. */
EP_MUST_CHECK int proc_read(pid_t pid, const char *name, struct ep_buf *out);
/* The same of its file status. */
EP_MUST_CHECK int proc_read_status(pid_t pid, struct proc_status *out);

#endif
