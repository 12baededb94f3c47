/* SPDX-License-Identifier: MIT
 *
 * samples.c - what the kernel's samples cost a process, without whoever reads them.
 *
 * Usage: samples MODE HZ TURNS
 *   none      no event
 *   counting  an event of CPU time on each processor, inherited, that never goes off
 *   silent    it goes off HZ times in a second, and nothing is written: the interrupt alone
 *   ring      samples are written into a ring that goes round, and nobody reads
 * Prints the nanoseconds of CPU time that a child takes for a loop of TURNS.
 */
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGES 129

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void work(long turns)
{
    volatile unsigned sum = 0;
    uint64_t start = now();

    for (long i = 0; i < turns; i++)
        sum += (unsigned)i;
    printf("%" PRIu64 "\n", now() - start);
}

/* As prof-run has it (run_perf.c). */
static void observe(pid_t pid, int cpu, const char *mode, unsigned hz)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE,
                                   .size = sizeof attr,
                                   .config = PERF_COUNT_SW_CPU_CLOCK};
    int fd;

    attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
    if (strcmp(mode, "counting") != 0)
        attr.sample_period = 1000000000u / hz | 1;
    attr.inherit = 1;
    attr.exclude_hv = 1;
    attr.use_clockid = 1;
    attr.clockid = CLOCK_MONOTONIC;
    fd = (int)syscall(SYS_perf_event_open, &attr, pid, cpu, -1, 0);
    if (fd < 0 || (strcmp(mode, "ring") == 0 &&
                   mmap(NULL, PAGES * (size_t)sysconf(_SC_PAGESIZE), PROT_READ,
                        MAP_SHARED, fd, 0) == MAP_FAILED)) {
        perror("perf_event_open");
        exit(1);
    }
}

int main(int argc, char **argv)
{
    int begin[2], status = 1;
    pid_t child;

    if (argc != 4 || pipe(begin))
        return 1;
    child = fork();
    if (child == 0) {
        close(begin[1]);
        if (read(begin[0], &status, 1) == 0) /* until it is closed */
            work(atol(argv[3]));
        return 0;
    }
    for (int cpu = 0;
         strcmp(argv[1], "none") != 0 && cpu < sysconf(_SC_NPROCESSORS_ONLN);
         cpu++)
        observe(child, cpu, argv[1], (unsigned)atoi(argv[2]));
    close(begin[1]);
    waitpid(child, &status, 0);
    return status != 0;
}
