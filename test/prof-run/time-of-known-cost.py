# RUN: /usr/bin/python3 %s
# The time of each execution, by --time, is what the program measures itself; the counts are
# those of a run without, and every figure has its interval.
import json
import os
import re
import subprocess

import jsonschema

from costs import check_costs, within
from prefix import HERE, OWN, PROF_RUN, TOOLS, compiled, equal, line_of, prof_run, report

compiled("cost", source="cost.c")


def counts(output):
    return {(file["file"], line["line"]): line["count"]
            for file in report(output)["files"] for line in file["lines"]}


def check(threads):
    done = subprocess.run([PROF_RUN, "--time", "./cost", str(threads)], capture_output=True,
                          text=True, check=True)
    assert " samples: prof.out\n" in done.stderr, done.stderr
    hot = report(kind="hot")
    equal(hot["time"]["sampled_runs"], 1)
    for row in hot["lines"]:
        for figure in (row["time"], row.get("each", row["time"])):
            assert 0 <= figure["low"] <= figure["ns"] <= figure["high"], row
        equal("each" in row, row.get("count", 0) > 0)
    rows, direct = check_costs(done.stdout, hot, threads)
    # The same in the other reports.
    lines = next(file["lines"] for file in report("prof.out", "lines", "--time")["files"])
    for line in lines:
        row = rows.get(line["line"], {})
        equal(*[{key: of.get(key) for key in ("samples", "time", "each")}
                for of in (line, row)])
    functions = {row["name"]: row for row in
                 report("prof.out", "functions", "--time")["functions"]}
    equal(functions["divide"]["calls"], threads)
    within("divide", functions["divide"]["each"], 1e8 * direct["DIVIDE"])


# Threads run side by side, each with a chase of its own.
check(1)
subprocess.run([PROF_RUN, "-q", "-o", "without", "./cost"], check=True,
               stdout=subprocess.DEVNULL)
equal(counts("prof.out"), counts("without"))
check(2)

# All are as the schema has them.
with open(f"{HERE}/../../../docs/reports.schema.json", encoding="utf-8") as file:
    schema = json.load(file)
for words in (["hot"], ["lines", "--time"], ["functions", "--time"]):
    errors = jsonschema.Draft202012Validator(schema).iter_errors(report("prof.out", *words))
    equal([(error.json_path, error.message) for error in errors], [])

# What it says in text; of a profile without samples it says how to get some.
text = subprocess.run([f"{TOOLS}/prof-show", "hot", "--top", "2"], capture_output=True,
                      text=True, check=True).stdout.splitlines()
equal(len(text), 3)
assert text[0].split() == ["time", "share", "executions", "each", "line"], text
assert " +- " in text[1] and "%" in text[1], text
for words in (["hot"], ["lines", "--time"], ["functions", "--time"]):
    done = subprocess.run([f"{TOOLS}/prof-show", *words, "without"], capture_output=True,
                          text=True, check=False)
    equal((done.returncode, done.stdout, done.stderr),
          (3, "", "prof-show: error: no samples of time: run the command under prof-run "
                  "--time\n"))

# Pages have behind each line what lines --time has before it.
text = subprocess.run([f"{TOOLS}/prof-show", "lines", "--time"], capture_output=True, text=True,
                      check=True).stdout
before = {line: (time, each) for time, each, line in re.findall(
    r"^ *(\d\S* [mnu]?s) +(\S.*\S) +\d+:(\d+):", text, re.MULTILINE)}
subprocess.run([f"{TOOLS}/prof-show", "html", "--time", "--single-file", "-o", "page.html"],
               check=True)
with open("page.html", encoding="utf-8") as file:
    behind = {line: (time, each) for line, time, each in re.findall(
        r'id="F\d+L(\d+)".*<i>(\d\S* [mnu]?s), ([^<]*) each</i>', file.read())}
assert len(before) > 2, text
equal(behind, before)

most = report("prof.out", "hot", "--sort", "each", "--top", "5")["lines"]
each = [row["each"]["ns"] for row in most]
equal((len(each), each), (5, sorted(each, reverse=True)))

# Runs that were not sampled have counts without time: no time is divided by them.
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "both", "prof.out", "without"], check=True)
done = subprocess.run([f"{TOOLS}/prof-show", "hot", "--format", "json", "both"],
                      capture_output=True, text=True, check=True)
assert "1 of 2 runs were sampled from end to end: no time is divided" in done.stderr
assert '"each"' not in done.stdout and '"count"' in done.stdout

# The plain build's time with the counts of the other: counters take none of it.
compiled("plain", counted=False, source="cost.c")
done = subprocess.run([PROF_RUN, "--time", "-o", "plain.out", "./plain"], capture_output=True,
                      text=True, check=True)
direct = {name: float(ns) for name, ns in map(str.split, done.stdout.splitlines())}
joined = report("plain.out", "hot", "--counts", "without")
rows = {row.get("line"): row for row in joined["lines"] if "count" in row}
for name in "DIVIDE", "CHASE":
    row = rows[line_of(name, "cost.c")]
    equal(row["count"], {"DIVIDE": 100000000, "CHASE": 4000000}[name])
    within(name, row["each"], direct[name])
functions = {row["name"]: row for row in report(
    "plain.out", "functions", "--time", "--counts", "without")["functions"]}
within("divide", functions["divide"]["each"], 1e8 * direct["DIVIDE"])

# The same without having been compiled for it.
done = subprocess.run([PROF_RUN, "--time", "--patch", "./plain"], capture_output=True, text=True,
                      check=True, env=dict(os.environ, XDG_CACHE_HOME=f"{OWN}/cache"))
check_costs(done.stdout, report(kind="hot"))

for words, said in ((["branches", "--time"], "--time goes with lines, functions and html"),
                    (["functions", "--time", "--sort", "name"], "--sort: not with --time"),
                    (["lines", "--time", "--function", "x"], "--function: not with --time"),
                    (["hot", "--sort", "file"], "--sort file: no such key of hot; known are "
                     "time, executions, each"),
                    (["lines", "--counts", "without"], "--counts goes with hot and --time"),
                    (["hot", "--min", "without"],
                     "hot: not with --min, --max, --intersect and --diff"),
                    (["lines", "--time", "--format", "lcov"],
                     "lines --time: not in the format lcov")):
    done = subprocess.run([f"{TOOLS}/prof-show", *words], capture_output=True, text=True,
                          check=False)
    equal((done.returncode, done.stderr), (1, f"prof-show: error: {said}\n"))
prof_run("--time=0", "true", status=125, said="prof-run: error: --time=0: not a number of samples in "
         "a second from 1 to 20000\n")
