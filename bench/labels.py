"""What a label costs a test inside a process: processor time of the test's thread.

A program sets a label and takes it back around a call of one function, with few and
with many counters, alone and beside threads that wait.
"""
import os
import subprocess
import tempfile

import many
import programs

FUNCTIONS = (1, 6660)  # three counters each
THREADS = (0, 4)
MAIN = """
#include <edgeprof/edgeprof.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void *wait(void *ready)
{
    f0(3);
    pthread_barrier_wait(ready);
    for (;;)
        pause();
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec * 1e-3;
}

int main(int argc, char **argv)
{
    int rounds = atoi(argv[1]), threads = atoi(argv[2]);
    pthread_barrier_t ready;
    pthread_barrier_init(&ready, NULL, threads + 1);
    for (int i = 0; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait, &ready);
    }
    pthread_barrier_wait(&ready);
    for (int round = 0; round < rounds; round++) {
        double before = now();
        for (int i = 0; i < 500; i++) {
            char label[32];
            snprintf(label, sizeof label, "%d.%d", round, i);
            edgeprof_begin_label(label);
            f0(argc);
            edgeprof_end_label();
        }
        printf("%f\\n", (now() - before) / 500);
    }
    return 0;
}
"""


def build(folder, compiler, functions):
    with open(f"{folder}/prog.c", "w", encoding="utf-8") as out:
        for i in range(functions):
            out.write(f"int f{i}(int n)\n{{ int s = 0;\nfor (int i = 0; i < n; i++)\n"
                      "if (i % 3) s += i;\nelse s -= n;\nreturn s; }\n")
        out.write(MAIN)
    plugin = "-fpass-plugin" if "clang" in compiler else "-fplugin"
    subprocess.run([compiler, "-O1", "-g", f"-I{programs.ROOT}/include", "prog.c", "-pthread",
                    f"{plugin}={programs.ROOT}/build/lib/edgeprof/edgeprof.so", "-o", "prog"],
                   cwd=folder, check=True)


def measure(compiler, rounds):
    """A row for each program and number of threads: microseconds a test."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="edgeprof-labels-") as folder:
        for functions in FUNCTIONS:
            build(folder, compiler, functions)
            for threads in THREADS:
                done = subprocess.run(["./prog", str(rounds), str(threads)], cwd=folder,
                                      env={**os.environ, "EDGEPROF_FILE": "prof.out"},
                                      check=True, capture_output=True, text=True)
                os.remove(f"{folder}/prof.out")
                rows.append({"counters": many.counters(folder), "threads": threads,
                             "us": [float(line) for line in done.stdout.split()]})
    return rows
