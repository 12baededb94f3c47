#!/usr/bin/env python3
"""Check each instruction's count against QEMU's own log of what it executes.

usage: traced.py PROF_PATCH PROF_SHOW QEMU PROGRAM ARG...

PROGRAM is static and not position-independent, and does the same in each run.  For
the log, QEMU translates each instruction alone; a repetition (x86's `rep`) is one
execution here, and one for each turn there.  The run is left in the file traced.run.
"""
import collections
import json
import os
import re
import subprocess
import sys

REPEATS = re.compile(r"\.insn (?:f[23] )(?:48 )?(?:a[4-7]|a[a-f])$")


def trace(qemu, program, arguments, environment):
    help_text = subprocess.run([qemu, "-h"], capture_output=True, text=True).stdout
    alone = "-singlestep" if "-singlestep" in help_text else "-one-insn-per-tb"
    run = subprocess.run(
        [qemu, "-0", program, alone, "-d", "exec,nochain", "-D", "trace.log",
         os.path.realpath(program), *arguments], capture_output=True, env=environment)
    with open("trace.log", encoding="utf-8") as log:
        found = re.findall(r"^Trace \d+: \S+ \[\w+/(\w+)/", log.read(), re.M)
    return run, collections.Counter(int(at, 16) for at in found)


def main(patch, show, qemu, program, *arguments):
    environment = {**os.environ, "EDGEPROF_FILE": "traced.run"}
    plain, counts = trace(qemu, program, arguments, environment)
    counted = subprocess.run([patch, "--emulate", program, *arguments],
                             capture_output=True, env=environment)
    wrong = 0
    if (plain.stdout, plain.returncode) != (counted.stdout, counted.returncode):
        print("it does otherwise:", plain, counted)
        wrong = 1
    listed = json.loads(subprocess.run(
        [show, "instructions", "--format", "json", "traced.run"],
        capture_output=True, check=True).stdout)
    total = 0
    for function in listed["objects"][0]["functions"]:
        for insn in function["instructions"]:
            count = counts[insn["address"]]
            total += count
            if count != insn["count"] and not (
                    REPEATS.search(insn["text"]) and 0 < insn["count"] <= count):
                print(function["name"], hex(insn["address"]), insn["text"],
                      insn["count"], "but", count)
                wrong = 1
    return wrong or total < 10000


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
