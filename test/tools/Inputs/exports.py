#!/usr/bin/env python3
"""Read each export with the tool it is for, and compare with our JSON.

usage: exports.py PROF_SHOW INPUTS      (in a folder with runs)
"""
import csv
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as ET

import checks


class Exports(checks.Checks):
    def __init__(self, tool, inputs):
        super().__init__()
        self.tool, self.inputs = tool, inputs
        self.lines = {f["file"]: {x["line"]: x["count"] for x in f["lines"]}
                      for f in json.loads(self.show("lines", "json"))["files"]}
        files = json.loads(self.show("branches", "json"))["files"]
        self.branches = {
            f["file"]: sorted((d["line"], o["count"]) for d in f["branches"]
                              for o in d["outcomes"]) for f in files}
        self.decisions = [d for f in files for d in f["branches"]]
        self.total = json.loads(self.show("coverage", "json"))["total"]
        self.name = next(iter(self.lines))

    def show(self, report, form):
        return subprocess.run([self.tool, report, "--format", form], check=True,
                              stdout=subprocess.PIPE).stdout

    def save(self, form):
        with open("export." + form, "wb") as file:
            file.write(self.show("coverage", form))
        return "export." + form

    def per_line(self, line):
        counts = [c for n, c in self.branches[self.name] if n == line]
        return (len([c for c in counts if c]), len(counts)) if counts else None


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(command, done.stdout, done.stderr)
    return done.returncode == 0, done.stdout


def check_lcov(e):
    good, text = run(e.inputs + "/lcov.sh", "--summary", e.save("lcov"))
    e.same("lcov", good, True)
    for part in ("lines", "functions", "branches"):
        row = re.search(rf"^ *{part}\.+: (.*)", text, re.M)  # lcov 2 has one dot more
        t = e.total[part]
        e.same("lcov " + part, f"({t['covered']} of {t['total']} " in row[1], True)


def check_cobertura(e):
    path = e.save("cobertura")
    e.same("xmllint", run("xmllint", "--noout", "--nonet", "--dtdvalid",
                          e.inputs + "/coverage-04.dtd", path)[0], True)
    root = ET.parse(path).getroot()
    one = root.find(".//class")
    e.same("file", one.get("filename"), e.name)
    e.same("package", root.find(".//package").get("name"),
           os.path.dirname(e.name))
    e.same("lines", {int(x.get("number")): int(x.get("hits"))
                     for x in one.findall("lines/line")}, e.lines[e.name])
    for x in one.findall("lines/line"):
        want = e.per_line(int(x.get("number")))
        e.same("condition", x.get("condition-coverage"), want and
               f"{100 * want[0] // want[1]}% ({want[0]}/{want[1]})")
    e.same("methods", len(one.findall("methods/method")),
           e.total["functions"]["total"])
    e.same("total", (root.get("lines-covered"), root.get("lines-valid")),
           tuple(str(e.total["lines"][k]) for k in ("covered", "total")))


def check_sonarqube(e):
    path = e.save("sonarqube")
    e.same("xmllint", run("xmllint", "--noout", "--nonet", "--schema",
                          e.inputs + "/sonarqube.xsd", path)[0], True)
    root = ET.parse(path).getroot()
    e.same("version", (root.tag, root.get("version")), ("coverage", "1"))
    one = root.find("file")
    e.same("path", one.get("path"), e.name)
    e.same("covered", {int(x.get("lineNumber")): x.get("covered") == "true"
                       for x in one}, {n: c > 0 for n, c in
                                       e.lines[e.name].items()})
    for x in one:
        want = e.per_line(int(x.get("lineNumber")))
        got = x.get("branchesToCover") and (int(x.get("coveredBranches")),
                                            int(x.get("branchesToCover")))
        e.same("branches", got, want)


