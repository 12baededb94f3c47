/* SPDX-License-Identifier: MIT
 *
 * rt_pool.h - %m: what runs of one program share.
 */
#ifndef EDGEPROF_RT_POOL_H
#define EDGEPROF_RT_POOL_H

#include "rt.h"

/* ---- rt_env.c: the pool's name ------------------------------------------- */

/* A module has registered: the pool is named after the program, or else after
 * the first. */
void rt_env_name_pool_after(const struct edgeprof_raw_module *raw,
                            bool is_main);
/* The name of the program's pool, one of several by PID.  False: EDGEPROF_FILE has
 * no %m, or it is too long. */
bool rt_env_pool_name(int pid, char out[RT_PATH_SIZE]);

/* ---- rt_spare.c: raw files that are used again --------------------------- */

/* The run of the raw file PATH is in its pool: take the name away.  Most runs will
 * NEED so many bytes; 0: who knows?  0 or -errno. */
int rt_spare_give(const char *path, uint64_t need);
/* rt_file.c: bytes that the file would have with one thread; 0: who knows? */
uint64_t rt_file_of_one_thread(void);
/* A file of zeros, for this process alone, of the hidden name TEMPORARY; a
 * descriptor, or -errno: there is none. */
int rt_spare_take(char temporary[RT_PATH_SIZE]);
/* TO maps SIZE bytes of FD, the file that was taken last, from OFFSET: have that be the
 * mapping which has been used already, if there is one.  Once.  0 or -errno: nothing is
 * mapped. */
int rt_spare_map(uintptr_t to, size_t size, int fd, uint64_t offset);
/* That file is mapped where it will be, or is not the raw file. */
void rt_spare_forget(void);

/* ---- rt_pool.c: a file that runs are added to ----------------------------- */

/* Whether the run is to go to a pool. */
bool rt_pool_wanted(void);
/* Its path; "" before the first rt_pool_open. */
const char *rt_pool_path(void);
/* Lock the pool, for a run file that is to be written at OUT_BASE.  Returns a
 * descriptor, or -errno. */
int rt_pool_open(uint64_t *out_base);
/* SIZE bytes are written there, or not, for ERROR: they become an entry, and the
 * raw file goes; the pool is unlocked.  Returns 0 or -errno: there is no
 * entry. */
int rt_pool_commit(int fd, uint64_t size, int error);
/* The run that was added last goes on: its file TEMPORARY takes its name, and
 * the entry is withdrawn.  False: it could not be. */
bool rt_pool_withdraw(const char *temporary);

#endif
