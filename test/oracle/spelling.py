#!/usr/bin/env python3
"""The programs of test/run, spelled otherwise.

usage: spelling.py BUILD [--compilers A,B] [--levels=-O0,-O2] [--results JSON] [TEST...]

Each is written with lines that end by CR and LF, behind a byte order mark, with tabs, with names
for signs (`and`, `bitor`), which in C are iso646.h's macros, with other signs for brackets
and # (`<%`, `%:`), and, in C++, with attributes behind `else` and `do` (before
what stands on the same line: where an attribute stands alone, Clang has a statement begin with
it).  All leave each line in its place, so that lines and outcomes are those of the program as it
is written.  What counts otherwise when it is run again is left out.

Prints what differs; the exit status is 1 if anything did.
"""
import argparse
import collections
import concurrent.futures
import itertools
import os
import re
import sys
import tempfile

import variants
from run_lines import all_tests, arguments_of, flags_of, read
from variants import Unmeasured, differences

TOKENS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
    r"""|^[ \t]*\#(?:\\\n|[^\n])*|[!&|^]=|\|\||[][{}!|^~]|&&?(?=\s)"""
    r"""|\b(?:else|do)\b(?= *[{\w])""", re.S | re.M)
NAMES = {"&&": "and", "||": "or", "!": "not", "!=": "not_eq", "&": "bitand", "|": "bitor",
         "^": "xor", "~": "compl", "&=": "and_eq", "|=": "or_eq", "^=": "xor_eq"}
ATTRIBUTES = {word: word + " [[likely]]" for word in ("else", "do")}
SIGNS = {"{": "<%", "}": "%>", "[": "<:", "]": ":>"}


def spelled_by(spellings):
    def spell(found):
        return f" {spellings[found[0]]} " if found[0] in spellings else found[0]

    return lambda text: TOKENS.sub(spell, text)


SPELLINGS = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "mark": lambda text: "\ufeff" + text,
    "tabs": lambda text: re.sub(r"^( {4})+", lambda found: "\t" * (len(found[0]) // 4), text,
                                flags=re.M),
    "names": spelled_by(NAMES),
    "signs": lambda text: re.sub("^([ \t]*)#", r"\1%:", spelled_by(SIGNS)(text), flags=re.M),
    "attributes": spelled_by(ATTRIBUTES),
}


def measure(args, test, compiler, level, text, flags):
    """Line -> its count, and -> outcomes, from left to right, of TEST with this TEXT."""
    source = os.path.basename(test)
    with tempfile.TemporaryDirectory(prefix="spelled-") as folder:
        with open(os.path.join(folder, source), "w", encoding="utf-8", newline="") as out:
            out.write(text)
        got = variants.measure(args.build, folder, source, compiler, level, "tree",
                               [*flags, "-I" + os.path.dirname(os.path.abspath(test))],
                               arguments_of(test))
    outcomes = {}
    for (line, _), branches in sorted(got.branches.items()):
        outcomes.setdefault(f"{line} branches", []).extend(branches)
    return got.lines | outcomes


def check(args, test, compiler, level):
    """Spelling -> how TEST differs, as text."""
    flags, text = flags_of(test, compiler, args.build), read(test)
    if flags is None or arguments_of(test) is None:
        return {}
    try:
        first, again = (measure(args, test, compiler, level, text, flags) for _ in range(2))
    except Unmeasured:  # it is not made by itself
        return {}
    found = {}
    is_c = test.endswith(".c")
    for name, spell in SPELLINGS.items():
        spelled = spell(text)
        if first != again or spelled == text or (is_c and name == "attributes"):
            continue
        more = ["-include", "iso646.h"] if is_c and name == "names" else []
        how = args, test, compiler, level, spelled, flags + more
        try:
            lines = measure(*how)
            differing = differences(first, lines)
            if not differing or lines == measure(*how):
                found[name] = differing
        except Unmeasured as error:
            found[name] = str(error)
    return found


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--levels", type=lambda names: names.split(","), default=["-O0"])
    parser.add_argument("tests", nargs="*")
    args = variants.parse_compilers(parser)
    hows = list(itertools.product(args.compilers, args.levels))
    jobs = list(itertools.product(args.tests or all_tests(()), hows))
    done, wrong = set(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (test, how), found in zip(jobs, pool.map(lambda job: check(args, job[0], *job[1]),
                                                     jobs)):
            done |= {(test, name) for name in found}
            for name, text in found.items():
                if text:
                    wrong[how] += 1
                    print(f"{os.path.basename(test)} {name} {' '.join(how)}: {text}", flush=True)
    variants.write_results(args, "Programs of test/run with other line ends, a byte order mark, "
                           "tabs, names for signs, other signs and attributes", len(done),
                           [(*how, wrong[how]) for how in hows])
    print(f"{len(done)} programs, {wrong.total()} differ")
    return 1 if wrong or not done else 0


if __name__ == "__main__":
    sys.exit(main())
