/* SPDX-License-Identifier: MIT
 *
 * run_samples.h - where the CPU time of a command goes, and of all below it.
 *
 * MODEL A thread takes the kernel's samples (run_perf.h) as they come, says of each
 *       where in which file it is (run_maps.h), and counts. From time to time the
 *       histogram is written beside the runs, as a profile without any: what was
 *       sampled is there when prof-run is killed.
 * RULES Nothing is done to the processes: no code, no signal, no variable.
 */
#ifndef PROF_RUN_SAMPLES_H
#define PROF_RUN_SAMPLES_H

#include "format/counts.h"

#include <sys/types.h>

#define SAMPLES_HZ     999
#define SAMPLES_HZ_MAX 20000

struct sampler;

/* Nanoseconds of the interval. */
uint64_t samples_period(unsigned hz);

/* 0, or why the kernel does not allow it: an errno value. */
int sampler_is_forbidden(void);
/* Say so, and that counted programs sample themselves instead, without STACKS (bool). */
void sampler_say_forbidden(int error, int stacks);

/* Sample PID, which is about to become the command, HZ times in a second of its time, with
 * STACKS (bool) or without, into the folder PATH.  NULL after a warning that says why it cannot be. */
struct sampler *sampler_start(pid_t pid, unsigned hz, int stacks,
                              const char *path);
/* Write what has been sampled so far. */
void sampler_save(struct sampler *sampler);
/* Write it, and end.  Whether all went well; else a warning said what did not. */
int sampler_stop(struct sampler *sampler);

/* All runs of COUNTS were sampled from end to end, HZ times in a second. */
void samples_are_whole(struct ep_counts *counts, unsigned hz);

#endif
