#!/usr/bin/env python3
"""Programs do real work counted as they do without.

usage: workloads.py BUILD [--modes full,once,objects] [--show] [--packages] [NAME...]

Each of workloads/*.sh has a program of Debian's work: compilers and interpreters of many
languages and what these make, servers and those that ask them, converters, databases.  Its
head names the program that is counted.  It runs in a folder of its own, twice without; then
with the program counted in full, and once: the counted file is in the program's place, for
whoever starts it; and with all its libraries, by `$RUN` before the program.  Where none is
named, what has `$RUN` before it is counted.  Output and exit status must be the same, and no
count below 0 or out of balance.  Prints what differs, and a line with sums.
"""
import argparse
import collections
import difflib
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 150  # seconds, with others beside it
MOST_RUNS = 2000  # a server may start what crashes over and over
# The counted file under the program's own name.
IN_ITS_PLACE = ["unshare", "-m", "sh", "-c",
                'mount --bind "$0" "$1" && shift && exec "$@"']
# What is other each time: addresses, identities of processes, times.
UNSTEADY = re.compile(rb"0x[0-9a-f]{5,}|\b(?:pid|process|Thread|LWP) \d+|"
                      rb"\b\d+(?:\.\d+)? ?m?s\b")


class Workload:
    def __init__(self, name):
        with open(f"{HERE}/workloads/{name}.sh", encoding="utf-8") as text:
            self.script = text.read()
        self.name = name
        self.program = self.head("counted") and os.path.realpath(self.head("counted"))
        self.alone = self.head("alone")

    def head(self, key):
        found = re.search(f"^# {key}: (.*)", self.script, re.M)
        return found and found[1]


def execute(workload, folder, run="", new=None):
    """Status and output; None if it does not end."""
    shutil.rmtree(f"{folder}/work", ignore_errors=True)
    os.makedirs(f"{folder}/work")
    os.chmod(f"{folder}/work", 0o711)
    os.makedirs(f"{folder}/runs", exist_ok=True)
    os.chmod(f"{folder}/runs", 0o1777)
    command = ["sh", "-c", workload.script]
    if new:
        command = [*IN_ITS_PLACE, new, workload.program, *command]
    plain = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": f"{folder}/work",
             "LC_ALL": "C.UTF-8", "RUN": run, "EDGEPROF_FILE": f"{folder}/runs/%e.%p",
             "XDG_CACHE_HOME": f"{folder}/cache"}
    with subprocess.Popen(command, env=plain, cwd=f"{folder}/work", start_new_session=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        output = None
        end = time.monotonic() + LONGEST
        while output is None:
            try:
                output = process.communicate(timeout=1)[0]
            except subprocess.TimeoutExpired:
                if time.monotonic() > end or len(os.listdir(f"{folder}/runs")) > MOST_RUNS:
                    os.killpg(process.pid, signal.SIGKILL)
                    return None
    return process.returncode, UNSTEADY.sub(b"...", output)


def wrong_counts(build, folder, new):
    """What prof-show says of counts that cannot be."""
    runs = glob.glob(f"{folder}/runs/*")
    said = ""
    if runs:
        done = subprocess.run([f"{build}/bin/prof-show", "functions",
                               *(["--binary", new] if new else []), *runs],
                              check=False, capture_output=True, text=True)
        said = "".join(line for line in done.stderr.splitlines()
                       if "below 0" in line or "balance" in line)
    shutil.rmtree(f"{folder}/runs")
    return said


def differs(plain, counted):
    if counted is None:
        return "does not end"
    if counted == plain:
        return ""
    lines = difflib.unified_diff(plain[1].decode("utf-8", "replace").splitlines(),
                                 counted[1].decode("utf-8", "replace").splitlines(),
                                 "plain", "counted", n=0, lineterm="")
    return "\n".join([f"status {plain[0]}, {counted[0]}", *list(lines)[:20]])


def try_mode(build, workload, mode, plain, folder):
    """What is wrong."""
    patch = f"{build}/bin/prof-patch"
    once = ["--once"] if mode == "once" else []
    if mode == "objects" or not workload.program:
        words = [patch, *once, *(["--objects=*"] if mode == "objects" else [])]
        counted = execute(workload, folder, run=" ".join(words))
        return differs(plain, counted) or wrong_counts(build, folder, None)
    new = f"{folder}/{os.path.basename(workload.program)}"
    made = subprocess.run([patch, *once, "-o", new, workload.program], check=False,
                          capture_output=True, text=True)
    if made.returncode:
        return made.stderr
    what = differs(plain, execute(workload, folder, new=new))
    if not what and not glob.glob(f"{folder}/runs/*"):
        what = "nothing is counted"
    return what or wrong_counts(build, folder, new)


def check(build, workload, modes, sums, show):
    """Whether something is wrong."""
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        plain = execute(workload, folder)
        if show:
            sys.stdout.buffer.write(plain[1])
        again = execute(workload, folder)
        if plain is None or again != plain:
            print(f"{workload.name}: is not the same each time: {differs(plain, again)}")
            return True
        if plain[0] in (126, 127):
            print(f"{workload.name}: cannot be run: {plain[1].decode('utf-8', 'replace')}")
            return True
        for mode in modes:
            if mode == "objects" and workload.alone:
                continue
            what = try_mode(build, workload, mode, plain, folder)
            sums[mode] += 1
            if what:
                print(f"{workload.name}, {mode}: {what}", flush=True)
                wrong = True
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--modes", default="full,once,objects")
    parser.add_argument("--show", action="store_true", help="what it says without")
    parser.add_argument("--packages", action="store_true", help="print what is needed")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    all_names = sorted(os.path.basename(path)[:-3]
                       for path in glob.glob(f"{HERE}/workloads/*.sh"))
    workloads = [Workload(name) for name in arguments.names or all_names]
    if arguments.packages:
        print(" ".join(workload.head("package") for workload in workloads))
        return 0
    sums = collections.Counter()
    wrong = sum(check(arguments.build, workload, arguments.modes.split(","), sums,
                      arguments.show) for workload in workloads)
    print(f"{len(workloads)} workloads, {wrong} differ; "
          + ", ".join(f"{sums[mode]} {mode}" for mode in sums))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
