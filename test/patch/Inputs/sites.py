#!/usr/bin/env python3
"""Check how often calls were made: of the instructions that make them.

usage: sites.py PROF_SHOW RUN CALLER:CALLEE=CALLS...

A jump at a function's end is a call, too.
"""
import json
import re
import subprocess
import sys


def main(show, run, *wanted):
    text = subprocess.run([show, "instructions", "--format", "json", run],
                          check=True, capture_output=True).stdout
    functions = {}
    for item in json.loads(text)["objects"]:
        for function in item["functions"]:
            functions[function["name"]] = function
    wrong = 0
    for site in wanted:
        caller, callee, number = re.match(r"(.+):(.+)=(\d+)$", site).groups()
        address = f"{functions[callee]['address']:#x}"
        found = [insn["count"] for insn in functions[caller]["instructions"]
                 if insn["text"] in (f"call {address}", f"jmp {address}")]
        if sum(found) != int(number) or not found:
            print(f"{caller} calls {callee}: {found}, expected {number}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
