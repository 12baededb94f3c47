#!/usr/bin/env python3
"""Compare calls --format callgrind and gprof with the reports lines and calls.

usage: call_formats.py PROF_SHOW CALLGRIND_FILE        (in a folder with a run)

What functions cost is computed here in another way: circles by who reaches whom, and
shares from the callees up, until nothing changes.
"""
import collections
import json
import re
import subprocess
import sys

import checks


class Calls(checks.Checks):
    def __init__(self, tool, path):
        super().__init__()
        self.tool = tool
        self.lines = {x["line"]: x["count"] for x in
                      self.show("lines")["files"][0]["lines"]}
        starts = sorted((f["line"], f["name"], f["calls"])
                        for f in self.show("functions")["functions"])
        self.entries = {name: calls for _, name, calls in starts}
        self.self = collections.Counter()
        for line, count in self.lines.items():
            self.self[max(s for s in starts if s[0] <= line)[1]] += count
        self.calls = collections.Counter()
        for arc in self.show("calls")["calls"]:
            self.calls[arc["caller"], arc["callee"]] += arc["calls"]
        self.known = {p: n for p, n in self.calls.items() if p[1] in self.entries}
        self.read(path)

    def text(self, *words):
        return subprocess.run([self.tool, *words], check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def show(self, report):
        return json.loads(self.text(report, "--format", "json"))

    def read(self, path):
        """Costs by line and function, calls and their costs, as the file has them."""
        self.costs, self.own = collections.Counter(), collections.Counter()
        self.got = collections.Counter()
        self.shares = collections.Counter()
        calls, name, callee = 0, None, None
        with open(path, encoding="utf-8") as file:
            for line in file.read().split("events: Lines\n")[1].splitlines():
                key, _, value = line.partition("=")
                if key == "fn":
                    name = value
                elif key == "cfn":
                    callee = value
                elif key == "calls":
                    calls = int(value.split()[0])
                elif line.startswith("summary: "):
                    self.sum = int(line.split()[1])
                elif re.match(r"\d", line):
                    at, cost = map(int, line.split())
                    if calls:
                        self.got[name, callee] += calls
                        self.shares[name, callee] += cost
                    else:
                        self.costs[at] += cost
                        self.own[name] += cost
                    calls = 0

    def circles(self):
        """Of each function those that it reaches and that reach it."""
        reach = {f: {f} for f in self.entries}
        for _ in self.entries:
            for (a, b), n in self.known.items():
                reach[a] |= reach[b]
        return {f: frozenset(g for g in reach[f] if f in reach[g]) for f in reach}


def check_self(c):
    c.same("lines", dict(c.costs), {n: k for n, k in c.lines.items() if k})
    c.same("functions", dict(c.own), {f: k for f, k in c.self.items() if k})
    c.same("sum", c.sum, sum(c.lines.values()))
    c.same("calls", dict(c.got), {p: n for p, n in c.calls.items() if n})


def check_shares(c):
    circle = c.circles()
    cost = {}
    for _ in c.entries:
        for one in set(circle.values()):
            cost[one] = sum(c.self[f] for f in one) + sum(
                share(c, circle, cost, a, b) for (a, b) in c.known
                if a in one and b not in one)
    for (a, b) in c.known:
        want = share(c, circle, cost, a, b) if circle[a] != circle[b] else 0
        c.expect(f"{a} -> {b}: {c.shares[a, b]}, not {want}",
                 abs(c.shares[a, b] - want) < 1)


def share(c, circle, cost, a, b):
    one = circle[b]
    entered = sum(c.entries[f] for f in one) - sum(
        n for (x, y), n in c.known.items() if x in one and y in one)
    return cost.get(one, 0) * c.known[a, b] / entered if entered else 0


def check_gprof(c):
    rows = re.findall(r"^\[\d+\] +[\d.]+ +([\d.]+) +([\d.]+) +(\d+)(?:\+(\d+))? +(\S+) ",
                      c.text("calls", "--format", "gprof"), re.M)
    c.same("gprof: functions", {r[4] for r in rows}, set(c.own))
    for own, below, calls, recursive, name in rows:
        c.same(f"gprof: {name}", (float(own), float(below)), (
            c.own[name], sum(k for (a, _), k in c.shares.items() if a == name)))
        c.same(f"gprof: calls of {name}", int(calls) + int(recursive or 0),
               c.entries[name])


def main(tool, path):
    return Calls(tool, path).run(check_self, check_shares, check_gprof)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
