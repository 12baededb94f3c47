#!/usr/bin/env python3
"""Check the laws of prof-merge's and prof-show's operations on random runs.

usage: algebra.py PROF_MERGE PROF_SHOW      (beside `prog`)
"""
import glob
import json
import os
import random
import subprocess
import sys

import checks

ROUNDS = 6
REPORTS = ("lines", "functions", "blocks", "branches")


class Laws(checks.Checks):
    def __init__(self, merge, show):
        super().__init__()
        self.merge_tool, self.show_tool = merge, show

    def merge(self, out, *inputs):
        subprocess.run([self.merge_tool, "-o", out, *inputs], check=True)
        with open(out, "rb") as file:
            return file.read()

    def show(self, report, *arguments):
        text = subprocess.run([self.show_tool, report, "--format", "json",
                               *arguments], check=True, capture_output=True)
        return json.loads(text.stdout)


def numbers(document, place=()):
    """Every count of a report, by its place."""
    found = {}
    if isinstance(document, dict):
        # Lists are in the order of their counts in functions alone.
        name = (document.get("name"), document.get("file"))
        for key, value in document.items():
            if key in ("count", "calls", "executions"):
                found[place + name + (key,)] = value
            elif isinstance(value, (dict, list)):
                found.update(numbers(value, place + name + (key,)))
    elif isinstance(document, list):
        for i, value in enumerate(document):
            named = isinstance(value, dict) and "name" in value
            found.update(numbers(value, place if named else place + (i,)))
    return found


def label_of(file):
    """The last run of c has none."""
    folder, name = file.split("/")
    if file == "c/3.prof":
        return ""
    return f"label-{int(name[0]) % 2}" + ("" if folder == "a" else "-" + folder)


def make_runs(rng, folder):
    """Four runs."""
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(folder + "/*"):
        os.remove(old)
    for i in range(4):
        file = f"{folder}/{i}.prof"
        environment = dict(os.environ, EDGEPROF_LABEL=label_of(file),
                           EDGEPROF_FILE=file)
        subprocess.run(["./prog", str(rng.randrange(1000))], check=False,
                       env=environment)


def check_merge(laws):
    a, b = laws.merge("a.prof", "a"), laws.merge("b.prof", "b")
    ab = laws.merge("ab.prof", "a.prof", "b.prof")
    laws.expect("a + b = b + a", ab == laws.merge("x", "b.prof", "a.prof"))
    laws.expect("(a + b) + c = a + (b + c)",
                laws.merge("x", "ab.prof", "c") == laws.merge(
                    "y", "a.prof", "b", "c"))
    laws.expect("(a + b) - b = a",
                a == laws.merge("x", "ab.prof", "--subtract", "b.prof"))
    laws.expect("(a + b) - a - b has no run, and adds nothing",
                laws.merge("x", "ab.prof", "--subtract", "a", "--subtract",
                           "b.prof") and a == laws.merge("y", "a.prof", "x"))
    laws.expect("3 a = a + a + a",
                laws.merge("x", "--scale", "3", "a.prof") == laws.merge(
                    "y", "a.prof", "a", "a.prof"))
    laws.expect("2 (a + b) = 2 a + 2 b",
                laws.merge("x", "--scale", "2", "a.prof", "b.prof") ==
                (laws.merge("2a", "--scale", "2", "a.prof") and
                 laws.merge("2b", "--scale", "2", "b.prof") and
                 laws.merge("y", "2a", "2b")))
    laws.merge("l0", "--only", "label-0", "a")
    laws.merge("l1", "--only", "label-1", "a")
    laws.expect("only 0 + only 1 = all", a == laws.merge("x", "l0", "l1"))
    laws.expect("only 0 or 1 = all", a == laws.merge(
        "x", "--only", "label-0", "--only", "label-1", "a"))
    for label in ("label-0", "label-0-b", "label-1-c"):
        laws.merge("all", "ab.prof", "c")
        laws.expect(f"only {label} of the sum = the sum of its runs",
                    laws.merge("x", "--only", label, "all") == laws.merge(
                        "y", "--only", label, "a", "b", "c"))
        laws.expect(f"{label}: all - only = the others", laws.merge(
            "x", "all", "--subtract", "y") == laws.merge("z", *(
                file for file in sorted(glob.glob("[abc]/*"))
                if label_of(file) != label)))
    laws.expect("2 only 0 = only 0 of 2",
                laws.merge("x", "--only", "label-0", "2a") == laws.merge(
                    "y", "--scale", "2", "l0"))
    top = laws.merge("top", "--scale", str(2**64 - 1), "a.prof")
    laws.expect("top + a = top", top == laws.merge("x", "top", "a.prof"))
    laws.expect("what is full cannot be taken from", subprocess.run(
        [laws.merge_tool, "-o", "x", "top", "--subtract", "a.prof"], check=False,
        stderr=subprocess.DEVNULL).returncode == 1)
    laws.expect("b is not a", a != b)


