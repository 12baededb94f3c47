#!/usr/bin/env python3
"""One program in several layouts: the same token has the same count in all of them.

usage: layouts.py BUILD [--seeds N] [--first SEED] [--compilers A,B] [--keep DIR]
       [--results JSON]

generate.py writes a program for each seed.  It is laid out as written, as
clang-format does for GNU and for WebKit, with one token a line, and torn anywhere, and compiled by
each compiler at -O0 to -O3.  With one token a line, every operand has a line of its
own, and each token the count of its line.

  - A token that counts itself has that count; if it never ran, it may have none.
  - In every other layout, a line of one function has the largest count of its tokens.
    A token may have none: then its line may.
  - Every branch begins at a token, and has the same outcomes in every layout.
  - A token has the same count at all levels of a compiler where it has one.

Prints what differs; the exit status is 1 if anything did.
"""
import itertools
import os
import re
import sys

import generate
import selfcount
import variants
from gcov_projects import programs
from run_lines import read
from variants import compilers, Unmeasured

styles = programs.styles

# Lines of several functions, or of several lambdas of one, whose counts add up.
SEVERAL = re.compile(r"~|\) (const )?\{.*\} .*\) (const )?\{|\] [({].*\] [({]")
# Torn, so may be whatever is on either side of a brace, or of several instances.
SEVERAL_TORN = re.compile(SEVERAL.pattern + r"|\S \} \S")
# Behind them an operand may not have begun as often as before.
ENDS = (";", "{", "}", "&&", "||", "?", ":")


def number(text):
    """TEXT without comments, where each N has a number of its own, and __LINE__ is what
    it was."""
    lines = styles.without_comments(text).splitlines()
    numbers = itertools.count(len(lines) + 1)

    def fixed(at, line):
        if line.startswith("#define LINES"):
            return f"#define LINES {len(lines) + text.count('N')}"
        line = line.replace("UPTO(n) (Upto{n, __LINE__})", "UPTO(n, line) (Upto{n, line})")
        if line.startswith("#"):
            return line
        line = re.sub(r"\bUPTO\((.*)\)\)", rf"UPTO(\1, {at}))", line)
        line = line.replace("__LINE__", str(at))
        return re.sub(r"\bN\b", lambda _: f"COUNT({next(numbers)})", line)

    return "\n".join(fixed(at, line) for at, line in enumerate(lines, 1)) + "\n"


def laid_out(build, folder, source, text, style):
    path = os.path.join(folder, source)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    styles.lay_out(compilers.tool(build, "clang-format"), style, [path])
    return read(path)


def layouts(build, folder, source, text):
    """Name -> text, one token a line first."""
    return {"tokens": laid_out(build, folder, source, text, "tokens"), "written": text,
            "torn": laid_out(build, folder, source, text, "torn"),
            "GNU": laid_out(build, folder, source, text, "GNU:40"),
            "WebKit": laid_out(build, folder, source, text, "WebKit:60")}


def save(texts, folder, source):
    """For who keeps FOLDER."""
    for name, text in texts.items():
        with open(os.path.join(folder, f"{name}-{source}"), "w",
                  encoding="utf-8") as out:
            out.write(text)


def tokens_of(text):
    return [piece for piece in styles.pieces(text) if piece[0]]


def columns_of(text):
    """(line, column) of each token, as tokens_of has them."""
    lines = text.splitlines()
    at, found = [0] * len(lines), []
    for line, token in tokens_of(text):
        column = lines[line - 1].index(token, at[line - 1])
        at[line - 1] = column + len(token)
        found.append((line, column + 1))
    return found


def measure(build, folder, program, compiler, level, text):
    """What was measured; token, by its number in the program -> (line, the line's count
    or None)."""
    program.write(folder, text)
    got = variants.measure(build, folder, program.source, compiler, level, "tree",
                           selfcount.flags(build, program, compiler))
    return got, [(at, got.lines.get(at)) for at, _ in tokens_of(text)]


def is_captured(tokens, at):
    """Whether a token belongs to what a lambda captures: [ y = ( COUNT ( 17 ), x ) ]."""
    closed = 0
    for before in range(at - 1, -1, -1):
        if tokens[before] in ")]}":
            closed += 1
        elif tokens[before] in "([{" and closed:
            closed -= 1
        elif tokens[before] == "[":
            return not re.fullmatch(r"\w+|[\])]", tokens[before - 1])
        elif tokens[before] in "{;":
            return False
    return False


