"""How often a program reaches some of its instructions, by gdb's breakpoints.

For gdb's own Python: gdb -batch -x breakpoints.py --args env NAME=VALUE... PROGRAM ARG...
$ASKED is a JSON file, {path of the program or of a library: [address in the file...]};
$HITS will be one, [[path, address, hits]...], when the program has ended.
"""
import json
import os

import gdb

NEVER = 1 << 30


def set_points(asked, points):
    """Breakpoints in what has been mapped by now."""
    maps = [line.split() for line in
            gdb.execute("info proc mappings", to_string=True).splitlines()]
    for path in list(asked):
        starts = [int(line[0], 16) for line in maps if line and line[-1] == path]
        if not starts:
            continue
        base = min(starts)
        for address in asked.pop(path):
            at = address if address >= base else base + address
            point = gdb.Breakpoint(f"*{at:#x}", internal=True)
            point.ignore_count = NEVER
            points.append((path, address, point))


def main():
    with open(os.environ["ASKED"], encoding="utf-8") as text:
        asked = json.load(text)
    points = []

    def write(_):
        with open(os.environ["HITS"], "w", encoding="utf-8") as text:
            json.dump([(path, address, point.hit_count)
                       for path, address, point in points], text)
    gdb.events.exited.connect(write)
    for name in ["LINES", "COLUMNS", "SHELL", "ASKED", "HITS"]:
        gdb.execute("unset environment " + name)
    gdb.execute("set disable-randomization off")
    gdb.execute("catch exec")
    gdb.execute("run")
    set_points(asked, points)
    gdb.events.new_objfile.connect(lambda _: set_points(asked, points))
    gdb.execute("continue")


main()
