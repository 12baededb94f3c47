"""Check that the paths of calls in PROFILE are what the program wrote down: of each, the lines
of SOURCE that have HERE, in the order in which they were come to.

usage: calls.py PROF_SHOW SOURCE PROFILE [killed]

The program leaves log.PID.TID.N, a file for each call: the numbers of lines, zeros around them.
killed: one of the calls, whose log is full, came to no end.
"""
import array
import glob
import os
import re
import subprocess
import sys

MOST_IN_DOUBT = 3


def main(show, source, profile, *killed):
    with open(source, encoding="utf-8") as text:
        here = {str(n) for n, line in enumerate(text, 1) if re.search(r"\bHERE\b", line)}
    logs = {}
    for name in sorted(glob.glob("log.*"), key=lambda name: int(name.split(".")[3])):
        words = array.array("I")
        with open(name, "rb") as data:
            written = data.read().strip(b"\0")
            words.frombytes(written + bytes(-len(written) % 4))
        lines = [str(word) for word in words]
        logs.setdefault(tuple(map(int, name.split(".")[1:3])), []).append(lines)
        os.remove(name)
    shown = subprocess.run([show, "trace", "--format", "json", profile], check=True,
                           capture_output=True, text=True).stdout
    ended = []
    for call in shown.split('\n{"pid":')[1:]:
        pid, thread = map(int, re.match(r'(\d+),"thread":(\d+)', call).groups())
        ended.append('"ended":true' in call)
        if re.search(r'"gap":true|"event"', call):
            sys.exit(f"{pid} {thread}: not told: {call[:200]}")
        path = [line for line in re.findall(r'"line":(\d+)', call) if line in here]
        log = logs[pid, thread].pop(0)
        if not ended[-1]:  # how far it came of the last lines is in doubt
            path = path[:len(log)] + path[len(log) + MOST_IN_DOUBT:]
        if path != log:
            at = next(i for i in range(len(path) + 1) if path[:i + 1] != log[:i + 1])
            sys.exit(f"{pid} {thread}: {at} of {len(log)} ({len(path)} told): "
                     f"{path[max(at - 5, 0):at]} then {path[at:at + 5]}, not {log[at:at + 5]}")
    left = [key for key, more in logs.items() if more]
    if left or ended.count(False) != len(killed):
        sys.exit(f"not told: {left}; {ended}")


main(*sys.argv[1:])
