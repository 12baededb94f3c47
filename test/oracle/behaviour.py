#!/usr/bin/env python3
"""Programs of /usr/bin behave counted as they do without.

usage: behaviour.py BUILD [--most N] [NAME...]

Each program that prof-patch does not refuse runs with --version, with --help, and
with a wrong option: output and exit status must be the same, and no count below 0 or
out of balance.  What says something else each time is left out.  Prints what
differs, and a line with sums.
"""
import argparse
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

# Would stop the machine, wait for somebody, or change the system.
NEVER = re.compile(r"halt|poweroff|reboot|shutdown|telinit|init|systemctl|sulogin|"
                   r"agetty|setsid|newgrp|sg|su|login|script.*|watch|top|yes|"
                   r"screen|tmux|vi|vim.*|nano|less|more|pager|sleep|chromium.*")
ARGUMENTS = ("--version", "--help", "--nonsense-of-edgeprof")
# The counted file under the program's own name.
IN_ITS_PLACE = ["unshare", "-m" if os.getuid() == 0 else "-rm", "sh", "-c",
                'mount --bind "$0" "$1" && exec "$@"']
PLAIN = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C"}


def execute(command, folder):
    """Status and output; None if it does not end."""
    try:
        done = subprocess.run(command, env=PLAIN, cwd=folder, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


def differs(program, new, argument, folder):
    """What is other than without; None if the program is not steady."""
    plain = execute([program, argument], folder)
    if plain is None or execute([program, argument], folder) != plain:
        return None
    counted = execute([*IN_ITS_PLACE, new, program, argument], folder)
    if counted == plain:
        return ""
    if any(execute([program, argument], folder) != plain for _ in range(9)):
        return None  # as of a race between its children
    return f"status {plain[0]}, {counted and counted[0]}"


def wrong_counts(build, new, folder):
    """What prof-show says of counts that cannot be."""
    runs = glob.glob(f"{folder}/prof.out.*")
    if not runs:
        return ""
    done = subprocess.run([f"{build}/bin/prof-show", "functions", "--binary", new,
                           *runs], check=False, capture_output=True, text=True)
    for run in runs:
        os.remove(run)
    return "".join(line for line in done.stderr.splitlines()
                   if "below 0" in line or "balance" in line)


def check(build, program, folder, sums):
    """Print what is wrong with one program; whether something is."""
    new = f"{folder}/{os.path.basename(program)}"
    made = subprocess.run([f"{build}/bin/prof-patch", "-o", new, program],
                          check=False, capture_output=True, text=True)
    if made.returncode:
        sums["refused"] += 1
        if made.returncode != 125:
            print(f"{program}: prof-patch ends with {made.returncode}")
        return made.returncode != 125
    good = True
    for argument in ARGUMENTS:
        what = differs(program, new, argument, folder)
        sums["runs"] += what is not None
        sums["left out"] += what is None
        what = what or wrong_counts(build, new, folder)
        if what:
            print(f"{program} {argument}: {what}")
            good = False
    os.remove(new)
    sums["programs"] += 1
    return not good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    programs = arguments.names or sorted(
        path for path in glob.glob("/usr/bin/*")
        if os.path.isfile(path) and not os.path.islink(path)
        and open(path, "rb").read(4) == b"\x7fELF"
        and not NEVER.fullmatch(os.path.basename(path)))
    sums = collections.Counter()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            if sums["programs"] < arguments.most:
                wrong += check(arguments.build, program, folder, sums)
    print(f"{sums['programs']} programs, {sums['runs']} runs, {wrong} programs "
          f"differ; {sums['refused']} refused, {sums['left out']} runs left out")
    return 1 if wrong or sums["programs"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