def check_clover(e):
    path = e.save("clover") + ".xml"  # which diff-cover goes by
    os.rename(path[:-len(".xml")], path)
    root = ET.parse(path).getroot()
    total, one = root.find("project/metrics").attrib, root.find(".//file")
    e.same("clover: path", one.get("path"), e.name)
    for ours, theirs in (("lines", "statements"), ("functions", "methods")):
        e.same("clover: " + theirs, (int(total["covered" + theirs]),
                                     int(total[theirs])),
               tuple(e.total[ours][k] for k in ("covered", "total")))
    rows = {kind: [x for x in one.findall("line") if x.get("type") == kind]
            for kind in ("stmt", "method", "cond")}
    e.same("clover: lines", {int(x.get("num")): int(x.get("count"))
                             for x in rows["stmt"]}, e.lines[e.name])
    e.same("clover: functions", len(rows["method"]), int(total["methods"]))
    e.same("clover: conditions", [
        (int(x.get("num")), int(x.get("truecount")), int(x.get("falsecount")))
        for x in rows["cond"]], [
        (d["line"], *(o["count"] for n in ("true", "false")
                      for o in d["outcomes"] if o["name"] == n))
        for d in e.decisions if d["kind"] == "condition"])
    e.same("clover: conditionals", int(total["conditionals"]), 2 * len(rows["cond"]))
    # What is new since the empty commit is all of the file.
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    run(*git, "commit", "-q", "--allow-empty", "-m", "none")
    run("git", "add", e.name)
    options = run("diff-cover", "--help")[1]
    e.same("diff-cover", run("diff-cover", path, "--compare-branch=HEAD", *(
        ("--json-report", "diff.json") if "--json-report" in options else
        ("--format", "json:diff.json")))[0], True)
    with open("diff.json", encoding="utf-8") as text:
        found = json.load(text)["src_stats"][e.name]
    e.same("diff-cover: lines", found["violation_lines"],
           [n for n, count in sorted(e.lines[e.name].items()) if not count])


def check_coveralls(e):
    one, = json.loads(e.show("coverage", "coveralls"))["source_files"]
    with open(e.name, "rb") as source:
        text = source.read()
    e.same("coveralls: name", one["name"], e.name)
    e.same("coveralls: digest", one["source_digest"], hashlib.md5(text).hexdigest())
    e.same("coveralls: lines", one["coverage"],
           [e.lines[e.name].get(n + 1) for n in range(len(text.splitlines()))])
    four = list(zip(*[iter(one["branches"])] * 4))
    e.same("coveralls: branches", sorted((line, count) for line, _, _, count in four),
           e.branches[e.name])
    e.same("coveralls: each once", len({x[:3] for x in four}), len(four))


def check_csv(e):
    rows = list(csv.DictReader(e.show("coverage", "csv").decode().splitlines()))
    e.same("csv", rows, [{"file": e.name} | {
        name: str(e.total[part][what]) for part in ("lines", "functions", "branches")
        for what, name in (("covered", part + "_covered"), ("total", part))}])


def check_badge(e):
    path = e.save("badge")
    e.same("xmllint", run("xmllint", "--noout", "--nonet", path)[0], True)
    lines = e.total["lines"]
    text = "".join(ET.parse(path).getroot().find("{*}title").itertext())
    e.same("badge", text,
           f"coverage: {100 * lines['covered'] / lines['total']:.1f} %")


def check_codecov(e):
    coverage = json.loads(e.show("coverage", "codecov"))["coverage"]
    want = {}
    for line, count in e.lines[e.name].items():
        part = e.per_line(line)
        want[str(line)] = (f"{part[0]}/{part[1]}" if count and part and
                           part[0] < part[1] else count)
    e.same("codecov", coverage, {e.name: want})


def from_gcovr(e, what, *arguments):
    """What gcovr makes of an export, as lines and branches."""
    good, text = run("gcovr", "-r", ".", "--json", *arguments)
    e.same(what, good, True)
    check_gcov_json(e, what, json.loads(text))


def check_gcov_json(e, what, document):
    """gcov's JSON, which gcovr's is like."""
    files = [f for f in document["files"] if f["file"] == e.name]
    e.same(what + ": file", len(files), 1)
    lines = [x for x in files[0]["lines"] if not x.get("gcovr/noncode")]
    e.same(what + ": lines", {x["line_number"]: x["count"] for x in lines},
           e.lines[e.name])
    e.same(what + ": branches", sorted((x["line_number"], b["count"])
                                       for x in lines for b in x["branches"]),
           e.branches[e.name])