def check_pointwise(laws):
    operations = {"--min": min, "--max": max,
                  "--intersect": lambda own, other: own if other else 0}
    for report in REPORTS:
        a = numbers(laws.show(report, "a.prof"))
        b = numbers(laws.show(report, "b.prof"))
        laws.expect(f"{report}: same places", a.keys() == b.keys() and a)
        for option, operation in operations.items():
            got = numbers(laws.show(report, option, "b", "a.prof"))
            if report == "functions":  # executions are sums over blocks
                got, want = ({k: v for k, v in n.items() if k[-1] == "calls"}
                             for n in (got, {k: operation(a[k], b[k])
                                             for k in a}))
            else:
                want = {k: operation(a[k], b[k]) for k in a}
            laws.expect(f"{report} {option}: each count by itself", got == want)
    blocks = [numbers(laws.show("blocks", *arguments)) for arguments in (
        ("--min", "b", "a"), ("--max", "b", "a"), ("ab.prof",))]
    laws.expect("min + max = a + b", all(
        blocks[0][k] + blocks[1][k] == blocks[2][k] for k in blocks[2]))
    laws.expect("min(a, a) = a", numbers(laws.show(
        "lines", "--min", "a", "a")) == numbers(laws.show("lines", "a")))


def check_diff(laws):
    before = laws.show("lines", "a.prof")["files"][0]["lines"]
    after = laws.show("lines", "b.prof")["files"][0]["lines"]
    want = [{"line": x["line"], "before": x["count"], "after": y["count"]}
            for x, y in zip(before, after) if x != y]
    got = laws.show("diff", "a.prof", "b.prof")["files"]
    laws.expect("diff = what differs", (got[0]["lines"] if got else []) == want)
    same = laws.show("diff", "a", "a.prof")
    laws.expect("diff of the same is empty",
                not same["files"] and not same["functions"])
    before, after = ({f["symbol"]: f for f in laws.show(
        "functions", name)["functions"]} for name in ("a.prof", "b.prof"))
    want = {name: {key: {"before": before[name][key], "after": after[name][key]}
                   for key in ("calls", "executions", "lines")}
            for name in before if any(before[name][k] != after[name][k] for k in (
                "calls", "executions", "lines"))}
    got = laws.show("diff", "a.prof", "b.prof")["functions"]
    laws.same("functions that differ", {f["symbol"]: {
        key: f[key] for key in ("calls", "executions", "lines")} for f in got},
        want)
    gains = [f["executions"]["after"] - f["executions"]["before"] for f in got]
    laws.same("what became hot is first", gains, sorted(gains, reverse=True))


def main(merge, show):
    rng = random.Random(1984)
    laws = Laws(merge, show)
    status = 0
    for _ in range(ROUNDS):
        for folder in "abc":
            make_runs(rng, folder)
        status = laws.run(check_merge, check_pointwise, check_diff)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
