#!/usr/bin/env python3
"""Reports of runs in which one counter alone has counted.

usage: negative.py PROF_SHOW PROFILE

Writes, for each counter of PROFILE's only module, a run file in which only that one
is not 0, of a run that ended cleanly and of one that was cut off.  Prints what
prof-show has to say of each, behind "clean: " or "cut: ".
"""
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "format"))
import make  # noqa: E402
import reader  # noqa: E402


def messages(show, path):
    done = subprocess.run([show, "functions", path], capture_output=True, text=True,
                          check=True)
    return done.stderr.splitlines()


def main(show, path):
    ((_, ident), (binary, counts, _)), = reader.read(path).modules.items()
    for cut in (0, 1):
        for only in range(len(counts)):
            alone = [5 if i == only else 0 for i in range(len(counts))]
            module = make.module(alone, binary.encode(), ident)
            with open("crafted", "wb") as file:
                file.write(make.run_file(make.runs(1, cut, cut) + module))
            for line in messages(show, "crafted"):
                print("cut:" if cut else "clean:", line)


if __name__ == "__main__":
    main(*sys.argv[1:])
