#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counted programs when the runtime's system calls fail.

usage: runtime.py BUILD [--step N] [--only WORD]

Runs each program with the first, second, ... system call of the runtime, or of
the loader on its behalf, failing, until none is left to fail.  The program
prints and returns what it does when it is not counted, and nothing is said on
its standard error, but where it found no runtime.  Its counts are right, or it
has none, or a report says that something was lost.  With a pool, %m, it is also
killed at each of them: what was counted before is there, and nothing twice.
So are static programs that prof-patch has copied, with their own runtime.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import trials

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
import compilers  # noqa: E402
PROGRAMS = ("", "threads", "forks", "library", "exec", "_exit", "vain")
STATIC = ("", "threads", "forks", "_exit", "vain")
# What the runtime of a static program does in the program's name.
PASSED_ON = ("clone", "clone3", "vfork", "57", "59", "322")
POOLED = ("", "vain")
TRACED = ("threads", "forks", "vain")  # trace=ring
SPARE = re.compile(r"\.prof\.out\.[0-9a-f]{16}\.[0-3]")
LOADING = ("library", "exec")  # the loader works for the program, too
KINDS = ("fail", "never", "eintr", "short")
GETPPID = "110"
# What is said where there is no runtime, and so no counts.
NOT_COUNTED = re.compile(rb"(edgeprof: not counted: [^\n]*\n)*")


def run(*command, **options):
    return subprocess.run(command, capture_output=True, check=False, **options)


def build(folder, root):
    gcc = compilers.gcc(root)
    flag = f"-fplugin={root}/lib/edgeprof/edgeprof.so"
    compile_it = [gcc, "-O1", "-g", f"{HERE}/runtime.c", "-pthread", "-o"]
    for command in (
            [*compile_it, f"{folder}/plain"],
            [*compile_it, f"{folder}/counted", flag],
            [*compile_it, f"{folder}/traced", flag, "-fplugin-arg-edgeprof-trace=ring"],
            [*compile_it, f"{folder}/library.so", flag, "-DLIBRARY", "-shared",
             "-fPIC"],
            [gcc, "-std=c11", "-O1", f"{HERE}/calls.c", "-o",
             f"{folder}/calls"],
            [*compile_it, f"{folder}/alone", "-static", "-Wl,--no-warnings"],
            # So the new one has symbols of copies.
            ["strip", "-o", f"{folder}/alone.bare", f"{folder}/alone"],
            [f"{root}/bin/prof-patch", "-o", f"{folder}/alone.counted",
             f"{folder}/alone.bare"]):
        subprocess.run(command, check=True)


class Trial:
    """One program and one kind of failure."""

    def __init__(self, base, tools, word, kind, name="prof.out.%p", program="counted"):
        self.base, self.tools, self.word, self.kind = base, tools, word, kind
        self.environment = {**os.environ, "EDGEPROF_FILE": name}
        self.program = f"{base}/{program}"
        self.runs, self.faults = 0, []

    def which(self):
        """Which calls may fail."""
        parts = ["-a", GETPPID, "-m", "libedgeprof_rt"]
        return parts if self.word in LOADING else [*parts, "-m", "ld-linux"]

    def counts(self, where):
        """Calls by function, and what a report has to say of them; None if
        there are none."""
        shown = run(f"{self.tools}/prof-show", "functions", "--format", "json",
                    where, text=True)
        if shown.returncode != 0 or "skipped" in shown.stderr:
            return None, None
        report = json.loads(shown.stdout)
        return ({row["name"]: row["calls"] for row in report["functions"]},
                report["notes"])

    def run_in(self, where, nth):
        """What it did in the folder WHERE; the call that failed."""
        report = f"{where}/report"
        done = run("timeout", "-s", "KILL", "20", f"{self.base}/calls", "-f",
                   *self.which(), self.kind, str(nth), report,
                   self.program, *self.word.split(), cwd=where,
                   env=self.environment)
        if not os.path.exists(report):
            return done, ""
        with open(report, encoding="utf-8") as file:
            fired = file.read().strip()
        os.remove(report)
        return done, fired

    def attempt(self, nth):
        """Run it with the NTH call failing, 0: with none."""
        where = tempfile.mkdtemp(dir=self.base)
        shutil.copy(f"{self.base}/library.so", where)
        done, fired = self.run_in(where, nth)
        counts, notes = self.counts(where)
        left = [name for name in os.listdir(where)
                if not name.startswith(("prof.out", "library.so"))
                and not SPARE.fullmatch(name)]
        shutil.rmtree(where)
        return done, fired, (counts, notes), left

    def __call__(self, step):
        plain = run(f"{self.base}/plain", *self.word.split(), cwd=self.base)
        _, _, want, _ = self.attempt(0)
        nth = 1
        while True:
            done, fired, got, left = self.attempt(nth)
            if not fired:
                return self
            self.runs += 1
            for fact, holds in (
                    (f"status {done.returncode}, {plain.returncode} without",
                     done.returncode == plain.returncode),
                    (f"prints {done.stdout}", done.stdout == plain.stdout),
                    (f"says {done.stderr}", not done.stderr or got[0] is None
                     and NOT_COUNTED.fullmatch(done.stderr)),
                    (f"leaves {left}", not left or "unlink" in fired),
                    (f"counts {got}, {want} without", got[0] in (None, want[0])
                     or got[1] != want[1])):
                if not holds:
                    self.faults.append(
                        f"{os.path.basename(self.program)} {self.word}:"
                        f" {self.kind} {nth} ({fired}): {fact}")
            nth += step


