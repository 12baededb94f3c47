#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""prof-run --recover when memory, disk and system calls fail, or it is killed there.

usage: recovery.py BUILD [--step N]

A prof-run --trace is killed that had written the calls of one process, and taken nothing
of another, which goes on to its end.  Its folder is recovered with the first, second, ...
allocation or system call failing, until nothing is left to fail, and then once more, if
it is still there.  Then the profile has the runs and the calls that it has without a
failure, or a line more says what is missing, and a run is among what the folder keeps
as unreadable.  A call that is there is right.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import trials

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
import compilers  # noqa: E402

KINDS = ("memory", "memory for good", "fail", "never", "eintr", "short", "kill")
CALLS = 2000  # three laps


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


def is_mapped(path):
    """By whom, as far as this user sees."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/maps", encoding="utf-8") as maps:
                if path in maps.read():
                    return True
        except OSError:
            pass
    return False


class Place:
    def __init__(self, build):
        self.build = build
        self.dir = tempfile.mkdtemp(prefix="edgeprof-recovery-")
        gcc = compilers.gcc(build)
        for source, target, flags in (
                (f"{HERE}/calls.c", "calls", ("-std=c11",)),
                (f"{HERE}/memory.c", "memory.so", ("-std=c11", "-shared", "-fPIC")),
                (f"{HERE}/../prof-run/Inputs/steps.c", "steps",
                 ("-g", f"-fplugin={build}/lib/edgeprof/edgeprof.so",
                  "-fplugin-arg-edgeprof-trace=ring"))):
            subprocess.run([gcc, "-O1", *flags, source, "-o", f"{self.dir}/{target}"], check=True)
        self.leave()
        self.want = None

    def leave(self):
        """The folder."""
        script = f"./steps 10 0; ./steps {CALLS} 0 begun"
        with subprocess.Popen(
                [f"{self.build}/bin/prof-run", "-q", "--trace", "step", "sh", "-c", script],
                stdin=subprocess.PIPE, cwd=self.dir) as run:
            self.folder = f"prof-run.{run.pid}"
            where = f"{self.dir}/{self.folder}"
            wait_for(lambda: os.path.exists(f"{self.dir}/begun")
                     and os.path.exists(f"{where}/trace.prof"))
            run.send_signal(signal.SIGSTOP)
            run.stdin.write(b"\n")
            run.stdin.flush()
            wait_for(lambda: os.path.exists(f"{self.dir}/begun") and not is_mapped(where))
            run.kill()

    def copy(self):
        where = tempfile.mkdtemp(dir=self.dir)
        shutil.copytree(f"{self.dir}/{self.folder}", f"{where}/{self.folder}", symlinks=True)
        return where

    def found(self, where):
        """Its runs, and of each call process, number, marks and whether it ended."""
        show = [f"{self.build}/bin/prof-show"]
        traced = subprocess.run(
            [*show, "trace", "--format", "json", "--function", "none", f"{where}/out"], check=False,
            capture_output=True)
        lines = subprocess.run([*show, "coverage", "--format", "json", f"{where}/out"], check=True,
                               capture_output=True)
        threads = json.loads(traced.stdout)["threads"] if traced.returncode == 0 else []
        return json.loads(lines.stdout)["runs"], sorted(
            (one["pid"], one["call"]["number"], one["marks"], one["call"]["ended"])
            for one in threads if "call" in one)


    def unreadable(self, where):
        folder = f"{where}/{self.folder}/unreadable"
        return os.listdir(folder) if os.path.exists(folder) else []


class Trial:
    def __init__(self, place, kind):
        self.place, self.kind, self.runs, self.faults = place, kind, 0, []

    def recover(self, where, nth=0):
        """What it did, and what failed."""
        command = [f"{self.place.build}/bin/prof-run", "-q", "-o", "out", "--recover",
                   self.place.folder]
        env = dict(os.environ, LC_ALL="C")
        report = f"{where}/report"
        reader, writer = os.pipe()
        if nth and self.kind.startswith("memory"):
            env.update(FAULT_NTH=str(nth), FAULT_FD=str(writer))
            if "for good" in self.kind:
                env["FAULT_EVER"] = "1"
            command = ["env", f"LD_PRELOAD={self.place.dir}/memory.so", *command]
        elif nth:
            command = [f"{self.place.dir}/calls", "-a", "rt_sigaction", self.kind, str(nth),
                       report, *command]
        done = subprocess.run(["timeout", "-s", "KILL", "20", *command], cwd=where, env=env,
                              pass_fds=[writer], capture_output=True, check=False, text=True)
        os.close(writer)
        fired = os.read(reader, 1).decode()
        os.close(reader)
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                fired = file.read().strip()
        return done, fired

    def complaints(self, where, said, want):
        """Of what is there at last."""
        if not os.path.exists(f"{where}/out"):
            yield "there is no profile"
            return
        runs, calls = self.place.found(where)
        kept = self.place.unreadable(where)
        if runs + len([name for name in kept if name != "trace.prof"]) != want[0]:
            yield f"{runs} runs for {want[0]}, {kept} are kept"
        if kept and "holds more than was added up, and stays" not in said:
            yield f"{kept} are kept, in silence"
        if len(set(calls)) != len(calls) or not set(calls) <= set(want[1]):
            yield "calls are wrong"
        told = [line for line in said.splitlines() if "prof-run was killed" not in line]
        if calls != want[1] and not told:
            yield f"{len(calls)} calls for {len(want[1])}, in silence"

    def attempt(self, nth, want):
        """Whether something failed."""
        where = self.place.copy()
        done, fired = self.recover(where, nth)
        said = done.stderr
        if os.path.lexists(f"{where}/{self.place.folder}/output"):
            again, _ = self.recover(where)
            said = again.stderr
            if again.returncode:
                self.faults.append(f"{self.kind} {nth} ({fired}): a second time: {said}")
        if fired:
            self.runs += 1
            self.faults += [f"{self.kind} {nth} ({fired}): {wrong}\n  {done.stderr}\n  {said}"
                            for wrong in self.complaints(where, said, want)]
        shutil.rmtree(where)
        return fired

    def __call__(self, step):
        nth = 1
        while self.attempt(nth, self.place.want):
            nth += step
        return self


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--step", type=int, default=1)
    args = parser.parse_args()
    place = Place(os.path.abspath(args.build))
    try:
        where = place.copy()
        done, _ = Trial(place, "").recover(where)
        assert done.returncode == 0, done
        place.want = place.found(where)
        assert place.want[0] == 2 and len(place.want[1]) == 10 + CALLS, place.want
        return trials.run_all([Trial(place, kind) for kind in KINDS], args.step)
    finally:
        shutil.rmtree(place.dir)


if __name__ == "__main__":
    sys.exit(main())
