#!/usr/bin/env python3
"""Count a running process from outside; it knows itself how often it calls what.

usage: attached.py PROF_PATCH PROF_SHOW PROGRAM [short]
"""
import glob
import json
import os
import signal
import subprocess
import sys


class Attached:
    """prof-patch -p, from when it counts."""

    def __init__(self, tool, process, *options):
        self.tool = subprocess.Popen([tool, "-p", str(process.pid), "-o", "run", *options],
                                     stderr=subprocess.PIPE, text=True)
        said = self.tool.stderr.readline()
        assert "is counted from now on" in said, said

    def end(self):
        self.tool.send_signal(signal.SIGINT)
        said = self.tool.stderr.read()
        assert self.tool.wait() == 0 and "warning" not in said, said


def calls(show, run="run"):
    text = subprocess.run([show, "functions", "--format", "json", run], check=True,
                          capture_output=True).stdout
    return {item["name"]: item["calls"] for item in json.loads(text)["functions"]}


def main(tool, show, program, short=None):
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True, bufsize=1)

    def ask(text):
        process.stdin.write(text + "\n")
        return process.stdout.readline().strip()

    def code_is_same():
        assert ask("begin") == "begun"
        assert ask("end") == "same"

    def work():
        return {name: int(n) for name, n in (pair.split("=") for pair in ask("work").split())}

    def has(told, found):
        assert all(found[name] == n for name, n in told.items()), (told, found)

    assert process.stdout.readline() == "ready\n"
    # Exact, again and again; what was open is not entered.
    for turn in range(1 if short else 2):
        attached = Attached(tool, process)
        told = work()
        # Read while it counts, by the run's name and by the process, and counted anew.
        has(told, calls(show))
        prof_run = os.path.join(os.path.dirname(tool), "prof-run")
        subprocess.run([prof_run, "-q", "-o", "now", "-p", str(process.pid)], check=True)
        has(told, calls(show, "now"))
        if turn == 0:
            subprocess.run([prof_run, "-q", "--reset", str(process.pid)], check=True)
            told = work()
            has(told, calls(show))
        attached.end()
        found = calls(show)
        has(told, found)
        assert os.path.isfile("run") and not os.path.islink("run") and not glob.glob(".reset*")
        # Where there is no room for jumps, a function is left alone.
        assert found.get("main", 0) == 0 and found.get("job", 2) == 2, found
        code_is_same()
    if short:
        process.stdin.close()
        return process.wait()
    # Threads that run, wait and handle signals.
    assert ask("begin") == "begun"
    for turn in range(4):
        attached = Attached(tool, process, *(["--once"] if turn == 3 else []))
        attached.end()
        found = calls(show)
        assert abs(found["thrower"] - found["switching"]) <= 3, found
    assert ask("end") == "same"
    # A child goes on without us, too, and is counted with its parent.
    attached = Attached(tool, process)
    other = subprocess.run([tool, "-p", str(process.pid)], stderr=subprocess.PIPE, text=True)
    assert other.returncode == 125 and "it may be counted" in other.stderr, other.stderr
    assert ask("child") == "child"
    attached.end()
    assert calls(show)["thrower"] == 90, calls(show)
    assert ask("let") == "same"
    # By its end.
    attached = Attached(tool, process)
    process.stdin.close()
    assert process.stdout.read() == "good\n" and process.wait() == 0
    assert attached.tool.wait() == 0, attached.tool.stderr.read()
    assert calls(show).get("main", 0) == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
