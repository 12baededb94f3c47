#!/usr/bin/env python3
"""Check the counts that a source file's own comments promise.

usage: counts.py PROF_SHOW SOURCE [INPUT...]

A line of SOURCE that ends in `//= N` must have the count N in `prof-show
lines`; `//= -` must have none, because no code is there.  With no such line at
all, or any mismatch, the exit status is 1 and every wrong line is printed.
"""
import json
import os
import re
import subprocess
import sys


def main(prof_show, source, *inputs):
    promised = {}
    with open(source, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            found = re.search(r"//= (-|\d+)\s*$", line)
            if found:
                promised[number] = found.group(1)
    command = [prof_show, "lines", "--format", "json", *inputs]
    report = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    counts = {}
    for entry in json.loads(report.stdout)["files"]:
        if os.path.basename(entry["file"]) == os.path.basename(source):
            counts = {item["line"]: str(item["count"])
                      for item in entry["lines"]}
    wrong = [(number, want, counts.get(number, "-"))
             for number, want in sorted(promised.items())
             if counts.get(number, "-") != want]
    for number, want, got in wrong:
        print(f"{source}:{number}: want {want}, got {got}")
    if not promised:
        print(f"{source}: promises no count")
    return 1 if wrong or not promised else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
