"""What `prof-show trace --format json` says, in short: for each thread, or for each that had
its ring before, the functions and lines of FILE that it came to, equal ones that follow each
other once.

usage: path.py FILE [N] < JSON      N: the last ones
"""
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    base = next(n for n, line in enumerate(text, 1) if "// line 0" in line)
source, last = os.path.basename(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0


def words_of(path):
    words = []
    for stretch in path:
        if stretch.get("event") == "thread":
            if words:
                yield words
            words = []
            continue
        if "event" in stretch:
            words.append(f"({stretch['event']})")
            continue
        if stretch["by"] == "entry":
            words.append(f"{stretch['function']}@{stretch['depth']}")
        words += ["..."] * stretch["gap"]
        words += [str(line["line"] - base) for block in stretch["blocks"]
                  for line in block["lines"] if line["file"].endswith(source)]
        words += ["(interrupted)"] * (stretch["interrupted"] == "yes")
    yield words


for thread in json.load(sys.stdin)["threads"]:
    for words in words_of(thread["path"]):
        once = [word for i, word in enumerate(words) if i == 0 or words[i - 1] != word]
        print("thread" if thread["whole"] else "end of a thread", *once[-last:])
