#!/usr/bin/env python3
"""Clang's own source coverage beside edgeprof, line by line and branch by branch.

usage: coverage.py BUILD [--compilers A,B] [--levels -O0,-O2] [--seeds N]
       [--corpus PROGRAM,... [--layout STYLE]] [--results JSON] [TEST...]

TEST is a program of test/run (default: all that are one file and run by themselves), made
and run as its own RUN lines say.  The newest clang of BUILD's tests compiles it with
-fcoverage-mapping, each compiler with edgeprof at -O0 and -O2.  Coverage knows of each
token how often it was come to, so each line that both have must have the rule of
docs/counting.md: in each function instance the largest count of the tokens on it that begin
a statement or an operand; instances add up.  A condition that both have a branch of, by line
and column, must have the same outcomes, and one of ours that decides what coverage does not
has nobody written.  Each rule below is a difference that has its reason;
any other fails.  Coverage takes every call to return once: what is true of a line behind
one that does not is decided by what the source promises (test/counts.py), or counts itself,
and in programs of the corpus (those of bench/; with the clangs from 17 on) by gcov.  A line
without a number on which a statement begins, executed as these and coverage say, is lost: that
fails, too.

With --layout the programs are first laid out as clang-format does in STYLE (GNU:40, WebKit:60), or
with one token a line (tokens), so that there is a style that their authors do not write.
"""
import argparse
import collections
import itertools
import os
import re
import shutil
import sys
import tempfile

import coverage_corpus
import coverage_read
import generate
import selfcount
import variants
from gcov_projects import others, programs
from run_lines import all_tests, arguments_of, flags_of, read
from variants import compilers, Unmeasured

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counts  # noqa: E402

LEVELS = ["-O0", "-O2"]

# Programs that are not compared, and why.
WITHOUT = {
    "arrays.cc": "coverage has no region of what is made for each element",
    "constant-p.c": "asks what the compiler knows",
    "constant-p.cc": "the same",
    "fortified.c": "the same",
    "early-signals.c": "as many signals come as there is time for",
    "live.c": "ends when it has been looked at",
    "own-string.c": "Clang's runtime of coverage calls its functions, and does not bear it",
    "openmp.c": "coverage does not count what OpenMP makes of a loop",
    "openmp-loops.c": "the same",
    "marks-unseen.c": "links from -O2 on alone",
    "setgid-threads.c": "as many threads are made as there is time for",
    "sigkill-loop.c": "is killed some time or other",
    "signal-handlers.c": "the signals come when they come",
    "waiting.c": "one thread waits in a loop",
}


# Calls that lead on twice: docs/counting.md has their lines and branches twice, too.
TWICE = re.compile(r"\b(sig)?setjmp\b|\b(redisF|v?f)ork(_process)?\b")
RANGE_FOR = re.compile(r"\bfor ?\(.*[^:]:[^:]")
LOGIC = re.compile(r"&&|\|\||\b(and|or)\b")
OPERATOR = re.compile(r"[-+*/%&|^]\s*$")
OPERAND = re.compile(r"\s*[?:] *\w+\(")
DESTROYS = re.compile(r"(->|\.)~\w+\(\)")
# What Clang keeps no line for (docs/counting.md), at the end of a scope with variables.
JUMP = re.compile(r"((case [^:;]*|default): *)?(break|continue|goto \w+|return( [\w.]*)?);")
CONSTANT = re.compile(r"const\b.*\] *=")
DEFAULTED = re.compile(r"= default;")
LAMBDA = re.compile(r"\[\]\s*\(")
MEMBER = re.compile(r"\s*[\w:<>(), &*]+ \w+ *[{=] *\[\]\(.*\) *\{.*\}\}?;")
INITIALISED = re.compile(r"\s*[\w:<>, &*]+ \w+ *[{=]")
ALONE = re.compile(r"case|default|for|for *\( *;( *; *\) *\{?)?|if|while|do|switch|return"
                   r"|break|continue|goto|assert")
