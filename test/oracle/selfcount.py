#!/usr/bin/env python3
"""Programs that count their own lines, as an oracle.

usage: selfcount.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

generate.py writes a program for each seed.  It is compiled by each compiler at -O0,
-O1, -O2 and -O3, each with counters on the chords and with counters on every edge.

  - Status and output, the program's own counts, are those of the plain build.
  - Each line that counts itself has that count; a line that never ran may have
    no code.  A brace that stands alone has none.
  - All variants of a compiler have the same branches and outcomes, at the same places; one that
    never ran may have no code.  So have all compilers.
  - At each level, every edge has the same count under place=tree and place=all; and
    optimised by that profile, but for what depends on what is inlined.

Prints what differs; the exit status is 1 if anything did.
"""
import os
import re
import sys

import generate
import variants
from run_lines import openmp_library
from variants import compilers, Unmeasured, differences, other_output


def flags(build, program, compiler):
    """What COMPILER needs to compile PROGRAM."""
    coroutines = "-fcoroutines" if compiler.startswith("gcc") else "-stdlib=libstdc++"
    openmp = ["-fopenmp"]
    if not compiler.startswith("gcc"):
        openmp += openmp_library(build)
    return ([program.elsewhere] * program.units +
            ["-pthread"] + ["-std=gnu++20"] * program.cxx +
            [coroutines] * program.coroutines + openmp * program.openmp)


def printed_counts(output):
    """line -> count, of the lines that counted themselves."""
    return dict(map(int, line.split()) for line in output.splitlines()
                if re.fullmatch(r"\d+ \d+", line))


def own_counts(text, output):
    """line -> count, of the lines of TEXT that count themselves."""
    printed = printed_counts(output)
    return {number: printed.get(number, 0)
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(r"\b(N|UPTO)\b|\bguarded\(a\d|Both<.*>\{", line)
            and not line.startswith("#")}


def check_changed(seed, build, tested, folder, changed, levels, check):
    """(what CHECK returned in all, failures as texts) of the program that CHANGED(program)
    makes of the one of SEED, or None if that is None.  CHECK gets program, text, compiler,
    level, and the list that failures go to."""
    program = generate.generate(seed)
    text = changed(program)
    if text is None:
        return None
    program.write(folder, text)
    failures, compared = [], 0
    for compiler in tested:
        if not generate.can_compile(compiler, program):
            continue
        for level in compilers.levels(build, compiler, levels):
            try:
                compared += check(program, text, compiler, level, failures)
            except Unmeasured as error:
                failures.append(f"{compiler} {level}: {error}")
    return compared, [f"seed {seed} {failure}" for failure in failures]


def edges_of(measured):
    """Of the functions that are no coroutines.  Whether a coroutine's frame is a part
    of its caller's, and so neither allocated nor freed, the optimiser decides in each
    build; what the source has of them are lines."""
    return {key: edge for key, edge in measured.edges.items()
            if not re.search(r"coroutine\d", key[0])}


def edges_inlined(measured):
    """Those that do not depend on what is inlined.  A frame in which no handler takes an
    exception is passed over by the unwinder; in the frame of a caller that has something
    to destroy, its dispatch is run, from where exceptions arrive to where they go on."""
    return {key: edge for key, edge in edges_of(measured).items()
            if not re.search(r"  (made|arrive|leave)  ", edge)}


def with_unrun(branches, other):
    """BRANCHES, and those of OTHER that never ran, as they may have no code there."""
    unrun = {at: found for at, found in other.items()
             if not any(count for outcomes in found for _, count in outcomes)}
    return {**unrun, **branches}


def braces(text):
    """line -> None, of the lines of TEXT that are but a brace."""
    return {number: None for number, line in enumerate(text.splitlines(), 1)
            if line.strip() in ("{", "}")}


def compare(plain, want, first, tree, got, edges):
    """What is wrong with GOT, as texts: FIRST is the compiler's first variant, TREE
    place=tree of the same level; EDGES has those that must be its."""
    yield other_output(plain, got.ran)
    yield differences(want, {number: got.lines.get(number, None if count is None else 0)
                             for number, count in want.items()})
    yield differences(with_unrun(first.branches, got.branches),
                      with_unrun(got.branches, first.branches))
    yield differences(edges(tree), edges(got))


def check_compiler(build, folder, program, compiler, plain, want, failures):
    """Its first variant; None if it was not measured."""
    first = tree = None
    for level, place in variants.of(build, compiler):
        name = f"{compiler} {level} {place}"
        try:
            got = variants.measure(build, folder, program.source, compiler, level,
                                   place, flags(build, program, compiler))
        except Unmeasured as error:
            failures.append(f"{name}: {error}")
            continue
        first = first or got
        tree = got if place == "tree" or not tree else tree
        edges = edges_inlined if "use=" in place else edges_of
        failures += [f"{name}: {text}"
                     for text in compare(plain, want, first, tree, got, edges) if text]
    return first


def check_seed(seed, build, tested, folder):
    """(lines that ran, failures as texts)."""
    program = generate.generate(seed)
    program.write(folder)
    gcc = compilers.gcc(build)
    made = variants.compile_plain(folder, program.source, gcc, "-O0",
                                  flags(build, program, gcc))
    plain = variants.execute(["./prog"], folder)
    if made[0] or not plain:
        return 0, [f"seed {seed}: plain: {made[1] if made[0] else 'no end'}"]
    want = own_counts(program.text, plain[1]) | braces(program.text)
    failures = []
    first = None
    for compiler in tested:
        if not generate.can_compile(compiler, program):
            continue
        got = check_compiler(build, folder, program, compiler, plain, want, failures)
        if got:
            first = got.branches if first is None else first
            text = ", ".join(filter(None, (
                differences(*variants.common_branches(first, got.branches)),
                differences(*variants.lone_branches(first, got.branches)))))
            level = variants.levels(build, compiler)[0]
            failures += [f"{compiler} {level} branches: {text}"] if text else []
    return sum(map(bool, want.values())), [f"seed {seed} {f}" for f in failures]


def main():
    return variants.run_seeds(__doc__, 4, check_seed,
                              "Generated programs that count their own lines",
                              "lines that ran")


if __name__ == "__main__":
    sys.exit(main())
