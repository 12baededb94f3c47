/* What a tool of kcov's kind costs, at best: a breakpoint at each line's code, taken
 * away when it is first hit.
 *
 * usage: breakpoints ADDRESSES PROGRAM ARG...
 *
 * ADDRESSES is a file of hexadecimal addresses of PROGRAM, one a line.  Ends as
 * PROGRAM does. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRAP = 0xcc };

struct point {
    uint64_t address;
    uint8_t old;
};

static struct point *points;
static size_t n_points;

static void fail(const char *what)
{
    fprintf(stderr, "breakpoints: %s: %s\n", what, strerror(errno));
    exit(125);
}

static int by_address(const void *left, const void *right)
{
    const struct point *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

static void read_points(const char *path)
{
    FILE *file = fopen(path, "r");
    uint64_t address;

    if (!file)
        fail(path);
    while (fscanf(file, "%" SCNx64, &address) == 1) {
        points = realloc(points, (n_points + 1) * sizeof *points);
        if (!points)
            fail(path);
        points[n_points++] = (struct point){.address = address};
    }
    fclose(file);
    qsort(points, n_points, sizeof *points, by_address);
}

/* Where the program begins in memory: what is mapped first. */
static uint64_t find_base(pid_t pid)
{
    char path[64];
    uint64_t base = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    file = fopen(path, "r");
    if (!file || fscanf(file, "%" SCNx64, &base) != 1)
        fail(path);
    fclose(file);
    return base;
}

static void put(int memory, uint64_t address, uint8_t byte)
{
    if (pwrite(memory, &byte, 1, (off_t)address) != 1)
        fail("its memory");
}

static int set_all(pid_t pid)
{
    uint64_t base = find_base(pid);
    char path[64];
    int memory;

    snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
    memory = open(path, O_RDWR | O_CLOEXEC);
    if (memory < 0)
        fail(path);
    for (size_t i = 0; i < n_points; i++) {
        points[i].address += base;
        if (pread(memory, &points[i].old, 1, (off_t)points[i].address) != 1)
            fail(path);
        put(memory, points[i].address, TRAP);
    }
    return memory;
}

/* Whether it was one of ours. */
static int take_away(pid_t pid, int memory)
{
    struct user_regs_struct regs;
    struct point key = {0}, *point;

    if (ptrace(PTRACE_GETREGS, pid, 0, &regs))
        fail("its registers");
    key.address = regs.rip - 1;
    point = bsearch(&key, points, n_points, sizeof *points, by_address);
    if (!point)
        return 0;
    put(memory, point->address, point->old);
    regs.rip = key.address;
    if (ptrace(PTRACE_SETREGS, pid, 0, &regs))
        fail("its registers");
    return 1;
}

int main(int argc, char **argv)
{
    int status, memory;
    pid_t pid;

    if (argc < 3)
        return 125;
    read_points(argv[1]);
    pid = fork();
    if (pid == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(argv[2], argv + 2);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
        fail(argv[2]);
    memory = set_all(pid);
    for (long signal = 0;;) {
        if (ptrace(PTRACE_CONT, pid, 0, signal) ||
            waitpid(pid, &status, 0) != pid)
            fail(argv[2]);
        if (!WIFSTOPPED(status))
            break;
        signal = WSTOPSIG(status);
        if (signal == SIGTRAP && take_away(pid, memory))
            signal = 0;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