LABEL = re.compile(r"(case\b|default\b)")
SWITCH = re.compile(r"\bswitch\s*\([\s(*&]*$")
RETURNED = re.compile(r"\breturn\b[^;]*(&&|\|\|)[\s(*]*$")
IN_LAMBDA = re.compile(r"\[[^][;]*\][^;{}]*\{\s*$")
NUMBERS = re.compile(r"[^;?]*\?\s*[\w-]+\s*:\s*[\w-]+\b")
MINIMUM = re.compile(r"(?P<a>[^?<>=;]+?)\s*[<>]=?\s*(?P<b>[^?;]+?)\)*\s*\?"
                     r"\s*(?P<x>[^?:;]+?)\s*:\s*(?P<y>[^?:;,)]+?)\s*[:;,)]")
ABSOLUTE = re.compile(r"\(?(?P<a>[^?;]+?)\)?\s*[<>]=?\s*0\)*\s*\?"
                      r"\s*-\(?(?P=a)\)?\s*:\s*\(?(?P=a)\)?")
DECIDES_NOTHING = re.compile(r"[^;{]*\{\s*([A-Z_]+\([^()]*\);\s*)?\}(?!\s*else)")
RANGED = re.compile(r"\bfor\s*\(([^;{}]*;)?[^;?]*$")
ASSIGNED = re.compile(r"\w+\s*=[^=;?]*(&&|\|\|)")
COMMA = re.compile(r"[^;&|?]*,")
CHOSEN = re.compile(r"\?[^;{}]*$")
FUNCTIONS = re.compile(r"\w+\(\w*\)\s*($|\w+\()")
WAITS = re.compile(r"[^;{}]*\bco_await\b")
GIVEN = re.compile(r"([\w ]+\)\s*)?\w+ *\(")
FOLD = re.compile(r"\.\.\.\s*(&&|\|\|)|(&&|\|\|)\s*\.\.\.")
ASSERT = re.compile(r"assert *\(")
LONG = 24  # lines that a condition may have, with one token a line
BEHIND_CALL = "behind a call that did not return as often as gcov says, or was killed"
FUNCTION_TRY = re.compile(r"^\s*try\b")
# An empty constructor or destructor has a table to set, if the class has virtual functions.
EMPTY = re.compile(r"\w+\(.*\) .*\{\s*\}")


def known_around(truth, number):
    """What the source says of the lines nearest to NUMBER, before and behind it."""
    lines = (max((n for n in truth if n < number), default=None),
             min((n for n in truth if n > number), default=None))
    return [truth[line] for line in lines if line]


def is_behind_call(theirs, number, fewer, unreturned):
    """Whether UNRETURNED explains that line NUMBER has FEWER than coverage; a loop's
    condition has what came round, which coverage takes to be what went in."""
    return 0 <= fewer <= unreturned(number, any(
        coverage_read.LOOP.search(line) for line in theirs.text[max(number - 3, 0):number]))