def check_gcov(e):
    path = e.save("gcov-json")
    with open(path, encoding="utf-8") as text:
        check_gcov_json(e, "gcov-json", json.load(text))
    release = run("gcovr", "--version")[1].split()[1]
    if release.startswith("5."):  # another takes its own JSON alone
        from_gcovr(e, "gcov-json, gcovr", "-a", path)
    os.makedirs("gcov", exist_ok=True)
    with open("gcov/prog.gcov", "wb") as file:
        file.write(e.show("coverage", "gcov"))
    from_gcovr(e, "gcov", "-g", "-k", "gcov")
    e.same("gcov kept", len(glob.glob("gcov/*.gcov")), 1)


def check_sarif(e):
    document = json.loads(e.show("missing", "sarif"))
    e.same("version", document["version"], "2.1.0")
    results = document["runs"][0]["results"]
    read = subprocess.run(["/usr/bin/python3", "-B", e.inputs + "/sarif.py"],
                          input=json.dumps(document), text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    e.same("object model", int(read), len(results))
    never = set()
    for result in results:
        place = result["locations"][0]["physicalLocation"]
        e.same("uri", urllib.parse.unquote(place["artifactLocation"]["uri"]),
               e.name)
        if result["ruleId"] == "never-ran":
            never |= {n for n in e.lines[e.name] if place["region"][
                "startLine"] <= n <= place["region"]["endLine"]}
    e.same("lines", never, {n for n, c in e.lines[e.name].items() if c == 0})
    e.same("functions", len([r for r in results if r["ruleId"] ==
                             "never-called"]),
           e.total["functions"]["total"] - e.total["functions"]["covered"])
    check_partial(e, [(r["locations"][0]["physicalLocation"]["region"], r)
                      for r in results if r["ruleId"] == "never-taken"])


def check_partial(e, found):
    """Each branch that lacks an outcome though its line ran is in FOUND, regions and
    results, and in the other forms of the report."""
    want = {}
    for branch in e.decisions:
        never = [o["name"] for o in branch["outcomes"] if not o["count"]]
        if never and e.lines[e.name].get(branch["line"]):
            want[branch["line"], branch["column"]] = (
                "never " + ", ".join(never) if len(never) < len(branch["outcomes"])
                else "never evaluated")
    e.expect("there are such branches", len(want) > 1)
    e.same("never taken", {(at["startLine"], at["startColumn"]):
                           r["message"]["text"] for at, r in found}, want)
    gcc = [line[len(e.name) + 1:].split(":", 2) for line in
           e.show("missing", "gcc").decode().splitlines()]
    e.same("gcc", {(int(line), int(column)): text.removeprefix(" note: ")
                   for line, column, text in gcc
                   if (int(line), int(column)) in want}, want)
    listed = json.loads(e.show("missing", "json"))["files"][0]["branches"]
    e.same("json", sorted((b["line"], b["column"]) for b in listed), sorted(want))


def check_jsonl(e):
    for report in ("lines", "functions", "files", "blocks", "branches",
                   "coverage", "missing"):
        whole = json.loads(e.show(report, "json"))
        parts = [json.loads(x) for x in
                 e.show(report, "jsonl").decode().splitlines()]
        items = next(v for k, v in whole.items()
                     if isinstance(v, list) and k != "notes")
        e.same("jsonl items", parts[1:1 + len(items)], items)
        e.same("jsonl head", parts[0]["format"], whole["format"])
        e.same("jsonl rest", parts[1 + len(items):], [
            {"total": whole["total"]}] if "total" in whole else [])


def main(tool, inputs):
    return Exports(tool, inputs).run(
        check_lcov, check_cobertura, check_sonarqube, check_codecov, check_gcov,
        check_clover, check_coveralls, check_csv, check_badge, check_sarif,
        check_jsonl)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
