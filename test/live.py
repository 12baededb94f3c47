#!/usr/bin/env python3
"""Read the counts of a process again and again while it runs.

usage: live.py PROF_SHOW PROF_MERGE SOURCE PROGRAM

PROGRAM counts for ever, and keeps the score of its own lines (counts.py).  What a
tool reads at some moment was counted between the score before and that after, but
not at one instant; a count that is worked out of others may be off by as much as
the score moved meanwhile, or twice that for a loop's end.  In the end PROGRAM is
killed, and each line is as high as its score, or one higher per thread.
"""
import glob
import os
import signal
import subprocess
import sys
import time

from counts import read_counts, read_promises

ROUNDS = 12
THREADS = 4


def check(source, before, after, counts, slack):
    wrong = 0
    for line, low in before.items():
        moved = slack * (after[line][-1] - low[0]) + THREADS
        got = counts.get(line, 0)
        if not low[0] - moved <= got <= after[line][-1] + moved:
            print(f"{source}:{line}: want {low[0]} to {after[line][-1]}, got {got}")
            wrong += 1
    return wrong


def rounds(tools, source, child):
    show, merge = tools
    wrong = 0
    for i in range(ROUNDS):
        raw, = glob.glob("prof.out.*")
        before = read_promises(source)
        inputs = [raw]
        if i % 3 == 1:
            subprocess.run([merge, "--strict", "-o", "merged", raw], check=True)
            inputs = ["merged"]
        elif i % 3 == 2:
            child.send_signal(signal.SIGUSR1)
            inputs = [f"snap.{i // 3 + 1}.{raw}"]
            while not os.path.exists(inputs[0]):
                time.sleep(0.001)
        counts = read_counts(show, source, inputs)
        wrong += check(source, before, read_promises(source), counts, 2)
    return wrong


def main(show, merge, source, program):
    child = subprocess.Popen([program], stdout=subprocess.PIPE,
                             env={**os.environ, "EDGEPROF_SIGNAL": "USR1"})
    try:
        child.stdout.readline()  # all threads are at work
        wrong = rounds((show, merge), source, child)
    finally:
        child.kill()
        child.wait()
    final = read_promises(source)
    raw, = glob.glob("prof.out.*")
    wrong += check(source, final, final, read_counts(show, source, [raw]), 0)
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
