"""Check that what PROGRAM's trace tells goes one way and the other in turn, however often it
is interrupted.

usage: turns.py PROF_SHOW PROGRAM SOURCE

Lines of SOURCE end in `// NAME, odd` or `// NAME, even`.  PROGRAM is run with a number, and
dies; it is main and on_signal, which main does not call.
"""
import glob
import os
import re
import subprocess
import sys

RUNS, MOST, LEAST = 3, 20, 12  # more where few signals come
FEWEST = 60000  # marks
ROW = re.compile(r"( *?)(?:\.\.\. )?(?:> |  )(main|on_signal)((?:  \S+:\d+(?: \d+)*)?)(?:  \(.*\))?")
INDENT = {"main": 2, "on_signal": 4}
FOLD = re.compile(r"  x \d+ times:")
# One is, if more handlers came just when it was passed than the ring can be behind by.
MISSING = re.compile(r" *\(marks are missing: .*\)")


def lines_of(rows):
    """The lines of all rows, 0 where a mark is missing.  Those that are folded, as they come
    again and again, come twice: each is then once behind all that it ever is behind."""
    folded = []
    for row, behind in zip(rows, [*rows[1:], ""]):
        found, begins = ROW.fullmatch(row), FOLD.fullmatch(row)
        if MISSING.fullmatch(row) or (found and MISSING.fullmatch(behind)):
            yield from folded * 2 + [0]  # nor is it known where the row before it went
            folded = []
            continue
        if not found and not begins:
            sys.exit(f"what is {row!r}?")
        lines = [int(line) for line in found[3].partition(":")[2].split()] if found else []
        if found and len(found[1]) > INDENT[found[2]]:
            folded += lines
            continue
        yield from folded * 2 + lines
        folded = []
    yield from folded * 2


def run(show, program, number):
    """The rows of the thread that passed most marks."""
    for old in glob.glob("prof.out.*"):
        os.remove(old)
    subprocess.run([program, str(number)], check=False)
    shown = subprocess.run([show, "trace"], check=True, capture_output=True, text=True).stdout
    heads = re.split(r"^process .* (\d+) marks\n", shown, flags=re.M)
    marks, rows = max((int(n), text) for n, text in zip(heads[1::2], heads[2::2]))
    if marks < FEWEST:
        sys.exit(f"run {number}: {marks} marks")
    return rows.splitlines()


def check(show, program, kinds, number):
    """How often something went its way that is not what went on before; it is in turn."""
    changes, turn, before = 0, {}, None
    for line in lines_of(run(show, program, number)):
        if line == 0:
            turn.clear()
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
