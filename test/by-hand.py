#!/usr/bin/env python3
"""Compare reported counts with those that a program kept itself.

usage: by-hand.py SOURCE LINES.json KEPT

KEPT holds lines `NAME NUMBER`, printed by the program; each line of SOURCE that
ends in `// HAND: NAME` must have that count.  Exit status 1 if one has not, if
a name was not printed, or if no line asks.
"""
import json
import os
import re
import sys


def main(source, lines, kept):
    with open(kept, encoding="utf-8") as text:
        want = dict(line.split() for line in text if line.count(" ") == 1)
    with open(lines, encoding="utf-8") as text:
        files = json.load(text)["files"]
    got = {item["line"]: item["count"] for entry in files
           if os.path.basename(entry["file"]) == os.path.basename(source)
           for item in entry["lines"]}
    asked = wrong = 0
    with open(source, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            found = re.search(r"// HAND: (\w+)\s*$", line)
            if not found:
                continue
            asked += 1
            if str(got.get(number, "-")) != want.get(found.group(1)):
                wrong += 1
                print(f"{source}:{number}: {found.group(1)} is "
                      f"{want.get(found.group(1))}, reported "
                      f"{got.get(number, '-')}")
    return 1 if wrong or not asked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
