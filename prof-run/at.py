# SPDX-License-Identifier: MIT
"""What prof-run --at has gdb do: run a program, and whenever it comes to a place write down
what some expressions are there; at its end, how often each value was.

EDGEPROF_AT: the place, FUNCTION or FUNCTION:LINE, and on further lines the expressions. The
program's standard output is descriptor 9, for gdb's own messages go nowhere.
"""
import collections
import os
import resource
import shlex
import signal
import sys

import gdb

MOST = 1000  # values that are told apart, the first ones
SHOWN = 20   # in the table
WIDE = 100   # characters of a value


def shorten(text):
    text = " ".join(text.split())
    return text if len(text) <= WIDE else text[:WIDE - 3] + "..."


def look(expression):
    """Its value here, as text."""
    try:
        value = gdb.parse_and_eval(expression)
        if value.type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        return shorten(value.format_string(max_elements=16, repeat_threshold=8, symbols=True))
    except gdb.error as error:
        return f"<{shorten(str(error))}>"


class Place(gdb.Breakpoint):
    """Where the program does not stop, but is looked at."""

    def __init__(self, where, expressions):
        super().__init__(where)  # of an internal one gdb takes the caller of what is inlined
        self.silent = True
        self.expressions = expressions
        self.seen = collections.Counter()
        self.others = self.times = 0

    def stop(self):
        self.times += 1
        values = tuple(map(look, self.expressions))
        if values in self.seen or len(self.seen) < MOST:
            self.seen[values] += 1
        else:
            self.others += 1
        return False


def find(place):
    """PLACE as gdb has it: a LINE is one of the file that the function is in."""
    function, colon, line = place.rpartition(":")
    if not colon or not line.isdigit() or function.endswith(":"):
        return place
    places = gdb.decode_line(function)[1] or ()
    files = {at.symtab.fullname() for at in places if at.symtab}
    if len(files) != 1:
        raise gdb.error(f"{function}: {'in several files' if files else 'has no lines'}")
    return f"{files.pop()}:{line}"


def tell(place, at):
    """The table, to the standard error."""
    out = [f"{place}: came there {at.times} time{'' if at.times == 1 else 's'}"]
    if at.times:
        rows = at.seen.most_common()
        rows.sort(key=lambda row: (-row[1], row[0]))
        out.append("{:>12} {:>6}  {}".format("times", "share", ", ".join(at.expressions)))
        for values, times in rows[:SHOWN]:
            out.append(f"{times:12} {100 * times / at.times:5.1f}%  {', '.join(values)}")
        rest = at.times - sum(times for _, times in rows[:SHOWN])
        if rest:
            out.append("{:12} {:5.1f}%  {} other values".format(
                rest, 100 * rest / at.times,
                f"more than {MOST - SHOWN}" if at.others else len(rows) - SHOWN))
    print("\n".join(out), file=sys.__stderr__, flush=True)


def fail(why, status=125):
    print(f"prof-run: error: --at: {why}", file=sys.__stderr__, flush=True)
    end(status)


def end(status):
    """gdb says nothing of its own, and leaves the terminal as it is."""
    gdb.execute("set confirm off")
    gdb.execute(f"quit {status}")


def set_up(shell):
    # The program is as it is without gdb: its signals, addresses, children, and environment.
    for setting in ("pagination off", "confirm off", "breakpoint pending on",
                    "disable-randomization off", "startup-with-shell on", "may-call-functions off",
                    "detach-on-fork on", "follow-fork-mode parent", "follow-exec-mode same",
                    "print thread-events off", "print inferior-events off",
                    "auto-solib-add on", "width 0", "debuginfod enabled off"):
        try:
            gdb.execute(f"set {setting}", to_string=True)
        except gdb.error:
            pass  # an older gdb has no such thing
    for signals in "all", "SIGINT":
        gdb.execute(f"handle {signals} nostop noprint pass", to_string=True)
    for name in ("EDGEPROF_AT", "LINES", "COLUMNS"):
        gdb.execute(f"unset environment {name}")
    os.environ["SHELL"] = "/bin/sh"  # that starts the program
    if shell is None:
        gdb.execute("unset environment SHELL")
    else:
        gdb.execute(f"set environment SHELL {shell}")


def arguments():
    """The program's, for the shell that starts it."""
    with open("/proc/self/cmdline", "rb") as file:
        words = os.fsdecode(file.read()).split("\0")[:-1]
    words = words[words.index("--args") + 2:]
    if any("\n" in word for word in words):
        fail("an argument of two lines cannot be handed on by gdb")
    return " ".join(map(shlex.quote, words))


def go_on(command, ended):
    """Until the program has ended; SIGTRAP of its own stops it, whatever gdb was told."""
    signals = []
    gdb.events.stop.connect(
        lambda event: signals.append(getattr(event, "stop_signal", "SIGTRAP")))
    try:
        gdb.execute(command, to_string=True)
        while not ended and signals:
            gdb.execute(f"signal {signals.pop()}", to_string=True)
    except gdb.error as error:
        fail(shorten(str(error)), 126)
    if not ended:
        fail("gdb lost the program")


def main():
    place, *expressions = os.environ["EDGEPROF_AT"].split("\n")
    ended = []
    gdb.events.exited.connect(ended.append)
    if not gdb.current_progspace().filename:
        fail("COMMAND is no program that gdb can run: a script?", 126)
    set_up(os.environ.get("SHELL"))
    try:
        at = Place(find(place), expressions)
    except gdb.error as error:
        fail(f"{place}: {shorten(str(error))}")
    go_on(f"run {arguments()} >&9 9>&-", ended)
    if at.pending:
        fail(f"{place}: nothing of that name, or without debug information")
    tell(place, at)
    if hasattr(ended[-1], "exit_code"):
        end(ended[-1].exit_code)
    number = int(gdb.parse_and_eval("$_exitsignal"))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


main()
