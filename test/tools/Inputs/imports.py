#!/usr/bin/env python3
"""The promises of a source, of tools that say less or of several tools at once.

usage: imports.py ran SOURCE LISTING
       imports.py times N SOURCE PROF_SHOW PROFILE

ran: what was executed has the count that is promised in the text that `prof-show lines`
wrote, and nothing else has one.  times: each line has N times its count.
"""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import counts  # noqa: E402


def listed(path):
    """Line -> count, of a listing."""
    found = {}
    with open(path, encoding="utf-8") as text:
        for line in text:
            count, number, *_ = line.split(":", 2) if line.count(":") > 1 else ("", "")
            if count.strip().isdigit():
                found[int(number)] = int(count)
    return found


def main(what, *words):
    if what == "ran":
        source, listing = words
        got, factor = listed(listing), 1
    else:
        factor, source, tool, profile = int(words[0]), *words[1:]
        got = counts.read_counts(tool, source, [profile])
    for number, (want,) in ((n, list(c)) for n, c in counts.read_promises(source).items()):
        if what == "ran" and want == 0:
            assert number not in got, (number, got[number])
        else:
            assert got.get(number) == want * factor, (number, want, got.get(number))


main(*sys.argv[1:])
