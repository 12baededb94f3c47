# RUN: %py %s
# Of the mappings that a process may have, at most half are ours, however many threads
# there are; and threads that ended leave theirs to those that come.
import shutil

from runs import OWN, Run, build, built, counts

with open("/proc/sys/vm/max_map_count", encoding="ascii") as limit:
    MOST = int(limit.read()) // 2
linked = [f"{OWN}/l{i}.so" for i in range(60)]
for path in linked:
    shutil.copy(built("library.so"), path)
build("main-60", "main.c", "-Wl,--no-as-needed", *linked)


def mappings(n):
    """After a peak of N threads, a second, and N threads one after another."""
    run = Run("peaks", n, program="main-60")
    p = run.one()
    counts(p, [1, 2000 * n + n, 3 * n, 0, 0, 0, 0, 1], "main-60")
    for i in range(60):
        counts(p, [0, 0, 1], f"l{i}.so")
    return [int(line) for line in run.done.stdout.split()]


OTHERS = 61 * 6 + 200  # of the program and its libraries
# Room for all: 61 mirrors for each thread, and no more for the later ones.
first, second, third = mappings(100)
assert 61 * 100 < first < 61 * 101 + 3 * 100 + OTHERS, first
assert second < first + 50 and third < first + 50, (first, second, third)
# No room: the rest share, atomically.
for got in mappings(2000):
    assert got < MOST + 3 * 2000 + OTHERS, got
