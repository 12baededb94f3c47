#!/usr/bin/env python3
"""Generated programs (csmith) as an oracle.

usage: csmith.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]

For each seed and compiler the program is compiled plain, and with the plugin at
-O0, -O1, -O2 and -O3, and at -O0 and -O2 with a counter on every edge.  All print
the same, and all have the same line counts and calls; but what never ran may have no
code at -O1 and above, where front ends drop what they know to be dead.  A seed whose plain program
does not end within five seconds is passed over for the next one.  Prints what
differs; the exit status is 1 if anything did.
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile

COMPILERS = "gcc-11,gcc-12,clang-14,clang-16,clang-19"
VARIANTS = [("-O0", "tree"), ("-O1", "tree"), ("-O2", "tree"), ("-O3", "tree"),
            ("-O0", "all"), ("-O2", "all")]
CSMITH = ["csmith", "--max-funcs", "8", "--max-block-depth",
          "4", "--no-packed-struct"]


def execute(command, folder, **environment):
    """Exit status and output; None if it takes too long."""
    try:
        done = subprocess.run(command, cwd=folder, check=False, timeout=20,
                              env=dict(os.environ, **environment),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


def generate(seed, folder):
    """The program of SEED, with a checksum of its globals as its output."""
    execute(CSMITH +
            ["--seed", str(seed), "-o", "prog.c"], folder)


def compile_command(compiler, level, build, place):
    flag = "-fplugin=" if compiler.startswith("gcc") else "-fpass-plugin="
    command = [compiler, level, "-g", "-w", "-I/usr/include/csmith", "prog.c",
               "-o", "prog"]
    if place:
        command.append(f"{flag}{build}/lib/edgeprof/edgeprof.so")
    return command, {"EDGEPROF_OPTIONS": f"place={place}"}


def measure(build, folder, compiler, level, place):
    """(status and output, lines, calls) of one variant."""
    command, environment = compile_command(compiler, level, build, place)
    made = execute(command, folder, **environment)
    if not made or made[0]:
        return "does not compile: " + str(made and made[1][-2000:]), None, None
    ran = execute(["./prog"], folder, EDGEPROF_FILE="run")
    show = [f"{build}/bin/prof-show"]
    lines = execute(show + ["lines", "--format", "json", "run"], folder)
    functions = execute(show + ["functions", "--format", "json", "run"], folder)
    os.remove(os.path.join(folder, "run"))
    try:
        calls = {f["name"]: f["calls"]
                 for f in json.loads(functions[1])["functions"]}
        files = [entry for entry in json.loads(lines[1])["files"]
                 if entry["file"].endswith("prog.c")]
        counts = {i["line"]: i["count"] for i in files[0]["lines"]}
    except (ValueError, IndexError, KeyError):
        return ran, "unreadable report: " + str(lines[1][-500:]), None
    return ran, counts, calls


def differences(want, got):
    """The first few keys on which two tables differ, as text."""
    if not isinstance(got, dict) or not isinstance(want, dict):
        return "" if got == want else f"{want!r:.300} / {got!r:.300}"
    return ", ".join(f"{key}: {want.get(key)} / {got.get(key)}"
                     for key in sorted(want.keys() | got.keys(), key=str)
                     if want.get(key, 0) != got.get(key, 0))[:600]


def check_seed(seed, build, compilers, keep):
    """None: passed over.  Else the failures, as a list of lines."""
    folder = tempfile.mkdtemp(prefix=f"csmith-{seed}-")
    failures = []
    try:
        generate(seed, folder)
        execute(compile_command("gcc-12", "-O1", build, None)[0], folder)
        plain = execute(["timeout", "5", "./prog"], folder)
        if not plain or plain[0]:
            return None
        for compiler in compilers:
            first = None
            for level, place in VARIANTS:
                ran, *tables = measure(build, folder, compiler, level, place)
                name = f"seed {seed} {compiler} {level} {place}"
                if ran != plain:
                    failures.append(f"{name}: output: {ran!r:.300}")
                first = first or tables
                for what, want, got in zip(("lines", "calls"), first, tables):
                    text = differences(want, got)
                    if text:
                        failures.append(f"{name}: {what}: {text}")
        if failures and keep:
            shutil.copytree(folder, os.path.join(keep, str(seed)),
                            dirs_exist_ok=True)
    finally:
        shutil.rmtree(folder)
    return failures


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--compilers", default=COMPILERS)
    parser.add_argument("--keep")
    args = parser.parse_args()
    compilers = args.compilers.split(",")
    done = bad = 0
    seed = args.first
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while done < args.seeds:
            batch = range(seed, seed + min(args.seeds - done,
                                           os.cpu_count() or 1))
            seed = batch.stop
            for failures in pool.map(lambda s: check_seed(
                    s, args.build, compilers, args.keep), batch):
                done += failures is not None
                bad += bool(failures)
                print("\n".join(failures or []), end="\n" if failures else "",
                      flush=True)
    print(f"{done} programs, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
