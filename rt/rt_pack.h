/* SPDX-License-Identifier: MIT
 *
 * rt_pack.h - the records of a run file, packed as they come.
 */
#ifndef EDGEPROF_RT_PACK_H
#define EDGEPROF_RT_PACK_H

#include "rt.h"

struct rt_packer;

/* A run file that is to have the name PATH when it is closed; FINAL: the run has
 * come to its clean end.  NULL: no memory. */
struct rt_packer *rt_pack_open(const char *path, bool final);
/* Write it, unless ERROR, an errno value, says that it is not whole.  0 or an
 * errno value: what had the name has it still. */
int rt_pack_close(struct rt_packer *packer, int error);

/* For struct edgeprof_sink, of a packer. */
void rt_pack_bytes(void *packer, const void *data, size_t size);
void rt_pack_number(void *packer, uint64_t value);

/* How many bytes it has got so far. */
uint64_t rt_pack_size(const struct rt_packer *packer);

/* Write a record of TYPE, whose size stands before the body that PUT writes.  False:
 * it is a long one, nothing is written, and its size is to be measured before. */
bool rt_pack_record(struct rt_packer *packer, uint64_t type,
                    void (*put)(void *context), void *context);

/* How many bytes PUT writes, of which none are written. */
size_t rt_pack_measure(struct rt_packer *packer, void (*put)(void *context),
                       void *context);

#endif
