#!/usr/bin/env python3
"""Files of other tools, good and malformed, against prof-merge.

usage: import_formats.py PROF_MERGE PROF_SHOW

Writes them into the working directory; coverage.xml is one for other tests.
"""
import gzip
import json
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from import_samples import CALLGRIND, COBERTURA, GCOV, LCOV, LCOV2, LLVM  # noqa: E402

MERGE, SHOW = sys.argv[1:]


def write(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return name


def merge(*names):
    return subprocess.run([MERGE, "--strict", "-o", "sum.prof", *names],
                          capture_output=True, text=True, check=False)


def report(name):
    done = subprocess.run([SHOW, name, "--format", "json", "sum.prof"],
                          stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["files"]


def lines():
    """(file, line) -> count"""
    return {(entry["file"], line["line"]): line["count"]
            for entry in report("lines") for line in entry["lines"]}


def good(names, want, ways=()):
    done = merge(*names)
    assert done.returncode == 0, (names, done.stderr)
    got = lines()
    assert got == want, (names, got)
    got = [[x["count"] for x in branch["outcomes"]]
           for entry in report("branches") for branch in entry["branches"]]
    assert got == list(ways), (names, got)


def bad(name, text, *words):
    """Refused with all WORDS, and nothing is written."""
    if os.path.exists("sum.prof"):
        os.remove("sum.prof")
    done = merge(write(name, text))
    assert done.returncode == 1 and name in done.stderr, (name, done)
    assert all(word in done.stderr for word in words), (words, done.stderr)
    assert not os.path.exists("sum.prof"), name


def functions():
    done = subprocess.run([SHOW, "functions", "--format", "json", "sum.prof"],
                          stdout=subprocess.PIPE, check=True)
    return {entry["symbol"]: entry["calls"]
            for entry in json.loads(done.stdout)["functions"]}


def formats():
    where = os.getcwd()
    good([write("a.info", LCOV)],
         {("a.js", 1): 3, ("a.js", 2): 11, ("a.js", 9): 2**64 - 1},
         [[5, 2], [7, 0]])
    assert functions() == {"outer": 3, "a,b(c)": 6}, functions()
    good([write("crlf.info", LCOV.replace("\n", "\r\n"))],
         {("a.js", 1): 3, ("a.js", 2): 11, ("a.js", 9): 2**64 - 1},
         [[5, 2], [7, 0]])
    good([write("a.info.gz", gzip.compress(LCOV2.encode()))],
         {("b.c", 1): 3, ("b.c", 5): 0})
    assert functions() == {"first": 2, "second": 1, "third": 0}, functions()
    good(["a.info.gz", "a.info.gz"], {("b.c", 1): 6, ("b.c", 5): 0})
    os.makedirs("tool", exist_ok=True)
    write("main.py", "1\n")
    good([write("coverage.xml", COBERTURA.replace("SOURCE", f"{where}/tool"))],
         {("C.java", 3): 5, ("C.java", 4): 2, ("main.py", 1): 1,
          ("main.py", 2): 0, ("main.py", 4): 7}, [[1, 0]])
    assert functions() == {"run(I)V": 5}, functions()
    good([write("cg.out", CALLGRIND)], {
        ("p.c", 3): 1, ("p.c", 4): 2, ("p.c", 9): 10, ("p.h", 1): 0})
    assert functions() == {"main": 1, "f": 4}, functions()
    good([write("gcov.json", GCOV)], {("a.c", 1): 3, ("a.c", 2): 3}, [[1, 2]])
    assert functions() == {"f": 3}, functions()
    good([write("two.json", f"{GCOV}\n{GCOV}\n")], {("a.c", 1): 6, ("a.c", 2): 6}, [[2, 4]])
    good([write("llvm.json", LLVM)], {("a.c", n): c for n, c in (
        (1, 3), (2, 3), (3, 3), (4, 1), (5, 3))}, [[1, 2]])
    assert functions() == {"f": 3}, functions()


def malformed():
    bad("cut.info", LCOV[:-20], "not whole")
    bad("count.info", LCOV.replace("DA:1,3", "DA:1,-3"), "line 15 is malformed: DA:1,-3")
    bad("line.info", LCOV.replace("DA:1,3", "DA:99999999999,3"), "line 15")
    bad("name.info", LCOV.replace("FNDA:3,outer", "FNDA:3,inner"), "line 5")
    bad("outside.info", "TN:\nDA:1,3\n", "line 2")
    bad("index.info", LCOV2.replace("FNA:1,0", "FNA:7,0"), "line 6")
    bad("zero.info", LCOV.replace("outer", "out\0er"), "zero byte")
    bad("empty.info", "TN:\n", "no lines")
    bad("cut.gz", gzip.compress(LCOV.encode())[:-30], "not whole")
    packed = gzip.compress(LCOV.encode())
    bad("damaged.gz", packed[:-8] + bytes(4) + packed[-4:], "damaged.gz")  # its checksum
    bad("other.json", '{"a": 1}', "neither gcov's nor llvm-cov export's")
    bad("cut.json", '{"gcc_version": "12", "files": [', "not whole")
    bad("no.json", '{"gcc_version" "12"}', "expected")
    bad("summary.json", json.dumps({
        "type": "llvm.coverage.json.export", "data": [{"files": [{"filename": "a.c"}]}]}),
        "without -summary-only")
    bad("order.json", json.dumps({
        "type": "llvm.coverage.json.export", "data": [{"files": [{
            "filename": "a.c",
            "segments": [[5, 1, 1, True, True, False], [3, 1, 1, True, True, False]]}]}]}),
        "not in order")
    bad("other.xml", "<html/>", "not Cobertura's")
    bad("cut.xml", COBERTURA[:300], "unclosed")
    bad("nameless.xml", COBERTURA.replace('filename="main.py"', ""), "line 4", "filename: missing")
    bad("outside.xml", COBERTURA.replace("<packages>", '<packages><line number="1" hits="1"/>'),
        "line 3", "outside of a class")
    bad("hits.xml", COBERTURA.replace('hits="7"', 'hits="many"'), "line 6", "hits: many")
    bad("taken.xml", COBERTURA.replace("(1/2)", "(3/2)"), "line 6", "condition-coverage")
    bad("lines.out", CALLGRIND.replace("instr line", "line"), "--dump-instr=yes")
    bad("cost.out", CALLGRIND.replace("0x44 9 0 9", "0x44 x 0 9"), "line 24", "0x44 x 0 9")
    bad("number.out", CALLGRIND.replace("fn=(2)\n", "fn=(5)\n"), "fn=(5)")
    bad("name", "neither\n", "not")


formats()
malformed()
