#!/usr/bin/env python3
"""What prof-patch takes to set programs up: processor time by function.

usage: setup.py BUILD [PROGRAM...]

Each PROGRAM (default: some of this system's) is made counted seven times by BUILD's
prof-patch; the least of user and system time is taken.  Prints functions, seconds and
milliseconds a function, of each and of all.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import speed

PROGRAMS = ["gdb", "bash", "git", "python3.11", "cmake", "openssl", "perl", "grep", "sed",
            "tar", "sort", "gawk", "ninja", "xz"]
SETS = 7


def set_up(build, program, out):
    """(functions, seconds); an error says what prof-patch does."""
    least = float("inf")
    for _ in range(SETS):
        before = speed.children_time()
        done = subprocess.run([f"{build}/bin/prof-patch", "-v", "-o", out, program],
                              check=False, capture_output=True, text=True, errors="replace")
        least = min(least, speed.children_time() - before)
        found = re.search(r"(\d+) of (\d+) functions are counted", done.stderr)
        if done.returncode or not found:
            sys.exit(f"{program}: prof-patch: {done.stderr[-300:]}")
    return int(found[2]), least


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, *programs = sys.argv[1:]
    programs = programs or [f"/usr/bin/{name}" for name in PROGRAMS
                            if shutil.which(name, path="/usr/bin")]
    sums = [0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            functions, seconds = set_up(build, program, f"{folder}/out")
            sums = [sums[0] + functions, sums[1] + seconds]
            print(f"{os.path.basename(program):12} {functions:7} {seconds:7.3f} s "
                  f"{seconds * 1000 / functions:.4f} ms a function")
    print(f"{'all':12} {sums[0]:7} {sums[1]:7.3f} s {sums[1] * 1000 / sums[0]:.4f} ms a function")


if __name__ == "__main__":
    main()