def rule_of_line(theirs, number, mine, truth, is_gcov, compiler):
    """The name of the rule that line NUMBER of COMPILER's falls under; "" if there is none.  gcov
    has an operator where it stands, at the end of a line perhaps: what begins there is
    another's."""
    wanted = theirs.count(number)
    text = theirs.text[number - 1]
    if wanted is None:
        if number not in theirs.skipped:
            return "no code of coverage's"
        is_asked = any("__clang__" in line for line in theirs.text[max(number - 9, 0):number])
        return "#if of which Clang compiles another branch" * (
            is_asked and compiler.startswith("gcc"))
    if mine == wanted:
        return "same"
    if mine == theirs.count_without_constants(number):
        return "operand that is a constant has no code"
    if mine == theirs.count_of_macros(number):
        return "macro that is a statement: as often as what it begins with"
    if mine in theirs.asked_in_macros(number):
        return "macro with a condition: as often as coverage says that this was asked"
    if theirs.begins_with_macro(number) and any(mine in pair for pair in
                                                theirs.outcomes(number - 1)):
        return "macro behind a condition: as often as coverage says that this was true"
    if mine == theirs.count_of_branches(number):
        return "condition: as often as coverage has its outcomes"
    if number in theirs.once and mine == theirs.count_once(number):
        return "initialiser of a static variable: once"
    if RANGE_FOR.search(text) and mine in (sum(pair) for pair in theirs.outcomes(number)):
        return "range-based for: as often as it was asked for more"
    if OPERAND.match(text) and any(mine in pair for line in range(number - 2, number + 1)
                                   for pair in theirs.outcomes(line)):
        return "operand of a ?: that is a macro: as often as it was chosen"
    if EMPTY.search(text) and mine == wanted + sum(theirs.empty(number)):
        return "empty constructor or destructor"
    if LAMBDA.search(text) and any(mine == wanted - max(counts) for counts in
                                   theirs.each(number, theirs.tokens[number])):
        return "lambda that captures nothing: no code of its own"
    if MEMBER.match(text) and mine > wanted:
        return "lambda that a member is initialised with: coverage has its body alone"
    if DESTROYS.search(text) and mine < wanted:
        return "destructor that does nothing: no code under GCC"
    if is_gcov and mine == 2 * wanted and theirs.searched(TWICE, number):
        return "call that returns twice, or behind it"
    if number in truth:
        return "as often as the source or gcov says" * (
            mine in truth[number] and
            not (is_gcov and mine > wanted and OPERATOR.search(text)))
    around = known_around(truth, number)
    if any(mine in known for known in around):
        return "as often as the source says of a line beside it"
    before, behind = truth.get(number - 1, []), truth.get(number + 1, [])
    if before and behind and wanted not in behind and min(behind) <= mine <= max(before):
        return "not oftener than the source says of the line before, nor rarer than behind"
    if around and mine < wanted and all(wanted not in known for known in around):
        return "the source refutes coverage on the lines beside it"
    if mine > wanted and theirs.searched(TWICE, number):
        return "call that returns twice, or behind it"
    if not theirs.begins_statement(number) and mine in theirs.partial(number):
        return "operand of a template without code in some of its instances"
    if mine < wanted and FUNCTION_TRY.search(text):
        return "try of a whole function, whose end coverage adds"
    return ""


def rule_of_branch(theirs, place, pair, want, ours, truth, compiler):
    """The same of COMPILER's branch at PLACE, as often true and false as PAIR says."""
    number = place[0]
    if pair in want:
        return "same branch"
    if place in theirs.negated and pair[::-1] in want:
        return "condition in a macro, behind a `!`: true is what was compiled"
    if (place in theirs.macros and LOGIC.search(theirs.given(place))
            and any(sum(pair) <= sum(other) for other in want)):
        return "one of the conditions that a macro is given, which coverage adds up"
    if compiler.startswith("gcc") and pair[::-1] in want and (
            "?" in theirs.text[number - 1] or number in theirs.choosing):
        return "condition of a ?: that GCC has exchanged and folded"
    if compiler.startswith("clang") and theirs.has_line_directives and pair[::-1] in want:
        return "condition behind a #line: true is what was compiled"
    if all(sum(pair) == sum(other) for other in want):
        return ""
    if (ASSERT.match(theirs.text[number - 1], place[1] - 1)
            and (pair[0], pair[1] + sum(pair)) in want):
        return "assert, which asks in a sizeof, too: there coverage has it never true"
    if TWICE.search(theirs.text[number - 1]) and sum(pair) == ours.get(number):
        return "branch of a call that returns twice"
    if ours.get(number) in truth.get(number, ()) and sum(pair) <= ours[number]:
        return "branch of a line that is as often as the source or gcov says"
    if any(sum(pair) in known for known in known_around(truth, number)):
        return "branch that was asked as often as the source or gcov says of a line beside it"
    return ""


def lost(theirs, got, truth):
    """The lines without a number on which a statement begins that was executed, as coverage
    and the source or gcov say."""
    return [number for number, counts_there in truth.items()
            if number not in got.lines and 0 < number <= len(theirs.text)
            and theirs.count(number) and theirs.count(number) in counts_there
            and theirs.begins_statement(number)]


def rule_of_lost(theirs, number, compiler):
    """The name of the rule under which line NUMBER has no number of COMPILER's."""
    text = theirs.text[number - 1].strip()
    if ALONE.fullmatch(text) or theirs.text[number].strip() == ":":
        return "word that leads to what has a line of its own"
    if min(theirs.tokens[number]) in theirs.idle:
        return "macro that is labels or brackets alone"
    if compiler.startswith("clang") and ASSERT.match(text) and not theirs.outcomes(number):
        return "assertion of what Clang knows, which has no branch of coverage's either"
    if compiler.startswith("clang") and JUMP.match(text):
        return "jump that Clang keeps no line for"
    if compiler.startswith("clang") and CONSTANT.match(text):
        return "array of constants, which Clang does not make"
    return "function that is defaulted: no code" * bool(DEFAULTED.search(text))


