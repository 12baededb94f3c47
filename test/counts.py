#!/usr/bin/env python3
"""Check the counts that a source file's own comments promise.

usage: counts.py PROF_SHOW [--all] SOURCE [INPUT...]

A line of SOURCE that ends in `//= N` (in Ada `--= N`, in Fortran `!= N`) must have
the count N in `prof-show lines`; `//= -` must have none, because no code is there.
`//= [K]` is what the program itself counted in word K of the file `score`, an array
of 64-bit words in the working directory; `//= [NAME]` what it printed as a line
`NAME NUMBER` of the file `named`.  `//= A + B` is A or up to B more.  A line that is but a
brace must have no count, unless another tool or a line table says so; with --all, nor any other
that promises nothing.

Before that, `//? NAME N, NAME N; NAME N, ...` promises the outcomes of the line's branches
in `prof-show branches`, from left to right, by name: `//? true 1, false 2; case 3 0, default
1`.  With --all, where any line promises outcomes, one that does not has none.

With no promise at all, or any mismatch, the exit status is 1 and every wrong line is
printed.
"""
import json
import os
import re
import struct
import subprocess
import sys

PROMISE = re.compile(r"(?://|--|!)= (-|\d+|\[\w+\])(?: \+ (\d+|\[\w+\]))?\s*$")
OUTCOMES = re.compile(r"//\? (.*?)\s*(?://=|$)")
NO_CODE = ["-"]


def read_kept(folder):
    """What the program counted itself in FOLDER: word or name -> its number."""
    kept = {}
    score, named = os.path.join(folder, "score"), os.path.join(folder, "named")
    if os.path.exists(score):
        with open(score, "rb") as file:
            words = struct.iter_unpack("<Q", file.read())
            kept = {str(i): word for i, (word,) in enumerate(words)}
    if os.path.exists(named):
        with open(named, encoding="utf-8") as file:
            pairs = (line.split() for line in file)
            kept.update((name, int(number)) for name, number in pairs)
    return kept


def read_promises(source, folder="."):
    """Line -> the counts allowed: a range of numbers, or "-" alone."""
    kept = read_kept(folder)
    promised = {}

    def value(text):
        return kept[text[1:-1]] if text[0] == "[" else int(text)

    with open(source, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            found = PROMISE.search(line)
            if found and found.group(1) == "-":
                promised[number] = NO_CODE
            elif found:
                low = value(found.group(1))
                high = low + value(found.group(2) or "0")
                promised[number] = range(low, high + 1)
    return promised


def braces(source):
    """The lines of SOURCE that are but a brace."""
    with open(source, encoding="utf-8") as text:
        return [number for number, line in enumerate(text, 1)
                if line.strip() in ("{", "}", "};")]


def read_report(prof_show, name, source, inputs):
    """What the report says of SOURCE, and whether all of it is what the compilers count, not
    what another tool did, or a line table says."""
    command = [prof_show, name, "--format", "json", *inputs]
    report = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    report = json.loads(report.stdout)
    for note in report["notes"]:  # all objects of the tests here have counters
        assert "without counters" not in note, note
    is_own = not any("another tool" in note or "machine code" in note
                     for note in report["notes"])
    for entry in report["files"]:
        if os.path.basename(entry["file"]) == os.path.basename(source):
            return entry[name if name == "branches" else "lines"], is_own
    return [], is_own


def by_line(items):
    return {item["line"]: item["count"] for item in items}


def read_counts(prof_show, source, inputs):
    """Line -> its count in the report."""
    return by_line(read_report(prof_show, "lines", source, inputs)[0])


def check_outcomes(prof_show, source, inputs, strict):
    """How many lines promise outcomes, and (line, wanted, got) of those that are wrong."""
    with open(source, encoding="utf-8") as text:
        found = ((number, OUTCOMES.search(line)) for number, line in enumerate(text, 1))
        promised = {number: match.group(1) for number, match in found if match}
    got = {}
    branches = read_report(prof_show, "branches", source, inputs)[0] if promised else []
    for branch in branches:
        counts = ", ".join(f"{x['name']} {x['count']}" for x in branch["outcomes"])
        got.setdefault(branch["line"], []).append(counts)
    lines = {*promised, *got} if strict else promised
    return len(promised), [
        (number, promised.get(number, "-"), "; ".join(got.get(number, ["-"])))
        for number in sorted(lines)
        if promised.get(number, "-") != "; ".join(got.get(number, ["-"]))]


def main(prof_show, *rest):
    strict = rest[0] == "--all"
    source, *inputs = rest[strict:]
    promised = read_promises(source)
    items, is_own = read_report(prof_show, "lines", source, inputs)
    counts = by_line(items)
    others = counts if strict else braces(source) if is_own else ()
    allowed = {**dict.fromkeys(others, NO_CODE), **promised}
    wrong = [(number, want, counts.get(number, "-"))
             for number, want in sorted(allowed.items())
             if counts.get(number, "-") not in want]
    for number, want, got in wrong:
        text = want[0] if len(want) == 1 else f"{want[0]} to {want[-1]}"
        print(f"{source}:{number}: want {text}, got {got}")
    n_outcomes, wrong_outcomes = check_outcomes(prof_show, source, inputs, strict)
    for number, want, got in wrong_outcomes:
        print(f"{source}:{number}: want {want}, got {got}")
    if not promised and not n_outcomes:
        print(f"{source}: promises no count")
    return 1 if wrong or wrong_outcomes or not (promised or n_outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
