/* SPDX-License-Identifier: MIT
 *
 * alone.h - the runtime of a static program that prof-patch has copied.
 *
 * WHY   a static program has no loader to bring a runtime, and its C library, if
 *       it has one, is counted like all else in it.  So this runtime needs none:
 *       it is linked by hand into the new file (core's rewrite_start.c).
 * MODEL It runs before the program's first instruction, and makes the raw file.
 *       The file's counters are mapped over those of the module: the first
 *       thread's delta is 0, as it is without doing anything.
 *       Of what happens later it hears by system calls, since copies are all the
 *       code there is: each `syscall` in them asks whether it is one of a few
 *       (core's copy_kernel.c).  A thread gets a region of its own, a fork's
 *       child a file of its own; exec and the end make a run file.
 * RULES Nothing from outside is called, no word of thread-local memory used, and
 *       no register changed that a system call would keep.  Nothing large is on
 *       the stack, which may be a thread's small one.
 */
#ifndef EDGEPROF_ALONE_H
#define EDGEPROF_ALONE_H

#include "alone_os.h"

#include <edgeprof/abi.h>

#include <stdbool.h>

#define INTERNAL __attribute__((visibility("hidden")))

/* Where a thread that is not the first counts. */
struct alone_region {
    struct alone_region *next;
    uint64_t *counters;
    int pid, tid; /* who counts there, or did */
};

struct alone {
    bool on;
    const struct edgeprof_static *module;
    uint64_t *section;              /* the module's counters */
    uint64_t size;                  /* bytes of them, in whole pages */
    int pid;                        /* whose the file is */
    struct edgeprof_raw_head *head; /* mapped */
    uint64_t used;                  /* bytes of the file */
    uint64_t file_id[2];            /* device and inode */
    struct alone_region *regions;
    uint8_t *in_memory; /* 1; 0 in a new process' memory */
    bool has_wrgsbase;
    int lock;
    char path[EDGEPROF_PATH_MAX];
    char label[EDGEPROF_LABEL_MAX];
};

INTERNAL extern struct alone alone;

/* alone_text.c: no more than is needed. */
INTERNAL size_t alone_length(const char *text);
/* What follows START in TEXT, or NULL. */
INTERNAL const char *alone_after(const char *text, const char *start);
/* The value of the environment's variable NAME, or NULL. */
INTERNAL const char *alone_variable(char **environment, const char *name);
/* Expand EDGEPROF_FILE, once, when environment and folder are still the user's;
 * then name the file of process PID.  False: it cannot be. */
INTERNAL void alone_read_pattern(char **environment);
INTERNAL bool alone_name(int pid);
/* Make the folders of alone.path. */
INTERNAL void alone_make_folders(void);
/* Write N as a decimal number; returns its end, where a 0 is. */
INTERNAL char *alone_decimal(char *out, unsigned long n);

/* alone_file.c: a new raw file, mapped over the section; TOTAL: counts to begin
 * with, or NULL.  False: there is none, and the section is plain memory. */
INTERNAL bool alone_create(const uint64_t *total);
/* The same under the name of the run file that alone.path is, which goes. */
INTERNAL bool alone_recreate(const uint64_t *total);
/* Another region's counters in the file; NULL: no. */
INTERNAL uint64_t *alone_grow(void);
/* OUT: a name beside alone.path.  False: it is too long. */
INTERNAL bool alone_temporary(char out[EDGEPROF_PATH_MAX]);

/* alone_run.c: make alone.path a run file, FLAGS its flags.  Returns the sums,
 * alone.size bytes of memory, or NULL: it has stayed as it was. */
INTERNAL uint64_t *alone_write(uint32_t flags);

#endif
