#!/usr/bin/env python3
"""Merge ten thousand runs, some of them damaged, in little memory.

usage: many-runs.py FORMAT_TESTS PROF_MERGE      (in an empty directory)
"""
import os
import resource
import subprocess
import sys

RUNS = 10000
DAMAGED = range(500, RUNS, 1000)
COUNTERS = 20000
MEMORY = 64 << 20  # all runs at once would be 1.6 GB


def make(make_py):
    """Runs of 50 kinds; returns what each counter comes to."""
    kinds = []
    for kind in range(50):
        counts = [(i * 7 + kind * 13) % 5 for i in range(COUNTERS)]
        kinds.append((counts, make_py.run_file(make_py.runs() +
                                               make_py.module(counts))))
    total = [0] * COUNTERS
    times = [0] * len(kinds)
    os.mkdir("runs")
    for i in range(RUNS):
        data = bytearray(kinds[i % 50][1])
        if i in DAMAGED:
            data[len(data) // 2] ^= 4
        else:
            times[i % 50] += 1
        with open(f"runs/prof.out.{i:05}", "wb") as out:
            out.write(data)
    for (counts, _), n in zip(kinds, times):
        total = [a + b * n for a, b in zip(total, counts)]
    return total


def main(format_tests, tool):
    sys.path.insert(0, format_tests)
    import make as make_py
    import reader

    total = make(make_py)
    done = subprocess.run([tool, "--no-notes", "-o", "sum", "runs"], text=True,
                          capture_output=True, check=False)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    want = [f"prof-merge: warning: runs/prof.out.{i:05}: damaged, the checksum "
            "differs; skipped" for i in DAMAGED]
    want.append(f"prof-merge: {len(DAMAGED)} of {RUNS} inputs skipped")
    profile = reader.read("sum")
    good = (done.returncode == 0 and done.stderr.splitlines() == want
            and profile.runs == RUNS - len(DAMAGED) and peak < MEMORY
            and list(profile.modules.values())[0][1] == total)
    if not good:
        print(done.returncode, done.stderr[:2000], profile.runs, peak)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
