"""Check that what PROGRAM's trace tells goes one way and the other in turn, however often it
is interrupted.

usage: turns.py PROF_SHOW PROGRAM SOURCE

Lines of SOURCE end in `// NAME, odd` or `// NAME, even`.  PROGRAM is run with a number, and
dies.
"""
import glob
import json
import os
import re
import subprocess
import sys

RUNS, MOST, LEAST = 3, 20, 12  # more where few signals come


def check(show, program, kinds, number):
    """How often something went its way that is not what went on before; it is in turn."""
    for old in glob.glob("prof.out.*"):
        os.remove(old)
    subprocess.run([program, str(number)], check=False)
    shown = subprocess.run([show, "trace", "--format", "json"], check=True, capture_output=True)
    changes, turn, before = 0, {}, None
    for stretch in max(json.loads(shown.stdout)["threads"], key=lambda t: t["marks"])["path"]:
        if "event" in stretch:
            sys.exit(f"run {number}: {stretch}")
        for line in [line["line"] for block in stretch["blocks"] for line in block["lines"]]:
            if line not in kinds:
                continue
            name, way = kinds[line]
            if turn.get(name) == way:
                sys.exit(f"run {number}: {name} went its {way} way twice")
            turn[name] = way
            changes += name != before
            before = name
    return changes


def main(show, program, source):
    with open(source, encoding="utf-8") as text:
        kinds = {number: found.groups() for number, line in enumerate(text, 1)
                 if (found := re.search(r"// (\w+), (odd|even)$", line))}
    changes = 0
    for number in range(MOST):
        if number < RUNS or changes < LEAST:
            changes += check(show, program, kinds, 100000 + number)
    if len(kinds) != 4 or changes < LEAST:
        sys.exit(f"{changes} changes between {kinds}")


main(*sys.argv[1:])
