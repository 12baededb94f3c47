"""usage: weighed.py PROF_SHOW GUESSED WEIGHED BOTH: runs of one program, and their sum."""
import json
import re
import subprocess
import sys


def show(report, path, *options):
    return subprocess.run([sys.argv[1], report, *options, path], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def counts(path):
    report = json.loads(show("instructions", path, "--format", "json"))
    return {(function["name"], one["address"]): one["count"]
            for object in report["objects"] for function in object["functions"]
            for one in function["instructions"]}


def increments(path):
    return sum(map(int, re.findall(r"mark \d+  count (\d+)", show("dump", path))))


guessed, weighed, both = map(counts, sys.argv[2:])
assert guessed == weighed and max(guessed.values()) >= 10000, (guessed, weighed)
assert both == {at: 2 * n for at, n in guessed.items()}, both
few, more = increments(sys.argv[3]), increments(sys.argv[2])
assert few < more, (few, more)
