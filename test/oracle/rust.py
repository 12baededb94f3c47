#!/usr/bin/env python3
"""Rust programs that count their own lines, as an oracle.

usage: rust.py BUILD [--seeds N] [--first SEED] [--compilers rustc-1.63] [--keep DIR]
       [--results JSON]

generate_rust.py writes a program for each seed.  It is compiled by the rustc of BUILD's
tests with -C opt-level=0, 1, 2 and 3, each with counters on the chords and with counters
on every edge; and what selfcount.py asks of C and C++ is asked of it.

Prints what differs; the exit status is 1 if anything did.
"""
import os
import re
import shutil
import sys
import tempfile

import generate_rust
import selfcount
import variants
from variants import compilers, Unmeasured


def own_counts(text, output):
    """line -> count, of the lines of TEXT that count themselves."""
    printed = selfcount.printed_counts(output)
    return {number: printed.get(number, 0)
            for number, line in enumerate(text.splitlines(), 1)
            if re.search(rf"\bn\({number}\)|\bAsked\({number},", line)}


def compile_rust(build, folder, level, place=None, flags=()):
    """Without PLACE the plain program."""
    command = [compilers.rustc(build)[1], "--edition", "2021", "-g", "-Awarnings",
               f"-Copt-level={level[2:]}", "prog.rs", "-o", "prog", *flags]
    if place:
        command += [f"-Zllvm-plugins={build}/lib/edgeprof/edgeprof.so",
                    "-Zmir-opt-level=0"]
    return variants.execute(command, folder, variants.COMPILING, RUSTC_BOOTSTRAP="1",
                            EDGEPROF_OPTIONS=f"place={place}")


def check_variants(build, folder, compiler, plain, want):
    """What is wrong, as texts."""
    first = tree = None
    for level, place in variants.VARIANTS:
        name = f"{compiler} {level} {place}"
        try:
            made = compile_rust(build, folder, level, place)
            got = variants.measure_made(build, folder, "prog.rs", made)
        except Unmeasured as error:
            yield f"{name}: {error}"
            continue
        first = first or got
        tree = got if place == "tree" or not tree else tree
        for text in selfcount.compare(plain, want, first, tree, got,
                                      lambda of: of.edges):
            if text:
                yield f"{name}: {text}"


def check_seed(seed, build, tested, keep):
    """(lines that ran, failures as texts)."""
    program = generate_rust.generate(seed)
    folder = tempfile.mkdtemp(prefix=f"rust-{seed}-")
    failures = []
    try:
        with open(os.path.join(folder, "prog.rs"), "w", encoding="utf-8") as out:
            out.write(program.text)
        made = compile_rust(build, folder, "-O0")
        plain = variants.execute(["./prog"], folder)
        if made[0] or not plain:
            return 0, [f"seed {seed}: plain: {made[1][:300] if made[0] else 'no end'}"]
        want = own_counts(program.text, plain[1])
        for compiler in tested:
            failures += check_variants(build, folder, compiler, plain, want)
        if failures and keep:
            shutil.copytree(folder, os.path.join(keep, str(seed)), dirs_exist_ok=True)
    finally:
        shutil.rmtree(folder)
    return sum(map(bool, want.values())), [f"seed {seed} {text}" for text in failures]


def main():
    return variants.run_seeds(__doc__, 2, check_seed,
                              "Generated Rust programs that count their own lines",
                              "lines that ran", "rustc")


if __name__ == "__main__":
    sys.exit(main())
