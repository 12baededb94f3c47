#!/usr/bin/env python3
"""Give every file that make.py made to prof-merge, and compare.

usage: verify.py PROF_MERGE FOLDER

A broken file: one warning, the expected one, and exit status 3, quickly and in
little memory.  A good file: what prof-merge makes of it says the same to the
second reader as the file itself.
"""
import glob
import os
import resource
import subprocess
import sys

import reader


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))


def merge(tool, path, out):
    done = subprocess.run([tool, "-q", "--no-notes", "-o", out, path], text=True,
                          capture_output=True, timeout=20, check=False,
                          preexec_fn=limit)
    return done.returncode, done.stderr.splitlines()


def broken(tool, folder, line):
    name, message = line.split(": ", 1)
    path = os.path.join(folder, name)
    got = merge(tool, path, os.path.join(folder, "out"))
    want = (3, [f"prof-merge: warning: {path}: {message}; skipped",
                "prof-merge: 1 of 1 inputs skipped",
                "prof-merge: error: no usable profile"])
    if got == want:
        return 0
    print(f"{name}: want {want}\n  got {got}")
    return 1


def good(tool, folder, path):
    out = os.path.join(folder, "out")
    status, errors = merge(tool, path, out)
    if status == 0 and not errors and reader.read(out).text() == reader.read(
            path).text():
        return 0
    print(f"{path}: {status} {errors}")
    return 1


def main(tool, folder):
    with open(os.path.join(folder, "expect.txt"), encoding="utf-8") as expect:
        wrong = sum(broken(tool, folder, line.rstrip("\n")) for line in expect)
    paths = sorted(glob.glob(os.path.join(folder, "good-*.prof")))
    wrong += sum(good(tool, folder, path) for path in paths)
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
