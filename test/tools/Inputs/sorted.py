#!/usr/bin/env python3
"""Compare sorted, cut and chosen reports with whole ones.

usage: sorted.py PROF_SHOW ONE TWO
"""
import fnmatch
import json
import subprocess
import sys

import checks


def share(part):
    return part["covered"] / part["total"] if part["total"] else 2


# Of each report its list, what names a row, and by key what a row is sorted by.
REPORTS = {
    "functions": ("functions", lambda r: r["symbol"], {
        "executions": lambda r: -r["executions"], "calls": lambda r: -r["calls"],
        "blocks": lambda r: -r["blocks"], "never": lambda r: -r["blocks_never_run"],
        "lines": lambda r: share(r["lines"]), "name": lambda r: r["name"],
        "place": lambda r: (r["file"], r["line"])}),
    "files": ("files", lambda r: r["file"], {
        "file": lambda r: r["file"], "executions": lambda r: -r["executions"],
        "lines": lambda r: -r["lines"]["total"],
        "covered": lambda r: share(r["lines"])}),
    "coverage": ("files", lambda r: r["file"], {
        "file": lambda r: r["file"], "lines": lambda r: share(r["lines"]),
        "functions": lambda r: share(r["functions"]),
        "branches": lambda r: share(r["branches"])}),
    "calls": ("calls", lambda r: (r["caller"], r["callee"]), {
        "calls": lambda r: -r["calls"], "caller": lambda r: r["caller"],
        "callee": lambda r: r["callee"]}),
}


class Sorted(checks.Checks):
    def __init__(self, tool, one, two):
        super().__init__()
        self.tool, self.one, self.two = tool, one, two

    def text(self, *words):
        return subprocess.run([self.tool, *words], check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def show(self, report, *words):
        return json.loads(self.text(report, "--format", "json", *words))


def check_sort(s):
    for report, (items, name, keys) in REPORTS.items():
        whole = s.show(report, s.one)[items]
        s.expect(f"{report}: several rows", len(whole) > 2)
        s.same(f"{report}: its own order", whole,
               s.show(report, "--sort", next(iter(keys)), s.one)[items])
        for key, value in keys.items():
            rows = s.show(report, "--sort", key, s.one)[items]
            s.same(f"{report} {key}: same rows", sorted(map(name, rows)),
                   sorted(map(name, whole)))
            s.same(f"{report} {key}: order", [value(r) for r in rows],
                   sorted(value(r) for r in rows))
            s.same(f"{report} {key}: top", s.show(
                report, "--sort", key, "--top", "2", s.one)[items], rows[:2])
            text = s.text(report, "--sort", key, "--top", "2", s.one).splitlines()
            s.same(f"{report} {key}: text", len(text),
                   4 if report == "coverage" else 3)


def check_function(s):
    glob = "[ht]*"
    whole = s.show("functions", s.one)["functions"]
    rows = s.show("functions", "--function", glob, s.one)["functions"]
    s.same("functions", rows, [r for r in whole if fnmatch.fnmatch(r["name"], glob)])
    s.expect("some, not all", 0 < len(rows) < len(whole))
    for report, row in (("branches", "branches"), ("lines", "lines")):
        chosen = {f["file"]: f[row] for f in
                  s.show(report, "--function", glob, s.one)["files"]}
        for file in s.show(report, s.one)["files"]:
            starts = sorted((r["line"], r["name"]) for r in whole
                            if r["file"] == file["file"])
            want = [x for x in file[row] if fnmatch.fnmatch(
                max(f for f in starts if f[0] <= x["line"])[1], glob)]
            s.same(f"{report} of {file['file']}",
                   chosen.get(file["file"], []), want)
    text = [x.split(":", 2) for x in
            s.text("lines", "--function", glob, s.one).splitlines() if x[0] == " "]
    counts = sorted(x["line"] for f in s.show(
        "lines", "--function", glob, s.one)["files"] for x in f["lines"])
    s.same("lines: text", sorted(int(x[1]) for x in text if x[0].strip() != "-"),
           counts)
    s.same("blocks", {b["name"] for b in s.show(
        "blocks", "--function", glob, s.one)["functions"]}, {r["name"] for r in rows})


def check_share(s):
    rows = s.show("files", s.one)["files"]
    total = sum(r["executions"] for r in rows)
    for row, line in zip(rows, s.text("files", s.one).splitlines()[1:]):
        got = line.split()
        s.same("executions", int(got[1]), row["executions"])
        s.expect(f"share {line}",
                 abs(float(got[0]) - 100 * row["executions"] / total) < 0.11)


def check_diff(s):
    whole = s.show("diff", s.one, s.two)
    ratios = {}
    for row in whole["functions"]:
        e = row["executions"]
        ratios[row["name"]] = (e["after"] / e["before"] if e["before"] else
                               float("inf"))
    s.same("ratio: order", [ratios[r["name"]] for r in s.show(
        "diff", "--sort", "ratio", s.one, s.two)["functions"]],
           sorted(ratios.values(), reverse=True))
    s.same("name: order", [r["name"] for r in s.show(
        "diff", "--sort", "name", s.one, s.two)["functions"]], sorted(ratios))
    for line in s.text("diff", s.one, s.two).splitlines():
        found = [n for n in ratios if f" {n} src/" in line]
        if found and 0 < ratios[found[0]] < float("inf"):
            s.expect(line, line.endswith(f"  x{ratios[found[0]]:.2f}"))
    changes = [(f["file"], x["line"], x["before"], x["after"])
               for f in whole["files"] for x in f["lines"]]
    some = [c for c in changes if not c[2] or not c[3]
            or abs(c[3] - c[2]) * 100 > 150 * c[2]]
    s.expect("a threshold leaves some, not all", 0 < len(some) < len(changes))
    s.same("threshold", [(f["file"], x["line"], x["before"], x["after"])
                         for f in s.show("diff", "--threshold", "150", s.one,
                                         s.two)["files"] for x in f["lines"]], some)


def main(tool, one, two):
    return Sorted(tool, one, two).run(check_sort, check_function, check_share,
                                      check_diff)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