def check_own(compiler, tokens, counts, output):
    """Tokens that count themselves: COUNT ( 17 ).  GCC has captures where the lambda
    begins; a function out of a macro is where that stands."""
    printed = selfcount.printed_counts(output)
    for at, token in enumerate(tokens):
        if token != "COUNT" or not tokens[at + 2].isdigit():
            continue
        if compiler.startswith("gcc") and is_captured(tokens, at):
            continue
        want = printed.get(int(tokens[at + 2]), 0)
        place = at - 4 if tokens[at - 4] == "FUNCTION" else at
        if (counts[place][1] or 0) != want:
            yield f"token {at}, {' '.join(tokens[at:at + 9])}: {want} / {counts[place][1]}"


def begun(tokens, single, at):
    """The count of the operand AT, which has none on a line of its own: that of what is before
    it in its statement, if nothing is decided between."""
    if re.match(r"[\w\"']", tokens[at]):
        while at > 0 and single[at][1] is None and tokens[at] not in ENDS:
            at -= 1
    return single[at][1] if tokens[at] not in ENDS else None


def operands_of(tokens, members):
    """MEMBERS, which are on one line, without an operator at its end that is behind brackets of
    lines before: that counts where they begin."""
    if len(members) < 2 or not re.fullmatch(r"[-+*/%<>=!&|^]+", tokens[members[-1]]):
        return members
    depth = 0
    for at in reversed(members[:-1]):
        depth += (tokens[at] == ")") - (tokens[at] == "(")
        if depth <= 0:
            return members
    return members[:-1]


def check_lines(name, tokens, single, counts):
    """The lines of the layout NAME against the tokens on them."""
    several = SEVERAL_TORN if name == "torn" else SEVERAL
    lines = {}
    for at, (line, count) in enumerate(counts):
        lines.setdefault((line, count), []).append(at)
    for (line, count), members in lines.items():
        known = [single[at][1] for at in operands_of(tokens, members)
                 if single[at][1] is not None]
        text = " ".join(tokens[at] for at in members)
        if several.search(text):
            continue
        more = [begun(tokens, single, at) for at in members]
        may_be = (max(known), max([x for x in more if x is not None] + known)) if known else ()
        if known and count is not None and count not in may_be:
            yield f"line {line}, {text:.90}: {max(known)} / {count}"


def check_levels(tokens, first, counts):
    for at, token in enumerate(tokens):
        one, other = first[at][1], counts[at][1]
        if one is not None and other is not None and one != other:
            yield f"token {at}, {token} {' '.join(tokens[at + 1:at + 6])}: {one} / {other}"


def branches_of(text, got):
    """Token, by its number -> the branches that begin there."""
    return {at: got.branches[place] for at, place in enumerate(columns_of(text))
            if place in got.branches}


def check_branches(tokens, single, branches):
    """The branches of a layout against those of one token a line; a computed goto is named
    after lines, and where several are at one token nothing is known."""
    for at in {*single, *branches}:
        pair = single.get(at, []), branches.get(at, [])
        if tokens[at] != "goto" and pair[0] != pair[1]:
            yield f"{' '.join(tokens[at:at + 6])}: branches {pair[0]} / {pair[1]}"


def check_level(build, folder, program, compiler, level, texts):
    """The counts of single tokens, and what is wrong."""
    tokens = [token for _, token in tokens_of(texts["tokens"])]
    first, single = measure(build, folder, program, compiler, level, texts["tokens"])
    failures = [f"tokens: {text}"
                for text in check_own(compiler, tokens, single, first.ran[1])]
    branches = branches_of(texts["tokens"], first)
    for name, text in texts.items():
        if name == "tokens":
            continue
        other, counts = measure(build, folder, program, compiler, level, text)
        if other.ran != first.ran:
            failures.append(f"{name}: output {other.ran!r:.200}")
        failures += [f"{name}: {wrong}" for wrong in
                     check_branches(tokens, branches, branches_of(text, other))]
        failures += [f"{name}: {text}" for text in check_lines(name, tokens, single, counts)]
    return tokens, single, failures


def check_seed(seed, build, tested, folder):
    """(tokens with a count, failures as texts)."""
    program = generate.generate(seed)
    failures, known = [], 0
    try:
        texts = layouts(build, folder, program.source, number(program.text))
        for compiler in tested:
            first = None
            if not generate.can_compile(compiler, program):
                continue
            for level in variants.levels(build, compiler):
                tokens, single, wrong = check_level(build, folder, program, compiler,
                                                    level, texts)
                first = first or single
                wrong += check_levels(tokens, first, single)
                known += sum(count is not None for _, count in single)
                failures += [f"seed {seed} {compiler} {level} {text}" for text in wrong]
        save(texts, folder, program.source)
    except Unmeasured as error:
        failures.append(f"seed {seed}: {error}")
    return known, failures


def main():
    return variants.run_seeds(__doc__, 2, check_seed,
                              "Generated programs in five layouts",
                              "tokens with a count")


if __name__ == "__main__":
    sys.exit(main())
