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


def make_odd(make_py):
    """Runs with labels, of two modules; of the second one has 5 counters and
    others, one of them far before it and one after, have 7."""
    os.mkdir("odd")
    for i in range(400):
        label = b"label-%d" % (i % 3) if i % 4 else b""
        plain = make_py.runs() + make_py.module([i % 7, 0, i % 2])
        plain += make_py.record(2, make_py.leb(1) + label) if label else b""
        if i in (150, 350, 360):
            plain += make_py.module([i] * (5 if i == 350 else 7), b"/other",
                                    b"other")
        with open(f"odd/prof.out.{i:03}", "wb") as out:
            out.write(make_py.run_file(plain) if i != 111 else b"junk")


def merge_odd(tool, jobs, *options):
    done = subprocess.run(
        [tool, "--no-notes", "-j", str(jobs), "-o", "odd-sum", *options, "odd"],
        text=True, capture_output=True, check=False)
    if done.returncode:
        return done.returncode, done.stderr
    with open("odd-sum", "rb") as file:
        return done.stderr, file.read()


def check_jobs(tool):
    """Whether any number of threads comes to what one does, word for word."""
    one = merge_odd(tool, 1)
    wrong = [jobs for jobs in (2, 3, 4, 6, 99) if merge_odd(tool, jobs) != one]
    strict = merge_odd(tool, 1, "--strict")
    said = one[0].splitlines()
    if wrong or strict[0] != 1 or merge_odd(tool, 4, "--strict") != strict or [
            line.split(": ")[2] for line in said[:-1]] != [
                "odd/prof.out.111", "odd/prof.out.350"]:
        print("-j:", wrong, one[0], strict)
        return False
    return True


def main(format_tests, tool):
    sys.path.insert(0, format_tests)
    import make as make_py
    import reader

    make_odd(make_py)
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
    return 0 if good and check_jobs(tool) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
