#!/usr/bin/env python3
"""rustc's own coverage beside edgeprof, line by line, at opt-level 0.

usage: rust_coverage.py BUILD [--seeds N] [--results JSON] [TEST...]

TEST is a program of test/rust (default: all that are one file and end by themselves);
N programs of generate_rust.py come after them, without those that abort.  Each is
compiled by the rustc of BUILD's tests with -C instrument-coverage and with edgeprof, and
run.  Coverage counts regions of the source, edgeprof lines; each line that both have must
have the count of a region that begins there, or of the innermost that goes on there.  Each
rule below is a difference that docs/rust.md explains; any other fails.  Of regions that a
panic leaves, and of some around `||` and `break`, coverage's counts are too high: what the
source promises (test/counts.py) or counts itself decides there.
"""
import argparse
import collections
import glob
import itertools
import os
import re
import sys
import tempfile

import generate_rust
import rust
import variants
from regions import CODE, Region, counts_at, export
from variants import compilers, Unmeasured

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUST = os.path.join(ROOT, "test", "rust")

# Programs whose counts coverage does not have, and why.
WITHOUT = {"killed.rs": "coverage has nothing of a process that is killed"}


def usual_tests():
    """Programs that are compiled alone and end by themselves."""
    for path in sorted(glob.glob(os.path.join(RUST, "*.rs"))):
        if os.path.basename(path) in WITHOUT:
            continue
        with open(path, encoding="utf-8") as text:
            if re.search(r"^// RUN: %rustc [^&]*%s -o prog && \./prog$", text.read(), re.M):
                yield path


def compile_rust(build, folder, *how, **flags):
    done = rust.compile_rust(build, folder, "-O0", *how, **flags)
    if not done or done[0]:
        raise Unmeasured("does not compile: " + str(done and done[1][:500]))


def read_theirs(build, folder):
    """A list of regions for each function of prog.rs; its instances are added up."""
    compile_rust(build, folder, flags=["-Cinstrument-coverage"])
    variants.execute(["./prog"], folder, LLVM_PROFILE_FILE="theirs.profraw")
    tools = os.path.dirname(compilers.tool(build, "llvm-cov"))
    functions = collections.defaultdict(collections.Counter)
    for function in export(folder, tools, ["./prog"], "theirs.profraw"):
        for region in function["regions"]:
            if region[7] == CODE and function["filenames"][region[5]].endswith("prog.rs"):
                functions[tuple(function["regions"][0][:2])][tuple(region[:4])] += region[4]
    return [[Region(key[:2], key[2:], count) for key, count in counts.items()]
            for counts in functions.values()]


def read_ours(build, folder):
    """(line -> count, the program's status and output)."""
    compile_rust(build, folder, "tree")
    ran = variants.execute(["./prog"], folder, EDGEPROF_FILE="run/%p")
    return variants.read_counts(build, folder, "prog.rs")[0], ran


def true_counts(source, output):
    """line -> count, of the lines that are promised one (test/counts.py), or that count
    themselves."""
    promised = {number: int(found[1])
                for number, line in enumerate(source.splitlines(), 1)
                if (found := re.search(r"//= (\d+)$", line))}
    return promised or rust.own_counts(source, output)


def left_before(regions, ours, number):
    """Did a function of REGIONS not come from the line before to line NUMBER, as it
    panicked?  Coverage takes it to have come."""
    counts = counts_at(regions, number)
    before = max((n for n in ours if n < number and counts_at(regions, n)), default=None)
    return counts and before and ours[number] < ours[before] <= max(counts)


def rule(functions, ours, number, text, truth):
    """The name of the rule that line NUMBER falls under, whose source is TEXT; "" if there
    is none.  TRUTH is what the source says of it itself, if it does."""
    mine = ours[number]
    every = set().union(*(counts_at(f, number) for f in functions))
    if mine in every:
        return "a region's count"
    if re.match(r"('\w+: )?for\b", text):
        turns = set().union(*(counts_at(f, number + 1) for f in functions))
        if mine in (a + b for a in every for b in every | turns):
            return "for: asked once more than there are turns"
    if re.search(r"\bmatch\b", text) and any(
            mine in counts_at(f, number - 1) for f in functions):
        return "match: the region before ends ahead of it"
    if mine == truth:
        return "as often as the source says itself"
    if any(left_before(f, ours, number) for f in functions):
        return "behind what panicked"
    return ""


def compare(build, source, used):
    """Failures as texts; USED counts the rules.  None: it was killed, and coverage has
    nothing."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "prog.rs"), "w", encoding="utf-8") as out:
            out.write(source)
        try:
            ours, ran = read_ours(build, folder)
            if ran[0] < 0:
                return None
            functions = read_theirs(build, folder)
        except Unmeasured as error:
            return [str(error)]
    lines = [re.sub(r"\s*//.*", "", line).strip() for line in source.splitlines()]
    truth = true_counts(source, ran[1])
    failures = []
    for number, mine in sorted(ours.items()):
        theirs = set().union(*(counts_at(f, number) for f in functions))
        if not theirs:
            continue
        text = lines[number - 1]
        name = rule(functions, ours, number, text, truth.get(number))
        used[name or "none"] += 1
        if not name:
            failures.append(f"line {number}: {mine}, regions {sorted(theirs)}: {text}")
    return failures


def sources(args):
    """(name, text) of the programs; the generated ones have no end."""
    for path in args.tests or usual_tests():
        with open(path, encoding="utf-8") as text:
            yield os.path.basename(path), text.read()
    if args.seeds:
        for seed in itertools.count(1):
            yield f"generated-{seed}", generate_rust.generate(seed).text


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--results")
    parser.add_argument("tests", nargs="*")
    args = parser.parse_args()
    args.kind = "rustc"
    compiler = compilers.rustc(args.build)[0]
    used, failures, programs = collections.Counter(), [], 0
    wanted = len(args.tests or list(usual_tests())) + args.seeds
    for name, source in sources(args):
        found = compare(args.build, source, used)
        if found is not None:
            failures += [f"{name} {compiler} -O0 {text}" for text in found]
            programs += 1
        if programs == wanted:
            break
    print("\n".join(failures))
    for name, times in used.most_common():
        print(f"{times:7} {name}")
    print(f"{programs} programs, {sum(used.values())} lines, {len(failures)} differ")
    variants.write_results(args, "Each line of Rust beside rustc's own coverage",
                           programs, [(compiler, "-O0", len(failures))])
    return 1 if failures or not used else 0


if __name__ == "__main__":
    sys.exit(main())
