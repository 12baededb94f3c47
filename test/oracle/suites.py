#!/usr/bin/env python3
"""The compilers' own test suites as an oracle.

usage: suites.py BUILD [--compilers A,B] [--suites gcov,llvm,torture,g++] [--share N]
       [--results JSON] [PART...]

The programs are GCC's (dejagnu.py), of gcov, of gcc.c-torture/execute and of g++.dg that
run, and LLVM's (compiler_rt.py), of profiles; one in N of them (16; of gcov's and LLVM's all),
or those whose names contain a PART.  Each is compiled by each compiler at -O0 and -O2, with
counters on the chords and on every edge.

  - It prints and returns what its plain build does.
  - Every edge has the same count under place=tree and place=all.
  - Both levels have the same lines, with the same counts, and the same outcomes.
  - At -O0, what has a count from GCC and from Clang has the same one.
  - A line of which the test says what gcov or llvm-cov prints has that count.

Without --suites, gcov's and LLVM's alone: in the others GCC may have outcomes of a ?: that it has
folded by the other's name, and compilers leave out other copies of objects.  Passed
over is what the compiler itself does not compile, or what fails without us: many
are for some optimisation, language or processor.  Each difference that is left has a rule
below, with its reason; any other fails.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import sys
import tempfile

import compiler_rt
import dejagnu
import variants
from variants import Unmeasured

LEVELS = ["-O0", "-O2"]
SUITES = {"gcov": dejagnu, "llvm": compiler_rt, "torture": dejagnu, "g++": dejagnu}
SMALL = ["gcov", "llvm"]

# Errors in C since Clang 16.
OLD_C = ["-Wno-implicit-int", "-Wno-implicit-function-declaration", "-Wno-int-conversion",
         "-Wno-incompatible-function-pointer-types", "-Wno-return-type"]

Found = collections.namedtuple("Found", "text counts")  # failures; rule or count -> times


# ---- rules of programs: what is not compared of them, and why ----

# By what stands in one of the sources.  (form, what, reason)
FORMS = [
    (r"__OPTIMIZE__", "levels", "asks for the level"),
    (r"__builtin_(constant_p|object_size|dynamic_object_size)|is_constant_evaluated|_chk\b",
     "levels compilers", "asks what the compiler knows"),
    (r"pthread|std::thread|\bfork *\(|std::atomic", "places levels",
     "threads: how often one waits or meets another is not the same in two runs"),
    (r"__builtin_(return|frame)_address", "levels compilers", "asks where it is called from"),
    (r"set_terminate", "levels", "how far the stack is unwound before terminate is the "
     "implementation's choice, and the optimiser's"),
    (r"operator new *\[?\]? *\(", "compilers", "Clang makes no call of placement new, and one "
     "that asks for -1 bytes; GCC the other way round"),
    (r"\bshould_optimize\b", "run levels compilers", "asks that calls of its own __printf_chk "
     "become others: with us, GCC makes what the source calls"),
    (r"\bthread_local\b", "compilers", "Clang has a function for each variable to begin"),
]

# By name.
NAMES = {
    "20030404-1.c": ("places levels compilers", "compares variables that have no value"),
    "pr79286.c": ("run places", "reads behind the end of everything"),
    "conpr-4.C": ("levels compilers", "has two functions of one name: the linker takes one"),
    "20030125-1.c": ("run levels", "defines sin, floor ...: docs/limits.md"),
    "960909-1.c": ("levels compilers", "defines ffs: docs/limits.md"),
    "20010114-2.c": ("levels compilers", "defines rintf: docs/limits.md"),
    "eh4.C": ("levels", "as with set_terminate"),
    "gcov-execlp.c": ("run", "lists its folder"),
}


def set_aside(program):
    """What is not compared of PROGRAM, as words."""
    words = NAMES.get(os.path.basename(program.name), ("", ""))[0]
    text = "".join(map(dejagnu.read, program.sources))
    for form, what, _ in FORMS:
        if re.search(form, text):
            words += " " + what
    if "/builtins/" in program.name:  # which calls of the library's are made is what it asks
        words += " run levels compilers"
    return set(words.split())


# ---- rules of lines and branches ----

# What has no count here, but in gcov (docs/counting.md).
NO_CODE = re.compile(r"(case\b.*|\w+ *):|[{}#]|(struct|auto|virtual|void|int) .*[({]?")


# Branches and lines, by file and line, whose reason the text of the line does not tell.
PLACES = {
    ("gcov-pr90574-1.c", 6): "if all of whose ways are one",
    ("gcov-fork.c", 19): "fork, which returns twice",
    ("gcov-fork.c", 20): "gcov has a line that is in the block of fork",
    ("instrprof-shared-main.c", 8): "LLVM's gcov adds a turn of the loop around",
}


def rule_of_level(compiler, text, pair):
    """The rule for a line whose counts at -O0 and above are PAIR."""
    if None not in pair:
        return ""
    if compiler.startswith("clang") and re.match(r"(virtual )?~\w+", text):
        return "destructor that another one replaces"
    return ""


def rule_of_choice(compiler, text, names):
    """The rule for a branch that one level alone has; NAMES are its outcomes'."""
    if names == {"true", "false"}:
        if compiler.startswith("clang") and "__builtin_expect" in text:
            return "operand of __builtin_expect"
        return ""
    if text.startswith("switch"):
        return "switch all of whose ways are one"
    return ""


