/* SPDX-License-Identifier: MIT
 *
 * copy_kernel.h - system calls of a static program, which begin and end what
 * counts.
 *
 * WHY   a static program has no imports that could be diverted; but all that makes
 *       a thread or a process, or ends one, is a system call of its own code.
 * MODEL In the copy a `syscall` asks before for the few numbers that matter, by
 *       lea and jrcxz: these change no flag, and %rcx is the call's to change.  The
 *       runtime does fork, exec and exit_group.  Of what begins on another stack
 *       (clone and clone3 of a thread) the child goes by way of it, when the call is
 *       done.
 */
#ifndef EP_COPY_KERNEL_H
#define EP_COPY_KERNEL_H

#include "code/copy.h"

/* Whether INSN is a system call that is to be watched. */
int ep_copy_is_kernel(const struct ep_code *code, const struct ep_insn *insn);

/* Append it to OUT.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_copy_kernel(const struct ep_code *code,
                                 struct ep_copies *out);

#endif
