#!/usr/bin/env python3
"""Compare what check says in each format with its JSON, and that with its text.

usage: check_formats.py PROF_SHOW        (in a folder with runs, and rules)

JUnit is read by Debian's junitparser.  Names have characters that mean something
to each format.
"""
import collections
import json
import re
import subprocess
import sys

import checks
import junitparser


class Formats(checks.Checks):
    def __init__(self, tool):
        super().__init__()
        self.tool = tool
        self.gates = json.loads(self.show("json", 2))["gates"]
        self.failed = [g for g in self.gates if not g["passed"]]

    def show(self, form, want):
        done = subprocess.run([
            self.tool, "check", "--fail-under-branches", "1", "--ratchet", "kept.json",
            "--format", form], check=False, stdout=subprocess.PIPE, text=True)
        self.same(form + ": status", done.returncode, want)
        return done.stdout


def percent_of(part):
    return part["covered"] * 100 / part["total"]


def check_json(f):
    """The numbers are those of the text, and they decide."""
    kinds = set()
    for gate in f.gates:
        text = gate["text"]
        if "got" in gate:
            got = gate["got"]
            f.expect(text, f"({got['covered']} of {got['total']})" in text)
        if "before" in gate:
            kinds.add("before")
            f.same(text, percent_of(gate["got"]) >= percent_of(gate["before"]),
                   gate["passed"])
        elif "got" in gate:
            kinds |= set(gate["wanted"])
            want = gate["wanted"]
            f.same(text, all((
                percent_of(got) >= want.get("percent", 0),
                got["covered"] >= want.get("covered", 0),
                got["total"] - got["covered"] <= want.get("missing", 1e9))),
                gate["passed"])
        elif "scopes" in gate:
            kinds.add("scopes")
            f.same(text, gate["scopes"]["covered"] == gate["scopes"]["total"],
                   gate["passed"])
    f.same("kinds", kinds, {"percent", "covered", "missing", "scopes", "before"})
    f.expect("one passed", any(g["passed"] for g in f.gates))


def check_text(f):
    lines = f.show("text", 2).splitlines()
    want = []
    for gate in f.gates:
        want.append(gate["text"] + ("" if "scopes" in gate else
                    ": passed" if gate["passed"] else ": failed") + (
            f" ({gate['file']}, rule {gate['rule']})" if "rule" in gate else
            f" ({gate['file']})" if "file" in gate else ""))
        for place in gate["missing"]:
            fact = place.get("fact", "")
            want.append(f"  {place['file']}:{place['line']}:" + (
                f" {fact}: " if fact else "") + f" {place['text']}")
    f.same("text", lines, want)


def check_junit(f):
    with open("junit.xml", "w", encoding="utf-8") as out:
        out.write(f.show("junit", 2))
    suite, = junitparser.JUnitXml.fromfile("junit.xml")
    cases = list(suite)
    f.same("junit: sums", (suite.tests, suite.failures, suite.errors),
           (len(f.gates), len(f.failed), 0))
    f.same("junit: names", [c.name for c in cases],
           [re.split(r": (?=[0-9]|none)", g["text"])[0] for g in f.gates])
    f.same("junit: failed", [bool(c.result) for c in cases],
           [not g["passed"] for g in f.gates])
    for case, gate in zip(cases, f.gates):
        if not case.result:
            continue
        failure, = case.result
        f.expect("junit: " + gate["text"], failure.message.startswith(gate["text"]))
        f.same("junit: places", (failure.text or "").splitlines(), [
            f"{p['file']}:{p['line']}: " + (f"{p['fact']}: " if "fact" in p else "")
            + p["text"] for p in gate["missing"]])


def unescape(text):
    for code, meant in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"),
                        ("%25", "%")):
        text = text.replace(code, meant)
    return text


def lines_of(places):
    """Of the places that are lines."""
    return collections.Counter((p["file"], p["line"]) for p in places
                               if "fact" not in p)


def facts_of(places):
    return collections.Counter((p["file"], p["line"], p["fact"]) for p in places
                               if "fact" in p)


def check_github(f):
    gates, lines, facts = [], collections.Counter(), 0
    for line in f.show("github", 2).splitlines():
        found = re.fullmatch(r"::error (.*?)::(.*)", line)
        if not found:
            f.expect("github: passed: " + line, "passed" in line)
            continue
        at = {k: unescape(v) for k, v in
              (p.split("=", 1) for p in found[1].split(","))}
        if "file" not in at:
            gates.append(unescape(found[2]))
        elif "never ran" in found[2]:
            for number in range(int(at["line"]), int(at["endLine"]) + 1):
                lines[at["file"], number] += 1
        else:
            facts += 1
    f.same("github: gates", gates, [g["text"] for g in f.failed])
    places = [p for g in f.gates for p in g["missing"]]
    f.same("github: lines", lines, lines_of(places))
    f.same("github: others", facts, sum(facts_of(places).values()))


def check_gitlab(f):
    findings = json.loads(f.show("gitlab", 2))
    f.same("gitlab: fingerprints", len({x["fingerprint"] for x in findings}),
           len(findings))
    places = [p for g in f.gates for p in g["missing"]]
    found = set()
    for x in findings:
        f.same("gitlab: keys", set(x), {"description", "check_name", "fingerprint",
                                        "severity", "location"})
        at = x["location"]["lines"]
        if x["check_name"] == "lines":
            found |= {(x["location"]["path"], n)
                      for n in range(at["begin"], at["end"] + 1)}
    f.same("gitlab: lines", found, set(lines_of(places)))
    f.same("gitlab: others",
           len([x for x in findings if x["check_name"] != "lines"]),
           len(facts_of(places)))


def check_markdown(f):
    lines = f.show("markdown", 2).splitlines()
    heads = [x for x in lines if x.startswith("- ")]
    f.same("markdown: gates", [x.startswith("- **failed:**") for x in heads],
           [not g["passed"] for g in f.gates])
    f.expect("markdown: texts", all(g["text"] in x for g, x in zip(f.gates, heads)))
    f.same("markdown: places", len(lines) - len(heads),
           sum(len(g["missing"]) for g in f.gates))


def main(tool):
    return Formats(tool).run(check_json, check_text, check_junit, check_github,
                             check_gitlab, check_markdown)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