def word_at(text, column):
    return re.match(r"\w*", text[column - 1:])[0]


def rule_of_line(text, pair):
    """The rule for a line that has the counts PAIR from GCC and from Clang."""
    if pair[0] == 0 and re.match(r"constexpr\b", text):
        return "initialiser that GCC evaluates"
    return ""


def rule_of_compilers(text, whole, column):
    """The rule for a branch on the line TEXT of the file WHOLE that two compilers
    count differently."""
    word = word_at(text, column)
    if word == "assert" or word and re.search(rf"#\s*define\s+{word}\b", whole):
        return "of a macro"
    return ""


def rule_of_annotation(text, want, got):
    """The rule for a line that gcov says WANT of."""
    if got is None and NO_CODE.match(text):
        return "no code"
    if got is None and re.match(r"continue;", text):
        return "no way leads there"
    text = re.sub(r" *//.*| */\*.*?(\*/|$)|^((?!/\*).)*\*/", "", text)
    if got is None and re.fullmatch(r"(\w+|\W+);?", text):
        return "rest of a statement"
    if got is None and text.endswith("= default;"):
        return "written by the compiler"
    if re.search(r"; .*; *(/\*|$)", text) and got is not None and got < (want or 0):
        return "gcov adds what enters the line"
    return ""


# Annotations that are not about what the whole run did: gcov's counters were set to 0 or
# written meanwhile; there were two runs; or gcov has nothing to say of a function that is weak.
UNFIT = ("gcov-16.C", "gcov-dump-1.C", "gcov-dump-2.C", "gcov-12.C", "gcov-13.c", "gcov-14.c",
         "gcov-basic.c")


# ---- comparing ----

class Comparison:
    """One program, and what was found wrong with it."""

    def __init__(self, program):
        self.program = program
        self.name = program.name
        self.lines = dejagnu.read(program.sources[0]).split("\n")
        self.aside = set_aside(program)
        self.failures = []
        self.counts = collections.Counter()

    def text(self, line):
        return self.lines[line - 1].strip() if line <= len(self.lines) else ""

    def fail(self, where, text):
        self.failures.append(f"{self.name} {where} {text}")

    def judge(self, rule, where, what, pair, line):
        """Count what has a RULE; the rest fails."""
        rule = rule or PLACES.get((os.path.basename(self.program.sources[0]), line))
        if rule:
            self.counts["rule: " + rule] += 1
        else:
            self.fail(where, f"{what} {line}: {pair[0]} / {pair[1]}: {self.text(line)[:60]}")

    def run(self, where, plain, got):
        if got.ran != plain and "run" not in self.aside:
            self.fail(where, f"output: {got.ran!r:.200}, plain {plain!r:.200}")

    def places(self, where, tree, every):
        if "places" not in self.aside:
            wrong = variants.differences(tree.edges, every.edges)
            if wrong:
                self.fail(where, f"place=tree, place=all: {wrong}")

    def levels(self, compiler, low, high):
        if "levels" in self.aside:
            return
        where = f"{compiler} -O2"
        for line in low.lines.keys() | high.lines.keys():
            pair = low.lines.get(line), high.lines.get(line)
            self.counts["lines of levels"] += 1
            if (pair[0] or 0) != (pair[1] or 0):
                self.judge(rule_of_level(compiler, self.text(line), pair), where, "line", pair,
                           line)
        for at in low.branches.keys() | high.branches.keys():
            pair = low.branches.get(at), high.branches.get(at)
            self.counts["branches of levels"] += 1
            if pair[0] != pair[1] and total(pair[0]) != total(pair[1]):
                names = {name for name, _ in (pair[0] or pair[1])[0]}
                rule = None in pair and rule_of_choice(compiler, self.text(at[0]), names)
                self.judge(rule, where, f"branch at column {at[1]},", pair, at[0])

    def compilers(self, compiler, want, got):
        if "compilers" in self.aside:
            return
        where = f"{compiler} -O0"
        for line in want.lines.keys() & got.lines.keys():
            pair = want.lines[line], got.lines[line]
            self.counts["lines of compilers"] += 1
            if pair[0] != pair[1]:
                self.judge(rule_of_line(self.text(line), pair), where, "line, GCC and Clang,",
                           pair, line)
        self.counts["lines of one compiler"] += len(want.lines.keys() ^ got.lines.keys())
        for at, branch in zip(*variants.common_branches(want.branches, got.branches)):
            pair = want.branches[at], got.branches[at]
            self.counts["branches of compilers"] += 1
            if pair[0] != pair[1]:
                self.judge(rule_of_compilers(self.lines[at[0] - 1], "\n".join(self.lines), at[1]),
                           where, f"branch at column {at[1]}, GCC and Clang,", pair, at[0])

    def annotations(self, where, got):
        if os.path.basename(self.name) in UNFIT:
            return
        for line, want in SUITES[self.program.suite].annotations(self.program.sources[0]).items():
            self.counts["annotations"] += 1
            if got.lines.get(line) != want:
                pair = want, got.lines.get(line)
                self.judge(rule_of_annotation(self.text(line), *pair), where, "annotation", pair,
                           line)


