/* SPDX-License-Identifier: MIT
 *
 * core_memory.h - the memory that a core file holds, of a process or a machine.
 *
 * WHY   emulators and kernels write what they dump as such files, too.  They have
 *       physical addresses, and virtual ones or zeros.
 */
#ifndef TOOL_CORE_MEMORY_H
#define TOOL_CORE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The SIZE bytes that were at ADDRESS, a virtual address or else a physical one, into
 * OUT, of the core file open as FD, whose place in the file stays.  Whether all are
 * there. */
int core_memory(int fd, uint64_t address, size_t size, void *out);

#endif
