#!/usr/bin/env python3
"""Generated programs (csmith) as an oracle.

usage: csmith.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

For each seed and compiler the program is compiled at -O0, -O1, -O2 and -O3, each
with counters on the chords and with counters on every edge.

  - All print what the plain program prints.
  - All variants of a compiler have the same line counts and calls, by callers; but what never
    ran may have no code at -O1 and above, where front ends drop what they know to
    be dead.
  - At each level, every edge has the same count under place=tree and place=all.
  - All compilers have the same calls.

A seed whose plain program does not end within two seconds is passed over for the
next one.  Prints what differs; the exit status is 1 if anything did.
"""
import sys

import variants
from variants import compilers, Unmeasured, differences, other_output

CSMITH = ["csmith", "--max-funcs", "5", "--max-block-depth", "4",
          "--max-block-size", "3", "--max-expr-complexity", "5",
          "--no-packed-struct", "--quiet"]
FLAGS = ["-I/usr/include/csmith"]


def generate(seed, build, folder):
    """FOLDER/prog.c, and what its plain build prints: a checksum of its globals.
    None if that takes too long."""
    variants.execute(CSMITH + ["--seed", str(seed), "-o", "prog.c"], folder)
    variants.compile_plain(folder, "prog.c", compilers.gcc(build), "-O1",
                           FLAGS)
    plain = variants.execute(["./prog"], folder, seconds=2)
    return plain if plain and plain[0] == 0 else None


def compare(plain, first, tree, got):
    """What is wrong with GOT, as texts: FIRST is the compiler's first variant,
    TREE place=tree of the same level."""
    yield other_output(plain, got.ran)
    yield differences(first.lines, got.lines, 0)
    yield differences(first.calls, got.calls, 0)
    yield differences(first.branches, got.branches)
    yield differences(tree.edges, got.edges)


def check_compiler(build, folder, compiler, plain, failures):
    """Its first variant; None if it was not measured."""
    first = tree = None
    for level, place in variants.of(build, compiler):
        name = f"{compiler} {level} {place}"
        try:
            got = variants.measure(build, folder, "prog.c", compiler, level,
                                   place, FLAGS)
        except Unmeasured as error:
            failures.append(f"{name}: {error}")
            continue
        first = first or got
        tree = got if place == "tree" or not tree else tree
        failures += [f"{name}: {text}"
                     for text in compare(plain, first, tree, got) if text]
    return first


def compare_first(first, got):
    """What the first variants of two compilers differ in."""
    if not got:
        return
    text = differences(first.calls, got.calls, 0)
    if text:
        yield f"calls: {text}"
    text = differences(*variants.common_branches(first.branches, got.branches))
    if text:
        yield f"branches: {text}"


def check_seed(seed, build, tested, folder):
    """(functions, failures as texts); None: passed over."""
    failures = []
    plain = generate(seed, build, folder)
    if not plain:
        return None
    first = None
    for compiler in tested:
        got = check_compiler(build, folder, compiler, plain, failures)
        first = first or got
        level = variants.levels(build, compiler)[0]
        failures += [f"{compiler} {level} {text}" for text in compare_first(first, got)]
    return len(first.calls) if first else 0, [f"seed {seed} {text}" for text in failures]


def main():
    return variants.run_seeds(__doc__, 10, check_seed, "Generated C programs",
                              "functions and arcs")


if __name__ == "__main__":
    sys.exit(main())
