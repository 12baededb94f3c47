"""One program in many variants: compiled, run and read.  Shared by the oracles.

A variant is a compiler, a level and the plugin's option `place`; all variants of a
program must print the same, and a program's counts are those of its source,
whatever the variant.  `place=all` has a counter on every edge, so nothing is
solved for: within a compiler and level its graph must have the same count on each
edge as that of `place=tree`.  So must one that was optimised by those counts, among them
those of whom pointers call.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import compilers  # noqa: E402
from compilers import driver  # noqa: E402

LEVELS = ["-O0", "-O1", "-O2", "-O3"]
PROFILED = "all,values=yes"
# The last is driven by the profile of the one before.
PLACES = ["tree", PROFILED, "tree,use=profile"]
WAYS = "tree,mcdc=yes"
VARIANTS = [(level, place) for level in LEVELS for place in PLACES + [WAYS]
            if place != WAYS or level in ("-O0", "-O2")]

# `ran` is (status, output); `lines` line -> count and `calls` name, or caller and
# callee -> calls, of one source file; `edges` (function, n-th line of its dump) -> text with a count;
# `branches` (line, column) -> for each branch there (outcome's name, count)...
Measured = collections.namedtuple("Measured", "ran lines calls edges branches")


class Unmeasured(Exception):
    """A variant that did not compile, or left no profile that can be read."""


def parse_seeds(doc, seeds, kind):
    """The command line of an oracle that generates programs."""
    parser = argparse.ArgumentParser(usage=doc.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--seeds", type=int, default=seeds)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--keep")
    return parse_compilers(parser, kind)


def parse_compilers(parser, kind="", level="-O2"):
    """The command line with --compilers, else all that BUILD tests of that KIND at LEVEL."""
    parser.add_argument("--compilers", type=lambda names: names.split(","))
    parser.add_argument("--results")
    args = parser.parse_intermixed_args()
    args.compilers = args.compilers or [
        name for name in compilers.tested(args.build, kind)
        if level in compilers.levels(args.build, name, LEVELS)]
    args.kind = kind
    return args


def check_kept(check_seed, seed, args):
    """What CHECK_SEED finds in a folder of its own, which is kept if anything fails."""
    with tempfile.TemporaryDirectory(prefix=f"seed-{seed}-") as folder:
        found = check_seed(seed, args.build, args.compilers, folder)
        if found and found[1] and args.keep:
            shutil.copytree(folder, os.path.join(args.keep, str(seed)),
                            dirs_exist_ok=True)
    return found


def check_seeds(check_seed, args):
    """(programs checked, how much was compared in them, failures per program that
    has any)."""
    done = compared = 0
    seed, failures = args.first, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while done < args.seeds:
            batch = range(seed, seed + args.seeds - done)
            seed = batch.stop
            for found in pool.map(lambda s: check_kept(check_seed, s, args), batch):
                if not found:
                    continue
                done += 1
                compared += found[0]
                if found[1]:
                    failures.append(found[1])
                    print("\n".join(found[1]), flush=True)
    return done, compared, failures


def run_seeds(doc, seeds, check_seed, feature, unit, kind=""):
    """The main function of an oracle that generates programs; an exit status.

    DOC         the oracle's own, with its usage
    SEEDS       how many programs, if the command line does not say
    CHECK_SEED  gets a seed, the build, the compilers and a folder to work in; returns
                how many of what is called UNIT it compared, and failures as texts
                that name compiler and level; or None, to pass the seed over
    FEATURE     what matrix.py calls these programs
    KIND        of compilers, if not all
    """
    args = parse_seeds(doc, seeds, kind)
    done, compared, failures = check_seeds(check_seed, args)
    write_results(args, feature, done, cells_of(args, sum(failures, [])))
    print(f"{done} programs, {compared} {unit}, {len(failures)} programs differ")
    return 1 if failures or not compared else 0


def execute(command, folder, seconds=60, stderr=subprocess.STDOUT,
            **environment):
    """Exit status and output; None if it takes too long."""
    try:
        done = subprocess.run(command, cwd=folder, check=False, timeout=seconds,
                              env=dict(os.environ, **environment), text=True,
                              errors="replace", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=stderr)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout


COMPILING = 600  # seconds, on a machine that has other things to do


def compile_plain(folder, source, compiler, level, flags=()):
    """What the compiler says; FOLDER/prog is made."""
    return execute([driver(compiler, source), level, "-g", "-w", source, "-o",
                    "prog", *flags], folder, COMPILING)


def compile_counted(build, folder, source, compiler, level, place, flags=()):
    plugin = "-fplugin=" if compiler.startswith("gcc") else "-fpass-plugin="
    return execute([driver(compiler, source), level, "-g", "-w",
                    f"{plugin}{build}/lib/edgeprof/edgeprof.so", source, "-o",
                    "prog", *flags], folder, COMPILING, EDGEPROF_OPTIONS=f"place={place}")


def show(build, folder, *words):
    """A report on FOLDER/run, a file or a folder."""
    status, text = execute([f"{build}/bin/prof-show", *words, "run"], folder,
                           stderr=subprocess.DEVNULL)
    if status:
        raise Unmeasured(f"prof-show {words[0]}: {text[-500:]}")
    return text


def read_edges(dump):
    """The text of `prof-show dump`, without what place= and mcdc= decide."""
    edges = {}
    for line in dump.splitlines():
        if re.match(r"  mark \d+: way ", line):
            continue
        if not line.startswith(" "):
            function = line.split(":")[0]
            at = 0
        at += 1
        edges[function, at] = re.sub(r"  (tree|mark \d+)\b|, \d+ marks", "", line)
    return edges


def read_counts(build, folder, source):
    """(lines, calls) of SOURCE; calls are those of each function, and of each by
    each other."""
    def read(report, items):
        return json.loads(show(build, folder, report, "--format", "json"))[items]
    mine = [entry["lines"] for entry in read("lines", "files")
            if os.path.basename(entry["file"]) == source]
    if not mine:
        raise Unmeasured(f"no lines of {source}")
    calls = {item["symbol"]: item["calls"]
             for item in read("functions", "functions")
             if os.path.basename(item["file"]) == source}
    arcs = {f"{item['caller_symbol']} -> {item['callee_symbol']}": item["calls"]
            for item in read("calls", "calls")
            if item.get("callee_symbol") in calls}
    return {item["line"]: item["count"] for item in mine[0]}, calls | arcs


def read_branches(build, folder, source):
    found = {}
    report = json.loads(show(build, folder, "branches", "--format", "json"))
    for entry in report["files"]:
        for branch in entry["branches"]:
            if os.path.basename(entry["file"]) == source:
                found.setdefault((branch["line"], branch["column"]), []).append(
                    tuple((x["name"], x["count"]) for x in branch["outcomes"]))
    return found


def measure(build, folder, source, compiler, level, place, flags=(), arguments=()):
    """Compile with the plugin, run, read."""
    return measure_made(build, folder, source, compile_counted(
        build, folder, source, compiler, level, place, flags), place == PROFILED, arguments)


def measure_made(build, folder, source, made, keep=False, arguments=()):
    """Run and read what was made by a compiler of which MADE is what execute() gave.
    KEEP the counts as FOLDER/profile."""
    if not made or made[0]:
        raise Unmeasured("does not compile: " + str(made and made[1][:300]))
    ran = execute(["./prog", *arguments], folder, EDGEPROF_FILE="run/%p")
    if keep:
        execute([f"{build}/bin/prof-merge", "-o", "profile", "run"], folder)
    try:
        lines, calls = read_counts(build, folder, source)
        edges = read_edges(show(build, folder, "dump"))
        branches = read_branches(build, folder, source)
    finally:
        shutil.rmtree(os.path.join(folder, "run"), ignore_errors=True)
    return Measured(ran, lines, calls, edges, branches)


def differences(want, got, missing=None):
    """The first few keys on which two tables differ, as text.  MISSING is what a
    key stands for that only one of them has."""
    return ", ".join(f"{key}: {want.get(key)} / {got.get(key)}"
                     for key in sorted(want.keys() | got.keys(), key=str)
                     if want.get(key, missing) != got.get(key, missing))[:600]


def other_output(plain, got):
    """What a program that ran otherwise than its plain build did, as text; "" if it did not.
    Both are what execute() gave."""
    if plain == got or not (plain and got):
        return "" if plain == got else f"{plain!r:.300} / {got!r:.300}"
    lines = collections.Counter(plain[1].splitlines()), collections.Counter(got[1].splitlines())
    return (f"status {plain[0]} / {got[0]}, output {list(lines[0] - lines[1])[:5]} / "
            f"{list(lines[1] - lines[0])[:5]}")


def common_branches(want, got):
    """Those of WANT and of GOT that are the same by place and names: what two compilers
    must agree on."""
    same = [at for at in want if len(want[at]) == len(got.get(at, [])) == 1 and
            [name for name, _ in want[at][0]] == [name for name, _ in got[at][0]]]
    return {at: want[at] for at in same}, {at: got[at] for at in same}


def lone_branches(want, got):
    """(those of WANT, those of GOT) that ran and that the other has none of, by place and names:
    sums of two compilers' runs would show them apart."""
    def names(branch):
        return sorted(name for name, _ in branch)

    def lone(mine, others):
        return {at: found for at, found in mine.items()
                if sorted(map(names, found)) != sorted(map(names, others.get(at, []))) and
                any(count for branch in found for _, count in branch)}
    return lone(want, got), lone(got, want)


def levels(build, compiler):
    return compilers.levels(build, compiler, LEVELS)


def of(build, compiler, every=tuple(VARIANTS)):
    """Those of the variants EVERY, (level, place), in which COMPILER is tested."""
    return [variant for variant in every if variant[0] in levels(build, compiler)]


def cells_of(args, failures):
    """(compiler, level, how many of the texts FAILURES name both)."""
    return [(compiler, level,
             sum(f" {compiler} {level} " in text for text in failures))
            for compiler in args.compilers for level in levels(args.build, compiler)]


def write_results(args, feature, programs, cells):
    """What matrix.py reads, if the command line ARGS names a file for it.  CELLS are
    (compiler, level, failures); PROGRAMS, how many each was found on, is None where
    FEATURE says which."""
    if not args.results:
        return
    with open(args.results, "w", encoding="utf-8") as out:
        json.dump({"oracle": os.path.basename(sys.argv[0]), "feature": feature,
                   "kind": args.kind, "programs": programs, "cells": cells}, out)
