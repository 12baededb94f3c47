/* SPDX-License-Identifier: MIT
 *
 * run_perf.h - samples of a process and all that it starts, as the kernel takes
 * them: the only place that knows perf_event_open(2).
 *
 * MODEL An event on each processor, inherited by every thread and process below,
 *       goes off at equal intervals of CPU time.  The kernel writes records into a
 *       ring for each: samples, and what code was mapped where.
 *       With stacks a sample has the registers of the process and a copy of the top of
 *       its stack.
 * RULES The event begins when the process becomes another program, exec(2).
 */
#ifndef PROF_RUN_PERF_H
#define PROF_RUN_PERF_H

#include <edgeprof/abi.h>

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes of a stack that are copied. */
#define PERF_STACK 16384u

struct perf_ring {
    int fd;
    void *map;
    size_t size; /* bytes of the map */
    size_t page; /* bytes before the records */
};

struct perf_stack {
    uint64_t registers[EDGEPROF_REGISTERS]; /* as DWARF numbers them */
    const uint8_t *bytes;                   /* from the stack pointer on */
    size_t size;
};

struct perf_wish {
    uint64_t period; /* nanoseconds of CPU time */
    int stacks;      /* bool */
};

/* Zero-initialised is closed. */
struct perf {
    struct perf_ring *rings;
    size_t n;
    int is_user; /* bool: the time in the kernel is not sampled */
};

enum perf_kind {
    PERF_SAMPLE,
    PERF_LOST,      /* records, of whatever kind */
    PERF_THROTTLED, /* the kernel takes no samples for a while */
    PERF_MAP,
    PERF_FORK, /* a thread or a process */
    PERF_EXIT, /* likewise */
    PERF_EXEC
};

struct perf_record {
    enum perf_kind kind;
    uint64_t time; /* nanoseconds, of CLOCK_MONOTONIC */
    uint32_t pid;
    uint32_t parent;  /* FORK */
    int in_kernel;    /* SAMPLE: bool */
    uint64_t address; /* SAMPLE, MAP */
    uint64_t size;    /* MAP */
    uint64_t offset;  /* MAP, in the file */
    uint64_t count;   /* LOST: samples */
    uint8_t id[20];   /* MAP */
    size_t id_size;   /* 0: the kernel knows none */
    const char *path; /* MAP; as long as the record */
    size_t path_size;
    const struct perf_stack *stack; /* SAMPLE; NULL: none; likewise */
};

/* Sample PID.  0, or an errno value: OUT is then closed. */
int perf_open(pid_t pid, const struct perf_wish *wish, struct perf *out);
void perf_close(struct perf *perf);

/* Wait until there is much to read, OTHER can be read from, or SOME milliseconds have
 * gone. */
void perf_wait(const struct perf *perf, int other, int some);

/* The records that are there, by VISIT, those of each ring in their order. */
typedef void perf_visit(void *context, const struct perf_record *record);
void perf_read(const struct perf *perf, perf_visit *visit, void *context);

#endif
