"""Print the outcomes of each branch that the JSON report on standard input has, in order of
their counts: releases of rustc have the same counts under different names."""
import json
import sys

for file in json.load(sys.stdin)["files"]:
    for branch in file["branches"]:
        counts = sorted(outcome["count"] for outcome in branch["outcomes"])
        print(f"{branch['line']}:", *counts)
