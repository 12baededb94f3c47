#!/usr/bin/env python3
"""Two build trees of edgeprof, on the programs of test/run: what differs?

usage: same.py BEFORE AFTER [--compilers gcc-12,clang-14] [--levels=-O0,-O2]
       [--filter TEXT]

For a change that should change nothing.  Each program is compiled, by its own first
RUN line, with the plugin of either tree; its notes must be the same bytes, its run
files the same but for the build-id, and the reports on them the same text.  What two
runs of one program do not agree on (signals, races) is not compared.
Prints each difference; exit status 1 if there is one, or if nothing was compared.
"""
import argparse
import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import variants
from variants import compilers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "test", "format"))
import reader  # noqa: E402

FIRST = re.compile(r"// RUN: .*?%(?:cc|cxx)([^&|%]*) (?:%coroutines )?%s -o prog\b"
                   r"([^&|%]*)")
REPORTS = ["lines", "functions", "branches", "blocks", "dump"]


def programs(only):
    """(source, flags) of each program whose first RUN line makes `prog`."""
    for source in sorted(glob.glob(os.path.join(ROOT, "test", "run", "*.c*"))):
        with open(source, encoding="utf-8") as text:
            found = FIRST.search(text.read())
        if found and (only or "") in source:
            yield source, shlex.split(found[1] + found[2])


def without_id(path):
    """What is in a run file, but for the id of the binary."""
    return re.sub(r"module \d+:[0-9a-f]+", "module", reader.read(path).text())


def run(build, folder):
    """What one run leaves: its files' bytes, and reports of them."""
    runs = os.path.join(folder, "run")
    variants.execute(["./prog"], folder, EDGEPROF_FILE="run/%e.%q{RUN}",
                     RUN="of", ASAN_OPTIONS="detect_leaks=0")
    if not os.path.isdir(runs):
        return {}
    left = {"run files": sorted(without_id(path) for path in glob.glob(runs + "/*"))}
    for report in REPORTS:
        try:
            left[report] = variants.show(build, folder, report)
        except variants.Unmeasured as why:
            left[report] = str(why)
    shutil.rmtree(runs)
    return left


def made(build, folder, source, compiler, level, flags):
    """What BUILD makes of SOURCE: notes, and all that two runs agree on."""
    done = variants.compile_counted(build, folder, source, compiler, level, "tree",
                                    flags)
    if not done or done[0]:
        return {"compiler": done and done[1]}
    subprocess.run(["objcopy", "-O", "binary", "-j", ".edgeprof.notes",
                    "--set-section-flags", ".edgeprof.notes=alloc", "prog", "notes"],
                   cwd=folder, check=True)
    once, again = run(build, folder), run(build, folder)
    with open(os.path.join(folder, "notes"), "rb") as notes:
        bytes_of = notes.read()
    return {"notes": bytes_of,
            **{name: what for name, what in once.items()
               if again.get(name) == what}}


def compare(before, after, source, compiler, level, flags):
    """The names of what differs."""
    sides = []
    for build in (before, after):
        # The same folder, since paths are in the notes and in the runs.
        folder = os.path.join(tempfile.gettempdir(), f"edgeprof-same-{os.getpid()}")
        os.makedirs(folder)
        try:
            shutil.copy(source, folder)
            for inputs in glob.glob(os.path.join(os.path.dirname(source), "Inputs")):
                shutil.copytree(inputs, os.path.join(folder, "Inputs"))
            sides.append(made(build, folder, os.path.basename(source), compiler,
                              level, flags))
        finally:
            shutil.rmtree(folder)
    common = sides[0].keys() & sides[1].keys()
    return sorted({name for name in common if sides[0][name] != sides[1][name]} |
                  ({"compiler", "notes"} & (sides[0].keys() ^ sides[1].keys())))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("before", type=os.path.abspath)
    parser.add_argument("after", type=os.path.abspath)
    parser.add_argument("--compilers")
    parser.add_argument("--levels", default="-O0,-O2")
    parser.add_argument("--filter")
    args = parser.parse_args()
    names = (args.compilers.split(",") if args.compilers else
             [compilers.gcc(args.after), compilers.clang(args.after)])
    compared = differ = 0
    for source, flags in programs(args.filter):
        for compiler in names:
            for level in args.levels.split(","):
                what = compare(args.before, args.after, source, compiler, level,
                               flags)
                compared += 1
                if what:
                    differ += 1
                    print(os.path.basename(source), compiler, level,
                          ": differ:", ", ".join(what), flush=True)
    print(f"{compared} compared, {differ} differ")
    return 1 if differ or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