def lost_branches(theirs, got):
    """The places outside macros where coverage has one branch, which went both ways on a
    line that both count as often, and these none."""
    for place, pairs in theirs.branches.items():
        number = place[0]
        if (place not in got.branches and place not in theirs.macros
                and theirs.is_code[number - 1] and len(pairs) == 1 and all(pairs[0])
                and got.lines.get(number) == theirs.count(number)):
            yield place, pairs[0]


def stands_elsewhere(theirs, got, place, pair, n_lines):
    """Whether a branch like that of PLACE, of which coverage has none, stands on its line or the
    N_LINES behind it."""
    return any({"true", "false"} == {*branch} and
               (branch["true"], branch["false"]) in (pair, pair[::-1])
               for other, branches in got.branches.items() for branch in map(dict, branches)
               if place[0] <= other[0] <= place[0] + n_lines and other not in theirs.branches)


def is_minimum(text):
    """Whether TEXT begins with what GCC takes for a minimum or maximum, or for what one of its
    operands leaves of it."""
    found = MINIMUM.match(text.replace("->", "."))
    return found is not None and (
        {found["x"], found["y"]} == {found["a"], found["b"]} or
        (found["x"], found["y"]) == (f"{found['a']} - {found['b']}", "0"))


def rule_of_lost_branch(theirs, got, place, pair, compiler):
    """The name of the rule under which these have no branch at PLACE."""
    number, column = place
    before = " ".join(theirs.text[max(number - 9, 0):number - 1]
                      + [theirs.text[number - 1][:column - 1]])
    behind = "\n".join([theirs.text[number - 1][column - 1:], *theirs.text[number:number + LONG]])
    if LABEL.match(behind) or SWITCH.search(before):
        return "switch: coverage has a branch for each case"
    if IN_LAMBDA.search(before) and any(
            pair == (branch.get("true"), branch.get("false"))
            for other, branches in got.branches.items() if 0 <= number - other[0] <= 1
            for branch in map(dict, branches)):
        return "operand that begins with a lambda, which coverage has in that"
    if stands_elsewhere(theirs, got, place, pair, LONG if COMMA.match(behind) else 1):
        return "branch that stands elsewhere on its line"
    if compiler.startswith("gcc") and NUMBERS.match(behind):
        return "?: of two numbers that GCC computes of the condition"
    if compiler.startswith("gcc") and (is_minimum(behind) or ABSOLUTE.match(behind)):
        return "minimum, maximum or absolute value, for GCC"
    compiled = [theirs.text[n - 1] for n in range(number + 1, len(theirs.text) + 1)
                if theirs.is_code[n - 1] and n not in theirs.skipped]
    if compiler.startswith("gcc") and DECIDES_NOTHING.match(
            " ".join([theirs.text[number - 1][column - 1:], *compiled[:LONG]])):
        return "if that decides nothing: no branch under GCC"
    if compiler.startswith("gcc") and WAITS.match(behind):
        return "condition before one that waits, for GCC"
    if (COMMA.match(behind) or before.rstrip().endswith("({")) and any(
            other > place and other in got.branches
            for other in theirs.branches if other[0] <= number + LONG):
        return "what a comma or a statement ends in: its conditions have branches of their own"
    if compiler.startswith("clang") and "?" in behind.split(";")[0]:
        return "?: of operands that Clang computes at once"
    if compiler.startswith("clang") and ASSIGNED.match(behind):
        return "what is assigned of && or ||: for Clang their conditions alone decide"
    if compiler.startswith("clang") and RETURNED.search(before):
        return "call that is returned by Clang as what it gives"
    return ""


