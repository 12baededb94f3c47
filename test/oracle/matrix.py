#!/usr/bin/env python3
"""What was found exact: feature x compiler x level, as a Markdown table.

usage: matrix.py [--table FILE] TESTS JSON...

TESTS is test/, with run/ and languages/, whose programs' opening comments name the
features; each JSON is what `lit -o` wrote, or an oracle's --results.  A cell holds
the levels that passed: 0123 means -O0 to -O3; a level that failed has a ! before it,
and one that a test does not support is left out.  Printed are the rows that are not
all passed, at each level of each compiler, and the totals; --table writes all rows to
FILE.  The exit status is 1 if any failed.
"""
import argparse
import collections
import json
import os
import re
import sys


def feature_of(path):
    """The first sentence of the opening comment of a test."""
    comment = []
    with open(path, encoding="utf-8") as text:
        for line in text:
            found = re.match(
                r"(?://|--|!) (?!RUN:|REQUIRES:|UNSUPPORTED:)(.*)", line)
            if not found:
                break
            comment.append(found[1])
    sentence = re.split(r"(?<=[.]) ", " ".join(comment) + " ")[0]
    return sentence.rstrip(". ").replace("|", "\\|")


def read_lit(tests, results):
    """(feature, compiler, level) -> passed, of the tests that ran."""
    cells = {}
    for result in results:
        found = re.match(r"edgeprof :: (run|languages)/(.*)-O(\d) :: (.*)",
                         result["name"])
        if not found or result["code"] in ("UNSUPPORTED", "EXCLUDED"):
            continue
        suite, compiler, level, name = found.groups()
        row = f"{feature_of(os.path.join(tests, suite, name))} (`{name}`)"
        cells[row, compiler, level] = result["code"] == "PASS"
    return cells


def read_oracle(results):
    """The same of one oracle's results."""
    row = f"{results['feature']} (`{results['oracle']}`)"
    return {(row, compiler, level[2:]): not differ
            for compiler, level, differ in results["cells"]}


def by_release(compiler):
    """gcc-11 ... clang-14 ..."""
    kind, release = compiler.split("-")
    return kind != "gcc", int(release)


def read(tests, paths):
    """The cells of all PATHS."""
    cells = {}
    for path in paths:
        with open(path, encoding="utf-8") as text:
            results = json.load(text)
        cells.update(read_lit(tests, results["tests"]) if "tests" in results
                     else read_oracle(results))
    return cells


def fold(cells):
    """Row -> compiler -> its levels."""
    rows = collections.defaultdict(lambda: collections.defaultdict(str))
    for (row, compiler, level), passed in sorted(cells.items()):
        rows[row][compiler] += level if passed else "!" + level
    return rows


def table(rows, names):
    lines = ["| what | " + " | ".join(names) + " |",
             "|---" * (len(names) + 1) + "|"]
    for row, columns in sorted(rows.items()):
        lines.append(f"| {row} | " +
                     " | ".join(columns[name] or "-" for name in names) + " |")
    return "\n".join(lines) + "\n"


def is_whole(columns, names, levels):
    """Whether a row passed at every level of every compiler."""
    return all(columns[name] == levels for name in names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--table")
    parser.add_argument("tests")
    parser.add_argument("results", nargs="*")
    args = parser.parse_args()
    cells = read(args.tests, args.results)
    rows = fold(cells)
    names = sorted({compiler for _, compiler, _ in cells}, key=by_release)
    levels = "".join(sorted({level for _, _, level in cells}))
    if args.table:
        with open(args.table, "w", encoding="utf-8") as out:
            out.write(table(rows, names))
    rest = {row: columns for row, columns in rows.items()
            if not is_whole(columns, names, levels)}
    if rest:
        print(table(rest, names))
    failed = sum(not passed for passed in cells.values())
    print(f"{len(rows)} rows, {len(rows) - len(rest)} of which passed at every level "
          f"of every compiler; {len(cells)} cells, {failed} failed.")
    return 1 if failed or not cells else 0


if __name__ == "__main__":
    sys.exit(main())
