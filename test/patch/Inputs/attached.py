#!/usr/bin/env python3
"""Count a running process from outside; it knows itself how often it calls what.

usage: attached.py PROF_PATCH PROF_SHOW PROGRAM [short]
"""
import json
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


def calls(show):
    text = subprocess.run([show, "functions", "--format", "json", "run"], check=True,
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

    assert process.stdout.readline() == "ready\n"
    # Exact, again and again; what was open is not entered.
    for turn in range(1 if short else 2):
        attached = Attached(tool, process)
        told = dict(pair.split("=") for pair in ask("work").split())
        attached.end()
        found = calls(show)
        assert all(str(found[name]) == n for name, n in told.items()), (told, found)
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
