#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tools when memory, disk and system calls fail.

usage: tools.py BUILD [--step N] [--only WORD]

Runs every command with its first, second, ... allocation failing, once and for
good, and likewise its system calls, until nothing is left to fail; --step N
tries every Nth.  Whatever fails, a command either does all that it does
otherwise, or says what it could not do; it fails with a documented status and
a line that says why; what it was to replace is then as it was, and no other
file is left.  Reads and writes of one byte change nothing.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zlib

import trials

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(HERE, "..", "format")]
import compilers  # noqa: E402
import import_samples as samples  # noqa: E402
import make  # noqa: E402
import reader  # noqa: E402

# What may be written, and the words of the command.
MERGE = [
    ("out", "prof-merge -o out a b"),
    ("out", "prof-merge --strict -o out --binary bin @list --subtract b --scale 2"),
    ("out", "prof-merge -o out --only label runs"),
    ("", "prof-merge -o - a b"),
    ("out", "prof-merge -q -j 2 -o out many"),  # by threads
    ("out", "prof-merge -o out timed a --subtract timed"),
    ("out", "prof-merge -q -o out ringed"),
    ("out", "prof-merge -q -o out --image log --image bytes --binary bare"),
    *(("out", f"prof-merge -o out import.{i}") for i in range(3)),  # of other tools
]
SHOW = [("", "prof-show " + words) for words in (
    "lines a b", "lines --format json a", "lines --format jsonl a",
    "lines --format lcov a", "lines --format cobertura a",
    "lines --format gcov a", "lines --format gcov-json a",
    "lines --format codecov a", "lines --format sonarqube a",
    "lines --format clover a", "lines --format coveralls a",
    "coverage --format csv a", "coverage --format badge a",
    "calls a", "calls --format callgrind a", "calls --format gprof a",
    "loops a", "loops --format json a", "histogram a", "lines --histogram=log a",
    "pgo a", "pgo --format afdo a", "pgo --format afdo3 a",
    "functions --function m* --sort lines --top 2 a", "lines --function m* a",
    "branches --function m* a", "functions runs", "functions --format json --binary bin prof.out",
    "files a", "files --format json a", "blocks a", "blocks --format json a",
    "branches a", "branches --format json a", "coverage a",
    "coverage --format json a", "coverage --format markdown a",
    "mcdc a", "mcdc --format json a", "missing --mcdc a", "coverage --mcdc a",
    "coverage --mcdc --format markdown a", "check --mcdc --against b a",
    "missing a", "missing --format json a", "missing --format github a",
    "missing --format gcc a", "missing --format sarif a", "diff a b",
    "diff --format json a b", "diff --format html a b",
    "lines --min b a", "lines --path-map /=/x --include *.c prof.out",
    "check --fail-under-lines 50 --fail-under-branches 99 a",
    *("check --fail-under-lines 99 --format " + form + " a"
      for form in ("json", "junit", "github", "gitlab", "markdown")),
    "check --strict --against b a", "check --strict older", "check --rules rules.yml a",
    "check --ratchet kept.json b",
    "coverage --diff HEAD a", "dump", "hot timed", "hot --format json timed",
    "trace ringed", "trace --format json ringed",
    "lines --time timed", "functions --time --format json --counts a timed",
    "stacks timed", "stacks --format json timed")]
HTML = [("pages", "prof-show html -o pages a"), ("pages", "prof-show html --tests -o pages a"),
        ("pages", "prof-show html --time -o pages timed")]
# libdw ends the process where it has no memory: without debugging information.
PATCH = [("new", "prof-patch -o new plain"),
         ("new", "prof-patch -v --functions main -o new plain")]

# What they leave for --recover is said, and no fault; the command itself has none.
RUN = [("out", "prof-run -o out bin/prog"),
       ("out", "prof-run -q -o out --label-each --keep kept bin/prog x"),
       ("out", "prof-run -o out --snapshot left")]

# json-c 0.16, which reads the ratchet and other tools' JSON, crashes without memory: left
# out there.
KINDS = ("memory", "memory for good", "fail", "never", "eintr", "short")
MANY = 128  # inputs, for two threads
RULES = """rules:
  - {of: lines, percent: 90}
  - {of: branches, in: file, match: "*.c", covered: 1}
"""


def run(*command, **options):
    subprocess.run(command, check=True, **options)