def total(branches):
    """What the branches at one place come to, by outcome: those of a macro are not told
    apart."""
    counts = collections.Counter()
    for branch in branches or []:
        counts.update(dict(branch))
    return +counts


def measure(build, folder, compared, compiler, level):
    """place=tree of a program, whose sources are in FOLDER; None: passed over."""
    program = compared.program
    name, *others = map(os.path.basename, program.sources)
    flags = others + program.flags
    if compiler.startswith("clang") and name.endswith(".c"):
        flags += OLD_C
    made = variants.compile_plain(folder, name, compiler, level, flags)
    plain = variants.execute(["./prog"], folder, 30) if made and made[0] == 0 else None
    if not plain or plain[0] != 0:
        compared.counts["passed over"] += 1
        return None
    if variants.execute(["./prog"], folder, 30) != plain:
        compared.aside |= {"run", "places", "levels", "compilers"}  # it prints addresses
    where = f"{compiler} {level}"
    try:
        tree = variants.measure(build, folder, name, compiler, level, "tree", flags)
        compared.run(where, plain, tree)
        compared.places(where, tree, variants.measure(build, folder, name, compiler, level,
                                                      "all", flags))
        return tree
    except Unmeasured as error:
        if "no lines of" not in str(error):  # it includes another test, or is for none of us
            compared.fail(where, str(error))
        return None


def check(build, tested, program):
    compared = Comparison(program)
    folder = tempfile.mkdtemp(prefix="suite-")
    first = None
    try:
        for source in program.sources:
            shutil.copy(source, folder)
        for compiler in tested:
            found = [measure(build, folder, compared, compiler, level) for level in LEVELS]
            for level, got in zip(LEVELS, found):
                if got:
                    compared.counts["compared"] += 1
                    compared.annotations(f"{compiler} {level}", got)
            if all(found):
                compared.levels(compiler, *found)
            if first and found[0] and compiler.startswith("clang"):
                compared.compilers(compiler, first, found[0])
            if compiler.startswith("gcc"):
                first = first or found[0]
    finally:
        shutil.rmtree(folder)
    return compared


def check_suite(args, suite):
    """Whether anything was compared, and failures; prints both."""
    share = 1 if suite in SMALL or args.parts else args.share
    chosen = [program for program in SUITES[suite].programs(args.build, suite, share)
              if not args.parts or any(part in program.name for part in args.parts)]
    failures, counts = [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for compared in pool.map(lambda p: check(args.build, args.compilers, p), chosen):
            counts += compared.counts
            failures += compared.failures
            if compared.failures:
                print("\n".join(compared.failures), flush=True)
    print(f"{suite}: {len(chosen)} programs, {len(failures)} differences; "
          + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())), flush=True)
    return len(chosen), bool(counts["compared"]) or not chosen, failures


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--suites", type=lambda names: names.split(","),
                        default=SMALL)
    parser.add_argument("--share", type=int, default=16)
    parser.add_argument("parts", nargs="*", metavar="PART")
    args = variants.parse_compilers(parser)
    found = [check_suite(args, suite) for suite in args.suites]
    failures = sum((failed for _, _, failed in found), [])
    variants.write_results(
        args, "Programs of the compilers' own test suites: " + ", ".join(args.suites), sum(n for n, _, _ in found),
        [(compiler, level, sum(f" {compiler} {level} " in text for text in failures))
         for compiler in args.compilers for level in LEVELS])
    return 1 if failures or not all(ok for _, ok, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