def made_branches(theirs, got):
    """The conditions outside macros of which coverage has no branch, there or with the same
    outcomes within a few lines."""
    for place, branches in got.branches.items():
        near = [pair for (line, _), pairs in theirs.branches.items()
                if abs(line - place[0]) <= LONG for pair in pairs]
        extra = len(branches) > len(theirs.branches.get(place, ()))
        for branch in map(dict, branches):
            pair = branch.get("true"), branch.get("false")
            if (extra and None not in pair and pair not in near and pair[::-1] not in near
                    and place not in theirs.macros and theirs.is_code[place[0] - 1]):
                yield place, pair


def rule_of_made_branch(theirs, place, pair, truth):
    """The name of the rule under which there is a branch at PLACE, as often true and false as
    PAIR says, and none of coverage's."""
    number, column = place
    text = theirs.text[number - 1]
    if theirs.count(number) is None and INITIALISED.match(text):
        return "initialiser of a member, of which coverage has no code"
    if sum(pair) in truth.get(number, ()) and any(
            line == number and text[:column - 1].rstrip(" (!").endswith(",")
            for line, begin in theirs.branches if begin < column):
        return "condition behind a comma: as often as the source or gcov says"
    before = "".join(theirs.text[max(number - 9, 0):number - 1] + [text[:column - 1]])
    if CHOSEN.search(before):
        return "operand of a ?: that decides: coverage has the condition alone"
    if text[column - 1:].startswith("co_await"):
        return "co_await: whether what it waits for is ready"
    if text[column - 1] == ":" and RANGED.search(before):
        return "range-based for: coverage has no branch"
    if any(FOLD.search(line) for line in theirs.text[max(number - 3, 0):number + 2]):
        return "fold: coverage has one branch for all of its operands"
    if column == 1 and FUNCTIONS.match(text):
        return "macro that has functions"
    behind = " ".join([text[column - 1:], *theirs.text[number:number + LONG]])
    if GIVEN.match(behind) and not theirs.outcomes(number):
        return "macro of another file, of whose condition coverage has no branch"
    return ""


def compare(theirs, got, truth, used, compiler, unreturned=None):
    """What is wrong with COMPILER's, as texts; USED counts the rules.  UNRETURNED, where
    gcov judges, is how often calls before a line, or all of its function, did not return."""
    for number, mine in sorted(got.lines.items()):
        rule = rule_of_line(theirs, number, mine, truth, unreturned is not None,
                            compiler)
        if not rule and unreturned and theirs.count(number) is not None and is_behind_call(
                theirs, number, theirs.count(number) - mine, unreturned):
            rule = BEHIND_CALL
        used[rule] += 1
        if not rule:
            yield (f"line {number}: {mine}, coverage {theirs.count(number)}: "
                   + theirs.text[number - 1].strip())
    for number in sorted(lost(theirs, got, truth)):
        text = theirs.text[number - 1].strip()
        rule = rule_of_lost(theirs, number, compiler)
        used[rule] += 1
        if not rule:
            yield f"line {number}: no number, coverage {theirs.count(number)}: {text}"
    for place, pair in sorted(lost_branches(theirs, got)):
        rule = rule_of_lost_branch(theirs, got, place, pair, compiler)
        used[rule] += 1
        if not rule:
            yield f"branch {place}: none, coverage {pair}: " + theirs.text[place[0] - 1].strip()
    for place, pair in sorted(made_branches(theirs, got)):
        rule = rule_of_made_branch(theirs, place, pair, truth)
        used[rule] += 1
        if not rule:
            yield f"branch {place}: {pair}, coverage none: " + theirs.text[place[0] - 1].strip()
    for place, branches in sorted(got.branches.items()):
        found = [dict(branch) for branch in branches]
        if place not in theirs.branches or len(found) > 1 or "true" not in found[0]:
            continue
        pair, want = (found[0]["true"], found[0]["false"]), theirs.branches[place]
        rule = rule_of_branch(theirs, place, pair, want, got.lines, truth, compiler)
        if not rule and unreturned and any(
                all(is_behind_call(theirs, place[0], more - less, unreturned)
                    for more, less in zip(other, pair)) for other in want):
            rule = BEHIND_CALL
        used[rule] += 1
        if not rule:
            yield f"branch {place}: {pair}, coverage {want}"


