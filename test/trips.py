#!/usr/bin/env python3
"""Compare the trips of loops with those that the program counted itself.

usage: trips.py PROF_SHOW SOURCE [INPUT...]

The file `named` has what it printed: `LINE entered N`, and `LINE BIN N`, how often the
loop whose head is on that line of SOURCE was left after so many rounds: bin 0 is none, 1
is one, 2 is two and three, 3 is four to seven.  Loops on lines of which it says nothing are
not looked at.  Prints what differs; the exit status is 1 if anything did, or if there was
nothing to compare.
"""
import json
import os
import re
import subprocess
import sys


def read_named(text):
    """line -> ("entered" or bin -> count)."""
    found = {}
    for line, what, count in re.findall(r"^(\d+) (\d+|entered) (\d+)$", text, re.M):
        what = what if what == "entered" else int(what)
        found.setdefault(int(line), {})[what] = int(count)
    return found


def read_report(prof_show, source, inputs=()):
    """The same, as `prof-show loops` has it."""
    command = [prof_show, "loops", "--format", "json", *inputs]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found = {}
    for loop in json.loads(done.stdout)["loops"]:
        if os.path.basename(loop["file"]) != os.path.basename(source):
            continue
        at = found.setdefault(loop["line"], {})
        if loop["entries"]:
            at["entered"] = at.get("entered", 0) + loop["entries"]
        for part in loop["trips"]:
            bin_ = part["from"].bit_length()
            assert part["to"] == (1 << bin_) - 1, part
            at[bin_] = at.get(bin_, 0) + part["count"]
    return found


def differences(want, got):
    """What is wrong with GOT, as texts."""
    for line in sorted(want):
        if want[line] != got.get(line):
            yield f"line {line}: {got.get(line)}, expected {want[line]}"


def main(prof_show, source, *inputs):
    with open("named", encoding="utf-8") as file:
        want = read_named(file.read())
    wrong = list(differences(want, read_report(prof_show, source, inputs)))
    print("\n".join(wrong))
    return 1 if wrong or not want else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
