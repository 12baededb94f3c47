#!/usr/bin/env python3
"""Check how often functions were called, of the process that ended with most runs.

usage: calls.py PROF_SHOW RUN NAME=CALLS...

CALLS is None for what is not counted at all.  RUN is the file of the process itself; those of its children have other names.
"""
import json
import subprocess
import sys


def main(show, run, *wanted):
    text = subprocess.run([show, "functions", "--format", "json", run], check=True,
                          capture_output=True).stdout
    document = json.loads(text)
    calls = {item["name"]: item["calls"] for item in document["functions"]}
    wrong = 0
    for pair in wanted:
        name, number = pair.rsplit("=", 1)
        if str(calls.get(name)) != number:
            print(f"{name}: {calls.get(name)} calls, expected {number}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
