#!/usr/bin/env python3
"""A static program that is counted and set-uid makes no file for a user who lacks its
owner's rights, wherever he wants it, and does what it does; without that bit it does.

usage: static-secure.py PROGRAM

Only root can make one of another's; else nothing is tried.
"""
import os
import shutil
import subprocess
import sys

NOBODY = 65534


def main(program):
    if os.getuid():
        return 0
    folder = os.path.abspath("secure")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    os.chmod(folder, 0o777)
    copy = shutil.copy(program, f"{folder}/program")
    done = {}
    for rights, wanted in ((0o4755, False), (0o755, True)):
        os.chmod(copy, rights)
        done[rights] = subprocess.run(
            ["setpriv", f"--reuid={NOBODY}", "--clear-groups", copy], check=True,
            capture_output=True, cwd=folder,
            env={**os.environ, "EDGEPROF_FILE": f"{folder}/run"}).stdout
        left = [name for name in os.listdir(folder) if name != "program"]
        if bool(left) != wanted:
            print(f"rights {rights:o}: leaves {left}")
            return 1
    return done[0o4755] != done[0o755]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
