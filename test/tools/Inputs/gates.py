#!/usr/bin/env python3
"""Check every kind of rule against what the other reports say is covered.

usage: gates.py PROF_SHOW        (in a folder with runs, and the programs in bin)

Of lines, functions and branches, in all, in each folder, file and function: what
there is passes, by percent, number covered and number missing; one more fails
with status 2, and names what it got and wanted and all that is not covered.
"""
import collections
import json
import os
import subprocess
import sys

import checks

# A line, function or outcome; `says` is what a failed gate prints of it.
Item = collections.namedtuple("Item", "file function covered says")
INPUTS = ["--binary", "bin"]


def never(branch, outcome, branches):
    """What is said of OUTCOME; of several branches on a line, also of which."""
    several = sum(other["line"] == branch["line"] for other in branches) > 1
    return f"never {outcome['name']}" + (
        f" at column {branch['column']}" if several else "")


class Gates(checks.Checks):
    def __init__(self, tool):
        super().__init__()
        self.tool = tool
        functions = self.show("functions", "functions")
        self.starts = sorted((f["file"], f["line"], f["name"]) for f in functions)
        self.items = {
            "lines": [self.item(f["file"], x["line"], x["count"], "")
                      for f in self.show("lines", "files") for x in f["lines"]],
            "functions": [self.item(f["file"], f["line"], f["calls"], f["name"])
                          for f in functions],
            "branches": [
                self.item(f["file"], d["line"], o["count"], never(d, o, f["branches"]))
                for f in self.show("branches", "files") for d in f["branches"]
                for o in d["outcomes"]]}

    def run_tool(self, *arguments):
        done = subprocess.run([self.tool, *arguments, *INPUTS], check=False,
                              capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()

    def show(self, report, key):
        return json.loads("\n".join(self.run_tool(
            report, "--format", "json")[1]))[key]

    def item(self, file, line, count, fact):
        with open(file, encoding="utf-8") as source:
            text = source.read().splitlines()[line - 1]
        function = max(s for s in self.starts if s[:2] <= (file, line))
        return Item(file, function[2], count > 0,
                    f"  {file}:{line}: " + (f"{fact}:  " if fact else "") + text)

    def scopes(self, of):
        """(in, name) -> its items."""
        found = {("total", ""): self.items[of]}
        for item in self.items[of]:
            found.setdefault(("file", item.file), []).append(item)
            found.setdefault(("function", item.function), []).append(item)
            folder = os.path.dirname(item.file)
            while folder:
                found.setdefault(("folder", folder), []).append(item)
                folder = os.path.dirname(folder)
        return found

    def check(self, rules):
        """Status and output of check with RULES, (of, in, name, want, number)."""
        with open("rules.yml", "w", encoding="utf-8") as out:
            print("rules:", file=out)
            for of, where, name, want, number in rules:
                match = f', match: "{name}"' if name else ""
                print(f"  - {{of: {of}, in: {where}{match}, {want}: {number}}}",
                      file=out)
        return self.run_tool("check", "--rules", "rules.yml")


def percent(covered, total):
    tenths = int(covered * 1000 / total + 0.5)
    if covered and not tenths:
        tenths = 1
    if covered < total:
        tenths = min(tenths, 999)
    return f"{tenths // 10}.{tenths % 10} %"


def limits(items):
    """(want, what just holds, what just fails), without what cannot be."""
    covered, total = sum(i.covered for i in items), len(items)
    share = covered * 100 / total
    yield "percent", int(share * 1000) / 1000, (
        int(share * 1000 + 1) / 1000 if covered < total else None)
    yield "covered", covered, covered + 1
    yield "missing", total - covered, (
        total - covered - 1 if covered < total else None)


def wanted(want, number):
    return {"percent": f"{number:g} %", "covered": f"{number} covered",
            "missing": f"at most {number} missing"}[want]


def got(of, name, items, want, number):
    covered, total = sum(i.covered for i in items), len(items)
    return (f"{of}{' of ' if name else ''}{name}: {percent(covered, total)} "
            f"({covered} of {total}), wanted {wanted(want, number)}: ")


def check_failing(gates, rule, items):
    of, where, name, want, number = rule
    status, lines = gates.check([rule])
    where_from = " (rules.yml, rule 1)"
    end = [] if where == "total" else [
        f"{of} of each {where} {name}: 0 passed, 1 failed{where_from}"]
    gates.same(f"{rule} status", status, 2)
    gates.same(f"{rule} says", (lines[0], sorted(lines[1:len(lines) - len(end)])), (
        got(of, name, items, want, number) + "failed" + where_from,
        sorted(i.says for i in items if not i.covered)))
    gates.same(f"{rule} ends", lines[len(lines) - len(end):], end)


def check_of(gates, of):
    holding, n_failing = [], 0
    for (where, name), items in sorted(gates.scopes(of).items()):
        for want, holds, fails in limits(items):
            holding.append((of, where, name, want, holds))
            if fails is not None:
                n_failing += 1
                check_failing(gates, (of, where, name, want, fails), items)
    status, lines = gates.check(holding)
    gates.same(f"{of}: what there is holds", (status, [
        line for line in lines if "failed" in line.replace("0 failed", "")]),
               (0, []))
    gates.expect(f"{of}: there were rules to fail", n_failing > 20)


def main(tool):
    gates = Gates(tool)
    return gates.run(*(lambda g, of=of: check_of(g, of) for of in gates.items))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
