#!/usr/bin/env python3
"""The runs of static.c of which only work is counted, each in its own file.

usage: static-chosen.py PROF_SHOW RUN...
"""
import json
import subprocess
import sys


def main(show, *runs):
    found = []
    for path in runs:
        functions = json.loads(subprocess.run(
            [show, "functions", "--format", "json", path], check=True,
            capture_output=True).stdout)["functions"]
        if [item["name"] for item in functions] != ["work"]:
            print(f"{path}: counts {[item['name'] for item in functions]}")
            return 1
        found.append(functions[0]["calls"])
    if sorted(found) != [0, 1, 1, 1, 1, 1, 2]:
        print(f"calls by process: {sorted(found)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