class Place:
    """A folder with everything that the commands read."""

    def __init__(self, build):
        self.build = build
        self.dir = tempfile.mkdtemp(prefix="edgeprof-faults-")
        self.base = f"{self.dir}/base"
        self.make()
        self.local = threading.local()

    def make(self):
        base = self.base
        gcc = compilers.gcc(self.build)
        os.makedirs(f"{base}/bin")
        os.makedirs(f"{base}/runs")
        shutil.copy(f"{HERE}/tools.c", f"{base}/prog.c")
        for source, target, flags in (("calls.c", "calls", ()), (
                "memory.c", "memory.so", ("-shared", "-fPIC"))):
            run(gcc, "-std=c11", "-O1", *flags, f"{HERE}/{source}", "-o",
                f"{self.dir}/{target}")
        with open(f"{base}/other.c", "w", encoding="utf-8") as other:
            other.write("int uncounted(void) { return 0; }\n")
        run(gcc, "-g", "-c", "other.c", cwd=base)
        run(gcc, "-g", f"-fplugin={self.build}/lib/edgeprof/edgeprof.so",
            "-fplugin-arg-edgeprof-mcdc=yes", "prog.c", "other.o", "-o", "bin/prog", cwd=base)
        run(gcc, "-O1", "prog.c", "other.o", "-o", "plain", cwd=base)
        run("strip", "-g", "plain", cwd=base)
        run(gcc, "-g", f"-fplugin={self.build}/lib/edgeprof/edgeprof.so",
            "-fplugin-arg-edgeprof-trace=ring", f"{HERE}/../run/sigkill.c",
            "-o", "killed", cwd=base)
        subprocess.run("./killed", cwd=base, env=dict(os.environ, EDGEPROF_FILE="ringed"),
                       check=False)
        shutil.copy(f"{base}/bin/prog", f"{base}/bin/older")
        for name, program, *args in (("a", "prog"), ("b", "prog", "x"),
                                     ("runs/c.prof", "prog"), ("older", "older")):
            run(f"bin/{program}", *args, cwd=base, env=dict(
                os.environ, EDGEPROF_FILE=name, EDGEPROF_LABEL="label"))
        with open(f"{base}/a", "rb") as file:
            plain = zlib.decompressobj().decompress(file.read()[40:])
        (_, ident), = reader.read(f"{base}/a").modules
        where = ((f"{base}/prog.c".encode(), b"main"),
                 ((ident, b"bin/prog"), (b"", b"[kernel]")))
        with open(f"{base}/timed", "wb") as file:
            file.write(make.run_file(plain + make.samples(*where) + make.stacks(*where)))
        os.mkdir(f"{base}/left")
        shutil.copy(f"{base}/a", f"{base}/left/1.prof")
        shutil.copy(f"{base}/b", f"{base}/left/sum.3")
        os.symlink("/dev/null", f"{base}/left/output")
        os.mkdir(f"{base}/many")
        for i in range(MANY):
            shutil.copy(f"{base}/{'ab'[i % 2]}", f"{base}/many/{i}.prof")
        run(f"{self.build}/bin/prof-merge", "-o", "prof.out", "a", "b", cwd=base)
        run(gcc, "-g", "-ffreestanding", "-nostdlib", "-static", "-fno-stack-protector",
            f"-I{HERE}/../../include", f"-fplugin={self.build}/lib/edgeprof/edgeprof.so",
            "-fplugin-arg-edgeprof-runtime=none", f"{HERE}/../tools/images.c", "-o", "bare",
            cwd=base)
        with open(f"{base}/log", "w", encoding="utf-8") as log:
            run("./bare", cwd=base, stdout=log)
        size = int(subprocess.run(
            ["objdump", "-h", "-j", "edgeprof_cnts", "bare"], cwd=base, check=True,
            capture_output=True, text=True).stdout.split("edgeprof_cnts")[1].split()[0], 16)
        with open(f"{base}/bytes", "wb") as file:
            file.write(bytes(range(1, 9)) * (size // 8))
        with open(f"{base}/kept.json", "w", encoding="utf-8") as kept:
            run(f"{self.build}/bin/prof-show", "coverage", "--format", "json",
                "a", cwd=base, stdout=kept)
        for name, text in (("list", "a\nruns\n"), ("rules.yml", RULES),
                           (".edgeprof.yml", "run:\n  quiet: no\n"),
                           *((f"import.{i}", text) for i, text in enumerate(
                               (samples.LCOV, samples.COBERTURA, samples.CALLGRIND))),
                           ("out", "as it was\n")):
            with open(f"{base}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        git = ("git", "-c", "user.name=t", "-c", "user.email=t@t")
        run("git", "init", "-q", cwd=base)
        run("git", "add", "list", "prog.c", cwd=base)
        run(*git, "commit", "-q", "-m", "one", cwd=base)
        with open(f"{base}/prog.c", "a", encoding="utf-8") as file:
            file.write("\n")
        # Newer than one binary, and not than the other, however long this took.
        now = os.stat(f"{base}/bin/prog").st_mtime
        os.utime(f"{base}/prog.c", (now, now))
        os.utime(f"{base}/bin/older", (now - 9, now - 9))

    def folder(self):
        """A copy of it, this thread's own."""
        if not hasattr(self.local, "dir"):
            self.local.dir = tempfile.mkdtemp(dir=self.dir)
            os.rmdir(self.local.dir)
            shutil.copytree(self.base, self.local.dir, symlinks=True)
        return self.local.dir


def files_of(folder):
    """Every file below FOLDER but git's, and what is in it."""
    found = {}
    for where, folders, names in os.walk(folder):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Outcome:
    def __init__(self, place, output, words, kind=None, nth=0):
        folder = place.folder()
        self.tool, *args = words.split()
        command = [f"{place.build}/bin/{self.tool}", *args]
        env = dict(os.environ, LC_ALL="C", GIT_OPTIONAL_LOCKS="0")
        reader, writer = os.pipe()
        report = f"{folder}-report"
        if kind and kind.startswith("memory"):
            env.update(FAULT_NTH=str(nth), FAULT_FD=str(writer))
            if "for good" in kind:
                env["FAULT_EVER"] = "1"
            command = ["env", f"LD_PRELOAD={place.dir}/memory.so", *command]
        elif kind:  # the first thing that main does is to ignore SIGPIPE
            command = [f"{place.dir}/calls", "-a", "rt_sigaction", kind,
                       str(nth), report, *command]
        done = subprocess.run(["timeout", "-s", "KILL", "20", *command],
                              cwd=folder, env=env, pass_fds=[writer],
                              capture_output=True, check=False)
        os.close(writer)
        self.fired = os.read(reader, 1).decode()
        os.close(reader)
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                self.fired = file.read().strip()
            os.remove(report)
        self.status = done.returncode
        self.stdout, self.stderr = done.stdout, done.stderr.decode()
        self.after = files_of(folder)
        for name in os.listdir(folder):
            if name == "kept" or name.startswith("prof-run."):
                shutil.rmtree(f"{folder}/{name}")
                if name == "kept" or any(
                        word in self.stderr for word in (name, "out of memory")):
                    self.after = {path: data for path, data in self.after.items()
                                  if not path.startswith(name + "/")}
        restore(folder, place.base, output)


def restore(folder, base, output):
    """OUTPUT as it was before the command."""
    path = f"{folder}/{output}"
    if output and os.path.isdir(path):
        shutil.rmtree(path)
    elif output and os.path.exists(path):
        os.unlink(path)
    if output and os.path.isdir(f"{base}/{output}"):
        shutil.copytree(f"{base}/{output}", path)
    elif output and os.path.exists(f"{base}/{output}"):
        shutil.copy(f"{base}/{output}", path)


def complaints(got, want, before, output, kind):
    """What is wrong with the outcome GOT where WANT is that without faults."""
    lines = got.stderr.splitlines()
    told = [line for line in lines if line not in want.stderr.splitlines()]
    if kind == "short" and told:
        yield "short reads and writes are no failure"
    for path in set(got.after) | set(before):
        if not (output and path in want.after
                and (path + "/").startswith(output + "/")):
            if got.after.get(path) != before.get(path):
                yield f"{path} is left behind or changed"
        elif (got.after.get(path) not in (before.get(path), want.after[path])
              and not (told and got.status == want.status)):
            yield f"{path} is neither as it was nor as it should be"
    if got.status == want.status:
        same = got.stdout == want.stdout and (
            got.status == 1 or got.after == want.after)
        if not same and not told:
            yield "the output differs, in silence"
        return
    if got.status == 2 and told:  # a gate, and markers that were not read
        return
    own = (125,) if want.tool in ("prof-patch", "prof-run") else (1, 3)
    if got.status not in own:
        yield f"status {got.status}"
    if not any("error:" in line for line in lines):
        yield "no word of an error"
    for line in lines:
        if not line.startswith(want.tool + ": "):
            yield f"who says this: {line}"


class Trial:
    """One command and one kind of fault."""

    def __init__(self, place, output, words, kind):
        self.place = place
        self.output, self.words, self.kind = output, words, kind
        self.runs = 0
        self.faults = []

    def __call__(self, step):
        before = files_of(self.place.base)
        want = Outcome(self.place, self.output, self.words)
        if want.status not in (0, 2):
            self.faults.append(f"{self.words}\n  fails without a fault: "
                               f"status {want.status}: {want.stderr.strip()}")
            return self
        nth = 1
        while True:
            got = Outcome(self.place, self.output, self.words, self.kind, nth)
            if not got.fired:
                break
            self.runs += 1
            for fault in complaints(got, want, before, self.output, self.kind):
                self.faults.append(
                    f"{self.words}\n  {self.kind} {nth} ({got.fired}): {fault}"
                    f"\n  status {got.status}: {got.stderr.strip()}")
            nth += step
        return self


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    place = Place(os.path.abspath(args.build))
    try:
        return trials.run_all(
            [Trial(place, output, words, kind)
             for output, words in MERGE + SHOW + HTML + PATCH + RUN if args.only in words
             for kind in KINDS
             if not (kind.startswith("memory") and "ratchet" in words)],
            args.step)
    finally:
        shutil.rmtree(place.dir)


if __name__ == "__main__":
    sys.exit(main())
