#!/usr/bin/env python3
"""Check which functions of structors.cc were called, and how many there are.

usage: structors.py PROF_SHOW
"""
import json
import subprocess
import sys


def show(tool, report):
    return json.loads(subprocess.run([tool, report, "--format", "json"],
                                     check=True, stdout=subprocess.PIPE).stdout)


def main(tool):
    never = sorted(f["name"] for file in show(tool, "missing")["files"]
                   for f in file["functions"])
    want = ["C2()", "Unused::Unused()", "Unused::~Unused()", "make()"]
    total = show(tool, "coverage")["total"]["functions"]
    symbols = {f["symbol"] for f in show(tool, "functions")["functions"]}
    if (never != want or total != {"covered": 6, "total": 10}
            or not {"_ZN4BaseC2Ei", "_ZN4BaseD2Ev"} <= symbols):
        print(never, total, symbols)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
