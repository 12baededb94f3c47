/* SPDX-License-Identifier: MIT
 *
 * patch_cache.h - where counted programs are kept, and found again.
 *
 * MODEL ${XDG_CACHE_HOME:-~/.cache}/edgeprof/KEY/NAME: NAME is the program's own,
 *       as processes are called by it; KEY stands for the file as it is, for what
 *       of it is counted, and for this edgeprof.
 */
#ifndef PROF_PATCH_CACHE_H
#define PROF_PATCH_CACHE_H

#include "base/mem.h"

/* HASH with the file PATH as it is: one that has been changed has another time or size. */
uint64_t cache_hash(const char *path, uint64_t hash);

/* What the program PATH is called in the cache: into OUT, and the KEY.  The
 * folder is made.  SALT stands for the options.  EP_OK; EP_ENOMEM; EP_EIO. */
EP_MUST_CHECK int cache_name(const char *path, uint64_t salt,
                             struct ep_diag *diag, struct ep_buf *out,
                             uint64_t *out_key);

#endif
