#!/usr/bin/env python3
"""Run the tools before a terminal and not, and compare what they write.

usage: terminal.py PROF_MERGE PROF_SHOW        (in a folder with a run)

Colours and progress are for terminals only, and without them the text is the same.
"""
import os
import pty
import re
import subprocess
import sys
import threading
import time

import checks

COLOUR = re.compile(r"\x1b\[[0-9]*m")
END = b"\0"


class Terminal(checks.Checks):
    def __init__(self, merge, show):
        super().__init__()
        self.merge_tool, self.show_tool = merge, show

    def run_in(self, command, stream, delay=None, **environment):
        """What COMMAND writes to STREAM, "stdout" or "stderr", a terminal, after
        DELAY: seconds before its standard input ends, and the input."""
        ours, theirs = pty.openpty()
        others = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL,
                  "stderr": subprocess.DEVNULL, stream: theirs}
        with subprocess.Popen(command, **others, env=dict(
                os.environ, TERM="xterm", **environment)) as process:
            # A terminal that nobody holds may lose its last words: it is held here.
            end = threading.Thread(
                target=lambda: (process.wait(), os.write(theirs, END)))
            end.start()
            if delay:
                try:
                    process.wait(delay[0])
                except subprocess.TimeoutExpired:
                    pass
                process.stdin.write(delay[1])
            process.stdin.close()
            text = b""
            while not text.endswith(END):
                text += os.read(ours, 4096)
            end.join()
        os.close(theirs)
        os.close(ours)
        return text.removesuffix(END).decode().replace("\r\n", "\n")


def plain(command):
    return subprocess.run(command, check=False, capture_output=True,
                          text=True).stdout


def check_colour(t):
    for words in (["lines"], ["coverage"], ["check", "--fail-under-lines", "99"],
                  ["diff", "one.prof", "two.prof"]):
        command = [t.show_tool, *words]
        text = plain(command)
        coloured = t.run_in(command, "stdout")
        t.expect(f"{words}: colour on a terminal",
                 "\x1b[31m" in coloured or "\x1b[32m" in coloured)
        t.same(f"{words}: the same text", COLOUR.sub("", coloured), text)
        t.expect(f"{words}: none in a file", "\x1b" not in text)
        for variable, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
            os.environ[variable] = value
            t.same(f"{words}: {variable}", t.run_in(
                ["env", f"{variable}={value}", *command], "stdout"), text)
            del os.environ[variable]
        for more, environment in ((["--color", "always"], {"NO_COLOR": "1"}),
                                  ([], {"CLICOLOR_FORCE": "1"})):
            forced = plain(["env", *(f"{k}={v}" for k, v in environment.items()),
                            *command, *more])
            t.same(f"{words}: {more} {environment}", forced, coloured)
        for more, environment in ((["--color=never"], {"CLICOLOR_FORCE": "1"}),
                                  ([], {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"})):
            t.same(f"{words}: {more} {environment}", t.run_in(
                ["env", *(f"{k}={v}" for k, v in environment.items()), *command,
                 *more], "stdout"), text)
        t.same(f"{words}: CLICOLOR_FORCE=0",
               plain(["env", "CLICOLOR_FORCE=0", *command]), text)
    for words, colours in (
            ("coverage one.prof", {"75.0": 33, "100.0": 32, "50.0": 31}),
            ("lines one.prof", {"argc > 1": 33, "return 0;": 32,
                                "return argv == 0;": 31})):
        rows = plain([t.show_tool, *words.split(), "--color", "always"])
        for text, colour in colours.items():
            t.expect(f"{text} is {colour}", re.search(
                rf"\x1b\[{colour}m[^\n\x1b]*({text}|\x1b\[0m[^\n\x1b]*"
                rf"{re.escape(text)})", rows))
    empty = t.run_in(["env", "NO_COLOR=", t.show_tool, "lines"], "stdout")
    t.expect(f"an empty NO_COLOR means nothing: {empty!r}", "\x1b[31m" in empty)


def check_progress(t):
    """One input is slow: standard input, of which the end is late."""
    with open("one.prof", "rb") as file:
        data = file.read()
    command = [t.merge_tool, "-q", "-o", "x", "one.prof", "-", "two.prof"]
    slow = t.run_in(command, "stderr", (2.5, data))
    t.expect(f"progress, then nothing: {slow!r}", re.fullmatch(
        r"(\rprof-merge: inputs: [23] of 3\x1b\[K)+\r\x1b\[K", slow))
    start = time.monotonic()
    quick = t.run_in(command, "stderr", (0, data))
    t.expect("none for quick work",
             quick == "" or time.monotonic() - start > 0.9)
    done = subprocess.run(command, input=data, check=True, capture_output=True)
    t.same("none but on a terminal", done.stderr, b"")


def main(merge, show):
    return Terminal(merge, show).run(check_colour, check_progress)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