class Program:
    """What is compared: SOURCE in FOLDER; its flags by compiler, None: not for it; its
    arguments; and what it says of its counts, when it has run."""

    def __init__(self, folder, source, flags_of_compiler, arguments, truth):
        self.folder, self.source = folder, source
        self.flags_of = flags_of_compiler
        self.arguments = arguments
        self.truth = truth


def check(args, program, used):
    """Failures as texts that name compiler and level."""
    flags = program.flags_of(args.reference)
    try:
        ran, theirs = coverage_read.measure(program.folder, program.source, args.reference,
                                            flags, program.arguments)
    except Unmeasured as error:
        yield str(error)
        return
    for compiler in args.compilers:
        flags = program.flags_of(compiler)
        for level in args.levels if flags is not None else []:
            try:
                got = variants.measure(args.build, program.folder, program.source, compiler,
                                       level, "tree", flags, program.arguments)
            except Unmeasured as error:
                yield f"{compiler} {level} {error}"
                continue
            if got.ran != ran:
                yield f"{compiler} {level} ran otherwise: {got.ran!r:.200}, {ran!r:.200}"
                continue
            for text in compare(theirs, got, program.truth(got), used, compiler):
                yield f"{compiler} {level} {text}"


def promises(test, folder, got):
    """What TEST promises of the run in FOLDER."""
    if re.search("> ?named", read(test)):
        with open(os.path.join(folder, "named"), "w", encoding="utf-8") as out:
            out.write(got.ran[1])
    return counts.read_promises(test, folder)


def check_test(args, test, used):
    name = os.path.basename(test)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(test, folder)
        inputs = os.path.join(os.path.dirname(test), "Inputs")
        if os.path.exists(inputs):
            shutil.copytree(inputs, os.path.join(folder, "Inputs"))
        return [f"{name} {text}" for text in check(args, Program(
            folder, name, lambda compiler: flags_of(test, compiler, args.build),
            arguments_of(test),
            lambda got: promises(test, folder, got)), used)]


def check_seed(args, seed, used):
    """A program of generate.py, which counts its own lines."""
    made = generate.generate(seed)
    if made.openmp or not generate.can_compile(args.reference, made):
        return None
    with tempfile.TemporaryDirectory() as folder:
        made.write(folder)
        return [f"seed {seed} {text}" for text in check(args, Program(
            folder, made.source, lambda compiler: selfcount.flags(args.build, made, compiler)
            if generate.can_compile(compiler, made) else None, [],
            lambda got: {line: [count] for line, count in
                         selfcount.own_counts(made.text, got.ran[1]).items()}), used)]


def all_found(args, used):
    """For each program what is wrong with it."""
    if args.corpus:
        for program in others.find(args.corpus.split(",")):
            if args.layout:
                program = programs.laid_out(
                    program, compilers.tool(args.build, "clang-format"), args.layout)
            yield [f"{program.name} {text}" for text in
                   coverage_corpus.check(args, program, compare, used)]
        return
    for test in args.tests or all_tests(WITHOUT):
        if flags_of(test, args.reference) is not None and arguments_of(test) is not None:
            yield check_test(args, os.path.abspath(test), used)
    found = (check_seed(args, seed, used) for seed in itertools.count(1))
    yield from itertools.islice(filter(lambda one: one is not None, found), args.seeds)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--corpus")
    parser.add_argument("--layout")
    parser.add_argument("--levels", type=lambda names: names.split(","), default=LEVELS)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("tests", nargs="*")
    args = variants.parse_compilers(parser)
    args.reference = compilers.newest(args.build, "clang")
    used, failures, done = collections.Counter(), [], 0
    for found in all_found(args, used):
        if found:
            print("\n".join(found), flush=True)
        failures += found
        done += 1
    for name, times in used.most_common():
        print(f"{times:7} {name or 'UNEXPLAINED'}")
    print(f"{done} programs, {sum(used.values())} lines and branches, {len(failures)} differ")
    variants.write_results(args, "Each line and branch beside Clang's own coverage: "
                           + (args.corpus or "programs of test/run").replace(",", ", "),
                           None if args.corpus else done, [
        (compiler, level, sum(f" {compiler} {level} " in text for text in failures))
        for compiler in args.compilers for level in args.levels])
    return 1 if failures or not used else 0


if __name__ == "__main__":
    sys.exit(main())