class Static(Trial):
    """A static program, whose runtime lies beside the copies."""

    def __init__(self, base, tools, word, kind):
        super().__init__(base, tools, word, kind)
        self.program = f"{base}/alone.counted"
        sections = run("readelf", "-SW", self.program, text=True).stdout
        low, size = re.search(r"\.text\.edgeprof +PROGBITS +([0-9a-f]+) [0-9a-f]+ "
                              r"([0-9a-f]+)", sections).groups()
        self.low, self.high = int(low, 16), int(low, 16) + int(size, 16)
        symbols = run("readelf", "-sW", self.program, text=True).stdout
        copies = [int(at, 16) for at in
                  re.findall(r": ([0-9a-f]{16}) +\d+ FUNC +LOCAL", symbols)
                  if self.low <= int(at, 16) < self.high]
        self.high = min(copies)
        # The C library's functions do otherwise, as threads meet.
        self.own = {f"sub_{int(at, 16):x}" for at in re.findall(
            r"^([0-9a-f]+) [Tt] (?:main|work|sum_to|with_\w+)$",
            run("nm", f"{base}/alone", text=True).stdout, re.M)}

    def counts(self, where):
        counts, notes = super().counts(where)
        return counts and {name: n for name, n in counts.items()
                           if name in self.own}, notes

    def which(self):
        return ["-r", f"{self.low:x}-{self.high:x}",
                *(word for call in PASSED_ON for word in ("-x", call))]


class Killed(Trial):
    """Runs between two others into the same pool, killed earlier or later."""

    def calls(self, where, expected):
        shown = run(f"{self.tools}/prof-show", "functions", "--format", "json",
                    where, text=True)
        rows = json.loads(shown.stdout)["functions"] if shown.stdout else []
        calls = {row["name"]: row["calls"] for row in rows}
        return [calls.get(name, 0) for name in expected]

    def __call__(self, step):
        names = ("main", "sum_to")
        before, nth = None, 1
        while True:
            where = tempfile.mkdtemp(dir=self.base)
            self.run_in(where, 0)
            one = self.calls(where, names)
            _, fired = self.run_in(where, nth)
            two = self.calls(where, names)
            self.run_in(where, 0)
            three = self.calls(where, names)
            shutil.rmtree(where)
            before = before or one
            for fact, holds in (
                    ("the first is not counted", min(one) > 0),
                    ("counts get fewer", all(map(int.__le__, before, two))),
                    ("all counts are not there", fired or
                     two == [2 * n for n in one]),
                    ("the third is not added",
                     three == [m + n for m, n in zip(two, one)])):
                if not holds:
                    self.faults.append(
                        f"{self.word or 'plain'}: kill {nth} ({fired}): {fact}: "
                        f"{one}, {before}, {two}, {three}")
            if not fired:
                return self
            before = two
            self.runs += 1
            nth += step


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--only")
    args = parser.parse_args()
    root = os.path.abspath(args.build)
    base = tempfile.mkdtemp(prefix="edgeprof-faults-")
    try:
        build(base, root)
        return trials.run_all(
            [Trial(base, f"{root}/bin", word, kind) for word in PROGRAMS
             if args.only in (None, word) for kind in KINDS] +
            [Static(base, f"{root}/bin", word, kind) for word in STATIC
             if args.only in (None, word) for kind in KINDS] +
            [Trial(base, f"{root}/bin", word, kind, program="traced") for word in TRACED
             if args.only in (None, word) for kind in KINDS] +
            [kind_of_trial(base, f"{root}/bin", word, kind, "prof.out.%m")
             for word in POOLED if args.only in (None, word)
             for kind, kind_of_trial in
             [*((kind, Trial) for kind in KINDS), ("kill", Killed)]], args.step)
    finally:
        shutil.rmtree(base)


if __name__ == "__main__":
    sys.exit(main())
