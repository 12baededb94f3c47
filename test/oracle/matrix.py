#!/usr/bin/env python3
"""What was found exact: feature x compiler x level, as a Markdown table.

usage: matrix.py [--table FILE] [--compilers "A B..."] TESTS JSON...

TESTS is test/, with run/ and languages/, whose programs' opening comments name the
features; each JSON is what `lit -o` wrote, or an oracle's --results.  A cell holds
the levels that passed: 0123 means -O0 to -O3; a level that failed has a ! before it,
and one that was not run, or that a test does not support, is left out.  Behind them
stands on how many programs an oracle found it.  "-": the test is not for this
compiler; "not run": it is, and nobody tried.  Each of --compilers has a column.

Printed are the rows that are not all passed, at each level of each compiler that was
run, and the totals; --table writes all rows to FILE.  The exit status is 1 if any
failed.
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


class Row:
    """What is known of one feature.  `cells` is (compiler, level) -> passed, or None
    where the test does not support it.  `kind` is that of the compilers that it is for
    ("": all).  An oracle also has `programs`, compiler -> on how many."""

    def __init__(self):
        self.kind = ""
        self.cells = {}
        self.programs = {}

    def add(self, compiler, level, passed):
        """Two suites may have the same compiler: both count."""
        if self.cells.get((compiler, level)) is not None:
            passed = passed and self.cells[compiler, level]
        self.cells[compiler, level] = passed

    def levels(self, compiler):
        """Level -> passed, of those that ran."""
        return {level: passed for (name, level), passed in sorted(self.cells.items())
                if name == compiler and passed is not None}

    def text(self, compiler):
        """What stands in the table."""
        levels = self.levels(compiler)
        if levels:
            text = "".join(level if passed else "!" + level
                           for level, passed in levels.items())
            programs = self.programs.get(compiler)
            return f"{text} ({programs})" if programs else text
        known = any(name == compiler for name, _ in self.cells)
        is_for = self.is_of(compiler) and compiler.startswith(self.kind)
        return "-" if known or not is_for else "not run"

    def is_of(self, compiler):
        """Whether COMPILER is one of Rust, or both are not."""
        return compiler.startswith("rustc-") == (self.kind == "rustc")


def read_lit(rows, tests, results):
    """Add the tests of all sites with a compiler and a level."""
    for result in results:
        found = re.match(r"edgeprof :: (run|languages|rust)/(.*)-O(\d) :: (.*)",
                         result["name"])
        if not found or result["code"] == "EXCLUDED":
            continue
        suite, compiler, level, name = found.groups()
        row = rows[f"{feature_of(os.path.join(tests, suite, name))} (`{name}`)"]
        row.kind = {"languages": "gcc", "rust": "rustc"}.get(suite, "")
        row.add(compiler, level, None if result["code"] == "UNSUPPORTED"
                else result["code"] == "PASS")


def read_oracle(rows, results):
    """Add one oracle's results."""
    row = rows[f"{results['feature']} (`{results['oracle']}`)"]
    row.kind = results["kind"]
    for compiler, level, differ in results["cells"]:
        row.add(compiler, level[2:], not differ)
        row.programs[compiler] = results["programs"]


def read(tests, paths):
    """The rows of all PATHS, by name."""
    rows = collections.defaultdict(Row)
    for path in paths:
        with open(path, encoding="utf-8") as text:
            results = json.load(text)
        if "tests" in results:
            read_lit(rows, tests, results["tests"])
        else:
            read_oracle(rows, results)
    return rows


def by_release(compiler):
    """gcc-11 ... clang-14 ... rustc-1.63"""
    kind, release = compiler.split("-")
    return ("gcc", "clang", "rustc").index(kind), [int(n) for n in release.split(".")]


def table(rows, names):
    lines = ["| what | " + " | ".join(names) + " |",
             "|---" * (len(names) + 1) + "|"]
    for row, cells in sorted(rows.items()):
        lines.append(f"| {row} | " + " | ".join(map(cells.text, names)) + " |")
    return "\n".join(lines) + "\n"


def levels_run(rows, names):
    """Compiler -> the levels at which any test ran; oracles have levels of their own."""
    tests = [row for row in rows.values() if not row.programs]
    return {name: {level for row in tests for level in row.levels(name)}
            for name in names}


def is_whole(row, run):
    """Whether a row passed at every level at which each compiler of its language was
    run."""
    return all(levels and levels <= row.levels(name).keys()
               and all(row.levels(name).values()) for name, levels in run.items()
               if row.is_of(name))


def print_totals(rows, run, whole):
    """Whether anything passed, and nothing failed."""
    cells = [passed for row in rows.values() for passed in row.cells.values()
             if passed is not None]
    print(f"{len(rows)} rows, {whole} of which passed at every level of every compiler; "
          f"{len(cells)} cells, {cells.count(False)} failed.")
    by_levels = collections.defaultdict(list)
    for name, levels in run.items():
        by_levels[", ".join("-O" + level for level in sorted(levels))].append(name)
    for levels, names in by_levels.items():
        print(f"Run at {levels}" if levels else "Not run",
              "with" if levels else "at all:", ", ".join(names) + ".")
    return bool(cells) and all(cells)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--table")
    parser.add_argument("--compilers", default="", type=str.split)
    parser.add_argument("tests")
    parser.add_argument("results", nargs="*")
    args = parser.parse_args()
    rows = read(args.tests, args.results)
    names = sorted(set(args.compilers).union(
        name for row in rows.values() for name, _ in row.cells), key=by_release)
    run = levels_run(rows, names)
    if args.table:
        with open(args.table, "w", encoding="utf-8") as out:
            out.write(table(rows, names))
    rest = {name: row for name, row in rows.items() if not is_whole(row, run)}
    if rest:
        print(table(rest, names))
    return 0 if print_totals(rows, run, len(rows) - len(rest)) else 1


if __name__ == "__main__":
    sys.exit(main())
