#!/usr/bin/env python3
"""Compare `prof-show tests` with what `lines` says of each test's runs alone.

usage: tests.py PROF_MERGE PROF_SHOW        (beside `prog`)
"""
import json
import os
import random
import subprocess
import sys

import checks

RUNS = 24
INPUTS = ["x", "y", *(f"{i}.prof" for i in range(3, RUNS, 4))]  # each run once


class Tests(checks.Checks):
    def __init__(self, merge, show):
        super().__init__()
        self.merge_tool, self.show_tool, self.runs = merge, show, {}

    def show(self, *arguments):
        return json.loads(subprocess.run(
            [self.show_tool, *arguments, "--format", "json"], check=True,
            stdout=subprocess.PIPE).stdout)

    def lines(self, inputs):
        """(file, line) -> count."""
        return {(f["file"], x["line"]): x["count"]
                for f in self.show("lines", *inputs)["files"] for x in f["lines"]}


def make_runs(tests, rng):
    """Runs of five tests, and some of none; most are merged already."""
    for i in range(RUNS):
        label = rng.choice(["parse", "eval", "print", "a test, with blanks",
                            "none of the above", ""])
        file = f"{i}.prof"
        subprocess.run(["./prog", *(str(rng.randrange(9)) for _ in range(
            rng.randrange(2)))], check=False, env=dict(
                os.environ, EDGEPROF_LABEL=label, EDGEPROF_FILE=file))
        tests.runs.setdefault(label, []).append(file)
    for name, part in (("x", range(0, RUNS, 2)), ("y", range(1, RUNS, 4))):
        subprocess.run([tests.merge_tool, "-o", name,
                        *(f"{i}.prof" for i in part)], check=True)


def check_ranking(tests):
    got = tests.show("tests", *INPUTS)
    ran = {label: {k for k, c in tests.lines(files).items() if c}
           for label, files in tests.runs.items() if label}
    everything = set().union(*ran.values())
    want = [{"test": label, "runs": len(tests.runs[label]),
             "lines": len(own), "only": len(own - set().union(*(
                 other for name, other in ran.items() if name != label)))}
            for label, own in ran.items()]
    want.sort(key=lambda t: (-t["only"], -t["lines"], t["test"]))
    tests.same("tests", got["tests"], want)
    tests.same("lines", got["lines"], {
        "covered": len(everything), "total": len(tests.lines(INPUTS))})
    chosen = set()
    for choice in got["greedy"]:
        best = max(len(own - chosen) for own in ran.values())
        tests.same("greedy", (choice["new"], len(ran[choice["test"]] - chosen)),
                   (best, best))
        chosen |= ran[choice["test"]]
    tests.same("the chosen cover all", chosen, everything)
    tests.expect("more than one is chosen", len(got["greedy"]) > 1)


def check_places(tests):
    counts = {label: tests.lines(files) for label, files in tests.runs.items()}
    total = tests.lines(INPUTS)
    for (file, line), count in total.items():
        want = sorted(({"test": label, "runs": len(tests.runs[label]),
                        "count": own[file, line]}
                       for label, own in counts.items()
                       if label and own.get((file, line))),
                      key=lambda t: (-t["count"], t["test"]))
        tests.same(f"{file}:{line}", tests.show(
            "tests", f"{file}:{line}", *INPUTS)["places"], [
                {"file": file, "line": line, "count": count, "tests": want}])


def main(merge, show):
    tests = Tests(merge, show)
    make_runs(tests, random.Random(1997))
    return tests.run(check_ranking, check_places)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
